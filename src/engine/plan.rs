//! What is to be played.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::engine::chunks::Chunks;
use crate::game::Prepared;
use crate::rng::Family;

/// One run: a prepared game and strategy, and how many rounds of it.
#[derive(Clone)]
pub struct PlannedRun {
    /// The game, ready to be played.
    pub prepared: Arc<dyn Prepared>,
    /// Rounds to play.
    pub rounds: u64,
}

impl PlannedRun {
    /// Number of chunks.
    pub fn chunks(&self) -> u64 {
        Chunks::new(self.rounds, self.prepared.chunk_rounds()).count()
    }
}

/// Runs that share a root seed and a family of generators.
#[derive(Clone)]
pub struct Plan {
    /// Root seed, 0 to 2^53 - 1.
    pub seed: u64,
    /// Generators.
    pub generator: Family,
    /// The runs in the order they are played and reported.
    pub runs: Vec<PlannedRun>,
}

impl Plan {
    /// The largest seed: every seed is exact as a JSON number.
    pub const MAX_SEED: u64 = (1 << 53) - 1;

    /// The first run that stands twice, by the numbers of both places from 0: its rounds would be
    /// the same rounds again, not more evidence.
    pub fn duplicate(&self) -> Option<(usize, usize)> {
        let mut seen = BTreeMap::new();
        self.runs.iter().enumerate().find_map(|(second, run)| {
            let first = seen.insert(run.prepared.spec(), second)?;
            Some((first, second))
        })
    }

    /// Rounds over all runs.
    pub fn rounds(&self) -> u64 {
        let rounds = self.runs.iter().map(|run| run.rounds);
        rounds.fold(0, u64::saturating_add)
    }
}
