//! What an exporter is, and the list of them.

use crate::error::{Error, Result};
use crate::report::model::ReportModel;
use crate::report::{csv, json, text};

/// One file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, without folder.
    pub name: &'static str,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Turns a report into files and does nothing else. The first file is the one shown where there is
/// room for one only.
pub type Exporter = fn(&ReportModel) -> Result<Vec<File>>;

/// The exporters by the names users type.
pub const EXPORTERS: [(&str, Exporter); 3] = [
    ("text", text::export),
    ("json", json::export),
    ("csv", csv::export),
];

/// The text report, for a person at a terminal.
///
/// # Errors
/// As the exporter's.
pub fn summary(model: &ReportModel) -> Result<File> {
    let first = text::export(model)?.into_iter().next();
    first.ok_or_else(|| Error::internal("the text report has no file"))
}
