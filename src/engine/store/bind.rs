//! Between documents and plans: what was played of which plan.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use crate::engine::chunks::Chunks;
use crate::engine::plan::{Plan, PlannedRun};
use crate::engine::played::{Played, RunPlayed};
use crate::engine::shard::Shard;
use crate::engine::store::record::{
    Ask, Document, Identity, PartRecord, RunIdentity, RunRecord, ShardRecord, WrittenBy,
};
use crate::engine::store::tally::TallyRecord;
use crate::error::{Error, Result};
use crate::game::{GameEntry, Kernel, Sessions, find};
use crate::rng::Family;
use crate::tally::Tally;
use crate::units::{MAX_ROUNDS, Stake};

/// What is the same in all files that one process writes.
#[derive(Clone, Debug)]
pub struct Written {
    /// The identity of the plan.
    pub identity: Identity,
    /// What only the report needs.
    pub ask: Ask,
    /// The part of the plan.
    pub shard: Option<Shard>,
    /// When the work began.
    pub started_at: SystemTime,
}

impl Written {
    /// The name of the file of its part; see [`Identity::part_name`].
    ///
    /// # Errors
    /// (Internal) there is no scenario hash.
    pub fn part_name(&self) -> Result<String> {
        self.identity.part_name(self.shard)
    }

    /// The document that says that `played` was played.
    pub fn document(&self, played: &Played) -> Document {
        Document {
            written_by: WrittenBy::this(),
            identity: self.identity.clone(),
            ask: self.ask.clone(),
            shard: self.shard.map(ShardRecord::from),
            started_at: humantime::format_rfc3339_seconds(self.started_at).to_string(),
            runs: played.runs.iter().map(run_record).collect(),
        }
    }
}

fn run_record(run: &RunPlayed) -> RunRecord {
    let mut parts = Vec::new();
    let mut part = |from: u64, to: u64, tally: &Tally| {
        if from < to {
            let tally = TallyRecord::from(tally);
            parts.push(PartRecord { from, to, tally });
        }
    };
    let whole = run.next - u64::from(run.tail.is_some());
    part(run.goal.start, whole, &run.body);
    run.tail.iter().for_each(|tail| part(whole, run.next, tail));
    RunRecord {
        elapsed_ms: u64::try_from(run.elapsed.as_millis()).unwrap_or(u64::MAX),
        parts,
    }
}

/// A document whose plan this program can play.
pub struct Stored {
    /// The document.
    pub document: Document,
    /// Its plan.
    pub plan: Plan,
    /// When the work began.
    pub started_at: SystemTime,
    /// Its part of the plan.
    pub shard: Option<Shard>,
}

impl Stored {
    /// Finds the games of `document` in `registry` and makes sure that they would be played as they
    /// were.
    ///
    /// # Errors
    /// They are not there, or this program draws in another way.
    pub fn new(registry: &[Box<dyn GameEntry>], document: Document) -> Result<Self> {
        let identity = &document.identity;
        let families = Family::ALL.iter();
        let mut families = families.filter(|(name, _)| *name == identity.generator);
        let generator = families.next().map(|(_, family)| *family);
        let generator = generator.ok_or_else(|| {
            Error::input(format!(
                "was played with generator `{}`, which this program has not",
                identity.generator
            ))
        })?;
        let runs = identity.runs.iter().map(|run| prepare(registry, run));
        let plan = Plan {
            seed: identity.seed,
            generator,
            runs: runs.collect::<Result<_>>()?,
        };
        if let Some(difference) = identity.difference(&Identity::of(registry, &plan)?) {
            return Err(Error::input(format!(
                "was played in another way than this program plays: {difference}; use the version \
                 of tirage that wrote it ({})",
                document.written_by.version
            )));
        }
        Self::of(plan, document)
    }

    /// Another document of the same plan: the caller has made sure that its identity is the same.
    pub(super) fn with(&self, document: Document) -> Result<Self> {
        Self::of(self.plan.clone(), document)
    }

    fn of(plan: Plan, document: Document) -> Result<Self> {
        if document.runs.len() != plan.runs.len() {
            return Err(Error::input("has not the counts of every run"));
        }
        let started_at = humantime::parse_rfc3339(&document.started_at)
            .map_err(|error| Error::input(format!("does not say when it began: {error}")))?;
        let shard = document.shard.as_ref();
        let shard = shard.map(|shard| Shard::new(shard.index, shard.of));
        Ok(Self {
            shard: shard.transpose()?,
            document,
            plan,
            started_at,
        })
    }

    /// The counts of part `part` of run `number`.
    ///
    /// # Errors
    /// They are not those of its chunks.
    pub fn tally(&self, number: usize, part: &PartRecord) -> Result<Tally> {
        let run = &self.plan.runs[number];
        let refused = |why: &str| {
            Error::input(format!(
                "the counts of chunks {} to {} of run {} cannot be right: {why}",
                part.from,
                part.to,
                number + 1
            ))
        };
        let chunks = Chunks::new(run.rounds, run.prepared.chunk_rounds());
        if part.from >= part.to || part.to > chunks.count() {
            return Err(refused("there are no such chunks"));
        }
        let rounds =
            (part.to - part.from - 1) * run.prepared.chunk_rounds() + chunks.rounds_in(part.to - 1);
        let is_short = chunks.rounds_in(part.to - 1) < run.prepared.chunk_rounds();
        if is_short && part.to - part.from > 1 {
            return Err(refused("a shorter last chunk must be a part of its own"));
        }
        if part.tally.rounds() != rounds {
            return Err(refused(&format!("they have {rounds} rounds")));
        }
        let tally = part.tally.tally(&run.prepared.empty_tally());
        let tally = tally.map_err(|why| refused(&why))?;
        if !tally.stretches.are_of(&(part.from..part.to)) {
            return Err(refused("their sums are of other chunks"));
        }
        Ok(tally)
    }

    /// What was played, for `plan`, which may have more rounds: then a shorter last chunk is
    /// forgotten, to be played anew.
    ///
    /// # Errors
    /// `plan` has fewer rounds than were played, or other shards, or the counts are not a row of
    /// chunks from the beginning.
    pub fn played(&self, plan: &Plan) -> Result<Played> {
        let mut played = Played::nothing(plan, self.shard);
        if let Some(shard) = self.shard
            && shard.ranges(plan) != shard.ranges(&self.plan)
        {
            return Err(Error::input(format!(
                "holds shard {shard}, a part of a fixed number of rounds: it cannot be made longer"
            )));
        }
        for (number, (run, record)) in played.runs.iter_mut().zip(&self.document.runs).enumerate() {
            run.elapsed = Duration::from_millis(record.elapsed_ms);
            let size = plan.runs[number].prepared.chunk_rounds();
            let chunks = Chunks::new(plan.runs[number].rounds, size);
            for part in &record.parts {
                if part.from != run.next {
                    return Err(Error::input(format!(
                        "has a gap in run {}: chunk {} is missing",
                        number + 1,
                        run.next
                    )));
                }
                let tally = self.tally(number, part)?;
                let is_whole = tally.rounds == (part.to - part.from) * size;
                if is_whole && part.to <= plan.runs[number].rounds / size {
                    run.body.merge(&tally);
                    run.next = part.to;
                } else if !is_whole && chunks.rounds_in(part.from) == tally.rounds {
                    run.tail = Some(tally);
                    run.next = part.to;
                } else if chunks.rounds_in(part.from) < tally.rounds {
                    return Err(Error::input(format!(
                        "has {} rounds of run {} already: {} are fewer",
                        run.body.rounds + tally.rounds,
                        number + 1,
                        plan.runs[number].rounds
                    )));
                }
            }
            if run.next > run.goal.end {
                let why = format!("has more of run {} than its part", number + 1);
                return Err(Error::input(why));
            }
        }
        Ok(played)
    }
}

fn prepare(registry: &[Box<dyn GameEntry>], run: &RunIdentity) -> Result<PlannedRun> {
    let entry = find(registry, &run.game)
        .ok_or_else(|| Error::input(format!("has a run of `{}`, which is no game", run.game)))?;
    let sessions = run.sessions.as_ref().map(|sessions| Sessions {
        option: sessions.option.clone(),
        rounds: sessions.rounds,
    });
    if !(1..=MAX_ROUNDS).contains(&run.rounds) {
        return Err(Error::input(format!("has a run of {} rounds", run.rounds)));
    }
    let readings: &BTreeMap<String, String> = &run.readings;
    let stake = Stake::from_cents(run.stake_cents);
    let kernel = Kernel::called(&run.kernel).ok_or_else(|| {
        Error::input(format!(
            "was played by kernel `{}`, which this program has not",
            run.kernel
        ))
    })?;
    let sessions = sessions.as_ref();
    let prepared = entry.prepare_with(kernel, &run.strategy, stake, readings, sessions)?;
    if prepared.kernel() != run.kernel {
        return Err(Error::input(format!(
            "was played by kernel `{}`, and this program has `{}` in its place, which draws otherwise",
            run.kernel,
            prepared.kernel()
        )));
    }
    Ok(PlannedRun {
        prepared,
        rounds: run.rounds,
    })
}
