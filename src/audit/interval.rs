//! Intervals for a proportion.

use serde::Serialize;

use std::f64::consts::LN_2;

use super::special::{ln_binomial_cdf, ln_binomial_sf, mills, normal_isf_ln};

/// Two ends of an interval for a probability or a rate, both included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Wilson's score interval of level 1 - `alpha` for a proportion seen `x` times in `n`
/// (E. B. Wilson, JASA 22, 1927). Its level is approximate: for display.
///
/// `None` unless `x` <= `n`, `n` > 0 and 0 < `alpha` < 1.
pub fn wilson(x: u64, n: u64, alpha: f64) -> Option<Interval> {
    let ln_level = libm::log(0.5 * checked(x, n, alpha)?);
    Some(wilson_ln(x, n, ln_level))
}

/// The same at e^`ln_level` on each side.
fn wilson_ln(x: u64, n: u64, ln_level: f64) -> Interval {
    let z = normal_isf_ln(ln_level);
    let trials = n as f64;
    // Each end is found without cancellation: the ends' product is known from Vieta's formula.
    let upper = |count: u64| {
        let (p, z2) = (count as f64 / trials, z * z / trials);
        let q = (n - count) as f64 / trials;
        let high = (p + 0.5 * z2 + (z2 * (p * q + 0.25 * z2)).sqrt()) / (1.0 + z2);
        (high, p * p / ((1.0 + z2) * high))
    };
    let (high, low) = upper(x);
    let high = if x == n { 1.0 } else { high };
    Interval { low, high }
}

/// The interval of Clopper and Pearson (Biometrika 26, 1934) of level at least 1 - `alpha`, whatever
/// the true proportion: `low` solves P(X >= x) = α/2 and `high` solves P(X <= x) = α/2.
///
/// Ends to a relative 1e-11. `None` unless `x` <= `n`, `n` > 0 and 0 < `alpha` < 1.
pub fn clopper_pearson(x: u64, n: u64, alpha: f64) -> Option<Interval> {
    let alpha = checked(x, n, alpha)?;
    Some(two_tails(x, n, libm::log(0.5 * alpha)))
}

/// [`clopper_pearson`] at a level that is given by its natural logarithm, however small.
///
/// `None` unless `x` <= `n`, `n` > 0 and `ln_alpha` < 0.
pub(super) fn clopper_pearson_ln(x: u64, n: u64, ln_alpha: f64) -> Option<Interval> {
    let is_valid = x <= n && n > 0 && ln_alpha < 0.0;
    is_valid.then(|| two_tails(x, n, ln_alpha - LN_2))
}

/// The chances at which the two tails are e^`ln_level`.
fn two_tails(x: u64, n: u64, ln_level: f64) -> Interval {
    if x > n - x {
        // The rarer outcome has the digits.
        let mirrored = two_tails(n - x, n, ln_level);
        return Interval {
            low: 1.0 - mirrored.high,
            high: 1.0 - mirrored.low,
        };
    }
    if x == 0 {
        return Interval {
            low: 0.0,
            high: -libm::expm1(ln_level / n as f64),
        };
    }
    let start = wilson_ln(x, n, ln_level);
    Interval {
        low: low_end(x, n, ln_level, start.low),
        high: high_end(x, n, ln_level, start.high),
    }
}

/// The chance at which P(X >= x) of `n` trials is `e^ln_level`, `start` being below it; 1 <= x <= n.
pub(super) fn chance_of_tail(x: u64, n: u64, ln_level: f64, start: f64) -> f64 {
    low_end(x, n, ln_level, start)
}

/// ln P(X >= x) is concave and rising in p (the beta density is log-concave): Newton's steps from
/// below never pass the root, and a step from above that leaves (0, 1) is halved.
fn low_end(x: u64, n: u64, ln_level: f64, start: f64) -> f64 {
    newton(start, |p| {
        let slope = x as f64 / (p * mills(x, n, p, 1.0 - p));
        (ln_binomial_sf(x, n, p) - ln_level) / slope
    })
}

/// The same for ln P(X <= x), which falls.
fn high_end(x: u64, n: u64, ln_level: f64, start: f64) -> f64 {
    newton(start, |p| {
        let q = 1.0 - p;
        let slope = (n - x) as f64 / (q * mills(n - x, n, q, p));
        (ln_level - ln_binomial_cdf(x, n, p)) / slope
    })
}

/// Follows p <- p - step(p) inside (0, 1) until it stands still.
fn newton(start: f64, step: impl Fn(f64) -> f64) -> f64 {
    let mut p = start;
    for _ in 0..200 {
        let next = (p - step(p)).clamp(0.5 * p, 0.5 * (1.0 + p));
        if next.is_nan() {
            // At an end of (0, 1) to the last bit.
            break;
        }
        let still = (next - p).abs() <= 1e-15 * p;
        p = next;
        if still {
            break;
        }
    }
    p
}

/// `alpha`, if all three arguments make sense.
fn checked(x: u64, n: u64, alpha: f64) -> Option<f64> {
    (x <= n && n > 0 && alpha > 0.0 && alpha < 1.0).then_some(alpha)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_hold_their_tail_probability() {
        for (x, n) in [
            (1_u64, 3_u64),
            (2, 3),
            (40, 1_000_000_000_000),
            (9_999, 20_000),
        ] {
            let ends = clopper_pearson(x, n, 0.01).expect("valid");
            let below = libm::exp(ln_binomial_sf(x, n, ends.low));
            let above = libm::exp(ln_binomial_cdf(x, n, ends.high));
            assert!((below / 0.005 - 1.0).abs() < 1e-9, "{x} of {n}: {below}");
            assert!((above / 0.005 - 1.0).abs() < 1e-9, "{x} of {n}: {above}");
        }
    }

    /// Below the smallest float: 1 - (1 - p)^n = p^n = e^-5000 by hand, and tails that hold their level.
    #[test]
    fn levels_far_below_the_smallest_float() {
        let ends = clopper_pearson_ln(1000, 1000, LN_2 - 5000.0).expect("valid");
        assert!(
            (ends.low / libm::exp(-5.0) - 1.0).abs() < 1e-12
                && (ends.high - 1.0).abs() < f64::EPSILON
        );
        let ends = clopper_pearson_ln(40_000, 1_000_000, LN_2 - 20_000.0).expect("valid");
        let below = ln_binomial_sf(40_000, 1_000_000, ends.low);
        let above = ln_binomial_cdf(40_000, 1_000_000, ends.high);
        assert!((below / -20_000.0 - 1.0).abs() < 1e-9, "{below}");
        assert!((above / -20_000.0 - 1.0).abs() < 1e-9, "{above}");
        let few = clopper_pearson_ln(3, 10, -230_000.0).expect("valid");
        assert!((0.0..1e-9).contains(&few.low) && few.high > 1.0 - 1e-9 && few.high <= 1.0);
        assert_eq!(clopper_pearson_ln(3, 10, 0.0), None);
    }

    /// Above 1e6 on both sides the two intervals differ by half a count.
    #[test]
    fn large_counts_approach_the_wilson_interval() {
        let (x, n) = (300_000_000_000_000, 1_000_000_000_000_000);
        let exact = clopper_pearson(x, n, 0.01).expect("valid");
        let score = wilson(x, n, 0.01).expect("valid");
        assert!((exact.low / score.low - 1.0).abs() < 1e-14);
        assert!((exact.high / score.high - 1.0).abs() < 1e-14);
    }

    #[test]
    fn nothing_seen_and_everything_seen() {
        let none = clopper_pearson(0, 1000, 0.05).expect("valid");
        let all = clopper_pearson(1000, 1000, 0.05).expect("valid");
        assert!(none.low.abs() < f64::MIN_POSITIVE && (all.high - 1.0).abs() < f64::EPSILON);
        assert!((none.high - (1.0 - all.low)).abs() < 1e-15);
        let nearly = clopper_pearson(999_999_999_999_999, 1_000_000_000_000_000, 0.01);
        assert!(nearly.is_some_and(|ends| ends.low < ends.high && ends.high <= 1.0));
        assert_eq!(wilson(1, 0, 0.05), None);
        assert_eq!(clopper_pearson(3, 2, 0.05), None);
        assert_eq!(clopper_pearson(1, 2, 1.0), None);
    }
}
