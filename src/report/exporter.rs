//! What an exporter is, and the list of them.

use std::borrow::Cow;

use crate::error::{Error, Result};
use crate::report::model::ReportModel;
use crate::report::{csv, documents, json, junit, text};

/// One file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, without folder.
    pub name: Cow<'static, str>,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A format of reports.
#[derive(Clone, Copy)]
pub struct Exporter {
    /// The name users type.
    pub name: &'static str,
    /// The names of its files. The first is the one shown where there is room for one only. Empty where the
    /// report decides which files there are: they cannot be shown, and are written when asked for by name.
    pub names: &'static [&'static str],
    /// Whether it shows [`ReportModel::games`], which take time to solve.
    pub is_document: bool,
    /// Turns a report into those files and does nothing else.
    pub export: fn(&ReportModel) -> Result<Vec<File>>,
}

/// All formats.
pub const EXPORTERS: [Exporter; 7] = [
    Exporter {
        name: "text",
        names: &["report.txt"],
        is_document: false,
        export: text::export,
    },
    Exporter {
        name: "json",
        names: &["report.json"],
        is_document: false,
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
            "convergence.csv",
        ],
        is_document: false,
        export: csv::export,
    },
    Exporter {
        name: "md",
        names: &["report.md"],
        is_document: true,
        export: documents::markdown,
    },
    Exporter {
        name: "html",
        names: &["report.html"],
        is_document: true,
        export: documents::html,
    },
    Exporter {
        name: "junit",
        names: &["junit.xml"],
        is_document: false,
        export: junit::export,
    },
    Exporter {
        name: "png",
        names: &[],
        is_document: true,
        export: documents::figures,
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
