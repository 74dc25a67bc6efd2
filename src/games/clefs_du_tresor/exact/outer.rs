//! Bounds of the probabilities of payouts over all odds that round to the printed ones.

use std::collections::{BTreeMap, BTreeSet};

use num_traits::{One, Zero};

use crate::error::Result;
use crate::exact::{Bounds, Ratio, range, shares};
use crate::games::clefs_du_tresor::KeyDraw;
use crate::games::clefs_du_tresor::exact::Solver;
use crate::units::Cents;

impl Solver<'_> {
    /// Bounds of the probability of every payout of a play in the long run.
    ///
    /// Under every reading the chance to find a key is that of the printed odds times one factor for all
    /// three keys. So the long-run shares of the plays begun with no key, one and two are as the printed
    /// 2, 3 and 4, whatever game 1 is. A play pays v if game 1 does and no chest opens, or if game 1 pays a,
    /// the third key comes, and the chest holds v - a. For given bounds of the chest's content this is
    /// linear in the law of game 1, so that its two extremes over the box of game 1 are exact.
    ///
    /// # Errors
    /// Boxes without a law.
    pub(in crate::games::clefs_du_tresor) fn payout_bounds(&self) -> Result<BTreeMap<Cents, Bounds>> {
        let cycle: Ratio = self.keys.iter().map(Ratio::recip).sum();
        // The chance that a play is begun with two keys and finds the third, but for the factor.
        let third = cycle.recip();
        let chest: BTreeMap<Cents, Bounds> =
            self.chest.amounts.iter().copied().zip(shares(&self.chest.boxes)?).collect();
        let zero = Ratio::zero();
        let mut outer = BTreeMap::new();
        for amount in self.payable() {
            let end = |end: fn(&Bounds) -> &Ratio| {
                let content = |won: Cents| {
                    let content = chest.get(&Cents(amount.0 - won.0));
                    content.map_or_else(Ratio::zero, |bounds| end(bounds).clone())
                };
                // What a play that opens the chest for certain adds to the chance of the amount.
                let opened = |won: Cents| {
                    let kept = if won == amount { Ratio::one() } else { Ratio::zero() };
                    content(won) - kept
                };
                let (factors, constant): (Vec<Ratio>, Ratio) = match self.reading {
                    KeyDraw::OnLosingPlay => {
                        let on = |won| if won == Cents::ZERO { opened(won) * &third } else { zero.clone() };
                        (self.game1.amounts.iter().map(|&won| on(won)).collect(), zero.clone())
                    }
                    KeyDraw::Independent => {
                        let on = |&won| opened(won) * &third;
                        (self.game1.amounts.iter().map(on).collect(), zero.clone())
                    }
                    KeyDraw::PerPlay => {
                        (vec![Ratio::zero(); self.game1.amounts.len()], opened(Cents::ZERO) * &third)
                    }
                };
                let values = self.game1.amounts.iter().zip(factors);
                let values = values.map(|(&won, more)| {
                    if won == amount { Ratio::one() + more } else { more }
                });
                let constant = Bounds::point(constant);
                Ok(range(&values.collect::<Vec<_>>(), &self.game1.boxes)?.plus(&constant))
            };
            let ends: [Result<Bounds>; 2] = [end(|bounds| &bounds.low), end(|bounds| &bounds.high)];
            let [low, high] = ends;
            outer.insert(amount, Bounds { low: low?.low.max(Ratio::zero()), high: high?.high });
        }
        outer.retain(|_, bounds| bounds.high > Ratio::zero());
        Ok(outer)
    }

    /// Every amount that a play can pay.
    pub(in crate::games::clefs_du_tresor) fn payable(&self) -> BTreeSet<Cents> {
        let stages = self.cycle.stages().iter();
        stages.flat_map(|stage| stage.stays.keys().chain(stage.moves.keys()).copied()).collect()
    }
}
