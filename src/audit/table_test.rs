//! The test of a table: chi-square on its common rows, exact tests of its rare ones and of the row that
//! deviates most, and one p-value of all.
//!
//! Chi-square alone misjudges rare rows: of a table with a row of 1 in 100 000 it rejects 49 times as
//! often as it should at 1e-4 after 10 000 draws. Pooling alone is blind to them. Hence both, and Holm's
//! correction over the parts.

use std::fmt;

use super::holm::holm;
use super::interval::Interval;
use super::projection::Projection;

/// What became of a table's test.
#[derive(Clone, Debug, PartialEq)]
pub enum TableOutcome {
    /// The test was made.
    Tested(Box<TableTest>),
    /// A row that no law under the null draws was drawn: no sampling error explains that, p is 0 exactly.
    Impossible {
        /// The rows that were drawn although they cannot be.
        rows: Vec<usize>,
        /// How often they were.
        draws: u64,
        /// All draws of the table.
        n: u64,
    },
    /// No law at all has odds that round to the printed ones: the table contradicts itself, which is a
    /// finding about the text and no test of the draws.
    Infeasible {
        /// The least the rows can sum to.
        least: f64,
        /// The most they can sum to.
        most: f64,
    },
    /// There was nothing to test.
    NotTested(NoTest),
}

/// Why a table was not tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTest {
    /// The table was never drawn from.
    NoDraws,
    /// Only one row can be drawn.
    OneRow,
    /// So few draws that all rows are rare and fall into one pooled cell: no chi-square test.
    TooFewDraws {
        /// The draws there were.
        n: u64,
    },
}

impl fmt::Display for NoTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDraws => f.write_str("not tested: no draws"),
            Self::OneRow => f.write_str("not tested: only one row can be drawn"),
            Self::TooFewDraws { n } => write!(
                f,
                "not tested: {n} draws are too few (at least two cells must expect {})",
                super::MIN_EXPECTED
            ),
        }
    }
}

/// A table's test and its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct TableTest {
    /// Draws.
    pub n: u64,
    /// Chi-square over the common rows; none where all rows are rare.
    pub fit: Option<Fit>,
    /// ln of the exact p-value of the whole table, where there is no chi-square and all outcomes could be
    /// enumerated.
    pub ln_p_exact: Option<f64>,
    /// Every row that can be drawn, tested exactly on its own.
    pub rows: Vec<RowTest>,
    /// The tests that make up the p-value.
    pub parts: Vec<Part>,
    /// ln of the smallest p-value of the parts after Holm's correction: that of the table.
    pub ln_p: f64,
    /// The same with the conservative chi-square; none where the null is one law.
    pub ln_p_conservative: Option<f64>,
    /// Under a composite null, the nearest law to the cells tested.
    pub projection: Option<Projection>,
}

/// A chi-square test over the cells of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Pearson's statistic.
    pub statistic: f64,
    /// Its degrees of freedom; under a composite null, of the conditional test (0 where the observed
    /// shares themselves are allowed).
    pub df: u32,
    /// `ln P(χ²_df >= statistic)`.
    pub ln_p: f64,
    /// The likelihood-ratio statistic G over the same cells; none where it is not defined (blocks).
    pub g: Option<f64>,
    /// `ln P(χ²_df >= G)`.
    pub ln_p_g: Option<f64>,
    /// Under a composite null: all degrees of freedom, and ln of the p-value with them.
    pub conservative: Option<(u32, f64)>,
    /// The rows merged into one cell because they are rare; empty if none was.
    pub pooled: Vec<usize>,
    /// Whether counts follow their expectations more closely than chance allows in one of 10 000 faultless
    /// tables.
    pub too_even: bool,
}

/// One row, tested exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct RowTest {
    /// Number of the row.
    pub row: usize,
    /// How often it was drawn.
    pub observed: u64,
    /// The least and the greatest chance under the null; the same where the null is one law.
    pub chance: Interval,
    /// ln of the two-sided exact p-value, the largest under the null.
    pub ln_p: f64,
    /// Whether it was merged into the pooled cell of the chi-square test.
    pub is_rare: bool,
}

/// What a part of a table's test tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// The common rows, by chi-square.
    PearsonChi2,
    /// The whole table, by enumeration of all outcomes.
    ExactMultinomial,
    /// One rare row, exactly.
    RareRow(usize),
    /// The row with the smallest exact p-value, corrected for having been chosen among all.
    WorstRow(usize),
}

/// One of the tests that make up a table's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// What it tests.
    pub kind: PartKind,
    /// ln p before Holm's correction over the parts.
    pub ln_p: f64,
}

impl TableTest {
    /// Joins the parts: `rows` must not be empty.
    pub(super) fn join(
        n: u64,
        fit: Option<Fit>,
        ln_p_exact: Option<f64>,
        rows: Vec<RowTest>,
        projection: Option<Projection>,
    ) -> Self {
        let mut parts = Vec::new();
        let mut conservative = None;
        if let Some(fit) = &fit {
            conservative = fit.conservative.map(|(_, ln_p)| ln_p);
            parts.push(Part {
                kind: PartKind::PearsonChi2,
                ln_p: fit.ln_p,
            });
            let rare = rows.iter().filter(|row| row.is_rare);
            parts.extend(rare.map(|row| Part {
                kind: PartKind::RareRow(row.row),
                ln_p: row.ln_p,
            }));
        }
        if let Some(ln_p) = ln_p_exact {
            parts.push(Part {
                kind: PartKind::ExactMultinomial,
                ln_p,
            });
        }
        let least = rows.iter().min_by(|a, b| a.ln_p.total_cmp(&b.ln_p));
        parts.extend(least.map(|worst| Part {
            kind: PartKind::WorstRow(worst.row),
            ln_p: (worst.ln_p + libm::log(rows.len() as f64)).min(0.0),
        }));
        let smallest = |parts: &[Part]| {
            let ln_p: Vec<f64> = parts.iter().map(|part| part.ln_p).collect();
            holm(&ln_p).into_iter().fold(0.0, f64::min)
        };
        let ln_p = smallest(&parts);
        let ln_p_conservative = conservative.map(|ln_p| {
            let mut parts = parts.clone();
            parts[0].ln_p = ln_p;
            smallest(&parts)
        });
        Self {
            n,
            fit,
            ln_p_exact,
            rows,
            parts,
            ln_p,
            ln_p_conservative,
            projection,
        }
    }

    /// The row with the smallest exact p-value: the one to name.
    pub fn worst(&self) -> Option<&RowTest> {
        self.rows.iter().min_by(|a, b| a.ln_p.total_cmp(&b.ln_p))
    }
}
