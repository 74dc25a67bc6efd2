//! A published table: rows with the odds as printed, and the model weights.

use crate::units::{Cents, Odds};

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
    /// The exact law the program plays, one weight per row.
    pub weights: Weights,
}

/// One printed row.
#[derive(Clone, Debug)]
pub struct Row {
    /// What comes up, e.g. `4,00 EUR`; unique in its table, never changes once released.
    pub label: String,
    /// The odds as printed.
    pub odds: Odds,
    /// The amount of money the row stands for, where it does.
    pub amount: Option<Cents>,
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
