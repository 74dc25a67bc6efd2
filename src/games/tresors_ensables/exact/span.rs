//! The range of the RTP over all odds that round to the printed ones.
//!
//! A backward pass takes, wherever a table is drawn, the law of its box that is best (or worst) there:
//! for the three rules of a series together, as what follows a series is linear in the law of each, and
//! for the chests. No single choice of laws can do better, so the range is valid. It is attained,
//! and so exact, if the same corner of the boxes of the rules is best at every place that a play can come
//! to, and the contents of chests in the order of their amounts; this is the case for strategies such
//! as `gold`, `first-chest` and `chests:K`, for whom more life is never worse and a gain decides nothing,
//! when a gain of lives over the cap is cut. Otherwise it may be too wide. The pass is made in floats,
//! and its ends are moved apart by more than they can err.

use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::exact::{Bounds, Ratio, to_f64};
use crate::game::Strategy;
use crate::games::tresors_ensables::TresorsEnsables;
use crate::games::tresors_ensables::exact::counts::Counts;
use crate::games::tresors_ensables::exact::forward::{Flow, Sharp};
use crate::games::tresors_ensables::exact::graph::{EFFECTS, NONE, OUTCOMES};
use crate::games::tresors_ensables::exact::odds::Odds;
use crate::games::tresors_ensables::exact::polytope::{Corners, Filling, Polytope};
use crate::games::tresors_ensables::exact::way::{CAP, CELLS, LAST, SERIES, STRETCH, place};

/// How far the ends are moved apart, relatively.
const SLACK: f64 = 1e-11;
/// All corners.
const ALL: Corners = [u64::MAX; 4];

/// Least and greatest value.
pub(super) type Ends = [f64; 2];
/// Values by the cell of a series landed on, before its effect acts or its chest is opened, and lives.
type Worth = [[Ends; CAP]; STRETCH];
/// Values under each outcome of the rules.
type Spread = [[f64; OUTCOMES]; 2];

/// A range, and where it is attained.
#[derive(Clone)]
pub(super) struct Range {
    /// The ends, in cents.
    pub(super) ends: Ends,
    /// The corners that are best everywhere, for each end.
    corners: [Corners; 2],
    /// Whether larger amounts were better in every chest.
    pub(super) ordered: bool,
}

impl Range {
    pub(super) fn new(ends: Ends) -> Self {
        Self {
            ends,
            corners: [ALL; 2],
            ordered: true,
        }
    }

    /// Adds what was found elsewhere.
    fn also(&mut self, other: &Self) {
        for (mine, theirs) in self
            .corners
            .iter_mut()
            .flatten()
            .zip(other.corners.iter().flatten())
        {
            *mine &= theirs;
        }
        self.ordered &= other.ordered;
    }

    /// Whether both ends are attained.
    pub(super) fn is_attained(&self) -> bool {
        self.ordered && self.corners.iter().all(|corners| *corners != [0; 4])
    }

    /// The ends as bounds of the RTP at a stake in cents.
    ///
    /// # Errors
    /// They are no numbers.
    pub(super) fn bounds(&self, stake: i64) -> Result<Bounds> {
        let number = |value: f64| {
            Ratio::from_float(value / stake as f64)
                .ok_or_else(|| Error::internal("a range without ends"))
        };
        Ok(Bounds {
            low: number(self.ends[0] * (1.0 - SLACK))?,
            high: number(self.ends[1] * (1.0 + SLACK))?,
        })
    }
}

/// The range for series that are drawn one by one.
pub(super) fn range<S: Strategy<TresorsEnsables>>(
    flow: &Flow<'_, S>,
    odds: &Odds,
    counts: &Counts,
) -> Sharp<Range> {
    Pass {
        flow,
        odds,
        counts,
        polytope: Polytope::new(odds),
        fillings: [&odds.bronze, &odds.silver].map(|kind| {
            [false, true].map(|high| Filling::new(&kind.intervals, high))
        }),
    }
    .range()
}

/// The range over one layout drawn for all series; `parts` are the layouts' ranges, each with its share of
/// the placements under each outcome of the rules.
pub(super) fn over_layouts(odds: &Odds, parts: &[([f64; OUTCOMES], Range)]) -> Range {
    let polytope = Polytope::new(odds);
    let mut range = Range::new([0.0; 2]);
    for end in 0..2 {
        let mut values = [0.0; OUTCOMES];
        for (spread, part) in parts {
            for (value, share) in values.iter_mut().zip(spread) {
                *value += share * part.ends[end];
            }
        }
        range.ends[end] = polytope.extreme(&values, end == 1).0;
    }
    range.ordered = parts.iter().all(|(_, part)| part.ordered);
    range
}

/// A backward pass.
struct Pass<'a, S> {
    flow: &'a Flow<'a, S>,
    odds: &'a Odds,
    counts: &'a Counts,
    /// The laws of the rules.
    polytope: Polytope,
    /// The laws of bronze and of silver chests, for each end.
    fillings: [[Filling<'a>; 2]; 2],
}

impl<S: Strategy<TresorsEnsables>> Pass<'_, S> {
    fn range(&self) -> Sharp<Range> {
        let purses = self.flow.purses.list.len();
        let mut next: Vec<Worth> = Vec::new();
        let mut found = Range::new([0.0; 2]);
        for series in (0..SERIES).rev() {
            let held: Vec<usize> = self.counts.held(series).collect();
            let worth = |&held: &usize| self.series(series, held, &next);
            let worths: Vec<(Worth, Range)> = held.par_iter().map(worth).collect::<Sharp<_>>()?;
            next = vec![[[[0.0; 2]; CAP]; STRETCH]; purses];
            for (held, (worth, range)) in held.iter().zip(worths) {
                next[*held] = worth;
                found.also(&range);
            }
        }
        for step in &self.flow.way.moves[0] {
            let worth = next[0][step.to - 1][self.flow.terms.lives - 1];
            (0..2).for_each(|end| found.ends[end] += step.share * worth[end]);
        }
        Ok(found)
    }

    /// What entering a series with a purse is worth; `next` is the series after it.
    fn series(&self, series: usize, held: usize, next: &[Worth]) -> Sharp<(Worth, Range)> {
        let (flow, graph) = (self.flow, self.flow.graph);
        let mut range = Range::new([0.0; 2]);
        let mut worth: Worth = [[[0.0; 2]; CAP]; STRETCH];
        for lives in 1..=CAP {
            worth[CELLS][lives - 1] = self.chest(series, held, lives, next, &mut range)?;
        }
        let mut values = vec![[[[0.0; OUTCOMES]; 2]; CAP]; graph.nodes.len()];
        for (number, node) in graph.nodes.iter().enumerate().rev() {
            let cell = STRETCH * series + node.offset + 1;
            for lives in 1..=CAP {
                let mut value: Spread = [[0.0; OUTCOMES]; 2];
                let mut fixed: Ends = [0.0; 2];
                if flow.terms.anywhere && flow.stops(cell, lives, held, &node.seen[..1])? {
                    fixed = flow.purses.list[held].worth;
                } else {
                    for step in &flow.way.moves[cell] {
                        let (reached, offset) = place(step.to);
                        let ends = match offset {
                            _ if reached > series => next[held][offset][lives - 1],
                            CELLS => worth[CELLS][lives - 1],
                            _ => {
                                self.land(
                                    &mut value,
                                    &values,
                                    node.next[offset],
                                    lives,
                                    step.share,
                                );
                                continue;
                            }
                        };
                        (0..2).for_each(|end| fixed[end] += step.share * ends[end]);
                    }
                }
                for end in 0..2 {
                    for (value, share) in value[end].iter_mut().zip(&node.spread) {
                        *value += share * fixed[end];
                    }
                }
                values[number][lives - 1] = value;
            }
        }
        for (offset, (worth, links)) in worth.iter_mut().zip(graph.first).enumerate() {
            for (lives, worth) in (1..).zip(worth) {
                let mut value: Spread = [[0.0; OUTCOMES]; 2];
                self.land(&mut value, &values, links, lives, 1.0);
                let is_met = self.counts.is_met(series, held, offset, lives);
                for end in 0..2 {
                    let (extreme, corners) = self.polytope.extreme(&value[end], end == 1);
                    worth[end] = extreme;
                    if is_met {
                        let all = range.corners[end].iter_mut();
                        all.zip(corners).for_each(|(all, here)| *all &= here);
                    }
                }
            }
        }
        Ok((worth, range))
    }

    /// Adds what landing on a cell is worth.
    fn land(
        &self,
        value: &mut Spread,
        values: &[[Spread; CAP]],
        links: [u16; EFFECTS.len()],
        lives: usize,
        share: f64,
    ) {
        for (link, effect) in links.into_iter().zip(EFFECTS) {
            let after = self.flow.terms.after(lives, effect);
            if link == NONE || after == 0 {
                continue;
            }
            let landed = &values[usize::from(link)][after - 1];
            for end in 0..2 {
                for (value, more) in value[end].iter_mut().zip(&landed[end]) {
                    *value += share * more;
                }
            }
        }
    }

    /// What landing on the chest that ends a series is worth.
    fn chest(
        &self,
        series: usize,
        held: usize,
        lives: usize,
        next: &[Worth],
        range: &mut Range,
    ) -> Sharp<Ends> {
        let flow = self.flow;
        let cell = STRETCH * (series + 1);
        if cell == LAST {
            let (purse, gold) = (flow.purses.list[held].worth, &self.odds.gold.mean);
            return Ok([purse[0] + to_f64(&gold.low), purse[1] + to_f64(&gold.high)]);
        }
        let mut values = [Vec::new(), Vec::new()];
        for &(into, _) in flow.purses.open(series, held)? {
            let worth = if flow.stops(cell, lives, into, &[0])? {
                flow.purses.list[into].worth
            } else {
                let mut sum = [0.0; 2];
                for step in &flow.way.moves[cell] {
                    let worth = next[into][step.to - cell - 1][lives - 1];
                    (0..2).for_each(|end| sum[end] += step.share * worth[end]);
                }
                sum
            };
            (0..2).for_each(|end| values[end].push(worth[end]));
        }
        let filling = &self.fillings[series % 2];
        Ok([0, 1].map(|end| {
            filling[end].mean(values[end].iter().copied(), &mut range.ordered)
        }))
    }
}
