//! Passages through a series of cells: which of them three dice lead to, and where to.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "a lazy operator is a branch, which vector instructions do without"
)]

use crate::games::tresors_ensables::board::SERIES_CELLS;

/// Dice that are thrown together, and the ways they can fall.
pub(super) const DICE: usize = 3;
pub(super) const THROWS: u32 = 216;

/// Where a passage begins: 0 before the first cell of the series, 1 to 5 on one of its cells as the play
/// lands there, and `GOING + cell` on a cell whose effect is past.
pub(super) const GOING: u16 = 8;

/// The cells landed on, the first lowest.
pub(super) const CELLS: u16 = 0x1F;
/// The series is entered, and so drawn.
pub(super) const ENTERS: u16 = 1 << 5;
/// All dice are thrown and the play is still in the series.
pub(super) const SHORT: u16 = 1 << 6;
/// The cell where the passage begins acts on the play.
pub(super) const LANDS: u16 = 1 << 7;
/// Where in a passage's number it is told where it leads, as the place in the next series, or as
/// the place to go on from where it is short.
pub(super) const TO: u32 = 8;
/// Where it is told how many dice are thrown if nothing ends it before.
pub(super) const USED: u32 = 12;

/// The faces, from 0, of the dice that fell as number `throw`.
#[inline(always)]
pub(super) fn faces(throw: u16) -> [u16; DICE] {
    [throw / 36, throw / 6 % 6, throw % 6]
}

/// The passage from a place by faces from 0.
#[inline(always)]
pub(super) fn passage(place: u16, faces: [u16; DICE]) -> u16 {
    let chest = SERIES_CELLS as u16 + 1;
    let lands = (place > 0) & (place < GOING);
    let start = place % GOING;
    let first = start + faces[0] + 1;
    let second = first + faces[1] + 1;
    let third = second + faces[2] + 1;
    let used = 1 + u16::from(first < chest) + u16::from(second < chest);
    let end = if second < chest { third } else { second };
    let end = if first < chest { end } else { first };
    let flag = |is: bool, flag: u16| if is { flag } else { 0 };
    // Dice that are not thrown lead beyond the chest. Shifts by numbers of 16 bits are none of AVX2's.
    let mut cells = 0;
    for cell in 1..chest {
        let is_end = (first == cell) | (second == cell) | (third == cell);
        cells |= flag(is_end | lands & (start == cell), 1 << (cell - 1));
    }
    let enters = (cells > 0) & (place < GOING);
    let is_short = end < chest;
    let to = if is_short { GOING + end } else { end - chest };
    let flags = flag(enters, ENTERS) | flag(is_short, SHORT) | flag(lands, LANDS);
    cells | flags | (to & 15) << TO | used << USED
}

/// What second throws add to passages that the first leaves short.
pub(super) struct Rests(Box<[u16; 1 << 12]>);

impl Rests {
    pub(super) fn new() -> Self {
        let mut rests = Box::new([0; 1 << 12]);
        for place in GOING + 1..=GOING + SERIES_CELLS as u16 {
            for throw in 0..THROWS as u16 {
                rests[usize::from(place << 8 | throw)] = passage(place, faces(throw));
            }
        }
        Self(rests)
    }

    /// The whole passage.
    #[inline(always)]
    pub(super) fn joined(&self, short: u16, throw: u16) -> u16 {
        let rest = self.0[usize::from(short & 15 << TO | throw) % (1 << 12)];
        let kept = short & !(15 << TO | SHORT);
        (kept | rest & (CELLS | 15 << TO)) + (rest & 7 << USED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(passage: u16) -> u16 {
        passage >> USED
    }

    #[test]
    fn passages_by_hand() {
        // 1, 2, 4 from before the series: cells 1 and 3, then one past the chest.
        let a = passage(0, [0, 1, 3]);
        assert_eq!((a & CELLS, a & ENTERS, a & SHORT), (0b101, ENTERS, 0));
        assert_eq!((a >> TO & 15, used(a), a & LANDS), (1, 3, 0));
        // A six from before the series: its chest at once, the series is never drawn.
        let b = passage(0, [5, 0, 0]);
        assert_eq!(b, 1 << USED);
        // From cell 4, landing: 1 leads to cell 5, 6 five beyond the chest.
        let c = passage(4, [0, 5, 2]);
        assert_eq!((c & CELLS, c >> TO & 15, used(c), c & LANDS), (0b11000, 5, 2, LANDS));
        // 1, 1, 1 from cell 1: on cell 4, and from there 2 to the chest.
        let d = passage(1, [0, 0, 0]);
        assert_eq!((d & CELLS, d & SHORT), (0b1111, SHORT));
        let place = d >> TO & 15;
        assert_eq!((place, used(d)), (GOING + 4, 3));
        let e = passage(place, [1, 0, 0]);
        assert_eq!((e & CELLS, e & ENTERS, e >> TO & 15, used(e)), (0, 0, 0, 1));
        // Both together: cells 1 to 4, four dice, on the chest.
        assert_eq!(Rests::new().joined(d, 36), 0b1111 | ENTERS | LANDS | 4 << USED);
    }

    /// Cell by cell, as a player would go.
    #[test]
    fn every_passage_goes_cell_by_cell() {
        for place in (0..=5).chain(GOING + 1..=GOING + 5) {
            for throw in 0..THROWS as u16 {
                let (mut cell, mut cells, mut used) = (place % GOING, 0, 0);
                let lands = (1..=5).contains(&place);
                if lands {
                    cells |= 1 << (cell - 1);
                }
                for face in faces(throw) {
                    if cell < 6 {
                        used += 1;
                        cell += face + 1;
                        if cell < 6 {
                            cells |= 1 << (cell - 1);
                        }
                    }
                }
                let passage = passage(place, faces(throw));
                assert_eq!(passage & CELLS, cells, "{place} {throw}");
                assert_eq!(passage & ENTERS > 0, cells != 0 && place < GOING);
                assert_eq!(passage & LANDS > 0, lands);
                assert_eq!(passage & SHORT > 0, cell < 6);
                assert_eq!(passage >> USED, used);
                assert_eq!(passage >> TO & 15, if cell < 6 { GOING + cell } else { cell - 6 });
            }
        }
    }

    /// No passage needs more than six dice.
    #[test]
    fn two_throws_always_leave_the_series() {
        let rests = Rests::new();
        for place in 0..=SERIES_CELLS as u16 {
            for first in 0..THROWS as u16 {
                let passage = passage(place, faces(first));
                for second in 0..THROWS as u16 {
                    let joined = rests.joined(passage, second);
                    assert!(passage & SHORT == 0 || joined >> TO & 15 < GOING);
                }
            }
        }
    }
}
