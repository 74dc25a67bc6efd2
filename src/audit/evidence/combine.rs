//! Many e-values.

/// ln of the arithmetic mean: an e-value against "all nulls are true", whatever the dependence.
/// `NaN` without e-values.
pub fn ln_mean(ln_e: &[f64]) -> f64 {
    let most = ln_e.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if ln_e.is_empty() {
        return f64::NAN;
    }
    if most.is_infinite() {
        return most;
    }
    let sum: f64 = ln_e.iter().map(|ln_e| libm::exp(ln_e - most)).sum();
    most + libm::log(sum / ln_e.len() as f64)
}

/// The nulls rejected with a false discovery rate of at most `alpha`, whatever the dependence, ascending:
/// those with the j largest e-values, j the largest number with `e_(j) >= m/(jα)` (R. Wang & A. Ramdas, JRSS B
/// 84, 2022).
pub fn e_benjamini_hochberg(ln_e: &[f64], alpha: f64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ln_e.len()).collect();
    order.sort_by(|&a, &b| ln_e[b].total_cmp(&ln_e[a]));
    let bar = |rank: usize| libm::log(ln_e.len() as f64 / (rank as f64 * alpha));
    let last = (1..=order.len())
        .rev()
        .find(|&j| ln_e[order[j - 1]] >= bar(j));
    let mut rejected = order[..last.unwrap_or(0)].to_vec();
    rejected.sort_unstable();
    rejected
}

/// The nulls rejected with a family-wise error rate of at most `alpha`, ascending: `e >= m/α`.
pub fn e_bonferroni(ln_e: &[f64], alpha: f64) -> Vec<usize> {
    let bar = libm::log(ln_e.len() as f64 / alpha);
    (0..ln_e.len()).filter(|&at| ln_e[at] >= bar).collect()
}

/// ln of the e-value ½ p^(-½) that a p-value is worth (G. Shafer et al., Statist. Sci. 26, 2011).
pub fn ln_e_of_p(ln_p: f64) -> f64 {
    -std::f64::consts::LN_2 - 0.5 * ln_p
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let ln_e = [90.0_f64, 1.0, 39.0, 200.0].map(f64::ln);
        assert!((ln_mean(&ln_e).exp() - 82.5).abs() < 1e-10);
        // Bars at 5 %: 80, 40, 26.7, 20.
        assert_eq!(e_benjamini_hochberg(&ln_e, 0.05), [0, 2, 3]);
        assert_eq!(e_bonferroni(&ln_e, 0.05), [0, 3]);
        assert!(e_benjamini_hochberg(&[], 0.05).is_empty() && ln_mean(&[]).is_nan());
        assert!(ln_mean(&[0.0, f64::INFINITY]).is_infinite());
        assert!((ln_e_of_p(1e-4_f64.ln()).exp() - 50.0).abs() < 1e-10);
    }

    /// ∫ ½ p^(-½) dp = 1 over uniform p, by the midpoint rule in √p.
    #[test]
    fn a_uniform_p_value_is_worth_one() {
        let steps = 1000;
        let at = |i: i32| (f64::from(i) + 0.5) / f64::from(steps);
        let terms = (0..steps).map(|i| ln_e_of_p(2.0 * at(i).ln()).exp() * 2.0 * at(i));
        assert!((terms.sum::<f64>() / f64::from(steps) - 1.0).abs() < 1e-12);
    }
}
