//! Our tails against those of an independent library, where its own are sound.

use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, DiscreteCDF, Normal};
use tirage::audit::special::{chi2_isf, ln_binomial_cdf, ln_binomial_sf, ln_chi2_sf, normal_isf};

fn close(ours: f64, theirs: f64, tolerance: f64, what: &str) {
    let error = (ours - theirs).abs() / theirs.abs().max(1e-300);
    assert!(error < tolerance, "{what}: {ours} against {theirs}");
}

#[test]
fn chi_square_tails_and_quantiles() {
    for df in [1_u32, 2, 5, 17, 49, 200] {
        let law = ChiSquared::new(f64::from(df)).expect("a law");
        for x in [0.5, 3.0, 20.0, 60.0, 150.0, 400.0] {
            let theirs = law.sf(x);
            if theirs > 1e-280 {
                close(
                    ln_chi2_sf(x, df).exp(),
                    theirs,
                    1e-10,
                    &format!("{x} at {df}"),
                );
            }
        }
        close(
            chi2_isf(0.01, df),
            law.inverse_cdf(0.99),
            1e-6,
            &format!("quantile at {df}"),
        );
    }
}

#[test]
fn normal_quantiles_and_binomial_tails() {
    let normal = Normal::standard();
    for alpha in [0.4, 0.05, 1e-3] {
        close(
            normal_isf(alpha),
            -normal.inverse_cdf(alpha),
            1e-8,
            &format!("{alpha}"),
        );
    }
    let law = Binomial::new(0.01, 2000).expect("a law");
    for x in [1_u64, 10, 20, 35, 60] {
        // P(X >= x) is P(X > x - 1).
        close(
            ln_binomial_sf(x, 2000, 0.01).exp(),
            law.sf(x - 1),
            1e-8,
            &format!("{x}"),
        );
    }
}

/// Half of many tosses of a coin: by symmetry P(X <= n/2) is 1/2 + C(n, n/2) / 2^(n + 1), and by Stirling's
/// series the second term is (1 - 1/4n) / sqrt(2 π n), within 1/n² of itself.
///
/// A case without a second opinion: the incomplete beta function of statrs 0.19 takes 140 steps of a
/// continued fraction that needs about sqrt(n) of them near the mean. What it has by then is 0.499 for
/// n = 10^6, 0.37 for n = 10^7 and -0.54 for n = 10^8.
#[test]
fn the_middle_of_large_binomial_laws() {
    for n in [100_u64, 10_000, 1_000_000, 100_000_000, 10_000_000_000] {
        let tosses = n as f64;
        let tie = (1.0 - 0.25 / tosses) / (2.0 * std::f64::consts::PI * tosses).sqrt();
        let tolerance = 1e-9_f64.max(0.1 / tosses / tosses);
        for (what, ours) in [
            ("lower", ln_binomial_cdf(n / 2, n, 0.5)),
            ("upper", ln_binomial_sf(n / 2, n, 0.5)),
        ] {
            close(
                ours.exp(),
                0.5 + tie,
                tolerance,
                &format!("{what} tail of {n}"),
            );
        }
    }
}
