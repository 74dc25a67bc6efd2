//! A check as fields of a CSV line, the same in the reports of runs and of audits.

use serde::Serialize;

use crate::audit::Check;
use crate::report::number::round12;

/// Columns; their order never changes.
pub(super) const CHECK: [&str; 13] = [
    "check",
    "table",
    "null",
    "method",
    "statistic",
    "df",
    "log10_p",
    "p",
    "adjusted_p",
    "alpha",
    "smallest_detectable",
    "verdict",
    "note",
];

/// The fields of `check` under [`CHECK`].
pub(super) fn fields(check: &Check) -> impl Serialize + '_ {
    let what = (&check.id, &check.table, check.null, &check.method);
    let test = (
        number(check.statistic),
        check.df,
        number(check.log10_p),
        number(check.p),
    );
    let verdict = (
        number(check.adjusted_p),
        check.alpha,
        check.smallest_detectable.and_then(number),
        check.verdict,
        &check.note,
    );
    (what, test, verdict)
}

/// A number as documents show it; empty when there is none.
pub(super) fn number(value: f64) -> Option<f64> {
    value.is_finite().then(|| round12(value))
}
