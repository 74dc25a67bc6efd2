//! The interval to report: likelihood, and jackpots hardly seen apart.

use super::likelihood::likelihood_interval_ln;
use super::observed::Observed;
use crate::audit::interval::{Interval, clopper_pearson_ln};
use crate::units::Cents;

/// Prizes that came up less often are set apart.
const ENOUGH: u64 = 10;

/// Prizes within this factor of each other are counted as one.
const SPAN: f64 = 2.0;

/// The share of the error rate that goes to the prizes set apart.
const APART: f64 = 0.9;

/// An interval for a mean payout.
#[derive(Clone, Debug, PartialEq)]
pub struct MeanInterval {
    /// Lower end, in cents.
    pub low: f64,
    /// Upper end, in cents.
    pub high: f64,
    /// The prizes that were set apart, largest first; none: the likelihood of the whole.
    pub apart: Vec<JackpotBand>,
}

/// Large prizes of about one size that came up fewer than ten times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JackpotBand {
    /// The smallest of them.
    pub least: Cents,
    /// The largest of them.
    pub greatest: Cents,
    /// How often one of them was paid.
    pub seen: u64,
}

/// An interval of level about 1 - `alpha` for the mean payout in cents, that of
/// [`likelihood_interval`](super::likelihood_interval) unless the largest prizes came up fewer than ten times.
///
/// Going down from the largest prize, prizes within a factor of two of each other form a band; bands
/// are set apart until one was paid ten times. Each has between its smallest prize times the lower end and its largest times
/// the upper end of Clopper and Pearson's interval for its chance, at levels that share 0.9 `alpha`
/// evenly; what other prizes contribute has a likelihood interval at 0.1 `alpha`, and the ends are added
/// up. The least payout is never set apart.
///
/// (For the remainder a normal interval does as well in common games; the likelihood also knows the
/// remaining prizes that have hardly been seen.) `None` unless 0 < `alpha` < 1.
pub fn mean_interval(plays: &Observed, alpha: f64) -> Option<MeanInterval> {
    let is_level = alpha > 0.0 && alpha < 1.0;
    is_level.then(|| mean_interval_ln(plays, libm::log(alpha)))?
}

/// [`mean_interval`] at a level that is given by its natural logarithm, however small.
///
/// `None` unless `ln_alpha` < 0.
pub fn mean_interval_ln(plays: &Observed, ln_alpha: f64) -> Option<MeanInterval> {
    if ln_alpha.is_nan() || ln_alpha >= 0.0 {
        return None;
    }
    let (apart, rest) = split(plays);
    if apart.is_empty() {
        let Interval { low, high } = likelihood_interval_ln(plays, ln_alpha);
        return Some(MeanInterval { low, high, apart });
    }
    let rest = likelihood_interval_ln(&rest, libm::log(1.0 - APART) + ln_alpha);
    let share = libm::log(APART / apart.len() as f64) + ln_alpha;
    let (mut low, mut high) = (rest.low, rest.high);
    for band in &apart {
        let chance = clopper_pearson_ln(band.seen, plays.plays(), share)?;
        low += chance.low * band.least.0 as f64;
        high += chance.high * band.greatest.0 as f64;
    }
    Some(MeanInterval {
        low: low.max(plays.least()),
        high: high.min(plays.greatest()),
        apart,
    })
}

/// The bands to be set apart, and the plays with what those pay taken for nothing.
fn split(plays: &Observed) -> (Vec<JackpotBand>, Observed) {
    let mut apart = Vec::new();
    let mut kept = plays.values.len();
    while kept > 1 {
        let greatest = plays.values[kept - 1];
        // Amounts that are no prize form no band.
        let in_band = |v: f64| greatest > 0.0 && v * SPAN >= greatest;
        let start = (1..kept)
            .rev()
            .take_while(|&at| in_band(plays.values[at]))
            .last();
        let Some(start) = start else { break };
        let seen = plays.counts[start..kept].iter().sum();
        if seen >= ENOUGH {
            break;
        }
        apart.push(JackpotBand {
            least: Cents(plays.values[start] as i64),
            greatest: Cents(greatest as i64),
            seen,
        });
        kept = start;
    }
    let taken: u64 = plays.counts[kept..].iter().sum();
    let mut rest = Observed {
        values: plays.values[..kept].to_vec(),
        counts: plays.counts[..kept].to_vec(),
    };
    if rest.least() > 0.0 && !apart.is_empty() {
        rest.values.insert(0, 0.0);
        rest.counts.insert(0, taken);
    } else if let Some(zero) = rest.values.iter().position(|&v| v == 0.0) {
        rest.counts[zero] += taken;
    }
    (apart, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::rtp_interval::likelihood_interval;
    use std::collections::BTreeMap;

    fn plays(pairs: &[(i64, u64)]) -> Observed {
        let counts: BTreeMap<Cents, u64> = pairs.iter().map(|&(v, o)| (Cents(v), o)).collect();
        Observed::new(counts.keys().copied(), &counts).expect("plays")
    }

    #[test]
    fn bands_from_the_top_until_ten_were_paid() {
        let few = plays(&[
            (0, 900),
            (100, 80),
            (5_000, 11),
            (40_000, 4),
            (70_000, 5),
            (200_000, 0),
        ]);
        let (apart, rest) = split(&few);
        let band = |least, greatest, seen| JackpotBand {
            least: Cents(least),
            greatest: Cents(greatest),
            seen,
        };
        assert_eq!(apart, [band(200_000, 200_000, 0), band(40_000, 70_000, 9)]);
        assert_eq!(rest, plays(&[(0, 909), (100, 80), (5_000, 11)]));
        let many = plays(&[(0, 900), (100, 80), (40_000, 4), (70_000, 6)]);
        assert!(split(&many).0.is_empty());
        assert_eq!(
            mean_interval(&many, 0.05).map(|found| found.high),
            likelihood_interval(&many, 0.05).map(|ends| ends.high)
        );
    }

    #[test]
    fn a_game_that_always_pays_gets_a_losing_round_for_its_jackpots() {
        let (apart, rest) = split(&plays(&[(100, 990), (200, 12), (1_000_000, 3)]));
        assert_eq!(apart.len(), 1);
        assert_eq!(rest, plays(&[(0, 3), (100, 990), (200, 12)]));
    }

    /// No prize in 1000 plays of a two-point law: the upper end is Clopper and Pearson's.
    #[test]
    fn an_unseen_jackpot_by_hand() {
        let none = plays(&[(0, 1000), (1_000_000, 0)]);
        let found = mean_interval(&none, 0.05).expect("a level");
        let chance = -libm::expm1(libm::log(0.5 * 0.9 * 0.05) / 1000.0);
        assert!((found.high / (1e6 * chance) - 1.0).abs() < 1e-9);
        assert!(found.low.abs() < 1e-12);
        assert_eq!(mean_interval(&none, 0.0), None);
    }
}
