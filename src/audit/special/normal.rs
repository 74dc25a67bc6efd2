//! The normal law.

use std::f64::consts::{FRAC_1_SQRT_2, LN_2, TAU};

use super::ln_chi2_sf;

/// Above this z the tail is taken in log space.
const FAR: f64 = 30.0;

/// P(Z >= `z`) of a standard normal Z; 0 above z = 38, where [`ln_normal_sf`] still answers.
pub fn normal_sf(z: f64) -> f64 {
    0.5 * libm::erfc(z * FRAC_1_SQRT_2)
}

/// ln P(Z >= `z`) of a standard normal Z.
pub fn ln_normal_sf(z: f64) -> f64 {
    if z > FAR {
        // Z² is chi-square with one degree of freedom.
        ln_chi2_sf(z * z, 1) - LN_2
    } else if z >= 0.0 {
        libm::log(normal_sf(z))
    } else {
        libm::log1p(-normal_sf(-z))
    }
}

/// The `z` with P(Z >= z) = `alpha`, 0 < `alpha` < 1; otherwise `NaN`.
pub fn normal_isf(alpha: f64) -> f64 {
    let inside = alpha > 0.0 && alpha < 1.0;
    if !inside {
        return f64::NAN;
    }
    if alpha > 0.5 {
        return -normal_isf(1.0 - alpha);
    }
    normal_isf_ln(libm::log(alpha))
}

/// [`normal_isf`] of a level of at most a half that is given by its natural logarithm, however small.
///
/// Newton's method on the concave ln P, from the right: P(Z >= z) <= e^(-z²/2) / 2 bounds the root.
pub(in crate::audit) fn normal_isf_ln(ln_alpha: f64) -> f64 {
    let mut z = (-2.0 * (ln_alpha + LN_2)).max(0.0).sqrt();
    for _ in 0..100 {
        let ln_sf = ln_normal_sf(z);
        let hazard = libm::exp(-0.5 * z * z - 0.5 * libm::log(TAU) - ln_sf);
        let next = z + (ln_sf - ln_alpha) / hazard;
        if next >= z {
            break;
        }
        z = next;
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_forms_meet() {
        let near = ln_normal_sf(FAR);
        let far = ln_chi2_sf(FAR * FAR, 1) - LN_2;
        assert!((near / far - 1.0).abs() < 1e-14);
    }

    #[test]
    fn quantile_and_tail_are_inverse_on_both_sides() {
        for alpha in [1e-300, 1e-12, 0.01, 0.3, 0.7, 0.999] {
            let back = libm::exp(ln_normal_sf(normal_isf(alpha)));
            assert!((back / alpha - 1.0).abs() < 1e-12, "{alpha}");
        }
        assert!(normal_isf(0.5).abs() < 1e-15);
        for ln_alpha in [-1e3, -230_000.0] {
            let back = ln_normal_sf(normal_isf_ln(ln_alpha));
            assert!((back / ln_alpha - 1.0).abs() < 1e-12, "{ln_alpha}");
        }
        assert!(normal_isf(0.0).is_nan() && normal_isf(1.0).is_nan());
    }
}
