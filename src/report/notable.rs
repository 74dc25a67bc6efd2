//! Which rows are worth looking at: a list, never a verdict.

use std::f64::consts::{LN_10, LOG10_E};

use crate::audit::{Check, CheckRow, Dependence, LOG10_P_OF_ZERO, false_discoveries};

/// The false discovery rate of the list.
const RATE: f64 = 0.05;

/// The rows of `checks` that stand out among all of them at a false discovery rate of 5 %, least p first: the
/// number of the check, the row, and the decimal logarithm of its p-value after the correction of Benjamini and
/// Hochberg.
pub(super) fn standing_out<'a>(
    checks: impl IntoIterator<Item = &'a Check>,
) -> Vec<(usize, &'a CheckRow, f64)> {
    let checks = checks.into_iter().enumerate();
    let rows = checks.flat_map(|(number, check)| check.rows.iter().map(move |row| (number, row)));
    let rows: Vec<(usize, &CheckRow)> = rows.collect();
    let ln_p: Vec<f64> = rows.iter().map(|(_, row)| row.log10_p * LN_10).collect();
    let adjusted = false_discoveries(&ln_p, Dependence::Benign);
    let mut found: Vec<(usize, &CheckRow, f64)> = rows
        .into_iter()
        .zip(adjusted)
        .filter(|(_, ln_adjusted)| *ln_adjusted <= libm::log(RATE))
        .map(|((number, row), ln_adjusted)| {
            let log10 = (ln_adjusted * LOG10_E).max(LOG10_P_OF_ZERO);
            (number, row, log10)
        })
        .collect();
    found.sort_by(|a, b| a.1.log10_p.total_cmp(&b.1.log10_p));
    found
}
