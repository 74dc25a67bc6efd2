//! What a test of a table consists of, for reports.

use serde::Serialize;

use super::interval::Interval;

/// What else is known of a test, beyond its p-value; empty for most.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Details {
    /// Under a composite null: all degrees of freedom, and ln of the table's p-value with them.
    pub conservative: Option<(u32, f64)>,
    /// The statistic G and ln of its p-value, beside Pearson's.
    pub g: Option<(f64, f64)>,
    /// The parts whose smallest corrected p-value is the test's.
    pub parts: Vec<RawPart>,
    /// The rows, each tested on its own.
    pub rows: Vec<RawRow>,
    /// Whether the counts are closer to their expectations than chance allows.
    pub too_even: bool,
}

/// A part of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct RawPart {
    /// `pearson-chi2`, `exact-multinomial`, `rare-row` or `worst-row`.
    pub method: &'static str,
    /// The row it is about, if it is about one.
    pub row: Option<String>,
    /// ln p before the correction over the parts.
    pub ln_p: f64,
}

/// A row of a tested table.
#[derive(Clone, Debug, PartialEq)]
pub struct RawRow {
    /// Its label.
    pub label: String,
    /// How often it was drawn.
    pub observed: u64,
    /// Its chance under the null.
    pub chance: Interval,
    /// ln of its exact two-sided p-value.
    pub ln_p: f64,
    /// Whether chi-square sees it only together with other rare rows.
    pub is_rare: bool,
}

/// A part of a check, as reports print it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckPart {
    /// `pearson-chi2`, `exact-multinomial`, `rare-row` or `worst-row` (whose p is multiplied by the number of
    /// rows).
    pub method: &'static str,
    /// The row it is about, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// Decimal logarithm of its p-value, before the correction over the parts.
    pub log10_p: f64,
}

/// A row of a check, as reports print it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckRow {
    /// Its label.
    pub label: String,
    /// How often it was drawn.
    pub observed: u64,
    /// Decimal logarithm of its exact two-sided p-value, not corrected for the number of rows.
    pub log10_p: f64,
    /// The smallest relative change of its chance that the check would have found; none where no
    /// change would have been.
    pub smallest_detectable: Option<f64>,
}
