//! What is counted of plays that go a series at a step.

use crate::games::tresors_ensables::board::SERIES;
use crate::games::tresors_ensables::lanes::laws::{PLACEMENTS_AT, RULES_AT};
use crate::games::tresors_ensables::lanes::passage::PAIRS;
use crate::games::tresors_ensables::lanes::slots::{Part, SLOTS, Slots};
use crate::games::tresors_ensables::sheet::{CHESTS, ENDS, End, ROLLS, opened, paid};
use crate::games::tresors_ensables::tables::{self, BRONZE, DIE, PLACEMENT, RULE};
use crate::tally::Tally;

/// What an ended round's number says above the 12 bits of its [`Purse`](tables::Purse): the row of the gold chest plus 1, or that
/// row is still to be drawn, or the player is dead.
pub(super) const CODE_AT: u32 = 12;
pub(super) const LATER: u16 = 7;
pub(super) const DEAD: u16 = 8;

/// Bits of a chest opened: its series, or what it holds, by bronze and silver: the second row or the third, and the third
/// alone.
pub(super) const HELD_AT: [u32; 2] = [10, 12];
const _: () = assert!(SERIES as u32 <= HELD_AT[0]);

/// Numbers of 16 bits that vector instructions take at a time, at most.
const LANES: usize = 32;
/// Numbers of a column that share a lane.
const SHARE: usize = SLOTS / LANES;

/// How often each of 16 bits is set in the numbers of `N` columns.
///
/// Counted by the bit of a lane: plane `p` has the bits of weight 2^p of 16 counts, so that a full adder of three
/// operations takes in two numbers for all (Harley and Seal; Muła, Kurz and Lemire, arXiv 1611.07612).
#[repr(align(64))]
struct Bits<const N: usize> {
    planes: [[u16; LANES]; 16],
    sums: [u64; 16],
}

impl<const N: usize> Bits<N> {
    const NONE: Self = Self {
        planes: [[0; LANES]; 16],
        sums: [0; 16],
    };
    /// So many times can columns be counted before the planes are full.
    const MOST: u32 = u16::MAX as u32 / (N * SHARE) as u32;

    #[inline(always)]
    fn count(&mut self, columns: [&Part; N]) {
        for lane in 0..LANES {
            let mut planes: [u16; 16] = std::array::from_fn(|plane| self.planes[plane][lane]);
            // Of weight 16.
            let mut carries = [0; 2];
            for column in columns {
                let of = |number: usize| column[number * LANES + lane];
                let mut twos = [0; 4];
                for (pair, two) in twos.iter_mut().enumerate() {
                    (planes[0], *two) = add(planes[0], of(2 * pair), of(2 * pair + 1));
                }
                let (low, high);
                (planes[1], low) = add(planes[1], twos[0], twos[1]);
                (planes[1], high) = add(planes[1], twos[2], twos[3]);
                let eight;
                (planes[2], eight) = add(planes[2], low, high);
                let sixteen = planes[3] & eight;
                planes[3] ^= eight;
                // At most two of three columns carry so far.
                carries[1] |= carries[0] & sixteen;
                carries[0] ^= sixteen;
            }
            (planes[4], carries[0]) = (planes[4] ^ carries[0], planes[4] & carries[0]);
            let mut carry;
            (planes[5], carry) = add(planes[5], carries[0], carries[1]);
            for plane in &mut planes[6..] {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
            }
            for (plane, bits) in self.planes.iter_mut().zip(planes) {
                plane[lane] = bits;
            }
        }
    }

    fn add_up(&mut self) {
        for (weight, plane) in self.planes.iter_mut().enumerate() {
            for (bit, sum) in self.sums.iter_mut().enumerate() {
                let set: u32 = plane.iter().map(|&bits| u32::from(bits >> bit & 1)).sum();
                *sum += u64::from(set) << weight;
            }
            *plane = [0; LANES];
        }
    }
}

/// Adds three bits of equal weight, for 16 counts at once: their sum and what is carried.
#[inline(always)]
fn add(one: u16, two: u16, three: u16) -> (u16, u16) {
    let differ = one ^ two;
    (differ ^ three, differ & three | !differ & one)
}

const _: () = assert!(SHARE == 8);

/// The counts of a chunk.
pub(super) struct ByStep {
    /// Rounds by number: see [`CODE_AT`]. An index of 16 bits needs no check.
    ends: Box<[u32; 1 << 16]>,
    /// Faces, of two dice each.
    faces: Bits<PAIRS>,
    dealt: Bits<1>,
    opened: Bits<1>,
    /// Steps since the bits were added up.
    steps: u32,
}

impl ByStep {
    pub(super) fn new() -> Self {
        let Ok(ends) = vec![0; 1 << 16].try_into() else {
            unreachable!("as many cells")
        };
        Self {
            ends,
            faces: Bits::NONE,
            dealt: Bits::NONE,
            opened: Bits::NONE,
            steps: 0,
        }
    }

    #[cold]
    fn add_up(&mut self) {
        self.faces.add_up();
        self.dealt.add_up();
        self.opened.add_up();
        self.steps = 0;
    }

    /// Counts the dice, the series and the chests of a step.
    #[inline(always)]
    pub(super) fn step(&mut self, slots: &Slots) {
        const { assert!(Bits::<PAIRS>::MOST < Bits::<1>::MOST) };
        if self.steps == Bits::<PAIRS>::MOST {
            self.add_up();
        }
        self.steps += 1;
        self.faces.count(slots.faces.each_ref());
        self.dealt.count([&slots.dealt]);
        self.opened.count([&slots.opened]);
    }

    /// Counts a round that ended.
    #[inline(always)]
    pub(super) fn ended(&mut self, number: u16) {
        self.ends[usize::from(number)] += 1;
    }

    /// Adds all counts to `tally`.
    pub(super) fn unfold(&mut self, rules: &tables::Rules, tally: &mut Tally) {
        self.add_up();
        for face in 0..6 {
            let count = self.faces.sums[face] + self.faces.sums[8 + face];
            tally.tables[DIE][face] += count;
            tally.counters[ROLLS] += count;
        }
        let sums = &self.dealt.sums;
        let dealt = sums[0];
        for (rule, at) in PLACEMENTS_AT.into_iter().enumerate() {
            let second = RULES_AT as usize + 2 * rule;
            rows(&mut tally.tables[RULE + rule], dealt, [sums[second], sums[second + 1]]);
            let table = &mut tally.tables[PLACEMENT + rule];
            let (last, others) = table.split_last_mut().expect("a placement has rows");
            let counts = &sums[at as usize..][..others.len()];
            others.iter_mut().zip(counts).for_each(|(row, count)| *row += count);
            *last += dealt - counts.iter().sum::<u64>();
        }
        for (series, &count) in self.opened.sums[..SERIES].iter().enumerate() {
            opened(6 * (series + 1), count, tally);
        }
        for (chest, at) in HELD_AT.into_iter().enumerate() {
            let table = &mut tally.tables[BRONZE + chest];
            let all = std::mem::take(&mut table[0]);
            let at = at as usize;
            rows(table, all, [self.opened.sums[at], self.opened.sums[at + 1]]);
        }
        let ends = self.ends.iter().enumerate().filter(|&(_, &count)| count > 0);
        for (number, &count) in ends {
            let (steps, chests, code) = (number & 255, number >> 8 & 15, number >> CODE_AT);
            // Those whose row was still to be drawn are counted with it again.
            if code != usize::from(LATER) {
                let (is_dead, gold) = (code == usize::from(DEAD), code % usize::from(DEAD));
                let count = u64::from(count);
                tally.counters[ENDS + End::of(is_dead, gold) as usize] += count;
                tally.counters[CHESTS + chests + usize::from(gold > 0)] += count;
                paid(rules, if is_dead { 0 } else { steps as u32 }, gold, count, tally);
            }
        }
    }
}

/// Adds the counts of three rows, of `all` with those of the second row or the third and of the third alone.
fn rows(table: &mut [u64], all: u64, [second, third]: [u64; 2]) {
    let counts = [all - second, second - third, third];
    table.iter_mut().zip(counts).for_each(|(row, count)| *row += count);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More than 16 bits count, and every bit by itself.
    #[test]
    fn bits_are_counted_one_by_one() {
        let mut bits: Bits<2> = Bits::NONE;
        let columns: [Part; 2] =
            [3, 5].map(|by: u16| std::array::from_fn(|slot| (slot as u16 + 1).wrapping_mul(by * 12_345)));
        let mut expected = [0; 16];
        for (bit, sum) in expected.iter_mut().enumerate() {
            let set = columns.as_flattened().iter().filter(|&&number| number >> bit & 1 > 0);
            *sum = 3 * u64::from(Bits::<2>::MOST) * set.count() as u64;
        }
        for _ in 0..3 {
            (0..Bits::<2>::MOST).for_each(|_| bits.count(columns.each_ref()));
            bits.add_up();
        }
        assert_eq!(bits.sums, expected);
    }

    #[test]
    fn no_count_overflows() {
        let mut bits: Bits<3> = Bits::NONE;
        (0..Bits::<3>::MOST).for_each(|_| bits.count([&[0x8001; SLOTS]; 3]));
        bits.add_up();
        let all = u64::from(Bits::<3>::MOST) * 3 * SLOTS as u64;
        assert_eq!((bits.sums[0], bits.sums[1], bits.sums[15]), (all, 0, all));
    }
}
