//! What draws can see in a whole table.

use super::cells::MIN_EXPECTED;
use super::power::ncp_for_power;

/// Degrees of freedom of the chi-square test of a table after `n` draws: rows that expect fewer than ten are
/// one, with the smallest other row should they still be too rare together. 0: no test.
pub fn table_df(weights: &[u64], denominator: u64, n: f64) -> u32 {
    let expected = |weight: f64| n * weight / denominator as f64;
    let is_rare = |weight: f64| expected(weight) < MIN_EXPECTED as f64;
    let possible = weights.iter().filter(|weight| **weight > 0);
    let (rare, kept): (Vec<f64>, Vec<f64>) = possible
        .map(|&weight| weight as f64)
        .partition(|&weight| is_rare(weight));
    let pool: f64 = rare.iter().sum();
    let cells = match (rare.is_empty(), is_rare(pool), kept.is_empty()) {
        (true, _, _) | (false, true, false) => kept.len(),
        _ => kept.len() + 1,
    };
    cells.saturating_sub(1) as u32
}

/// Draws after which the test finds a deviation of the whole table of size `w`, the root-mean-square of the relative
/// deviations (Cohen's w), with probability `power`. Rows still rare by then are pooled. None for `w` = 0 or a
/// table of fewer than two rows.
pub fn table_draws_needed(
    weights: &[u64],
    denominator: u64,
    w: f64,
    alpha: f64,
    power: f64,
) -> Option<f64> {
    let rows = weights.iter().filter(|weight| **weight > 0).count() as u32;
    let least = weights.iter().filter(|weight| **weight > 0).min()?;
    if w == 0.0 || rows < 2 {
        return None;
    }
    // With more degrees of freedom more is needed: the first number that suffices for the rows it keeps.
    let enough = |df: u32| ncp_for_power(df, alpha, power) / (w * w);
    let whole = MIN_EXPECTED as f64 * denominator as f64 / *least as f64;
    let found = (1..rows).map(|df| (df, enough(df)));
    let mut fitting = found.filter(|&(df, n)| table_df(weights, denominator, n) <= df);
    // No test at all before some row is common: then as soon as there is one.
    let (_, n) = fitting.next().unwrap_or((rows - 1, whole));
    if table_df(weights, denominator, n) > 0 {
        return Some(n);
    }
    let mut bounds = (n, whole.max(n));
    for _ in 0..200 {
        let middle = 0.5 * (bounds.0 + bounds.1);
        if table_df(weights, denominator, middle) > 0 {
            bounds.1 = middle;
        } else {
            bounds.0 = middle;
        }
    }
    Some(bounds.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{ncx2_power, smallest_detectable_gof};

    #[test]
    fn degrees_of_freedom_after_pooling() {
        let weights = [700, 250, 40, 8, 2, 0];
        for (n, df) in [(1e4, 4), (1000.0, 3), (100.0, 1), (12.0, 0), (1e9, 4)] {
            assert_eq!(table_df(&weights, 1000, n), df, "{n}");
        }
        // The tables' own rule, for comparison.
        let counts = [700, 250, 40, 8, 2, 0];
        let outcome = crate::audit::goodness_of_fit(&counts, &weights, 1000).expect("valid");
        let crate::audit::GofOutcome::Tested(gof) = outcome else {
            panic!("not tested")
        };
        assert_eq!(gof.df, 3);
    }

    #[test]
    fn draws_needed_have_the_power() {
        let weights = [15, 150, 545, 290];
        let n = table_draws_needed(&weights, 1000, 0.05, 0.01, 0.9).expect("a table");
        assert!((ncx2_power(3, n * 0.0025, 0.01) - 0.9).abs() < 1e-9);
        let w = smallest_detectable_gof(n as u64, 3, 0.01, 0.9);
        assert!((w - 0.05).abs() < 1e-4);
        // So large a deviation shows as soon as two rows expect ten draws each.
        let soon = table_draws_needed(&weights, 1000, 20.0, 0.01, 0.9).expect("a table");
        assert!(
            (
                table_df(&weights, 1000, soon),
                table_df(&weights, 1000, 0.99 * soon)
            ) == (1, 0)
        );
        assert_eq!(table_draws_needed(&[7], 7, 0.1, 0.01, 0.9), None);
        assert_eq!(table_draws_needed(&[1, 1], 2, 0.0, 0.01, 0.9), None);
    }
}
