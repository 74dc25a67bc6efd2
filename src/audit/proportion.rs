//! Tests of a count against what is known of it: exact for independent trials, normal for the long run.

use super::check::{Method, Null};
use super::details::Details;
use super::raw::{Effect, RawTest};
use super::special::{ln_binomial_cdf, ln_binomial_sf, ln_normal_sf};

/// What a chance computed in floats may be wrong by.
const SLACK: f64 = 1e-12;

/// Fewer rounds that depend on each other are not tested: the long-run variance is not yet theirs.
const MIN_LONG_RUN: u64 = 10_000;

/// A smaller variance is not tested: the count is then far from normal.
const MIN_VARIANCE: f64 = 25.0;

/// Tests `count` of `n` independent trials, players or rounds as `trials` says, against `chance`, exactly:
/// twice the smaller binomial tail, each tail at the end of `chance` ± 1e-12 where it is larger. What has no
/// chance at all must not be seen, nor more than `n`.
///
/// The statistic is the deviation in standard deviations.
pub fn proportion_check(
    id: impl Into<String>,
    count: u64,
    n: u64,
    chance: f64,
    trials: &str,
) -> RawTest {
    let expected = n as f64 * chance;
    let variance = expected * (1.0 - chance);
    let is_impossible = (chance <= 0.0 && count > 0) || count > n;
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
    } else if n == 0 || chance <= 0.0 {
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
        details: Details::default(),
        effect: Effect::Chance { n, p: chance },
        note: Some(match method {
            Method::Untested => "not tested: it cannot happen, or nobody played".to_owned(),
            _ => format!("{count} of {n} {trials}, {expected:.3} expected"),
        }),
    }
}

/// Tests `count` over `n` rounds that depend on each other against its `mean` per round. The count of n rounds
/// has n times `variance`, dependence included, and is normal by the central limit theorem for chains; its
/// lattice is cut in the middle. Not tested below 10 000 rounds, nor where it hardly varies.
///
/// The statistic is the deviation in standard deviations.
pub fn long_run_check(
    id: impl Into<String>,
    count: u64,
    n: u64,
    mean: f64,
    variance: f64,
) -> RawTest {
    let expected = n as f64 * mean;
    let spread = (n as f64 * variance).sqrt();
    let excess = count as f64 - expected;
    let is_made = n >= MIN_LONG_RUN && spread * spread >= MIN_VARIANCE;
    let z = (excess.abs() - 0.5).max(0.0) / spread;
    let effect = Effect::Mean {
        n,
        relative_sd: variance.sqrt() / mean,
    };
    RawTest {
        id: id.into(),
        table: None,
        null: Null::Exact,
        method: if is_made {
            Method::LongRunNormal
        } else {
            Method::Untested
        },
        statistic: if is_made { excess / spread } else { 0.0 },
        df: None,
        ln_p: if is_made {
            (ln_normal_sf(z) + std::f64::consts::LN_2).min(0.0)
        } else {
            0.0
        },
        effect: if is_made { effect } else { Effect::Unknown },
        note: Some(if is_made {
            format!("{count} in {n} rounds, {expected:.3} expected; rounds depend on each other")
        } else {
            "not tested: fewer than 10000 rounds, or a count that hardly varies".to_owned()
        }),
        details: Details::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_by_hand() {
        let p =
            |count, n, chance| libm::exp(proportion_check("x", count, n, chance, "players").ln_p);
        // Ten heads of ten: 2 / 1024; five are no surprise.
        assert!((p(10, 10, 0.5) - 2.0 / 1024.0).abs() < 1e-9);
        assert!((p(0, 10, 0.5) - 2.0 / 1024.0).abs() < 1e-9);
        assert!((p(5, 10, 0.5) - 1.0).abs() < 1e-9);
        assert!(p(1, 10, 1e-9) < 3e-8 && p(9, 10, 1.0) < 3e-11);
        assert!((p(10, 10, 1.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_cannot_happen() {
        assert_eq!(
            proportion_check("x", 0, 10, 0.0, "players").method,
            Method::Untested
        );
        let seen = proportion_check("x", 1, 10, 0.0, "players");
        assert_eq!(seen.method, Method::ImpossibleOutcome);
        assert!(seen.ln_p.is_infinite());
        assert_eq!(
            proportion_check("x", 0, 0, 0.5, "players").method,
            Method::Untested
        );
        // Twice in one round is no deviation but a broken rule.
        let twice = proportion_check("x", 11, 10, 0.9, "rounds");
        assert_eq!(twice.method, Method::ImpossibleOutcome);
    }

    #[test]
    fn long_runs_by_hand() {
        // Two of n tosses of a fair coin at a time: as many as half, with a variance of 1/4.
        let test = |count, n| long_run_check("x", count, n, 0.5, 0.25);
        let seen = test(5_100, 10_000);
        assert_eq!(seen.method, Method::LongRunNormal);
        assert!((seen.statistic - 2.0).abs() < 1e-12);
        let two_sided = 2.0 * crate::audit::special::normal_sf(1.99);
        assert!((libm::exp(seen.ln_p) / two_sided - 1.0).abs() < 1e-12);
        assert!((test(4_900, 10_000).ln_p - seen.ln_p).abs() < 1e-12);
        assert!(test(5_000, 10_000).ln_p.abs() < 1e-12);
        assert!(test(0, 1_000_000).ln_p < -400_000.0);
        assert_eq!(test(5_000, 9_999).method, Method::Untested);
        let still = long_run_check("x", 10_000, 10_000, 1.0, 0.0);
        assert_eq!(still.method, Method::Untested);
    }
}
