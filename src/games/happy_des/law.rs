//! One row of a table, without a branch: by comparisons, or by looking at the ball drawn from an urn.

use crate::error::{Error, Result};

/// A finite law with integer weights over at most `BOUNDS + 1` rows; exact, no float.
///
/// The length is known to the compiler, which unrolls the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Law<const BOUNDS: usize> {
    /// Cumulative weights without the last, filled up with a bound that no draw reaches.
    bounds: [u64; BOUNDS],
    total: u64,
}

impl<const BOUNDS: usize> Law<BOUNDS> {
    /// A law whose first row is certain: its draw takes nothing from a word.
    pub(super) const CERTAIN: Self = Self {
        bounds: [u64::MAX; BOUNDS],
        total: 1,
    };

    /// The law with these weights.
    ///
    /// # Errors
    /// There are none or too many, or their sum is 0 or above 2^64 - 1.
    pub(super) fn new(weights: &[u64]) -> Result<Self> {
        let mut law = Self::CERTAIN;
        let mut total = 0_u64;
        for (row, &weight) in weights.iter().enumerate() {
            if row > 0 {
                *law.bounds
                    .get_mut(row - 1)
                    .ok_or_else(|| Error::internal("a law of too many rows"))? = total;
            }
            total = total
                .checked_add(weight)
                .ok_or_else(|| Error::internal("weights whose sum is above 2^64"))?;
        }
        if total == 0 {
            return Err(Error::internal("weights that sum to zero"));
        }
        law.total = total;
        Ok(law)
    }

    /// The bound of the uniform draw that [`Law::row`] maps.
    #[inline(always)]
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// The draws at which the second row begins, the third, and so on.
    pub(super) fn bounds(&self) -> impl Iterator<Item = u64> {
        self.bounds.into_iter().filter(|&bound| bound < self.total)
    }

    /// The row of a uniform draw below [`Law::total`].
    #[inline(always)]
    pub(super) fn row(&self, draw: u64) -> usize {
        self.bounds
            .iter()
            .map(|&bound| usize::from(draw >= bound))
            .sum()
    }
}

/// A finite law as an urn with one ball per unit of weight, each marked with its row; exact.
///
/// One look-up a draw: for a table drawn from every round whose weights are small.
#[derive(Clone, Debug)]
pub(super) struct Urn {
    balls: Vec<u8>,
}

impl Urn {
    /// More balls than this would not be worth their memory.
    const LARGEST: u64 = 1 << 20;

    /// The urn of these weights.
    ///
    /// # Errors
    /// They sum to 0, or to too many balls, or there are more rows than a byte can number.
    pub(super) fn new(weights: &[u64]) -> Result<Self> {
        let total = weights.iter().fold(0, |sum: u64, &w| sum.saturating_add(w));
        if total == 0 || total > Self::LARGEST || weights.len() > 256 {
            return Err(Error::internal(format!("{total} balls for an urn")));
        }
        let rows = (0_u8..=u8::MAX).zip(weights);
        let balls = rows.flat_map(|(row, &weight)| std::iter::repeat_n(row, weight as usize));
        Ok(Self {
            balls: balls.collect(),
        })
    }

    /// The bound of the uniform draw that [`Urn::row`] maps.
    #[inline(always)]
    pub(super) fn total(&self) -> u64 {
        self.balls.len() as u64
    }

    /// The draw at which row number `row` begins.
    pub(super) fn start(&self, row: u8) -> u64 {
        self.balls.partition_point(|&ball| ball < row) as u64
    }

    /// The row of a uniform draw below [`Urn::total`].
    #[inline(always)]
    pub(super) fn row(&self, draw: u64) -> usize {
        usize::from(self.balls[draw as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_gets_exactly_its_weight() {
        let law = Law::<5>::new(&[3, 0, 4, 1]).expect("weights");
        let mut counts = [0; 4];
        for draw in 0..law.total() {
            counts[law.row(draw)] += 1;
        }
        assert_eq!(counts, [3, 0, 4, 1]);
        assert_eq!(Law::<5>::CERTAIN.row(0), 0);
    }

    #[test]
    fn laws_that_cannot_be_drawn_are_refused() {
        assert!(Law::<1>::new(&[]).is_err());
        assert!(Law::<1>::new(&[0, 0]).is_err());
        assert!(Law::<1>::new(&[1, 1, 1]).is_err());
        assert!(Law::<1>::new(&[u64::MAX, 1]).is_err());
    }

    #[test]
    fn an_urn_holds_each_row_as_often_as_its_weight() {
        let urn = Urn::new(&[3, 0, 4, 1]).expect("weights");
        let rows: Vec<usize> = (0..urn.total()).map(|draw| urn.row(draw)).collect();
        assert_eq!(rows, [0, 0, 0, 2, 2, 2, 2, 3]);
        assert!(Urn::new(&[0]).is_err());
        assert!(Urn::new(&[u64::MAX, 2]).is_err());
    }
}
