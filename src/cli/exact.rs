//! `tirage exact`: the exact law of a game's payouts, without a single draw.

use crate::cli::args::{ExactArguments, ListFormat, sessions};
use crate::cli::exit::Status;
use crate::cli::trace::answers;
use crate::cli::{lookup, output};
use crate::error::Result;
use crate::game::named;
use crate::games;
use crate::report::ExactReport;

/// Solves the game and prints what came out.
pub(super) fn exact(arguments: &ExactArguments) -> Result<Status> {
    let registry = games::registry()?;
    let entry = named(&registry, &arguments.game)?;
    let stake = lookup::stake(entry.card(), arguments.stake)?;
    let readings = answers(&arguments.readings)?;
    let sessions = sessions(arguments.plays, arguments.tickets);
    let (spec, solution) = entry.solve(&arguments.strategy, stake, &readings, sessions.as_ref())?;
    let Some(solution) = solution else {
        return Err(lookup::no_solver(&registry, entry.card()));
    };
    let report = ExactReport::new(&spec, &solution);
    let bytes = match arguments.format {
        ListFormat::Json => super::games::json(&report)?,
        ListFormat::Text => report.text().into_bytes(),
    };
    output::show(&bytes)?;
    Ok(Status::Passed)
}
