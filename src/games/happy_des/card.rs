//! Happy Dés as the rest of the program sees it.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;

use crate::error::Result;
use crate::exact::Bounds;
use crate::game::{
    AnyLanes, Counter, Family, Game, GameCard, Reading, Readings, Sessions, Solution, Start, Strategy, Witness,
};
use crate::games::happy_des::exact::Solver;
use crate::games::happy_des::lanes::Fast;
use crate::games::happy_des::readings::{Coefficient, Figures, FullHouse, Reroll, Suite};
use crate::games::happy_des::strategy::{Action, FAMILIES, View};
use crate::games::happy_des::tables::{Rules, SHAPE};
use crate::games::happy_des::{Sheet, kernel, policy};
use crate::published::{self, Published};
use crate::rng::Draw;
use crate::tally::Tally;
use crate::units::{Cents, Stake};

/// The stakes of article 2.2.
const STAKES: [Stake; 2] = [Stake::from_cents(100), Stake::from_cents(200)];

/// Declares the counters and their numbers.
macro_rules! counters {
    ($($name:ident, $id:literal, $about:literal;)*) => {
        #[derive(Clone, Copy)]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($name),* }

        /// Numbers of the counters, in tally order.
        pub(super) mod counter {
            $(pub(in crate::games::happy_des) const $name: usize = super::Number::$name as usize;)*
        }

        const COUNTERS: &[Counter] = &[$(Counter { id: $id, about: $about }),*];
    };
}

counters! {
    STAGE_1_ROLLS, "stage-1-rolls", "rolls of the stage-1 die";
    STAGE_1_LOST, "stage-1-lost", "rounds lost in stage 1";
    STOPPED, "stopped", "rounds that kept the stage-1 amount";
    CUMUL_THROWS, "cumul-throws", "throws of seven dice, rerolls included";
    CUMUL_REROLLS_27, "cumul-rerolls-27", "scores of 27 that were thrown again";
    CUMUL_WON, "cumul-won", "rounds that won in Happy Cumul";
    FIGURES_THROWS, "figures-throws", "throws of five dice";
    FIGURES_FIVE, "figures-five", "throws of five equal dice";
    FIGURES_CARRE, "figures-carre", "throws of exactly four equal dice";
    FIGURES_SUITE, "figures-suite", "throws of a suite";
    FIGURES_FULL_HOUSE, "figures-full-house", "throws of three equal dice and a pair, paid or not";
    FIGURES_BRELAN, "figures-brelan", "throws of exactly three equal dice and no pair";
    IDENTIQUES_THROWS, "identiques-throws", "throws of three dice";
    IDENTIQUES_WON, "identiques-won", "rounds that won in Happy Identiques";
}

/// The game.
pub struct HappyDes {
    card: GameCard,
}

impl HappyDes {
    /// The game with its built-in tables.
    ///
    /// # Errors
    /// A table that contradicts itself or this code.
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
        let questions = [
            Coefficient::QUESTION,
            Reroll::QUESTION,
            FullHouse::QUESTION,
            Suite::QUESTION,
            Figures::QUESTION,
        ];
        let card = GameCard::new(published, &STAKES, &questions, COUNTERS);
        card.check_shape(SHAPE)?;
        Ok(Self { card })
    }
}

impl Game for HappyDes {
    type Rules = Rules;
    type View<'a> = View;
    type Action = Action;
    type Carry = ();
    type Sheet = Sheet;

    const HAS_SOLVER: bool = true;

    fn card(&self) -> &GameCard {
        &self.card
    }

    fn strategies() -> &'static [Family<Self>] {
        FAMILIES
    }

    fn rules(&self, stake: Stake, readings: &Readings) -> Result<Rules> {
        Rules::new(&self.card, stake, readings)
    }

    fn begin<D: Draw>(_: &Rules, _: Start, _: &mut D) {}

    fn stake(rules: &Rules) -> Stake {
        rules.stake
    }

    fn top_prize(rules: &Rules) -> Cents {
        rules.top_prize
    }

    fn sheet(_: &Rules) -> Sheet {
        Sheet::new()
    }

    #[inline(always)]
    fn round<S: Strategy<Self>, D: Draw, W: Witness>(
        rules: &Rules,
        strategy: &S,
        draw: &mut D,
        (): &mut (),
        sheet: &mut Sheet,
        witness: &mut W,
    ) -> Cents {
        kernel::round(rules, strategy, draw, sheet, witness)
    }

    fn lanes<S: Strategy<Self>>(
        rules: &Rules,
        strategy: &S,
        session: Option<NonZeroU64>,
    ) -> AnyLanes<Self> {
        Some(Box::new(Fast::new(rules, strategy, session)?))
    }

    fn unfold(rules: &Rules, sheet: &Sheet, tally: &mut Tally) {
        kernel::unfold(rules, sheet, tally);
    }

    fn exact<S: Strategy<Self>>(
        &self,
        stake: Stake,
        readings: &Readings,
        _: Option<&Sessions>,
        strategy: &S,
    ) -> Result<Option<Solution>> {
        let solver = Solver::new(&self.card, stake, readings)?;
        Ok(Some(Solution {
            findings: policy::findings(&solver.choices()),
            ..solver.solve(strategy)?
        }))
    }

    fn payout_bounds<S: Strategy<Self>>(
        &self,
        stake: Stake,
        readings: &Readings,
        _: Option<&Sessions>,
        strategy: &S,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>> {
        let solver = Solver::new(&self.card, stake, readings)?;
        solver.payout_bounds(strategy).map(Some)
    }

    fn any_payout_bounds(
        &self,
        stake: Stake,
        readings: &Readings,
    ) -> Result<Option<BTreeMap<Cents, Bounds>>> {
        Solver::new(&self.card, stake, readings)?.any_payout_bounds().map(Some)
    }

    fn payable(&self, stake: Stake, readings: &Readings) -> Result<Option<BTreeSet<Cents>>> {
        Solver::new(&self.card, stake, readings)?.payable().map(Some)
    }
}
