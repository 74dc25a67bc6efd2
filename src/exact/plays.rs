//! A player of a fixed number of rounds of a [`Cycle`], who begins in the first state.

use std::collections::BTreeMap;

use num_integer::Integer;

use crate::error::Result;
use crate::exact::cycle::Cycle;
use crate::exact::long;
use crate::exact::number::{Ratio, ratio, to_f64};
use crate::exact::player::{MAX_WORK, PlayerChances};
use crate::units::{Cents, Stake};

/// Rounds after which nothing is left of where a player began.
const FORGOTTEN: u64 = 4000;

impl Cycle {
    /// The chances of a player of `rounds` rounds; `top` is the top prize.
    ///
    /// Everything is a sum of positive floats, and the steps of a chance are squared, so that the relative
    /// error is about `rounds` units of the last place.
    pub fn player(&self, rounds: u64, stake: Stake, top: Cents) -> PlayerChances {
        PlayerChances {
            at_least_one_win: self.ever(rounds, |payout| payout > Cents::ZERO),
            net_profit: self.profit(rounds, stake),
            top_prize: self.ever(rounds, |payout| payout >= top),
        }
    }

    /// The variance of all that a player of `rounds` rounds is paid, in cents squared.
    ///
    /// By state: the chance to be there, and the first two moments of what was paid so far less the long-run
    /// mean of as many rounds, so that little cancels. Once the beginning is forgotten, every round adds
    /// the long-run variance.
    ///
    /// # Errors
    /// Never for a cycle.
    pub fn sum_variance(&self, rounds: u64) -> Result<f64> {
        let long_run = self.long_run(|_, _, payout| ratio(payout.0, 1))?;
        let mean = to_f64(&long_run.mean);
        let moments = |chances: &BTreeMap<Cents, Ratio>| {
            chances
                .iter()
                .fold([0.0; 3], |[p, first, second], (payout, chance)| {
                    let (chance, excess) = (to_f64(chance), payout.0 as f64 - mean);
                    let weighted = chance * excess;
                    [p + chance, first + weighted, second + weighted * excess]
                })
        };
        let add = |sum: &mut [f64; 3], [p, first, second]: [f64; 3], [q, one, two]: [f64; 3]| {
            sum[0] += p * q;
            sum[1] += p * one + first * q;
            sum[2] += p * two + 2.0 * first * one + second * q;
        };
        let steps = self.stages().iter();
        let steps: Vec<_> = steps
            .map(|stage| (moments(&stage.stays), moments(&stage.moves)))
            .collect();
        let mut states = vec![[0.0; 3]; steps.len()];
        states[0][0] = 1.0;
        for _ in 0..rounds.min(FORGOTTEN) {
            let mut next = vec![[0.0; 3]; steps.len()];
            for (at, (stays, moves)) in steps.iter().enumerate() {
                add(&mut next[at], states[at], *stays);
                add(&mut next[(at + 1) % steps.len()], states[at], *moves);
            }
            states = next;
        }
        let total = |moment: usize| states.iter().map(|state| state[moment]).sum::<f64>();
        let more = rounds.saturating_sub(FORGOTTEN) as f64;
        Ok(total(2) - total(1) * total(1) + more * to_f64(&long_run.asymptotic))
    }

    /// The chance that a round among `rounds` has a payout that is `wanted`: the chain with one more
    /// state, which such a round leads to and which is never left.
    fn ever(&self, rounds: u64, wanted: impl Fn(Cents) -> bool) -> f64 {
        let size = self.stages().len() + 1;
        let mut step = vec![vec![0.0; size]; size];
        step[size - 1][size - 1] = 1.0;
        for (at, stage) in self.stages().iter().enumerate() {
            let next = (at + 1) % (size - 1);
            for (target, payouts) in [(at, &stage.stays), (next, &stage.moves)] {
                for (&payout, p) in payouts {
                    let target = if wanted(payout) { size - 1 } else { target };
                    step[at][target] += to_f64(p);
                }
            }
        }
        let mut states = vec![0.0; size];
        states[0] = 1.0;
        let mut left = rounds;
        while left > 0 {
            if left % 2 == 1 {
                states = times(&states, &step);
            }
            step = step.iter().map(|row| times(row, &step)).collect();
            left /= 2;
        }
        states[size - 1].min(1.0)
    }

    /// The chance to be paid more than `rounds` stakes; none where that takes too long, or might err by
    /// more than 1e-9.
    fn profit(&self, rounds: u64, stake: Stake) -> Option<f64> {
        let plays = self.plays();
        let unit = plays
            .iter()
            .fold(stake.cents(), |unit, play| unit.gcd(&play.2.0));
        let cost = i128::from(stake.cents() / unit) * i128::from(rounds);
        let cost = usize::try_from(cost).ok()?;
        // What exceeds the cost alone leads to a profit for certain.
        let small: Vec<Play> = plays
            .into_iter()
            .filter_map(|(from, to, payout, p)| {
                let pays = usize::try_from(payout.0 / unit).ok()?;
                let chance = to_f64(p);
                (pays <= cost).then_some(Play {
                    from,
                    to,
                    pays,
                    chance,
                })
            })
            .collect();
        let work = cost as f64 * rounds as f64 * small.len() as f64;
        let within = if work <= MAX_WORK {
            within(&small, self.stages().len(), rounds, cost)
        } else {
            long::within(&small, self.stages().len(), rounds, cost)?
        };
        Some((1.0 - within).clamp(0.0, 1.0))
    }

    /// State before and after, payout, and chance.
    fn plays(&self) -> Vec<(usize, usize, Cents, &Ratio)> {
        let mut plays = Vec::new();
        for (at, stage) in self.stages().iter().enumerate() {
            let next = (at + 1) % self.stages().len();
            for (to, chances) in [(at, &stage.stays), (next, &stage.moves)] {
                plays.extend(chances.iter().map(|(&payout, p)| (at, to, payout, p)));
            }
        }
        plays
    }
}

/// One way a round can go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play {
    /// The state before.
    pub(super) from: usize,
    /// The state after.
    pub(super) to: usize,
    /// The payout, in units.
    pub(super) pays: usize,
    /// The chance, in the state before.
    pub(super) chance: f64,
}

/// The chance that `rounds` rounds pay at most `most` units.
///
/// The joint chance of state and sum, round by round, as far as the sum is within that: what exceeds it
/// stays above it.
pub(super) fn within(plays: &[Play], states: usize, rounds: u64, most: usize) -> f64 {
    let empty = vec![vec![0.0; most + 1]; states];
    let mut sums = empty.clone();
    sums[0][0] = 1.0;
    for _ in 0..rounds {
        let mut next = empty.clone();
        for play in plays {
            let Some(targets) = next[play.to].get_mut(play.pays..) else {
                continue;
            };
            let sums = targets.iter_mut().zip(&sums[play.from]);
            sums.for_each(|(to, from)| *to += play.chance * from);
        }
        sums = next;
    }
    sums.iter().flatten().sum()
}

/// A row of chances times a matrix.
fn times(row: &[f64], matrix: &[Vec<f64>]) -> Vec<f64> {
    let column = |at: usize| row.iter().zip(matrix).map(|(p, line)| p * line[at]).sum();
    (0..row.len()).map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Stage;

    /// Pays 3 on every second success of a fair coin, at a stake of 1.
    fn coin() -> Cycle {
        let half = |cents: i64| BTreeMap::from([(Cents(cents), ratio(1, 2))]);
        let stage = |pays: i64| Stage {
            stays: half(0),
            moves: half(pays),
        };
        Cycle::new(vec![stage(0), stage(3)]).expect("a cycle")
    }

    #[test]
    fn a_player_by_binomials() {
        let coin = coin();
        // Of n tosses s succeed and s / 2 pay 3, which exceeds n when 3 (s / 2) > n.
        for n in [1_u64, 2, 3, 7, 10, 31] {
            let chance = |wanted: &dyn Fn(u64) -> bool| -> f64 {
                let choose =
                    |s: u64| -> f64 { (0..s).map(|j| (n - j) as f64 / (j + 1) as f64).product() };
                let ways = (0..=n).filter(|&s| wanted(s)).map(choose);
                ways.sum::<f64>() / 2_f64.powi(i32::try_from(n).expect("small"))
            };
            let player = coin.player(n, Stake::from_cents(1), Cents(3));
            let won = chance(&|s| s >= 2);
            assert!((player.at_least_one_win - won).abs() < 1e-14, "{n}");
            assert!((player.top_prize - won).abs() < 1e-14, "{n}");
            let gained = chance(&|s| 3 * (s / 2) > n);
            assert!(
                (player.net_profit.expect("short") - gained).abs() < 1e-14,
                "{n}"
            );
        }
    }

    #[test]
    fn the_variance_of_a_player_by_binomials() {
        let coin = coin();
        for n in [1_u32, 2, 3, 7, 10, 31] {
            let choose = |s: u32| -> f64 {
                (0..s)
                    .map(|j| f64::from(n - j) / f64::from(j + 1))
                    .product()
            };
            let moment = |power: i32| -> f64 {
                let all = 2_f64.powi(i32::try_from(n).expect("small"));
                let term = |s: u32| choose(s) / all * f64::from(3 * (s / 2)).powi(power);
                (0..=n).map(term).sum()
            };
            let variance = moment(2) - moment(1).powi(2);
            let found = coin.sum_variance(n.into()).expect("a cycle");
            assert!((found - variance).abs() < 1e-11 * (1.0 + variance), "{n}");
        }
        // In the long run 3² Var(L) / E(L)³ a round, L being the tosses between two prizes: mean 4,
        // variance 4.
        let [short, long] = [10_000, 1_010_000].map(|n| coin.sum_variance(n).expect("a cycle"));
        assert!(((long - short) / 1e6 - 9.0 * 4.0 / 64.0).abs() < 1e-9);
    }

    #[test]
    fn players_too_long_are_not_summed() {
        let player = coin().player(1_000_000_000, Stake::from_cents(1), Cents(4));
        assert_eq!((player.net_profit, player.top_prize), (None, 0.0));
        assert!((player.at_least_one_win - 1.0).abs() < 1e-6);
    }
}
