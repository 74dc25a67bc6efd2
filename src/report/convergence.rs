//! How the RTP of a run settled.

use serde::Serialize;

use crate::audit::{DISPLAY_LEVEL, PayoutBand};
use crate::report::number::{sig12, sig12_some};
use crate::tally::{Stretches, Tally};
use crate::units::Stake;

/// The RTP of the first rounds of a run, for more and more of them.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Convergence {
    /// Confidence level of the band.
    pub level: f64,
    /// After ranges of chunks that grow with their numbers; the last is the whole run. Empty where `note`
    /// says why.
    pub points: Vec<ConvergencePoint>,
    /// The rounds from which on the band is given; null where there is none at all.
    pub band_from_rounds: Option<u64>,
    /// Why there are no points, or no band.
    pub note: Option<&'static str>,
    /// The band between the points.
    #[serde(skip)]
    pub band: Option<PayoutBand>,
}

/// The RTP of the first rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ConvergencePoint {
    /// How many rounds.
    pub rounds: u64,
    /// Their payouts over their stakes.
    #[serde(serialize_with = "sig12")]
    pub rtp: f64,
    /// Lower end of the exact band; null where there is none.
    #[serde(serialize_with = "sig12_some")]
    pub band_low: Option<f64>,
    /// Its upper end.
    #[serde(serialize_with = "sig12_some")]
    pub band_high: Option<f64>,
}

/// Why there are no points of blocks that were all sold out.
pub(super) const WHOLE_BLOCKS: &str =
    "Whole blocks return exactly what their lots are worth: nothing settles.";
/// Why there are none of blocks of which the last was sold in part.
pub(super) const LAST_IN_PART: &str = "Whole blocks return exactly what their lots are worth, and only the last \
    one was sold in part: nothing settles.";
/// Why there are none of a block sold in part alone.
pub(super) const ONE_IN_PART: &str = "A single block, sold in part: its return moves to what all its lots are \
    worth and is exactly that once it is sold out.";
/// Why there are no points of chunks whose sums are not known.
pub(super) const NO_SUMS: &str = "The sums of chunks do not cover the rounds counted.";
/// Why there is no band.
pub(super) const NO_BAND: &str = "No solver gives the exact variance of so many rounds.";

impl Convergence {
    /// The convergence of the run that `tally` counts; `is_blocks` if it sold whole blocks.
    pub(super) fn new(
        tally: &Tally,
        stake: Stake,
        band: Option<PayoutBand>,
        is_blocks: bool,
    ) -> Self {
        let mut found = Self {
            level: DISPLAY_LEVEL,
            ..Self::default()
        };
        let total = tally.stretches.total();
        if is_blocks {
            found.note = Some(match (tally.blocks.whole, tally.blocks.partial) {
                (0, _) => ONE_IN_PART,
                (_, 0) => WHOLE_BLOCKS,
                _ => LAST_IN_PART,
            });
        } else if total.rounds != tally.rounds || !tally.stretches.are_of(&(0..total.chunks)) {
            found.note = Some(NO_SUMS);
        } else {
            found.points = points(&tally.stretches, stake, band);
            found.band_from_rounds = band.map(|band| band.from_rounds() as u64);
            found.band = band;
            if band.is_none() {
                found.note = Some(NO_BAND);
            }
        }
        found
    }
}

fn points(stretches: &Stretches, stake: Stake, band: Option<PayoutBand>) -> Vec<ConvergencePoint> {
    let (mut rounds, mut cents) = (0, 0_i128);
    let mut point = |stretch: &crate::tally::Stretch| {
        rounds += stretch.rounds;
        cents += stretch.cents;
        let ends = band.and_then(|band| band.at(rounds as f64, DISPLAY_LEVEL));
        ConvergencePoint {
            rounds,
            rtp: cents as f64 / (i128::from(stake.cents()) * i128::from(rounds)) as f64,
            band_low: ends.map(|ends| ends.0),
            band_high: ends.map(|ends| ends.1),
        }
    };
    let played = stretches.sums.values().filter(|stretch| stretch.rounds > 0);
    played.map(&mut point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Blocks;
    use crate::units::Cents;

    /// Chunks of 10 rounds at 2 EUR, the k-th of which pays k EUR.
    fn tally(chunks: std::ops::Range<u64>) -> Tally {
        let mut tally = Tally::new([], 0);
        for chunk in chunks {
            let before = (tally.rounds, tally.paid());
            tally.pay(Cents(0), 9);
            tally.pay(Cents(100 * i64::try_from(chunk).expect("few")), 1);
            tally.close(chunk, before);
        }
        tally
    }

    #[test]
    fn every_point_is_the_mean_of_all_rounds_until_then() {
        let band = Some(PayoutBand::new(0.1, 4.0, 0.0));
        let found = Convergence::new(&tally(0..11), Stake::from_cents(200), band, false);
        let rounds: Vec<u64> = found.points.iter().map(|point| point.rounds).collect();
        assert_eq!(rounds, [10, 20, 30, 40, 50, 60, 70, 80, 100, 110]);
        // 0 + 1 + ... + 9 EUR of 100 rounds at 2 EUR.
        assert!((found.points[8].rtp - 45.0 / 200.0).abs() < 1e-15);
        // 0.1 +/- 2.5758293 * 2 / 10, cut at 0.
        assert_eq!(found.points[8].band_low, Some(0.0));
        let high = found.points[8].band_high.expect("a band");
        assert!((high - 0.615_165_860_709_78).abs() < 1e-12, "{high}");
        assert_eq!((found.band_from_rounds, found.note), (Some(1), None));
    }

    #[test]
    fn what_is_not_known_is_left_out_and_said() {
        let stake = Stake::from_cents(200);
        let note = |tally: &Tally, is_blocks| {
            let found = Convergence::new(tally, stake, None, is_blocks);
            (found.points.len(), found.note)
        };
        assert_eq!(note(&tally(0..3), false), (3, Some(NO_BAND)));
        let blocks = |whole, partial| {
            let mut tally = tally(0..3);
            tally.blocks = Blocks {
                whole,
                partial,
                ..Blocks::default()
            };
            note(&tally, true)
        };
        assert_eq!(blocks(3, 0), (0, Some(WHOLE_BLOCKS)));
        assert_eq!(blocks(2, 1), (0, Some(LAST_IN_PART)));
        assert_eq!(blocks(0, 1), (0, Some(ONE_IN_PART)));
        assert_eq!(note(&tally(1..3), false), (0, Some(NO_SUMS)));
        let mut more = tally(0..3);
        more.pay(Cents(0), 1);
        assert_eq!(note(&more, false), (0, Some(NO_SUMS)));
    }
}
