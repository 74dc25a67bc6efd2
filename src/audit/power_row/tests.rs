//! Power by brute force, by hand, and where the forms meet.

use super::*;

const ALPHA: f64 = 0.01;
const POWER: f64 = 0.9;

/// Power of the exact test at n draws by summing the binomial law.
fn brute_power(p0: f64, p1: f64, n: u64) -> f64 {
    let law = |p: f64| {
        let mut term = (1.0 - p).powi(n as i32);
        let next = move |x: u64| {
            let now = term;
            term *= (n - x) as f64 / (x + 1) as f64 * p / (1.0 - p);
            now
        };
        (0..=n).map(next).collect::<Vec<f64>>()
    };
    let (null, other) = (law(p0), law(p1));
    let rejects = |x: usize| {
        let lower: f64 = null[..=x].iter().sum();
        let upper: f64 = null[x..].iter().sum();
        if p1 > p0 {
            upper <= 0.5 * ALPHA
        } else {
            lower <= 0.5 * ALPHA
        }
    };
    (0..=n as usize)
        .filter(|&x| rejects(x))
        .map(|x| other[x])
        .sum()
}

#[test]
fn draws_needed_by_brute_force() {
    for (p0, relative) in [
        (0.05, 2.0),
        (0.3, 0.6),
        (0.2, -0.7),
        (0.1, -1.0),
        (0.9, -0.2),
        (0.8, 0.2),
    ] {
        let p1 = p0 * (1.0 + relative);
        let first = (1..2_000).find(|&n| brute_power(p0, p1, n) >= POWER - 1e-12);
        let found = row_draws_needed(p0, relative, ALPHA, POWER).map(|n| n as u64);
        assert_eq!(found, first, "{p0} {relative}");
    }
    assert_eq!(row_draws_needed(0.5, 1.1, ALPHA, POWER), None);
    assert_eq!(row_draws_needed(0.5, 0.0, ALPHA, POWER), None);
}

#[test]
fn smallest_deviations_by_brute_force() {
    for (p0, n) in [(0.05, 200_u64), (0.3, 90), (0.9, 150)] {
        let found = smallest_in_row(p0, n, ALPHA, POWER);
        for (relative, sign) in [(found.excess, 1.0), (found.shortfall, -1.0)] {
            let Some(relative) = relative else { continue };
            let p1 = p0 * (1.0 + sign * relative);
            let power = if p1 >= 1.0 {
                1.0
            } else {
                brute_power(p0, p1, n)
            };
            assert!(
                (power - POWER).abs() < 1e-9 || p1 >= 1.0,
                "{p0} {n} {sign}: {power}"
            );
        }
    }
    // 30 draws of a row of 1 in 20: (19/20)^30 = 0.21, its absence is nothing.
    let few = smallest_in_row(0.05, 30, ALPHA, POWER);
    assert!(few.excess.is_some() && few.shortfall.is_none());
    assert_eq!(smallest_in_row(0.0, 30, ALPHA, POWER).excess, None);
}

/// Where the exact test gives way to the formula nothing jumps.
#[test]
fn exact_and_normal_meet() {
    for p0 in [1e-5, 0.2] {
        let test = Test {
            n: (EXACT_UP_TO / p0) as u64,
            alpha: ALPHA,
            power: POWER,
        };
        for (exact, side) in [(test.exact_rise(p0), 1.0), (test.exact_fall(p0), -1.0)] {
            let ratio = exact.expect("seen") / test.normal_change(p0, side);
            assert!((ratio - 1.0).abs() < 0.02, "{p0} {side} {ratio}");
        }
    }
}

/// The jackpot of one in 100 000 at a million draws, and the common row beside it.
#[test]
fn a_jackpot_and_a_common_row() {
    let jackpot = smallest_in_row(1e-5, 1_000_000, ALPHA, POWER);
    // 20 of 10 expected are needed; P(Poisson(26.0) >= 20) = 0.9.
    let excess = jackpot.excess.expect("seen");
    assert!((1.55..1.65).contains(&excess), "{excess}");
    let common = smallest_in_row(0.545, 1_000_000, ALPHA, POWER);
    for found in [common.excess, common.shortfall] {
        assert!((found.expect("seen") - 0.003_524).abs() < 2e-5, "{found:?}");
    }
    assert!((absence_seen_after(1e-5, ALPHA) - 529_830.0).abs() < 2.0);
    assert!((absence_seen_after(0.5, ALPHA) - 8.0).abs() < 1e-9);
    // The one lot of a block: all tickets but α/2 of them.
    assert_eq!(absence_seen_in_block(1, 1_000_000, ALPHA), 995_000);
    // Half of ten tickets: C(5,4)/C(10,4) = 1/42, C(5,5)/C(10,5) = 1/252.
    assert_eq!(absence_seen_in_block(5, 10, ALPHA), 5);
    // A few tickets of a huge block are draws with replacement.
    assert_eq!(absence_seen_in_block(500_000_000, 1_000_000_000, ALPHA), 8);
}

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

#[test]
fn a_row_and_all_others_together_change_alike() {
    let [rare, common] = [0.001, 0.999]
        .map(|p| smallest_detectable_row(p, 1_000_000, 1e-3, 0.9).expect("found") * p);
    assert!((rare / common - 1.0).abs() < 1e-12);
}

/// What is stated for a table's row is what is answered to a question about that row.
#[test]
fn both_answers_about_a_row_are_the_same() {
    for (p0, n) in [(1e-5, 1_000_000), (0.02, 5_000), (0.3, 1_000_000_000)] {
        let asked = smallest_in_row(p0, n, 1e-3, 0.9).excess;
        assert_eq!(asked, smallest_detectable_row(p0, n, 1e-3, 0.9), "{p0} {n}");
    }
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
