//! The object-safe face of a game: what engine, audit and reports see.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::error::Result;
use crate::exact::Bounds;
use crate::game::card::{GameCard, Sessions};
use crate::game::finding::Finding;
use crate::game::lanes::Kernel;
use crate::game::reading::Readings;
use crate::game::seat::{look_up, prepare_changed};
use crate::game::solution::{PayoutLaw, Solution};
use crate::game::stopping::StoppingTable;
use crate::game::strategy::{Choice, Family};
use crate::game::traits::Game;
use crate::game::witness::Transcript;
use crate::rng::{Family as Generators, Generator, StreamKey};
use crate::tally::Tally;
use crate::units::{Cents, Stake};

/// A strategy family without its code, for lists.
#[derive(Clone, Copy, Debug)]
pub struct FamilyInfo {
    /// The form of the name, e.g. `chests:K`.
    pub pattern: &'static str,
    /// What such a player does.
    pub about: &'static str,
}

/// A game as the engine sees it. Implemented for every [`Game`].
pub trait GameEntry: Send + Sync {
    /// The public data.
    fn card(&self) -> &GameCard;

    /// The strategies on offer.
    fn families(&self) -> Vec<FamilyInfo>;

    /// What enumeration shows about the published rules.
    ///
    /// # Errors
    /// (Internal) tables that do not fit the code.
    fn findings(&self) -> Result<Vec<Finding>>;

    /// The canonical form of a strategy's name, without solving anything.
    ///
    /// # Errors
    /// There is no such strategy; the message lists those there are.
    fn strategy_name(&self, strategy: &str) -> Result<String>;

    /// The number of the table that prints the block sold at `stake`; none for a game that is not sold in
    /// blocks.
    ///
    /// # Errors
    /// An unknown stake.
    fn block_table(&self, stake: Stake) -> Result<Option<usize>>;

    /// Makes a run ready to be played by the fastest kernel there is; with `sessions`, a run of players who
    /// each play so many rounds.
    ///
    /// # Errors
    /// An unknown strategy, stake, reading or answer, each with the valid ones, or sessions that
    /// the game does not offer.
    fn prepare(
        &self,
        strategy: &str,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        sessions: Option<&Sessions>,
    ) -> Result<Arc<dyn Prepared>> {
        self.prepare_with(Kernel::Fast, strategy, stake, readings, sessions)
    }

    /// As [`GameEntry::prepare`], with a kernel of choice.
    ///
    /// # Errors
    /// The same.
    fn prepare_with(
        &self,
        kernel: Kernel,
        strategy: &str,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        sessions: Option<&Sessions>,
    ) -> Result<Arc<dyn Prepared>>;

    /// Whether the readings can be played at a stake; sooner known than a run is prepared.
    ///
    /// # Errors
    /// They cannot, or an unknown stake, reading or answer.
    fn check(&self, stake: Stake, readings: &BTreeMap<String, String>) -> Result<()>;

    /// Whether the game has a solver.
    fn has_solver(&self) -> bool;

    /// The exact law of what a run pays, with what identifies the run; no law where the game has
    /// no solver.
    ///
    /// # Errors
    /// Names that [`GameEntry::prepare`] refuses too, or the solver's own.
    fn solve(
        &self,
        strategy: &str,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        sessions: Option<&Sessions>,
    ) -> Result<(RunSpec, Option<Solution>)>;

    /// The law alone, where nothing else that [`GameEntry::solve`] finds is needed.
    ///
    /// # Errors
    /// The same.
    fn payout_law(
        &self,
        strategy: &str,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        sessions: Option<&Sessions>,
    ) -> Result<Option<PayoutLaw>>;

    /// For every amount that a run can pay in a round, the least and the greatest probability over all
    /// odds that round to the printed ones; see [`Game::payout_bounds`].
    ///
    /// # Errors
    /// Names that [`GameEntry::prepare`] refuses too, or the solver's own.
    fn payout_bounds(
        &self,
        strategy: &str,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        sessions: Option<&Sessions>,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>>;

    /// Questions whose answers bear neither on what a round pays nor on how `strategy` is played, whatever
    /// the answers to the others; see [`Game::idle_questions`]. None is named of a strategy that a solver finds.
    ///
    /// # Errors
    /// There is no such strategy.
    fn idle_questions(&self, _strategy: &str) -> Result<Vec<&'static str>> {
        Ok(Vec::new())
    }

    /// [`GameEntry::payout_bounds`] for a player of whom nothing is known; see [`Game::any_payout_bounds`].
    ///
    /// # Errors
    /// Names that [`GameEntry::prepare`] refuses too, or the solver's own.
    fn any_payout_bounds(
        &self,
        stake: Stake,
        readings: &BTreeMap<String, String>,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>>;

    /// The RTP of such a player, where best and worst play do not tell it; see [`Game::any_rtp_bounds`].
    ///
    /// # Errors
    /// As [`GameEntry::any_payout_bounds`].
    fn any_rtp_bounds(
        &self,
        stake: Stake,
        readings: &BTreeMap<String, String>,
    ) -> Result<Option<Bounds>>;

    /// Every amount that some way to play can be paid; none where the game does not list them.
    ///
    /// # Errors
    /// An unknown stake, reading or answer, or the solver's own.
    fn payable(
        &self,
        stake: Stake,
        readings: &BTreeMap<String, String>,
    ) -> Result<Option<BTreeSet<Cents>>>;

    /// Best play for the player, or the worst, as a table of when to stop, with every question and its
    /// answer in force; no table for a game that is not about stopping.
    ///
    /// # Errors
    /// Names that [`GameEntry::prepare`] refuses too, or readings under which there is no such table.
    fn stopping(
        &self,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        worst: bool,
    ) -> Result<(BTreeMap<String, String>, Option<StoppingTable>)>;
}

/// What identifies a run, apart from seed and rounds; names are canonical.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunSpec {
    /// Game identifier.
    pub game: String,
    /// Canonical strategy name.
    pub strategy: String,
    /// The stake.
    pub stake: Stake,
    /// Every question with the answer in force.
    pub readings: BTreeMap<String, String>,
    /// Players of a fixed number of rounds; none: rounds without end, or whole blocks.
    pub sessions: Option<Sessions>,
}

impl RunSpec {
    /// What seeds the run's chunks under root seed `seed` in kernel `kernel`.
    pub fn stream_key(&self, seed: u64, kernel: &str) -> StreamKey {
        StreamKey {
            seed,
            game: self.game.clone(),
            stake_cents: self.stake.cents(),
            strategy: self.strategy.clone(),
            readings: self.readings.clone(),
            kernel: kernel.to_owned(),
        }
    }
}

/// A run ready to be played, chunk by chunk, in any order and on any thread.
pub trait Prepared: Send + Sync {
    /// What is played.
    fn spec(&self) -> &RunSpec;

    /// The kernel's name, part of every seed.
    fn kernel(&self) -> &'static str;

    /// The name of the generators that the kernel draws from where chunks have those of `family`.
    fn generators(&self, family: Generators) -> &'static str;

    /// Rounds in every chunk but perhaps the last.
    fn chunk_rounds(&self) -> u64;

    /// Stretches of rounds that a chunk is made of, each of which begins anew, where rounds depend on those
    /// before them; a chunk of fewer rounds has a stretch for each of them.
    fn stretches(&self) -> u64 {
        1
    }

    /// A tally with nothing counted.
    fn empty_tally(&self) -> Tally;

    /// Plays the first `rounds` rounds of the chunk that `generator` was seeded for.
    fn play(&self, generator: Generator, rounds: u64, tally: &mut Tally);

    /// Tells round `index` of that chunk, counted from 0.
    fn tell(&self, generator: Generator, index: u64) -> Transcript;
}

impl<G: Game> GameEntry for G {
    fn card(&self) -> &GameCard {
        Game::card(self)
    }

    fn families(&self) -> Vec<FamilyInfo> {
        let info = |family: &Family<G>| FamilyInfo {
            pattern: family.pattern,
            about: family.about,
        };
        G::strategies().iter().map(info).collect()
    }

    fn findings(&self) -> Result<Vec<Finding>> {
        Game::findings(self)
    }

    fn strategy_name(&self, strategy: &str) -> Result<String> {
        let choice = Family::choose(G::strategies(), &Game::card(self).id, strategy)?;
        Ok(choice.name().to_owned())
    }

    fn block_table(&self, stake: Stake) -> Result<Option<usize>> {
        let readings = at(Game::card(self), stake, &BTreeMap::new())?;
        let rules = self.rules(stake, &readings)?;
        Ok(G::block(&rules).map(|block| block.table))
    }

    fn prepare_with(
        &self,
        kernel: Kernel,
        strategy: &str,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        sessions: Option<&Sessions>,
    ) -> Result<Arc<dyn Prepared>> {
        prepare_changed(self, kernel, strategy, stake, readings, sessions, |_| ())
    }

    fn check(&self, stake: Stake, readings: &BTreeMap<String, String>) -> Result<()> {
        Game::check(self, stake, &at(Game::card(self), stake, readings)?)
    }

    fn has_solver(&self) -> bool {
        G::HAS_SOLVER
    }

    fn solve(
        &self,
        strategy: &str,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        sessions: Option<&Sessions>,
    ) -> Result<(RunSpec, Option<Solution>)> {
        let (spec, readings, named) = look_up(self, strategy, stake, readings, sessions)?;
        let solution = named.player.solve(self, stake, &readings, sessions)?;
        Ok((spec, solution))
    }

    fn payout_law(
        &self,
        strategy: &str,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        sessions: Option<&Sessions>,
    ) -> Result<Option<PayoutLaw>> {
        let (_, readings, named) = look_up(self, strategy, stake, readings, sessions)?;
        named.player.law(self, stake, &readings, sessions)
    }

    fn payout_bounds(
        &self,
        strategy: &str,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        sessions: Option<&Sessions>,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>> {
        let (_, readings, named) = look_up(self, strategy, stake, readings, sessions)?;
        named.player.bound(self, stake, &readings, sessions)
    }

    fn idle_questions(&self, strategy: &str) -> Result<Vec<&'static str>> {
        let choice = Family::choose(G::strategies(), &Game::card(self).id, strategy)?;
        Ok(match choice {
            Choice::Ready(named) => named.player.idle(self),
            Choice::Solved { .. } => Vec::new(),
        })
    }

    fn any_payout_bounds(
        &self,
        stake: Stake,
        readings: &BTreeMap<String, String>,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>> {
        let readings = at(Game::card(self), stake, readings)?;
        Game::any_payout_bounds(self, stake, &readings)
    }

    fn any_rtp_bounds(
        &self,
        stake: Stake,
        readings: &BTreeMap<String, String>,
    ) -> Result<Option<Bounds>> {
        let readings = at(Game::card(self), stake, readings)?;
        Game::any_rtp_bounds(self, stake, &readings)
    }

    fn payable(
        &self,
        stake: Stake,
        readings: &BTreeMap<String, String>,
    ) -> Result<Option<BTreeSet<Cents>>> {
        let readings = at(Game::card(self), stake, readings)?;
        Game::payable(self, stake, &readings)
    }

    fn stopping(
        &self,
        stake: Stake,
        readings: &BTreeMap<String, String>,
        worst: bool,
    ) -> Result<(BTreeMap<String, String>, Option<StoppingTable>)> {
        let readings = at(Game::card(self), stake, readings)?;
        let table = Game::stopping(self, stake, &readings, worst)?;
        Ok((readings.names().clone(), table))
    }
}

/// The readings in force at a stake.
///
/// # Errors
/// An unknown stake, reading or answer, each with the valid ones.
fn at(card: &GameCard, stake: Stake, readings: &BTreeMap<String, String>) -> Result<Readings> {
    card.check_stake(stake)?;
    Readings::resolve(&card.questions, readings)
}
