//! A table's counts against exact integer weights.

use super::cells::Rows;
use super::enumeration::exact_multinomial;
use super::gof::{Gof, GofOutcome, goodness_of_fit};
use super::interval::Interval;
use super::special::ln_chi2_sf;
use super::table_test::{Fit, NoTest, RowTest, TableOutcome, TableTest};
use super::tails::Tails;
use crate::error::Result;

/// P(χ² <= statistic) below which counts are called too even.
const TOO_EVEN: f64 = 1e-4;

/// Tests `counts` against the law `weights[i] / denominator`.
///
/// - Chi-square (Pearson; G beside it) over the rows that expect [`MIN_EXPECTED`](super::MIN_EXPECTED) draws or more, the others
///   merged, with the smallest of the former while the merged cell expects fewer.
/// - Each merged row by exact binomial tails.
/// - The row with the smallest such p-value of all k rows, times k.
/// - Where all rows are merged there is no chi-square: the whole table is tested by enumeration of
///   all outcomes ([`exact_multinomial`]) if these are at most 1e7, and the rows remain.
///
/// # Errors
/// As many counts as weights are expected, weights that sum to the denominator, and
/// n·D below 2^125.
pub fn table_test(counts: &[u64], weights: &[u64], denominator: u64) -> Result<TableOutcome> {
    let (fit, ln_p_exact) = match goodness_of_fit(counts, weights, denominator)? {
        GofOutcome::Impossible { rows, draws, n } => {
            return Ok(TableOutcome::Impossible { rows, draws, n });
        }
        GofOutcome::NotTested(NoTest::TooFewDraws { .. }) => {
            (None, exact_multinomial(counts, weights, denominator)?)
        }
        GofOutcome::NotTested(why) => return Ok(TableOutcome::NotTested(why)),
        GofOutcome::Tested(gof) => (Some(fit_of(&gof)), None),
    };
    let rows = Rows::new(counts, weights, denominator)?;
    let tests = rows.possible().into_iter().map(|row| {
        let p = weights[row] as f64 / denominator as f64;
        let chance = Interval { low: p, high: p };
        RowTest {
            row,
            observed: counts[row],
            chance,
            ln_p: Tails::binomial(counts[row], rows.n, chance).ln_two_sided(),
            is_rare: fit.as_ref().is_none_or(|fit| fit.pooled.contains(&row)),
        }
    });
    let tests: Vec<RowTest> = tests.collect();
    let test = TableTest::join(rows.n, fit, ln_p_exact, tests, None);
    Ok(TableOutcome::Tested(Box::new(test)))
}

/// The chi-square part.
fn fit_of(gof: &Gof) -> Fit {
    let steps = gof.cells.iter().map(|cell| 1.0 / cell.expected).sum();
    Fit {
        statistic: gof.statistic,
        df: gof.df,
        ln_p: gof.ln_p,
        g: Some(gof.g),
        ln_p_g: Some(ln_chi2_sf(gof.g, gof.df)),
        conservative: None,
        pooled: gof.pooled().to_vec(),
        too_even: is_too_even(gof.statistic, gof.df, steps),
    }
}

/// Whether so small a statistic has a probability below 1e-4.
///
/// Counts are whole numbers, so that small statistics come in steps: all counts with so small a one fill,
/// each with its unit cube, at most a ball whose radius is larger by half a cube's diagonal,
/// ½ √Σ 1/E. The Gaussian volume of that ball bounds their probability. `steps` is Σ 1/E.
pub(super) fn is_too_even(statistic: f64, df: u32, steps: f64) -> bool {
    let radius = statistic.sqrt() + 0.5 * steps.sqrt();
    -libm::expm1(ln_chi2_sf(radius * radius, df)) < TOO_EVEN
}
