//! The answer of `tirage power`: what so many rounds can see, or how many rounds a deviation takes.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::error::{Error, Result, unknown};
use crate::game::{GameCard, RunSpec, Solution};
use crate::published::Table;
use crate::report::model::SCHEMA;
use crate::report::number::{sig12, sig12_some};
use crate::tally::Tally;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    /// The smallest deviations that so many rounds show.
    Rounds(u64),
    /// The rounds that a deviation of this size, relative to what it deviates from, takes.
    Deviation(f64),
}

/// A question about what a run can see.
pub struct PowerQuestion<'a> {
    /// The game.
    pub card: &'a GameCard,
    /// The run.
    pub spec: &'a RunSpec,
    /// Its exact law, where there is one.
    pub solution: Option<&'a Solution>,
    /// Rounds played to find how often each table is drawn from.
    pub pilot: &'a Tally,
    /// Their seed.
    pub seed: u64,
    /// Level of each test.
    pub alpha: f64,
    /// Probability with which a deviation is to be seen.
    pub power: f64,
    /// What is asked.
    pub ask: Ask,
    /// Only this table, by its identifier with or without the game's.
    pub table: Option<&'a str>,
    /// Only this row of it.
    pub row: Option<&'a str>,
}

/// What a run can see. Its JSON form is public: fields are added, never renamed. Of `rounds` and
/// `deviation` one is null, and with it the answers to the other question.
#[derive(Clone, Debug, Serialize)]
pub struct PowerReport {
    /// Always [`SCHEMA`].
    pub schema: &'static str,
    /// Game identifier.
    pub game: String,
    /// Name as published.
    pub title: String,
    /// Canonical strategy name.
    pub strategy: String,
    /// Stake.
    pub stake_cents: i64,
    /// Question to answer.
    pub readings: BTreeMap<String, String>,
    /// Level of each two-sided test.
    pub alpha: f64,
    /// Probability of seeing the deviation.
    pub power: f64,
    /// Rounds asked about.
    pub rounds: Option<u64>,
    /// Relative deviation asked about.
    pub deviation: Option<f64>,
    /// The rounds played to find how often each table is drawn from.
    pub pilot: PilotReport,
    /// The mean payout; null where one table was asked for.
    pub rtp: Option<MeanPower>,
    /// Tables that this strategy draws from.
    pub tables: Vec<TablePower>,
    /// Tables that no pilot round drew from.
    pub not_drawn: Vec<String>,
}

/// Rounds played to find how often tables are drawn from.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PilotReport {
    /// Rounds.
    pub rounds: u64,
    /// Root seed.
    pub seed: u64,
}

/// What is seen of the mean payout.
#[derive(Clone, Debug, Serialize)]
pub struct MeanPower {
    /// Mean payout per round.
    #[serde(serialize_with = "sig12")]
    pub mean_cents: f64,
    /// Its standard deviation; where rounds depend on each other that of the long run.
    #[serde(serialize_with = "sig12")]
    pub standard_deviation_cents: f64,
    /// Where both come from: `solver`, or `pilot` where the solver has no exact law.
    pub source: &'static str,
    /// Whether rounds are whole blocks, in which nothing is left to chance.
    pub certain: bool,
    /// The smallest shift seen; in whole blocks 0.
    #[serde(serialize_with = "sig12_some")]
    pub smallest_cents: Option<f64>,
    /// The same over the mean.
    #[serde(serialize_with = "sig12_some")]
    pub smallest_relative: Option<f64>,
    /// The same over the stake.
    #[serde(serialize_with = "sig12_some")]
    pub smallest_rtp: Option<f64>,
    /// Rounds that the deviation asked about takes.
    #[serde(serialize_with = "sig12_some")]
    pub rounds_needed: Option<f64>,
}

/// What is seen of a table.
#[derive(Clone, Debug, Serialize)]
pub struct TablePower {
    /// Full identifier.
    pub id: String,
    /// The article that prints it.
    pub article: String,
    /// What is drawn.
    pub title: String,
    /// Whether it is a finite block of tickets.
    pub block: bool,
    /// Draws per round, on average over the pilot; exactly 1 of a block.
    #[serde(serialize_with = "sig12")]
    pub draws_per_round: f64,
    /// Draws that this average stands on: its relative error is about one over their root.
    pub pilot_draws: u64,
    /// Draws expected in the rounds asked about.
    pub draws: Option<u64>,
    /// Whether those are whole blocks: then a single ticket too many or too few is found.
    pub certain: bool,
    /// Degrees of freedom of the table's test after so many draws; 0: no test.
    pub df: Option<u32>,
    /// The smallest root-mean-square relative deviation of the rows seen (Cohen's w).
    #[serde(serialize_with = "sig12_some")]
    pub smallest_shift: Option<f64>,
    /// Rounds that a root-mean-square relative deviation of the size asked about takes.
    #[serde(serialize_with = "sig12_some")]
    pub rounds_needed: Option<f64>,
    /// The rows.
    pub rows: Vec<RowPower>,
}

/// What is seen of a row.
#[derive(Clone, Debug, Serialize)]
pub struct RowPower {
    /// What comes up.
    pub label: String,
    /// What is printed.
    pub printed: Option<String>,
    /// Its probability under the model weights.
    #[serde(serialize_with = "sig12")]
    pub probability: f64,
    /// How often it is expected in the rounds asked about.
    #[serde(serialize_with = "sig12_some")]
    pub expected: Option<f64>,
    /// The smallest relative excess seen; in whole blocks one ticket. Null: none is.
    #[serde(serialize_with = "sig12_some")]
    pub smallest_excess: Option<f64>,
    /// The smallest relative shortfall seen, as a positive number; null: not even its absence is.
    #[serde(serialize_with = "sig12_some")]
    pub smallest_shortfall: Option<f64>,
    /// Rounds that the deviation asked about takes; null where it is impossible.
    #[serde(serialize_with = "sig12_some")]
    pub rounds_needed: Option<f64>,
    /// Rounds after which a row that never comes up is seen to be missing.
    #[serde(serialize_with = "sig12")]
    pub absence_seen_after: f64,
}

impl PowerReport {
    /// The answer to `question`.
    ///
    /// # Errors
    /// An unknown table or row, or a table that the pilot did not draw from.
    pub fn new(question: &PowerQuestion<'_>) -> Result<Self> {
        let (card, spec) = (question.card, question.spec);
        let asked = question.table.map(|name| table_named(card, name));
        let asked = asked.transpose()?;
        let mut tables = Vec::new();
        let mut not_drawn = Vec::new();
        for (number, table) in card.tables.iter().enumerate() {
            let is_asked = asked.is_none_or(|asked| asked.id == table.id);
            match (is_asked, question.pilot.trials(number)) {
                (false, _) => {}
                (true, 0) => not_drawn.push(table.id.clone()),
                (true, draws) => tables.push(question.table(table, draws)?),
            }
        }
        if let (Some(asked), []) = (asked, &tables[..]) {
            return Err(Error::input(format!(
                "table {} was not drawn from in {} pilot rounds of `{}`: choose a strategy that does, or more rounds with --pilot",
                asked.id, question.pilot.rounds, spec.strategy
            )));
        }
        let (rounds, deviation) = match question.ask {
            Ask::Rounds(rounds) => (Some(rounds), None),
            Ask::Deviation(deviation) => (None, Some(deviation)),
        };
        Ok(Self {
            schema: SCHEMA,
            game: card.id.clone(),
            title: card.title.clone(),
            strategy: spec.strategy.clone(),
            stake_cents: spec.stake.cents(),
            readings: spec.readings.clone(),
            alpha: question.alpha,
            power: question.power,
            rounds,
            deviation,
            pilot: PilotReport {
                rounds: question.pilot.rounds,
                seed: question.seed,
            },
            rtp: asked.is_none().then(|| question.mean()),
            tables,
            not_drawn,
        })
    }
}

fn table_named<'a>(card: &'a GameCard, name: &str) -> Result<&'a Table> {
    let long = format!("{}/{name}", card.id);
    let found = card.tables.iter().find(|t| t.id == name || t.id == long);
    found.ok_or_else(|| {
        // The form of the name that was used.
        let prefix = if name.contains('/') {
            0
        } else {
            card.id.len() + 1
        };
        let ids = card.tables.iter().map(|table| &table.id[prefix..]);
        unknown(&format!("table of {}", card.id), name, ids)
    })
}
