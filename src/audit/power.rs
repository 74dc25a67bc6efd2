//! What a test of so many draws can see: power, and the smallest deviation it would reveal.

use super::special::{chi2_isf, ln_gamma_q, ln_poisson_pmf, normal_isf};

/// Power of a chi-square test at level `alpha` when its statistic is noncentral with `ncp`:
/// `P(χ²_df(ncp) >= c)`, c the upper `alpha` point of `χ²_df`.
///
/// The Poisson mixture `Σ_j Pois(j; ncp/2) Q(df/2 + j, c/2)`, summed upwards with both factors by
/// recurrence, so that all terms are positive and none cancels. `NaN` for `df` = 0, `ncp` < 0 or
/// `alpha` outside (0, 1].
pub fn ncx2_power(df: u32, ncp: f64, alpha: f64) -> f64 {
    let critical = chi2_isf(alpha, df);
    if critical.is_nan() || ncp.is_nan() || ncp < 0.0 {
        return f64::NAN;
    }
    beyond(df, ncp, critical)
}

/// `P(χ²_df(ncp) >= critical)`.
fn beyond(df: u32, ncp: f64, critical: f64) -> f64 {
    let (half_df, mean, x) = (0.5 * f64::from(df), 0.5 * ncp, 0.5 * critical);
    if ncp == 0.0 {
        return libm::exp(ln_gamma_q(half_df, x));
    }
    // The statistic is a squared length: it misses with probability at most Φ(√c - √ncp).
    if x == 0.0 || ncp.sqrt() > critical.sqrt() + 9.0 {
        return 1.0;
    }
    let mut j = (mean - 10.0 * mean.sqrt()).max(0.0).floor();
    let mut a = half_df + j;
    let mut tail = libm::exp(ln_gamma_q(a, x));
    let mut step = libm::exp(ln_poisson_pmf(a, x));
    let mut weight = libm::exp(ln_poisson_pmf(j, mean));
    let mut sum = 0.0;
    loop {
        sum += weight * tail;
        if j > mean && weight <= sum * 1e-18 {
            return sum.min(1.0);
        }
        // Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1).
        tail += step;
        a += 1.0;
        j += 1.0;
        step *= x / a;
        weight *= mean / j;
    }
}

/// The noncentrality at which a chi-square test at level `alpha` has the given `power`.
///
/// By bisection between 0 and `(√c + z_β)²`, which is enough since the statistic is a squared
/// length. 0 where `power` <= `alpha`; `NaN` outside 0 < `alpha`, `power` < 1 or for `df` = 0.
pub fn ncp_for_power(df: u32, alpha: f64, power: f64) -> f64 {
    let critical = chi2_isf(alpha, df);
    let z = normal_isf(1.0 - power);
    if critical.is_nan() || z.is_nan() {
        return f64::NAN;
    }
    if power <= alpha {
        return 0.0;
    }
    let reach = critical.sqrt() + z.max(0.0);
    let (mut low, mut high) = (0.0, reach * reach);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if beyond(df, middle, critical) < power {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// The smallest deviation of a whole table that `n` draws reveal: Cohen's w = √(ncp / n).
///
/// `w² = Σ (q_i - p_i)² / p_i`: w is the root-mean-square, weighted by the law p, of the relative
/// deviations `q_i/p_i - 1` (J. Cohen, *Statistical Power Analysis*, 2nd ed., 1988, chapter 7).
/// Infinite for `n` = 0.
pub fn smallest_detectable_gof(n: u64, df: u32, alpha: f64, power: f64) -> f64 {
    (ncp_for_power(df, alpha, power) / n as f64).sqrt()
}

/// The smallest shift of a mean that `n` rounds reveal in a two-sided test: `(z_{α/2} + z_β) σ / √n`, in
/// the units of `sd`. Infinite for `n` = 0.
pub fn smallest_detectable_mean(sd: f64, n: u64, alpha: f64, power: f64) -> f64 {
    (normal_isf(0.5 * alpha) + normal_isf(1.0 - power)) * sd / (n as f64).sqrt()
}

/// Draws after which a two-sided test finds that a row of probability `p0` really has
/// `p0` (1 + `relative`): `((z_{α/2} √(p0 q0) + z_β √(p1 q1)) / (p1 - p0))²`, normal approximation
/// (Fleiss, Levin & Paik, *Statistical Methods for Rates and Proportions*, 3rd ed., section 4).
pub fn required_draws(p0: f64, relative: f64, alpha: f64, power: f64) -> f64 {
    let p1 = p0 * (1.0 + relative);
    let sd = |p: f64| (p * (1.0 - p)).sqrt();
    let root = normal_isf(0.5 * alpha) * sd(p0) + normal_isf(1.0 - power) * sd(p1);
    let ratio = root / (p0 * relative);
    ratio * ratio
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_deviation_the_power_is_the_level() {
        for df in [1, 5, 40] {
            assert!((ncx2_power(df, 0.0, 1e-3) / 1e-3 - 1.0).abs() < 1e-12);
            assert!((ncx2_power(df, 1e-12, 1e-3) / 1e-3 - 1.0).abs() < 1e-9);
        }
    }

    /// With one degree of freedom the statistic is (Z + √ncp)².
    #[test]
    fn one_degree_of_freedom_is_the_two_sided_normal_test() {
        use crate::audit::special::normal_sf;
        for (root, alpha) in [(0.3, 0.05), (4.0, 1e-3), (12.0, 1e-20), (40.0, 1e-300)] {
            let z = normal_isf(0.5 * alpha);
            let exact = normal_sf(z - root) + normal_sf(z + root);
            let power = ncx2_power(1, root * root, alpha);
            assert!((power / exact - 1.0).abs() < 1e-9, "{root} {power} {exact}");
        }
    }

    #[test]
    fn the_inverse_undoes_the_power() {
        for df in [1, 3, 7, 59] {
            for power in [0.011, 0.5, 0.9, 0.999] {
                let ncp = ncp_for_power(df, 0.01, power);
                assert!((ncx2_power(df, ncp, 0.01) / power - 1.0).abs() < 1e-11);
            }
        }
        assert!(ncp_for_power(3, 0.05, 0.01).abs() < f64::MIN_POSITIVE);
        assert!(ncx2_power(0, 1.0, 0.05).is_nan() && ncx2_power(1, -1.0, 0.05).is_nan());
    }

    /// A mean's test is a chi-square test with one degree of freedom, up to its far tail.
    #[test]
    fn the_two_smallest_deviations_agree_at_one_degree_of_freedom() {
        let mean = smallest_detectable_mean(1.0, 1_000_000, 1e-3, 0.9);
        let table = smallest_detectable_gof(1_000_000, 1, 1e-3, 0.9);
        assert!((mean / table - 1.0).abs() < 1e-9);
        // The factor 3.857 at 1 % and 90 %.
        assert!((smallest_detectable_mean(1.0, 1, 0.01, 0.9) - 3.857_4).abs() < 1e-4);
        assert!(smallest_detectable_mean(1.0, 0, 0.01, 0.9).is_infinite());
    }
}
