//! The Poisson law, in log space.

use super::chi2::{ln_gamma_p, ln_gamma_q};
use super::stirling;

/// ln P(X = `x`) for X Poisson with mean `mu` >= 0; `NaN` for another `mu`.
pub fn ln_poisson_mass(x: u64, mu: f64) -> f64 {
    if mu == 0.0 {
        return if x == 0 { 0.0 } else { f64::NEG_INFINITY };
    }
    if mu > 0.0 && mu.is_finite() {
        stirling::ln_poisson_pmf(x as f64, mu)
    } else {
        f64::NAN
    }
}

/// ln P(X >= `x`): P(x, μ), the lower incomplete gamma function, since the x-th event of a Poisson
/// process falls before time μ.
pub fn ln_poisson_sf(x: u64, mu: f64) -> f64 {
    match (x, mu) {
        (0, mu) if mu >= 0.0 => 0.0,
        (_, mu) if mu >= 0.0 => ln_gamma_p(x as f64, mu),
        _ => f64::NAN,
    }
}

/// ln P(X <= `x`).
pub fn ln_poisson_cdf(x: u64, mu: f64) -> f64 {
    if mu >= 0.0 {
        ln_gamma_q(x as f64 + 1.0, mu)
    } else {
        f64::NAN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// e^-μ μ^x / x! added up term by term.
    #[test]
    fn tails_are_sums_of_masses() {
        let mu = 3.7_f64;
        let mut mass = libm::exp(-mu);
        let mut below = 0.0;
        for x in 0..40_u64 {
            assert!((libm::exp(ln_poisson_mass(x, mu)) / mass - 1.0).abs() < 1e-13);
            assert!((libm::exp(ln_poisson_sf(x, mu)) - (1.0 - below)).abs() < 1e-14);
            below += mass;
            assert!((libm::exp(ln_poisson_cdf(x, mu)) - below).abs() < 1e-14);
            mass *= mu / (x + 1) as f64;
        }
    }

    #[test]
    fn the_edges() {
        assert!(ln_poisson_sf(3, 0.0) < -1e300 && ln_poisson_sf(0, 5.0).abs() < 1e-300);
        assert!(ln_poisson_cdf(3, 0.0).abs() < 1e-300);
        assert!(ln_poisson_sf(3, -1.0).is_nan() && ln_poisson_cdf(3, f64::NAN).is_nan());
        // Far below every float: P(X >= 1e6) at mean 1 is about 1 / (e 1e6!).
        assert!((ln_poisson_sf(1_000_000, 1.0) / -12_815_519.0 - 1.0).abs() < 1e-5);
    }
}
