//! `tirage run`: the main job.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::audit::Verdict;
use crate::cli::args::{RunOptions, sessions};
use crate::cli::documents::Documents;
use crate::cli::exit::Status;
use crate::cli::long;
use crate::cli::output::{self, Folder};
use crate::cli::signals;
use crate::cli::task::Task;
use crate::cli::trace::answers;
use crate::engine::{Ended, Plan, PlannedRun, Pool};
use crate::error::{Error, Result};
use crate::game::{GameEntry, named};
use crate::games;
use crate::report::{self, Finished, ReportModel};
use crate::scenario::{RunEntry, Scenario, standard};

/// Plays `files`, the game the options name, the standard scenario, or what is left of a run that was
/// begun, and reports.
pub(super) fn run(files: &[PathBuf], options: &RunOptions) -> Result<Status> {
    // First of all: a strategy may take a while to be solved.
    let stop = signals::stop_flag()?;
    let registry = games::registry()?;
    let documents = Documents::new(&options.documents)?;
    let mut task = Task::new(files, options, &registry)?;
    let part = task.written.shard.map(|_| part_file(&task, options));
    let part = part.transpose()?;
    let folder = options
        .documents
        .out
        .as_deref()
        .map(Folder::open)
        .transpose()?;
    if let (Some(folder), None) = (&folder, &part) {
        folder.check_names(&documents.file_names())?;
    }
    if let Some(part) = &part
        && long::is_done(part, &task, &registry)?
    {
        output::note(&format!("{} is there already", part.display()));
        return Ok(Status::Passed);
    }
    let pool = Pool::new(threads(&task.plan, options))?;
    let ended = long::play(&pool, &mut task, options, &stop)?;
    if let Some(part) = part {
        long::write_part(&part, &task)?;
        return Ok(Status::Passed);
    }
    let mut model = report::build(
        &registry,
        &Finished {
            titles: &task.written.ask.titles,
            plan: &task.plan,
            outcomes: &task.outcomes(ended),
            rules: task.rules,
            started_at: task.written.started_at,
        },
    )?;
    documents.write(&mut model, &registry, folder.as_ref())?;
    if ended == Ended::Interrupted {
        return Err(interrupted(&model));
    }
    long::check_kept(&task)?;
    Ok(status(&model, options.documents.strict))
}

/// What an interrupted run is told. Runs are played one after the other: the last may not have been begun.
fn interrupted(model: &ReportModel) -> Error {
    let mut message =
        "interrupted: the report covers the rounds played until then, and its verdict is not \
                       that of the whole run"
            .to_owned();
    let (all, untouched) = (
        model.runs.len(),
        model.runs.iter().filter(|run| run.rounds == 0).count(),
    );
    if untouched > 0 {
        message += &format!(
            "; {untouched} of {all} runs were not begun, for they are played one after the other: --max-time shares \
             the time among them"
        );
    }
    Error::io(message)
}

/// The exit status of a report.
pub(super) fn status(model: &ReportModel, strict: bool) -> Status {
    match model.verdict {
        Verdict::Fail => Status::NonCompliant,
        Verdict::Inconclusive if strict => Status::Inconclusive,
        Verdict::Pass | Verdict::Inconclusive => Status::Passed,
    }
}

/// Where the partial result of a shard goes.
fn part_file(task: &Task, options: &RunOptions) -> Result<PathBuf> {
    let folder = options.documents.out.as_deref();
    let folder = folder
        .ok_or_else(|| Error::input("a shard is written to a file: give --out DIR for it"))?;
    if !options.documents.format.is_empty() || options.long.max_time.is_some() {
        return Err(Error::input(
            "a shard is a fixed range of chunks and has no report: --format and --max-time do not go \
             with it",
        ));
    }
    Ok(folder.join(task.written.part_name()?))
}

/// The scenarios asked for.
pub(super) fn scenarios(
    files: &[PathBuf],
    options: &RunOptions,
    registry: &[Box<dyn GameEntry>],
) -> Result<Vec<Scenario>> {
    if !files.is_empty() {
        return files.iter().map(|file| Scenario::read(file)).collect();
    }
    let standard = standard()?;
    match &options.game {
        None => Ok(vec![standard]),
        Some(game) => Ok(vec![chosen(game, options, &standard, registry)?]),
    }
}

/// A scenario of one run, or of the runs that the standard scenario has for `game`.
fn chosen(
    game: &str,
    options: &RunOptions,
    standard: &Scenario,
    registry: &[Box<dyn GameEntry>],
) -> Result<Scenario> {
    let entry = named(registry, game)?;
    if let Some(stake) = options.stake {
        entry.card().check_stake(stake)?;
    }
    let readings = answers(&options.readings)?;
    let sessions = sessions(options.plays, options.tickets);
    let runs = match &options.strategy {
        Some(strategy) => vec![RunEntry {
            at: None,
            game: game.to_owned().into(),
            strategy: strategy.clone().into(),
            stake: options.stake.map(Into::into),
            rounds: None,
            sessions: sessions.clone(),
            readings: Vec::new(),
        }],
        None => standard
            .runs
            .iter()
            .filter(|run| run.game.value == game)
            .filter(|run| match (&run.stake, options.stake) {
                (Some(listed), Some(wanted)) => listed.value == wanted,
                _ => true,
            })
            .map(|run| RunEntry {
                at: None,
                sessions: sessions.clone().or_else(|| run.sessions.clone()),
                ..run.clone()
            })
            .collect(),
    };
    Ok(Scenario {
        readings: readings.into_iter().map(|(q, a)| (q, a.into())).collect(),
        runs,
        ..Scenario::default()
    })
}

/// Threads that the plan can use: as asked for, or one per core, but no more than it has chunks.
fn threads(plan: &Plan, options: &RunOptions) -> Option<NonZeroUsize> {
    let asked = options.threads.unwrap_or_else(Pool::cores);
    let chunks = plan.runs.iter().map(PlannedRun::chunks).max().unwrap_or(1);
    let useful = usize::try_from(chunks).unwrap_or(usize::MAX).max(1);
    NonZeroUsize::new(asked.get().min(useful))
}
