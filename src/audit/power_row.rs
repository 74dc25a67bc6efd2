//! What draws can see in one row of a table: the power of the exact two-sided binomial test.
//!
//! Where a row expects a thousand draws or more, and as many that are not it, the normal formula of
//! [`required_draws`] is right to a few per mille; below that tails are binomial. It matters: at a
//! million draws of a row of chance 1/100 000, ten are expected, and what is seen is an excess of
//! 160 %; normal approximations say 122 % or 145 %.

use super::power::required_draws;
use super::special::{ln_binomial_cdf, ln_binomial_sf};

/// Expected draws from which on the normal formula is used.
const NORMAL_FROM: f64 = 1000.0;

/// The smallest relative deviations of a row's probability that are seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowDeviation {
    /// Upwards; none where even certainty would not be.
    pub excess: Option<f64>,
    /// Downwards, as a positive number up to 1; none where the row could be missing altogether.
    pub shortfall: Option<f64>,
}

/// The smallest deviations from `p0`, relative to it, that `n` draws show in a two-sided test at level
/// `alpha` with probability `power`. `NaN`-free: none for what cannot be seen, or `p0` outside (0, 1).
pub fn smallest_in_row(p0: f64, n: u64, alpha: f64, power: f64) -> RowDeviation {
    let is_inside = p0 > 0.0 && p0 < 1.0 && n > 0;
    let find = |rises: bool| {
        let p1 = if is_exact(p0, n as f64) {
            exact_alternative(p0, n, alpha, power, rises)
        } else {
            normal_alternative(p0, n as f64, alpha, power, rises)
        };
        p1.map(|p1| (p1 - p0).abs() / p0)
    };
    RowDeviation {
        excess: is_inside.then(|| find(true)).flatten(),
        shortfall: is_inside.then(|| find(false)).flatten(),
    }
}

fn is_exact(p0: f64, n: f64) -> bool {
    n * p0.min(1.0 - p0) < NORMAL_FROM
}

/// The draws after which the test first finds that `p0` is really `p0 (1 + relative)`. None for no
/// deviation, or one that is no probability.
pub fn row_draws_needed(p0: f64, relative: f64, alpha: f64, power: f64) -> Option<f64> {
    let p1 = p0 * (1.0 + relative);
    let is_inside = p0 > 0.0 && p0 < 1.0 && relative != 0.0 && (0.0..=1.0).contains(&p1);
    if !is_inside {
        return None;
    }
    let normal = required_draws(p0, relative, alpha, power);
    if !is_exact(p0, normal) {
        return Some(normal);
    }
    // The rarer of row and not-row is what is counted.
    if p0 > 0.5 {
        return Some(exact_draws(1.0 - p0, 1.0 - p1, alpha, power) as f64);
    }
    Some(exact_draws(p0, p1, alpha, power) as f64)
}

/// Draws after which a row of chance `p0` that has never come up is seen to be missing: the first n with
/// `(1 - p0)^n <= α/2`. Infinite for `p0` = 0.
pub fn absence_seen_after(p0: f64, alpha: f64) -> f64 {
    (libm::log(0.5 * alpha) / libm::log1p(-p0)).ceil()
}

/// Tickets of a block of `tickets` after which a row of `lots` lots that has not come up is seen to be
/// missing: the first n with a chance of at most α/2 that n tickets drawn without replacement have none.
pub fn absence_seen_in_block(lots: u64, tickets: u64, alpha: f64) -> u64 {
    // A chance of exactly α/2 is not to be lost in its logarithm.
    let ln_level = libm::log(0.5 * alpha) * (1.0 - 1e-12);
    let is_seen = |n: u64| {
        let (few, many) = (lots.min(n), lots.max(n));
        if lots + n > tickets {
            return true;
        }
        let factor = |j: u64| libm::log1p(-(many as f64) / (tickets - j) as f64);
        (0..few).map(factor).sum::<f64>() <= ln_level
    };
    let mut reach = 1;
    while reach < tickets && !is_seen(reach) {
        reach *= 2;
    }
    first(reach / 2, reach.min(tickets), is_seen)
}

/// ln P(X >= x), or ln P(X <= x), defined for certain outcomes too.
fn ln_tail(x: u64, n: u64, p: f64, upper: bool) -> f64 {
    let certain = |holds: bool| if holds { 0.0 } else { f64::NEG_INFINITY };
    match (p <= 0.0, p >= 1.0, upper) {
        (true, _, true) => certain(x == 0),
        (_, true, false) => certain(x >= n),
        (true, _, false) => 0.0,
        (_, true, true) => certain(x <= n),
        _ if upper && x > n => f64::NEG_INFINITY,
        _ if !upper && x >= n => 0.0,
        (_, _, true) => ln_binomial_sf(x, n, p),
        (_, _, false) => ln_binomial_cdf(x, n, p),
    }
}

/// The first number in `low..=high` at which `holds`, which goes on holding; `high` + 1 if none.
fn first(low: u64, high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (low, high.saturating_add(1));
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// The nearest probability on one side that `n` draws tell from `p0`.
fn exact_alternative(p0: f64, n: u64, alpha: f64, power: f64, rises: bool) -> Option<f64> {
    let (ln_level, ln_power) = (libm::log(0.5 * alpha), libm::log(power));
    let critical = if rises {
        let found = first(0, n, |x| ln_tail(x, n, p0, true) <= ln_level);
        (found <= n).then_some(found)?
    } else {
        let above = first(0, n, |x| ln_tail(x, n, p0, false) > ln_level);
        above.checked_sub(1)?
    };
    let is_seen = |p: f64| ln_tail(critical, n, p, rises) >= ln_power;
    let edge = if rises { 1.0 } else { 0.0 };
    Some(bisect(p0, edge, is_seen))
}

/// The same by the normal formula.
fn normal_alternative(p0: f64, n: f64, alpha: f64, power: f64, rises: bool) -> Option<f64> {
    let edge = if rises { 1.0 } else { 0.0 };
    let is_seen = |p: f64| required_draws(p0, p / p0 - 1.0, alpha, power) <= n;
    is_seen(edge).then(|| bisect(p0, edge, is_seen))
}

/// The point nearest to `from` at which `is_seen`, which holds at `to`; steps away from `from` are
/// halved, so that small deviations keep their digits.
fn bisect(from: f64, to: f64, is_seen: impl Fn(f64) -> bool) -> f64 {
    let at = |step: f64| from + step;
    let mut far = to - from;
    while is_seen(at(0.5 * far)) && 0.5 * far.abs() > f64::MIN_POSITIVE {
        far *= 0.5;
    }
    let mut near = 0.5 * far;
    for _ in 0..60 {
        let middle = 0.5 * (near + far);
        if is_seen(at(middle)) {
            far = middle;
        } else {
            near = middle;
        }
    }
    at(far)
}

/// The smallest number of draws at which the exact test has the power.
///
/// For a critical count c the level bounds n on one side and the power on the other; the smallest c whose
/// two bounds leave room gives the smallest n.
fn exact_draws(p0: f64, p1: f64, alpha: f64, power: f64) -> u64 {
    /// Far above what a thousand expected draws of the rarest row take; and a critical count of them is below 2^12.
    const MOST: u64 = 1 << 60;
    let (ln_level, ln_power) = (libm::log(0.5 * alpha), libm::log(power));
    let rises = p1 > p0;
    // Upper tails grow with n and lower tails shrink.
    let power_from = |c: u64| {
        if rises {
            first(c.max(1), MOST, |n| ln_tail(c, n, p1, true) >= ln_power)
        } else {
            first(c.max(1), MOST, |n| ln_tail(c, n, p0, false) <= ln_level)
        }
    };
    let leaves_room = |c: u64| {
        let n = power_from(c);
        if rises {
            ln_tail(c, n, p0, true) <= ln_level
        } else {
            ln_tail(c, n, p1, false) >= ln_power
        }
    };
    let critical = first(u64::from(rises), 1 << 12, leaves_room);
    power_from(critical)
}

#[cfg(test)]
mod tests {
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
            let n = (NORMAL_FROM / p0) as u64;
            for rises in [true, false] {
                let exact = exact_alternative(p0, n, ALPHA, POWER, rises).expect("seen");
                let normal = normal_alternative(p0, n as f64, ALPHA, POWER, rises).expect("seen");
                let ratio = (exact - p0) / (normal - p0);
                assert!((ratio - 1.0).abs() < 0.02, "{p0} {rises} {ratio}");
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
}
