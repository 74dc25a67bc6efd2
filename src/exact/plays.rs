//! A player of a fixed number of rounds of a [`Cycle`], who begins in the first state.

use num_integer::Integer;

use crate::exact::cycle::Cycle;
use crate::exact::number::to_f64;
use crate::exact::player::{MAX_WORK, PlayerChances};
use crate::units::{Cents, Stake};

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

    /// The chance to be paid more than `rounds` stakes; none where that takes too long.
    ///
    /// The joint chance of state and sum, round by round, as far as the sum does not exceed the
    /// cost: what exceeds it stays above it.
    fn profit(&self, rounds: u64, stake: Stake) -> Option<f64> {
        let mut payouts = Vec::new();
        for (at, stage) in self.stages().iter().enumerate() {
            let next = (at + 1) % self.stages().len();
            for (target, chances) in [(at, &stage.stays), (next, &stage.moves)] {
                payouts.extend(
                    chances
                        .iter()
                        .map(|(payout, p)| (at, target, payout.0, to_f64(p))),
                );
            }
        }
        let unit = payouts
            .iter()
            .fold(stake.cents(), |unit, (_, _, payout, _)| unit.gcd(payout));
        let cost = i128::from(stake.cents() / unit) * i128::from(rounds);
        if cost as f64 * rounds as f64 * payouts.len() as f64 > MAX_WORK {
            return None;
        }
        let cost = usize::try_from(cost).ok()?;
        let empty = vec![vec![0.0; cost + 1]; self.stages().len()];
        let mut sums = empty.clone();
        sums[0][0] = 1.0;
        for _ in 0..rounds {
            let mut next = empty.clone();
            for &(at, target, payout, p) in &payouts {
                let shift = usize::try_from(payout / unit).ok()?;
                let Some(targets) = next[target].get_mut(shift..) else {
                    continue;
                };
                targets
                    .iter_mut()
                    .zip(&sums[at])
                    .for_each(|(to, from)| *to += p * from);
            }
            sums = next;
        }
        let lost: f64 = sums.iter().flatten().sum();
        Some((1.0 - lost).max(0.0))
    }
}

/// A row of chances times a matrix.
fn times(row: &[f64], matrix: &[Vec<f64>]) -> Vec<f64> {
    let column = |at: usize| row.iter().zip(matrix).map(|(p, line)| p * line[at]).sum();
    (0..row.len()).map(column).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::exact::{Stage, ratio};

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
    fn long_players_are_not_summed() {
        let player = coin().player(1_000_000_000, Stake::from_cents(1), Cents(4));
        assert_eq!((player.net_profit, player.top_prize), (None, 0.0));
        assert!((player.at_least_one_win - 1.0).abs() < 1e-6);
    }
}
