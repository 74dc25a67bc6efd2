//! The binomial law: probabilities and tails in log space, for 1e15 trials as well as for ten.

use std::f64::consts::{FRAC_PI_2, TAU};

use super::stirling::{deviance, stirling_error};

/// Counts on both sides above which a tail is an integral instead of a sum of terms.
const INTEGRAL_FROM: u64 = 10_000;

/// ln P(X = `x`) for X binomial (`n`, `p`), by Loader's saddle-point form (2000).
///
/// `NaN` unless `x` <= `n` and 0 < `p` < 1.
pub fn ln_binomial_pmf(x: u64, n: u64, p: f64) -> f64 {
    ln_binomial_pmf_of(x, n, p, 1.0 - p)
}

/// ln P(X >= `x`) for X binomial (`n`, `p`). `NaN` unless `x` <= `n` and 0 < `p` < 1.
pub fn ln_binomial_sf(x: u64, n: u64, p: f64) -> f64 {
    ln_tail(x, n, p, 1.0 - p)
}

/// ln P(X <= `x`) for X binomial (`n`, `p`). `NaN` unless `x` <= `n` and 0 < `p` < 1.
pub fn ln_binomial_cdf(x: u64, n: u64, p: f64) -> f64 {
    n.checked_sub(x)
        .map_or(f64::NAN, |rest| ln_tail(rest, n, 1.0 - p, p))
}

/// [`ln_binomial_pmf`] with both `p` and `q` = 1 - p given, so that the smaller keeps its digits.
pub(in crate::audit) fn ln_binomial_pmf_of(x: u64, n: u64, p: f64, q: f64) -> f64 {
    let inside = x <= n && p > 0.0 && q > 0.0;
    if !inside {
        return f64::NAN;
    }
    let (successes, failures, trials) = (x as f64, (n - x) as f64, n as f64);
    if x == n {
        return trials * ln_one_minus(q, p);
    }
    if x == 0 {
        return trials * ln_one_minus(p, q);
    }
    stirling_error(trials)
        - stirling_error(successes)
        - stirling_error(failures)
        - deviance(successes, trials * p)
        - deviance(failures, trials * q)
        - 0.5 * libm::log(TAU * successes * (failures / trials))
}

/// ln(1 - `part`), with `rest` = 1 - `part`.
fn ln_one_minus(part: f64, rest: f64) -> f64 {
    if part < rest {
        libm::log1p(-part)
    } else {
        libm::log(rest)
    }
}

/// ln P(X >= x). The series of [`mills`] is summed on the side where its terms fall.
fn ln_tail(x: u64, n: u64, p: f64, q: f64) -> f64 {
    let inside = x <= n && p > 0.0 && q > 0.0;
    if !inside {
        return f64::NAN;
    }
    if x == 0 {
        return 0.0;
    }
    if (x as f64) < n as f64 * p {
        // 1 - P(X <= x - 1) = 1 - P(n - X >= n - x + 1).
        let rest = n - x + 1;
        let other = ln_binomial_pmf_of(rest, n, q, p) + libm::log(mills(rest, n, q, p));
        return libm::log1p(-libm::exp(other).min(1.0));
    }
    ln_binomial_pmf_of(x, n, p, q) + libm::log(mills(x, n, p, q))
}

/// P(X >= x) / P(X = x) for X binomial (n, p), q = 1 - p; fast and exact to rounding for x >= np.
///
/// The sum 1 + (n-x)p/((x+1)q) + ... of positive terms, some √x of them; where that is long, the
/// same ratio as an incomplete beta integral, x ∫ (1-v)^(x-1) (1 + v p/q)^(n-x) dv over 0 <= v <= 1.
pub(in crate::audit) fn mills(x: u64, n: u64, p: f64, q: f64) -> f64 {
    if x.min(n - x) >= INTEGRAL_FROM {
        return mills_integral(x as f64, (n - x) as f64, p / q);
    }
    let (odds, top, bottom) = (p / q, (n - x) as f64, x as f64);
    let (mut sum, mut term, mut j) = (1.0, 1.0, 0.0);
    while j < top {
        term *= (top - j) / (bottom + j + 1.0) * odds;
        sum += term;
        j += 1.0;
        if term < sum * 1e-17 {
            break;
        }
    }
    sum
}

/// Double-exponential quadrature (Takahasi & Mori, 1974) in v = u s, s = one standard deviation. The
/// nodes left out hold less than 1e-17 of the integral.
fn mills_integral(x: f64, rest: f64, odds: f64) -> f64 {
    const STEP: f64 = 1.0 / 32.0;
    let scale = (rest / (x * (x + rest))).sqrt();
    let mut sum = 0.0;
    for i in -128..=96 {
        let tau = f64::from(i) * STEP;
        let u = libm::exp(FRAC_PI_2 * libm::sinh(tau));
        let v = u * scale;
        if v >= 1.0 {
            break;
        }
        let exponent = (x - 1.0) * libm::log1p(-v) + rest * libm::log1p(v * odds);
        let term = libm::exp(exponent) * u * FRAC_PI_2 * libm::cosh(tau);
        sum += term;
        if i > 0 && term < sum * 1e-18 {
            break;
        }
    }
    x * scale * sum * STEP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tails_by_enumeration() {
        let (n, p) = (12_u64, 0.3_f64);
        let pmf: Vec<f64> = (0..=n)
            .map(|x| libm::exp(ln_binomial_pmf(x, n, p)))
            .collect();
        assert!((pmf.iter().sum::<f64>() - 1.0).abs() < 1e-14);
        for x in 0..=n {
            let upper: f64 = pmf[x as usize..].iter().sum();
            let lower: f64 = pmf[..=x as usize].iter().sum();
            assert!((libm::exp(ln_binomial_sf(x, n, p)) - upper).abs() < 1e-14);
            assert!((libm::exp(ln_binomial_cdf(x, n, p)) - lower).abs() < 1e-14);
        }
        assert!(ln_binomial_sf(13, 12, p).is_nan() && ln_binomial_cdf(13, 12, p).is_nan());
        assert!(ln_binomial_pmf(1, 2, 0.0).is_nan());
    }

    #[test]
    fn integral_and_sum_agree() {
        for (x, n, z) in [(9_999_u64, 30_000_u64, 2.0), (9_000, 1_000_000_000, 4.0)] {
            let mean = x as f64 / n as f64;
            let p = mean - z * (mean * (1.0 - mean) / n as f64).sqrt();
            let sum = mills(x, n, p, 1.0 - p);
            let integral = mills_integral(x as f64, (n - x) as f64, p / (1.0 - p));
            assert!((sum / integral - 1.0).abs() < 1e-11, "{sum} {integral}");
        }
    }
}
