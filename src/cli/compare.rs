//! `tirage compare`: the strategies of a game side by side.

use std::sync::Arc;

use crate::cli::args::{CompareArguments, TableFormat};
use crate::cli::exit::Status;
use crate::cli::progress::{Progress, Steps};
use crate::cli::signals;
use crate::cli::trace::answers;
use crate::cli::{lookup, output};
use crate::engine::{Plan, PlannedRun, Pool};
use crate::error::{Error, ErrorKind, Result};
use crate::game::{GameEntry, Prepared, Readings, Solution, named};
use crate::games;
use crate::report::{Common, CompareReport, Compared, RefusedReport};
use crate::rng::Family;
use crate::scenario::DEFAULT_SEED;

/// Rounds of each strategy unless the user says otherwise.
const DEFAULT_ROUNDS: u64 = 1_000_000;

/// A strategy ready to be played, and its exact law or why there is none.
struct Candidate {
    about: &'static str,
    prepared: Arc<dyn Prepared>,
    solution: std::result::Result<Option<Solution>, String>,
}

/// Solves and plays every strategy, and prints what came out.
pub(super) fn compare(arguments: &CompareArguments) -> Result<Status> {
    let registry = games::registry()?;
    let entry = named(&registry, &arguments.game)?;
    let card = entry.card();
    let stake = lookup::stake(card, arguments.stake)?;
    let readings = Readings::resolve(&card.questions, &answers(&arguments.readings)?)?;
    let common = Common {
        card,
        stake,
        readings: readings.names(),
        seed: arguments.seed.unwrap_or(DEFAULT_SEED),
        rounds: arguments.rounds.unwrap_or(DEFAULT_ROUNDS),
    };
    let pool = Pool::new(arguments.threads)?;
    let (candidates, refused) = candidates(entry, &common)?;

    let plan = Plan {
        seed: common.seed,
        generator: Family::default(),
        runs: candidates
            .iter()
            .map(|candidate| PlannedRun {
                prepared: Arc::clone(&candidate.prepared),
                rounds: common.rounds,
            })
            .collect(),
    };
    let stop = signals::stop_flag()?;
    let progress = Progress::new(&plan);
    let outcomes = pool.play(&plan, &stop, &progress);
    progress.finish();

    let compared: Vec<Compared<'_>> = candidates
        .iter()
        .zip(&outcomes)
        .map(|(candidate, outcome)| Compared {
            spec: candidate.prepared.spec(),
            about: candidate.about,
            solution: candidate.solution.clone(),
            tally: &outcome.tally,
        })
        .collect();
    let report = CompareReport::new(&common, &compared, refused);
    let bytes = match arguments.format {
        TableFormat::Text => report.text().into_bytes(),
        TableFormat::Json => super::games::json(&report)?,
        TableFormat::Csv => report.csv()?,
    };
    output::show(&bytes)?;
    if report.partial {
        return Err(Error::io(
            "interrupted: the comparison covers the rounds played until then",
        ));
    }
    Ok(Status::Passed)
}

/// The strategies that can be played, and those that cannot, each with the reason.
///
/// # Errors
/// None can be played, or a fault of the program.
fn candidates(
    entry: &dyn GameEntry,
    common: &Common<'_>,
) -> Result<(Vec<Candidate>, Vec<RefusedReport>)> {
    let families = entry.families();
    let steps = Steps::new("solving", &common.card.id);
    let mut candidates = Vec::new();
    let mut refused = Vec::new();
    for family in &families {
        let names = family.examples();
        if names.is_empty() {
            refused.push(RefusedReport {
                strategy: family.pattern.to_owned(),
                reason: "no examples of this family are known".to_owned(),
            });
        }
        for name in names {
            steps.next(&name);
            let prepared = entry.prepare(&name, common.stake, common.readings, None);
            match prepared.map_err(refusal) {
                Ok(prepared) => candidates.push(Candidate {
                    about: family.about,
                    solution: solve(entry, &name, common)?,
                    prepared,
                }),
                Err(reason) => refused.push(RefusedReport {
                    strategy: name,
                    reason: reason?,
                }),
            }
        }
    }
    steps.finish();
    match (&candidates[..], refused.first()) {
        ([], Some(first)) => Err(Error::input(first.reason.clone())),
        _ => Ok((candidates, refused)),
    }
}

/// The exact law of a strategy that can be played, or why there is none.
fn solve(
    entry: &dyn GameEntry,
    name: &str,
    common: &Common<'_>,
) -> Result<std::result::Result<Option<Solution>, String>> {
    match entry.solve(name, common.stake, common.readings, None) {
        Ok((_, solution)) => Ok(Ok(solution)),
        Err(error) => refusal(error).map(Err),
    }
}

/// The message of an error of the input; other errors go on.
fn refusal(error: Error) -> Result<String> {
    match error.kind() {
        ErrorKind::Input => Ok(error.message().to_owned()),
        ErrorKind::Io | ErrorKind::Internal => Err(error),
    }
}
