//! One row of a table by integer weights.

use crate::error::{Error, Result};

/// A finite law with integer weights, by cumulative sums; exact, no float.
///
/// Meant for tables of a few rows: the row is found by counting the bounds that the draw has
/// reached, which costs no branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Categorical {
    /// Cumulative weights without the last, which is `total`.
    bounds: Vec<u64>,
    total: u64,
}

impl Categorical {
    /// The law with these weights.
    ///
    /// # Errors
    /// There are none, or they sum to zero or to more than a `u64` holds.
    pub fn new(weights: &[u64]) -> Result<Self> {
        let mut total = 0_u64;
        let mut bounds = Vec::with_capacity(weights.len());
        for &weight in weights {
            total = total
                .checked_add(weight)
                .ok_or_else(|| Error::input("weights whose sum is above 2^64"))?;
            bounds.push(total);
        }
        bounds.pop();
        if total == 0 {
            return Err(Error::input(
                "weights that sum to zero: nothing can be drawn",
            ));
        }
        Ok(Self { bounds, total })
    }

    /// The sum of the weights: the bound of the uniform draw that [`Categorical::row`] maps.
    #[inline(always)]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The row of a uniform draw below [`Categorical::total`].
    #[inline(always)]
    pub fn row(&self, draw: u64) -> usize {
        self.bounds
            .iter()
            .map(|&bound| usize::from(draw >= bound))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_gets_exactly_its_weight() {
        let law = Categorical::new(&[3, 0, 4, 1]).expect("weights");
        let mut counts = [0; 4];
        for draw in 0..law.total() {
            counts[law.row(draw)] += 1;
        }
        assert_eq!(counts, [3, 0, 4, 1]);
    }

    #[test]
    fn laws_that_cannot_be_drawn_are_refused() {
        assert!(Categorical::new(&[]).is_err());
        assert!(Categorical::new(&[0, 0]).is_err());
        assert!(Categorical::new(&[u64::MAX, 1]).is_err());
    }
}
