//! `tirage readings`: what each answer to each open question is worth.

use crate::cli::args::{ListFormat, ReadingsArguments};
use crate::cli::exit::Status;
use crate::cli::progress::Steps;
use crate::cli::{lookup, output};
use crate::error::Result;
use crate::game::{GameEntry, named};
use crate::games;
use crate::report::Survey;
use crate::scenario::standard;

/// The strategy that is solved for.
const BEST: &str = "optimal";

/// Solves every answer and prints what came out.
pub(super) fn readings(arguments: &ReadingsArguments) -> Result<Status> {
    let registry = games::registry()?;
    let entry = named(&registry, &arguments.game)?;
    let card = entry.card();
    let stake = lookup::stake(card, arguments.stake)?;
    if !entry.has_solver() {
        return Err(lookup::no_solver(&registry, card));
    }
    let strategies = strategies(entry)?;
    let steps = Steps::new("solving", &card.id);
    let survey = Survey {
        entry,
        stake,
        strategies: &strategies,
        known: &[],
        step: &|step| steps.next(step),
    };
    let report = survey.report();
    steps.finish();
    let report = report?;
    let bytes = match arguments.format {
        ListFormat::Json => super::games::json(&report)?,
        ListFormat::Text => report.text().into_bytes(),
    };
    output::show(&bytes)?;
    Ok(Status::Passed)
}

/// The strategies of the game in the standard scenario, and best play where it is offered.
fn strategies(entry: &dyn GameEntry) -> Result<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for run in standard()?.runs {
        let name = run.strategy.value;
        if run.game.value == entry.card().id && !names.contains(&name) {
            names.push(name);
        }
    }
    let families = entry.families();
    let best = families.iter().find(|family| family.pattern == BEST);
    names.extend(best.map(|family| family.pattern.to_owned()));
    Ok(names)
}
