//! `tirage run`: the main job.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use crate::audit::Verdict;
use crate::cli::args::{Format, RunOptions, sessions};
use crate::cli::exit::Status;
use crate::cli::output::{self, Folder};
use crate::cli::progress::Progress;
use crate::engine::Pool;
use crate::error::{Error, Result, unknown};
use crate::game::GameEntry;
use crate::games;
use crate::report::{self, EXPORTERS, Exporter, Finished, ReportModel};
use crate::scenario::{Job, Overrides, RunEntry, Scenario, standard};

/// Plays `files`, the game the options name, or the standard scenario, and reports.
pub(super) fn run(files: &[PathBuf], options: &RunOptions) -> Result<Status> {
    let registry = games::registry()?;
    let scenarios = scenarios(files, options, &registry)?;
    let overrides = Overrides {
        seed: options.seed,
        rounds: options.rounds,
        alpha: options.alpha,
        generator: options.generator.into(),
    };
    let job = Job::new(&registry, &scenarios, overrides)?;
    let formats = formats(options)?;
    let folder = options.out.as_deref().map(Folder::open).transpose()?;
    let pool = Pool::new(options.threads)?;

    let stop = stop_on_signal()?;
    let progress = Progress::new(&job.plan);
    let started_at = SystemTime::now();
    let outcomes = pool.play(&job.plan, &stop, &progress);
    progress.finish();

    let model = report::build(
        &registry,
        &Finished {
            titles: &job.titles,
            plan: &job.plan,
            outcomes: &outcomes,
            alpha: job.alpha,
            started_at,
        },
    )?;
    write(&model, &formats, folder.as_ref())?;
    if model.partial {
        return Err(Error::io(
            "interrupted: the report covers the rounds played until then, and its verdict is not \
             that of the whole run",
        ));
    }
    Ok(match model.verdict {
        Verdict::Fail => Status::NonCompliant,
        Verdict::Pass | Verdict::Inconclusive => Status::Passed,
    })
}

/// The scenarios asked for.
fn scenarios(
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
    let Some(entry) = registry.iter().find(|entry| entry.card().id == game) else {
        let valid = registry.iter().map(|entry| entry.card().id.as_str());
        return Err(unknown("game", game, valid));
    };
    if let Some(stake) = options.stake {
        entry.card().check_stake(stake)?;
    }
    let mut readings = BTreeMap::new();
    for (question, answer) in &options.readings {
        if readings.insert(question.clone(), answer.clone()).is_some() {
            return Err(Error::input(format!("reading `{question}` is given twice")));
        }
    }
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

/// The exporters asked for, each once.
fn formats(options: &RunOptions) -> Result<Vec<Exporter>> {
    let wanted: Vec<&str> = match (&options.format[..], &options.out) {
        ([], None) => vec![Format::Text.name()],
        ([], Some(_)) => EXPORTERS.iter().map(|(name, _)| *name).collect(),
        ([_, _, ..], None) => {
            return Err(Error::input(
                "several formats need a folder: give --out DIR, or one format",
            ));
        }
        (formats, _) => formats.iter().map(|format| format.name()).collect(),
    };
    let chosen = EXPORTERS.iter().filter(|(name, _)| wanted.contains(name));
    Ok(chosen.map(|(_, exporter)| *exporter).collect())
}

/// Shows the one format, or writes all files and shows the summary.
fn write(model: &ReportModel, formats: &[Exporter], folder: Option<&Folder>) -> Result<()> {
    let Some(folder) = folder else {
        let files = formats.iter().map(|export| export(model));
        let files: Vec<_> = files.collect::<Result<_>>()?;
        let first = files.iter().flatten().next();
        return first.map_or(Ok(()), |file| output::show(&file.bytes));
    };
    let mut names = Vec::new();
    for export in formats {
        for file in export(model)? {
            folder.write(&file)?;
            names.push(file.name);
        }
    }
    let summary = report::summary(model)?;
    output::note(&format!(
        "wrote {} to {}",
        names.join(", "),
        folder.path().display()
    ));
    output::show(&summary.bytes)
}

/// A flag that Ctrl-C and SIGTERM raise; the second time they end the program at once.
pub(super) fn stop_on_signal() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(Status::Failed as i32);
        }
        output::note("stopping after the chunks under way; once more to stop at once");
    })
    .map_err(|error| Error::io(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(stop)
}
