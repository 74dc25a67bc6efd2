//! Draws and decisions as comparisons, which vector instructions make many at a time.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "a lazy operator is a branch, which vector instructions do without"
)]

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

/// By how much the first rows of the rules change lives, and each row more than the one before, as signed
/// numbers.
const CHANGES: [[u16; 2]; 3] = {
    let mut changes = [[0; 2]; 3];
    let mut rule = 0;
    while rule < 3 {
        let [first, second, third] = EFFECTS[rule];
        assert!(third - second == second - first, "looked up, they would be slow");
        let (first, step) = (first as i16, (second - first) as i16);
        changes[rule] = [first.cast_unsigned(), step.cast_unsigned()];
        rule += 1;
    }
    changes
};

/// A deal, read.
#[derive(Clone, Copy)]
pub(super) struct Read {
    /// The rows of the three rules, and where they fall, each among the cells left.
    pub(super) rules: [u16; 3],
    pub(super) placements: [u16; 3],
    /// By how much each cell changes lives, as a signed number.
    pub(super) effects: [u16; SERIES_CELLS],
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
            let read = deals.read(draw);
            let layout = Layout::new(read.effects.map(|effect| effect.cast_signed() as i8));
            let deal = Deal {
                placements: read.placements.map(usize::from),
                rules: read.rules.map(usize::from),
            };
            if Deal::numbered(number) != deal || rules.layouts[number] != layout {
                return Err(Error::internal("series that are not laid out rule by rule"));
            }
        }
        Ok(deals)
    }

    /// Reads a draw.
    #[inline(always)]
    pub(super) fn read(self, draw: u16) -> Read {
        let (case, placement) = (draw / PLACEMENTS as u16, draw % PLACEMENTS as u16);
        let cases = [case / 100, case / 10 % 10, case % 10];
        let (mut rules, mut changes) = ([0; 3], [0; 3]);
        for rule in 0..3 {
            let [second, third] = self.laws[rule].map(|bound| u16::from(cases[rule] >= bound));
            let [first, step] = CHANGES[rule];
            rules[rule] = second + third;
            changes[rule] = step.wrapping_mul(rules[rule]).wrapping_add(first);
        }
        // Each rule falls on one of the cells left.
        let placements = [placement / 12, placement / 3 % 4, placement % 3];
        let [first, second, third] = placements;
        let second = second + u16::from(second >= first);
        let third = third + u16::from(third >= first.min(second));
        let third = third + u16::from(third >= first.max(second));
        let mut effects = [0; SERIES_CELLS];
        for (cell, effect) in (0..).zip(&mut effects) {
            *effect = if third == cell { changes[2] } else { 0 };
            *effect = if second == cell { changes[1] } else { *effect };
            *effect = if first == cell { changes[0] } else { *effect };
        }
        Read {
            rules,
            placements,
            effects,
        }
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

/// What a chest can hold: the lower 12 bits of a [`Purse`], and the rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contents {
    law: [u16; 2],
    purses: [u16; 3],
    rows: [u16; 3],
}

impl Contents {
    /// The law of a chest that holds `contents`, case by case.
    ///
    /// # Errors
    /// They are not three in order.
    pub(super) fn new(contents: &[Purse]) -> Result<Self> {
        let rows: Vec<usize> = contents.iter().map(|purse| purse.row()).collect();
        let of = |row: usize| rows.iter().position(|&of| of == row);
        let purse = |row| of(row).map_or(0, |case| contents[case].bits());
        let purses = [0, 1, 2].map(purse);
        if contents.iter().zip(&rows).any(|(purse, &row)| purse.bits() != purses[row]) {
            return Err(Error::internal("more than three contents"));
        }
        Ok(Self {
            law: bounds(&rows)?,
            purses: purses.map(|purse| purse as u16 & 0xFFF),
            rows: purses.map(|purse| (purse >> 12) as u16),
        })
    }

    /// What a case holds, of the chest `self` or `other`.
    #[inline(always)]
    pub(super) fn of(self, other: Self, is_other: bool, case: u16) -> (u16, u16) {
        // By masks: a choice between laws would be one between places in memory, and slow.
        let other_one = mask(is_other);
        let either = |one: u16, two: u16| one ^ (one ^ two) & other_one;
        let second = mask(case >= either(self.law[0], other.law[0]));
        let third = mask(case >= either(self.law[1], other.law[1]));
        let held = |one: [u16; 3], two: [u16; 3]| {
            let first_row = either(one[0], two[0]) & !second;
            let second_row = either(one[1], two[1]) & second & !third;
            first_row | second_row | either(one[2], two[2]) & third
        };
        (held(self.purses, other.purses), held(self.rows, other.rows))
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
