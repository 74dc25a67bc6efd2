//! The answer of `tirage policy`, as data.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::error::Result;
use crate::game::{Solution, StopRow, StoppingTable};
use crate::report::csv_lines::{finished, lines, refused};
use crate::report::exact::DecisionReport;
use crate::report::model::SCHEMA;
use crate::report::number::sig12_some;
use crate::units::{Cents, Stake};

/// Best play for the player, or the worst. Its JSON form is public: fields are added, never renamed.
#[derive(Clone, Debug, Serialize)]
pub struct PolicyReport {
    /// Always [`SCHEMA`].
    pub schema: &'static str,
    /// Game identifier.
    pub game: String,
    /// `optimal` or `worst`.
    pub strategy: &'static str,
    /// Stake.
    pub stake_cents: i64,
    /// Question to answer.
    pub readings: BTreeMap<String, String>,
    /// The smallest difference between stopping and going on at any decision but ties, in EUR.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "sig12_some")]
    pub margin_eur: Option<f64>,
    /// States and gains with which stopping and going on are worth the same: the player stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ties: Option<usize>,
    /// When to stop, for games of stopping.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<StateReport>,
    /// What to do, for games with few decisions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<DecisionReport>,
}

/// A state of a stopping game but for the gain.
#[derive(Clone, Debug, Serialize)]
pub struct StateReport {
    /// The cell the player stands on.
    pub cell: usize,
    /// Lives left.
    pub lives: usize,
    /// Effects seen in the current series, ascending.
    pub seen: Vec<i8>,
    /// The least gain with which the player stops; null for never.
    pub stop_from_cents: Option<i64>,
    /// The greatest gain with which the player stops; null for never.
    pub stop_to_cents: Option<i64>,
    /// The least gain that may be held here.
    pub least_cents: i64,
    /// The greatest gain that may be held here.
    pub greatest_cents: i64,
}

impl StateReport {
    fn new(row: &StopRow) -> Self {
        let end = |gain: Option<&Cents>| gain.map(|gain| gain.0);
        Self {
            cell: row.cell,
            lives: row.lives,
            seen: row.seen.clone(),
            stop_from_cents: end(row.stops.first()),
            stop_to_cents: end(row.stops.last()),
            least_cents: end(row.gains.first()).unwrap_or_default(),
            greatest_cents: end(row.gains.last()).unwrap_or_default(),
        }
    }

    /// When to stop here, in a word or an amount.
    pub(super) fn rule(&self, worst: bool) -> String {
        match (self.stop_from_cents, self.stop_to_cents) {
            (Some(from), Some(to)) if from == self.least_cents && to == self.greatest_cents => {
                "always".to_owned()
            }
            (Some(_), Some(to)) if worst => Cents(to).to_string(),
            (Some(from), Some(_)) => Cents(from).to_string(),
            _ => "never".to_owned(),
        }
    }

    /// What was seen, e.g. `-2 0 +1`.
    pub(super) fn sight(&self) -> String {
        let sign = |effect: &i8| {
            if *effect == 0 {
                "0".to_owned()
            } else {
                format!("{effect:+}")
            }
        };
        self.seen.iter().map(sign).collect::<Vec<_>>().join(" ")
    }
}

impl PolicyReport {
    fn empty(game: &str, worst: bool, stake: Stake, readings: BTreeMap<String, String>) -> Self {
        Self {
            schema: SCHEMA,
            game: game.to_owned(),
            strategy: if worst { "worst" } else { "optimal" },
            stake_cents: stake.cents(),
            readings,
            margin_eur: None,
            ties: None,
            states: Vec::new(),
            decisions: Vec::new(),
        }
    }

    /// The report of a game of stopping.
    pub fn stopping(
        game: &str,
        stake: Stake,
        readings: BTreeMap<String, String>,
        table: &StoppingTable,
    ) -> Self {
        Self {
            margin_eur: Some(table.margin),
            ties: Some(table.ties),
            states: table.rows.iter().map(StateReport::new).collect(),
            ..Self::empty(game, table.worst, stake, readings)
        }
    }

    /// The report of a game whose solution tells its decisions.
    pub fn deciding(
        game: &str,
        worst: bool,
        stake: Stake,
        readings: BTreeMap<String, String>,
        solution: &Solution,
    ) -> Self {
        Self {
            decisions: solution
                .decisions
                .iter()
                .map(DecisionReport::from)
                .collect(),
            ..Self::empty(game, worst, stake, readings)
        }
    }

    /// Whether it is the worst play for the player.
    pub(super) fn is_worst(&self) -> bool {
        self.strategy == "worst"
    }

    /// One line per state, or per decision.
    ///
    /// # Errors
    /// Never: it is written to memory.
    pub fn csv(&self) -> Result<Vec<u8>> {
        let bad = |error: csv::Error| refused(&error);
        let mut writer = lines();
        let number = |value: Option<i64>| value.map(|value| value.to_string()).unwrap_or_default();
        if self.decisions.is_empty() {
            writer
                .write_record(["cell", "lives", "seen", "stop_from_cents", "stop_to_cents"])
                .map_err(bad)?;
        } else {
            writer
                .write_record(["view", "action", "probability"])
                .map_err(bad)?;
        }
        for state in &self.states {
            let (from, to) = (number(state.stop_from_cents), number(state.stop_to_cents));
            let record = [
                state.cell.to_string(),
                state.lives.to_string(),
                state.sight(),
                from,
                to,
            ];
            writer.write_record(record).map_err(bad)?;
        }
        for decision in &self.decisions {
            let probability = crate::report::number::round12(decision.probability).to_string();
            writer
                .write_record([&decision.view, &decision.action, &probability])
                .map_err(bad)?;
        }
        finished(writer)
    }
}
