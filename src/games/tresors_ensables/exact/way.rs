//! The board, the die and the gauge of life points, from the articles.

use crate::exact::BigUint;
use crate::game::Readings;
use crate::games::tresors_ensables::readings::{
    Board, Decisions, Layout, LifeCap, Overshoot, StartingLives,
};

/// The cell of the gold chest (3.2.3).
pub(super) const LAST: usize = 60;
/// Series of five cells, each ended by a chest (3.2.2).
pub(super) const SERIES: usize = 10;
/// Cells from one chest to the next (3.2.2: the chest is the sixth of its series).
pub(super) const STRETCH: usize = 6;
/// Cells of a series that may do something to the life points.
pub(super) const CELLS: usize = STRETCH - 1;
/// The gauge holds no more (3.1.3).
pub(super) const CAP: usize = 3;
/// From here on a roll may be too large: the last chest before the gold one.
const NEAR: usize = LAST - STRETCH;

/// Where cell `cell`, from 1, lies: its series and its offset there; [`CELLS`] is a chest.
pub(super) fn place(cell: usize) -> (usize, usize) {
    ((cell - 1) / STRETCH, (cell - 1) % STRETCH)
}

/// The answers in force.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is the answer to a question of two answers"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::tresors_ensables) struct Terms {
    /// Life points at the start.
    pub(super) lives: usize,
    /// Whether a decision is due before every roll, and not on chests alone.
    pub(super) anywhere: bool,
    lost_roll: bool,
    refused: bool,
    /// Whether one layout serves all series.
    pub(in crate::games::tresors_ensables) one_draw: bool,
    /// Whether the player sees the board.
    pub(in crate::games::tresors_ensables) visible: bool,
}

impl Terms {
    /// The typed answers among `readings`.
    pub(in crate::games::tresors_ensables) fn new(readings: &Readings) -> Self {
        Self {
            lives: readings.choice::<StartingLives>().lives(),
            anywhere: readings.choice::<Decisions>() == Decisions::AnyCell,
            lost_roll: readings.choice::<Overshoot>() == Overshoot::LostRoll,
            refused: readings.choice::<LifeCap>() == LifeCap::Refused,
            one_draw: readings.choice::<Layout>() == Layout::OneDraw,
            visible: readings.choice::<Board>() == Board::Visible,
        }
    }

    /// Those that bear on a play whatever is decided: neither what the player sees nor where he may stop.
    pub(super) fn of_anyone(&self) -> Self {
        Self {
            anywhere: true,
            visible: false,
            ..*self
        }
    }

    /// The gauge after a cell that gives or takes `effect`; 0 ends the play (3.2.8).
    pub(super) fn after(&self, lives: usize, effect: i8) -> usize {
        let sum = lives.saturating_add_signed(isize::from(effect));
        match sum {
            // 3.1.3: the gauge cannot exceed three points.
            _ if sum > CAP && self.refused => lives,
            _ => sum.min(CAP),
        }
    }
}

/// A way to leave a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    /// The cell reached.
    pub(super) to: usize,
    /// Its probability, given that the player leaves.
    pub(super) share: f64,
    /// The same times [`scale`] of the cell reached over [`scale`] of the cell left.
    pub(super) factor: u64,
}

/// The die along the board.
pub(super) struct Way {
    /// The ways to leave each cell, the start being cell 0.
    pub(super) moves: Vec<Vec<Move>>,
    /// Faces of the die that leave each cell, of six.
    pub(super) leaving: Vec<u64>,
}

impl Way {
    /// The die under the reading in force.
    ///
    /// Where too large a roll is lost the player stands where they stood and, the view being the
    /// same, decides the same again. So they roll until a roll moves them: the cell reached is uniform
    /// over those that can be, and the number of rolls geometric.
    pub(super) fn new(terms: &Terms) -> Self {
        let mut way = Self {
            moves: Vec::new(),
            leaving: Vec::new(),
        };
        for cell in 0..LAST {
            let left = LAST - cell;
            let leaving = if terms.lost_roll { left.min(6) } else { 6 };
            let target = |face: usize| (cell + face).min(LAST);
            let mut moves: Vec<Move> = Vec::new();
            // 3.2.7: a number equal to the way left, or above it, reaches the gold chest.
            for to in (1..=6.min(left)).map(target) {
                let faces = (1..=leaving).filter(|face| target(*face) == to).count() as u64;
                moves.push(Move {
                    to,
                    share: faces as f64 / leaving as f64,
                    factor: step(cell, to) * faces / leaving as u64,
                });
            }
            way.moves.push(moves);
            way.leaving.push(leaving as u64);
        }
        way
    }
}

/// [`scale`] of cell `to` over that of cell `from`.
fn step(from: usize, to: usize) -> u64 {
    let far = to.min(NEAR).saturating_sub(from) as u32;
    let near = to.saturating_sub(from.max(NEAR)) as u32;
    6_u64.pow(far) * 60_u64.pow(near)
}

/// The denominator that serves every probability to come to `cell`: 6 per cell on the way, and 60,
/// the least common multiple of 1 to 6 and of 60, where a roll may be lost.
pub(super) fn scale(cell: usize) -> BigUint {
    let far = cell.min(NEAR) as u32;
    let near = cell.saturating_sub(NEAR) as u32;
    BigUint::from(6_u64).pow(far) * BigUint::from(60_u64).pow(near)
}
