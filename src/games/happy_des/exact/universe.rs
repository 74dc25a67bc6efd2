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
    /// Mean counts per round that enters, under the ids of the card's counters.
    pub(super) counts: Vec<(&'static str, Ratio)>,
    /// The law of the payout at a coefficient of 1.
    pub(super) law: Law,
    /// Its mean in cents.
    pub(super) mean: Ratio,
    /// The mean over all odds that round to the printed ones.
    pub(super) mean_bounds: Bounds,
    total: BigUint,
}

impl Universe {
    /// The universe that is won in the ways of `wins`, and lost with weight `lost`.
    pub(super) fn new(
        wins: Vec<Win>,
        lost: BigUint,
        counts: Vec<(&'static str, Ratio)>,
    ) -> Result<Self> {
        let total = wins.iter().map(|win| &win.weight).sum::<BigUint>() + &lost;
        let parts = wins.iter();
        let parts = parts.map(|win| (win.weight.clone(), win.prize.law.clone()));
        let parts: Vec<_> = parts.chain([(lost, Law::certain(Cents::ZERO))]).collect();
        let law = Law::mixture(&parts)?;
        // The chances of the dice are exact. A prize table enters with a factor of at least 0, on its
        // own, so that all tables can be at their best, and at their worst, at once.
        let none = Bounds::point(ratio(0, 1));
        let mean_bounds = wins.iter().fold(none, |sum, win| {
            let chance = ratio(win.weight.clone(), total.clone());
            sum.plus(&win.prize.mean.times(&chance))
        });
        Ok(Self {
            mean: law.mean(),
            law,
            mean_bounds,
            wins,
            counts,
            total,
        })
    }

    /// The chance of one way to win, of those who enter.
    pub(super) fn chance(&self, win: &Win) -> Ratio {
        ratio(win.weight.clone(), self.total.clone())
    }
}
