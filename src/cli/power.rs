//! `tirage power`: what a run of so many rounds can see, and how many rounds a deviation takes.

use std::sync::Arc;

use crate::cli::args::{TableFormat, sessions};
use crate::cli::exit::Status;
use crate::cli::power_args::PowerArguments;
use crate::cli::progress::Progress;
use crate::cli::trace::answers;
use crate::cli::{lookup, output, signals};
use crate::engine::{Plan, PlannedRun, Pool};
use crate::error::{Error, Result};
use crate::game::{Prepared, named};
use crate::games;
use crate::report::{Ask, PowerQuestion, PowerReport};
use crate::rng::Family;
use crate::scenario::{DEFAULT_SEED, standard, whole_sessions};
use crate::tally::Tally;

/// Rounds of the pilot unless the user says otherwise.
const DEFAULT_PILOT: u64 = 1_000_000;

/// Plays the pilot and prints what follows from it.
pub(super) fn power(arguments: &PowerArguments) -> Result<Status> {
    if arguments.power <= arguments.alpha {
        return Err(Error::input(format!(
            "--power {} is no more than the level --alpha {}: a test finds what is not there as often; a power above the \
             level is needed, 0.9 say",
            arguments.power, arguments.alpha
        )));
    }
    let registry = games::registry()?;
    let entry = named(&registry, &arguments.game)?;
    let card = entry.card();
    let stake = lookup::stake(card, arguments.stake)?;
    let readings = answers(&arguments.readings)?;
    let strategy = match &arguments.strategy {
        Some(strategy) => strategy.clone(),
        None => default_strategy(&card.id)?,
    };
    let sessions = sessions(arguments.plays, arguments.tickets);
    let sessions = sessions.as_ref();
    let prepared = entry.prepare(&strategy, stake, &readings, sessions)?;
    let (spec, solution) = entry.solve(&strategy, stake, &readings, sessions)?;
    let seed = arguments.seed.unwrap_or(DEFAULT_SEED);
    let ask = match arguments.deviation {
        Some(deviation) => Ask::Deviation(deviation),
        None => Ask::Rounds(whole_sessions(arguments.rounds, sessions)?),
    };
    // Whole players, at least one.
    let length = sessions.map_or(1, |sessions| sessions.rounds.get());
    let asked = arguments.pilot.unwrap_or(DEFAULT_PILOT);
    let pilot = pilot(&prepared, (asked / length).max(1) * length, seed)?;
    let report = PowerReport::new(&PowerQuestion {
        card,
        spec: &spec,
        solution: solution.as_ref(),
        pilot: &pilot,
        seed,
        alpha: arguments.alpha,
        power: arguments.power,
        ask,
        table: arguments.table.as_deref(),
        row: arguments.row.as_deref(),
    })?;
    let bytes = match arguments.format {
        TableFormat::Text => report.text().into_bytes(),
        TableFormat::Json => super::games::json(&report)?,
        TableFormat::Csv => report.csv()?,
    };
    output::show(&bytes)?;
    Ok(Status::Passed)
}

/// The game's first strategy in the standard scenario.
fn default_strategy(game: &str) -> Result<String> {
    let runs = standard()?.runs;
    let found = runs.into_iter().find(|run| run.game.value == game);
    found.map(|run| run.strategy.value).ok_or_else(|| {
        Error::input(format!(
            "no default strategy of {game}: name one with --strategy"
        ))
    })
}

/// Counts how often each table is drawn from.
fn pilot(prepared: &Arc<dyn Prepared>, rounds: u64, seed: u64) -> Result<Tally> {
    let plan = Plan {
        seed,
        generator: Family::default(),
        runs: vec![PlannedRun {
            prepared: Arc::clone(prepared),
            rounds,
        }],
    };
    let progress = Progress::new(&plan);
    let stop = signals::stop_flag()?;
    let outcome = Pool::new(None)?.play(&plan, &stop, &progress).pop();
    progress.finish();
    match outcome {
        Some(outcome) if outcome.is_complete() => Ok(outcome.tally),
        _ => Err(Error::io("interrupted: the pilot run was not finished")),
    }
}
