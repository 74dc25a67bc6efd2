//! `tirage merge`: partial results to the report of the whole.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::documents::Documents;
use crate::cli::exit::Status;
use crate::cli::long_args::MergeArguments;
use crate::cli::output::{self, Folder};
use crate::cli::rules::rules_of;
use crate::cli::run::status;
use crate::cli::task::with_precision;
use crate::engine::Ended;
use crate::engine::store::{join, without_superseded};
use crate::error::{Error, Result};
use crate::games;
use crate::report::{self, Finished};

/// Joins the files and reports as `tirage run` would have done.
pub(super) fn merge(arguments: &MergeArguments) -> Result<Status> {
    let registry = games::registry()?;
    let documents = Documents::new(&arguments.documents)?;
    let files = expanded(&arguments.files)?;
    let joined = join(&registry, &files)?;
    let folder = arguments
        .documents
        .out
        .as_deref()
        .map(Folder::open)
        .transpose()?;
    if let Some(folder) = &folder {
        folder.check_names(&documents.file_names())?;
    }
    if !joined.repeated.is_empty() {
        output::note(&format!(
            "{} of {} files repeat what others have",
            joined.repeated.len(),
            files.len()
        ));
    }
    let rules = rules_of(&joined.ask).map_err(|error| error.in_file(&files[0]))?;
    let outcomes = joined.played.outcomes(&joined.plan, Ended::Rounds);
    let mut model = report::build(
        &registry,
        &Finished {
            titles: &joined.ask.titles,
            plan: &joined.plan,
            outcomes: &with_precision(outcomes, &joined.ask),
            rules,
            started_at: joined.started_at,
        },
    )?;
    documents.write(&mut model, &registry, folder.as_ref())?;
    Ok(status(&model, arguments.documents.strict))
}

/// The files named, and those in the folders named: there, `*.tally` in the order of their names, and of
/// checkpoints the newest. A command line could not name a million of them.
fn expanded(named: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let found = tallies(path)
            .map_err(|error| Error::path("cannot read this folder", &error).in_file(path))?;
        let mut found = without_superseded(found);
        if found.is_empty() {
            let message = "there is no partial result (*.tally) in this folder";
            return Err(Error::input(message).in_file(path));
        }
        found.sort_unstable();
        files.append(&mut found);
    }
    Ok(files)
}

/// The `*.tally` files in a folder. Temporary names end otherwise.
fn tallies(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "tally") {
            found.push(path);
        }
    }
    Ok(found)
}
