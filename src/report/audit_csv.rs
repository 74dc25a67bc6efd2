//! The checks of an audit as CSV.

use crate::error::Result;
use crate::report::audit::AuditReport;
use crate::report::csv_checks::{CHECK, fields};
use crate::report::csv_lines::{finished, lines, refused};

impl AuditReport {
    /// The checks under the answers shown, one line each.
    ///
    /// # Errors
    /// Never: what is written is in memory.
    pub fn csv(&self) -> Result<Vec<u8>> {
        let mut writer = lines();
        writer
            .write_record(["game", "reading"].iter().chain(&CHECK))
            .map_err(|error| refused(&error))?;
        let answers: Vec<String> = self
            .answers
            .iter()
            .map(|(q, a)| format!("{q}={a}"))
            .collect();
        let answers = answers.join(";");
        for check in &self.checks {
            let line = (&self.game, &answers, fields(check));
            writer.serialize(line).map_err(|error| refused(&error))?;
        }
        finished(writer)
    }
}
