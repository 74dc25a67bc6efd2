//! Plays a task that may take days: state kept on the way, limits, the file of a shard.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::cli::args::RunOptions;
use crate::cli::output;
use crate::cli::progress::Progress;
use crate::cli::task::Task;
use crate::engine::store::{Document, ShardRecord, Stored, WrittenBy, encode, write_durably};
use crate::engine::{Ended, Pace, Played, Pool};
use crate::error::{Error, Result};
use crate::game::GameEntry;

/// How often the state is kept.
const EVERY: Duration = Duration::from_mins(1);

/// Plays on until `stop` is raised, and says why it ended.
///
/// # Errors
/// The first state cannot be kept: better said before hours of work than after.
pub(super) fn play(
    pool: &Pool,
    task: &mut Task,
    options: &RunOptions,
    stop: &AtomicBool,
) -> Result<Ended> {
    let begin = Instant::now();
    if let Some(checkpoints) = &mut task.checkpoints
        && !task.played.is_complete()
    {
        checkpoints.keep(&encode(&task.written.document(&task.played))?)?;
    }
    let progress = Progress::from(task.played.goal(&task.plan), task.played.rounds());
    let (written, checkpoints) = (&task.written, &mut task.checkpoints);
    let is_kept = checkpoints.is_some();
    let mut told = None;
    let mut keep = |played: &Played| {
        let Some(checkpoints) = checkpoints.as_mut() else {
            return;
        };
        let kept = encode(&written.document(played)).and_then(|bytes| checkpoints.keep(&bytes));
        let trouble = kept.err().map(|error| {
            let left = if checkpoints.held().is_some() {
                "the checkpoint before it stays"
            } else {
                "no checkpoint is left there"
            };
            format!("tirage: {error}; {left}, and the run goes on")
        });
        // The same trouble every minute is told once.
        if trouble != told {
            output::note(trouble.as_deref().unwrap_or("the state is kept again"));
            told = trouble;
        }
    };
    let pace = Pace {
        stop,
        max_time: options.long.max_time,
        keep_every: is_kept.then(|| options.long.checkpoint_every.unwrap_or(EVERY)),
    };
    let ended = pool.drive(&task.plan, &mut task.played, pace, &mut keep, &progress);
    progress.finish();
    tell_cost(task, begin.elapsed());
    if ended == Ended::MaxTime {
        output::note("the time allowed is over: the report covers the rounds played until then");
    }
    Ok(ended)
}

/// Says where the state is and what keeping it took.
fn tell_cost(task: &Task, all: Duration) {
    let Some(checkpoints) = &task.checkpoints else {
        return;
    };
    let (written, spent) = checkpoints.cost();
    let folder = checkpoints.folder().display();
    let how = match (task.played.is_complete(), task.written.shard) {
        _ if checkpoints.held().is_none() => String::new(),
        (false, _) => format!("; --resume {folder} goes on"),
        (true, None) => format!("; --resume {folder} --rounds N plays more"),
        (true, Some(_)) => String::new(),
    };
    output::note(&format!(
        "{written} checkpoints took {:.3} s, {:.2} % of the time{how}",
        spent.as_secs_f64(),
        100.0 * spent.as_secs_f64() / all.as_secs_f64()
    ));
}

/// Whether the last state could be kept.
///
/// # Errors
/// It could not.
pub(super) fn check_kept(task: &Task) -> Result<()> {
    let checkpoints = task.checkpoints.as_ref();
    let failure = checkpoints.and_then(|checkpoints| checkpoints.failure());
    failure.map_or(Ok(()), |error| Err(error.clone()))
}

/// Whether `part` holds this very shard, whole and played by this version. Where only the report was asked
/// for otherwise (title, levels, precision) the file is rewritten with what is asked for now: that decides no
/// draw, so its rounds are the same.
///
/// # Errors
/// Something is in its place that must not be replaced: a folder, or the counts of another run.
pub(super) fn is_done(part: &Path, task: &Task, registry: &[Box<dyn GameEntry>]) -> Result<bool> {
    if !part.exists() {
        return Ok(false);
    }
    if part.is_dir() {
        let message = "cannot write the shard there: it is a folder; remove it";
        return Err(Error::input(message).in_file(part));
    }
    let anew = |why: &str| {
        output::note(&format!("{}: {why}; it is played anew", part.display()));
        Ok(false)
    };
    let found = match Document::read(part) {
        Ok(found) => found,
        Err(unread) => return anew(unread.error().message()),
    };
    let wanted = &task.written;
    let other = found.identity.difference(&wanted.identity);
    let other = other.or_else(|| {
        let of_another = found.shard != wanted.shard.map(ShardRecord::from);
        of_another.then(|| "another part of it".to_owned())
    });
    if let Some(other) = other {
        let message = format!("holds another run than its name says: it has {other}; move it away");
        return Err(Error::input(message).in_file(part));
    }
    let (theirs, ours) = (&found.written_by.version, WrittenBy::this().version);
    if *theirs != ours {
        return anew(&format!(
            "was played by tirage {theirs}, and this is {ours}"
        ));
    }
    let whole = Stored::new(registry, found)
        .and_then(|stored| Ok((stored.played(&task.plan)?.is_complete(), stored.document)));
    let found = match whole {
        Ok((true, found)) => found,
        Ok((false, _)) => return anew("does not hold all its rounds"),
        Err(error) => return anew(error.message()),
    };
    if let Some(difference) = found.ask.difference(&wanted.ask) {
        let ask = wanted.ask.clone();
        write_durably(part, &encode(&Document { ask, ..found })?)?;
        output::note(&format!(
            "{}: it had {difference}; rewritten as asked for, its rounds as they were",
            part.display()
        ));
    }
    Ok(true)
}

/// Writes the file of a shard that was played to its end.
///
/// # Errors
/// It was not, or the disk refuses.
pub(super) fn write_part(part: &Path, task: &Task) -> Result<()> {
    if !task.played.is_complete() {
        return Err(Error::io(
            "interrupted: a shard is written when all of it was played, so nothing was",
        ));
    }
    write_durably(part, &encode(&task.written.document(&task.played))?)?;
    output::note(&format!("wrote {}", part.display()));
    Ok(())
}
