//! Intervals for display, and for the mean of a Poisson count.

use super::interval::{Interval, clopper_pearson, wilson};
use super::special::{ln_binomial_pmf, ln_gamma_p, ln_gamma_q};
use super::tails::Tails;

/// Counts above which all intervals agree to less than 1e-5 standard errors, and the shortest formula serves.
const LARGE: u64 = 1_000_000;

/// An interval of level 1 - `alpha` for a proportion seen `x` times in `n`, for display: mid-p, and Wilson's
/// where both outcomes were seen more than a million times. Never a verdict: for that
/// [`clopper_pearson`].
///
/// `None` unless `x` <= `n`, `n` > 0 and 0 < `alpha` < 1.
pub fn display_interval(x: u64, n: u64, alpha: f64) -> Option<Interval> {
    if x > LARGE && n.saturating_sub(x) > LARGE {
        wilson(x, n, alpha)
    } else {
        mid_p_binomial(x, n, alpha)
    }
}

/// The mid-p interval of level 1 - `alpha` (H. O. Lancaster, JASA 56, 1961): as [`clopper_pearson`] with
/// what was seen counted half, so that its level is right on average instead of at least. Nothing seen:
/// from 0; everything: to 1.
///
/// `None` unless `x` <= `n`, `n` > 0 and 0 < `alpha` < 1.
pub fn mid_p_binomial(x: u64, n: u64, alpha: f64) -> Option<Interval> {
    // Inside the interval of guaranteed level, which brackets both ends.
    let outer = clopper_pearson(x, n, alpha)?;
    let level = 0.5 * alpha;
    let middle = x as f64 / n as f64;
    let half = |p: f64, upper: bool| {
        let tails = Tails::binomial(x, n, Interval { low: p, high: p });
        let ln_tail = if upper {
            tails.ln_upper
        } else {
            tails.ln_lower
        };
        libm::exp(ln_tail) - 0.5 * libm::exp(ln_binomial_pmf(x, n, p))
    };
    Some(Interval {
        low: if x == 0 {
            0.0
        } else {
            root(outer.low, middle, |p| half(p, true) < level)
        },
        high: if x == n {
            1.0
        } else {
            root(middle, outer.high, |p| half(p, false) >= level)
        },
    })
}

/// The interval of F. Garwood (Biometrika 28, 1936) of level at least 1 - `alpha` for the mean of a Poisson
/// count `x`: P(X >= x) = α/2 at its lower end, P(X <= x) = α/2 at its upper.
///
/// `None` unless 0 < `alpha` < 1.
pub fn poisson_interval(x: u64, alpha: f64) -> Option<Interval> {
    let inside = alpha > 0.0 && alpha < 1.0;
    if !inside {
        return None;
    }
    let (ln_level, seen) = (libm::log(0.5 * alpha), x as f64);
    // Chernoff: beyond mean + t + √(2 t mean), t = -ln(α/2), both tails are below the level.
    let t = -ln_level;
    let reach = t + (2.0 * t * (seen + t)).sqrt();
    Some(Interval {
        low: if x == 0 {
            0.0
        } else {
            root(0.0, seen, |mu| ln_gamma_p(seen, mu) < ln_level)
        },
        high: root(seen, seen + 2.0 * reach + 1.0, |mu| {
            ln_gamma_q(seen + 1.0, mu) >= ln_level
        }),
    })
}

/// Where `is_below` turns from true to false between two floats, to the last bit.
fn root(mut low: f64, mut high: f64, is_below: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if is_below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mid_p_lies_inside_and_is_shorter() {
        for (x, n) in [
            (0, 50),
            (1, 50),
            (25, 50),
            (49, 50),
            (50, 50),
            (3, 1_000_000),
        ] {
            let outer = clopper_pearson(x, n, 0.01).expect("valid");
            let inner = mid_p_binomial(x, n, 0.01).expect("valid");
            assert!(
                outer.low <= inner.low && inner.high <= outer.high,
                "{x} of {n}"
            );
            assert!(inner.high - inner.low < outer.high - outer.low);
        }
        assert_eq!(mid_p_binomial(3, 2, 0.01), None);
        assert_eq!(poisson_interval(3, 1.0), None);
    }

    /// Nothing seen in n: (1 - p)^n / 2 = α/2.
    #[test]
    fn nothing_seen() {
        let ends = mid_p_binomial(0, 100, 0.02).expect("valid");
        assert!(ends.low.abs() < 1e-300);
        assert!((ends.high - (1.0 - libm::pow(0.02, 0.01))).abs() < 1e-14);
        let mean = poisson_interval(0, 0.02).expect("valid");
        assert!((mean.high + libm::log(0.01)).abs() < 1e-13);
    }

    /// The two forms of display where they meet, in standard errors.
    #[test]
    fn display_is_continuous() {
        let (x, n) = (1_000_001, 2_500_000_000);
        let [mid, score] = [mid_p_binomial, wilson].map(|f| f(x, n, 0.01).expect("valid"));
        let error = (x as f64).sqrt() / n as f64;
        assert!((mid.low - score.low).abs() < 1e-3 * error);
        assert!((mid.high - score.high).abs() < 1e-3 * error);
        assert_eq!(display_interval(x, n, 0.01), Some(score));
    }
}
