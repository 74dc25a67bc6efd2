//! Draws and decisions as comparisons, which vector instructions make many at a time.

use crate::error::{Error, Result};
use crate::games::tresors_ensables::board::{Deal, EFFECTS, Layout, PLACEMENTS, SERIES_CELLS, STRIDE};
use crate::games::tresors_ensables::lanes::slots::mask;
use crate::games::tresors_ensables::tables::{CASES, MOST_LIVES, Purse, Rules};

/// Where the second and the third row of a law begin among its equally likely cases.
///
/// # Errors
/// The rows are not in order.
fn bounds(rows: &[usize]) -> Result<[u16; 2]> {
    let [second, third] = [1, 2].map(|row| rows.partition_point(|&of| of < row));
    let row = |case: usize| usize::from(case >= second) + usize::from(case >= third);
    if rows.iter().enumerate().all(|(case, &of)| row(case) == of) {
        Ok([second as u16, third as u16])
    } else {
        Err(Error::internal(format!("rows that are not in order: {rows:?}")))
    }
}

/// The ways to lay out a series: reads them from a number below 60 000 by arithmetic alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deals {
    /// The laws of the three rules, by the ten cases of each.
    laws: [[u16; 2]; 3],
}

/// By how much the first rows of the rules change lives, plus [`NO_CHANGE`], and each row more than the one before,
/// as signed numbers.
const CHANGES: [[u16; 2]; 3] = {
    let mut changes = [[0; 2]; 3];
    let mut rule = 0;
    while rule < 3 {
        let [first, second, third] = EFFECTS[rule];
        assert!(third - second == second - first, "looked up, they would be slow");
        let (first, step) = (first as i16 + NO_CHANGE.cast_signed(), (second - first) as i16);
        changes[rule] = [first.cast_unsigned(), step.cast_unsigned()];
        rule += 1;
    }
    changes
};

/// A key is what a rule puts on a cell: the change of lives plus this, in the lowest bits, and the bit of the cell,
/// the first at [`CELL_AT`]. The smaller of two keys is that of the cell before.
pub(super) const NO_CHANGE: u16 = 4;
pub(super) const CELL_AT: u32 = 3;
/// The change of lives in a key, plus [`NO_CHANGE`].
pub(super) const CHANGE: u16 = (1 << CELL_AT) - 1;

/// Bits of a series dealt, as they are counted: itself; for each rule, its second row or the third and the third alone;
/// the rows of the three placements but their last.
pub(super) const DEALT: u16 = 1;
pub(super) const RULES_AT: u32 = 1;
pub(super) const PLACEMENTS_AT: [u32; 3] = [7, 11, 14];

/// A series as it is dealt.
#[derive(Clone, Copy)]
pub(super) struct Dealt {
    /// What the three rules put on cells.
    pub(super) keys: [u16; 3],
    /// What is counted of it.
    pub(super) counted: u16,
}

impl Deals {
    /// The deals under `rules`.
    ///
    /// # Errors
    /// The rules are of another form.
    pub(super) fn new(rules: &Rules) -> Result<Self> {
        let row = |case: usize, times| usize::from(rules.outcomes[case]) / STRIDE / times % 3;
        let law = |each: usize, times: usize| {
            let rows: Vec<usize> = (0..10).map(|digit| row(digit * each, times)).collect();
            bounds(&rows)
        };
        let deals = Self {
            laws: [law(100, 9)?, law(10, 3)?, law(1, 1)?],
        };
        for draw in 0..DEAL_DRAWS as u16 {
            let (case, placement) = (draw / PLACEMENTS as u16, draw % PLACEMENTS as u16);
            let number = usize::from(rules.outcomes[usize::from(case)] | placement);
            let dealt = deals.dealt(draw);
            if Deal::numbered(number) != dealt.deal() || rules.layouts[number] != dealt.layout() {
                return Err(Error::internal("series that are not laid out rule by rule"));
            }
        }
        Ok(deals)
    }

    /// Reads a draw.
    #[inline(always)]
    pub(super) fn dealt(self, draw: u16) -> Dealt {
        let (case, placement) = (draw / PLACEMENTS as u16, draw % PLACEMENTS as u16);
        // Without remainders of small numbers, which compilers narrow to 8 bits and widen again.
        let (tens, hundreds) = (case / 10, case / 100);
        let cases = [hundreds, tens - 10 * hundreds, case - 10 * tens];
        let mut changes = [0; 3];
        let mut counted = DEALT;
        for rule in 0..3 {
            let [first, step] = CHANGES[rule];
            let [second, third] = self.laws[rule].map(|bound| mask(cases[rule] >= bound));
            changes[rule] = first.wrapping_add(step & second).wrapping_add(step & third);
            let at = RULES_AT + 2 * rule as u32;
            counted |= second & 1 << at | third & 2 << at;
        }
        // Each rule falls on one of the cells left, counted from 0: the bits of those before move up.
        // Likewise: thirds and twelfths of numbers below 60.
        let (thirds, twelfths) = ((placement * 171) >> 9, (placement * 43) >> 9);
        let rows = [twelfths, thirds - 4 * twelfths, placement - 3 * thirds].map(|row| 1 << row);
        let [first, second, third] = rows;
        let second = second + (second & mask(second >= first));
        let third = third + (third & mask(third >= first.min(second)));
        let third = third + (third & mask(third >= first.max(second)));
        for (row, (at, last)) in rows.into_iter().zip(PLACEMENTS_AT.into_iter().zip([4, 3, 2])) {
            counted |= (row & ((1 << last) - 1)) << at;
        }
        let [one, two, three] = [first, second, third].map(|cell| cell << CELL_AT);
        Dealt {
            keys: [one | changes[0], two | changes[1], three | changes[2]],
            counted,
        }
    }
}

impl Dealt {
    /// The deal, from what is counted of it.
    fn deal(self) -> Deal {
        let bits = |at: u32, many: u32| u32::from(self.counted >> at) & ((1 << many) - 1);
        Deal {
            placements: [0, 1, 2].map(|rule| {
                let many = 4 - rule;
                bits(PLACEMENTS_AT[rule as usize], many).trailing_zeros().min(many) as usize
            }),
            rules: [0, 1, 2].map(|rule| bits(RULES_AT + 2 * rule, 2).count_ones() as usize),
        }
    }

    /// The layout, from the keys.
    fn layout(self) -> Layout {
        let mut effects = [0; SERIES_CELLS];
        for key in self.keys {
            let cell = (key >> CELL_AT).trailing_zeros() as usize;
            effects[cell] = (key & CHANGE) as i8 - NO_CHANGE as i8;
        }
        Layout::new(effects)
    }
}

/// The most that the gauge shows.
const FULL: i16 = (MOST_LIVES as u16).cast_signed();

/// What the gauge shows after a change, of so many lives before, 0 and less for none (3.1.3).
pub(super) trait Gauge: Copy {
    /// Lives after a change of one to three.
    fn after(lives: i16, change: i16) -> i16;

    /// Whether that is the rule of a run.
    fn is_of(rules: &Rules) -> bool {
        (1..=MOST_LIVES).all(|lives| {
            EFFECTS.as_flattened().iter().all(|&effect| {
                let after = Self::after((lives as u16).cast_signed(), effect.into()).max(0);
                i16::from(rules.lives_after[lives][(effect + 4) as usize]) == after
            })
        })
    }
}

/// Lives beyond the most are lost.
#[derive(Clone, Copy)]
pub(super) struct Cut;

impl Gauge for Cut {
    #[inline(always)]
    fn after(lives: i16, change: i16) -> i16 {
        (lives + change).min(FULL)
    }
}

/// A change beyond the most does not take place.
#[derive(Clone, Copy)]
pub(super) struct Refused;

impl Gauge for Refused {
    #[inline(always)]
    fn after(lives: i16, change: i16) -> i16 {
        let after = lives + change;
        if after > FULL { lives } else { after }
    }
}

/// What a chest can hold: the lower 12 bits of a [`Purse`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Contents {
    law: [u16; 2],
    /// Of the first row, and how much more each other row holds than the one before.
    purses: [u16; 3],
    /// What is counted of the second row or the third, and of the third alone.
    flags: [u16; 2],
}

impl Contents {
    /// The law of a chest that holds `contents`, case by case, and what is counted of its rows.
    ///
    /// # Errors
    /// They are not three in order.
    pub(super) fn new(contents: &[Purse], flags: [u16; 2]) -> Result<Self> {
        let rows: Vec<usize> = contents.iter().map(|purse| purse.row()).collect();
        let of = |row: usize| rows.iter().position(|&of| of == row);
        let purses = [0, 1, 2].map(|row| of(row).map_or(0, |case| contents[case].bits()));
        if contents.iter().zip(&rows).any(|(purse, &row)| purse.bits() != purses[row]) {
            return Err(Error::internal("more than three contents"));
        }
        let [first, second, third] = purses.map(|purse| purse as u16 & 0xFFF);
        Ok(Self {
            law: bounds(&rows)?,
            purses: [first, second.wrapping_sub(first), third.wrapping_sub(second)],
            flags,
        })
    }

    /// What a case holds, of the chest `self` or `other`, and what is counted.
    #[inline(always)]
    pub(super) fn of(self, other: Self, is_other: bool, case: u16) -> (u16, u16) {
        // By masks: a choice between laws would be one between places in memory, and slow.
        let other_one = mask(is_other);
        let either = |one: u16, two: u16| one ^ (one ^ two) & other_one;
        let second = mask(case >= either(self.law[0], other.law[0]));
        let third = mask(case >= either(self.law[1], other.law[1]));
        let purse = either(self.purses[0], other.purses[0])
            .wrapping_add(either(self.purses[1], other.purses[1]) & second)
            .wrapping_add(either(self.purses[2], other.purses[2]) & third);
        let flags = either(self.flags[0], other.flags[0]) & second
            | either(self.flags[1], other.flags[1]) & third;
        (purse, flags)
    }
}

/// Draws of a series.
pub(super) const DEAL_DRAWS: u32 = CASES as u32 * PLACEMENTS as u32;

#[cfg(test)]
mod tests {
    use super::*;

    /// Three lives at most; a play without lives stays without.
    #[test]
    fn gauges_by_hand() {
        let table = |after: fn(i16, i16) -> i16| {
            [1, 2, 3].map(|lives| [-3, -1, 0, 1, 2].map(|change| after(lives, change).max(0)))
        };
        assert_eq!(table(Cut::after), [[0, 0, 1, 2, 3], [0, 1, 2, 3, 3], [0, 2, 3, 3, 3]]);
        assert_eq!(table(Refused::after), [[0, 0, 1, 2, 3], [0, 1, 2, 3, 2], [0, 2, 3, 3, 3]]);
    }

    #[test]
    fn rows_out_of_order_have_no_bounds() {
        assert_eq!(bounds(&[0, 0, 1, 2]).ok(), Some([2, 3]));
        assert_eq!(bounds(&[1, 1, 1, 1]).ok(), Some([0, 4]));
        assert!(bounds(&[0, 1, 0, 2]).is_err());
    }
}
