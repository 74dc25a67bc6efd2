//! The exact test of a count of independent players against a known chance.

use super::check::{Method, Null};
use super::details::Details;
use super::raw::{Effect, RawTest};
use super::special::{ln_binomial_cdf, ln_binomial_sf};

/// What a chance computed in floats may be wrong by.
const SLACK: f64 = 1e-12;

/// Tests `count` of `n` independent players against `chance`, exactly: twice the smaller binomial tail,
/// each tail at the end of `chance` ± 1e-12 where it is larger. What has no chance at all must not be seen.
///
/// The statistic is the deviation in standard deviations.
pub fn proportion_check(id: impl Into<String>, count: u64, n: u64, chance: f64) -> RawTest {
    let expected = n as f64 * chance;
    let variance = expected * (1.0 - chance);
    let is_impossible = chance <= 0.0 && count > 0;
    let tail = |ln_p: f64| if ln_p.is_nan() { 0.0 } else { ln_p };
    // A tail at a chance of 0 or 1 is certain: NaN.
    let upper = if count == 0 {
        0.0
    } else {
        tail(ln_binomial_sf(count, n, chance + SLACK))
    };
    let lower = if count == n {
        0.0
    } else {
        tail(ln_binomial_cdf(count, n, chance - SLACK))
    };
    let ln_p = (upper.min(lower) + std::f64::consts::LN_2).min(0.0);
    let method = if is_impossible {
        Method::ImpossibleOutcome
    } else if n == 0 || chance <= 0.0 || count > n {
        Method::Untested
    } else {
        Method::Binomial
    };
    RawTest {
        id: id.into(),
        table: None,
        null: Null::Exact,
        method,
        statistic: match method {
            Method::ImpossibleOutcome => count as f64,
            _ if variance > 0.0 => (count as f64 - expected) / variance.sqrt(),
            _ => 0.0,
        },
        df: None,
        ln_p: match method {
            Method::ImpossibleOutcome => f64::NEG_INFINITY,
            Method::Untested => 0.0,
            _ => ln_p,
        },
        effect: Effect::Chance { n, p: chance },
        note: Some(match method {
            Method::Untested => "not tested: it cannot happen, or nobody played".to_owned(),
            _ => format!("{count} of {n} players, {expected:.3} expected"),
        }),
        details: Details::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_by_hand() {
        let p = |count, n, chance| libm::exp(proportion_check("x", count, n, chance).ln_p);
        // Ten heads of ten: 2 / 1024; five are no surprise.
        assert!((p(10, 10, 0.5) - 2.0 / 1024.0).abs() < 1e-9);
        assert!((p(0, 10, 0.5) - 2.0 / 1024.0).abs() < 1e-9);
        assert!((p(5, 10, 0.5) - 1.0).abs() < 1e-9);
        assert!(p(1, 10, 1e-9) < 3e-8 && p(9, 10, 1.0) < 3e-11);
        assert!((p(10, 10, 1.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_cannot_happen() {
        assert_eq!(proportion_check("x", 0, 10, 0.0).method, Method::Untested);
        let seen = proportion_check("x", 1, 10, 0.0);
        assert_eq!(seen.method, Method::ImpossibleOutcome);
        assert!(seen.ln_p.is_infinite());
        assert_eq!(proportion_check("x", 0, 0, 0.5).method, Method::Untested);
    }
}
