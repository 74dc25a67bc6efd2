//! What is counted of plays that go a series at a step.

use crate::games::tresors_ensables::board::{DEALS, Deal, LAST, SERIES};
use crate::games::tresors_ensables::lanes::passage::{
    DICE, Passages, THROWS, faces, lands_first, used,
};
use crate::games::tresors_ensables::sheet::{
    CHESTS, ENDS, End, ROLLS, add_deal, found, opened, paid,
};
use crate::games::tresors_ensables::tables::{DIE, MOST_STEPS, Purse, Rules};
use crate::tally::Tally;

/// First throws, by the landing that ended the play there (from 1; 3 bits), place and throw (4 and 8 bits).
const THROWS_AT: u32 = 0;
const THROWN: u32 = 6 << 12;
/// Series dealt, by number of the deal.
pub(super) const DEALS_AT: u32 = THROWS_AT + THROWN;
/// Rounds, by chests open, the first lowest, and whether the player is dead.
pub(super) const ENDS_AT: u32 = DEALS_AT + 2048;
pub(super) const DEAD: u32 = 1 << SERIES;
/// Rounds, by rows found in the chests, see [`Purse::unpack`].
pub(super) const ROWS_AT: u32 = ENDS_AT + 2 * DEAD;
/// Rounds, by gain before the gold chest, in steps, times 8 plus row of the gold chest plus 1.
pub(super) const PAID_AT: u32 = ROWS_AT + Purse::ROWS as u32;
/// In place of that row: it is still to be drawn.
pub(super) const LATER: u32 = 7;
/// Here is counted what does not count; in several cells, as one would have to wait for itself.
pub(super) const SPARE_AT: u32 = PAID_AT + 8 * 256;
pub(super) const SPARE: u32 = 16;

const _: () = assert!(DEALS <= 2048 && LAST == 6 * SERIES && MOST_STEPS < 256);
const _: () = assert!(SPARE_AT + SPARE <= 1 << 16 && PAID_AT & LATER == 0 && SPARE_AT & LATER == 0);

/// The counts of a chunk, a `u32` for each of its at most 2^20 rounds' at most ten steps, in one table for
/// all: an index of 16 bits needs no check.
pub(super) struct ByThrow {
    cells: Box<[u32; 1 << 16]>,
    /// Faces of second throws.
    pub(super) faces: [u64; 6],
}

impl ByThrow {
    pub(super) fn new() -> Self {
        let Ok(cells) = vec![0; 1 << 16].try_into() else {
            unreachable!("as many cells")
        };
        Self {
            cells,
            faces: [0; 6],
        }
    }

    /// Counts one more.
    #[inline(always)]
    pub(super) fn add(&mut self, cell: u16) {
        self.cells[usize::from(cell)] += 1;
    }

    /// The cells of `size` from `at`, with their numbers from 0.
    fn of(&self, at: u32, size: usize) -> impl Iterator<Item = (usize, u64)> {
        let cells = self.cells[at as usize..][..size].iter().enumerate();
        cells.map(|(number, &count)| (number, u64::from(count))).filter(|&(_, count)| count > 0)
    }

    /// Adds all counts to `tally`.
    pub(super) fn unfold(&self, passages: &Passages, rules: &Rules, tally: &mut Tally) {
        let mut dice = self.faces;
        for (index, count) in self.of(THROWS_AT, THROWN as usize) {
            let (place, throw) = (index >> 8 & 15, index as u32 & 255);
            // Dice after the last landing are not thrown.
            let used = match index >> 12 {
                0 => used(passages.at(index as u16)),
                landing => DICE.min(landing - usize::from(lands_first(place))),
            };
            faces(throw % THROWS)[..used].iter().for_each(|&face| dice[face] += count);
        }
        for (face, count) in dice.into_iter().enumerate() {
            tally.tables[DIE][face] += count;
            tally.counters[ROLLS] += count;
        }
        for (deal, count) in self.of(DEALS_AT, DEALS) {
            add_deal(Deal::numbered(deal), count, tally);
        }
        for (open, count) in self.of(ENDS_AT, 2 * DEAD as usize) {
            for chest in (0..SERIES).filter(|chest| open >> chest & 1 > 0) {
                opened(6 * (chest + 1), count, tally);
            }
            let is_gold = open >> (SERIES - 1) & 1 > 0;
            let end = End::of(open >> SERIES > 0, usize::from(is_gold));
            let chests = (open as u32 & (DEAD - 1)).count_ones();
            tally.counters[ENDS + end as usize] += count;
            tally.counters[CHESTS + chests as usize] += count;
        }
        for (rows, count) in self.of(ROWS_AT, Purse::ROWS) {
            found(rows, count, tally);
        }
        let drawn = self.of(PAID_AT, 8 * 256).filter(|&(cell, _)| cell % 8 < LATER as usize);
        for (cell, count) in drawn {
            paid(rules, (cell / 8) as u32, cell % 8, count, tally);
        }
    }
}
