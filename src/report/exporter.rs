//! What an exporter is, and the list of them.

use std::borrow::Cow;

use crate::error::{Error, Result};
use crate::report::lang::Lang;
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

impl File {
    /// The same file under the name that it has in a further language: `report.fr.html`.
    #[must_use]
    pub fn in_language(self, lang: Lang) -> Self {
        Self {
            name: in_language(&self.name, lang).into(),
            ..self
        }
    }
}

/// The name of a file in a further language.
pub fn in_language(name: &str, lang: Lang) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem}.{}.{ending}", lang.code()),
        None => format!("{name}.{}", lang.code()),
    }
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
    /// Whether it is written once more, under [`File::in_language`], in each further language asked for. Figures,
    /// most of whose bytes would be the same, are not.
    pub is_translated: bool,
    /// Turns a report into those files and does nothing else.
    pub export: fn(&ReportModel) -> Result<Vec<File>>,
}

/// All formats.
pub const EXPORTERS: [Exporter; 7] = [
    Exporter {
        name: "text",
        names: &["report.txt"],
        is_document: false,
        is_translated: true,
        export: text::export,
    },
    Exporter {
        name: "json",
        names: &["report.json"],
        is_document: false,
        is_translated: false,
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
        is_translated: false,
        export: csv::export,
    },
    Exporter {
        name: "md",
        names: &["report.md"],
        is_document: true,
        is_translated: true,
        export: documents::markdown,
    },
    Exporter {
        name: "html",
        names: &["report.html"],
        is_document: true,
        is_translated: true,
        export: documents::html,
    },
    Exporter {
        name: "junit",
        names: &["junit.xml"],
        is_document: false,
        is_translated: false,
        export: junit::export,
    },
    Exporter {
        name: "png",
        names: &[],
        is_document: true,
        is_translated: false,
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
