//! The answer of `tirage audit`: observed plays against what is published.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::audit::{Check, Verdict};
use crate::report::audit_sight::Sight;
use crate::report::build::rounded;
use crate::report::model::{Estimate, RowReport, SCHEMA};
use crate::report::notable::standing_out;
use crate::report::number::{sig12, sig12_some};
use crate::report::provenance::AuditProvenance;

/// A log and the verdict on it. Its JSON form is public: fields are added, never renamed.
#[derive(Clone, Debug, Serialize)]
pub struct AuditReport {
    /// Always [`SCHEMA`].
    pub schema: &'static str,
    /// `fail` only if the log is rejected under all readings.
    pub verdict: Verdict,
    /// Game identifier.
    pub game: String,
    /// Game name as published.
    pub title: String,
    /// Family-wise error rate under each reading.
    pub alpha: f64,
    /// The file.
    pub file: FileReport,
    /// The answers that `checks`, `groups` and `tables` are about: the first that the log is compatible
    /// with, or those in force by default.
    pub answers: BTreeMap<String, String>,
    /// The checks under these answers.
    pub checks: Vec<Check>,
    /// Whether a log so small says little: what would have been found, see [`AuditReport::sight`], is a tenth of what
    /// is published or more, or nothing at all. Never where the verdict is a failure.
    pub says_little: bool,
    /// The smallest deviations that the checks would have found, in a sentence; null where one failed, or none
    /// left anything to chance.
    pub sight: Option<String>,
    /// The rows that stand out among all rows of these checks at a false discovery rate of 5 %: worth looking at,
    /// and no verdict.
    pub worth_looking_at: Vec<StandingOut>,
    /// Every set of answers that was tried.
    pub readings: Vec<ReadingReport>,
    /// Plays by stake and strategy.
    pub groups: Vec<GroupReport>,
    /// Draws by stake and table.
    pub tables: Vec<DrawnReport>,
    /// What else there is to say.
    pub findings: Vec<String>,
    /// Program version.
    pub version: &'static str,
    /// SHA-256 over the tables and weights of the game.
    pub rules_sha256: String,
    /// Program, commit, rules and date.
    pub provenance: AuditProvenance,
}

impl AuditReport {
    /// The value of `schema`.
    pub const SCHEMA: &'static str = SCHEMA;

    /// The report with the rows of its checks that are worth looking at, with what they would have found, and with
    /// numbers as documents show them.
    #[must_use]
    pub fn finished(mut self) -> Self {
        let found = standing_out(&self.checks).into_iter();
        let found = found.map(|(number, row, log10_adjusted_p)| StandingOut {
            check: self.checks[number].id.clone(),
            label: row.label.clone(),
            log10_p: row.log10_p,
            log10_adjusted_p,
        });
        self.worth_looking_at = found.collect();
        let sight = (self.verdict != Verdict::Fail)
            .then(|| Sight::of(&self.checks))
            .flatten();
        self.says_little = sight.as_ref().is_some_and(Sight::is_little);
        self.sight = sight.map(|sight| sight.sentence());
        self.checks = self.checks.into_iter().map(rounded).collect();
        self
    }

    /// The answers in force, or their alternative, as `question=answer`.
    pub(super) fn is_default(&self) -> bool {
        let first = self.readings.first();
        first.is_none_or(|first| first.answers == self.answers)
    }

    /// The sets of answers that the log is compatible with.
    pub(super) fn compatible(&self) -> impl Iterator<Item = &ReadingReport> {
        let fits = |one: &&ReadingReport| {
            one.untested.is_none() && one.verdict.is_some_and(|v| v != Verdict::Fail)
        };
        self.readings.iter().filter(fits)
    }
}

/// A row worth looking at.
#[derive(Clone, Debug, Serialize)]
pub struct StandingOut {
    /// The check it is in.
    pub check: String,
    /// Its label.
    pub label: String,
    /// Decimal logarithm of its exact p-value.
    #[serde(serialize_with = "sig12")]
    pub log10_p: f64,
    /// The same after the correction of Benjamini and Hochberg over all rows.
    #[serde(serialize_with = "sig12")]
    pub log10_adjusted_p: f64,
}

/// The file that was read.
#[derive(Clone, Debug, Serialize)]
pub struct FileReport {
    /// Its name, without folder.
    pub name: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// Its length.
    pub bytes: u64,
    /// Its lines, the header included.
    pub lines: u64,
    /// Empty lines.
    pub blank_lines: u64,
    /// Its records, without the header: all were read.
    pub rows: u64,
    /// `payouts` or `draws`.
    pub form: &'static str,
    /// The plays, or the draws, that the records stand for.
    pub total: u64,
    /// Time of the first play as written; null where the file has none.
    pub from: Option<String>,
    /// Time of the last play as written.
    pub to: Option<String>,
    /// Columns that were read and enter no test.
    pub unused_columns: Vec<String>,
}

/// The outcome under one set of answers.
#[derive(Clone, Debug, Serialize)]
pub struct ReadingReport {
    /// Every question with its answer.
    pub answers: BTreeMap<String, String>,
    /// The answers that are not the first one's, in the order of the questions.
    pub differs: Vec<String>,
    /// The verdict; null where the game refuses these answers.
    pub verdict: Option<Verdict>,
    /// The check that speaks most clearly against them.
    pub worst_check: Option<String>,
    /// Its p-value after Holm's correction.
    #[serde(serialize_with = "sig12_some")]
    pub adjusted_p: Option<f64>,
    /// Its decimal logarithm, which tells where `adjusted_p` is 0.
    #[serde(serialize_with = "sig12_some")]
    pub adjusted_log10_p: Option<f64>,
    /// What it found.
    pub note: Option<String>,
    /// Why the payouts were not tested under these answers, or the game refuses them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub untested: Option<String>,
}

/// Plays at one stake with one strategy.
#[derive(Clone, Debug, Serialize)]
pub struct GroupReport {
    /// Stake.
    pub stake_cents: i64,
    /// The strategy assigned before the plays; null where it is not known.
    pub strategy: Option<String>,
    /// Plays.
    pub plays: u64,
    /// What they were paid together, in cents; a string, as it may exceed what numbers in JSON hold exactly.
    pub paid_cents: String,
    /// Return to player with its interval; null where an amount is impossible.
    pub rtp: Option<Estimate>,
    /// Lower end of the betting interval of the same level: guaranteed for any number of plays, also one chosen
    /// while looking at them.
    #[serde(serialize_with = "sig12_some")]
    pub rtp_guaranteed_low: Option<f64>,
    /// Its upper end.
    #[serde(serialize_with = "sig12_some")]
    pub rtp_guaranteed_high: Option<f64>,
    /// Least RTP that the rules allow, over all odds that round to the printed ones.
    #[serde(serialize_with = "sig12_some")]
    pub rtp_low: Option<f64>,
    /// Greatest RTP that the rules allow.
    #[serde(serialize_with = "sig12_some")]
    pub rtp_high: Option<f64>,
    /// Every amount that was paid, or can be where the strategy is known.
    pub payouts: Vec<AmountReport>,
}

/// An amount with the chances allowed.
#[derive(Clone, Debug, Serialize)]
pub struct AmountReport {
    /// The amount.
    pub cents: i64,
    /// Plays that were paid it.
    pub count: u64,
    /// Least chance, over all odds that round to the printed ones; null where it is not known.
    #[serde(serialize_with = "sig12_some")]
    pub low: Option<f64>,
    /// Greatest chance.
    #[serde(serialize_with = "sig12_some")]
    pub high: Option<f64>,
}

/// Draws at one stake from one table.
#[derive(Clone, Debug, Serialize)]
pub struct DrawnReport {
    /// Table identifier.
    pub id: String,
    /// Article that prints it.
    pub article: String,
    /// Stake.
    pub stake_cents: i64,
    /// Its rows in printed order.
    pub rows: Vec<RowReport>,
    /// Draws.
    pub trials: u64,
}
