//! What is counted of plays that go a series at a step.

use crate::games::tresors_ensables::board::{LAST, SERIES};
use crate::games::tresors_ensables::lanes::passage::{DICE, faces};
use crate::games::tresors_ensables::lanes::slots::{BLOCK, NONE, Part, Seen};
use crate::games::tresors_ensables::sheet::{
    CHESTS, ENDS, End, ROLLS, found, opened, paid,
};
use crate::games::tresors_ensables::tables::{self, DIE, MOST_STEPS, PLACEMENT, Purse, RULE};
use crate::rng::BATCH;
use crate::tally::Tally;

/// Rounds, by chests open, the first lowest, and whether the player is dead.
pub(super) const ENDS_AT: u32 = 0;
pub(super) const GOLD: u32 = 1 << (SERIES - 1);
pub(super) const DEAD: u32 = 1 << SERIES;
/// Rounds, by rows found in the chests, see [`Purse::unpack`].
pub(super) const ROWS_AT: u32 = ENDS_AT + 2 * DEAD;
/// Rounds, by gain before the gold chest, in steps, times 8 plus row of the gold chest plus 1.
pub(super) const PAID_AT: u32 = ROWS_AT + Purse::ROWS as u32;
/// In place of that row: it is still to be drawn.
pub(super) const LATER: u32 = 7;
/// Second throws, by dice used and the throw (8 bits).
pub(super) const SECOND_AT: u32 = PAID_AT + 8 * 256;

const _: () = assert!(LAST == 6 * SERIES && MOST_STEPS < 256 && PAID_AT & LATER == 0);
const _: () = assert!(SECOND_AT + (4 << 8) <= 1 << 16);

/// Numbers of 16 bits that vector instructions take at a time, at most.
const LANES: usize = 32;
/// So many steps can be counted in numbers of 16 bits: three dice each for the slots that share a lane.
const MOST: u32 = u16::MAX as u32 / (DICE * BATCH / LANES) as u32;

/// How often each of `N` values came up in columns.
#[repr(align(64))]
struct Lanes<const N: usize> {
    /// By lane, of the steps since they were added up.
    lanes: [[u16; LANES]; N],
    sums: [u64; N],
}

impl<const N: usize> Lanes<N> {
    const NONE: Self = Self {
        lanes: [[0; LANES]; N],
        sums: [0; N],
    };

    /// Counts in a block what `is` says of each value.
    #[inline(always)]
    fn count(&mut self, of: &Part, values: [u16; N], is: impl Fn(u16, u16) -> u16) {
        for (lanes, value) in self.lanes.iter_mut().zip(values) {
            // This way round, as a loop over lanes becomes one instruction.
            for lane in 0..LANES {
                let mut count = 0;
                for first in 0..BLOCK / LANES {
                    count += is(of[first * LANES + lane], value);
                }
                lanes[lane] += count;
            }
        }
    }

    fn add_up(&mut self) {
        for (lanes, sum) in self.lanes.iter_mut().zip(&mut self.sums) {
            *sum += lanes.iter().map(|&count| u64::from(count)).sum::<u64>();
            *lanes = [0; LANES];
        }
    }

    /// The sums, and what they lack of `all`: the last row.
    fn rows(&self, all: u64) -> impl Iterator<Item = u64> {
        let last = all - self.sums.iter().sum::<u64>();
        self.sums.iter().copied().chain([last])
    }
}

#[inline(always)]
fn equal(one: u16, other: u16) -> u16 {
    u16::from(one == other)
}

/// The counts of a chunk.
pub(super) struct ByStep {
    /// A `u32` for each of its at most 2^20 rounds' ten steps, in one table for all: an index of 16 bits needs no
    /// check.
    cells: Box<[u32; 1 << 16]>,
    /// First throws: their dice, and all faces but the last.
    dice: Lanes<1>,
    faces: Lanes<5>,
    /// Series dealt, and all rows but the last of the three rules and of their placements.
    dealt: Lanes<1>,
    rules: [Lanes<2>; 3],
    placements: (Lanes<4>, Lanes<3>, Lanes<2>),
    /// Steps since the lanes were added up.
    steps: u32,
}

impl ByStep {
    pub(super) fn new() -> Self {
        let Ok(cells) = vec![0; 1 << 16].try_into() else {
            unreachable!("as many cells")
        };
        Self {
            cells,
            dice: Lanes::NONE,
            faces: Lanes::NONE,
            dealt: Lanes::NONE,
            rules: [Lanes::NONE; 3],
            placements: (Lanes::NONE, Lanes::NONE, Lanes::NONE),
            steps: 0,
        }
    }

    /// Begins a step.
    #[inline(always)]
    pub(super) fn begin(&mut self) {
        if self.steps == MOST {
            self.add_up();
        }
        self.steps += 1;
    }

    #[cold]
    fn add_up(&mut self) {
        self.dice.add_up();
        self.faces.add_up();
        self.dealt.add_up();
        self.rules.iter_mut().for_each(Lanes::add_up);
        let (first, second, third) = &mut self.placements;
        first.add_up();
        second.add_up();
        third.add_up();
        self.steps = 0;
    }

    /// Counts the first throws and the series of a block.
    #[inline(always)]
    pub(super) fn step(&mut self, seen: &Seen) {
        self.dice.count(&seen.used, [DICE as u16], u16::min);
        for faces in &seen.faces {
            self.faces.count(faces, [0, 1, 2, 3, 4], equal);
        }
        let [first, second, third] = &seen.placements;
        self.dealt.count(first, [NONE], |one, none| u16::from(one != none));
        self.placements.0.count(first, [0, 1, 2, 3], equal);
        self.placements.1.count(second, [0, 1, 2], equal);
        self.placements.2.count(third, [0, 1], equal);
        for (lanes, rows) in self.rules.iter_mut().zip(&seen.rules) {
            lanes.count(rows, [0, 1], equal);
        }
    }

    /// The counts of rounds, and of the few second throws.
    #[inline(always)]
    pub(super) fn cells(&mut self) -> &mut [u32; 1 << 16] {
        &mut self.cells
    }

    /// The cells of `size` from `at`, with their numbers from 0.
    fn of(&self, at: u32, size: usize) -> impl Iterator<Item = (usize, u64)> {
        let cells = self.cells[at as usize..][..size].iter().enumerate();
        cells.map(|(number, &count)| (number, u64::from(count))).filter(|&(_, count)| count > 0)
    }

    /// Adds all counts to `tally`.
    pub(super) fn unfold(&mut self, rules: &tables::Rules, tally: &mut Tally) {
        self.add_up();
        let mut dice: Vec<u64> = self.faces.rows(self.dice.sums[0]).collect();
        for (throw, count) in self.of(SECOND_AT, 4 << 8) {
            let (used, throw) = (throw >> 8, throw as u16 & 255);
            faces(throw)[..used].iter().for_each(|&face| dice[usize::from(face)] += count);
        }
        for (face, count) in dice.into_iter().enumerate() {
            tally.tables[DIE][face] += count;
            tally.counters[ROLLS] += count;
        }
        let dealt = self.dealt.sums[0];
        for (rule, lanes) in self.rules.iter().enumerate() {
            add(&mut tally.tables[RULE + rule], lanes.rows(dealt));
        }
        let (first, second, third) = &self.placements;
        add(&mut tally.tables[PLACEMENT], first.rows(dealt));
        add(&mut tally.tables[PLACEMENT + 1], second.rows(dealt));
        add(&mut tally.tables[PLACEMENT + 2], third.rows(dealt));
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

fn add(table: &mut [u64], rows: impl Iterator<Item = u64>) {
    table.iter_mut().zip(rows).for_each(|(row, count)| *row += count);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More than 16 bits count: the same rows in every slot of every step.
    #[test]
    fn no_count_overflows() {
        let mut counts = ByStep::new();
        let mut seen = Seen::NOTHING;
        seen.used = [5; BLOCK];
        seen.faces = [[3; BLOCK], [5; BLOCK], [3; BLOCK]];
        seen.rules = [[2; BLOCK]; 3];
        seen.placements = [[4; BLOCK], [1; BLOCK], [0; BLOCK]];
        let steps = 2 * u64::from(MOST) + 5;
        for _ in 0..steps {
            counts.begin();
            (0..BATCH / BLOCK).for_each(|_| counts.step(&seen));
        }
        counts.add_up();
        let all = steps * BATCH as u64;
        assert_eq!((counts.dice.sums, counts.dealt.sums), ([3 * all], [all]));
        assert!(counts.faces.rows(3 * all).eq([0, 0, 0, 2 * all, 0, all]));
        assert!(counts.rules.iter().all(|lanes| lanes.rows(all).eq([0, 0, all])));
        let (first, second, third) = &counts.placements;
        assert!(first.rows(all).eq([0, 0, 0, 0, all]));
        assert!(second.rows(all).eq([0, all, 0, 0]));
        assert!(third.rows(all).eq([all, 0, 0]));
    }
}
