//! Plays a task that may take days: state kept on the way, limits, the file of a shard.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::cli::args::RunOptions;
use crate::cli::output;
use crate::cli::progress::Progress;
use crate::cli::signals;
use crate::cli::task::Task;
use crate::engine::store::{WrittenBy, decode, encode, write_durably};
use crate::engine::{Ended, Pace, Played, Pool};
use crate::error::{Error, Result};

/// How often the state is kept.
const EVERY: Duration = Duration::from_mins(1);

/// Plays on, and says why it ended.
///
/// # Errors
/// The first state cannot be kept: better said before hours of work than after.
pub(super) fn play(pool: &Pool, task: &mut Task, options: &RunOptions) -> Result<Ended> {
    let stop = signals::stop_flag()?;
    let begin = Instant::now();
    if let Some(checkpoints) = &mut task.checkpoints
        && !task.played.is_complete()
    {
        checkpoints.keep(&encode(&task.written.document(&task.played))?)?;
    }
    let progress = Progress::from(task.played.goal(&task.plan), task.played.rounds());
    let (written, checkpoints) = (&task.written, &mut task.checkpoints);
    let is_kept = checkpoints.is_some();
    let mut keep = |played: &Played| {
        let Some(checkpoints) = checkpoints.as_mut() else {
            return;
        };
        let kept = encode(&written.document(played)).and_then(|bytes| checkpoints.keep(&bytes));
        if let Err(error) = kept {
            output::note(&format!("tirage: {error}; the checkpoint before it stays"));
        }
    };
    let pace = Pace {
        stop: &stop,
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

/// Whether `part` holds this very shard, whole and played by this version.
pub(super) fn is_done(part: &Path, task: &Task) -> bool {
    let Ok(bytes) = fs::read(part) else {
        return false;
    };
    let why = match decode(&bytes) {
        Ok(found) => {
            let wanted = task.written.document(&task.played);
            let has_all = found
                .runs
                .iter()
                .zip(task.played.runs())
                .all(|(run, goal)| {
                    let (mut next, goal) = (goal.chunks().start, goal.chunks());
                    for part in &run.parts {
                        if part.from != next {
                            return false;
                        }
                        next = part.to;
                    }
                    next == goal.end
                });
            if has_all
                && found.identity == wanted.identity
                && found.ask == wanted.ask
                && found.shard == wanted.shard
                && found.written_by.version == WrittenBy::this().version
            {
                return true;
            }
            "is not this shard as this version writes it".to_owned()
        }
        Err(unread) => unread.error().message().to_owned(),
    };
    output::note(&format!("{}: {why}; it is played anew", part.display()));
    false
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
