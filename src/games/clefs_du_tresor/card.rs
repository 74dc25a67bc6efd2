//! Les Clefs du Trésor as the rest of the program sees it.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;

use crate::error::Result;
use crate::exact::Bounds;
use crate::game::{
    AnyLanes, Counter, Family, Game, GameCard, Reading, Readings, SessionOffer, Sessions, Solution, Start, Strategy, Witness,
};
use crate::games::clefs_du_tresor::exact::Solver;
use crate::games::clefs_du_tresor::lanes::Fast;
use crate::games::clefs_du_tresor::strategy::{Action, FAMILIES, View};
use crate::games::clefs_du_tresor::tables::SHAPE;
use crate::games::clefs_du_tresor::{ClefsDuTresor, KeyDraw, Keys, Rules, Sheet, kernel};
use crate::published::{self, Published};
use crate::rng::Draw;
use crate::tally::Tally;
use crate::units::{Cents, Stake};

/// The stake of article 2.
const STAKES: [Stake; 1] = [Stake::from_cents(50)];

/// Numbers of the counters.
pub(super) mod counter {
    pub(in crate::games::clefs_du_tresor) const PLAYS: usize = 0;
    pub(in crate::games::clefs_du_tresor) const KEYS: usize = 1;
    pub(in crate::games::clefs_du_tresor) const CHESTS: usize = 2;
    /// That of plays with no key held; those with one and two follow.
    pub(in crate::games::clefs_du_tresor) const HELD: usize = 3;
}

/// The counters, in tally order.
const COUNTERS: &[Counter] = &[
    Counter {
        id: "plays",
        about: "plays",
    },
    Counter {
        id: "keys",
        about: "keys found",
    },
    Counter {
        id: "chests-opened",
        about: "treasure chests opened",
    },
    Counter {
        id: "plays-with-0-keys",
        about: "plays begun with no key",
    },
    Counter {
        id: "plays-with-1-key",
        about: "plays begun with one key",
    },
    Counter {
        id: "plays-with-2-keys",
        about: "plays begun with two keys",
    },
];

/// The built-in tables.
pub(super) fn published() -> Result<Published> {
    published::load(include_str!("published.toml"), include_str!("model.toml"))
}

/// The card with these tables.
pub(super) fn of(published: Published) -> Result<GameCard> {
    let card = GameCard::new(published, &STAKES, &[KeyDraw::QUESTION], COUNTERS);
    card.check_shape(SHAPE)?;
    Ok(card.with_sessions(SessionOffer {
        option: "plays",
        about: "a player of exactly N plays from zero keys",
        most: 1_000_000_000,
        carries: true,
    }))
}

impl Game for ClefsDuTresor {
    type Rules = Rules;
    type View<'a> = View;
    type Action = Action;
    /// The keys held.
    type Carry = Keys;
    type Sheet = Sheet;

    const HAS_SOLVER: bool = true;

    fn card(&self) -> &GameCard {
        &self.card
    }

    fn strategies() -> &'static [Family<Self>] {
        FAMILIES
    }

    fn rules(&self, stake: Stake, readings: &Readings) -> Result<Rules> {
        Rules::new(&self.card, stake, readings.choice())
    }

    fn begin<D: Draw>(rules: &Rules, start: Start, draw: &mut D) -> Keys {
        kernel::begin(rules, start, draw)
    }

    fn stake(rules: &Rules) -> Stake {
        rules.stake
    }

    fn top_prize(rules: &Rules) -> Cents {
        rules.top_prize()
    }

    fn sheet(_: &Rules) -> Sheet {
        Sheet::default()
    }

    #[inline(always)]
    fn round<S: Strategy<Self>, D: Draw, W: Witness>(
        rules: &Rules,
        strategy: &S,
        draw: &mut D,
        held: &mut Keys,
        sheet: &mut Sheet,
        witness: &mut W,
    ) -> Cents {
        kernel::round(rules, strategy, draw, held, sheet, witness)
    }

    fn lanes<S: Strategy<Self>>(
        rules: &Rules,
        _: &S,
        session: Option<NonZeroU64>,
    ) -> AnyLanes<Self> {
        Some(Box::new(Fast::new(rules, session)?))
    }

    fn unfold(rules: &Rules, sheet: &Sheet, tally: &mut Tally) {
        sheet.unfold(rules, tally);
    }

    fn exact<S: Strategy<Self>>(
        &self,
        stake: Stake,
        readings: &Readings,
        sessions: Option<&Sessions>,
        _: &S,
    ) -> Result<Option<Solution>> {
        Solver::new(&self.card, stake, readings.choice())?.solve(sessions).map(Some)
    }

    fn payout_bounds<S: Strategy<Self>>(
        &self,
        stake: Stake,
        readings: &Readings,
        sessions: Option<&Sessions>,
        _: &S,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>> {
        let plays = sessions.map(|sessions| sessions.rounds.get());
        Solver::new(&self.card, stake, readings.choice())?.payout_bounds(plays).map(Some)
    }

    fn any_payout_bounds(
        &self,
        stake: Stake,
        readings: &Readings,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>> {
        Solver::new(&self.card, stake, readings.choice())?.any_payout_bounds().map(Some)
    }

    fn payable(&self, stake: Stake, readings: &Readings) -> Result<Option<BTreeSet<Cents>>> {
        Ok(Some(Solver::new(&self.card, stake, readings.choice())?.payable()))
    }
}
