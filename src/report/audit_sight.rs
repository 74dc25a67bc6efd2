//! What an audit would have found, so that a log that says little is not taken for one that says much.

use crate::audit::{Check, CheckRow, Method, Rules};
use crate::report::lang::Lang;

/// A log says little where no relative deviation below this would have been found.
const LITTLE: f64 = 0.1;

/// The smallest deviations that checks left to chance would have found, each relative.
pub(super) struct Sight<'a> {
    /// That of the row seen best, with the row.
    best: Option<(f64, &'a CheckRow)>,
    /// Rows that were tested.
    rows: usize,
    /// That of any one row, whichever it is; none where some row's would not be found, however large.
    any: Option<f64>,
    /// That of the RTP, where it is known.
    mean: Option<f64>,
}

impl<'a> Sight<'a> {
    /// What `checks` would have found; none where they left nothing to chance.
    pub(super) fn of(checks: &'a [Check]) -> Option<Self> {
        let made = |check: &&Check| check.method != Method::Untested && !check.method.is_certain();
        let checks: Vec<&Check> = checks.iter().filter(made).collect();
        if checks.is_empty() {
            return None;
        }
        let rows = || checks.iter().flat_map(|check| &check.rows);
        let found = rows().filter_map(|row| Some((row.smallest_detectable?, row)));
        let all: Option<Vec<f64>> = rows().map(|row| row.smallest_detectable).collect();
        let means = checks.iter().filter(|check| check.rows.is_empty());
        Some(Self {
            best: found.min_by(|a, b| a.0.total_cmp(&b.0)),
            rows: rows().count(),
            any: all.and_then(|all| all.into_iter().reduce(f64::max)),
            mean: means
                .filter_map(|check| check.smallest_detectable)
                .reduce(f64::min),
        })
    }

    /// Whether even what is seen best could be off by a tenth unseen.
    pub(super) fn is_little(&self) -> bool {
        let best = self.best.map(|(size, _)| size).into_iter().chain(self.mean);
        best.reduce(f64::min).is_none_or(|size| size >= LITTLE)
    }

    /// The same in words.
    pub(super) fn sentence(&self) -> String {
        let size = |size: f64| Lang::En.deviation(size);
        let mut parts = Vec::new();
        match (self.best, self.any) {
            (Some((best, row)), Some(any)) if self.rows > 1 => parts.push(format!(
                "{} in the chance of {}, {} in that of any row",
                size(best),
                row.label,
                size(any)
            )),
            (Some((best, row)), Some(_)) => {
                parts.push(format!("{} in the chance of {}", size(best), row.label));
            }
            (Some((best, row)), None) => parts.push(format!(
                "{} in the chance of {}, of some rows none however large",
                size(best),
                row.label
            )),
            (None, _) if self.rows > 0 => {
                parts.push("none in the chance of any single row, however large".to_owned());
            }
            (None, _) => {}
        }
        parts.extend(self.mean.map(|mean| format!("{} in the RTP", size(mean))));
        let power = 100.0 * Rules::default().power;
        let start = if self.is_little() {
            "So few plays or draws say little. "
        } else {
            ""
        };
        if parts.is_empty() {
            return "How large a deviation would have been found is not known, as no one law is: it may be a large one."
                .to_owned();
        }
        format!(
            "{start}The smallest relative deviations that would have been found with a probability of {power:.0} %: {}.",
            parts.join("; ")
        )
    }
}
