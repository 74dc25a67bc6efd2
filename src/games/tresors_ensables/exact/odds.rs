//! The published tables as the solver reads them.

use num_integer::Integer;

use crate::error::{Error, Result};
use crate::exact::{Bounds, Ratio, range, ratio, to_f64};
use crate::game::GameCard;
use crate::published::Table;
use crate::units::{Cents, RoundingInterval};

/// A probability as a float with its least and greatest value as printed.
pub(super) type Interval = (f64, f64);

/// One of the three rules of 3.2.2: what it may do to the life points.
pub(super) struct Rule {
    /// Life points given or taken, row by row.
    pub(super) effects: [i8; 3],
    /// Weights of the rows.
    pub(super) weights: [u64; 3],
    /// What the printed odds allow.
    pub(super) intervals: [Interval; 3],
}

/// What a kind of chest may hold (3.3.2).
pub(super) struct Contents {
    /// Amounts with their weights.
    pub(super) rows: Vec<(Cents, u64)>,
    /// The sum of the weights.
    pub(super) total: u64,
    /// What the printed odds allow.
    pub(super) intervals: Vec<Interval>,
    /// The mean in cents over all odds that round to the printed ones.
    pub(super) mean: Bounds,
}

impl Contents {
    /// The mean in cents under the model weights.
    pub(super) fn average(&self) -> f64 {
        let sum: f64 = self
            .rows
            .iter()
            .map(|(amount, weight)| amount.0 as f64 * *weight as f64)
            .sum();
        sum / self.total as f64
    }
}

/// All tables.
pub(in crate::games::tresors_ensables) struct Odds {
    pub(super) rules: [Rule; 3],
    pub(super) bronze: Contents,
    pub(super) silver: Contents,
    pub(super) gold: Contents,
    /// The unit of all amounts in bronze and silver chests, in cents.
    pub(super) unit: u32,
}

impl Odds {
    /// Reads the tables of `card`.
    ///
    /// # Errors
    /// A table that is not there, or not of the kind the articles describe.
    pub(in crate::games::tresors_ensables) fn new(card: &GameCard) -> Result<Self> {
        for (id, ways) in [
            ("placement-1", 5),
            ("placement-2", 4),
            ("placement-3", 3),
            ("die", 6),
        ] {
            // 3.2.2 and 3.2.4: all cells, and all faces, are equally likely. The solver counts on it.
            let weights = &table(card, id)?.weights.values;
            if weights.len() != ways || weights.iter().any(|weight| *weight != weights[0]) {
                return Err(Error::internal(format!(
                    "the {ways} rows of {id} are not equally likely"
                )));
            }
        }
        let (bronze, silver) = (contents(card, "bronze")?, contents(card, "silver")?);
        let amounts = bronze.rows.iter().chain(&silver.rows);
        let unit = amounts.fold(0, |unit: i64, (amount, _)| unit.gcd(&amount.0));
        if unit <= 0 {
            return Err(Error::internal("chests that hold nothing"));
        }
        Ok(Self {
            rules: [
                rule(card, "rule-1")?,
                rule(card, "rule-2")?,
                rule(card, "rule-3")?,
            ],
            bronze,
            silver,
            gold: contents(card, "gold")?,
            unit: unit as u32,
        })
    }

    /// Bronze chests and silver chests, which take turns along the board (3.2.3).
    pub(super) fn kind(&self, series: usize) -> &Contents {
        if series.is_multiple_of(2) {
            &self.bronze
        } else {
            &self.silver
        }
    }

    /// The chest that ends a series: the last is the gold one (3.2.3).
    pub(super) fn chest(&self, series: usize) -> &Contents {
        if series + 1 < super::way::SERIES {
            self.kind(series)
        } else {
            &self.gold
        }
    }

    /// The least common multiple of the totals of bronze and silver chests.
    pub(super) fn common(&self) -> u64 {
        self.bronze.total.lcm(&self.silver.total)
    }

    /// The most that bronze and silver chests can hold together, in units.
    pub(super) fn most(&self) -> usize {
        let most = |contents: &Contents| contents.rows.iter().map(|(amount, _)| amount.0).max();
        let sum: i64 = (0..super::way::SERIES - 1)
            .filter_map(|series| most(self.kind(series)))
            .sum();
        (sum / i64::from(self.unit)) as usize
    }
}

fn table<'a>(card: &'a GameCard, id: &str) -> Result<&'a Table> {
    let wanted = format!("{}/{id}", card.id);
    let found = card.tables.iter().find(|table| table.id == wanted);
    found.ok_or_else(|| Error::internal(format!("table {wanted} is missing")))
}

fn rule(card: &GameCard, id: &str) -> Result<Rule> {
    let table = table(card, id)?;
    let bad = || Error::internal(format!("{} is no rule of three effects", table.id));
    let effect = |label: &str| match label {
        "vierge" => Ok(0),
        text => text.parse::<i8>().map_err(|_| bad()),
    };
    let effects: Vec<i8> = table
        .rows
        .iter()
        .map(|row| effect(&row.label))
        .collect::<Result<_>>()?;
    Ok(Rule {
        effects: effects.try_into().map_err(|_| bad())?,
        weights: table.weights.values.clone().try_into().map_err(|_| bad())?,
        intervals: intervals(table).try_into().map_err(|_| bad())?,
    })
}

fn contents(card: &GameCard, id: &str) -> Result<Contents> {
    let table = table(card, id)?;
    let row = |(row, weight): (&crate::published::Row, &u64)| {
        let amount = row
            .amount
            .ok_or_else(|| Error::internal(format!("{} lacks an amount", table.id)))?;
        Ok((amount, *weight))
    };
    let rows: Vec<(Cents, u64)> = table
        .rows
        .iter()
        .zip(&table.weights.values)
        .map(row)
        .collect::<Result<_>>()?;
    let values: Vec<Ratio> = rows.iter().map(|(amount, _)| ratio(amount.0, 1)).collect();
    let total = table.weights.denominator;
    let boxes: Vec<RoundingInterval> = table
        .rows
        .iter()
        .map(|row| row.printed.interval(total))
        .collect();
    Ok(Contents {
        mean: range(&values, &boxes)?,
        intervals: intervals(table),
        total,
        rows,
    })
}

fn intervals(table: &Table) -> Vec<Interval> {
    let float = |p: crate::units::Probability| to_f64(&ratio(*p.numer(), *p.denom()));
    let interval = |row: &crate::published::Row| {
        let interval = row.printed.interval(table.weights.denominator);
        (float(interval.low), float(interval.high))
    };
    table.rows.iter().map(interval).collect()
}
