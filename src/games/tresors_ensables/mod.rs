//! Trésors Ensablés: sixty cells, ten chests, three lives.
//!
//! The player rolls a die along a board whose cells give and take lives, gathers what the chests on
//! the way hold, and may stop before a roll once a gain is held; without lives all is lost. `board`
//! has the cells and the ways to draw a series, `tables` the rules of a run, `strategy` what the
//! player sees and does, `kernel` one round, `lanes` many at once, `sheet` the counts, `tell` the words of a
//! transcript and `readings` what the text leaves open. `tampering` has mistakes for the checks
//! to find. `exact` is the solver, written without a look
//! at all that; `policy` has the best and the worst play it finds, `visible` the same for a
//! board that the player sees, and `searched` those found before.

#![allow(
    clippy::inline_always,
    reason = "a round must be one piece of code per strategy, or it loses a third of its speed"
)]

mod amounts;
mod board;
mod boards;
mod exact;
mod kernel;
mod lanes;
mod policy;
pub mod readings;
mod searched;
mod sheet;
pub mod strategy;
mod tables;
pub mod tampering;
mod tell;
mod visible;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;

use crate::error::Result;
use crate::exact::Bounds;
use crate::game::{
    AnyLanes, Family, Game, GameCard, PayoutLaw, Readings, Sessions, Solution, Start, StoppingTable, Strategy, Witness,
};
use crate::published::{self, Published};
use crate::rng::Draw;
use crate::tally::Tally;
use crate::units::{Cents, Stake};

/// The game.
pub struct TresorsEnsables {
    card: GameCard,
    /// What a player may know of a series, once the solver asked.
    series: exact::Series,
    /// What plays that nobody stops come to, once somebody asked.
    whoever: exact::Whoever,
    /// Best and worst plays found before.
    searched: searched::Searched,
}

impl TresorsEnsables {
    /// The game with its published tables.
    ///
    /// # Errors
    /// The tables contradict themselves or the code that reads them.
    pub fn new() -> Result<Self> {
        Self::with(Self::published()?)
    }

    /// The built-in tables.
    ///
    /// # Errors
    /// They contradict themselves.
    pub fn published() -> Result<Published> {
        published::load(include_str!("published.toml"), include_str!("model.toml"))
    }

    /// The game with other odds or amounts: the same tables and as many rows in each.
    ///
    /// # Errors
    /// Tables that this code was not written for.
    pub fn with(published: Published) -> Result<Self> {
        let stakes = [Stake::from_cents(100)];
        let card = GameCard::new(published, &stakes, &readings::QUESTIONS, &sheet::COUNTERS);
        card.check_shape(&tables::SHAPE)?;
        Ok(Self {
            card,
            series: exact::Series::default(),
            whoever: exact::Whoever::default(),
            searched: searched::Searched::default(),
        })
    }
}

impl Game for TresorsEnsables {
    type Rules = tables::Rules;
    type View<'a> = strategy::View<'a>;
    type Action = strategy::Action;
    type Carry = kernel::Ahead;
    type Sheet = sheet::Sheet;

    const HAS_SOLVER: bool = true;

    fn card(&self) -> &GameCard {
        &self.card
    }

    fn strategies() -> &'static [Family<Self>] {
        strategy::FAMILIES
    }

    fn rules(&self, stake: Stake, readings: &Readings) -> Result<tables::Rules> {
        tables::Rules::new(&self.card, stake, readings)
    }

    fn begin<D: Draw>(_: &tables::Rules, _: Start, _: &mut D) -> kernel::Ahead {
        kernel::Ahead::default()
    }

    fn stake(rules: &tables::Rules) -> Stake {
        rules.stake
    }

    fn top_prize(rules: &tables::Rules) -> Cents {
        rules.top_prize()
    }

    fn sheet(_: &tables::Rules) -> sheet::Sheet {
        sheet::Sheet::new()
    }

    #[inline(always)]
    fn round<S: Strategy<Self>, D: Draw, W: Witness>(
        rules: &tables::Rules,
        strategy: &S,
        draw: &mut D,
        ahead: &mut kernel::Ahead,
        sheet: &mut sheet::Sheet,
        witness: &mut W,
    ) -> Cents {
        kernel::round(rules, strategy, draw, ahead, sheet, witness)
    }

    fn lanes<S: Strategy<Self>>(
        rules: &tables::Rules,
        strategy: &S,
        session: Option<NonZeroU64>,
    ) -> AnyLanes<Self> {
        lanes::choose(rules, strategy, session)
    }

    fn unfold(rules: &tables::Rules, sheet: &sheet::Sheet, tally: &mut Tally) {
        sheet.unfold(rules, tally);
    }

    fn exact<S: Strategy<Self>>(
        &self,
        stake: Stake,
        readings: &Readings,
        _: Option<&Sessions>,
        strategy: &S,
    ) -> Result<Option<Solution>> {
        policy::solve(self, stake, readings, strategy).map(Some)
    }

    fn payout_law<S: Strategy<Self>>(
        &self,
        stake: Stake,
        readings: &Readings,
        _: Option<&Sessions>,
        strategy: &S,
    ) -> Result<Option<PayoutLaw>> {
        policy::law(self, stake, readings, strategy).map(Some)
    }

    fn payout_bounds<S: Strategy<Self>>(
        &self,
        stake: Stake,
        readings: &Readings,
        _: Option<&Sessions>,
        strategy: &S,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>> {
        amounts::payout_bounds(self, stake, readings, strategy)
    }

    fn idle_questions<S: Strategy<Self>>(&self, strategy: &S) -> Vec<&'static str> {
        strategy::idle_questions(strategy)
    }

    fn any_payout_bounds(&self, stake: Stake, readings: &Readings) -> Result<Option<BTreeMap<Cents, Bounds>>> {
        amounts::any_payout_bounds(self, stake, readings).map(Some)
    }

    fn any_rtp_bounds(&self, stake: Stake, readings: &Readings) -> Result<Option<Bounds>> {
        amounts::any_rtp_bounds(self, stake, readings)
    }

    fn payable(&self, stake: Stake, readings: &Readings) -> Result<Option<BTreeSet<Cents>>> {
        amounts::payable(self, stake, readings).map(Some)
    }

    fn stopping(
        &self,
        stake: Stake,
        readings: &Readings,
        worst: bool,
    ) -> Result<Option<StoppingTable>> {
        policy::table(self, stake, readings, worst).map(Some)
    }
}
