//! The rules of a run: the published tables in the form the kernel draws from, and the readings.

use crate::error::{Error, Result};
use crate::game::{GameCard, Readings};
use crate::games::tresors_ensables::board::{Chest, DEALS, Deal, LAST, Layout, PLACEMENTS, STRIDE, Square};
use crate::games::tresors_ensables::readings as reading;
use crate::published::Table;
use crate::rng::Categorical;
use crate::units::{Cents, Stake};

/// The published tables, in tally order, with their numbers of rows.
pub(super) const SHAPE: [(&str, usize); 10] = [
    ("placement-1", 5),
    ("placement-2", 4),
    ("placement-3", 3),
    ("rule-1", 3),
    ("rule-2", 3),
    ("rule-3", 3),
    ("die", 6),
    ("bronze", 3),
    ("silver", 3),
    ("gold", 6),
];
/// Number of the first placement table.
pub(super) const PLACEMENT: usize = 0;
/// Number of the first rule table.
pub(super) const RULE: usize = 3;
/// Number of the die's table.
pub(super) const DIE: usize = 6;
/// Number of the bronze chest's table; silver and gold follow.
pub(super) const BRONZE: usize = 7;
/// Number of the gold chest's table.
pub(super) const GOLD: usize = 9;

/// Bound of the draw that gives the results of the three rules, whose denominators are 10, or the
/// content of a bronze or silver chest, whose denominator is 100: no roll needs both.
pub(super) const CASES: u64 = 1000;
/// Bound of the draw of the gold chest's content.
pub(super) const GOLD_DRAWS: u64 = 100_000;
/// The gauge never shows more (3.1.3).
pub(super) const MOST_LIVES: usize = 3;
/// A power of two above what any gauge could show, so that a mask spares a bounds check.
pub(super) const GAUGE: usize = 32;
/// Bronze and silver contents are whole multiples of this (3.3.2).
pub(super) const STEP: Cents = Cents(10);
/// The most that the bronze and silver chests hold together, in steps: 5 · 0.50 + 4 · 2.00 EUR.
pub(super) const MOST_STEPS: u32 = 105;

/// How the layouts of the series come to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Dealing {
    /// All at the start, for the player to see, and not one by one when first landed in.
    pub(super) ahead: bool,
    /// One draw for all ten series.
    pub(super) once: bool,
}

/// The bronze and silver chests opened so far (3.3.5), packed so that opening one is one addition:
/// the gain in [`STEP`]s (8 bits), the number of chests (4 bits), then 3 bits each for how many
/// bronze chests held the second row and the third, and likewise for silver.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Purse(u32);

impl Purse {
    /// Numbers below this index the counts of rows.
    pub(super) const ROWS: usize = 1 << 12;

    /// One bronze or silver chest that holds row `row`, worth `steps`.
    pub(super) fn one(chest: Chest, row: u8, steps: u8) -> Self {
        let field = 6 * (chest as u32 - 1) + 3 * u32::from(row);
        let count = if row == 0 { 0 } else { 1 << (12 + field - 3) };
        Self(u32::from(steps) | 1 << 8 | count)
    }

    /// A purse with `steps` and `chests` that does not say which rows came up.
    #[inline(always)]
    pub(super) fn holding(steps: u32, chests: usize) -> Self {
        Self(steps | (chests as u32) << 8)
    }

    /// The packed bits.
    #[inline(always)]
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// Both together.
    #[inline(always)]
    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The gain in [`STEP`]s.
    #[inline(always)]
    pub(super) fn steps(self) -> u32 {
        self.0 & 255
    }

    /// The chests.
    #[inline(always)]
    pub(super) fn chests(self) -> usize {
        self.0 as usize >> 8 & 15
    }

    /// The counts of rows: see [`Purse::unpack`].
    #[inline(always)]
    pub(super) fn rows(self) -> usize {
        self.0 as usize >> 12
    }

    /// How often the second and third row came up, for bronze and for silver.
    pub(super) fn unpack(rows: usize) -> [[u64; 2]; 2] {
        let field = |at: usize| (rows >> (3 * at) & 7) as u64;
        [[field(0), field(1)], [field(2), field(3)]]
    }

    /// The row of a purse of one chest.
    pub(super) fn row(self) -> usize {
        let [bronze, silver] = Self::unpack(self.rows());
        (bronze[0] + silver[0] + 2 * (bronze[1] + silver[1])) as usize
    }
}

/// Everything a round needs. Arrays that draws index are padded to powers of two, so that a mask
/// stands in for a bounds check.
pub struct Rules {
    /// Result of the three rules, numbered as in [`Deal`], by a draw below [`CASES`].
    pub(super) outcomes: [u16; 1024],
    /// The series dealt, by number of the deal.
    pub(super) layouts: [Layout; 2048],
    /// The cells, the last of them repeated.
    pub(super) squares: [Square; 128],
    /// Lives after a landing, by lives before and effect plus 4; 0 is death. The gauge shows 3 at most,
    /// the rest is never looked at.
    pub(super) lives_after: [[u8; 8]; GAUGE],
    /// Content by chest (none, bronze, silver, gold; nothing in the first and the last, whose draw
    /// is apart) and draw below [`CASES`].
    pub(super) contents: [[Purse; 1024]; 4],
    /// Cumulative weights of the gold chest's rows but the last.
    gold_bounds: [u32; 5],
    /// Amounts of the gold chest's rows.
    gold_amounts: [Cents; 6],
    /// Row labels per table, for transcripts.
    pub(super) labels: Vec<Vec<String>>,
    /// The stake.
    pub(super) stake: Stake,
    /// Lives at the start.
    pub(super) lives: usize,
    /// How the series are drawn.
    pub(super) dealing: Dealing,
    /// Whether a decision is due on every cell, not on chests alone.
    pub(super) anywhere: bool,
    /// The farthest cell a roll may count to; beyond it the roll is lost.
    pub(super) reach: usize,
}

impl Rules {
    /// The rules of the tables on `card` under `readings`.
    ///
    /// # Errors
    /// Weights or amounts that the kernel was not written for.
    pub(super) fn new(card: &GameCard, stake: Stake, readings: &Readings) -> Result<Self> {
        let tables = &card.tables;
        for table in tables[PLACEMENT..RULE].iter().chain([&tables[DIE]]) {
            if table.weights.values.windows(2).any(|pair| pair[0] != pair[1]) {
                return Err(unfit(table, "weights that are not all equal"));
            }
        }
        let rules = Self {
            outcomes: outcomes(&tables[RULE..DIE])?,
            layouts: std::array::from_fn(|number| match number {
                0..DEALS if number % STRIDE < PLACEMENTS => Deal::numbered(number).layout(),
                _ => Layout::default(),
            }),
            squares: std::array::from_fn(Square::of),
            lives_after: lives_after(readings.choice()),
            contents: [
                [Purse::default(); 1024],
                contents(&tables[BRONZE], Chest::Bronze)?,
                contents(&tables[BRONZE + 1], Chest::Silver)?,
                [Purse::default(); 1024],
            ],
            gold_bounds: gold_bounds(&tables[GOLD])?,
            gold_amounts: amounts(&tables[GOLD])?,
            labels: tables
                .iter()
                .map(|table| table.rows.iter().map(|row| row.label.clone()).collect())
                .collect(),
            stake,
            lives: readings.choice::<reading::StartingLives>().lives(),
            dealing: Dealing {
                ahead: readings.choice::<reading::Board>() == reading::Board::Visible,
                once: readings.choice::<reading::Layout>() == reading::Layout::OneDraw,
            },
            anywhere: readings.choice::<reading::Decisions>() == reading::Decisions::AnyCell,
            reach: match readings.choice::<reading::Overshoot>() {
                reading::Overshoot::ReachesGold => usize::MAX,
                reading::Overshoot::LostRoll => LAST,
            },
        };
        let most = |chest: usize| rules.contents[chest].iter().map(|c| c.steps()).max();
        // 3.3.4: five bronze and four silver chests, each at its largest.
        let sum = 5 * most(1).unwrap_or(0) + 4 * most(2).unwrap_or(0);
        if sum > MOST_STEPS {
            return Err(unfit(&tables[BRONZE], "contents that sum to more than 10.50 EUR"));
        }
        Ok(rules)
    }

    /// Whether the series are drawn as they are entered, no roll is lost and every cell has its
    /// decision.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        self.dealing == Dealing::default() && self.reach == usize::MAX && self.anywhere
    }

    /// The gold chest's row of a draw below [`GOLD_DRAWS`].
    #[inline(always)]
    pub(super) fn gold_row(&self, draw: u64) -> usize {
        let reached = |&bound: &u32| usize::from(draw as u32 >= bound);
        self.gold_bounds.iter().map(reached).sum()
    }

    /// For every draw below [`GOLD_DRAWS`] the gold chest's row plus 1.
    pub(super) fn gold_rows(&self) -> Box<[u8]> {
        (0..GOLD_DRAWS).map(|draw| self.gold_row(draw) as u8 + 1).collect()
    }

    /// The largest content of the gold chest.
    pub(super) fn top_prize(&self) -> Cents {
        self.gold_amounts.into_iter().max().unwrap_or_default()
    }

    /// What a round pays that holds `steps` and row `gold` - 1 of the gold chest, 0 for none
    /// (3.3.5).
    #[inline(always)]
    pub(super) fn payout(&self, steps: u32, gold: usize) -> Cents {
        let row = gold.wrapping_sub(1);
        let chest = self.gold_amounts.get(row).copied().unwrap_or_default();
        Cents(i64::from(steps) * STEP.0) + chest
    }
}

/// Says that the kernel cannot play `table`.
fn unfit(table: &Table, what: &str) -> Error {
    Error::input(format!("table {} has {what}: this game cannot be played with it", table.id))
}

/// The row of each of `draws` equally likely draws.
///
/// # Errors
/// The denominator does not divide `draws`.
fn rows(table: &Table, draws: u64) -> Result<Vec<u8>> {
    let weights = &table.weights;
    if !draws.is_multiple_of(weights.denominator) {
        return Err(unfit(table, &format!("a denominator that does not divide {draws}")));
    }
    let law = Categorical::new(&weights.values)?;
    let each = draws / weights.denominator;
    Ok((0..draws).map(|draw| law.row(draw / each) as u8).collect())
}

/// The joint results of the three rules (3.2.2), which are independent: 10 · 10 · 10 equal cases.
fn outcomes(tables: &[Table]) -> Result<[u16; 1024]> {
    let mut outcomes = [0; 1024];
    let (first, second, third) = (rows(&tables[0], 10)?, rows(&tables[1], 10)?, rows(&tables[2], 10)?);
    for (draw, outcome) in outcomes.iter_mut().enumerate().take(CASES as usize) {
        let number = 9 * first[draw / 100] + 3 * second[draw / 10 % 10] + third[draw % 10];
        *outcome = u16::from(number) * STRIDE as u16;
    }
    Ok(outcomes)
}

/// What a bronze or silver chest holds (3.3.2).
fn contents(table: &Table, chest: Chest) -> Result<[Purse; 1024]> {
    let amounts: [Cents; 3] = amounts(table)?;
    let mut contents = [Purse::default(); 1024];
    for (content, row) in contents.iter_mut().zip(rows(table, CASES)?) {
        let amount = amounts[usize::from(row)].0;
        let steps = u8::try_from(amount / STEP.0).unwrap_or(0);
        if steps == 0 || i64::from(steps) * STEP.0 != amount {
            return Err(unfit(table, "an amount that is not a few times 0.10 EUR"));
        }
        *content = Purse::one(chest, row, steps);
    }
    Ok(contents)
}

/// Cumulative weights of the gold chest's rows (3.3.2) but the last.
fn gold_bounds(table: &Table) -> Result<[u32; 5]> {
    let mut sum = 0;
    let mut bounds = [0; 5];
    for (bound, weight) in bounds.iter_mut().zip(&table.weights.values) {
        sum += weight;
        *bound = u32::try_from(sum).unwrap_or(u32::MAX);
    }
    if table.weights.denominator == GOLD_DRAWS {
        Ok(bounds)
    } else {
        Err(unfit(table, &format!("a denominator other than {GOLD_DRAWS}")))
    }
}

/// The amounts of the rows.
fn amounts<const ROWS: usize>(table: &Table) -> Result<[Cents; ROWS]> {
    let amounts = table.rows.iter().map(|row| row.amount);
    amounts
        .collect::<Option<Vec<_>>>()
        .and_then(|amounts| amounts.try_into().ok())
        .ok_or_else(|| unfit(table, "a row without an amount"))
}

/// What landing does to the gauge (3.1.3): it stays between 0, which ends the play (3.2.8), and 3.
fn lives_after(cap: reading::LifeCap) -> [[u8; 8]; GAUGE] {
    std::array::from_fn(|before| {
        std::array::from_fn(|code| {
            let after = (before + code).saturating_sub(4);
            let after = match cap {
                _ if before == 0 => 0,
                reading::LifeCap::Refused if after > MOST_LIVES => before,
                _ => after.min(MOST_LIVES),
            };
            after as u8
        })
    })
}
