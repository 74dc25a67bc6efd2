//! `tirage merge`: partial results to the report of the whole.

use crate::cli::exit::Status;
use crate::cli::long_args::MergeArguments;
use crate::cli::output::{self, Folder};
use crate::cli::rules::rules_of;
use crate::cli::run::{file_names, formats, furnish, status, write};
use crate::cli::task::with_precision;
use crate::engine::Ended;
use crate::engine::store::join;
use crate::error::Result;
use crate::games;
use crate::report::{self, Finished};

/// Joins the files and reports as `tirage run` would have done.
pub(super) fn merge(arguments: &MergeArguments) -> Result<Status> {
    let registry = games::registry()?;
    let formats = formats(&arguments.format, arguments.out.as_deref())?;
    let joined = join(&registry, &arguments.files)?;
    let folder = arguments.out.as_deref().map(Folder::open).transpose()?;
    if let Some(folder) = &folder {
        folder.check_names(&file_names(&formats))?;
    }
    if !joined.repeated.is_empty() {
        output::note(&format!(
            "{} of {} files repeat what others have",
            joined.repeated.len(),
            arguments.files.len()
        ));
    }
    let rules = rules_of(&joined.ask).map_err(|error| error.in_file(&arguments.files[0]))?;
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
    furnish(&mut model, &registry, &formats, arguments.lang)?;
    write(&model, &formats, folder.as_ref())?;
    Ok(status(&model, arguments.strict))
}
