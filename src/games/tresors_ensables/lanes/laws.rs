//! Draws and decisions as comparisons, which vector instructions make many at a time.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "a lazy operator is a branch, which vector instructions do without"
)]

use crate::error::{Error, Result};
use crate::games::tresors_ensables::board::STRIDE;
use crate::games::tresors_ensables::tables::{CASES, Purse, Rules};

/// Where the second and the third row of a law begin among its equally likely cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rows([u32; 2]);

impl Rows {
    /// The rows of a law, case by case.
    ///
    /// # Errors
    /// They are not in order.
    fn new(rows: &[usize]) -> Result<Self> {
        let at = [1, 2].map(|row| rows.partition_point(|&of| of < row) as u32);
        let law = Self(at);
        let fits = rows.iter().enumerate().all(|(case, &row)| law.row(case as u32) == row as u32);
        if fits {
            Ok(law)
        } else {
            Err(Error::internal(format!("rows that are not in order: {rows:?}")))
        }
    }

    /// The laws of the three rules of a series, of ten cases each.
    ///
    /// # Errors
    /// The rules are of another form.
    pub(super) fn of_rules(rules: &Rules) -> Result<[Self; 3]> {
        let row = |case: usize, times| usize::from(rules.outcomes[case]) / STRIDE / times % 3;
        let law = |each: usize, times: usize| {
            let rows: Vec<usize> = (0..10).map(|digit| row(digit * each, times)).collect();
            Self::new(&rows)
        };
        let laws = [law(100, 9)?, law(10, 3)?, law(1, 1)?];
        for (case, &outcome) in (0..CASES as u32).zip(&rules.outcomes) {
            if outcome_of(&laws, [case / 100, case / 10 % 10, case % 10]) != u32::from(outcome) {
                return Err(Error::internal("rules that are not drawn one by one"));
            }
        }
        Ok(laws)
    }

    /// The row of a case.
    #[inline(always)]
    pub(super) fn row(self, case: u32) -> u32 {
        u32::from(case >= self.0[0]) + u32::from(case >= self.0[1])
    }
}

/// The deal, but for its placement, from the cases of the three rules.
#[inline(always)]
pub(super) fn outcome_of(laws: &[Rows; 3], cases: [u32; 3]) -> u32 {
    let [first, second, third] = [0, 1, 2].map(|rule| laws[rule].row(cases[rule]));
    (9 * first + 3 * second + third) * STRIDE as u32
}

/// What a chest can hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contents {
    rows: Rows,
    purses: [u32; 3],
}

impl Contents {
    /// The law of a chest that holds `contents`, case by case.
    ///
    /// # Errors
    /// They are not three in order.
    pub(super) fn new(contents: &[Purse]) -> Result<Self> {
        let rows: Vec<usize> = contents.iter().map(|purse| purse.row()).collect();
        let law = Rows::new(&rows)?;
        let of = |row: usize| rows.iter().position(|&of| of == row);
        let purse = |row| of(row).map_or(0, |case| contents[case].bits());
        let purses = [0, 1, 2].map(purse);
        if contents.iter().zip(&rows).all(|(purse, &row)| purse.bits() == purses[row]) {
            Ok(Self { rows: law, purses })
        } else {
            Err(Error::internal("more than three contents"))
        }
    }

    /// The bits of the purse that a case holds, of the chest `self` or `other`.
    #[inline(always)]
    pub(super) fn of(self, other: Self, is_other: bool, case: u32) -> u32 {
        let pick = |one: u32, two: u32| if is_other { two } else { one };
        let [second, third] =
            [0, 1].map(|row| case >= pick(self.rows.0[row], other.rows.0[row]));
        let [a, b, c] = [0, 1, 2].map(|row| pick(self.purses[row], other.purses[row]));
        let low = if second { b } else { a };
        if third { c } else { low }
    }
}

/// When a player stops who looks at nothing but what is held: with so many chests open, so many
/// steps of gain or so few lives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) chests: u32,
    pub(super) steps: u32,
    pub(super) lives: u32,
}

impl Limits {
    /// Never.
    pub(super) const NEVER: Self = Self {
        chests: 15,
        steps: 255,
        lives: 0,
    };

    /// Whether to stop.
    #[inline(always)]
    pub(super) fn stop(self, purse: u32, lives: u32) -> bool {
        (purse >> 8 & 15 >= self.chests) | (purse & 255 >= self.steps) | (lives <= self.lives)
    }
}
