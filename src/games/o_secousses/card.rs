//! Ô Secousses as the rest of the program sees it.

use std::num::NonZeroU64;

use crate::error::Result;
use crate::game::{
    AnyLanes, Certainty, Family, Finding, Game, GameCard, Readings, SessionOffer, Sessions, Solution, Start, Strategy, Witness,
};
use crate::games::o_secousses::emitter::Reveals;
use crate::games::o_secousses::kernel::{self, Sheet};
use crate::games::o_secousses::lanes::Fast;
use crate::games::o_secousses::readings::{QUESTIONS, Rulebook};
use crate::games::o_secousses::strategy::{Action, FAMILIES};
use crate::games::o_secousses::tables::{BLOCK, Rules, SHAPE, prizes};
use crate::games::o_secousses::{exact, findings};
use crate::published::{self, Published};
use crate::rng::{Draw, Urn};
use crate::tally::{BlockLots, Tally};
use crate::units::{Cents, Stake};

/// The price of a ticket (articles 2 and 4.1).
const STAKES: [Stake; 1] = [Stake::from_cents(100)];

/// The game.
pub struct OSecousses {
    card: GameCard,
    tampering: Option<Tampering>,
}

/// Faults put into a game to see whether the checks find them.
#[derive(Clone, Copy)]
pub struct Tampering {
    /// Changes the tickets that a block is made of.
    pub lots: fn(&mut [u64]),
    /// Changes the reveals that show each lot.
    pub reveals: fn(&mut Reveals),
}

impl OSecousses {
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
    /// A table of another shape.
    pub fn with(published: Published) -> Result<Self> {
        let card = GameCard::new(published, &STAKES, &QUESTIONS, &[]);
        card.check_shape(SHAPE)?;
        let tickets = card.tables[BLOCK].weights.denominator;
        let card = card
            .with_certainty(Certainty {
                id: "replay",
                about: "every reveal, replayed by the written rules, pays its lot",
            })
            .with_sessions(SessionOffer {
                option: "tickets",
                about: "a player who buys so many tickets of a fresh block",
                most: tickets,
                carries: false,
            });
        Ok(Self {
            card,
            tampering: None,
        })
    }

    /// The same game with faults in it; what is published stays.
    #[must_use]
    pub fn tampered(mut self, tampering: Tampering) -> Self {
        self.tampering = Some(tampering);
        self
    }
}

impl Game for OSecousses {
    type Rules = Rules;
    type View<'a> = ();
    type Action = Action;
    type Carry = Urn<8>;
    type Sheet = Sheet;

    const HAS_SOLVER: bool = true;

    fn card(&self) -> &GameCard {
        &self.card
    }

    fn findings(&self) -> Result<Vec<Finding>> {
        findings::all(&prizes(&self.card)?)
    }

    fn strategies() -> &'static [Family<Self>] {
        FAMILIES
    }

    fn rules(&self, stake: Stake, readings: &Readings) -> Result<Rules> {
        let readings = Rulebook::of(readings);
        let mut dealt = self.card.tables[BLOCK].weights.values.clone();
        let mut reveals = Reveals::new(&prizes(&self.card)?, &readings)?;
        if let Some(tampering) = self.tampering {
            (tampering.lots)(&mut dealt);
            (tampering.reveals)(&mut reveals);
        }
        Rules::new(&self.card, stake, readings, &dealt, &reveals)
    }

    fn check(&self, _: Stake, readings: &Readings) -> Result<()> {
        Reveals::check(&prizes(&self.card)?, &Rulebook::of(readings))
    }

    /// A chunk is a block.
    fn chunk_rounds(rules: &Rules) -> u64 {
        rules.block().tickets()
    }

    fn block(rules: &Rules) -> Option<BlockLots<'_>> {
        Some(rules.block())
    }

    #[inline(always)]
    fn begin<D: Draw>(rules: &Rules, _: Start, _: &mut D) -> Urn<8> {
        rules.urn
    }

    fn stake(rules: &Rules) -> Stake {
        rules.stake
    }

    fn top_prize(rules: &Rules) -> Cents {
        rules.prizes.iter().copied().max().unwrap_or_default()
    }

    fn sheet(_: &Rules) -> Sheet {
        Sheet::default()
    }

    #[inline(always)]
    fn round<S: Strategy<Self>, D: Draw, W: Witness>(
        rules: &Rules,
        strategy: &S,
        draw: &mut D,
        urn: &mut Urn<8>,
        sheet: &mut Sheet,
        witness: &mut W,
    ) -> Cents {
        match strategy.decide(&()) {
            Action::Buy => kernel::round(rules, draw, urn, sheet, witness),
        }
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
        self.check(stake, readings)?;
        exact::solve(&self.card, stake, sessions).map(Some)
    }
}
