//! The cells of a table's test: rows, with the rare ones pooled.

use crate::error::{Error, Result};

/// Expected count below which a row is pooled with the other rare ones.
pub const MIN_EXPECTED: u64 = 10;

/// One or more rows of a table, tested as one, with its exact deviation.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The rows, ascending; more than one in the pooled cell.
    pub rows: Vec<usize>,
    /// Draws observed.
    pub observed: u64,
    /// Weight over the table's denominator.
    pub weight: u64,
    /// Expected draws n·w/D.
    pub expected: f64,
    /// O·D - n·w, exactly: the deviation from the expected count, times D.
    pub excess: i128,
    /// (O - E) / E, from the exact deviation; 0 without draws.
    pub relative: f64,
    /// (O - E) / √(E (1 - w/D)): about standard normal under the null. 0 where nothing can vary.
    pub residual: f64,
}

/// Checked counts and weights of one table; rows of weight 0 are kept apart.
#[derive(Clone, Debug)]
pub(super) struct Rows<'a> {
    counts: &'a [u64],
    weights: &'a [u64],
    denominator: u64,
    pub(super) n: u64,
}

impl<'a> Rows<'a> {
    /// # Errors
    /// The lengths differ, the weights do not sum to the denominator, that is 0, or the numbers are too
    /// large for exact 128-bit arithmetic.
    pub(super) fn new(counts: &'a [u64], weights: &'a [u64], denominator: u64) -> Result<Self> {
        if counts.len() != weights.len() {
            return Err(Error::input(format!(
                "{} counts for {} weights: expected one count per row",
                counts.len(),
                weights.len()
            )));
        }
        let total: u128 = weights.iter().map(|&w| u128::from(w)).sum();
        if denominator == 0 || total != u128::from(denominator) {
            return Err(Error::input(format!(
                "weights that sum to {total}, not to their denominator {denominator}"
            )));
        }
        let too_large = || {
            Error::input(format!(
                "counts too large for exact arithmetic with denominator {denominator}"
            ))
        };
        let n = counts
            .iter()
            .try_fold(0_u64, |sum, &count| sum.checked_add(count))
            .ok_or_else(too_large)?;
        // Every product below is at most n·D; the factor leaves room for MIN_EXPECTED·D and for signs.
        let product = u128::from(n) * u128::from(denominator);
        if product > (i128::MAX / 4).unsigned_abs() {
            return Err(too_large());
        }
        Ok(Self {
            counts,
            weights,
            denominator,
            n,
        })
    }

    /// The rows of weight 0 that were drawn nevertheless, and how many draws fell there.
    pub(super) fn impossible(&self) -> (Vec<usize>, u64) {
        let drawn = |&row: &usize| self.weights[row] == 0 && self.counts[row] > 0;
        let rows: Vec<usize> = (0..self.counts.len()).filter(drawn).collect();
        let draws = rows.iter().map(|&row| self.counts[row]).sum();
        (rows, draws)
    }

    /// The rows that can be drawn.
    pub(super) fn possible(&self) -> Vec<usize> {
        (0..self.weights.len())
            .filter(|&row| self.weights[row] > 0)
            .collect()
    }

    /// One cell per possible row, those with an expected count below `min_expected` merged into a last
    /// one. Should that still expect less, the kept row of least weight (the first such) joins it.
    pub(super) fn pooled(&self, min_expected: u64) -> Vec<Cell> {
        self.pooled_among(self.n.into(), min_expected)
    }

    /// [`Rows::pooled`] by the counts expected among `n` draws in place of all.
    pub(super) fn pooled_among(&self, n: u128, min_expected: u64) -> Vec<Cell> {
        let (mut pool, mut kept): (Vec<usize>, Vec<usize>) = self
            .possible()
            .into_iter()
            .partition(|&row| self.is_rare(n, self.weights[row], min_expected));
        let pooled: u64 = pool.iter().map(|&row| self.weights[row]).sum();
        if !pool.is_empty() && self.is_rare(n, pooled, min_expected) {
            let least = (0..kept.len()).min_by_key(|&at| self.weights[kept[at]]);
            if let Some(at) = least {
                pool.push(kept.remove(at));
                pool.sort_unstable();
            }
        }
        let mut cells: Vec<Cell> = kept.into_iter().map(|row| self.cell(vec![row])).collect();
        if !pool.is_empty() {
            cells.push(self.cell(pool));
        }
        cells
    }

    /// Whether `n·w/D < min_expected`, in integers.
    fn is_rare(&self, n: u128, weight: u64, min_expected: u64) -> bool {
        n * u128::from(weight) < u128::from(min_expected) * u128::from(self.denominator)
    }

    fn cell(&self, rows: Vec<usize>) -> Cell {
        let observed: u64 = rows.iter().map(|&row| self.counts[row]).sum();
        let weight: u64 = rows.iter().map(|&row| self.weights[row]).sum();
        let wide = i128::from;
        let excess = wide(observed) * wide(self.denominator) - wide(self.n) * wide(weight);
        let (n, w) = (self.n as f64, weight as f64);
        let spread = (n * w * (self.denominator - weight) as f64).sqrt();
        Cell {
            rows,
            observed,
            weight,
            expected: n * w / self.denominator as f64,
            excess,
            relative: if excess == 0 {
                0.0
            } else {
                excess as f64 / n / w
            },
            residual: if excess == 0 {
                0.0
            } else {
                excess as f64 / spread
            },
        }
    }
}
