//! What the player sees when a decision is due, and the named ways to decide.

use std::any::Any;

use crate::error::{Error, Result};
use crate::game::{Family, Make, Named, Reading, Strategy};
use crate::games::tresors_ensables::board::{LAST, Layout, SERIES, Square};
use crate::games::tresors_ensables::readings::{Board, Decisions};
use crate::games::tresors_ensables::tables::{Purse, STEP};
use crate::games::tresors_ensables::{TresorsEnsables, policy};
use crate::units::Cents;

/// What the player may do before a roll, once a gain is held (3.2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Take the gain and end the play.
    Stop,
    /// Roll again and put the gain at risk.
    Roll,
}

/// What the player may see. Whatever a strategy does not look at costs nothing. The kernel also asks
/// where no gain is held yet, and then does not heed the answer.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(super) cell: usize,
    pub(super) lives: usize,
    pub(super) purse: Purse,
    pub(super) layout: Layout,
    pub(super) seen: u32,
    pub(super) board: Option<&'a [Layout; SERIES]>,
}

impl<'a> View<'a> {
    /// The view of a player on `cell` with what [`View::seen`] shows of the series, on a hidden board.
    #[inline]
    pub(super) fn of(cell: usize, lives: usize, gain: Cents, chests: usize, seen: u32) -> Self {
        Self {
            cell,
            lives,
            purse: Purse::holding((gain.0 / STEP.0) as u32, chests),
            layout: Layout::showing(seen),
            seen: u32::MAX,
            board: None,
        }
    }

    /// The whole board, where it is visible.
    pub(super) fn layouts(&self) -> Option<&'a [Layout; SERIES]> {
        self.board
    }

    /// The cell the player stands on, 1 to 59.
    #[inline(always)]
    pub fn cell(&self) -> usize {
        self.cell
    }

    /// Life points left, 1 to 3.
    #[inline(always)]
    pub fn lives(&self) -> usize {
        self.lives
    }

    /// The gain held.
    #[inline(always)]
    pub fn gain(&self) -> Cents {
        Cents(i64::from(self.purse.steps()) * STEP.0)
    }

    /// Chests opened so far.
    #[inline(always)]
    pub fn chests(&self) -> usize {
        self.purse.chests()
    }

    /// What the player has learned of the current series by landing in it: three bits per cell, the
    /// first lowest, holding the effect plus 4, or 0 for a cell not landed on; 0 on a chest. With one
    /// draw for all series, what was learned in those before is kept.
    #[inline(always)]
    pub fn seen(&self) -> u32 {
        self.layout.only(self.seen).bits()
    }

    /// Life points given or taken by cell number `offset` (0 to 4) of the current series, if the
    /// player knows it: one landed on, or any on a visible board; none on a chest.
    pub fn effect(&self, offset: usize) -> Option<i8> {
        let mask = match self.board {
            Some(_) if self.seen() != 0 => u32::MAX,
            _ => self.seen,
        };
        match offset {
            0..5 => self.layout.only(mask).effect(3 * offset as u8),
            _ => None,
        }
    }

    /// Life points given or taken by cell `cell` (1 to 60); none unless the board is visible.
    pub fn board(&self, cell: usize) -> Option<i8> {
        match cell {
            1..=LAST => self.board?[(cell - 1) / 6].effect(Square::of(cell).shift),
            _ => None,
        }
    }
}

/// `first-chest`: stops as soon as it may.
#[derive(Clone, Copy)]
pub(super) struct FirstChest;

impl Strategy<TresorsEnsables> for FirstChest {
    #[inline(always)]
    fn decide(&self, _: &View<'_>) -> Action {
        Action::Stop
    }
}

/// `gold`: never stops.
#[derive(Clone, Copy)]
pub struct Gold;

impl Strategy<TresorsEnsables> for Gold {
    #[inline(always)]
    fn decide(&self, _: &View<'_>) -> Action {
        Action::Roll
    }
}

/// `chests:K`: stops with so many chests open.
#[derive(Clone, Copy)]
pub(super) struct Chests(pub(super) usize);

impl Strategy<TresorsEnsables> for Chests {
    #[inline(always)]
    fn decide(&self, view: &View<'_>) -> Action {
        stop_if(view.chests() >= self.0)
    }
}

/// `gain:EUR`: stops with so much held.
#[derive(Clone, Copy)]
pub(super) struct Gain(pub(super) Cents);

impl Strategy<TresorsEnsables> for Gain {
    #[inline(always)]
    fn decide(&self, view: &View<'_>) -> Action {
        stop_if(view.gain() >= self.0)
    }
}

/// `lives:L`: stops with so few lives left.
#[derive(Clone, Copy)]
pub(super) struct Lives(pub(super) usize);

impl Strategy<TresorsEnsables> for Lives {
    #[inline(always)]
    fn decide(&self, view: &View<'_>) -> Action {
        stop_if(view.lives() <= self.0)
    }
}

#[inline(always)]
fn stop_if(enough: bool) -> Action {
    if enough { Action::Stop } else { Action::Roll }
}

/// The most a play can pay (3.3.4).
const MOST: Cents = Cents(1_001_050);

/// The strategies on offer.
pub(super) const FAMILIES: &[Family<TresorsEnsables>] = &[
    Family {
        pattern: "first-chest",
        about: "stops at once when a gain is held",
        make: Make::Fixed(|| Box::new(FirstChest)),
    },
    Family {
        pattern: "gold",
        about: "never stops",
        make: Make::Fixed(|| Box::new(Gold)),
    },
    Family {
        pattern: "chests:K",
        about: "stops once K chests are open, K from 1 to 10 (10 never stops)",
        make: Make::Argument(|text| {
            let chests = count(text, "chests", 10)?;
            Ok(named(format!("chests:{chests}"), Chests(chests)))
        }),
    },
    Family {
        pattern: "gain:EUR",
        about: "stops as soon as the gain reaches EUR",
        make: Make::Argument(|text| {
            let gain = Cents::parse(text)?;
            if gain <= Cents::ZERO || gain > MOST {
                return Err(Error::input(format!(
                    "a gain must be above 0 and at most {MOST} EUR, the most a play can pay"
                )));
            }
            Ok(named(format!("gain:{gain}"), Gain(gain)))
        }),
    },
    Family {
        pattern: "lives:L",
        about: "stops at the first decision with at most L lives, L 1 or 2",
        make: Make::Argument(|text| {
            let lives = count(text, "lives", 2)?;
            Ok(named(format!("lives:{lives}"), Lives(lives)))
        }),
    },
    Family {
        pattern: "optimal",
        about: "stops where that is worth most on average under the model weights",
        make: Make::Solved(policy::best),
    },
    Family {
        pattern: "worst",
        about: "stops where that is worth least on average under the model weights",
        make: Make::Solved(policy::worst),
    },
];

/// Questions that matter nothing to `strategy`. One of those above does not look at the board, visible or
/// not. One that looks at the purse alone decides on a cell without a chest as it did when it left the last
/// chest, the purse being the same: it does not matter whether it is asked there.
pub(super) fn idle_questions<S: Strategy<TresorsEnsables>>(strategy: &S) -> Vec<&'static str> {
    let any: &dyn Any = strategy;
    let by_purse = any.is::<FirstChest>() || any.is::<Gold>() || any.is::<Chests>() || any.is::<Gain>();
    let mut idle = Vec::new();
    if by_purse || any.is::<Lives>() {
        idle.push(Board::QUESTION.id);
    }
    if by_purse {
        idle.push(Decisions::QUESTION.id);
    }
    idle
}

fn named(name: String, strategy: impl Strategy<TresorsEnsables>) -> Named<TresorsEnsables> {
    Named {
        name,
        player: Box::new(strategy),
    }
}

/// Reads a whole number from 1 to `most`.
fn count(text: &str, what: &str, most: usize) -> Result<usize> {
    // Digits alone: `parse` would take a sign too.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits && (1..=most).contains(&number) => Ok(number),
        _ => Err(Error::input(format!(
            "`{text}` is not a number of {what} from 1 to {most}"
        ))),
    }
}
