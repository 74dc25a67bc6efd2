//! Whether two runs have one mean payout.

use std::f64::consts::LN_2;

use num_bigint::BigInt;

use crate::audit::special::ln_normal_sf;
use crate::exact::{ratio, to_f64};

/// What a run paid, and the exact variance of one of its rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanOf {
    /// Rounds.
    pub rounds: u64,
    /// Payouts in cents.
    pub total: i128,
    /// Variance of a round's payout under its exact law, in cents squared; of dependent rounds that of the long
    /// run.
    pub variance: f64,
}

/// The result of [`mean_difference`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanDifference {
    /// First mean less second, in cents.
    pub difference: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Difference over standard error.
    pub z: f64,
    /// ln of the two-sided normal p-value.
    pub ln_p: f64,
}

/// Compares the mean payouts of two runs by Welch's statistic with exact variances, which a run without a
/// jackpot does not underestimate. Normal, so for runs that expect at least some jackpots. None where a
/// run is empty or nothing can vary.
pub fn mean_difference(a: &MeanOf, b: &MeanOf) -> Option<MeanDifference> {
    if a.rounds == 0 || b.rounds == 0 {
        return None;
    }
    let mean = |run: &MeanOf| ratio(BigInt::from(run.total), run.rounds);
    let difference = to_f64(&(mean(a) - mean(b)));
    let part = |run: &MeanOf| run.variance / run.rounds as f64;
    let standard_error = (part(a) + part(b)).sqrt();
    let varies = standard_error > 0.0;
    let z = difference / standard_error;
    varies.then(|| MeanDifference {
        difference,
        standard_error,
        z,
        ln_p: (ln_normal_sf(z.abs()) + LN_2).min(0.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let run = |rounds, total, variance| MeanOf {
            rounds,
            total,
            variance,
        };
        // Means 50 and 47, variances of the means 9/100 and 16/100... over 0.25: z = 6.
        let found =
            mean_difference(&run(100, 5_000, 9.0), &run(400, 18_800, 64.0)).expect("tested");
        assert!((found.difference - 3.0).abs() < 1e-12);
        assert!((found.standard_error - 0.5).abs() < 1e-12 && (found.z - 6.0).abs() < 1e-12);
        assert!((found.ln_p.exp() / 1.973_175_290_075_4e-9 - 1.0).abs() < 1e-9);
        assert_eq!(mean_difference(&run(0, 0, 1.0), &run(1, 0, 1.0)), None);
        assert_eq!(mean_difference(&run(1, 0, 0.0), &run(1, 0, 0.0)), None);
    }
}
