//! What has been played of a plan so far.

use std::ops::Range;
use std::time::Duration;

use crate::engine::chunks::Chunks;
use crate::engine::outcome::{Ended, Outcome};
use crate::engine::plan::{Plan, PlannedRun};
use crate::engine::shard::Shard;
use crate::tally::Tally;

/// What has been played of a run: always a row of chunks without a gap.
///
/// The last chunk of a run may be shorter than the others. Its counts are kept apart, so that a run that
/// is extended later can play that chunk anew.
#[derive(Clone, Debug)]
pub struct RunPlayed {
    /// The chunks to be played.
    pub(in crate::engine) goal: Range<u64>,
    /// The first chunk not yet played.
    pub(in crate::engine) next: u64,
    /// Counts of the whole chunks played.
    pub(in crate::engine) body: Tally,
    /// Counts of the shorter last chunk, once played.
    pub(in crate::engine) tail: Option<Tally>,
    /// Wall-clock time spent.
    pub(in crate::engine) elapsed: Duration,
}

impl RunPlayed {
    /// Nothing played yet of the chunks `goal`.
    pub(in crate::engine) fn nothing(run: &PlannedRun, goal: Range<u64>) -> Self {
        Self {
            next: goal.start,
            goal,
            body: run.prepared.empty_tally(),
            tail: None,
            elapsed: Duration::ZERO,
        }
    }

    /// Whether all its chunks were played.
    pub fn is_complete(&self) -> bool {
        self.next >= self.goal.end
    }

    /// The chunks to be played.
    pub fn chunks(&self) -> Range<u64> {
        self.goal.clone()
    }

    /// Rounds played.
    pub fn rounds(&self) -> u64 {
        self.body.rounds + self.tail.as_ref().map_or(0, |tail| tail.rounds)
    }

    /// All counts.
    pub fn tally(&self) -> Tally {
        let mut tally = self.body.clone();
        self.tail.iter().for_each(|tail| tally.merge(tail));
        tally
    }
}

/// What has been played of a plan, or of a shard of it.
#[derive(Clone, Debug)]
pub struct Played {
    /// One per run of the plan.
    pub(in crate::engine) runs: Vec<RunPlayed>,
}

impl Played {
    /// Nothing played yet of `plan`, or of its part `shard`.
    pub fn nothing(plan: &Plan, shard: Option<Shard>) -> Self {
        let goals = goals(plan, shard);
        let runs = plan.runs.iter().zip(goals);
        Self {
            runs: runs
                .map(|(run, goal)| RunPlayed::nothing(run, goal))
                .collect(),
        }
    }

    /// One per run of the plan.
    pub fn runs(&self) -> &[RunPlayed] {
        &self.runs
    }

    /// Rounds played over all runs.
    pub fn rounds(&self) -> u64 {
        self.runs.iter().map(RunPlayed::rounds).sum()
    }

    /// Rounds to be played of `plan` over all runs, those played included.
    pub fn goal(&self, plan: &Plan) -> u64 {
        let rounds = |(run, played): (&PlannedRun, &RunPlayed)| {
            let chunks = Chunks::new(run.rounds, run.prepared.chunk_rounds());
            chunks.rounds_before(played.goal.end) - chunks.rounds_before(played.goal.start)
        };
        plan.runs.iter().zip(&self.runs).map(rounds).sum()
    }

    /// Whether all chunks of all runs were played.
    pub fn is_complete(&self) -> bool {
        self.runs.iter().all(RunPlayed::is_complete)
    }

    /// What came out; `ended` says why runs that are not complete are not.
    pub fn outcomes(&self, plan: &Plan, ended: Ended) -> Vec<Outcome> {
        let outcome = |(run, played): (&PlannedRun, &RunPlayed)| Outcome {
            tally: played.tally(),
            planned: run.rounds,
            elapsed: played.elapsed,
            ended: if played.rounds() == run.rounds {
                Ended::Rounds
            } else {
                ended
            },
            precision: None,
        };
        plan.runs.iter().zip(&self.runs).map(outcome).collect()
    }
}

/// The chunks of every run to be played.
pub(in crate::engine) fn goals(plan: &Plan, shard: Option<Shard>) -> Vec<Range<u64>> {
    match shard {
        Some(shard) => shard.ranges(plan),
        None => plan.runs.iter().map(|run| 0..run.chunks()).collect(),
    }
}
