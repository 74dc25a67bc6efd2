//! A universe of stage 2: the ways to win it, and what they pay.

use crate::error::Result;
use crate::exact::{BigUint, Bounds, Law, Ratio, ratio};
use crate::games::happy_des::exact::prize::Prize;
use crate::units::Cents;

/// One way to win.
pub(super) struct Win {
    /// Identifier: that of its prize table, but for figures that share one.
    pub(super) id: &'static str,
    /// Its weight over the universe's total.
    pub(super) weight: BigUint,
    /// What it pays at a coefficient of 1.
    pub(super) prize: Prize,
}

/// The law of one universe.
pub(super) struct Universe {
    /// The ways to win; no two come together.
    pub(super) wins: Vec<Win>,
    /// Weight of losing.
    pub(super) lost: BigUint,
    /// Mean counts per round that enters, under the ids of the card's counters.
    pub(super) counts: Vec<(&'static str, Ratio)>,
}

impl Universe {
    fn total(&self) -> BigUint {
        self.wins.iter().map(|win| &win.weight).sum::<BigUint>() + &self.lost
    }

    /// The chance of one way to win, of those who enter.
    pub(super) fn chance(&self, win: &Win) -> Ratio {
        ratio(win.weight.clone(), self.total())
    }

    /// The chance to win, of those who enter.
    pub(super) fn hit_frequency(&self) -> Ratio {
        ratio(self.total() - &self.lost, self.total())
    }

    /// The law of the payout at a coefficient of 1.
    pub(super) fn law(&self) -> Result<Law> {
        let wins = self.wins.iter().map(|win| (win.weight.clone(), win.prize.law.clone()));
        let lost = (self.lost.clone(), Law::certain(Cents::ZERO));
        Law::mixture(&wins.chain([lost]).collect::<Vec<_>>())
    }

    /// The mean payout in cents at a coefficient of 1, under the model weights.
    pub(super) fn mean(&self) -> Ratio {
        let wins = self.wins.iter();
        wins.map(|win| win.prize.law.mean() * self.chance(win)).sum()
    }

    /// The mean payout in cents at a coefficient of 1, over all odds that round to the printed ones.
    ///
    /// The chances of the dice are exact. A prize table enters with a factor of at least 0, on its own,
    /// so that all tables can be at their best, and at their worst, at once.
    pub(super) fn mean_bounds(&self) -> Bounds {
        let none = Bounds::point(ratio(0, 1));
        self.wins.iter().fold(none, |sum, win| {
            sum.plus(&win.prize.mean.times(&self.chance(win)))
        })
    }
}
