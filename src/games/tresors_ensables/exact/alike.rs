//! One draw for all series (layout=one-draw): the board is known, and passed cell by cell.
//!
//! Plays on one layout are added up for all purses at once, forward in integers for the law and backward in
//! floats for the range of the RTP; a strategy that does not look at what was seen decides alike on
//! all layouts.

use rayon::prelude::*;

use crate::error::Result;
use crate::exact::to_f64;
use crate::games::tresors_ensables::exact::counts::Counts;
use crate::games::tresors_ensables::exact::decisions::Decisions;
use crate::games::tresors_ensables::exact::graph::{Deal, Effects};
use crate::games::tresors_ensables::exact::odds::Odds;
use crate::games::tresors_ensables::exact::polytope::Filling;
use crate::games::tresors_ensables::exact::purse::Purses;
use crate::games::tresors_ensables::exact::span::Range;
use crate::games::tresors_ensables::exact::way::{CAP, CELLS, LAST, STRETCH, Terms, Way, place};
use crate::games::tresors_ensables::exact::wide::Wide;

/// Cells that a roll leads from or to.
const NEAR: usize = STRETCH + 1;

/// Boards that are added up together.
const PART: usize = 64;

/// A strategy on boards whose ten series are alike.
pub(super) struct Alike<'a> {
    pub(super) terms: &'a Terms,
    pub(super) way: &'a Way,
    pub(super) purses: &'a Purses,
    pub(super) decisions: &'a Decisions,
}

impl Alike<'_> {
    /// The plays on all boards together, each with its weight.
    ///
    /// # Errors
    /// As [`Alike::run`].
    pub(super) fn all<const N: usize>(&self, deals: &[Deal]) -> Result<Counts> {
        let none = || Counts::<N>::new(self.purses.list.len());
        let part = |deals: &[Deal]| {
            let mut counts = none();
            for deal in deals {
                self.run(deal.effects, deal.weight, &mut counts)?;
            }
            Ok(counts)
        };
        let parts: Vec<Counts<N>> = deals.par_chunks(PART).map(part).collect::<Result<_>>()?;
        Ok(parts.iter().fold(none(), Counts::merge).wider())
    }

    /// Adds the plays on a board of `effects`, whose weight at the start is `weight`, to `counts`.
    ///
    /// The weight of a play at a cell is its probability times [`scale`](super::way::scale) of the cell and
    /// the content weights of every chest opened.
    ///
    /// # Errors
    /// A purse that cannot be held.
    pub(super) fn run<const N: usize>(
        &self,
        effects: Effects,
        weight: u64,
        counts: &mut Counts<N>,
    ) -> Result<()> {
        let width = self.purses.list.len();
        let at = |cell: usize, lives: usize| (cell % NEAR * CAP + lives - 1) * width;
        let mut arriving = vec![Wide::<N>::ZERO; NEAR * CAP * width];
        let mut standing = vec![Wide::<N>::ZERO; CAP * width];
        let start = Wide::new(weight);
        counts.departures[0][0].add(&start, 1);
        for step in &self.way.moves[0] {
            arriving[at(step.to, self.terms.lives)].add(&start, step.factor);
        }
        for cell in 1..LAST {
            let (series, offset) = place(cell);
            standing.fill(Wide::ZERO);
            for lives in 1..=CAP {
                let arrived = &mut arriving[at(cell, lives)..][..self.purses.reach[series]];
                for (held, weight) in arrived.iter_mut().enumerate() {
                    let weight = std::mem::take(weight);
                    if weight.is_zero() {
                        continue;
                    }
                    if offset == CELLS {
                        // 3.2.5, 3.3.5: the chest is opened, and gains add up.
                        for &(into, share) in self.purses.open(series, held)? {
                            standing[(lives - 1) * width + into].add(&weight, share);
                        }
                    } else {
                        match self.terms.after(lives, effects[offset]) {
                            0 => counts.deaths[cell][held].add(&weight, 1),
                            after => standing[(after - 1) * width + held].add(&weight, 1),
                        }
                    }
                }
            }
            for lives in 1..=CAP {
                let stops = self.decisions.on(cell, lives);
                let standing = &standing[(lives - 1) * width..][..self.purses.standing(cell)];
                for (held, weight) in standing.iter().enumerate() {
                    if weight.is_zero() {
                        continue;
                    }
                    if offset == CELLS {
                        counts.landed[series][held].add(weight, 1);
                    }
                    if stops.get(held) == Some(&true) {
                        counts.stops[cell][held].add(weight, 1);
                        continue;
                    }
                    counts.departures[cell][held].add(weight, 1);
                    for step in &self.way.moves[cell] {
                        arriving[at(step.to, lives) + held].add(weight, step.factor);
                    }
                }
            }
        }
        for lives in 1..=CAP {
            let arrived = arriving[at(LAST, lives)..][..width].iter();
            let sums = counts.gold.iter_mut().zip(arrived);
            sums.for_each(|(sum, weight)| sum.add(weight, 1));
        }
        Ok(())
    }

    /// The least and the greatest mean payout on a board of `effects`, over all odds of the chests.
    ///
    /// # Errors
    /// A purse that cannot be held.
    pub(super) fn range(&self, odds: &Odds, effects: Effects) -> Result<Range> {
        let mut range = Range::new([0.0; 2]);
        for end in 0..2 {
            range.ends[end] = self.end(odds, effects, end, &mut range.ordered)?;
        }
        Ok(range)
    }

    /// One end of the range: what a play is worth by backward induction. `ordered` is cleared where a
    /// larger amount in a chest is worth less.
    fn end(&self, odds: &Odds, effects: Effects, end: usize, ordered: &mut bool) -> Result<f64> {
        let width = self.purses.list.len();
        let at = |cell: usize, lives: usize| (cell % NEAR * CAP + lives - 1) * width;
        let mut arriving = vec![0.0; NEAR * CAP * width];
        let mut standing = vec![0.0; CAP * width];
        let fillings = [&odds.bronze, &odds.silver].map(|kind| Filling::new(&kind.intervals, end == 1));
        let worth: Vec<f64> = self.purses.list.iter().map(|purse| purse.worth[end]).collect();
        let gold = [&odds.gold.mean.low, &odds.gold.mean.high].map(to_f64)[end];
        for lives in 1..=CAP {
            let reached = arriving[at(LAST, lives)..].iter_mut().zip(&worth);
            reached.for_each(|(value, worth)| *value = worth + gold);
        }
        for cell in (1..LAST).rev() {
            let (series, offset) = place(cell);
            let held = self.purses.standing(cell);
            for lives in 1..=CAP {
                let value = &mut standing[(lives - 1) * width..][..held];
                value.fill(0.0);
                for step in &self.way.moves[cell] {
                    let next = &arriving[at(step.to, lives)..][..held];
                    let pairs = value.iter_mut().zip(next);
                    pairs.for_each(|(sum, next)| *sum += step.share * next);
                }
                let stops = self.decisions.on(cell, lives).iter().zip(&worth);
                for (value, (stops, worth)) in value.iter_mut().zip(stops) {
                    *value = if *stops { *worth } else { *value };
                }
            }
            for lives in 1..=CAP {
                let into = &mut arriving[at(cell, lives)..][..self.purses.reach[series]];
                if offset == CELLS {
                    let standing = &standing[(lives - 1) * width..][..held];
                    for (held, value) in into.iter_mut().enumerate() {
                        let rows = self.purses.open(series, held)?;
                        *value = fillings[series % 2].mean(rows.iter().map(|row| standing[row.0]), ordered);
                    }
                } else {
                    match self.terms.after(lives, effects[offset]) {
                        0 => into.fill(0.0),
                        after => into.copy_from_slice(&standing[(after - 1) * width..][..into.len()]),
                    }
                }
            }
        }
        let starts = self.way.moves[0].iter();
        Ok(starts
            .map(|step| step.share * arriving[at(step.to, self.terms.lives)])
            .sum())
    }
}
