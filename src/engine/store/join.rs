//! Joins partial results into the whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::engine::plan::Plan;
use crate::engine::played::Played;
use crate::engine::shard::Shard;
use crate::engine::store::bind::Stored;
use crate::engine::store::codec::decode;
use crate::engine::store::record::{Ask, Document};
use crate::engine::store::tally::TallyRecord;
use crate::error::{Error, Result};
use crate::game::GameEntry;

/// A whole plan, joined from parts.
pub struct Joined {
    /// The plan.
    pub plan: Plan,
    /// What only the report needs.
    pub ask: Ask,
    /// Everything, played.
    pub played: Played,
    /// When the first part began.
    pub started_at: SystemTime,
    /// Files that added nothing: the same chunks with the same counts were in others.
    pub repeated: Vec<PathBuf>,
}

/// Where the counts of some chunks were found.
struct Source {
    file: usize,
    digest: u64,
}

/// 64 bits in which different counts differ; the counts themselves are not kept.
fn digest(tally: &TallyRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    tally.hash(&mut hasher);
    hasher.finish()
}

/// Joins the partial results in `files`, in any order.
///
/// # Errors
/// A file is missing, damaged or of another plan or version than the first; chunks are in none of them,
/// or in two that disagree or overlap. Every message names the files.
pub fn join(registry: &[Box<dyn GameEntry>], files: &[PathBuf]) -> Result<Joined> {
    let (first, others) = files
        .split_first()
        .ok_or_else(|| Error::input("there is nothing to join: name partial results"))?;
    let within = |file: &'_ Path| {
        let file = file.to_owned();
        move |error: Error| error.in_file(&file)
    };
    let document = read(first)?;
    let base = Stored::new(registry, document).map_err(within(first))?;
    let mut joiner = Joiner::new(&base, files);
    joiner.add(0, &base).map_err(within(first))?;
    for (number, file) in others.iter().enumerate() {
        let document = read(file)?;
        if let Some(difference) = difference(&document, &base.document) {
            return Err(Error::input(format!(
                "is of another run than {}: it has {difference}",
                first.display()
            ))
            .in_file(file));
        }
        let stored = base.with(document).map_err(within(file))?;
        joiner.add(number + 1, &stored).map_err(within(file))?;
    }
    joiner.check_cover()?;
    let repeated = joiner.repeated.iter().map(|&file| files[file].clone());
    Ok(Joined {
        repeated: repeated.collect(),
        started_at: joiner.started_at,
        played: joiner.played,
        ask: base.document.ask,
        plan: base.plan,
    })
}

/// Reads and decodes a partial result.
fn read(file: &Path) -> Result<Document> {
    let bytes = fs::read(file).map_err(|error| {
        let message = format!("cannot read: {error}");
        let error = match error.kind() {
            ErrorKind::NotFound | ErrorKind::IsADirectory | ErrorKind::PermissionDenied => {
                Error::input(message)
            }
            _ => Error::io(message),
        };
        error.in_file(file)
    })?;
    decode(&bytes).map_err(|unread| unread.error().in_file(file))
}

/// What keeps two documents from being parts of one report, with `one`'s value first.
fn difference(one: &Document, other: &Document) -> Option<String> {
    one.identity
        .difference(&other.identity)
        .or_else(|| {
            let versions = [one, other].map(|document| &document.written_by.version);
            (versions[0] != versions[1])
                .then(|| format!("program version {}, not {}", versions[0], versions[1]))
        })
        .or_else(|| (one.ask != other.ask).then(|| "another title, level or precision".to_owned()))
}

struct Joiner<'a> {
    files: &'a [PathBuf],
    base: &'a Stored,
    played: Played,
    /// By run, first chunk and end.
    seen: BTreeMap<(usize, u64, u64), Source>,
    repeated: BTreeSet<usize>,
    shards: BTreeSet<(u64, u64)>,
    started_at: SystemTime,
}

impl<'a> Joiner<'a> {
    fn new(base: &'a Stored, files: &'a [PathBuf]) -> Self {
        Self {
            files,
            base,
            played: Played::nothing(&base.plan, None),
            seen: BTreeMap::new(),
            repeated: BTreeSet::new(),
            shards: BTreeSet::new(),
            started_at: base.started_at,
        }
    }

    /// Adds what `stored`, from file number `file`, has.
    fn add(&mut self, file: usize, stored: &Stored) -> Result<()> {
        self.started_at = self.started_at.min(stored.started_at);
        let shard = stored.shard.map(|shard| (shard.of(), shard.index()));
        self.shards.extend(shard);
        for (number, record) in stored.document.runs.iter().enumerate() {
            let mut is_new = record.parts.is_empty();
            for part in &record.parts {
                let tally = stored.tally(number, part)?;
                let digest = digest(&part.tally);
                let key = (number, part.from, part.to);
                if let Some(source) = self.seen.get(&key) {
                    if source.digest != digest {
                        return Err(Error::input(format!(
                            "has other counts of chunks {} to {} of run {} than {}: one of the two \
                             is wrong",
                            part.from,
                            part.to,
                            number + 1,
                            self.files[source.file].display()
                        )));
                    }
                    self.repeated.insert(file);
                    continue;
                }
                is_new = true;
                self.seen.insert(key, Source { file, digest });
                let run = &mut self.played.runs[number];
                let size = stored.plan.runs[number].prepared.chunk_rounds();
                if tally.rounds < (part.to - part.from) * size {
                    run.tail = Some(tally);
                } else {
                    run.body.merge(&tally);
                }
            }
            if is_new {
                let elapsed = Duration::from_millis(record.elapsed_ms);
                self.played.runs[number].elapsed += elapsed;
            }
        }
        Ok(())
    }

    /// Every chunk of every run must be there once.
    fn check_cover(&mut self) -> Result<()> {
        let mut parts: Vec<Vec<(u64, u64, usize)>> = vec![Vec::new(); self.played.runs.len()];
        for (&(run, from, to), source) in &self.seen {
            parts[run].push((from, to, source.file));
        }
        for (number, parts) in parts.iter().enumerate() {
            let mut next = 0;
            let mut before = None;
            let end = self.played.runs[number].goal.end;
            for &(from, to, file) in parts.iter().chain([&(end, end, usize::MAX)]) {
                if let (true, Some(before)) = (from < next, before) {
                    let files = [before, file].map(|file: usize| self.files[file].display());
                    return Err(Error::input(format!(
                        "{} and {} overlap: both have chunk {from} of run {}",
                        files[0],
                        files[1],
                        number + 1
                    )));
                }
                if from > next {
                    return Err(self.gap(number, next, from, end));
                }
                (next, before) = (to, Some(file));
            }
            self.played.runs[number].next = end;
        }
        Ok(())
    }

    fn gap(&self, number: usize, from: u64, to: u64, all: u64) -> Error {
        let name = self.base.document.identity.runs[number].name();
        let mut message = format!(
            "incomplete: chunks {from} to {to} of {all} of run {} ({name}) are in none of the {} \
             files",
            number + 1,
            self.files.len()
        );
        let counts: BTreeSet<u64> = self.shards.iter().map(|&(of, _)| of).collect();
        if let ([of], true) = (
            &counts.iter().copied().collect::<Vec<_>>()[..],
            counts.len() == 1,
        ) {
            let missing = (1..=*of).filter(|index| !self.shards.contains(&(*of, *index)));
            let missing: Vec<String> = missing
                .filter_map(|index| Shard::new(index, *of).ok())
                .map(|shard| shard.to_string())
                .collect();
            if !missing.is_empty() {
                message += &format!("; missing: shard {}", missing.join(", "));
            }
        }
        Error::input(message)
    }
}
