//! The outer pass put together for a strategy.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::exact::{Bounds, Ratio};
use crate::game::Strategy;
use crate::games::tresors_ensables::TresorsEnsables;
use crate::games::tresors_ensables::exact::forward::{Blur, Sharp};
use crate::games::tresors_ensables::exact::graph::{Graph, OUTCOMES};
use crate::games::tresors_ensables::exact::decisions::Decisions;
use crate::games::tresors_ensables::exact::outer_alike::Alike;
use crate::games::tresors_ensables::exact::outer::{Mass, Outer, Reached, SLACK};
use crate::games::tresors_ensables::exact::polytope::Polytope;
use crate::games::tresors_ensables::exact::purse::Purses;
use crate::games::tresors_ensables::exact::solver::Solver;
use crate::games::tresors_ensables::strategy::Gold;
use crate::units::Cents;

impl Solver<'_> {
    /// Bounds of the probability of every payout under a strategy that does not look at a visible board.
    ///
    /// # Errors
    /// As the solver's.
    pub(in crate::games::tresors_ensables) fn payout_bounds<S: Strategy<TresorsEnsables>>(
        &self,
        strategy: &S,
    ) -> Result<BTreeMap<Cents, Bounds>> {
        let purses = Purses::by_gain(&self.odds)?;
        let found = if self.terms.one_draw {
            self.outer_once(strategy, &purses)
        } else {
            match self.outer_drawn(strategy, &purses, true) {
                Err(Blur::Seen) => self.outer_drawn(strategy, &purses, false),
                found => found,
            }
        };
        bounds(&sharp(found)?)
    }

    /// What plays that nobody stops come to.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn reached(&self) -> Result<Reached> {
        let purses = Purses::by_gain(&self.odds)?;
        if !self.terms.one_draw {
            let graph = self.graph(true)?;
            let polytope = Polytope::new(&self.odds);
            let outer = self.outer(&Gold, &purses, graph, &polytope);
            return Ok(outer.reached(&sharp(outer.run())?));
        }
        let deals = self.deals();
        let decisions = sharp(Decisions::ask(&Gold, &self.terms, &purses, deals))?;
        let plays = Alike::new(&self.terms, &self.way, &self.odds, &purses, &decisions)?;
        let reached: Vec<Vec<Mass>> = deals.par_iter().map(|deal| plays.reached(deal.effects)).collect();
        let mut reached = self.over_layouts(&reached).into_iter();
        Ok(Reached {
            amounts: plays.amounts.iter().copied().zip(reached.by_ref()).collect(),
            opened: std::array::from_fn(|_| reached.next().unwrap_or_default()),
            first: reached.next().unwrap_or_default(),
        })
    }

    /// Series drawn one by one (layout=ten-draws).
    fn outer_drawn<S: Strategy<TresorsEnsables>>(
        &self,
        strategy: &S,
        purses: &Purses,
        merged: bool,
    ) -> Sharp<BTreeMap<Cents, Mass>> {
        let polytope = Polytope::new(&self.odds);
        let outer = self.outer(strategy, purses, self.graph(merged)?, &polytope);
        Ok(outer.payouts(&outer.run()?))
    }

    fn outer<'b, S>(
        &'b self,
        strategy: &'b S,
        purses: &'b Purses,
        graph: &'b Graph,
        polytope: &'b Polytope,
    ) -> Outer<'b, S> {
        Outer {
            flow: self.flow(strategy, purses, graph),
            odds: &self.odds,
            polytope,
        }
    }

    /// One draw for all series (layout=one-draw).
    fn outer_once<S: Strategy<TresorsEnsables>>(
        &self,
        strategy: &S,
        purses: &Purses,
    ) -> Sharp<BTreeMap<Cents, Mass>> {
        let deals = self.deals();
        let decisions = Decisions::ask(strategy, &self.terms, purses, deals)?;
        let plays = Alike::new(&self.terms, &self.way, &self.odds, purses, &decisions)?;
        let laws: Vec<Vec<Mass>> = deals.par_iter().map(|deal| plays.payouts(deal.effects)).collect();
        Ok(plays.amounts.iter().copied().zip(self.over_layouts(&laws)).collect())
    }

    /// Bounds of chances over all layouts, of those on each of them: the chance of a layout is linear in the law of
    /// each rule, and so is any chance for given bounds of it on each layout.
    fn over_layouts(&self, laws: &[Vec<Mass>]) -> Vec<Mass> {
        let mut spreads = vec![[[0.0; OUTCOMES]; 2]; laws.first().map_or(0, Vec::len)];
        for (deal, law) in self.deals().iter().zip(laws) {
            for (sums, mass) in spreads.iter_mut().zip(law) {
                for (sums, mass) in sums.iter_mut().zip(mass) {
                    let shares = sums.iter_mut().zip(deal.spread);
                    shares.for_each(|(sum, share)| *sum += share * mass);
                }
            }
        }
        let polytope = Polytope::new(&self.odds);
        let extremes = |spread: &[[f64; OUTCOMES]; 2]| [0, 1].map(|end| polytope.extreme(&spread[end], end == 1).0);
        spreads.iter().map(extremes).collect()
    }

    /// Every amount that some strategy can be paid: nothing, any gain that can be held, and any with the
    /// content of the gold chest.
    ///
    /// # Errors
    /// Never for the tables of the card.
    pub(in crate::games::tresors_ensables) fn payable(&self) -> Result<BTreeSet<Cents>> {
        let mut amounts = BTreeSet::from([Cents::ZERO]);
        for purse in Purses::by_gain(&self.odds)?.list {
            for (gain, _) in purse.gains {
                amounts.insert(gain);
                amounts.extend(self.odds.gold.rows.iter().map(|(amount, _)| gain + *amount));
            }
        }
        Ok(amounts)
    }
}

/// A pass in all the detail there is.
fn sharp<T>(found: Sharp<T>) -> Result<T> {
    found.map_err(|blur| match blur {
        Blur::Error(error) => error,
        Blur::Gain(_) | Blur::Seen => Error::input(
            "the payouts of a strategy that looks at what was seen of a series are not bounded under layout=one-draw",
        ),
    })
}

/// Masses as bounds: moved apart by what floats may err, and no wider than what all others leave.
pub(super) fn bounds(masses: &BTreeMap<Cents, Mass>) -> Result<BTreeMap<Cents, Bounds>> {
    let masses: BTreeMap<Cents, Mass> = masses
        .iter()
        .map(|(amount, mass)| (*amount, [mass[0] * (1.0 - SLACK), mass[1] * (1.0 + SLACK)]))
        .filter(|(_, mass)| mass[1] > 0.0)
        .collect();
    let sum = |end: usize| -> f64 { masses.values().map(|mass| mass[end]).sum() };
    let (least, most) = (sum(0), sum(1));
    let number = |value: f64| {
        Ratio::from_float(value.clamp(0.0, 1.0))
            .ok_or_else(|| Error::internal("a payout without bounds"))
    };
    let tight = |(&amount, mass): (&Cents, &Mass)| {
        // What the others take at least, and at most.
        let (least, most) = (least - mass[0], most - mass[1]);
        let low = number(mass[0].max(1.0 - most - SLACK))?;
        let high = number(mass[1].min(1.0 - least + SLACK))?;
        Ok((amount, Bounds { low, high }))
    };
    masses.iter().map(tight).collect()
}
