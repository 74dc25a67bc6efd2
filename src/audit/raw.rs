//! A test as made, before it is judged together with the others of its run.

use super::check::{Method, Null};
use super::details::{Details, RawPart, RawRow};
use super::table_test::{NoTest, PartKind, TableOutcome, TableTest};

/// The deviation a test looks for, and how much data it has: what its sensitivity follows from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// Any change of a law of payouts with so many rounds, measured by the root-mean-square relative
    /// change of its probabilities (Cohen's w); compared with the cell tolerance.
    Table {
        /// Draws.
        n: u64,
    },
    /// A change of any row of a table, relative to the row, whichever row that is: the test's details name
    /// the rows. Compared with the cell tolerance.
    Rows {
        /// Draws, or as many draws with replacement as are as telling.
        n: u64,
    },
    /// A change of one chance, relative to it; compared with the cell tolerance.
    Chance {
        /// Trials.
        n: u64,
        /// The chance.
        p: f64,
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
    /// The parts and rows of a table's test; empty for other tests.
    pub details: Details,
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
            details: Details::default(),
        }
    }

    /// A test that could not be made, and why.
    pub fn untested(id: impl Into<String>, null: Null, why: impl Into<String>) -> Self {
        Self {
            effect: Effect::Unknown,
            null,
            ..Self::certainty(id, Method::Untested, 0, why)
        }
    }

    /// The test of a published table. `labels` names its rows.
    ///
    /// Where there is a chi-square part its statistic and degrees of freedom are shown; of an exact test of
    /// the whole table the statistic is the deviation of the least likely row in standard deviations,
    /// as it is where only rows could be tested.
    pub fn of_table(
        id: impl Into<String>,
        table: impl Into<String>,
        null: Null,
        outcome: &TableOutcome,
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
            details: Details::default(),
        };
        match outcome {
            TableOutcome::Tested(test) => tested(base, test, labels),
            TableOutcome::Impossible { rows, draws, .. } => Self {
                method: Method::ImpossibleOutcome,
                statistic: *draws as f64,
                ln_p: f64::NEG_INFINITY,
                note: Some(format!(
                    "drawn although impossible: {}",
                    names(rows, labels)
                )),
                ..base
            },
            TableOutcome::Infeasible { least, most } => Self {
                note: Some(format!(
                    "not tested: the printed table contradicts itself, its rows sum to at least {least} \
                     and at most {most}, never to 1"
                )),
                ..base
            },
            TableOutcome::NotTested(reason) => Self {
                // A table of one row has nothing that could deviate.
                effect: match reason {
                    NoTest::OneRow => Effect::Certain,
                    NoTest::NoDraws | NoTest::TooFewDraws { .. } => Effect::Unknown,
                },
                note: Some(reason.to_string()),
                ..base
            },
        }
    }
}

/// The test of a table that was tested.
fn tested(base: RawTest, test: &TableTest, labels: &[impl AsRef<str>]) -> RawTest {
    let label = |row: usize| names(&[row], labels);
    let part = |kind: PartKind| match kind {
        PartKind::PearsonChi2 => ("pearson-chi2", None),
        PartKind::ExactMultinomial => ("exact-multinomial", None),
        PartKind::RareRow(row) => ("rare-row", Some(label(row))),
        PartKind::WorstRow(row) => ("worst-row", Some(label(row))),
    };
    let parts = test.parts.iter().map(|one| {
        let (method, row) = part(one.kind);
        RawPart {
            method,
            row,
            ln_p: one.ln_p,
        }
    });
    let rows = test.rows.iter().map(|row| RawRow {
        label: label(row.row),
        observed: row.observed,
        chance: row.chance,
        ln_p: row.ln_p,
        is_rare: row.is_rare,
    });
    let fit = test.fit.as_ref();
    RawTest {
        method: match (fit, test.ln_p_exact) {
            (Some(_), _) if base.null == Null::Block => Method::HypergeometricChi2,
            (Some(_), _) => Method::Chi2AndExactRows,
            (None, Some(_)) => Method::ExactMultinomial,
            (None, None) => Method::ExactRows,
        },
        statistic: fit.map_or_else(|| worst_deviation(test), |fit| fit.statistic),
        df: fit.map(|fit| fit.df),
        ln_p: test.ln_p,
        effect: Effect::Rows { n: test.n },
        note: note(test, labels),
        details: Details {
            conservative: fit.and_then(|fit| {
                let (df, _) = fit.conservative?;
                Some((df, test.ln_p_conservative?))
            }),
            g: fit.and_then(|fit| Some((fit.g?, fit.ln_p_g?))),
            parts: parts.collect(),
            rows: rows.collect(),
            too_even: fit.is_some_and(|fit| fit.too_even),
        },
        ..base
    }
}

/// The deviation of the least likely row from the nearest expected count, in standard deviations of
/// independent draws.
fn worst_deviation(test: &TableTest) -> f64 {
    let Some(row) = test.worst() else { return 0.0 };
    let (n, x) = (test.n as f64, row.observed as f64);
    let p = (x / n).clamp(row.chance.low, row.chance.high);
    let spread = (n * p * (1.0 - p)).sqrt();
    if spread > 0.0 {
        (x - n * p) / spread
    } else {
        0.0
    }
}

/// The row that deviates most, the pooled rows, and whether all is too good to be true.
fn note(test: &TableTest, labels: &[impl AsRef<str>]) -> Option<String> {
    let row = test.worst()?;
    let n = test.n as f64;
    let (low, high) = (n * row.chance.low, n * row.chance.high);
    let expected = if high - low <= 1e-6 * high {
        format!("{high:.1}")
    } else {
        format!("{low:.1} to {high:.1}")
    };
    let mut text = format!(
        "largest deviation: {} ({} drawn, {expected} expected, p {} on its own)",
        names(&[row.row], labels),
        row.observed,
        readable(row.ln_p),
    );
    if let Some(fit) = test.fit.as_ref().filter(|fit| !fit.pooled.is_empty()) {
        text += &format!("; pooled as too rare: {}", names(&fit.pooled, labels));
    }
    if test.fit.as_ref().is_some_and(|fit| fit.too_even) {
        text += "; too close to the expected counts (left tail below 0.0001): looks like a block or a \
                 repeated seed";
    }
    Some(text)
}

/// A p-value with two digits, however small.
pub fn readable(ln_p: f64) -> String {
    let log10 = super::special::log10_p(ln_p);
    if log10 >= -3.0 {
        return format!("{:.4}", libm::exp(ln_p));
    }
    if log10.is_infinite() {
        return "0".to_owned();
    }
    let (mantissa, exponent) = scientific(log10);
    format!("{mantissa:.1}e{exponent}")
}

/// A number from its decimal logarithm, for a mantissa of one decimal: this and the exponent.
pub fn scientific(log10: f64) -> (f64, i32) {
    let exponent = log10.floor();
    let mantissa = libm::exp10(log10 - exponent);
    // What would be written 10.0.
    if mantissa >= 9.95 {
        (1.0, exponent as i32 + 1)
    } else {
        (mantissa, exponent as i32)
    }
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
