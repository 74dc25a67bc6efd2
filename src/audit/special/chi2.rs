//! The chi-square law, by the incomplete gamma function.

use super::stirling::ln_poisson_pmf;

/// Steps after which a series or fraction is taken as it stands; a few √df are needed.
const MAX_STEPS: u32 = 1_000_000;

/// ln P(χ² >= `x`) for `df` degrees of freedom; 0 for `x` <= 0, `NaN` for `df` = 0.
///
/// P = Q(df/2, x/2), the regularised upper incomplete gamma function: Lentz's continued fraction
/// where x/2 > df/2 + 1, the series of the lower function otherwise (Press et al., *Numerical
/// Recipes*, 3rd ed., section 6.2). Relative error of the logarithm below 1e-12, at x = 1e8 too.
pub fn ln_chi2_sf(x: f64, df: u32) -> f64 {
    if df == 0 {
        return f64::NAN;
    }
    ln_gamma_q(0.5 * f64::from(df), 0.5 * x)
}

/// ln Q(a, x), a > 0.
pub(in crate::audit) fn ln_gamma_q(a: f64, x: f64) -> f64 {
    if x.is_nan() || a.is_nan() {
        f64::NAN
    } else if x <= 0.0 {
        0.0
    } else if x == f64::INFINITY {
        f64::NEG_INFINITY
    } else if x > a + 1.0 {
        ln_poisson_pmf(a, x) + libm::log(a) + libm::log(upper_fraction(a, x))
    } else {
        let lower = libm::exp(ln_poisson_pmf(a, x)) * lower_series(a, x);
        libm::log1p(-lower)
    }
}

/// ln P(a, x) of the lower function, a > 0.
pub(in crate::audit) fn ln_gamma_p(a: f64, x: f64) -> f64 {
    if x.is_nan() || a.is_nan() {
        f64::NAN
    } else if x <= 0.0 {
        f64::NEG_INFINITY
    } else if x > a + 1.0 {
        libm::log1p(-libm::exp(ln_gamma_q(a, x)))
    } else {
        ln_poisson_pmf(a, x) + libm::log(lower_series(a, x))
    }
}

/// Γ(a, x) / (x^a e^-x) = 1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- ...))), for x > a + 1.
fn upper_fraction(a: f64, x: f64) -> f64 {
    let tiny = f64::MIN_POSITIVE / f64::EPSILON;
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1.0 / tiny, 1.0 / b);
    let mut h = d;
    for i in 1..MAX_STEPS {
        let i = f64::from(i);
        let numerator = -i * (i - a);
        b += 2.0;
        d = away_from_zero(numerator * d + b, tiny);
        c = away_from_zero(b + numerator / c, tiny);
        d = 1.0 / d;
        let factor = d * c;
        h *= factor;
        if (factor - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    h
}

fn away_from_zero(value: f64, tiny: f64) -> f64 {
    if value.abs() < tiny { tiny } else { value }
}

/// γ(a, x) a / (x^a e^-x) = 1 + x/(a+1) + x²/((a+1)(a+2)) + ...
fn lower_series(a: f64, x: f64) -> f64 {
    let (mut sum, mut term) = (1.0, 1.0);
    for n in 1..MAX_STEPS {
        term *= x / (a + f64::from(n));
        sum += term;
        if term < sum * 1e-17 {
            break;
        }
    }
    sum
}

/// The `x` with P(χ² >= x) = `alpha`, for 0 < `alpha` <= 1 and `df` > 0; otherwise `NaN`.
pub fn chi2_isf(alpha: f64, df: u32) -> f64 {
    let inside = alpha > 0.0 && alpha <= 1.0;
    if inside {
        chi2_isf_ln(libm::log(alpha), df)
    } else {
        f64::NAN
    }
}

/// [`chi2_isf`] of a level that is given by its natural logarithm, however small.
///
/// Newton's method on ln P as a function of y = √x. The chi law's density is log-concave, so ln P is
/// concave in y and steps from the right never pass the root. They start at df + 2√(df t) + 2t with
/// t = -ln α, which is above the quantile (Laurent & Massart, Ann. Statist. 28, 2000, lemma 1).
pub(in crate::audit) fn chi2_isf_ln(ln_alpha: f64, df: u32) -> f64 {
    if df == 0 {
        return f64::NAN;
    }
    if ln_alpha == 0.0 {
        return 0.0;
    }
    let (k, t) = (f64::from(df), -ln_alpha);
    let a = 0.5 * k;
    let mut y = (k + 2.0 * (k * t).sqrt() + 2.0 * t).sqrt();
    for _ in 0..1000 {
        let half = 0.5 * y * y;
        let ln_q = ln_gamma_q(a, half);
        // -d ln Q / dy = y h^(a-1) e^-h / (Γ(a) Q), h = y²/2.
        let slope = libm::exp(ln_poisson_pmf(a, half) - ln_q) * a / half * y;
        let next = y + (ln_q - ln_alpha) / slope;
        if next >= y || next <= 0.0 {
            break;
        }
        y = next;
    }
    y * y
}

/// The decimal logarithm of a p-value given by its natural logarithm.
pub fn log10_p(ln_p: f64) -> f64 {
    ln_p * std::f64::consts::LOG10_E
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_degrees_of_freedom_are_the_exponential_law() {
        for x in [1e-9, 0.5, 1.0, 3.9, 4.1, 700.0, 1e5, 1e8] {
            assert!((ln_chi2_sf(x, 2) / (-0.5 * x) - 1.0).abs() < 1e-13, "{x}");
        }
    }

    #[test]
    fn quantile_and_tail_are_inverse() {
        for df in [1, 2, 3, 7, 60, 5000, 200_000] {
            for alpha in [1.0 - 1e-9, 0.99, 0.5, 1e-2, 1e-9, 1e-300] {
                let back = ln_chi2_sf(chi2_isf(alpha, df), df);
                assert!((back / libm::log(alpha) - 1.0).abs() < 1e-8, "{df} {alpha}");
            }
            for ln_alpha in [-1e3, -230_000.0] {
                let back = ln_chi2_sf(chi2_isf_ln(ln_alpha, df), df);
                assert!((back / ln_alpha - 1.0).abs() < 1e-8, "{df} {ln_alpha}");
            }
        }
    }

    #[test]
    fn the_edges_of_the_domain() {
        assert!(ln_chi2_sf(-1.0, 3).abs() < f64::MIN_POSITIVE);
        assert!(ln_chi2_sf(f64::INFINITY, 3).is_infinite());
        assert!(ln_chi2_sf(1.0, 0).is_nan() && ln_chi2_sf(f64::NAN, 1).is_nan());
        assert!(chi2_isf(0.0, 1).is_nan() && chi2_isf(1.5, 1).is_nan());
        assert!(chi2_isf(1.0, 4).abs() < f64::MIN_POSITIVE);
        assert!((log10_p(libm::log(1e-5)) + 5.0).abs() < 1e-14);
    }
}
