//! Strategies, the families that make them from their names, and the players that play them.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use crate::error::{Error, Result, unknown};
use crate::exact::Bounds;
use crate::game::card::Sessions;
use crate::game::lanes::{self, AnyLanes};
use crate::game::reading::Readings;
use crate::game::solution::{PayoutLaw, Solution};
use crate::game::traits::{Game, Start};
use crate::game::witness::Transcript;
use crate::rng::{Draw, Generator, Script};
use crate::tally::{Players, Session, Tally};
use crate::units::{Cents, Stake};

/// A way to play: a pure function of what the player may see.
pub trait Strategy<G: Game>: Send + Sync + 'static {
    /// The action taken at a decision.
    fn decide(&self, view: &G::View<'_>) -> G::Action;
}

/// A strategy married to the kernel: the `dyn` boundary, crossed once per chunk.
pub trait Player<G: Game>: Send + Sync {
    /// Plays `rounds` rounds from the start of a chunk, in sessions of `session` rounds if there are
    /// sessions, and adds their counts to `tally`.
    fn play(
        &self,
        rules: &G::Rules,
        session: Option<NonZeroU64>,
        generator: Generator,
        rounds: u64,
        tally: &mut Tally,
    );

    /// Tells round number `index` of a chunk, counted from 0, by replaying those before it.
    fn tell(
        &self,
        rules: &G::Rules,
        session: Option<NonZeroU64>,
        generator: Generator,
        index: u64,
    ) -> Transcript;

    /// The kernel that plays many of this player's rounds at once; see [`Game::lanes`].
    fn lanes(&self, rules: &G::Rules, session: Option<NonZeroU64>) -> AnyLanes<G>;

    /// Tells a round that starts from `carry` and whose draws are those of `script`.
    fn retell(&self, rules: &G::Rules, carry: G::Carry, script: Script) -> Transcript;

    /// The exact law of what this player is paid; see [`Game::exact`].
    ///
    /// # Errors
    /// As the solver's.
    fn solve(
        &self,
        game: &G,
        stake: Stake,
        readings: &Readings,
        sessions: Option<&Sessions>,
    ) -> Result<Option<Solution>>;

    /// The law of what this player is paid and nothing else; see [`Game::payout_law`].
    ///
    /// # Errors
    /// As the solver's.
    fn law(
        &self,
        game: &G,
        stake: Stake,
        readings: &Readings,
        sessions: Option<&Sessions>,
    ) -> Result<Option<PayoutLaw>>;

    /// Bounds of the probabilities of what this player is paid; see [`Game::payout_bounds`].
    ///
    /// # Errors
    /// As the solver's.
    fn bound(
        &self,
        game: &G,
        stake: Stake,
        readings: &Readings,
        sessions: Option<&Sessions>,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>>;

    /// Questions that matter nothing to this player; see [`Game::idle_questions`].
    fn idle(&self, game: &G) -> Vec<&'static str>;
}

impl<G: Game, S: Strategy<G>> Player<G> for S {
    fn play(
        &self,
        rules: &G::Rules,
        session: Option<NonZeroU64>,
        generator: Generator,
        rounds: u64,
        tally: &mut Tally,
    ) {
        match generator {
            Generator::Pcg64Dxsm(mut rng) => {
                play_chunk(self, rules, session, &mut rng, rounds, tally);
            }
            Generator::ChaCha8(mut rng) => {
                play_chunk(self, rules, session, &mut *rng, rounds, tally);
            }
        }
    }

    fn tell(
        &self,
        rules: &G::Rules,
        session: Option<NonZeroU64>,
        generator: Generator,
        index: u64,
    ) -> Transcript {
        match generator {
            Generator::Pcg64Dxsm(mut rng) => tell(self, rules, session, &mut rng, index),
            Generator::ChaCha8(mut rng) => tell(self, rules, session, &mut *rng, index),
        }
    }

    fn lanes(&self, rules: &G::Rules, session: Option<NonZeroU64>) -> AnyLanes<G> {
        G::lanes(rules, self, session)
    }

    fn retell(&self, rules: &G::Rules, carry: G::Carry, script: Script) -> Transcript {
        lanes::retell(self, rules, carry, script)
    }

    fn solve(
        &self,
        game: &G,
        stake: Stake,
        readings: &Readings,
        sessions: Option<&Sessions>,
    ) -> Result<Option<Solution>> {
        game.exact(stake, readings, sessions, self)
    }

    fn law(
        &self,
        game: &G,
        stake: Stake,
        readings: &Readings,
        sessions: Option<&Sessions>,
    ) -> Result<Option<PayoutLaw>> {
        game.payout_law(stake, readings, sessions, self)
    }

    fn bound(
        &self,
        game: &G,
        stake: Stake,
        readings: &Readings,
        sessions: Option<&Sessions>,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>> {
        game.payout_bounds(stake, readings, sessions, self)
    }

    fn idle(&self, game: &G) -> Vec<&'static str> {
        game.idle_questions(self)
    }
}

/// Plays `rounds` rounds from the start of a chunk with any source of draws: see [`Player::play`].
pub fn play_chunk<G: Game, S: Strategy<G>, D: Draw>(
    strategy: &S,
    rules: &G::Rules,
    session: Option<NonZeroU64>,
    draw: &mut D,
    rounds: u64,
    tally: &mut Tally,
) {
    match session {
        None => {
            let mut sheet = G::sheet(rules);
            let mut carry = G::begin(rules, Start::Stretch, draw);
            for _ in 0..rounds {
                G::round(rules, strategy, draw, &mut carry, &mut sheet, &mut ());
            }
            unfold::<G>(rules, &sheet, 1, rounds, tally);
        }
        Some(length) => {
            // Blocks sold out are checked one by one.
            let is_whole = G::block(rules).is_some_and(|block| block.tickets() == length.get());
            let players = rounds / length;
            let (sheets, together) = if is_whole { (players, 1) } else { (1, players) };
            for _ in 0..sheets {
                let mut sheet = G::sheet(rules);
                let met = sessions(strategy, rules, length, draw, together, &mut sheet);
                tally.players.merge(met);
                unfold::<G>(rules, &sheet, together, length.get(), tally);
            }
        }
    }
}

/// Plays `number` sessions of `length` rounds.
fn sessions<G: Game, S: Strategy<G>, D: Draw>(
    strategy: &S,
    rules: &G::Rules,
    length: NonZeroU64,
    draw: &mut D,
    number: u64,
    sheet: &mut G::Sheet,
) -> Players {
    let top = G::top_prize(rules);
    let stake = G::stake(rules);
    let mut players = Players::default();
    for _ in 0..number {
        let mut carry = G::begin(rules, Start::Session, draw);
        let mut session = Session::default();
        for _ in 0..length.get() {
            let payout = G::round(rules, strategy, draw, &mut carry, sheet, &mut ());
            session.add(payout, top);
        }
        players.add(session, stake, length);
    }
    players
}

/// Adds `sheet` to `tally`; in a game sold in blocks it counts `blocks` fresh blocks, `each` tickets
/// of each being sold.
fn unfold<G: Game>(rules: &G::Rules, sheet: &G::Sheet, blocks: u64, each: u64, tally: &mut Tally) {
    let Some(block) = G::block(rules) else {
        return G::unfold(rules, sheet, tally);
    };
    let before = tally.tables[block.table].clone();
    G::unfold(rules, sheet, tally);
    let after = &tally.tables[block.table];
    let counts: Vec<u64> = after.iter().zip(&before).map(|(a, b)| a - b).collect();
    tally.blocks.add(block.lots, &counts, blocks, each);
}

fn tell<G: Game, S: Strategy<G>, D: Draw>(
    strategy: &S,
    rules: &G::Rules,
    session: Option<NonZeroU64>,
    draw: &mut D,
    index: u64,
) -> Transcript {
    let mut sheet = G::sheet(rules);
    let start = if session.is_some() {
        Start::Session
    } else {
        Start::Stretch
    };
    let mut carry = G::begin(rules, start, draw);
    for round in 0..index {
        G::round(rules, strategy, draw, &mut carry, &mut sheet, &mut ());
        if session.is_some_and(|length| (round + 1) % length == 0) {
            carry = G::begin(rules, start, draw);
        }
    }
    let mut transcript = Transcript::default();
    transcript.payout = G::round(
        rules,
        strategy,
        draw,
        &mut carry,
        &mut sheet,
        &mut transcript,
    );
    transcript
}

/// A strategy with its canonical name, e.g. `gain:2.00` for what was typed `gain:2`.
pub struct Named<G: Game> {
    /// The name in reports and seeds.
    pub name: String,
    /// The player.
    pub player: Box<dyn Player<G>>,
}

/// A strategy, or a family of them with an argument, as users type it.
pub struct Family<G: Game> {
    /// The form of the name, e.g. `chests:K`.
    pub pattern: &'static str,
    /// What such a player does.
    pub about: &'static str,
    /// How to make the player.
    pub make: Make<G>,
}

/// How a [`Family`] makes a player.
pub enum Make<G: Game> {
    /// The name alone says it all.
    Fixed(fn() -> Box<dyn Player<G>>),
    /// From what follows the first colon.
    Argument(fn(&str) -> Result<Named<G>>),
    /// From the game's tables, as a solver finds it; the name alone says it all.
    Solved(Find<G>),
}

/// Finds a player by solving the game at a stake and under readings.
pub type Find<G> = fn(&G, Stake, &Readings) -> Result<Box<dyn Player<G>>>;

/// A strategy whose name was found.
pub enum Choice<G: Game> {
    /// A player who is ready.
    Ready(Named<G>),
    /// A player still to be found by the game's solver.
    Solved {
        /// The name in reports and seeds.
        name: String,
        /// Finds the player.
        find: Find<G>,
    },
}

impl<G: Game> Choice<G> {
    /// The name in reports and seeds.
    pub fn name(&self) -> &str {
        match self {
            Self::Ready(named) => &named.name,
            Self::Solved { name, .. } => name,
        }
    }

    /// The player, at `stake` and under `readings`.
    ///
    /// # Errors
    /// The solver's.
    pub fn seat(self, game: &G, stake: Stake, readings: &Readings) -> Result<Named<G>> {
        match self {
            Self::Ready(named) => Ok(named),
            Self::Solved { name, find } => Ok(Named {
                player: find(game, stake, readings)?,
                name,
            }),
        }
    }
}

impl<G: Game> Family<G> {
    /// The strategy called `name` among `families`; `game` is named in errors.
    ///
    /// # Errors
    /// No family has this name, or its argument is missing, superfluous or out of range.
    pub fn choose(families: &[Self], game: &str, name: &str) -> Result<Choice<G>> {
        let (head, argument) = match name.split_once(':') {
            Some((head, argument)) => (head, Some(argument)),
            None => (name, None),
        };
        let family = families.iter().find(|family| family.head() == head);
        let Some(family) = family else {
            let patterns = families.iter().map(|family| family.pattern);
            return Err(unknown(&format!("strategy of {game}"), name, patterns));
        };
        match (&family.make, argument) {
            (Make::Fixed(make), None) => Ok(Choice::Ready(Named {
                name: family.pattern.to_owned(),
                player: make(),
            })),
            (Make::Solved(find), None) => Ok(Choice::Solved {
                name: family.pattern.to_owned(),
                find: *find,
            }),
            (Make::Argument(make), Some(argument)) => {
                make(argument).map(Choice::Ready).map_err(|error| {
                    Error::input(format!("strategy `{name}` of {game}: {}", error.message()))
                })
            }
            (Make::Fixed(_) | Make::Solved(_), Some(_)) => Err(Error::input(format!(
                "strategy `{name}` of {game}: `{head}` takes no argument"
            ))),
            (Make::Argument(_), None) => Err(Error::input(format!(
                "strategy `{name}` of {game} lacks its argument: write it as {}",
                family.pattern
            ))),
        }
    }

    /// The strategy called `name`, where it needs no solver.
    ///
    /// # Errors
    /// As [`Family::choose`], and for a strategy that only the game's solver can make.
    pub fn find(families: &[Self], game: &str, name: &str) -> Result<Named<G>> {
        match Self::choose(families, game, name)? {
            Choice::Ready(named) => Ok(named),
            Choice::Solved { name, .. } => Err(Error::internal(format!(
                "strategy `{name}` of {game} is made by its solver"
            ))),
        }
    }

    fn head(&self) -> &'static str {
        self.pattern.split(':').next().unwrap_or(self.pattern)
    }
}
