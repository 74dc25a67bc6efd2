//! `tirage run`: the main job.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::SystemTime;

use crate::audit::Verdict;
use crate::cli::args::{Format, RunOptions, sessions};
use crate::cli::exit::Status;
use crate::cli::lookup;
use crate::cli::output::{self, Folder};
use crate::cli::progress::Progress;
use crate::cli::signals;
use crate::cli::trace::answers;
use crate::engine::{PlannedRun, Pool};
use crate::error::{Error, Result};
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
        kernel: options.kernel.into(),
    };
    let job = Job::new(&registry, &scenarios, overrides)?;
    let formats = formats(options)?;
    let folder = options.out.as_deref().map(Folder::open).transpose()?;
    if let Some(folder) = &folder {
        folder.check_names(&names(&formats))?;
    }
    let pool = Pool::new(threads(&job, options))?;

    let stop = signals::stop_flag()?;
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
    let entry = lookup::game(registry, game)?;
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

/// The exporters asked for, each once.
fn formats(options: &RunOptions) -> Result<Vec<Exporter>> {
    let wanted: Vec<&str> = match (&options.format[..], &options.out) {
        ([], None) => vec![Format::Text.name()],
        ([], Some(_)) => EXPORTERS.iter().map(|format| format.name).collect(),
        ([_, _, ..], None) => {
            return Err(Error::input(
                "several formats need a folder: give --out DIR, or one format",
            ));
        }
        (formats, _) => formats.iter().map(|format| format.name()).collect(),
    };
    let chosen = EXPORTERS
        .iter()
        .filter(|format| wanted.contains(&format.name));
    Ok(chosen.copied().collect())
}

/// Threads that the job can use: as asked for, or one per core, but no more than it has chunks.
fn threads(job: &Job, options: &RunOptions) -> Option<NonZeroUsize> {
    let asked = options.threads.unwrap_or_else(Pool::cores);
    let chunks = job
        .plan
        .runs
        .iter()
        .map(PlannedRun::chunks)
        .max()
        .unwrap_or(1);
    let useful = usize::try_from(chunks).unwrap_or(usize::MAX).max(1);
    NonZeroUsize::new(asked.get().min(useful))
}

/// The names of the files the exporters write.
fn names(formats: &[Exporter]) -> Vec<&'static str> {
    formats
        .iter()
        .flat_map(|format| format.names)
        .copied()
        .collect()
}

/// Shows the one format, or writes all files and shows the summary. A file that cannot be written
/// does not keep the others from being written, nor the summary from being shown.
fn write(model: &ReportModel, formats: &[Exporter], folder: Option<&Folder>) -> Result<()> {
    let Some(folder) = folder else {
        let files = formats.iter().map(|format| (format.export)(model));
        let files: Vec<_> = files.collect::<Result<_>>()?;
        let mut files = files.iter().flatten();
        let Some(first) = files.next() else {
            return Ok(());
        };
        let others: Vec<&str> = files.map(|file| file.name).collect();
        if !others.is_empty() {
            output::note(&format!(
                "shown is {}; for {} too give --out DIR",
                first.name,
                others.join(", ")
            ));
        }
        return output::show(&first.bytes);
    };
    let mut written = Vec::new();
    let mut failed = None;
    for format in formats {
        for file in (format.export)(model)? {
            match folder.write(&file) {
                Ok(()) => written.push(file.name),
                Err(error) => {
                    output::note(&format!("tirage: {error}"));
                    failed.get_or_insert(error);
                }
            }
        }
    }
    let list = if written.is_empty() {
        "nothing".into()
    } else {
        written.join(", ")
    };
    output::note(&format!("wrote {list} to {}", folder.path().display()));
    output::show(&report::summary(model)?.bytes)?;
    failed.map_or(Ok(()), Err)
}
