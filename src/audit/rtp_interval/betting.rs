//! The guaranteed interval: means at which nobody could have won much by betting against them.

use super::observed::Observed;
use crate::audit::interval::Interval;

/// Stakes per side; the smallest, 2^-39 of the largest, suits 1e15 plays.
const STAKES: i32 = 40;

/// The interval of means that betting does not refute: it holds the true mean of independent plays, and
/// goes on holding it after every further play, with a probability of at least 1 - `alpha`.
///
/// Against a mean `m` a player multiplies a fortune by `1 + λ (v - m)` at every play, a fair game if `m` is
/// the mean; fortunes at stakes `λ` from a fixed geometric grid on both sides are averaged. The average reaches
/// 1/α with a probability of at most α (Ville's inequality), so `m` is kept while it is below: I.
/// Waudby-Smith & A. Ramdas, JRSS B 86 (2024). It depends on the counts alone. As a function of `m` it
/// is convex, so what is kept is an interval. In cents; `None` unless 0 < `alpha` < 1.
pub fn betting_interval(plays: &Observed, alpha: f64) -> Option<Interval> {
    let is_level = alpha > 0.0 && alpha < 1.0;
    is_level.then(|| Interval {
        low: plays.unmirrored(upper_end(&plays.mirrored(), alpha)),
        high: upper_end(plays, alpha),
    })
}

/// The largest mean kept, by halving.
fn upper_end(plays: &Observed, alpha: f64) -> f64 {
    let (mut low, mut high) = (plays.mean(), plays.greatest());
    let most = -libm::log(alpha);
    for _ in 0..200 {
        let middle = low + 0.5 * (high - low);
        if middle <= low || middle >= high {
            break;
        }
        if ln_fortune(plays, middle) < most {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The logarithm of the averaged fortune.
///
/// The stake `c` of a bet that payouts are below `m` is the share of the fortune that is lost when the greatest
/// amount is paid: `λ = -c / (v_max - m)`; above, when the least is paid.
fn ln_fortune(plays: &Observed, m: f64) -> f64 {
    let mut logs = Vec::with_capacity(2 * STAKES as usize);
    for edge in [plays.least(), plays.greatest()] {
        for halvings in 0..STAKES {
            let stake = libm::exp2(f64::from(-halvings));
            let log = plays.seen().map(|(v, count)| {
                // In full at the last cent: (v - m) / (m - edge) = -1 at the edge.
                count * libm::log1p(stake * (v - m) / (m - edge))
            });
            logs.push(log.sum::<f64>());
        }
    }
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logs.iter().map(|log| libm::exp(log - most)).sum();
    most + libm::log(sum / logs.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::rtp_interval::mean_interval;
    use crate::units::Cents;
    use std::collections::BTreeMap;

    fn plays(pairs: &[(i64, u64)]) -> Observed {
        let counts: BTreeMap<Cents, u64> = pairs.iter().map(|&(v, o)| (Cents(v), o)).collect();
        Observed::new(counts.keys().copied(), &counts).expect("plays")
    }

    /// After one play of 0 or 100 that paid 0, a stake c against mean m leaves 1 + c m / (100 - m) on one
    /// side and 1 - c on the other.
    #[test]
    fn one_play_by_hand() {
        let one = plays(&[(0, 1), (100, 0)]);
        let stakes: f64 = (0..STAKES).map(|i| 0.5_f64.powi(i)).sum();
        let average = |m: f64| {
            let won = f64::from(STAKES) + stakes * m / (100.0 - m);
            (won + f64::from(STAKES) - stakes) / f64::from(2 * STAKES)
        };
        assert!((libm::exp(ln_fortune(&one, 60.0)) - average(60.0)).abs() < 1e-12);
        let ends = betting_interval(&one, 0.05).expect("a level");
        assert!((average(ends.high) - 20.0).abs() < 1e-9);
        assert!(ends.low.abs() < 1e-12);
    }

    /// The true law pays 50 on average; over all sequences of ten plays the average fortune is 1.
    #[test]
    fn the_game_is_fair() {
        let mut mean = 0.0;
        let mut ways = 1.0;
        for wins in 0..=10_u64 {
            let sample = plays(&[(0, 10 - wins), (100, wins)]);
            mean += ways / 1024.0 * libm::exp(ln_fortune(&sample, 50.0));
            ways *= (10 - wins) as f64 / (wins + 1) as f64;
        }
        assert!((mean - 1.0).abs() < 1e-12, "{mean}");
    }

    /// The guarantee costs width: not less than once, not more than two and a half times.
    #[test]
    fn it_is_wider_than_the_likelihood() {
        for scale in [1, 1_000, 1_000_000_000] {
            let sample = [(0, 7_000), (100, 2_000), (500, 1_000)];
            let sample = sample.map(|(v, count)| (v, scale * count));
            let bets = betting_interval(&plays(&sample), 0.05).expect("a level");
            let likely = mean_interval(&plays(&sample), 0.05).expect("a level");
            let ratio = (bets.high - bets.low) / (likely.high - likely.low);
            assert!((1.4..2.5).contains(&ratio), "{scale}: {ratio}");
        }
    }
}
