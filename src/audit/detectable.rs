//! The smallest change of a row that a table's test would have found.

use super::interval::Interval;
use super::power::ncp_for_power;
use super::power_row::smallest_detectable_row;
use super::special::normal_isf;

/// How a table's test looks at its rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// Draws, or as many draws with replacement as are as telling.
    pub(super) n: u64,
    /// Tests that share the table's level.
    pub(super) parts: usize,
    /// Rows among which the worst is chosen.
    pub(super) rows: usize,
    /// Noncentrality at which the chi-square part finds a deviation, if there is one.
    ncp: Option<f64>,
    power: f64,
    /// The table's level.
    alpha: f64,
}

impl Sight {
    /// `df` are the degrees of freedom of the chi-square part.
    pub(super) fn new(
        n: u64,
        parts: usize,
        rows: usize,
        df: Option<u32>,
        alpha: f64,
        power: f64,
    ) -> Self {
        let share = alpha / parts.max(1) as f64;
        let ncp = df
            .filter(|&df| df > 0)
            .map(|df| ncp_for_power(df, share, power));
        Self {
            n,
            parts,
            rows,
            ncp,
            power,
            alpha,
        }
    }

    /// The smallest relative change of a row, the others keeping their proportions, that one of the parts
    /// finds with the stated power: chi-square for rows that stand alone in it, with noncentrality
    /// n δ² p / (1 - p), and the row's exact test. Relative to the middle of `chance`, from its upper end.
    pub(super) fn row(&self, chance: Interval, is_rare: bool) -> Option<f64> {
        let share = self.alpha / self.parts.max(1) as f64;
        let level = if is_rare && self.ncp.is_some() {
            share
        } else {
            share / self.rows as f64
        };
        let p = chance.high;
        let own = smallest_detectable_row(p, self.n, level, self.power);
        let joint = self
            .ncp
            .filter(|_| !is_rare && p < 1.0)
            .map(|ncp| self.joint_change(ncp, p));
        let joint = joint.filter(|change| p * (1.0 + change) <= 1.0 || p > 0.5);
        let change = match (own, joint) {
            (Some(a), Some(b)) => a.min(b),
            (a, b) => a.or(b)?,
        };
        let middle = 0.5 * (chance.low + chance.high);
        Some((p * (1.0 + change) - middle) / middle)
    }

    /// The change δ of a row that the chi-square part finds: `√(n p/(1-p)) δ = √ncp + z_β (√v - 1)`.
    ///
    /// The noncentral law takes the row's variance for that of the null; under the alternative it is v =
    /// p1 q1 / (p0 q0) times as large, which matters where a rare row changes by much, and the last term
    /// makes up for it, exactly so for a chi-square with one degree of freedom.
    fn joint_change(&self, ncp: f64, p: f64) -> f64 {
        let root = (self.n as f64 * p / (1.0 - p)).sqrt();
        let z = normal_isf(1.0 - self.power);
        let mut change = ncp.sqrt() / root;
        // Each step adds less than half of the one before, as long as √(n p) exceeds z_β.
        for _ in 0..60 {
            let p1 = (p * (1.0 + change)).min(1.0);
            let v = (p1 * (1.0 - p1) / (p * (1.0 - p))).max(1.0);
            change = (ncp.sqrt() + z * (v.sqrt() - 1.0)) / root;
        }
        change
    }
}
