//! What came out of a run, and why it ended.

use std::time::Duration;

use crate::tally::Tally;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All planned rounds were played.
    Rounds,
    /// The time allowed was over.
    MaxTime,
    /// Somebody stopped it.
    Interrupted,
}

/// A precision asked for: it decided before the run how many rounds were planned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// Half the width of the interval for the RTP, in stakes.
    pub half_width: f64,
    /// The rounds that takes by the exact variance.
    pub rounds_needed: u64,
}

/// What came out of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The counts of all finished chunks.
    pub tally: Tally,
    /// Rounds that were planned; the tally has fewer if the run was stopped.
    pub planned: u64,
    /// Wall-clock time, over all processes that had a part in it.
    pub elapsed: Duration,
    /// Why the run ended.
    pub ended: Ended,
    /// The precision asked for.
    pub precision: Option<Precision>,
}

impl Outcome {
    /// Whether every planned round was played.
    pub fn is_complete(&self) -> bool {
        self.tally.rounds == self.planned
    }
}
