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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::PartKind;

    fn tested(counts: &[u64], weights: &[u64]) -> TableTest {
        match table_test(counts, weights, weights.iter().sum()).expect("valid") {
            TableOutcome::Tested(test) => *test,
            other => panic!("not tested: {other:?}"),
        }
    }

    /// Three times 10 000 EUR where 0.1 is expected: chi-square, which sees it pooled with ten others, finds
    /// nothing; the rare row alone has 2 P(X >= 3) = 2 (1 - e^-0.1 (1 + 0.1 + 0.005)) = 3.1e-4, within 0.1 %
    /// for a binomial count.
    #[test]
    fn a_rare_row_is_tested_on_its_own_and_named() {
        let weights = [70_000, 15_000, 10_000, 4_899, 100, 1];
        let test = tested(&[7_000, 1_500, 1_000, 488, 9, 3], &weights);
        let kinds: Vec<PartKind> = test.parts.iter().map(|part| part.kind).collect();
        let expected = [
            PartKind::PearsonChi2,
            PartKind::RareRow(4),
            PartKind::RareRow(5),
            PartKind::WorstRow(5),
        ];
        assert_eq!(kinds, expected);
        assert!(test.parts[0].ln_p > libm::log(0.5));
        let alone = 2.0 * (1.0 - libm::exp(-0.1) * 1.105);
        assert!((libm::exp(test.rows[5].ln_p) / alone - 1.0).abs() < 2e-3);
        // Holm over four parts; the worst row is one of six.
        assert!((test.ln_p - test.rows[5].ln_p - libm::log(4.0)).abs() < 1e-12);
        assert!((test.parts[3].ln_p - test.rows[5].ln_p - libm::log(6.0)).abs() < 1e-12);
    }

    #[test]
    fn few_draws_are_enumerated() {
        let test = tested(&[2, 1, 5, 4], &[3, 30, 109, 58]);
        let exact = exact_multinomial(&[2, 1, 5, 4], &[3, 30, 109, 58], 200);
        assert_eq!(test.ln_p_exact, exact.expect("valid"));
        assert!(test.fit.is_none() && test.parts.len() == 2);
        // One draw of a row of 1 in 200.
        let one = tested(&[1, 0], &[1, 199]);
        assert!((libm::exp(one.ln_p_exact.expect("few")) - 0.005).abs() < 1e-15);
        let none = table_test(&[0, 0], &[1, 1], 2).expect("valid");
        assert_eq!(none, TableOutcome::NotTested(NoTest::NoDraws));
        // Sixty rows and 100 draws have too many outcomes: the rows are left.
        let rows = tested(&[[0; 59].as_slice(), &[100]].concat(), &[1; 60]);
        assert_eq!(rows.parts.len(), 1);
        assert!(rows.ln_p < -390.0 && rows.worst().map(|row| row.row) == Some(59));
    }

    /// Exactly what was expected, of a billion draws, is too good; of twenty it is not, and two standard
    /// deviations off never are.
    #[test]
    fn too_even_counts_are_noticed() {
        let fit = |counts: &[u64], weights: &[u64]| tested(counts, weights).fit.expect("a fit");
        let even = [15_000_000, 150_000_000, 545_000_000, 290_000_000];
        assert!(fit(&even, &[3, 30, 109, 58]).too_even);
        assert!(!fit(&[10, 10], &[1, 1]).too_even);
        assert!(
            !fit(&[50_000, 50_000], &[1, 1]).too_even,
            "once in 400 tables"
        );
        assert!(
            !fit(
                &[15_007_000, 149_993_000, 545_000_000, 290_000_000],
                &[3, 30, 109, 58]
            )
            .too_even
        );
    }
}
