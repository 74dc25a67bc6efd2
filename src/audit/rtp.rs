//! Return to player of a run, with an interval for display.

use serde::Serialize;

use super::special::normal_isf;
use crate::tally::Moments;
use crate::units::Stake;

/// The level of displayed intervals.
pub const DISPLAY_LEVEL: f64 = 0.99;

/// An estimated return to player, as a fraction of the stake.
///
/// The interval is for display and never a verdict. It trusts the sample variance, and where a
/// jackpot carries most of the variance but has hardly been seen, it is both too low and too short:
/// of nominal 95 % intervals for a 10 000 EUR prize in 100 000 draws, 34 % hold the
/// truth after 1e4 rounds, 63 % after 1e5, 93 % after 1e6 and 95 % from 1e8 on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RtpEstimate {
    /// Mean payout over stake.
    pub estimate: f64,
    /// s / √n over the stake, s the sample standard deviation.
    pub standard_error: f64,
    /// Lower end of the normal interval, not below 0.
    pub ci_low: f64,
    /// Upper end of the normal interval.
    pub ci_high: f64,
    /// Nominal level of the interval.
    pub level: f64,
}

impl RtpEstimate {
    /// The estimate from a run's payouts. `None` below two rounds, for a stake of nothing or a `level`
    /// outside (0, 1).
    pub fn of(moments: &Moments, stake: Stake, level: f64) -> Option<Self> {
        if moments.n < 2 || stake.cents() <= 0 || !is_level(level) {
            return None;
        }
        let stake = stake.cents() as f64;
        let estimate = moments.mean() / stake;
        let standard_error = (moments.variance() / moments.n as f64).sqrt() / stake;
        let reach = normal_isf(0.5 * (1.0 - level)) * standard_error;
        Some(Self {
            estimate,
            standard_error,
            ci_low: (estimate - reach).max(0.0),
            ci_high: estimate + reach,
            level,
        })
    }
}

fn is_level(level: f64) -> bool {
    level > 0.0 && level < 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Tally;
    use crate::units::Cents;

    fn moments(payouts: &[(i64, u64)]) -> Moments {
        let mut tally = Tally::new([], 0);
        for &(cents, rounds) in payouts {
            tally.pay(Cents(cents), rounds);
        }
        Moments::of(&tally)
    }

    #[test]
    fn an_estimate_by_hand() {
        // 0 and 100 cents half the time each, stake 50: mean 1, sd of the payout 1 to 1 + 1/2n.
        let sample = moments(&[(0, 5_000), (100, 5_000)]);
        let rtp = RtpEstimate::of(&sample, Stake::from_cents(50), 0.99).expect("enough rounds");
        assert!((rtp.estimate - 1.0).abs() < 1e-15);
        assert!((rtp.standard_error - 0.01 * (1.0 + 0.5e-4)).abs() < 1e-10);
        assert!((rtp.ci_high - rtp.estimate - 2.575_829_303_55 * rtp.standard_error).abs() < 1e-12);
    }

    #[test]
    fn no_estimate_without_a_sample() {
        let stake = Stake::from_cents(100);
        assert_eq!(RtpEstimate::of(&moments(&[(0, 1)]), stake, 0.99), None);
        assert_eq!(RtpEstimate::of(&moments(&[(0, 5)]), stake, 1.0), None);
    }
}
