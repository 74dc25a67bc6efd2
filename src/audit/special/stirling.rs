//! Log densities without cancellation: Stirling's error and the deviance.
//!
//! C. Loader, *Fast and Accurate Computation of Binomial Probabilities*, 2000: differences of log
//! gammas lose all digits at 1e12 (one ulp of ln Γ(1e12) is 0.004); these forms lose none.

/// 2π.
const TAU: f64 = std::f64::consts::TAU;

/// From here on Stirling's series is used: its first term left out is below 1e-15.
const SERIES_FROM: f64 = 16.0;

/// φ(d) = (1 + d) ln(1 + d) - d for d >= -1, to full relative precision.
pub(in crate::audit) fn phi(d: f64) -> f64 {
    if d <= -1.0 {
        return 1.0;
    }
    if d.abs() >= 0.01 {
        return (1.0 + d) * libm::log1p(d) - d;
    }
    // d²/(1·2) - d³/(2·3) + d⁴/(3·4) - ...
    let (mut sum, mut power, mut k) = (0.0, d * d, 1.0);
    while power.abs() > sum * 1e-18 {
        sum += power / (k * (k + 1.0));
        power *= -d;
        k += 1.0;
    }
    sum
}

/// The deviance x ln(x/m) + m - x of an observed `x` from a mean `m` > 0, to full relative precision
/// also where the two are nearly the same.
pub(super) fn deviance(x: f64, m: f64) -> f64 {
    m * phi((x - m) / m)
}

/// Stirling's error ln Γ(a+1) - (a + ½) ln a + a - ½ ln 2π, for a > 0.
pub(in crate::audit) fn stirling_error(a: f64) -> f64 {
    if a < SERIES_FROM {
        return libm::lgamma(a + 1.0) - (a + 0.5) * libm::log(a) + a - 0.5 * libm::log(TAU);
    }
    let r = 1.0 / (a * a);
    let tail = 1.0 / 1260.0 - r * (1.0 / 1680.0 - r / 1188.0);
    (1.0 / 12.0 - r * (1.0 / 360.0 - r * tail)) / a
}

/// ln(x^a e^-x / Γ(a+1)), x > 0 and a >= 0: the log of the Poisson probability of `a` at mean `x`,
/// for real `a`.
pub(in crate::audit) fn ln_poisson_pmf(a: f64, x: f64) -> f64 {
    if a < SERIES_FROM {
        a * libm::log(x) - x - libm::lgamma(a + 1.0)
    } else {
        -0.5 * libm::log(TAU * a) - stirling_error(a) - deviance(a, x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_agree_where_they_meet() {
        for d in [0.009_999_999, -0.009_999_999] {
            let direct = (1.0 + d) * libm::log1p(d) - d;
            assert!((phi(d) / direct - 1.0).abs() < 1e-12);
        }
        let below = stirling_error(SERIES_FROM - 1e-12);
        assert!((below - stirling_error(SERIES_FROM)).abs() < 1e-14);
        assert!((phi(-1.0) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn poisson_by_hand() {
        // e^-2 2^3 / 3!
        let p = libm::exp(ln_poisson_pmf(3.0, 2.0));
        assert!((p - 0.180_447_044_315_483_57).abs() < 1e-15);
        assert!((ln_poisson_pmf(0.0, 7.5) + 7.5).abs() < 1e-15);
    }
}
