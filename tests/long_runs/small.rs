//! The built-in games with small chunks, so that a few thousand rounds are many of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tirage::error::Result;
use tirage::exact::Bounds;
use tirage::game::{
    FamilyInfo, Finding, GameCard, GameEntry, Kernel, PayoutLaw, Prepared, RunSpec, Sessions, Solution,
    StoppingTable, Transcript,
};
use tirage::rng::{Family, Generator};
use tirage::tally::Tally;
use tirage::units::{Cents, Stake};

/// Rounds in a chunk.
pub(crate) const CHUNK: u64 = 60;

/// A game as it is but for its chunks.
struct Small(Box<dyn GameEntry>);

/// A run as it is but for its chunks.
struct SmallRun(Arc<dyn Prepared>);

/// The built-in games with chunks of [`CHUNK`] rounds.
pub(crate) fn registry() -> Vec<Box<dyn GameEntry>> {
    let games = tirage::games::registry().expect("the built-in tables");
    let small = |game| Box::new(Small(game)) as Box<dyn GameEntry>;
    games.into_iter().map(small).collect()
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
