//! Printed tables as laws of prizes and as dice.

use crate::error::{Error, Result};
use crate::exact::{BigUint, Bounds, Law, range, ratio};
use crate::game::GameCard;
use crate::games::happy_des::exact::outer::{self, Outer};
use crate::published::Table;
use crate::units::{Cents, RoundingInterval};

/// A prize at a coefficient of 1.
#[derive(Clone, Debug)]
pub(super) struct Prize {
    /// Its law under the model weights.
    pub(super) law: Law,
    /// Its mean in cents over all odds that round to the printed ones.
    pub(super) mean: Bounds,
    /// Its amounts with their probabilities over the same odds.
    pub(super) outer: Outer,
}

impl Prize {
    /// The prize that table `id` draws.
    pub(super) fn of(card: &GameCard, id: &str) -> Result<Self> {
        let table = table(card, id)?;
        let amounts = amounts(table)?;
        let weights = table.weights.values.iter().map(|&weight| weight.into());
        let values: Vec<_> = amounts.iter().map(|amount| ratio(amount.0, 1)).collect();
        let boxes = boxes(table);
        Ok(Self {
            law: Law::of(amounts.iter().copied().zip(weights))?,
            mean: range(&values, &boxes)?,
            outer: outer::prize(table, &amounts, &boxes)?,
        })
    }

    /// Two prizes drawn on their own and paid together.
    pub(super) fn with(&self, other: &Self) -> Result<Self> {
        Ok(Self {
            law: self.law.plus(&other.law)?,
            mean: self.mean.plus(&other.mean),
            outer: outer::plus(&self.outer, &other.outer),
        })
    }
}

/// The table called `id` in its game.
pub(super) fn table<'a>(card: &'a GameCard, id: &str) -> Result<&'a Table> {
    let wanted = format!("{}/{id}", card.id);
    let found = card.tables.iter().find(|table| table.id == wanted);
    found.ok_or_else(|| Error::internal(format!("table {wanted} is missing")))
}

/// The amounts of a table's rows.
pub(super) fn amounts(table: &Table) -> Result<Vec<Cents>> {
    let amount = |row: &crate::published::Row| {
        row.amount.ok_or_else(|| {
            Error::internal(format!("row {} of {} has no amount", row.label, table.id))
        })
    };
    table.rows.iter().map(amount).collect()
}

/// The probabilities that agree with each row as printed.
pub(super) fn boxes(table: &Table) -> Vec<RoundingInterval> {
    let denominator = table.weights.denominator;
    let rows = table.rows.iter();
    rows.map(|row| row.printed.interval(denominator)).collect()
}

/// The weights of the six faces, from 1 to 6, of the die of table `id`.
pub(super) fn die(card: &GameCard, id: &str) -> Result<[BigUint; 6]> {
    let table = table(card, id)?;
    let labels = table.rows.iter().map(|row| row.label.as_str());
    if !labels.eq(["1", "2", "3", "4", "5", "6"]) {
        return Err(Error::internal(format!("{} is no die", table.id)));
    }
    let weights: Vec<BigUint> = table.weights.values.iter().map(|&w| w.into()).collect();
    let weights = <[BigUint; 6]>::try_from(weights);
    weights.map_err(|_| Error::internal(format!("{} has not six weights", table.id)))
}
