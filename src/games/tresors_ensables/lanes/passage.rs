//! Passages through a series of cells: which of them three dice lead to, and what these do to the gauge.

use crate::error::{Error, Result};
use crate::games::tresors_ensables::board::{DEALS, PLACEMENTS, SERIES_CELLS, STRIDE};
use crate::games::tresors_ensables::tables::{MOST_LIVES, Rules};

/// Dice that are thrown together, and the ways they can fall.
pub(super) const DICE: usize = 3;
pub(super) const THROWS: u32 = 216;

/// Where a passage begins: 0 before the first cell of the series, 1 to 5 on one of its cells as the play
/// lands there, and `GOING + cell` on a cell whose effect is past.
pub(super) const GOING: usize = 8;

/// The cells landed on, the first lowest.
pub(super) const CELLS: u16 = 0x1F;
/// The series is entered, and so drawn.
pub(super) const ENTERS: u16 = 1 << 5;
/// All dice are thrown and the play is still in the series.
pub(super) const SHORT: u16 = 1 << 6;
/// Where in a passage's number it is told where it leads, as the place in the next series, or as
/// the place to go on from where it is short.
pub(super) const TO: u32 = 8;
/// Where it is told how many dice were thrown.
const USED: u32 = 12;

/// The faces, from 0, of the dice that fell as number `throw`.
pub(super) fn faces(throw: u32) -> [usize; DICE] {
    let throw = throw as usize;
    [throw / 36, throw / 6 % 6, throw % 6]
}

/// Passages by place and throw.
///
/// The table is as long as a number of 16 bits can ask for.
pub(super) struct Passages(Box<[u16; 1 << 16]>);

impl Passages {
    pub(super) fn new() -> Self {
        let Ok(mut passages) = Box::<[u16; 1 << 16]>::try_from(vec![0; 1 << 16]) else {
            unreachable!("as many passages")
        };
        for place in (0..=SERIES_CELLS).chain(GOING + 1..=GOING + SERIES_CELLS) {
            for throw in 0..THROWS {
                passages[place << 8 | throw as usize] = passage(place, faces(throw));
            }
        }
        Self(passages)
    }

    /// The passage at `index`: place and throw, of 4 and 8 bits.
    #[inline(always)]
    pub(super) fn at(&self, index: u16) -> u16 {
        self.0[usize::from(index)]
    }
}

/// Dice that a passage throws if nothing ends it before.
pub(super) fn used(passage: u16) -> usize {
    usize::from(passage >> USED)
}

/// Whether the cell where the passage begins acts on the play.
pub(super) fn lands_first(place: usize) -> bool {
    (1..=SERIES_CELLS).contains(&place)
}

fn passage(place: usize, dice: [usize; DICE]) -> u16 {
    let mut cell = place % GOING;
    let mut cells: u16 = if lands_first(place) { 1 << (cell - 1) } else { 0 };
    let mut used = 0;
    let chest = SERIES_CELLS + 1;
    for face in dice {
        if cell < chest {
            used += 1;
            cell += face + 1;
            cells |= if cell < chest { 1 << (cell - 1) } else { 0 };
        }
    }
    let enters = if cells != 0 && place < GOING { ENTERS } else { 0 };
    let (short, to) = if cell < chest { (SHORT, GOING + cell) } else { (0, cell - chest) };
    cells | enters | short | (to as u16) << TO | used << USED
}

/// What the cells of a passage do to the gauge: the lives left, and the landing at which the play
/// ends on the way, from 1, or 0.
pub(super) struct Fates(Box<[u8; 8 << 16]>);

/// The lives left.
pub(super) const LIVES: u8 = 3;
/// Where a fate tells of the last landing.
pub(super) const FATAL: u32 = 2;

impl Fates {
    /// The fates under `rules`, whose gauge shows three at most, of a player who holding a gain stops on any
    /// cell with `limit` lives or less.
    ///
    /// # Errors
    /// None in fact.
    pub(super) fn new(rules: &Rules, limit: u32) -> Result<Self> {
        let fates = vec![0; 8 << 16].try_into();
        let mut fates: Box<[u8; 8 << 16]> =
            fates.map_err(|_| Error::internal("a table of another size"))?;
        for deal in (0..DEALS).filter(|deal| deal % STRIDE < PLACEMENTS) {
            for (held, limit) in [0, limit as usize].into_iter().enumerate() {
                for lives in 1..=MOST_LIVES {
                    for cells in 0..=usize::from(CELLS) {
                        let index = held << 18 | lives << 16 | deal << 5 | cells;
                        fates[index] = fate(rules, limit, lives, deal, cells);
                    }
                }
            }
        }
        Ok(Self(fates))
    }

    /// The fate at `index`: whether a gain is held, lives, deal and cells, of 1, 2, 11 and 5 bits.
    #[inline(always)]
    pub(super) fn at(&self, index: u32) -> u8 {
        self.0[index as usize % (8 << 16)]
    }
}

fn fate(rules: &Rules, limit: usize, mut lives: usize, deal: usize, cells: usize) -> u8 {
    let layout = rules.layouts[deal];
    let mut landings = 0;
    for cell in (0..SERIES_CELLS).filter(|cell| cells >> cell & 1 > 0) {
        landings += 1;
        lives = usize::from(rules.lives_after[lives][layout.code(3 * cell as u8)]);
        if lives <= limit {
            return lives as u8 | landings << FATAL;
        }
    }
    lives as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_by_hand() {
        // 1, 2, 4 from before the series: cells 1 and 3, then one past the chest.
        let a = passage(0, [0, 1, 3]);
        assert_eq!((a & CELLS, a & ENTERS, a & SHORT), (0b101, ENTERS, 0));
        assert_eq!((a >> TO & 15, used(a)), (1, 3));
        // A six from before the series: its chest at once, the series is never drawn.
        let b = passage(0, [5, 0, 0]);
        assert_eq!((b, used(b)), (1 << USED, 1));
        // From cell 4, landing: 1 leads to cell 5, 6 five beyond the chest.
        let c = passage(4, [0, 5, 2]);
        assert_eq!((c & CELLS, c >> TO & 15, used(c)), (0b11000, 5, 2));
        // 1, 1, 1 from cell 1: on cell 4, and from there 2 to the chest.
        let d = passage(1, [0, 0, 0]);
        assert_eq!((d & CELLS, d & SHORT), (0b1111, SHORT));
        let place = usize::from(d >> TO & 15);
        assert_eq!((place, used(d)), (GOING + 4, 3));
        let e = passage(place, [1, 0, 0]);
        assert_eq!((e & CELLS, e & ENTERS, e >> TO & 15, used(e)), (0, 0, 0, 1));
    }

    /// No passage needs more than six dice.
    #[test]
    fn two_throws_always_leave_the_series() {
        let passages = Passages::new();
        for place in 0..=SERIES_CELLS {
            for first in 0..THROWS as usize {
                let passage = passages.at((place << 8 | first) as u16);
                for second in 0..THROWS as u16 {
                    let second = passages.at(passage & 15 << TO | second);
                    assert!(passage & SHORT == 0 || second & SHORT == 0);
                }
            }
        }
    }
}
