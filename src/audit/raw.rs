//! A test as made, before it is judged together with the others of its run.

use super::check::{Method, Null};
use super::gof::{Gof, GofOutcome};

/// The deviation a test looks for, and how much data it has: what its sensitivity follows from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// Any change of a table with so many draws, measured by the root-mean-square relative change
    /// of its probabilities (Cohen's w); compared with the cell tolerance.
    Table {
        /// Draws.
        n: u64,
    },
    /// A change of a mean, relative to it; compared with the RTP tolerance.
    Mean {
        /// Rounds.
        n: u64,
        /// Standard deviation of one round over the mean.
        relative_sd: f64,
    },
    /// Any deviation would have been found.
    Certain,
    /// No deviation could have been found, or how large is unknown.
    Unknown,
}

/// One test with its raw p-value.
#[derive(Clone, Debug, PartialEq)]
pub struct RawTest {
    /// Identifier, unique in the run.
    pub id: String,
    /// The published table tested, if the test is about one.
    pub table: Option<String>,
    /// What the data are held against.
    pub null: Null,
    /// How the p-value was found; [`Method::Untested`] for a test that could not be made.
    pub method: Method,
    /// The test statistic.
    pub statistic: f64,
    /// Degrees of freedom; none for exact tests.
    pub df: Option<u32>,
    /// ln p; negative infinity for p = 0.
    pub ln_p: f64,
    /// What the test is sensitive to.
    pub effect: Effect,
    /// What else is to be said.
    pub note: Option<String>,
}

impl RawTest {
    /// A check of something that holds with certainty: it fails when `broken` is not 0.
    pub fn certainty(
        id: impl Into<String>,
        method: Method,
        broken: u64,
        note: impl Into<String>,
    ) -> Self {
        Self {
            id: id.into(),
            table: None,
            null: Null::Exact,
            method,
            statistic: broken as f64,
            df: None,
            ln_p: if broken == 0 { 0.0 } else { f64::NEG_INFINITY },
            effect: Effect::Certain,
            note: Some(note.into()),
        }
    }

    /// The test of a published table. `labels` names its rows, for the note.
    pub fn of_table(
        id: impl Into<String>,
        table: impl Into<String>,
        null: Null,
        outcome: &GofOutcome,
        labels: &[impl AsRef<str>],
    ) -> Self {
        let base = Self {
            id: id.into(),
            table: Some(table.into()),
            null,
            method: Method::Untested,
            statistic: 0.0,
            df: None,
            ln_p: 0.0,
            effect: Effect::Unknown,
            note: None,
        };
        match outcome {
            GofOutcome::Tested(gof) => Self {
                method: Method::PearsonChi2,
                statistic: gof.statistic,
                df: Some(gof.df),
                ln_p: gof.ln_p,
                effect: Effect::Table { n: gof.n },
                note: note(gof, labels),
                ..base
            },
            GofOutcome::Impossible { rows, draws, .. } => Self {
                method: Method::ImpossibleOutcome,
                statistic: *draws as f64,
                ln_p: f64::NEG_INFINITY,
                note: Some(format!(
                    "drawn although impossible: {}",
                    names(rows, labels)
                )),
                ..base
            },
            GofOutcome::NotTested(reason) => Self {
                note: Some(reason.to_string()),
                ..base
            },
        }
    }
}

/// The cell that deviates most, and the pooled rows.
fn note(gof: &Gof, labels: &[impl AsRef<str>]) -> Option<String> {
    let worst = gof.worst()?;
    let deviation = format!(
        "largest deviation: {} ({:+.2} standard deviations)",
        names(&worst.rows, labels),
        worst.residual
    );
    if gof.pooled().is_empty() {
        return Some(deviation);
    }
    let pooled = names(gof.pooled(), labels);
    Some(format!("{deviation}; pooled as too rare: {pooled}"))
}

/// The labels of `rows`; a row without one goes by its number, from 1.
pub(super) fn names(rows: &[usize], labels: &[impl AsRef<str>]) -> String {
    let name = |&row: &usize| {
        labels.get(row).map_or_else(
            || format!("row {}", row + 1),
            |label| label.as_ref().to_owned(),
        )
    };
    rows.iter().map(name).collect::<Vec<_>>().join(" + ")
}
