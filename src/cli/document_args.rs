//! Arguments of the commands that write reports of runs.

use std::path::PathBuf;

use clap::Args;

use crate::cli::choices::{Format, Language};

/// Which documents are asked for, and where they go.
#[derive(Debug, Args)]
pub struct DocumentOptions {
    /// Folder to write the reports to
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Formats, separated by commas [default: text; with --out: all but png]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FORMAT")]
    pub format: Vec<Format>,
    /// Languages of the text, html and md reports: the first under their usual names, another under
    /// report.fr.html and so on [default: en]
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "LANG",
        default_value = "en",
        hide_default_value = true
    )]
    pub lang: Vec<Language>,
    /// Exit with status 4 if no check failed but one was inconclusive
    #[arg(long)]
    pub strict: bool,
}
