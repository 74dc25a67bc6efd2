//! Where the mean payout of so many rounds lies, by the exact moments.

use super::payout_spread::{block_tickets, payout_spread};
use super::precision::Spread;
use super::special::normal_isf;
use crate::error::Result;
use crate::exact::to_f64;
use crate::game::{GameEntry, RunSpec, Solution};

/// The most skewness of a mean at which the band is given: that of three rare prizes expected.
const MOST_SKEWNESS: f64 = 0.577_350_269_189_625_8;

/// The exact moments of a round's payout, in stakes, as they add up over rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PayoutBand {
    mean: f64,
    /// Variance of the mean of n rounds, times n.
    variance: f64,
    /// Skewness of the mean of n rounds, times the root of n.
    skewness: f64,
}

impl PayoutBand {
    /// A band from moments in stakes: the mean, the variance per round, and the skewness of one round.
    pub fn new(mean: f64, variance: f64, skewness: f64) -> Self {
        Self {
            mean,
            variance,
            skewness: if variance > 0.0 { skewness } else { 0.0 },
        }
    }

    /// The band of a run; none for whole blocks, whose mean is certain, and where the variance is not
    /// known.
    ///
    /// Of plays that depend on each other the variance is that of the long run and the third moment that
    /// of single plays.
    ///
    /// # Errors
    /// The solver's own.
    pub fn of(game: &dyn GameEntry, spec: &RunSpec, solution: &Solution) -> Result<Option<Self>> {
        let Some(Spread::PerRound(variance)) = payout_spread(game, spec, solution)? else {
            return Ok(None);
        };
        let stake = spec.stake.cents() as f64;
        let deviation = solution.law.standard_deviation() / stake;
        let mut third = solution.law.skewness() * deviation * deviation * deviation;
        if let (Some(tickets), Some(bought)) = (block_tickets(game), &spec.sessions) {
            // Isserlis (1931): the third moment of n of N dealt is n (N - n) (N - 2n) / (N - 1) / (N - 2)
            // times that of one.
            let (all, some) = (tickets as f64, bought.rounds.get() as f64);
            third *= (all - some) * (all - 2.0 * some) / ((all - 1.0) * (all - 2.0));
        }
        let mean = to_f64(&solution.rtp(spec.stake));
        Ok(Some(Self::new(
            mean,
            variance,
            third / (variance * variance.sqrt()),
        )))
    }

    /// The exact mean.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The fewest rounds after which the band is given. Before, a few rare prizes decide the mean, and
    /// no smooth law tells where it lies.
    pub fn from_rounds(&self) -> f64 {
        let root = self.skewness / MOST_SKEWNESS;
        // A whole number stays one.
        libm::ceil(root * root * (1.0 - 1e-12)).max(1.0)
    }

    /// Where the mean of `rounds` rounds lies with probability `level`, with equal chances of being
    /// below and above: the normal quantiles with Cornish and Fisher's correction for skewness. None below
    /// [`PayoutBand::from_rounds`].
    pub fn at(&self, rounds: f64, level: f64) -> Option<(f64, f64)> {
        if rounds < self.from_rounds() {
            return None;
        }
        let z = normal_isf(0.5 * (1.0 - level));
        let deviation = (self.variance / rounds).sqrt();
        let shift = self.skewness / rounds.sqrt() * (z * z - 1.0) / 6.0;
        let low = self.mean + deviation * (shift - z);
        Some((low.max(0.0), self.mean + deviation * (shift + z)))
    }
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{Discrete, DiscreteCDF, Poisson};

    use super::*;

    /// A prize of 1000 stakes that comes once in 10 000 rounds: the number of prizes in n rounds is Poisson
    /// to within 1e-4. A band is judged by the chance of what lies beyond each end; the law is discrete, so
    /// one prize more or less has to be allowed for.
    #[test]
    fn the_ends_leave_half_a_per_cent_of_a_rare_prize() {
        let (p, prize) = (1e-4, 1000.0);
        let variance = prize * prize * p * (1.0 - p);
        let skewness = (1.0 - 2.0 * p) / (p * (1.0_f64 - p)).sqrt();
        let band = PayoutBand::new(p * prize, variance, skewness);
        // 3 (1 - 2p)² / p / (1 - p) = 29 991.0003, and the next whole number.
        assert!(
            (band.from_rounds() - 29_992.0).abs() < 2.0,
            "{}",
            band.from_rounds()
        );
        assert_eq!(band.at(29_000.0, 0.99), None);
        for expected in [3.0, 4.0, 7.5, 10.0, 30.0, 100.0, 1000.0] {
            let rounds = expected / p;
            let (low, high) = band.at(rounds, 0.99).expect("a band");
            let prizes = Poisson::new(expected).expect("a law");
            let (least, most) = (low * rounds / prize, high * rounds / prize);
            let above = 1.0 - prizes.cdf(most.floor() as u64);
            let reached = above + prizes.pmf(most.floor() as u64);
            assert!(
                above < 0.0055 && reached > 0.0045,
                "{expected}: {above} {reached}"
            );
            if least <= 0.0 {
                assert!(prizes.pmf(0) > 0.0045, "{expected}");
                continue;
            }
            let to = prizes.cdf(least.ceil() as u64);
            let below = to - prizes.pmf(least.ceil() as u64);
            assert!(below < 0.0055 && to > 0.0045, "{expected}: {below} {to}");
        }
    }

    /// z of 99 % is 2.5758293035489.
    #[test]
    fn a_coin_and_a_certain_payout_by_hand() {
        let coin = PayoutBand::new(1.0, 1.0, 0.0);
        assert!((coin.from_rounds() - 1.0).abs() < 1e-12);
        let (low, high) = coin.at(100.0, 0.99).expect("a band");
        assert!((low - (1.0 - 0.257_582_930_354_89)).abs() < 1e-12);
        assert!((high - 1.257_582_930_354_89).abs() < 1e-12);
        let certain = PayoutBand::new(0.5, 0.0, f64::NAN);
        assert_eq!(certain.at(1.0, 0.99), Some((0.5, 0.5)));
    }
}
