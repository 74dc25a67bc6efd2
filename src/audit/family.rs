//! All tests of a run judged together.

use super::check::{Check, LOG10_P_OF_ZERO, Method, Verdict};
use super::details::{CheckPart, CheckRow};
use super::detectable::Sight;
use super::holm::holm;
use super::power::{smallest_detectable_gof, smallest_detectable_mean};
use super::power_row::smallest_detectable_row;
use super::raw::{Effect, RawTest};
use super::special::log10_p;
use crate::error::{Error, Result};

/// The rules a run is judged by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Chance that a faultless run fails at all: the family-wise level.
    pub alpha: f64,
    /// Power at which the smallest detectable deviation is stated.
    pub power: f64,
    /// Largest relative change of a row, a chance or a law of payouts that may go unseen
    /// ([`Effect::Rows`], [`Effect::Chance`], [`Effect::Table`]); none: any may.
    pub cell_tolerance: Option<f64>,
    /// Largest relative deviation of the RTP that may go unseen ([`Effect::Mean`]); none: any may.
    pub rtp_tolerance: Option<f64>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            alpha: 1e-3,
            power: 0.9,
            cell_tolerance: None,
            rtp_tolerance: None,
        }
    }
}

impl Rules {
    /// The largest unseen deviation allowed for a test: a table's own tolerance also where there
    /// was no test, so that an untested table is not taken for a clean one.
    fn tolerance(&self, test: &RawTest) -> Option<f64> {
        let about_a_table = match test.effect {
            Effect::Table { .. } | Effect::Rows { .. } | Effect::Chance { .. } => true,
            Effect::Mean { .. } => false,
            Effect::Certain | Effect::Unknown => test.table.is_some(),
        };
        if about_a_table {
            self.cell_tolerance
        } else {
            self.rtp_tolerance
        }
    }

    fn validate(&self) -> Result<()> {
        let inside = |value: f64| value > 0.0 && value < 1.0;
        if !inside(self.alpha) || !inside(self.power) {
            return Err(Error::input(format!(
                "alpha {} and power {} must lie between 0 and 1",
                self.alpha, self.power
            )));
        }
        for tolerance in [self.cell_tolerance, self.rtp_tolerance]
            .into_iter()
            .flatten()
        {
            if !tolerance.is_finite() || tolerance <= 0.0 {
                return Err(Error::input(format!(
                    "a tolerance of {tolerance}: expected a positive number"
                )));
            }
        }
        Ok(())
    }
}

/// Judges all `tests` of a run (all tables of all its games) as one family, in their order.
///
/// - A check fails where its Holm-adjusted p is at most `alpha`; compared in log space.
/// - Tests that could not be made ([`Method::Untested`]) are listed with p = 1 and do not count in the
///   correction.
/// - Certainties ([`Method::is_certain`]) do not count either: they cannot fail by chance, and
///   their p is 0 or 1.
/// - The smallest detectable deviation is stated at the Bonferroni share alpha / m of m tests made: what
///   Holm asks of the first rejection, hence never better than the truth.
/// - A check is inconclusive where it passed, a tolerance is set, and the smallest detectable
///   deviation is larger or there is none.
///
/// # Errors
/// `alpha` or `power` outside (0, 1), a tolerance that is not positive, or (internal) a p-value
/// above 1 or not a number.
pub fn judge(tests: Vec<RawTest>, rules: &Rules) -> Result<Vec<Check>> {
    rules.validate()?;
    let is_ln_p = |value: f64| value <= 0.0;
    if let Some(bad) = tests.iter().find(|test| !is_ln_p(test.ln_p)) {
        return Err(Error::internal(format!(
            "check `{}` has ln p = {}",
            bad.id, bad.ln_p
        )));
    }
    let made = |test: &RawTest| test.method != Method::Untested && !test.method.is_certain();
    let raw: Vec<f64> = tests
        .iter()
        .filter(|t| made(t))
        .map(|test| test.ln_p)
        .collect();
    let mut adjusted = holm(&raw).into_iter();
    let share = rules.alpha / raw.len().max(1) as f64;
    let checks = tests.into_iter().map(|test| {
        let adjusted = if made(&test) {
            adjusted.next().unwrap_or(0.0)
        } else {
            test.ln_p
        };
        check(test, adjusted, share, rules)
    });
    Ok(checks.collect())
}

fn check(test: RawTest, ln_adjusted: f64, share: f64, rules: &Rules) -> Check {
    let rows = rows(&test, share, rules.power);
    let smallest_detectable = smallest_detectable(&test, &rows, share, rules.power);
    let unseen = |tolerance: f64| smallest_detectable.is_none_or(|found| found > tolerance);
    let verdict = if ln_adjusted <= libm::log(rules.alpha) {
        Verdict::Fail
    } else if rules.tolerance(&test).is_some_and(unseen) {
        Verdict::Inconclusive
    } else {
        Verdict::Pass
    };
    let log10 = |ln_p: f64| (log10_p(ln_p) + 0.0).max(LOG10_P_OF_ZERO);
    let details = test.details;
    let conservative = details.conservative.map(|(_, ln_p)| ln_p);
    let parts = details.parts.into_iter().map(|part| CheckPart {
        method: part.method,
        row: part.row,
        log10_p: log10(part.ln_p),
    });
    Check {
        log10_p: log10(test.ln_p),
        p: libm::exp(test.ln_p),
        conservative_p: conservative.map(libm::exp),
        conservative_log10_p: conservative.map(log10),
        g: details.g.map(|(g, _)| g),
        g_log10_p: details.g.map(|(_, ln_p)| log10(ln_p)),
        adjusted_p: libm::exp(ln_adjusted),
        adjusted_log10_p: log10(ln_adjusted),
        alpha: rules.alpha,
        smallest_detectable,
        verdict,
        parts: parts.collect(),
        rows,
        too_even: details.too_even,
        id: test.id,
        table: test.table,
        null: test.null,
        method: test.method,
        statistic: test.statistic,
        df: test.df,
        note: test.note,
    }
}

/// The rows of a table's test, each with the smallest change of its own that would have been found.
fn rows(test: &RawTest, alpha: f64, power: f64) -> Vec<CheckRow> {
    let rows = &test.details.rows;
    let Effect::Rows { n } = test.effect else {
        return Vec::new();
    };
    let df = test
        .details
        .conservative
        .map_or(test.df, |(df, _)| Some(df));
    let sight = Sight::new(n, test.details.parts.len(), rows.len(), df, alpha, power);
    let row = rows.iter().map(|row| CheckRow {
        label: row.label.clone(),
        observed: row.observed,
        log10_p: (log10_p(row.ln_p) + 0.0).max(LOG10_P_OF_ZERO),
        smallest_detectable: sight.row(row.chance, row.is_rare),
    });
    row.collect()
}

/// The smallest deviation found with `power` at level `alpha`, where the test's effect tells; of rows, the
/// largest of theirs.
fn smallest_detectable(test: &RawTest, rows: &[CheckRow], alpha: f64, power: f64) -> Option<f64> {
    let smallest = match (test.effect, test.df) {
        (Effect::Table { n }, Some(df)) => smallest_detectable_gof(n, df, alpha, power),
        (Effect::Rows { .. }, _) => {
            let all: Option<Vec<f64>> = rows.iter().map(|row| row.smallest_detectable).collect();
            all?.into_iter().reduce(f64::max)?
        }
        (Effect::Chance { n, p }, _) => smallest_detectable_row(p, n, alpha, power)?,
        (Effect::Mean { n, relative_sd }, _) => {
            smallest_detectable_mean(relative_sd, n, alpha, power)
        }
        (Effect::Certain, _) => 0.0,
        (Effect::Table { .. }, None) | (Effect::Unknown, _) => return None,
    };
    smallest.is_finite().then_some(smallest)
}

#[cfg(test)]
mod tests;
