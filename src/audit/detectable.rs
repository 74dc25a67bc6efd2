//! The smallest change of a row that a table's test would have found.

use super::interval::{Interval, chance_of_tail};
use super::power::ncp_for_power;
use super::special::{ln_binomial_sf, normal_isf};

/// Expected counts up to which the exact tails are used; the normal approximation is optimistic below.
const EXACT_UP_TO: f64 = 2000.0;

/// The smallest relative change of a row's chance `p0` that a two-sided exact test of `n` draws at level
/// `alpha` finds with probability `power` (above one half).
///
/// A rise is meant, which is harder to see than an equal fall; of a row more likely than not, the equal
/// change of all others together. Exact binomial tails up to 2000 expected draws, beyond them the
/// inverse of [`required_draws`](super::required_draws). None where not even a certain row would be found.
pub fn smallest_detectable_row(p0: f64, n: u64, alpha: f64, power: f64) -> Option<f64> {
    let inside = p0 > 0.0 && p0 < 1.0 && n > 0 && alpha > 0.0 && alpha < 1.0 && power < 1.0;
    if !inside {
        return None;
    }
    let p = p0.min(1.0 - p0);
    let rise = if n as f64 * p <= EXACT_UP_TO {
        exact_rise(p, n, alpha, power)?
    } else {
        normal_rise(p, n, alpha, power)
    };
    (p + rise <= 1.0).then_some(rise / p0)
}

/// p1 - p0 for the exact test: the count that is significant, and the chance at which it is reached.
fn exact_rise(p0: f64, n: u64, alpha: f64, power: f64) -> Option<f64> {
    let ln_level = libm::log(0.5 * alpha);
    let is_found = |x: u64| ln_binomial_sf(x, n, p0) <= ln_level;
    if !is_found(n) {
        return None;
    }
    // The least such count: not found at `low`, found at `high`.
    let mut low = (n as f64 * p0) as u64;
    let mut high = n;
    let mut step = 8;
    while low + step < n {
        if is_found(low + step) {
            high = low + step;
            break;
        }
        low += step;
        step *= 2;
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if is_found(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    if high == n {
        return Some(libm::exp(libm::log(power) / n as f64) - p0);
    }
    Some(chance_of_tail(high, n, libm::log(power), p0) - p0)
}

/// p1 - p0 with `n = ((z_{α/2} √(p0 q0) + z_β √(p1 q1)) / (p1 - p0))²`: the larger root of a quadratic.
fn normal_rise(p0: f64, n: u64, alpha: f64, power: f64) -> f64 {
    let (n, z) = (n as f64, normal_isf(1.0 - power));
    let reach = normal_isf(0.5 * alpha) * (p0 * (1.0 - p0)).sqrt();
    let (a, z2) = (n + z * z, z * z);
    let b = 2.0 * n.sqrt() * reach + z2 * (1.0 - 2.0 * p0);
    let c = reach * reach - z2 * p0 * (1.0 - p0);
    (b + (b * b - 4.0 * a * c).max(0.0).sqrt()) / (2.0 * a)
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::required_draws;

    #[test]
    fn the_inverse_of_the_required_draws() {
        for (p0, n) in [
            (0.3, 1_000_000),
            (1e-5, 10_000_000_000),
            (0.015, 1_000_000_000_000),
        ] {
            let change = smallest_detectable_row(p0, n, 1e-4, 0.9).expect("detectable");
            let back = required_draws(p0, change, 1e-4, 0.9);
            assert!((back / n as f64 - 1.0).abs() < 1e-9, "{p0} {n} {back}");
        }
    }

    /// Both forms where they meet, and the mirrored row.
    #[test]
    fn the_exact_form_meets_the_normal_one() {
        let (exact, normal) = (
            exact_rise(0.002, 1_000_000, 1e-3, 0.9),
            normal_rise(0.002, 1_000_000, 1e-3, 0.9),
        );
        assert!((exact.expect("found") / normal - 1.0).abs() < 0.03);
        let [rare, common] = [0.001, 0.999]
            .map(|p| smallest_detectable_row(p, 1_000_000, 1e-3, 0.9).expect("found") * p);
        assert!((rare / common - 1.0).abs() < 1e-12);
    }

    /// Of 1e5 draws at 1e-5 one is expected: P(X >= 6) = 5.9e-4 and P(X >= 7) = 8.3e-5, so that 7 are
    /// needed at α/2 = 5e-4, and a mean of 10.53 gives 7 or more in nine of ten samples.
    #[test]
    fn a_rare_row_by_hand() {
        let change = smallest_detectable_row(1e-5, 100_000, 1e-3, 0.9).expect("found");
        assert!((change - 9.53).abs() < 0.01, "{change}");
        assert_eq!(smallest_detectable_row(0.5, 3, 1e-3, 0.9), None);
        assert_eq!(smallest_detectable_row(0.0, 3, 1e-3, 0.9), None);
    }

    /// A fall of the same relative size is found at least as surely as the rise.
    #[test]
    fn an_equal_fall_is_easier_to_see() {
        use crate::audit::special::{ln_binomial_cdf, ln_poisson_cdf};
        for expected in [40_u64, 60, 150, 1000] {
            let n = 1_000_000;
            let p0 = expected as f64 / n as f64;
            let change = smallest_detectable_row(p0, n, 1e-4, 0.9).expect("found");
            if change < 1.0 {
                let lowest = (0..expected)
                    .rev()
                    .find(|&x| ln_binomial_cdf(x, n, p0) <= libm::log(0.5e-4));
                let found = lowest.map_or(0.0, |x| {
                    libm::exp(ln_poisson_cdf(x, expected as f64 * (1.0 - change)))
                });
                assert!(found >= 0.9, "{expected}: {found}");
            }
        }
    }
}
