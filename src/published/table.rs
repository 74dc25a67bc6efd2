//! A published table: rows with the odds as printed, and the model weights.

use std::collections::BTreeSet;

use num_rational::Ratio;

use crate::units::{Cents, Lots, Odds, RoundingInterval};

/// Everything a game's texts publish.
#[derive(Clone, Debug)]
pub struct Published {
    /// The game's name, e.g. `happy-des`: the first part of every table id.
    pub game: String,
    /// The game's name as players know it.
    pub title: String,
    /// Which text prints the odds, and its date.
    pub source: String,
    /// The tables, in the order of the text.
    pub tables: Vec<Table>,
}

/// One table of odds of a regulation. Exactly one row comes up at every draw.
#[derive(Clone, Debug)]
pub struct Table {
    /// Full identifier, e.g. `happy-des/stage-1`; never changes once released.
    pub id: String,
    /// The article that prints the odds, e.g. `2.3.1`.
    pub article: String,
    /// What is drawn, in a few words.
    pub title: String,
    /// The rows in printed order.
    pub rows: Vec<Row>,
    /// The exact law the program plays, one weight per row; in a block the number of tickets.
    pub weights: Weights,
    /// Whether the table is a finite block of tickets, drawn without replacement.
    pub is_block: bool,
}

impl Table {
    /// The amounts of the rows that can be drawn; a row without one pays nothing.
    pub fn payouts(&self) -> BTreeSet<Cents> {
        let rows = self.rows.iter().zip(&self.weights.values);
        let drawn = rows.filter(|(_, weight)| **weight > 0);
        drawn
            .map(|(row, _)| row.amount.unwrap_or_default())
            .collect()
    }
}

/// One printed row.
#[derive(Clone, Debug)]
pub struct Row {
    /// What comes up, e.g. `4,00 EUR`; unique in its table, never changes once released.
    pub label: String,
    /// What is printed.
    pub printed: Printed,
    /// The amount of money the row stands for, where it does.
    pub amount: Option<Cents>,
}

/// What a regulation prints beside a row.
#[derive(Clone, Debug)]
pub enum Printed {
    /// Odds, "1 chance sur N".
    Odds(Odds),
    /// A number of lots in a finite block.
    Lots(Lots),
    /// Nothing: the row takes what the others leave, a probability inside this interval.
    Nothing(RoundingInterval),
}

impl Printed {
    /// The printed string, if there is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Odds(odds) => Some(odds.text()),
            Self::Lots(lots) => Some(lots.text()),
            Self::Nothing(_) => None,
        }
    }

    /// The probabilities that agree with what is printed; `denominator` is that of the table's
    /// weights, in a block the number of tickets.
    pub fn interval(&self, denominator: u64) -> RoundingInterval {
        match self {
            Self::Odds(odds) => odds.interval(),
            Self::Lots(lots) => {
                RoundingInterval::point(Ratio::new(lots.count().into(), denominator.into()))
            }
            Self::Nothing(interval) => *interval,
        }
    }
}

/// Integer weights over one denominator: row `i` has probability `values[i] / denominator`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// One per row, in the order of the rows; they sum to `denominator`.
    pub values: Vec<u64>,
    /// The common denominator.
    pub denominator: u64,
    /// How many weight vectors with this denominator round to the printed odds; 1 for exact odds,
    /// `u64::MAX` where they are too many to count.
    pub possible: u64,
    /// Why these weights.
    pub why: String,
}
