//! `tirage exact`: the exact law of a game's payouts, without a single draw.

use crate::cli::args::{ExactArguments, ListFormat, sessions};
use crate::cli::exit::Status;
use crate::cli::output;
use crate::cli::trace::answers;
use crate::error::{Error, Result, unknown};
use crate::games;
use crate::report::ExactReport;

/// Solves the game and prints what came out.
pub(super) fn exact(arguments: &ExactArguments) -> Result<Status> {
    let registry = games::registry()?;
    let entry = registry
        .iter()
        .find(|entry| entry.card().id == arguments.game)
        .ok_or_else(|| {
            let ids = registry.iter().map(|entry| entry.card().id.as_str());
            unknown("game", &arguments.game, ids)
        })?;
    let card = entry.card();
    let stake = arguments.stake.or(card.stakes.first().copied());
    let stake = stake.ok_or_else(|| Error::internal(format!("{} has no stake", card.id)))?;
    let readings = answers(&arguments.readings)?;
    let sessions = sessions(arguments.plays, arguments.tickets);
    let (spec, solution) = entry.solve(&arguments.strategy, stake, &readings, sessions.as_ref())?;
    let Some(solution) = solution else {
        let solved = registry.iter().filter(|entry| entry.has_solver());
        let solved: Vec<&str> = solved.map(|entry| entry.card().id.as_str()).collect();
        return Err(Error::input(format!(
            "{} has no exact solver in this version (games with one: {})",
            card.id,
            solved.join(", ")
        )));
    };
    let report = ExactReport::new(&spec, &solution);
    let bytes = match arguments.format {
        ListFormat::Json => super::games::json(&report)?,
        ListFormat::Text => report.text().into_bytes(),
    };
    output::show(&bytes)?;
    Ok(Status::Passed)
}
