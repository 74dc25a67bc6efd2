//! Pearson's goodness of fit of a table's counts to exact integer weights.

use super::cells::{Cell, MIN_EXPECTED, Rows};
use super::special::{ln_chi2_sf, phi};
use super::table_test::NoTest;
use crate::error::Result;

/// What became of a table's test.
#[derive(Clone, Debug, PartialEq)]
pub enum GofOutcome {
    /// The test was made.
    Tested(Gof),
    /// A row of weight 0 was drawn: no sampling error explains that, p is 0 exactly.
    Impossible {
        /// The rows of weight 0 that were drawn.
        rows: Vec<usize>,
        /// How often they were.
        draws: u64,
        /// All draws of the table.
        n: u64,
    },
    /// There was nothing to test.
    NotTested(NoTest),
}

/// The result of Pearson's test (K. Pearson, Phil. Mag. 50, 1900).
#[derive(Clone, Debug, PartialEq)]
pub struct Gof {
    /// Draws.
    pub n: u64,
    /// X² = Σ (O - E)² / E over the cells.
    pub statistic: f64,
    /// G = 2 Σ O ln(O/E) over the cells (Wilks' likelihood ratio).
    pub g: f64,
    /// Cells less one.
    pub df: u32,
    /// `ln P(χ²_df >= X²)`.
    pub ln_p: f64,
    /// The cells tested, the pooled one last.
    pub cells: Vec<Cell>,
}

impl Gof {
    /// The rows that were too rare to stand alone; empty if none was.
    pub fn pooled(&self) -> &[usize] {
        self.cells
            .iter()
            .find(|cell| cell.rows.len() > 1)
            .map_or(&[], |cell| &cell.rows)
    }

    /// The cell with the largest standardised residual in absolute value; the first of equals.
    pub fn worst(&self) -> Option<&Cell> {
        let size = |cell: &Cell| cell.residual.abs();
        self.cells.iter().reduce(|worst, cell| {
            if size(cell) > size(worst) {
                cell
            } else {
                worst
            }
        })
    }
}

/// Tests `counts` against the law `weights[i] / denominator`, rows expecting fewer than
/// [`MIN_EXPECTED`] draws being pooled.
///
/// The deviations O - n·w/D are taken in integers, so that nothing is lost at 1e15 draws.
///
/// # Errors
/// As many counts as weights are expected, weights that sum to the denominator, and
/// n·D below 2^125.
pub fn goodness_of_fit(counts: &[u64], weights: &[u64], denominator: u64) -> Result<GofOutcome> {
    goodness_of_fit_pooling(counts, weights, denominator, MIN_EXPECTED)
}

/// [`goodness_of_fit`] with another least expected count; 0 never pools.
///
/// # Errors
/// See [`goodness_of_fit`].
pub fn goodness_of_fit_pooling(
    counts: &[u64],
    weights: &[u64],
    denominator: u64,
    min_expected: u64,
) -> Result<GofOutcome> {
    let rows = Rows::new(counts, weights, denominator)?;
    let n = rows.n;
    let (impossible, draws) = rows.impossible();
    if draws > 0 {
        return Ok(GofOutcome::Impossible {
            rows: impossible,
            draws,
            n,
        });
    }
    if n == 0 {
        return Ok(GofOutcome::NotTested(NoTest::NoDraws));
    }
    if rows.possible().len() < 2 {
        return Ok(GofOutcome::NotTested(NoTest::OneRow));
    }
    let cells = rows.pooled(min_expected);
    let df = (cells.len() - 1) as u32;
    if df == 0 {
        return Ok(GofOutcome::NotTested(NoTest::TooFewDraws { n }));
    }
    let statistic = sum_of_squares(&cells, n as f64, denominator);
    Ok(GofOutcome::Tested(Gof {
        n,
        statistic,
        g: likelihood_ratio(&cells),
        df,
        ln_p: ln_chi2_sf(statistic, df),
        cells,
    }))
}

/// Σ (O - E)² / (p·variance), which is Σ excess² / (D·variance·w), smallest terms first: the order of
/// the rows cannot matter. `variance` is n for independent draws.
pub(super) fn sum_of_squares(cells: &[Cell], variance: f64, denominator: u64) -> f64 {
    let unit = variance * denominator as f64;
    let mut terms: Vec<f64> = cells
        .iter()
        .map(|cell| {
            let excess = cell.excess as f64;
            excess / unit * (excess / cell.weight as f64)
        })
        .collect();
    terms.sort_by(f64::total_cmp);
    terms.iter().sum()
}

/// G = 2 Σ E φ(δ), δ = (O - E)/E from the exact excess and φ(δ) = (1 + δ) ln(1 + δ) - δ, whose series for
/// small δ keeps the digits that Σ O ln(O/E) loses: at 1e12 draws that sum is off by 1e-4.
pub(super) fn likelihood_ratio(cells: &[Cell]) -> f64 {
    let mut terms: Vec<f64> = cells
        .iter()
        .filter(|cell| cell.expected > 0.0)
        .map(|cell| {
            let relative = if cell.observed == 0 {
                -1.0
            } else {
                cell.relative
            };
            2.0 * cell.expected * phi(relative)
        })
        .collect();
    terms.sort_by(f64::total_cmp);
    terms.iter().sum()
}

#[cfg(test)]
mod tests;
