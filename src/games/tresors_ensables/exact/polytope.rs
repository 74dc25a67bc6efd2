//! The laws that three-row tables allow, and the extremes of what depends on three of them.

use crate::games::tresors_ensables::exact::graph::OUTCOMES;
use crate::games::tresors_ensables::exact::odds::{Interval, Odds};

/// How close two values are that count as equal.
const TIE: f64 = 1e-12;
/// Orders in which three rows can be filled up.
const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// The most rows of a chest's table.
pub(super) const ROWS: usize = 8;

/// The law that gives all it can to the rows that come first in `order`; what lies beyond the intervals is 0.
fn filled(intervals: &[Interval], order: impl Iterator<Item = usize>) -> [f64; ROWS] {
    let mut law = [0.0; ROWS];
    law.iter_mut().zip(intervals).for_each(|(p, interval)| *p = interval.0);
    let mut missing = 1.0 - intervals.iter().map(|interval| interval.0).sum::<f64>();
    for row in order {
        let more = missing.min(intervals[row].1 - law[row]).max(0.0);
        law[row] += more;
        missing -= more;
    }
    law
}

/// The laws in the boxes of a table's rows, to find the least or the greatest mean.
pub(super) struct Filling<'a> {
    intervals: &'a [Interval],
    high: bool,
    /// The extreme law where the values of the rows ascend, as they mostly do.
    ascending: [f64; ROWS],
}

impl<'a> Filling<'a> {
    /// The laws in `intervals`, of which there are at most [`ROWS`]; for the greatest mean if `high`.
    pub(super) fn new(intervals: &'a [Interval], high: bool) -> Self {
        let rows = 0..intervals.len();
        let ascending = if high {
            filled(intervals, rows.rev())
        } else {
            filled(intervals, rows)
        };
        Self {
            intervals,
            high,
            ascending,
        }
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.intervals.len()
    }

    /// The extreme mean of `values`, of which there is one for each row, or a single one for all;
    /// `ordered` is cleared where they do not ascend.
    pub(super) fn mean(
        &self,
        values: impl Iterator<Item = f64> + Clone,
        ordered: &mut bool,
    ) -> f64 {
        let mut rest = values.clone();
        if let (Some(single), None) = (rest.next(), rest.next()) {
            return single;
        }
        if values.clone().is_sorted() {
            return weigh(&self.ascending, values);
        }
        *ordered = false;
        let mut known = [0.0; ROWS];
        let (mut order, mut rows) = ([0; ROWS], 0);
        for value in values {
            known[rows] = value;
            // Among equals the first stays first.
            let mut at = rows;
            while at > 0 && known[order[at - 1]] > value {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = rows;
            rows += 1;
        }
        let order = &mut order[..rows];
        if self.high {
            order.reverse();
        }
        weigh(&filled(self.intervals, order.iter().copied()), known.into_iter())
    }
}

/// The mean of `values` under `law`.
fn weigh(law: &[f64], values: impl Iterator<Item = f64>) -> f64 {
    law.iter().zip(values).map(|(p, value)| p * value).sum()
}

/// A set of corners, a bit for each.
pub(super) type Corners = [u64; 4];

/// The three rule tables jointly: each may have any law in its box, independently of the others.
pub(super) struct Polytope {
    laws: [[[f64; 3]; 6]; 3],
}

impl Polytope {
    /// The laws that the printed odds of the rules allow.
    pub(super) fn new(odds: &Odds) -> Self {
        let corner = |rule: usize, order: [usize; 3]| {
            let law = filled(&odds.rules[rule].intervals, order.into_iter());
            [law[0], law[1], law[2]]
        };
        // Greedy filling in some order gives every corner of a box cut by the plane of sum 1.
        Self {
            laws: [0, 1, 2].map(|rule| ORDERS.map(|order| corner(rule, order))),
        }
    }

    /// The extreme of `Σ p_i q_j r_k values[ijk]`, and the corners where it is attained.
    ///
    /// The sum is linear in each law with the others fixed, so that the extreme is attained at a corner
    /// of each.
    pub(super) fn extreme(&self, values: &[f64; OUTCOMES], high: bool) -> (f64, Corners) {
        let mut means = [0.0; 216];
        for (i, p) in self.laws[0].iter().enumerate() {
            let mut table = [0.0; 9];
            for (outcome, value) in values.iter().enumerate() {
                table[outcome % 9] += p[outcome / 9] * value;
            }
            for (j, q) in self.laws[1].iter().enumerate() {
                let row = |k: usize| q[0] * table[k] + q[1] * table[3 + k] + q[2] * table[6 + k];
                let rows = [row(0), row(1), row(2)];
                for (k, r) in self.laws[2].iter().enumerate() {
                    means[36 * i + 6 * j + k] = r[0] * rows[0] + r[1] * rows[1] + r[2] * rows[2];
                }
            }
        }
        let best = means
            .iter()
            .copied()
            .reduce(if high { f64::max } else { f64::min })
            .unwrap_or(0.0);
        let mut corners = [0; 4];
        for (number, mean) in means.iter().enumerate() {
            corners[number / 64] |=
                u64::from((mean - best).abs() <= TIE * best.abs()) << (number % 64);
        }
        (best, corners)
    }
}
