//! What draws can see in one row of a table: the power of the exact two-sided binomial test.
//!
//! Where a row expects more than two thousand draws, and as many that are not it, the normal formula of
//! [`required_draws`] is right to a few per mille; below that tails are binomial. It matters: at a
//! million draws of a row of chance 1/100 000, ten are expected, and what is seen is an excess of
//! 160 %; normal approximations say 122 % or 145 %.

use super::interval::chance_of_tail;
use super::power::required_draws;
use super::special::{ln_binomial_cdf, ln_binomial_sf, normal_isf};

/// Expected draws up to which tails are binomial; the normal formula is optimistic below.
const EXACT_UP_TO: f64 = 2000.0;

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
    let test = Test { n, alpha, power };
    let relative = |change: Option<f64>| change.map(|change| change / p0);
    let is_inside = p0 > 0.0 && p0 < 1.0 && test.is_possible();
    RowDeviation {
        excess: relative(is_inside.then(|| test.rise(p0)).flatten()),
        shortfall: relative(is_inside.then(|| test.fall(p0)).flatten()),
    }
}

/// The smallest relative change of a row's chance `p0` that such a test finds.
///
/// A rise is meant, which is harder to see than an equal fall; of a row more likely than not, the equal
/// change of all others together. None where not even a certain row would be found.
pub fn smallest_detectable_row(p0: f64, n: u64, alpha: f64, power: f64) -> Option<f64> {
    let test = Test { n, alpha, power };
    let is_inside = p0 > 0.0 && p0 < 1.0 && test.is_possible();
    let rise = is_inside.then(|| test.rise(p0.min(1.0 - p0))).flatten()?;
    Some(rise / p0)
}

/// A two-sided test of the count of one row.
#[derive(Clone, Copy)]
struct Test {
    n: u64,
    alpha: f64,
    power: f64,
}

impl Test {
    fn is_possible(self) -> bool {
        let inside = |p: f64| p > 0.0 && p < 1.0;
        self.n > 0 && inside(self.alpha) && inside(self.power)
    }

    fn is_exact(self, p0: f64) -> bool {
        is_exact(p0, self.n as f64)
    }

    /// The smallest p1 - p0 found.
    fn rise(self, p0: f64) -> Option<f64> {
        let rise = if self.is_exact(p0) {
            self.exact_rise(p0)?
        } else {
            self.normal_change(p0, 1.0)
        };
        (p0 + rise <= 1.0).then_some(rise)
    }

    /// The smallest p0 - p1 found.
    fn fall(self, p0: f64) -> Option<f64> {
        let fall = if self.is_exact(p0) {
            self.exact_fall(p0)?
        } else {
            self.normal_change(p0, -1.0)
        };
        (fall <= p0).then_some(fall)
    }

    /// The least significant count, and the chance at which it is reached.
    fn exact_rise(self, p0: f64) -> Option<f64> {
        let n = self.n;
        let (ln_level, ln_power) = (libm::log(0.5 * self.alpha), libm::log(self.power));
        let is_found = |x: u64| ln_binomial_sf(x, n, p0) <= ln_level;
        if !is_found(n) {
            return None;
        }
        // Not found at `low`, found at `high`.
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
        let critical = first(low + 1, high, is_found);
        if critical == n {
            return Some(libm::exp(ln_power / n as f64) - p0);
        }
        Some(chance_of_tail(critical, n, ln_power, p0) - p0)
    }

    /// The same downwards, by bisection.
    fn exact_fall(self, p0: f64) -> Option<f64> {
        let n = self.n;
        let (ln_level, ln_power) = (libm::log(0.5 * self.alpha), libm::log(self.power));
        let above = first(0, n, |x| ln_tail(x, n, p0, false) > ln_level);
        let critical = above.checked_sub(1)?;
        let is_seen = |fall: f64| ln_tail(critical, n, p0 - fall, false) >= ln_power;
        let (mut near, mut far) = (0.0, p0);
        for _ in 0..100 {
            let middle = 0.5 * (near + far);
            if is_seen(middle) {
                far = middle;
            } else {
                near = middle;
            }
        }
        Some(far)
    }

    /// |p1 - p0| with `n = ((z_{α/2} √(p0 q0) + z_β √(p1 q1)) / (p1 - p0))²`: a root of a quadratic. `side` is
    /// 1 upwards and -1 downwards.
    fn normal_change(self, p0: f64, side: f64) -> f64 {
        let (n, z) = (self.n as f64, normal_isf(1.0 - self.power));
        let reach = normal_isf(0.5 * self.alpha) * (p0 * (1.0 - p0)).sqrt();
        let (a, z2) = (n + z * z, z * z);
        let b = 2.0 * n.sqrt() * reach + side * z2 * (1.0 - 2.0 * p0);
        let c = reach * reach - z2 * p0 * (1.0 - p0);
        let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
        (b + root.copysign(z)) / (2.0 * a)
    }
}

fn is_exact(p0: f64, n: f64) -> bool {
    n * p0.min(1.0 - p0) <= EXACT_UP_TO
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

/// The smallest number of draws at which the exact test has the power.
///
/// For a critical count c the level bounds n on one side and the power on the other; the smallest c whose
/// two bounds leave room gives the smallest n.
fn exact_draws(p0: f64, p1: f64, alpha: f64, power: f64) -> u64 {
    /// Far above what two thousand expected draws of the rarest row take; a critical count of them is below 2^13.
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
    let critical = first(u64::from(rises), 1 << 13, leaves_room);
    power_from(critical)
}

#[cfg(test)]
mod tests;
