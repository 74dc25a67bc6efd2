//! The checks of an audit as CSV.

use crate::error::Result;
use crate::report::audit::AuditReport;
use crate::report::csv_lines::{finished, lines, refused};
use crate::report::number::round12;

/// Columns; their order never changes.
const COLUMNS: [&str; 15] = [
    "game",
    "reading",
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

impl AuditReport {
    /// The checks under the answers shown, one line each.
    ///
    /// # Errors
    /// Never: what is written is in memory.
    pub fn csv(&self) -> Result<Vec<u8>> {
        let mut writer = lines();
        writer
            .write_record(COLUMNS)
            .map_err(|error| refused(&error))?;
        let answers: Vec<String> = self
            .answers
            .iter()
            .map(|(q, a)| format!("{q}={a}"))
            .collect();
        let answers = answers.join(";");
        for check in &self.checks {
            let what = (
                &self.game,
                &answers,
                &check.id,
                &check.table,
                check.null,
                &check.method,
            );
            let test = [check.statistic, check.log10_p, check.p, check.adjusted_p].map(round12);
            let [statistic, log10_p, p, adjusted_p] = test;
            let verdict = (
                check.smallest_detectable.map(round12),
                check.verdict,
                &check.note,
            );
            let line = (
                what,
                statistic,
                check.df,
                [log10_p, p, adjusted_p, check.alpha],
                verdict,
            );
            writer.serialize(line).map_err(|error| refused(&error))?;
        }
        finished(writer)
    }
}
