//! A folder of checkpoints: the newest and the one before it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::engine::store::codec::Unread;
use crate::engine::store::durable::write_durably;
use crate::engine::store::record::Document;
use crate::error::{Error, ErrorKind, Result};

/// The highest number of a checkpoint: one a second would take thousands of years.
const LAST: u64 = 999_999_999_999;

/// The name of the file that a process locks while it works in the folder.
const LOCK: &str = "lock";

/// A folder of checkpoints, `checkpoint-000001.tally` and so on.
///
/// Every checkpoint gets a new name, and only when it is complete on the disk those before the previous
/// one are removed: whenever the process or the machine stops, the folder has a whole one.
pub struct Checkpoints {
    folder: PathBuf,
    /// Held until the end; the system releases it however the process ends.
    _lock: Option<File>,
    /// The highest number seen.
    number: u64,
    /// The newest file that is known to be whole.
    newest: Option<PathBuf>,
    written: u64,
    spent: Duration,
    failed: Option<Error>,
}

/// The newest checkpoint that is whole.
pub struct Found {
    /// What it says.
    pub document: Document,
    /// Where it stands.
    pub path: PathBuf,
    /// Newer ones that cannot be read, each with the reason.
    pub damaged: Vec<(PathBuf, String)>,
}

impl Checkpoints {
    /// Opens the folder, and makes it if need be.
    ///
    /// # Errors
    /// It cannot be made, or another process works in it.
    pub fn create(folder: &Path) -> Result<Self> {
        // What is there and is no folder is told by `open`.
        if !folder.exists() {
            fs::create_dir_all(folder).map_err(|error| refused(folder, &error))?;
        }
        Self::open(folder)
    }

    /// Opens a folder that is there.
    ///
    /// # Errors
    /// It is not, or another process works in it.
    pub fn open(folder: &Path) -> Result<Self> {
        let data = fs::metadata(folder).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                let message = "there is no such folder, expected one that --checkpoint filled";
                Error::input(message).in_file(folder)
            }
            _ => refused(folder, &error),
        })?;
        if !data.is_dir() {
            let message = "it is a file, expected a folder of checkpoints";
            return Err(Error::input(message).in_file(folder));
        }
        let mut checkpoints = Self {
            folder: folder.to_owned(),
            _lock: lock(folder)?,
            number: 0,
            newest: None,
            written: 0,
            spent: Duration::ZERO,
            failed: None,
        };
        let numbers = checkpoints.numbers()?;
        checkpoints.number = numbers.last().copied().unwrap_or(0);
        Ok(checkpoints)
    }

    /// The newest checkpoint that is whole; none if there is no checkpoint.
    ///
    /// # Errors
    /// None is whole and can be read, or the newest whole one is of another version.
    pub fn newest(&mut self) -> Result<Option<Found>> {
        let mut damaged = Vec::new();
        let mut may_recover = false;
        for number in self.numbers()?.into_iter().rev() {
            let path = self.path(number);
            match Document::read(&path) {
                Ok(document) => {
                    self.newest = Some(path.clone());
                    return Ok(Some(Found {
                        document,
                        path,
                        damaged,
                    }));
                }
                Err(Unread::Damaged(why)) => damaged.push((path, why)),
                Err(Unread::Refused(kind, why)) => {
                    may_recover |= kind == ErrorKind::Io;
                    damaged.push((path, why));
                }
                Err(Unread::Foreign(why)) => return Err(Error::input(why).in_file(&path)),
            }
        }
        if damaged.is_empty() {
            return Ok(None);
        }
        let list = damaged.iter().map(|(path, why)| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            format!("{name}: {why}")
        });
        let list: Vec<String> = list.collect();
        let message = format!(
            "no checkpoint here can be read: {}; start again in another folder",
            list.join("; ")
        );
        let error = if may_recover {
            Error::io(message)
        } else {
            Error::input(message)
        };
        Err(error.in_file(&self.folder))
    }

    /// Keeps a new checkpoint. Then removes those before the previous one, and what interrupted
    /// attempts have left.
    ///
    /// # Errors
    /// The disk refuses; those that were there still are.
    pub fn keep(&mut self, bytes: &[u8]) -> Result<()> {
        let start = Instant::now();
        let kept = self.keep_next(bytes);
        self.spent += start.elapsed();
        self.failed = kept.clone().err();
        kept
    }

    fn keep_next(&mut self, bytes: &[u8]) -> Result<()> {
        if self.number >= LAST {
            let message =
                format!("has checkpoint {LAST}, after which none comes: use another folder");
            return Err(Error::input(message).in_file(&self.folder));
        }
        let path = self.path(self.number + 1);
        write_durably(&path, bytes)?;
        self.number += 1;
        self.written += 1;
        let previous = self.newest.replace(path.clone());
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_ours = number_of(&name).is_some()
                || name.starts_with(".checkpoint-") && name.ends_with(".tmp");
            let is_kept = entry.path() == path || Some(entry.path()) == previous;
            if is_ours && !is_kept {
                // One file too many does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }

    /// Why the last checkpoint could not be kept, if it could not.
    pub fn failure(&self) -> Option<&Error> {
        self.failed.as_ref()
    }

    /// The newest checkpoint known to be whole, if it is still there.
    pub fn held(&self) -> Option<&Path> {
        self.newest.as_deref().filter(|path| path.is_file())
    }

    /// Checkpoints written, and the time that took.
    pub fn cost(&self) -> (u64, Duration) {
        (self.written, self.spent)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, number: u64) -> PathBuf {
        self.folder.join(name_of(number))
    }

    /// The numbers of all checkpoints, ascending.
    fn numbers(&self) -> Result<Vec<u64>> {
        let entries = fs::read_dir(&self.folder).map_err(|error| refused(&self.folder, &error))?;
        let mut numbers = Vec::new();
        for entry in entries {
            let name = entry.map_err(|error| refused(&self.folder, &error))?;
            numbers.extend(number_of(&name.file_name().to_string_lossy()));
        }
        numbers.sort_unstable();
        Ok(numbers)
    }
}

fn refused(path: &Path, error: &io::Error) -> Error {
    Error::path("cannot keep checkpoints there", error).in_file(path)
}

fn name_of(number: u64) -> String {
    format!("checkpoint-{number:06}.tally")
}

/// The number in the name of a checkpoint, if it is one that is given.
fn number_of(name: &str) -> Option<u64> {
    let digits = name.strip_prefix("checkpoint-")?.strip_suffix(".tally")?;
    let number = digits.parse().ok()?;
    (number <= LAST && name == name_of(number)).then_some(number)
}

/// Of files in a folder, in any order, those that do not go back to an earlier checkpoint than the newest:
/// checkpoints of a folder are one run's, and each holds all that the one before it did.
pub fn without_superseded(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    let number = |path: &PathBuf| number_of(&path.file_name()?.to_string_lossy());
    let newest = files.iter().filter_map(number).max();
    files.retain(|path| number(path).is_none_or(|number| Some(number) == newest));
    files
}

/// Locks the folder, where the file system can.
fn lock(folder: &Path) -> Result<Option<File>> {
    let path = folder.join(LOCK);
    if fs::metadata(&path).is_ok_and(|data| !data.is_file()) {
        let message = "it is no file, expected the one that a process locks here: remove it";
        return Err(Error::input(message).in_file(&path));
    }
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path);
    let file = file.map_err(|error| refused(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => {
            Err(Error::io("another process keeps its checkpoints in this folder").in_file(folder))
        }
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_checkpoint_stands_for_those_before() {
        let files = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let newest = "s/checkpoint-1000000.tally";
        let all = files(&[
            "s/checkpoint-999999.tally",
            newest,
            "s/a.tally",
            "s/checkpoint-1.tally",
        ]);
        let kept = files(&[newest, "s/a.tally", "s/checkpoint-1.tally"]);
        assert_eq!(without_superseded(all), kept);
        assert!(without_superseded(Vec::new()).is_empty());
    }

    #[test]
    fn a_number_has_one_name() {
        for number in [1, 999_999, 1_000_000, LAST] {
            assert_eq!(number_of(&name_of(number)), Some(number));
        }
        for name in [
            "checkpoint-00009.tally",
            "checkpoint-0000000000000000000009.tally",
            "checkpoint-0999999.tally",
            "checkpoint-+00009.tally",
            "checkpoint-1000000000000.tally",
            "checkpoint-18446744073709551615.tally",
            "checkpoint-99999999999999999999999.tally",
            ".checkpoint-000009.tally",
        ] {
            assert_eq!(number_of(name), None, "{name}");
        }
    }
}
