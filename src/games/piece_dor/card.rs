//! Pièce d'or as the rest of the program sees it.

use std::num::NonZeroU64;

use crate::error::Result;
use crate::game::{
    AnyLanes, Certainty, Counter, Family, Finding, Game, GameCard, Reading, Readings, SessionOffer, Sessions, Solution, Start,
    Strategy, Witness,
};
use crate::games::piece_dor::combinations::STAKES;
use crate::games::piece_dor::lanes::Fast;
use crate::games::piece_dor::readings::{Clover, Combining, Emitting, Listed};
use crate::games::piece_dor::strategy::{Action, FAMILIES, View};
use crate::games::piece_dor::tables::{Rules, SHAPE, Tampering};
use crate::games::piece_dor::{Block, Sheet, exact, findings, kernel};
use crate::published::{self, Published};
use crate::rng::Draw;
use crate::tally::{BlockLots, Tally};
use crate::units::{Cents, Stake};

/// Numbers of the counters, in tally order.
pub(super) mod counter {
    pub(in crate::games::piece_dor) const CLOVER: usize = 0;
    pub(in crate::games::piece_dor) const CUMULATED: usize = 1;
}

const COUNTERS: &[Counter] = &[
    Counter {
        id: "clover",
        about: "tickets that showed a clover",
    },
    Counter {
        id: "cumulated",
        about: "tickets paid by more than one combination",
    },
];

/// The game.
pub struct PieceDor {
    card: GameCard,
    tampering: Tampering,
}

impl PieceDor {
    /// The game with its built-in tables.
    ///
    /// # Errors
    /// A table that contradicts itself or this code.
    pub fn new() -> Result<Self> {
        Self::with(published::load(include_str!("published.toml"), "")?)
    }

    /// The game with other lots: as many rows of the same amounts.
    ///
    /// # Errors
    /// Tables of another shape.
    pub fn with(published: Published) -> Result<Self> {
        let most = published.tables.iter().map(|t| t.weights.denominator).min();
        let questions = [
            Combining::QUESTION,
            Clover::QUESTION,
            Listed::QUESTION,
            Emitting::QUESTION,
        ];
        let card = GameCard::new(published, &STAKES, &questions, COUNTERS)
            .with_certainty(Certainty {
                id: "replay",
                about: "what a ticket shows pays its prize by articles 4.4 to 4.6",
            })
            .with_sessions(SessionOffer {
                option: "tickets",
                about: "a player who buys so many tickets of a fresh block",
                most: most.unwrap_or_default(),
                carries: false,
            });
        card.check_shape(SHAPE)?;
        Ok(Self {
            card,
            tampering: Tampering::NONE,
        })
    }

    /// The same game with faults in it; what is published stays.
    #[must_use]
    pub fn tampered(mut self, tampering: Tampering) -> Self {
        self.tampering = tampering;
        self
    }
}

impl Game for PieceDor {
    type Rules = Rules;
    type View<'a> = View;
    type Action = Action;
    type Carry = Block;
    type Sheet = Sheet;

    const HAS_SOLVER: bool = true;

    fn card(&self) -> &GameCard {
        &self.card
    }

    fn findings(&self) -> Result<Vec<Finding>> {
        findings::all(&self.card)
    }

    fn strategies() -> &'static [Family<Self>] {
        FAMILIES
    }

    fn rules(&self, stake: Stake, readings: &Readings) -> Result<Rules> {
        Rules::new(&self.card, stake, readings, self.tampering)
    }

    fn chunk_rounds(rules: &Rules) -> u64 {
        rules.lots.iter().sum()
    }

    fn block(rules: &Rules) -> Option<BlockLots<'_>> {
        Some(BlockLots {
            table: rules.table,
            lots: &rules.lots,
        })
    }

    fn begin<D: Draw>(rules: &Rules, _: Start, draw: &mut D) -> Block {
        Block::new(rules, draw)
    }

    fn stake(rules: &Rules) -> Stake {
        rules.stake
    }

    fn top_prize(rules: &Rules) -> Cents {
        rules.amounts.iter().copied().fold(Cents::ZERO, Cents::max)
    }

    fn sheet(_: &Rules) -> Sheet {
        Sheet::default()
    }

    #[inline(always)]
    fn round<S: Strategy<Self>, D: Draw, W: Witness>(
        rules: &Rules,
        strategy: &S,
        draw: &mut D,
        block: &mut Block,
        sheet: &mut Sheet,
        witness: &mut W,
    ) -> Cents {
        kernel::round(rules, strategy, draw, block, sheet, witness)
    }

    fn lanes<S: Strategy<Self>>(
        rules: &Rules,
        _: &S,
        session: Option<NonZeroU64>,
    ) -> AnyLanes<Self> {
        Some(Box::new(Fast::new(rules, session)?))
    }

    fn unfold(rules: &Rules, sheet: &Sheet, tally: &mut Tally) {
        kernel::unfold(rules, sheet, tally);
    }

    fn exact<S: Strategy<Self>>(
        &self,
        stake: Stake,
        readings: &Readings,
        sessions: Option<&Sessions>,
        _: &S,
    ) -> Result<Option<Solution>> {
        // Refuses readings under which some lot cannot be shown.
        self.rules(stake, readings)?;
        exact::solve(&self.card, stake, sessions).map(Some)
    }
}
