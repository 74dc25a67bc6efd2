//! Exact tests of a single count: both tails, and the two-sided p-values made of them.

use std::f64::consts::LN_2;

use super::interval::Interval;
use super::special::{
    Hypergeometric, ln_binomial_cdf, ln_binomial_sf, ln_poisson_cdf, ln_poisson_sf,
};

/// The two tails of a count, both including what was seen, as natural logarithms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tails {
    /// ln P(X >= x), the largest under the null.
    pub ln_upper: f64,
    /// ln P(X <= x), the largest under the null.
    pub ln_lower: f64,
}

impl Tails {
    /// Of `x` successes in `n` independent trials whose chance lies in `chance`: the upper tail at its
    /// upper end and the lower tail at its lower end, so that the test is valid for all of it.
    /// `NaN` for `x` > `n`.
    pub fn binomial(x: u64, n: u64, chance: Interval) -> Self {
        Self {
            ln_upper: upper(x, n, chance.high),
            ln_lower: lower(x, n, chance.low),
        }
    }

    /// Of `x` events with mean `mu`.
    pub fn poisson(x: u64, mu: f64) -> Self {
        Self {
            ln_upper: ln_poisson_sf(x, mu),
            ln_lower: ln_poisson_cdf(x, mu),
        }
    }

    /// Of `x` tickets of a kind among those sold of a block.
    pub fn hypergeometric(x: u64, block: &Hypergeometric) -> Self {
        Self {
            ln_upper: block.ln_sf(x),
            ln_lower: block.ln_cdf(x),
        }
    }

    /// ln of the two-sided p-value min(1, 2 min(upper, lower)): at most its level whatever the law.
    pub fn ln_two_sided(&self) -> f64 {
        doubled(self.ln_upper, self.ln_lower)
    }

    /// ln of the two-sided mid-p value, in which what was seen counts half; for display only, since it
    /// may exceed its level a little. `ln_mass` is ln P(X = x).
    pub fn ln_mid_p(&self, ln_mass: f64) -> f64 {
        let halved = |ln_tail: f64| {
            let share = libm::exp(ln_mass - ln_tail).min(1.0);
            ln_tail + libm::log1p(-0.5 * share)
        };
        doubled(halved(self.ln_upper), halved(self.ln_lower))
    }
}

/// ln min(1, 2 min(a, b)); `NaN` stays, instead of passing for a p-value of 1.
fn doubled(ln_a: f64, ln_b: f64) -> f64 {
    if ln_a.is_nan() || ln_b.is_nan() {
        return f64::NAN;
    }
    (ln_a.min(ln_b) + LN_2).min(0.0)
}

/// ln P(X >= x), also for certain and impossible successes.
fn upper(x: u64, n: u64, p: f64) -> f64 {
    if x == 0 || (p >= 1.0 && x <= n) {
        0.0
    } else if p <= 0.0 {
        f64::NEG_INFINITY
    } else {
        ln_binomial_sf(x, n, p)
    }
}

/// ln P(X <= x), likewise.
fn lower(x: u64, n: u64, p: f64) -> f64 {
    if x == n || (p <= 0.0 && x <= n) {
        0.0
    } else if p >= 1.0 {
        f64::NEG_INFINITY
    } else {
        ln_binomial_cdf(x, n, p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(p: f64) -> Interval {
        Interval { low: p, high: p }
    }

    #[test]
    fn coins_by_hand() {
        let p = |x, chance| libm::exp(Tails::binomial(x, 10, chance).ln_two_sided());
        assert!((p(10, point(0.5)) - 2.0 / 1024.0).abs() < 1e-15);
        assert!((p(9, point(0.5)) - 22.0 / 1024.0).abs() < 1e-15);
        assert!((p(5, point(0.5)) - 1.0).abs() < 1e-15);
        // What any chance in the interval explains is no surprise.
        let wide = Interval {
            low: 0.1,
            high: 0.9,
        };
        assert!((p(9, wide) - 1.0).abs() < 1e-15 && p(10, wide) > p(10, point(0.8)));
    }

    #[test]
    fn certain_and_impossible_chances() {
        let tails = |x, p| Tails::binomial(x, 10, point(p));
        assert!(tails(1, 0.0).ln_two_sided() < -1e300);
        assert!(tails(9, 1.0).ln_two_sided() < -1e300);
        assert!(tails(0, 0.0).ln_two_sided().abs() < 1e-300);
        assert!(tails(10, 1.0).ln_two_sided().abs() < 1e-300);
        let unknown = Interval {
            low: 0.0,
            high: 1.0,
        };
        assert!(Tails::binomial(3, 10, unknown).ln_two_sided().abs() < 1e-300);
        assert!(tails(11, 0.5).ln_two_sided().is_nan());
    }

    /// Zero seen where 3 are expected: the mid-p is half the doubled tail.
    #[test]
    fn the_mid_p_counts_what_was_seen_half() {
        let tails = Tails::poisson(0, 3.0);
        assert!((libm::exp(tails.ln_two_sided()) - 2.0 * libm::exp(-3.0)).abs() < 1e-15);
        assert!((libm::exp(tails.ln_mid_p(-3.0)) - libm::exp(-3.0)).abs() < 1e-15);
    }
}
