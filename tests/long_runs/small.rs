//! The built-in games with small chunks, so that a few thousand rounds are many of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tirage::error::Result;
use tirage::exact::Bounds;
use tirage::game::{
    FamilyInfo, Finding, GameCard, GameEntry, Kernel, PayoutLaw, Prepared, RunSpec, Sessions,
    Solution, StoppingTable, Transcript,
};
use tirage::rng::{Family, Generator};
use tirage::tally::Tally;
use tirage::units::{Cents, Stake};

/// Rounds in a chunk.
pub(crate) const CHUNK: u64 = 60;

/// How often the games were asked for what takes long.
#[derive(Default)]
pub(crate) struct Calls {
    /// Runs prepared.
    pub(crate) prepared: AtomicU64,
    /// Solutions.
    pub(crate) solved: AtomicU64,
    /// Laws without the rest of the solution.
    pub(crate) laws: AtomicU64,
    /// Maps of best play.
    pub(crate) stopping: AtomicU64,
}

impl Calls {
    /// What was counted since the last time, in the order of the fields.
    pub(crate) fn take(&self) -> [u64; 4] {
        [&self.prepared, &self.solved, &self.laws, &self.stopping]
            .map(|calls| calls.swap(0, Ordering::Relaxed))
    }
}

/// A game as it is but for its chunks.
struct Small(Box<dyn GameEntry>, Arc<Calls>);

/// A run as it is but for its chunks.
struct SmallRun(Arc<dyn Prepared>);

/// The built-in games with chunks of [`CHUNK`] rounds.
pub(crate) fn registry() -> Vec<Box<dyn GameEntry>> {
    counted().0
}

/// The same, and how often they are asked.
pub(crate) fn counted() -> (Vec<Box<dyn GameEntry>>, Arc<Calls>) {
    let calls = Arc::new(Calls::default());
    let games = tirage::games::registry().expect("the built-in tables");
    let small = |game| Box::new(Small(game, Arc::clone(&calls))) as Box<dyn GameEntry>;
    (games.into_iter().map(small).collect(), calls)
}

impl GameEntry for Small {
    fn card(&self) -> &GameCard {
        self.0.card()
    }

    fn families(&self) -> Vec<FamilyInfo> {
        self.0.families()
    }

    fn findings(&self) -> Result<Vec<Finding>> {
        self.0.findings()
    }

    fn prepare_with(
        &self,
        kernel: Kernel,
        strategy: &str,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        sessions: Option<&Sessions>,
    ) -> Result<Arc<dyn Prepared>> {
        self.1.prepared.fetch_add(1, Ordering::Relaxed);
        let run = self
            .0
            .prepare_with(kernel, strategy, stake, readings, sessions)?;
        Ok(Arc::new(SmallRun(run)))
    }

    fn has_solver(&self) -> bool {
        self.0.has_solver()
    }

    fn solve(
        &self,
        strategy: &str,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        sessions: Option<&Sessions>,
    ) -> Result<(RunSpec, Option<Solution>)> {
        self.1.solved.fetch_add(1, Ordering::Relaxed);
        self.0.solve(strategy, stake, readings, sessions)
    }

    fn check(&self, stake: Stake, readings: &BTreeMap<String, String>) -> Result<()> {
        self.0.check(stake, readings)
    }

    fn payout_law(
        &self,
        strategy: &str,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        sessions: Option<&Sessions>,
    ) -> Result<Option<PayoutLaw>> {
        self.1.laws.fetch_add(1, Ordering::Relaxed);
        self.0.payout_law(strategy, stake, readings, sessions)
    }

    fn strategy_name(&self, strategy: &str) -> Result<String> {
        self.0.strategy_name(strategy)
    }

    fn block_table(&self, stake: Stake) -> Result<Option<usize>> {
        self.0.block_table(stake)
    }

    fn payout_bounds(
        &self,
        strategy: &str,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        sessions: Option<&Sessions>,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>> {
        self.0.payout_bounds(strategy, stake, readings, sessions)
    }

    fn any_payout_bounds(
        &self,
        stake: Stake,
        readings: &BTreeMap<String, String>,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>> {
        self.0.any_payout_bounds(stake, readings)
    }

    fn any_rtp_bounds(
        &self,
        stake: Stake,
        readings: &BTreeMap<String, String>,
    ) -> Result<Option<Bounds>> {
        self.0.any_rtp_bounds(stake, readings)
    }

    fn payable(
        &self,
        stake: Stake,
        readings: &BTreeMap<String, String>,
    ) -> Result<Option<BTreeSet<Cents>>> {
        self.0.payable(stake, readings)
    }

    fn stopping(
        &self,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        worst: bool,
    ) -> Result<(BTreeMap<String, String>, Option<StoppingTable>)> {
        self.1.stopping.fetch_add(1, Ordering::Relaxed);
        self.0.stopping(stake, readings, worst)
    }
}

impl Prepared for SmallRun {
    fn spec(&self) -> &RunSpec {
        self.0.spec()
    }

    fn kernel(&self) -> &'static str {
        self.0.kernel()
    }

    fn generators(&self, family: Family) -> &'static str {
        self.0.generators(family)
    }

    fn chunk_rounds(&self) -> u64 {
        CHUNK
    }

    fn stretches(&self) -> u64 {
        self.0.stretches()
    }

    fn empty_tally(&self) -> Tally {
        self.0.empty_tally()
    }

    fn play(&self, generator: Generator, rounds: u64, tally: &mut Tally) {
        self.0.play(generator, rounds, tally);
    }

    fn tell(&self, generator: Generator, index: u64) -> Transcript {
        self.0.tell(generator, index)
    }
}
