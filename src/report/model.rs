//! The report as plain data. Its JSON form is the public one: fields are added, never renamed.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::audit::{Check, Verdict};
use crate::report::exact::PlayerFigures;
use crate::report::number::sig12;
use crate::report::provenance::Provenance;

/// Version of the JSON document.
pub const SCHEMA: &str = "tirage/1";

/// Everything a report says. Amounts are euro cents, probabilities plain numbers.
#[derive(Clone, Debug, Serialize)]
pub struct ReportModel {
    /// Always [`SCHEMA`].
    pub schema: &'static str,
    /// The worst verdict of all checks.
    pub verdict: Verdict,
    /// Whether the run was interrupted: the counts are those of the rounds played until then.
    pub partial: bool,
    /// Titles of the scenarios.
    pub titles: Vec<String>,
    /// Root seed.
    pub seed: u64,
    /// Family-wise error rate over all checks.
    pub alpha: f64,
    /// One entry per run, in the order played.
    pub runs: Vec<RunReport>,
    /// What the figures depend on.
    pub provenance: Provenance,
}

/// One run.
#[derive(Clone, Debug, Serialize)]
pub struct RunReport {
    /// Game identifier.
    pub game: String,
    /// Game name as published.
    pub title: String,
    /// Canonical strategy name.
    pub strategy: String,
    /// Stake.
    pub stake_cents: i64,
    /// Question to answer.
    pub readings: BTreeMap<String, String>,
    /// What tells the run from the plain one of its strategy: readings other than the defaults, and
    /// the plays or tickets of its players; `question=answer` joined by semicolons.
    #[serde(skip)]
    pub variant: String,
    /// Plays of each player, in a run of players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays: Option<u64>,
    /// Tickets of each player, in a run of players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tickets: Option<u64>,
    /// What the players lived through, in a run of players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerReport>,
    /// The kernel that played the run: `lanes` plays many rounds at once, `reference` one by one.
    pub kernel: &'static str,
    /// Rounds played.
    pub rounds: u64,
    /// Rounds planned; more than played only if the report is partial.
    pub planned_rounds: u64,
    /// Return to player: payout over stake.
    pub rtp: Estimate,
    /// Share of rounds that paid.
    pub hit_frequency: Estimate,
    /// Standard deviation of the payout per round, in stakes, of this sample.
    #[serde(serialize_with = "sig12")]
    pub standard_deviation: f64,
    /// Rounds per payout, ascending.
    pub payouts: Vec<PayoutCount>,
    /// All published tables of the game, drawn from or not.
    pub tables: Vec<TableReport>,
    /// The game's own counters.
    pub counters: Vec<Counted>,
    /// The tests of this run.
    pub checks: Vec<Check>,
    /// Wall-clock time.
    #[serde(serialize_with = "sig12")]
    pub elapsed_seconds: f64,
    /// Speed.
    #[serde(serialize_with = "sig12")]
    pub rounds_per_second: f64,
}

impl RunReport {
    /// Strategy and variant, for lists of runs.
    pub(super) fn name(&self) -> String {
        if self.variant.is_empty() {
            self.strategy.clone()
        } else {
            format!("{} ({})", self.strategy, self.variant)
        }
    }
}

/// Counts of players.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlayerReport {
    /// Players.
    pub players: u64,
    /// Those with at least one win.
    pub at_least_one_win: u64,
    /// Those who were paid more than they staked.
    pub net_profit: u64,
    /// Those with at least one top prize.
    pub top_prize: u64,
    /// The exact chances of the three, where a solver gives them.
    pub exact: Option<PlayerFigures>,
}

/// An estimated mean with its interval; `NaN` (JSON null) where there are too few rounds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Estimate {
    /// The estimate.
    #[serde(serialize_with = "sig12")]
    pub estimate: f64,
    /// Standard error of the estimate, from the sample.
    #[serde(serialize_with = "sig12")]
    pub standard_error: f64,
    /// Lower end of the interval.
    #[serde(serialize_with = "sig12")]
    pub ci_low: f64,
    /// Upper end of the interval.
    #[serde(serialize_with = "sig12")]
    pub ci_high: f64,
    /// Confidence level of the interval.
    pub level: f64,
    /// The exact value, where a solver gives one.
    pub exact: Option<f64>,
}

impl Estimate {
    /// What a sample that is too small says.
    pub(super) const UNKNOWN: Self = Self {
        estimate: f64::NAN,
        standard_error: f64::NAN,
        ci_low: f64::NAN,
        ci_high: f64::NAN,
        level: crate::audit::DISPLAY_LEVEL,
        exact: None,
    };
}

/// How often a payout occurred.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PayoutCount {
    /// The payout.
    pub cents: i64,
    /// Rounds.
    pub count: u64,
}

/// A counter of the game.
#[derive(Clone, Debug, Serialize)]
pub struct Counted {
    /// Identifier.
    pub id: &'static str,
    /// What is counted.
    pub about: &'static str,
    /// How often.
    pub count: u64,
}

/// A published table and what was drawn from it.
#[derive(Clone, Debug, Serialize)]
pub struct TableReport {
    /// Full identifier.
    pub id: String,
    /// The article that prints it.
    pub article: String,
    /// What is drawn.
    pub title: String,
    /// Whether it is a finite block of tickets: rows print numbers of lots, weights count tickets.
    pub block: bool,
    /// The rows.
    pub rows: Vec<RowReport>,
    /// Common denominator of the rows' weights.
    pub denominator: u64,
    /// Draws.
    pub trials: u64,
}

/// A published row.
#[derive(Clone, Debug, Serialize)]
pub struct RowReport {
    /// What comes up.
    pub label: String,
    /// The odds as printed, in a block the number of lots; null where nothing is printed.
    pub printed: Option<String>,
    /// Its weight over the table's denominator.
    pub weight: u64,
    /// How often it came up.
    pub count: u64,
}
