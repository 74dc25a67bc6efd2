//! The least and the greatest mean over all laws in a box.

use num_traits::{One, Zero};

use crate::error::{Error, Result};
use crate::exact::number::{Ratio, ratio};
use crate::units::RoundingInterval;

/// An exact number known to lie between two exact ends, both possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least value.
    pub low: Ratio,
    /// The greatest value.
    pub high: Ratio,
}

impl Bounds {
    /// The range of numbers that are in one of two ranges, and those between.
    #[must_use]
    pub fn hull(&self, other: &Self) -> Self {
        Self {
            low: self.low.clone().min(other.low.clone()),
            high: self.high.clone().max(other.high.clone()),
        }
    }

    /// A number known exactly.
    pub fn point(value: Ratio) -> Self {
        Self {
            low: value.clone(),
            high: value,
        }
    }

    /// The bounds of `factor >= 0` times the number.
    #[must_use]
    pub fn times(&self, factor: &Ratio) -> Self {
        Self {
            low: &self.low * factor,
            high: &self.high * factor,
        }
    }

    /// The bounds of the sum of two numbers that vary independently.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            low: &self.low + &other.low,
            high: &self.high + &other.high,
        }
    }
}

/// The least and the greatest `Σ p_i v_i` over all probabilities `p_i` in the intervals that sum to 1.
///
/// The greatest is found greedily, as in a fractional knapsack: all rows at their least, then what is
/// missing from 1 given to the rows of highest value first. That is the optimum of this linear
/// program, because moving probability from a row to one of lower value cannot gain.
///
/// # Errors
/// The lengths differ, or no probabilities in the intervals sum to 1.
pub fn range(values: &[Ratio], boxes: &[RoundingInterval]) -> Result<Bounds> {
    let ends: Vec<Bounds> = boxes.iter().map(wide).collect();
    let least: Ratio = ends.iter().map(|end| &end.low).sum();
    let most: Ratio = ends.iter().map(|end| &end.high).sum();
    let is_empty = ends.iter().any(|end| end.low > end.high);
    if values.len() != boxes.len() || is_empty || least > Ratio::one() || most < Ratio::one() {
        return Err(Error::input(format!(
            "no probabilities of {} rows lie in the {} intervals given and sum to 1",
            values.len(),
            boxes.len()
        )));
    }
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].cmp(&values[b]));
    let fill = |order: &mut dyn Iterator<Item = &usize>| {
        let mut missing = Ratio::one() - &least;
        let mut mean = Ratio::zero();
        for &row in order {
            let room = &ends[row].high - &ends[row].low;
            let more = room.min(missing.clone());
            missing -= &more;
            mean += (&ends[row].low + more) * &values[row];
        }
        mean
    };
    Ok(Bounds {
        low: fill(&mut order.iter()),
        high: fill(&mut order.iter().rev()),
    })
}

/// The least and the greatest probability of each row over all laws in the intervals: an interval's
/// ends, or what the other rows leave of 1 where that is tighter.
///
/// # Errors
/// As [`range`].
pub fn shares(boxes: &[RoundingInterval]) -> Result<Vec<Bounds>> {
    let indicator = |row: usize| -> Vec<Ratio> {
        let value = |at| ratio(i64::from(at == row), 1);
        (0..boxes.len()).map(value).collect()
    };
    (0..boxes.len())
        .map(|row| range(&indicator(row), boxes))
        .collect()
}

/// The ends of an interval as numbers of any size.
fn wide(interval: &RoundingInterval) -> Bounds {
    let end = |p: crate::units::Probability| ratio(*p.numer(), *p.denom());
    Bounds {
        low: end(interval.low),
        high: end(interval.high),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Probability;
    use proptest::prelude::*;

    fn interval(low: (i128, i128), high: (i128, i128)) -> RoundingInterval {
        RoundingInterval {
            low: Probability::new(low.0, low.1),
            high: Probability::new(high.0, high.1),
        }
    }

    #[test]
    fn two_rows_by_hand() {
        let boxes = [interval((1, 10), (4, 10)), interval((5, 10), (8, 10))];
        let found = range(&[ratio(10, 1), ratio(0, 1)], &boxes).expect("possible");
        // The first row is at least 1 - 8/10 and at most 4/10.
        assert_eq!((found.low, found.high), (ratio(2, 1), ratio(4, 1)));
    }

    #[test]
    fn boxes_without_a_law_are_refused() {
        let low = [interval((0, 1), (1, 3)), interval((0, 1), (1, 3))];
        let high = [interval((2, 3), (1, 1)), interval((1, 2), (1, 1))];
        let crossed = [interval((1, 2), (1, 3)), interval((0, 1), (1, 1))];
        let values = [ratio(1, 1), ratio(2, 1)];
        for boxes in [low, high, crossed] {
            assert!(range(&values, &boxes).is_err());
        }
        assert!(range(&values, &[RoundingInterval::unknown()]).is_err());
    }

    proptest! {
        /// No law on a grid of the boxes does better, and the law in the middle of the range exists.
        #[test]
        fn nothing_in_the_box_is_outside(
            values in prop::collection::vec(0_i64..100, 3),
            low in prop::collection::vec(0_i128..6, 3),
            width in prop::collection::vec(0_i128..8, 3),
        ) {
            const D: i128 = 12;
            let high: Vec<i128> = low.iter().zip(&width).map(|(l, w)| (l + w).min(D)).collect();
            let boxes: Vec<_> = low.iter().zip(&high).map(|(&l, &h)| interval((l, D), (h, D))).collect();
            let exact: Vec<Ratio> = values.iter().map(|&v| ratio(v, 1)).collect();
            let found = range(&exact, &boxes).ok();
            let mut means = Vec::new();
            for a in low[0]..=high[0] {
                for b in low[1]..=high[1] {
                    let c = D - a - b;
                    if (low[2]..=high[2]).contains(&c) {
                        let sum = a * i128::from(values[0]) + b * i128::from(values[1]) + c * i128::from(values[2]);
                        means.push(ratio(sum, D));
                    }
                }
            }
            // The vertices of such boxes lie on the grid.
            let best = means.iter().min().cloned().zip(means.iter().max().cloned());
            prop_assert_eq!(found.map(|f| (f.low, f.high)), best);
        }
    }
}
