//! Moments of a known law of payouts.

use crate::error::{Error, Result};
use crate::units::Cents;

/// Mean, variance and skewness of a law of payouts, in cents.
///
/// Skewness over √n tells how far the mean of n rounds is from normal: above 0.1 a normal interval
/// or z-test is not to be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LawMoments {
    /// μ = Σ p v, in cents.
    pub mean: f64,
    /// σ² = Σ p (v - μ)², in cents squared.
    pub variance: f64,
    /// Σ p (v - μ)³ / σ³; `NaN` for a constant payout.
    pub skewness: f64,
}

impl LawMoments {
    /// The moments of the law that pays `payouts[i]` with probability `weights[i]` over their sum.
    ///
    /// # Errors
    /// The lengths differ, or the weights sum to zero.
    pub fn of(weights: &[u64], payouts: &[Cents]) -> Result<Self> {
        let total: u128 = weights.iter().map(|&w| u128::from(w)).sum();
        if weights.len() != payouts.len() || total == 0 {
            return Err(Error::input(format!(
                "{} weights with sum {total} for {} payouts: expected as many, and a positive sum",
                weights.len(),
                payouts.len()
            )));
        }
        let total = total as f64;
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            let terms = weights.iter().zip(payouts);
            terms
                .map(|(&w, v)| w as f64 * value(v.0 as f64))
                .sum::<f64>()
                / total
        };
        let mean = mean_of(&|v| v);
        let variance = mean_of(&|v| (v - mean) * (v - mean));
        let third = mean_of(&|v| (v - mean) * (v - mean) * (v - mean));
        Ok(Self {
            mean,
            variance,
            skewness: third / (variance * variance.sqrt()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fair_coin_has_no_skew() {
        let law = LawMoments::of(&[1, 1], &[Cents(0), Cents(100)]).expect("a law");
        assert!((law.mean - 50.0).abs() < 1e-12 && (law.variance - 2500.0).abs() < 1e-9);
        assert!(law.skewness.abs() < 1e-12);
        assert!(LawMoments::of(&[1], &[]).is_err() && LawMoments::of(&[0], &[Cents(1)]).is_err());
    }
}
