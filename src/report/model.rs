//! The report as plain data. Its JSON form is the public one: fields are added, never renamed.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::audit::{Check, Method, Verdict};
use crate::game::{FamilyInfo, Question, Solution};
use crate::published::Row;
use crate::report::convergence::Convergence;
use crate::report::effects::ReadingsReport;
use crate::report::exact::{ExactReport, PlayerFigures};
use crate::report::lang::Lang;
use crate::report::number::{round12, sig12, sig12_some};
use crate::report::policy::PolicyReport;
use crate::report::provenance::Provenance;
use crate::units::Probability;

/// Version of the JSON document.
pub const SCHEMA: &str = "tirage/1";

/// Everything a report says. Amounts are euro cents, probabilities plain numbers.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ReportModel {
    /// Always [`SCHEMA`].
    pub schema: &'static str,
    /// The worst verdict of all checks.
    pub verdict: Verdict,
    /// Whether fewer rounds than planned were played: the counts are those of the rounds played until the
    /// run was stopped.
    pub partial: bool,
    /// Why it ended before all planned rounds were played: `interrupted` or `max-time`; null if they were.
    pub stopped: Option<&'static str>,
    /// Titles of the scenarios.
    pub titles: Vec<String>,
    /// Root seed.
    pub seed: u64,
    /// Family-wise error rate over all checks.
    pub alpha: f64,
    /// Largest relative deviation of an RTP that may go unseen, where one was asked for.
    pub rtp_tolerance: Option<f64>,
    /// Largest relative change of a row or a chance that may go unseen, where one was asked for.
    pub cell_tolerance: Option<f64>,
    /// One entry per run, in the order played.
    pub runs: Vec<RunReport>,
    /// The rows that stand out, over all tables of all runs: Benjamini-Hochberg at 5 %. A hint for people,
    /// never a verdict.
    pub worth_looking_at: Vec<Notable>,
    /// What the figures depend on.
    pub provenance: Provenance,
    /// The language of documents for people; programs read English identifiers in any.
    #[serde(skip)]
    pub lang: Lang,
    /// What documents tell of each game beside its runs, in the order played; empty where no
    /// document was asked for.
    #[serde(skip)]
    pub games: Vec<GameSheet>,
}

/// A game as documents present it.
#[derive(Clone, Debug, Default)]
pub struct GameSheet {
    /// Game identifier.
    pub id: String,
    /// Game name as published.
    pub title: String,
    /// The legal text its tables come from.
    pub source: String,
    /// The strategies on offer, and what such players do.
    pub strategies: Vec<FamilyInfo>,
    /// The questions the text leaves open.
    pub questions: Vec<&'static Question>,
    /// What each answer would change, where the game has a solver.
    pub effects: Option<ReadingsReport>,
    /// Best play, in a game that is about stopping.
    pub policy: Option<PolicyReport>,
    /// The law of the number of rounds of a cycle: entry k is the chance of k + 1 rounds; empty in a game
    /// without cycles.
    pub cycle: Vec<f64>,
}

/// A row that stands out.
#[derive(Clone, Debug, Serialize)]
pub struct Notable {
    /// Game identifier.
    pub game: String,
    /// Strategy.
    pub strategy: String,
    /// Stake.
    pub stake_cents: i64,
    /// The check of its table.
    pub check: String,
    /// Its label.
    pub label: String,
    /// Decimal logarithm of its exact p-value.
    #[serde(serialize_with = "sig12")]
    pub log10_p: f64,
    /// The same, adjusted for the number of rows.
    #[serde(serialize_with = "sig12")]
    pub log10_adjusted_p: f64,
}

/// What was not tested, and why.
#[derive(Clone, Debug, Serialize)]
pub struct Untested {
    /// The check that was not made.
    pub id: String,
    /// Why.
    pub reason: String,
}

/// One run.
#[derive(Clone, Debug, Default, Serialize)]
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
    /// The kernel that played the run: `lanes` and `lanes-2` play many rounds at once, `reference` one by one.
    pub kernel: &'static str,
    /// Rounds played.
    pub rounds: u64,
    /// Rounds planned; more than played only if the report is partial.
    pub planned_rounds: u64,
    /// Why it ended: `rounds`, all that were planned; `rtp-half-width`, likewise, and a precision had
    /// set their number; `max-time`; `interrupted`.
    pub ended: &'static str,
    /// The precision asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<PrecisionReport>,
    /// The worst verdict of its checks; `inconclusive` where none says anything.
    pub verdict: Verdict,
    /// Return to player: payout over stake.
    pub rtp: Estimate,
    /// Share of rounds that paid.
    pub hit_frequency: Estimate,
    /// Standard deviation of the payout per round, in stakes, of this sample.
    #[serde(serialize_with = "sig12")]
    pub standard_deviation: f64,
    /// How the RTP settled.
    pub convergence: Convergence,
    /// Rounds per payout, ascending.
    pub payouts: Vec<PayoutCount>,
    /// All published tables of the game, drawn from or not.
    pub tables: Vec<TableReport>,
    /// What the game's solver says of the run, where it has one.
    #[serde(skip)]
    pub exact: Option<ExactReport>,
    /// The same as the solver gave it.
    #[serde(skip)]
    pub solution: Option<Arc<Solution>>,
    /// The game's own counters.
    pub counters: Vec<Counted>,
    /// The tests of this run.
    pub checks: Vec<Check>,
    /// What was not tested, and why: no pass. Checks that could not be made also stand among `checks`, with
    /// the method `untested`; those of tables that the strategy never drew from stand here only.
    pub untested: Vec<Untested>,
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

    /// The worst verdict of the checks; where none was made nothing is known, which is no pass.
    pub(super) fn judged(&self) -> Verdict {
        // Chunks played once each say nothing about the odds.
        let says =
            |check: &Check| !matches!(check.method, Method::Untested | Method::DistinctStreams);
        let verdict = Verdict::of(&self.checks);
        if self.rounds > 0 && self.checks.iter().any(says) {
            verdict
        } else {
            Verdict::Inconclusive.worst(verdict)
        }
    }

    fn made(&self, id: &str) -> bool {
        self.checks.iter().any(|check| check.id == id)
    }
}

impl ReportModel {
    /// What was not tested, run by run. A table that one strategy never draws from and another does is not
    /// listed where both were played.
    pub fn untested(&self) -> impl Iterator<Item = (&RunReport, &Untested)> {
        let all = self
            .runs
            .iter()
            .flat_map(|run| run.untested.iter().map(move |one| (run, one)));
        all.filter(|(run, one)| {
            run.made(&one.id) || !self.runs.iter().any(|other| other.made(&one.id))
        })
    }
}

/// What [`ReportModel::untested`] gives, by run and reason.
pub(super) fn by_reason<'a>(
    untested: impl Iterator<Item = (&'a RunReport, &'a Untested)>,
) -> Vec<(&'a RunReport, &'a str, Vec<&'a str>)> {
    let mut found: Vec<(&RunReport, &str, Vec<&str>)> = Vec::new();
    for (run, one) in untested {
        let same = |(other, reason, _): &&mut (&RunReport, &str, Vec<&str>)| {
            std::ptr::eq(*other, run) && *reason == one.reason
        };
        match found.iter_mut().find(same) {
            Some((_, _, ids)) => ids.push(&one.id),
            None => found.push((run, &one.reason, vec![&one.id])),
        }
    }
    found
}

/// A precision that was asked for.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PrecisionReport {
    /// Half the width of the interval for the RTP.
    pub rtp_half_width: f64,
    /// The rounds that takes by the exact variance, reckoned before the run.
    pub rounds_needed: u64,
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

impl Default for Estimate {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

impl Estimate {
    /// What a sample that is too small says.
    pub const UNKNOWN: Self = Self {
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
#[derive(Clone, Debug, Default, Serialize)]
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
#[derive(Clone, Debug, Default, Serialize)]
pub struct RowReport {
    /// What comes up.
    pub label: String,
    /// The odds as printed, in a block the number of lots; null where nothing is printed.
    pub printed: Option<String>,
    /// The least probability that rounds to what is printed; null where nothing is printed.
    #[serde(serialize_with = "sig12_some")]
    pub probability_low: Option<f64>,
    /// The greatest such probability.
    #[serde(serialize_with = "sig12_some")]
    pub probability_high: Option<f64>,
    /// Its weight over the table's denominator.
    pub weight: u64,
    /// How often it came up.
    pub count: u64,
}

impl RowReport {
    /// The report of `row`, of `weight` over the denominator of its table, that came up `count` times.
    pub fn new(row: &Row, (weight, denominator): (u64, u64), count: u64) -> Self {
        let printed = row.printed.text().map(str::to_owned);
        let interval = row.printed.interval(denominator);
        let end = |p: Probability| {
            let float = *p.numer() as f64 / *p.denom() as f64;
            printed.as_ref().map(|_| round12(float))
        };
        Self {
            label: row.label.clone(),
            probability_low: end(interval.low),
            probability_high: end(interval.high),
            printed,
            weight,
            count,
        }
    }
}
