//! The profile likelihood of a mean on a known support.

use super::observed::Observed;
use super::root::crossing;
use crate::audit::interval::Interval;
use crate::audit::special::chi2_isf_ln;

/// The interval `{m: R(m) <= χ²_{1, 1-α} / 2}` for the mean payout in cents, `R(m)` being how much likelier the best law
/// on the support is than the best of those with mean `m`, as a logarithm.
///
/// By duality `R(m) = max_λ Σ O_j ln(1 + λ (v_j - m))` over all `λ` for which no term's argument is
/// negative, those of unseen amounts included: an unseen jackpot bounds `λ`, and so widens the upper
/// side (A. Owen, *Empirical Likelihood*, 2001, chapter 2, with the support known). Where `R` is to be
/// had its level is approximate: right to a tenth of a per cent with ten jackpots, 89 % instead of 95 %
/// with two.
///
/// Both ends to a relative 1e-12. `None` unless 0 < `alpha` < 1.
pub fn likelihood_interval(plays: &Observed, alpha: f64) -> Option<Interval> {
    let is_level = alpha > 0.0 && alpha < 1.0;
    is_level.then(|| likelihood_interval_ln(plays, libm::log(alpha)))
}

/// [`likelihood_interval`] at a level that is given by its natural logarithm, below 0 and however small.
pub(super) fn likelihood_interval_ln(plays: &Observed, ln_alpha: f64) -> Interval {
    let threshold = 0.5 * chi2_isf_ln(ln_alpha, 1);
    Interval {
        low: plays.unmirrored(upper_end(&plays.mirrored(), threshold)),
        high: upper_end(plays, threshold),
    }
}

/// The mean above the sample's at which `R` reaches `threshold`.
///
/// `R` rises from 0 at the sample mean without bound, with slope `-λ n`.
fn upper_end(plays: &Observed, threshold: f64) -> f64 {
    let (mean, top, n) = (plays.mean(), plays.greatest(), plays.plays() as f64);
    if mean >= top {
        return top;
    }
    let squares: f64 = plays.seen().map(|(v, o)| o * (v - mean) * (v - mean)).sum();
    let start = mean + (2.0 * threshold * squares).sqrt() / n;
    crossing((mean, top), start, |m| {
        let multiplier = multiplier(plays, m);
        let ratio = plays
            .seen()
            .map(|(v, o)| o * libm::log1p(multiplier * (v - m)));
        (ratio.sum::<f64>() - threshold, -multiplier * n)
    })
}

/// The maximiser `λ` for a mean `m` between the sample's and the greatest amount: in
/// `[-1/(v_max - m), 0)`.
fn multiplier(plays: &Observed, m: f64) -> f64 {
    let most = -1.0 / (plays.greatest() - m);
    // Minus the slope of the concave sum, which rises in λ.
    let falling = |multiplier: f64| {
        let (mut value, mut slope) = (0.0, 0.0);
        for (v, o) in plays.seen() {
            let term = (v - m) / (1.0 + multiplier * (v - m));
            value -= o * term;
            slope += o * term * term;
        }
        (value, slope)
    };
    let is_seen = plays.counts.last().is_some_and(|&count| count > 0);
    if !is_seen && falling(most).0 >= 0.0 {
        return most;
    }
    let (value, slope) = falling(0.0);
    crossing((most, 0.0), -value / slope, falling)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Cents;
    use std::collections::BTreeMap;

    fn plays(pairs: &[(i64, u64)]) -> Observed {
        let counts: BTreeMap<Cents, u64> = pairs.iter().map(|&(v, o)| (Cents(v), o)).collect();
        Observed::new(counts.keys().copied(), &counts).expect("plays")
    }

    /// On two points the law with mean m is unique: R is the binomial likelihood ratio.
    #[test]
    fn two_amounts_are_a_proportion() {
        let ends = likelihood_interval(&plays(&[(0, 60), (100, 40)]), 0.05).expect("a level");
        let deviance = |p: f64| 40.0 * libm::log(0.4 / p) + 60.0 * libm::log(0.6 / (1.0 - p));
        let threshold = 0.5 * 3.841_458_820_694_124;
        assert!((deviance(ends.low / 100.0) - threshold).abs() < 1e-10);
        assert!((deviance(ends.high / 100.0) - threshold).abs() < 1e-10);
    }

    /// n plays without the one prize: (1 - p)^n = e^-threshold.
    #[test]
    fn an_unseen_prize_counts() {
        let ends =
            likelihood_interval(&plays(&[(0, 1000), (1_000_000, 0)]), 0.05).expect("a level");
        let p = -libm::expm1(-0.5 * 3.841_458_820_694_124 / 1000.0);
        assert!((ends.high / (1e6 * p) - 1.0).abs() < 1e-12, "{}", ends.high);
        assert!(ends.low.abs() < 1e-9);
        let all = likelihood_interval(&plays(&[(0, 0), (500, 7)]), 0.05).expect("a level");
        assert!((all.high - 500.0).abs() < 1e-9 && all.low < 500.0);
        assert_eq!(likelihood_interval(&plays(&[(0, 1)]), 1.0), None);
        let certain = likelihood_interval(&plays(&[(50, 3)]), 0.05).expect("a level");
        assert!((certain.low - 50.0).abs() < 1e-12 && (certain.high - 50.0).abs() < 1e-12);
    }
}
