//! The trait a game implements.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;

use crate::error::Result;
use crate::exact::Bounds;
use crate::game::card::{GameCard, Sessions};
use crate::game::finding::Finding;
use crate::game::lanes::AnyLanes;
use crate::game::reading::Readings;
use crate::game::solution::{PayoutLaw, Solution};
use crate::game::stopping::StoppingTable;
use crate::game::strategy::{Family, Strategy};
use crate::game::witness::Witness;
use crate::rng::Draw;
use crate::tally::{BlockLots, Tally};
use crate::units::{Cents, Stake};

/// Rounds in a chunk unless the game or a session length says otherwise.
pub(super) const CHUNK_ROUNDS: u64 = 1 << 20;

/// What begins with a new [`Game::Carry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// A stretch of rounds out of an endless row of them: the carry has its long-run law.
    Stretch,
    /// A new player, who holds nothing yet and meets a fresh block.
    Session,
}

/// A game: its public card, its strategies and one round of it.
///
/// The associated functions take plain data, so a round depends on nothing but its arguments.
pub trait Game: Sized + Send + Sync + 'static {
    /// Everything a round needs that does not change between rounds: tables ready to draw from,
    /// typed readings, amounts at the stake.
    type Rules: Send + Sync + 'static;
    /// What a player may see when a decision is due.
    type View<'a>;
    /// What a player may do.
    type Action;
    /// What lives on from one round to the next inside a chunk, or inside a session where a run
    /// has sessions: keys held, lots left; `()` for most games.
    type Carry;
    /// The counts of a chunk in whatever form costs the kernel least; see [`Game::unfold`].
    type Sheet;

    /// Whether [`Game::exact`] solves the game.
    const HAS_SOLVER: bool = false;

    /// The public data.
    fn card(&self) -> &GameCard;

    /// What enumeration shows about the published rules, for the list of games.
    ///
    /// # Errors
    /// (Internal) tables that do not fit the code.
    fn findings(&self) -> Result<Vec<Finding>> {
        Ok(Vec::new())
    }

    /// The strategies on offer.
    fn strategies() -> &'static [Family<Self>];

    /// The rules at a stake (one of the card's) under the readings in force.
    ///
    /// # Errors
    /// A combination of readings that cannot be played.
    fn rules(&self, stake: Stake, readings: &Readings) -> Result<Self::Rules>;

    /// Whether the readings in force can be played, for a game that knows sooner than it makes its rules.
    ///
    /// # Errors
    /// As [`Game::rules`].
    fn check(&self, stake: Stake, readings: &Readings) -> Result<()> {
        self.rules(stake, readings).map(drop)
    }

    /// Rounds in a chunk of a run without sessions: the unit of generator, parallelism and
    /// interruption. A game sold in blocks has one block per chunk.
    fn chunk_rounds(_: &Self::Rules) -> u64 {
        CHUNK_ROUNDS
    }

    /// The block that the carry deals from, in a game sold in blocks: a chunk, or a session, meets a
    /// fresh one. What is counted in its table is then kept apart by whole and partial blocks; the
    /// game need not do so.
    fn block(_: &Self::Rules) -> Option<BlockLots<'_>> {
        None
    }

    /// What is carried into the first round of a chunk, or of each session.
    fn begin<D: Draw>(rules: &Self::Rules, start: Start, draw: &mut D) -> Self::Carry;

    /// The price of a round.
    fn stake(rules: &Self::Rules) -> Stake;

    /// The largest single prize there is: a round that pays as much has won it.
    fn top_prize(rules: &Self::Rules) -> Cents;

    /// An empty sheet.
    fn sheet(rules: &Self::Rules) -> Self::Sheet;

    /// Plays one round in the order of the articles, counts it on `sheet` and returns its payout.
    fn round<S: Strategy<Self>, D: Draw, W: Witness>(
        rules: &Self::Rules,
        strategy: &S,
        draw: &mut D,
        carry: &mut Self::Carry,
        sheet: &mut Self::Sheet,
        witness: &mut W,
    ) -> Cents;

    /// The kernel that plays many rounds of `strategy` at once, in sessions of so many rounds if there
    /// are sessions; none where the readable kernel is the only one, as under readings too rare to be
    /// worth a second.
    fn lanes<S: Strategy<Self>>(
        _rules: &Self::Rules,
        _strategy: &S,
        _session: Option<NonZeroU64>,
    ) -> AnyLanes<Self> {
        None
    }

    /// Adds a sheet to `tally`: rows of every table, counters, and every round with its payout.
    fn unfold(rules: &Self::Rules, sheet: &Self::Sheet, tally: &mut Tally);

    /// The exact law of what `strategy` is paid; none where the game has no solver.
    ///
    /// A solver shares the tables, the views and the strategies with the kernel, and no rule: what one of
    /// the two misreads the other shows.
    ///
    /// # Errors
    /// A combination of readings that cannot be played.
    fn exact<S: Strategy<Self>>(
        &self,
        _stake: Stake,
        _readings: &Readings,
        _sessions: Option<&Sessions>,
        _strategy: &S,
    ) -> Result<Option<Solution>> {
        Ok(None)
    }

    /// The law that [`Game::exact`] finds and nothing else, for a game to which the rest is most of the work.
    ///
    /// # Errors
    /// As [`Game::exact`].
    fn payout_law<S: Strategy<Self>>(
        &self,
        stake: Stake,
        readings: &Readings,
        sessions: Option<&Sessions>,
        strategy: &S,
    ) -> Result<Option<PayoutLaw>> {
        let solution = self.exact(stake, readings, sessions, strategy)?;
        Ok(solution.as_ref().map(PayoutLaw::from))
    }

    /// For every amount that `strategy` can be paid, the least and the greatest probability over all
    /// odds that round to the printed ones.
    ///
    /// The bounds may be wider than what these odds allow, and contain the law under each of them; an
    /// amount that is not listed is never paid. None where they are not computed. Numbers of lots are exact:
    /// in a game sold in blocks both are the law.
    ///
    /// # Errors
    /// As [`Game::exact`].
    fn payout_bounds<S: Strategy<Self>>(
        &self,
        stake: Stake,
        readings: &Readings,
        sessions: Option<&Sessions>,
        strategy: &S,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>> {
        if Self::block(&self.rules(stake, readings)?).is_none() {
            return Ok(None);
        }
        let solution = self.exact(stake, readings, sessions, strategy)?;
        Ok(solution.map(|solution| solution.law.bounds()))
    }

    /// Questions whose answers bear neither on what a round pays nor on how `strategy` is played, whatever
    /// the answers to the others: laws need not be solved for each. One may be missing here, and none is here
    /// wrongly.
    fn idle_questions<S: Strategy<Self>>(&self, _strategy: &S) -> Vec<&'static str> {
        Vec::new()
    }

    /// [`Game::payout_bounds`] for a player of whom nothing is known: whatever is decided, and whatever was played before. It
    /// holds for each round given all rounds before it.
    ///
    /// # Errors
    /// As [`Game::exact`].
    fn any_payout_bounds(
        &self,
        _stake: Stake,
        _readings: &Readings,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>> {
        Ok(None)
    }

    /// The least and the greatest RTP of such a player; none where no wider range is known than that from worst play
    /// to best, which may be searched for.
    ///
    /// # Errors
    /// As [`Game::exact`].
    fn any_rtp_bounds(&self, _stake: Stake, _readings: &Readings) -> Result<Option<Bounds>> {
        Ok(None)
    }

    /// Every amount that some way to play can be paid; none where they are not listed. In a game sold in
    /// blocks the amounts of the lots.
    ///
    /// # Errors
    /// A combination of readings that cannot be played.
    fn payable(&self, stake: Stake, readings: &Readings) -> Result<Option<BTreeSet<Cents>>> {
        let rules = self.rules(stake, readings)?;
        Ok(Self::block(&rules).map(|block| self.card().tables[block.table].payouts()))
    }

    /// Best play for the player, or the worst, as a table of when to stop; none for a game that is
    /// not about stopping.
    ///
    /// # Errors
    /// Readings under which there is no such table.
    fn stopping(
        &self,
        _stake: Stake,
        _readings: &Readings,
        _worst: bool,
    ) -> Result<Option<StoppingTable>> {
        Ok(None)
    }
}
