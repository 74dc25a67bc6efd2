//! The e-value of counts against a law: a mixture of Dirichlet bets centred on it.

use crate::audit::special::{phi, stirling_error};
use crate::error::{Error, Result};

/// How closely the bets are centred on the null: a bet of concentration κ pays best where frequencies are
/// off by about 1/√κ. Equal weights.
pub const CONCENTRATIONS: [f64; 13] = [
    1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
];

/// ln of the e-value of `counts` against the law `weights[i] / denominator`: the mean over
/// [`CONCENTRATIONS`] κ of the ratio of the Dirichlet-multinomial likelihood with parameters κp to that
/// of p (M. Lindon & A. Malek, arXiv 2011.03567).
///
/// Infinite where a row without weight came up. The difference of log gammas that the ratio is loses
/// all digits at 1e12 draws; this form is made of Stirling's errors and of deviances whose residuals
/// are exact integers, and errs by less than 1e-8.
///
/// # Errors
/// Lengths that differ, or weights that do not sum to `denominator`.
pub fn ln_e_value(counts: &[u64], weights: &[u64], denominator: u64) -> Result<f64> {
    let sum: u128 = weights.iter().map(|&w| u128::from(w)).sum();
    if counts.len() != weights.len() || sum != u128::from(denominator) || sum == 0 {
        return Err(Error::input(format!(
            "{} counts for {} weights with sum {sum} over {denominator}: expected as many, and that sum",
            counts.len(),
            weights.len()
        )));
    }
    let rows: Vec<(u64, u64)> = counts
        .iter()
        .zip(weights)
        .filter(|(_, weight)| **weight > 0)
        .map(|(&count, &weight)| (count, weight))
        .collect();
    let n: u64 = counts.iter().sum();
    if rows.iter().map(|(count, _)| count).sum::<u64>() < n {
        return Ok(f64::INFINITY);
    }
    let bets = CONCENTRATIONS.map(|kappa| ln_bet(&rows, n, denominator, kappa));
    Ok(super::ln_mean(&bets))
}

/// ln of what the bet of concentration κ pays:
/// XΣpφ(δ) + ½[ln X − ln κ + Σ ln κp − Σ ln x] + r(κ) − r(X) + Σ[r(x) − r(κp)], with x = O + κp, X = n + κ,
/// δ = (O − np)/(Xp), φ(δ) = (1+δ) ln(1+δ) − δ and r Stirling's error.
fn ln_bet(rows: &[(u64, u64)], n: u64, denominator: u64, kappa: f64) -> f64 {
    let whole = n as f64 + kappa;
    let mut sum =
        0.5 * (libm::log(whole) - libm::log(kappa)) + stirling_error(kappa) - stirling_error(whole);
    for &(count, weight) in rows {
        let p = weight as f64 / denominator as f64;
        let prior = kappa * p;
        let posterior = count as f64 + prior;
        let excess =
            i128::from(count) * i128::from(denominator) - i128::from(n) * i128::from(weight);
        let delta = excess as f64 / (whole * weight as f64);
        sum += whole * p * phi(delta) - 0.5 * libm::log1p(count as f64 / prior)
            + stirling_error(posterior)
            - stirling_error(prior);
    }
    sum
}

/// The statistic G = 2 Σ O ln(O/(np)) of `counts` against a law given in floats that sum to 1, as that of a
/// projection; residuals, not logarithms of ratios, are summed.
pub fn g_against(counts: &[u64], chances: &[f64]) -> f64 {
    let n = counts.iter().sum::<u64>() as f64;
    let rows = counts.iter().zip(chances);
    let terms = rows.map(|(&count, &p)| {
        let expected = n * p;
        match (count, expected > 0.0) {
            (0, _) => expected,
            (_, false) => f64::INFINITY,
            _ => expected * phi((count as f64 - expected) / expected),
        }
    });
    2.0 * terms.sum::<f64>()
}

/// ln of the e-value against a whole set of laws: what the bets centred on one of them made, over the likelihood
/// of the law in the set that fits best (universal inference: L. Wasserman, A. Ramdas & S.
/// Balakrishnan, PNAS 117, 2020).
///
/// `ln_e_centre` is [`ln_e_value`] against the centre, `g_centre` and `g_best` the statistics G against the centre
/// and against the projection on the set.
pub fn ln_e_of_composite(ln_e_centre: f64, g_centre: f64, g_best: f64) -> f64 {
    ln_e_centre - 0.5 * (g_centre - g_best)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over all sequences of eight draws the e-value is 1 on average, in exact arithmetic.
    #[test]
    fn the_bets_are_fair() {
        let mut mean = 0.0;
        for a in 0..=8_u64 {
            for b in 0..=8 - a {
                let c = 8 - a - b;
                let factorial = |n: u64| (1..=n).product::<u64>() as f64;
                let ways = factorial(8) / (factorial(a) * factorial(b) * factorial(c));
                let chance =
                    0.5_f64.powi(a as i32) * 0.3_f64.powi(b as i32) * 0.2_f64.powi(c as i32);
                mean +=
                    ways * chance * libm::exp(ln_e_value(&[a, b, c], &[5, 3, 2], 10).expect("ok"));
            }
        }
        assert!((mean - 1.0).abs() < 1e-10, "{mean}");
    }

    #[test]
    fn edges() {
        let e = |counts: &[u64]| ln_e_value(counts, &[1, 0, 1], 2);
        assert!(e(&[0, 0, 0]).expect("no draws").abs() < 1e-12);
        assert!(e(&[1, 1, 1]).expect("valid").is_infinite());
        assert!(e(&[1, 1]).is_err() && ln_e_value(&[1], &[1], 2).is_err());
        assert!(
            (g_against(&[3, 1], &[0.5, 0.5]) - 2.0 * (3.0 * 1.5_f64.ln() + 0.5_f64.ln())).abs()
                < 1e-12
        );
        assert!(g_against(&[1, 0], &[0.0, 1.0]).is_infinite());
        assert!((ln_e_of_composite(3.0, 10.0, 4.0)).abs() < 1e-15);
    }
}
