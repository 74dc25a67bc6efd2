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

/// A format of reports.
#[derive(Clone, Copy)]
pub struct Exporter {
    /// The name users type.
    pub name: &'static str,
    /// The names of its files. The first is the one shown where there is room for one only.
    pub names: &'static [&'static str],
    /// Turns a report into those files and does nothing else.
    pub export: fn(&ReportModel) -> Result<Vec<File>>,
}

/// All formats.
pub const EXPORTERS: [Exporter; 3] = [
    Exporter {
        name: "text",
        names: &["report.txt"],
        export: text::export,
    },
    Exporter {
        name: "json",
        names: &["report.json"],
        export: json::export,
    },
    Exporter {
        name: "csv",
        names: &[
            "tables.csv",
            "payouts.csv",
            "counters.csv",
            "checks.csv",
            "runs.csv",
        ],
        export: csv::export,
    },
];

/// The text report, for a person at a terminal.
///
/// # Errors
/// As the exporter's.
pub fn summary(model: &ReportModel) -> Result<File> {
    let first = text::export(model)?.into_iter().next();
    first.ok_or_else(|| Error::internal("the text report has no file"))
}
