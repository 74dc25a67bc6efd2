//! Finite blocks of tickets: one ticket, and a player who buys several of a fresh block.

use num_integer::Integer;

use crate::error::{Error, Result};
use crate::exact::law::Law;
use crate::exact::number::{Ratio, ratio};
use crate::exact::player::{MAX_WORK, PlayerChances};
use crate::units::{Cents, Stake};

/// A chance below this share of the greatest one is left out.
const NEGLIGIBLE: f64 = 1e-20;

/// The tickets of a block by what they pay.
#[derive(Clone, Debug)]
pub struct Block {
    /// Amounts that tickets pay, descending, with the number of tickets.
    lots: Vec<(Cents, u64)>,
    tickets: u64,
    law: Law,
}

impl Block {
    /// The block with so many tickets of each amount, losing ones under 0.
    ///
    /// # Errors
    /// No tickets, more than 2^63 of them, or an amount below 0.
    pub fn new(lots: impl IntoIterator<Item = (Cents, u64)>) -> Result<Self> {
        let lots: Vec<(Cents, u64)> = lots.into_iter().collect();
        let law = Law::of(lots.iter().map(|&(amount, number)| (amount, number.into())))?;
        let sum = |sum: u64, &(_, number): &(Cents, u64)| sum.checked_add(number);
        let tickets = lots.iter().try_fold(0_u64, sum);
        let tickets = tickets.filter(|&tickets| i64::try_from(tickets).is_ok());
        let tickets =
            tickets.ok_or_else(|| Error::internal("a block of more than 2^63 tickets"))?;
        if lots.iter().any(|(amount, _)| *amount < Cents::ZERO) {
            return Err(Error::internal("a ticket that pays less than nothing"));
        }
        let number = |amount: Cents| {
            let same = lots.iter().filter(|(other, _)| *other == amount);
            same.map(|(_, number)| number).sum()
        };
        let amounts: Vec<Cents> = law.weights().map(|(amount, _)| amount).collect();
        let amounts = amounts.into_iter().rev();
        Ok(Self {
            lots: amounts.map(|amount| (amount, number(amount))).collect(),
            tickets,
            law,
        })
    }

    /// The law of one ticket.
    pub fn law(&self) -> &Law {
        &self.law
    }

    /// Tickets in the block.
    pub fn tickets(&self) -> u64 {
        self.tickets
    }

    /// Tickets that pay.
    pub fn winners(&self) -> u64 {
        let paying = self.lots.iter().filter(|(amount, _)| *amount > Cents::ZERO);
        paying.map(|(_, number)| number).sum()
    }

    /// What is left of a variance with replacement when `bought` tickets of the block are drawn
    /// without: (N - K) / (N - 1).
    pub fn finite_factor(&self, bought: u64) -> Ratio {
        let left = self.tickets.saturating_sub(bought);
        ratio(left, self.tickets.saturating_sub(1).max(1))
    }

    /// The variance of the mean payout of `bought` tickets of the block, at least one, in cents squared.
    pub fn mean_variance(&self, bought: u64) -> Ratio {
        self.law.variance() * self.finite_factor(bought) / ratio(bought.max(1), 1)
    }

    /// The chances of a player who buys `bought` tickets of the block.
    ///
    /// # Errors
    /// The block has fewer tickets.
    pub fn player(&self, bought: u64, stake: Stake) -> Result<PlayerChances> {
        if bought > self.tickets {
            return Err(Error::input(format!(
                "tickets {bought}: a block has {}",
                self.tickets
            )));
        }
        let (top, tops) = self.lots.first().copied().unwrap_or_default();
        let tops = if top > Cents::ZERO { tops } else { 0 };
        Ok(PlayerChances {
            at_least_one_win: self.any_of(self.winners(), bought),
            net_profit: self.profit(bought, stake),
            top_prize: self.any_of(tops, bought),
        })
    }

    /// The chance that `bought` tickets have one of `marked` among them: 1 - C(N-M, K) / C(N, K), the
    /// quotient being the product of 1 - K / (N - j) over j < M, or with M and K exchanged.
    fn any_of(&self, marked: u64, bought: u64) -> f64 {
        let (few, many) = (marked.min(bought), marked.max(bought));
        if marked + bought > self.tickets {
            return if few == 0 { 0.0 } else { 1.0 };
        }
        let factor = |j: u64| libm::log1p(-(many as f64) / (self.tickets - j) as f64);
        -libm::expm1((0..few).map(factor).sum())
    }

    /// The chance that `bought` tickets pay more than they cost.
    ///
    /// Amount by amount from the largest: how many of the tickets bought are of it is
    /// hypergeometric, given how many are left to be bought among the smaller amounts. What is
    /// carried along is the joint chance of tickets found and sum paid, as far as the sum does not exceed
    /// the cost; for the least amount that pays, its tail is enough.
    fn profit(&self, bought: u64, stake: Stake) -> Option<f64> {
        let paying = self.lots.iter().filter(|(amount, _)| *amount > Cents::ZERO);
        let unit = paying
            .clone()
            .fold(stake.cents(), |unit, (v, _)| unit.gcd(&v.0));
        let cost = usize::try_from(i128::from(stake.cents() / unit) * i128::from(bought)).ok()?;
        let steps: Vec<(usize, u64)> = paying
            .map(|&(amount, number)| Some((usize::try_from(amount.0 / unit).ok()?, number)))
            .collect::<Option<_>>()?;
        let Some((&(least, last), larger)) = steps.split_last() else {
            return Some(0.0);
        };
        let mut work = 0.0;
        let mut left = self.tickets;
        // The chance of each sum, for every number of tickets found.
        let mut rows = vec![(0_u64, Row::certain())];
        for &(step, number) in larger {
            let mut next: Vec<(u64, Row)> = Vec::new();
            for (found, row) in &rows {
                let counts = Hypergeometric::new(left, number, bought - found);
                work += row.mass.len() as f64 * counts.chances.len() as f64;
                if work > MAX_WORK {
                    return None;
                }
                for (count, chance) in counts.iter() {
                    let shift = usize::try_from(count).ok()?.checked_mul(step)?;
                    let found = found + count;
                    let at = next.partition_point(|(other, _)| *other < found);
                    if next.get(at).is_none_or(|(other, _)| *other != found) {
                        next.insert(at, (found, Row::default()));
                    }
                    next[at].1.add(row, shift, chance, cost);
                }
            }
            next.iter_mut().for_each(|(_, row)| row.trim());
            next.retain(|(_, row)| !row.mass.is_empty());
            rows = next;
            left -= number;
        }
        let mut lost = 0.0;
        for (found, row) in &rows {
            let counts = Hypergeometric::new(left, last, bought - found);
            for (sum, mass) in row.iter() {
                lost += mass * counts.at_most(((cost - sum) / least) as u64);
            }
        }
        Some((1.0 - lost).max(0.0))
    }
}

/// Chances of consecutive sums, the first of them at `first`.
#[derive(Clone, Debug, Default)]
struct Row {
    first: usize,
    mass: Vec<f64>,
}

impl Row {
    /// The sum 0.
    fn certain() -> Self {
        Self {
            first: 0,
            mass: vec![1.0],
        }
    }

    fn iter(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        (self.first..).zip(self.mass.iter().copied())
    }

    /// Adds `chance` times the sums of `other`, `shift` higher, up to `most`.
    fn add(&mut self, other: &Self, shift: usize, chance: f64, most: usize) {
        let start = other.first + shift;
        let length = other.mass.len().min((most + 1).saturating_sub(start));
        if length == 0 {
            return;
        }
        if self.mass.is_empty() {
            self.first = start;
        }
        if start < self.first {
            let zeros = std::iter::repeat_n(0.0, self.first - start);
            self.mass.splice(0..0, zeros);
            self.first = start;
        }
        let from = start - self.first;
        if self.mass.len() < from + length {
            self.mass.resize(from + length, 0.0);
        }
        let targets = self.mass[from..].iter_mut();
        targets
            .zip(&other.mass[..length])
            .for_each(|(target, mass)| *target += chance * mass);
    }

    /// Leaves out negligible chances at both ends.
    fn trim(&mut self) {
        let kept = |mass: &f64| *mass > NEGLIGIBLE;
        let Some(last) = self.mass.iter().rposition(kept) else {
            self.mass.clear();
            return;
        };
        self.mass.truncate(last + 1);
        let first = self.mass.iter().position(kept).unwrap_or_default();
        self.mass.drain(..first);
        self.first += first;
    }
}

/// How many of `drawn` tickets are among the `marked` of `all`: the chances around the most likely
/// number, as far as they are not negligible.
struct Hypergeometric {
    first: u64,
    chances: Vec<f64>,
    /// Sums of the chances.
    cumulated: Vec<f64>,
}

impl Hypergeometric {
    /// From the mode outwards by the quotients of neighbours, then divided by the sum: no factorial of a
    /// large number, whose logarithm would cost eight digits.
    fn new(all: u64, marked: u64, drawn: u64) -> Self {
        let low = drawn.saturating_sub(all - marked);
        let high = marked.min(drawn);
        let mode = (u128::from(drawn) + 1) * (u128::from(marked) + 1) / (u128::from(all) + 2);
        let mode = (mode as u64).clamp(low, high);
        // P(k + 1) / P(k).
        let quotient = |k: u64| {
            let up = (marked - k) as f64 * (drawn - k) as f64;
            up / ((k + 1) as f64 * (all - marked + k + 1 - drawn) as f64)
        };
        let mut below = Vec::new();
        let (mut k, mut chance) = (mode, 1.0);
        while k > low && chance > NEGLIGIBLE {
            k -= 1;
            chance /= quotient(k);
            below.push(chance);
        }
        let first = k;
        let mut chances: Vec<f64> = below.into_iter().rev().chain([1.0]).collect();
        (k, chance) = (mode, 1.0);
        while k < high && chance > NEGLIGIBLE {
            chance *= quotient(k);
            k += 1;
            chances.push(chance);
        }
        let sum: f64 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= sum);
        let mut cumulated = chances.clone();
        for at in 1..cumulated.len() {
            cumulated[at] += cumulated[at - 1];
        }
        Self {
            first,
            chances,
            cumulated,
        }
    }

    fn iter(&self) -> impl Iterator<Item = (u64, f64)> + '_ {
        (self.first..).zip(self.chances.iter().copied())
    }

    /// The chance of at most `most`.
    fn at_most(&self, most: u64) -> f64 {
        let Some(at) = most.checked_sub(self.first) else {
            return 0.0;
        };
        let last = self.cumulated.len() - 1;
        self.cumulated[usize::try_from(at).map_or(last, |at| at.min(last))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(n: u64, k: u64) -> f64 {
        (0..k).map(|j| (n - j) as f64 / (j + 1) as f64).product()
    }

    #[test]
    fn hypergeometric_chances_by_binomials() {
        for (all, marked, drawn) in [
            (10, 4, 3),
            (10, 4, 8),
            (10, 0, 5),
            (7, 7, 3),
            (30, 11, 30),
            (9, 5, 0),
        ] {
            let law = Hypergeometric::new(all, marked, drawn);
            for (k, chance) in law.iter() {
                let ways = choose(marked, k) * choose(all - marked, drawn - k);
                assert!((chance - ways / choose(all, drawn)).abs() < 1e-14);
            }
            assert!((law.chances.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            assert!((law.at_most(1000) - 1.0).abs() < 1e-14);
        }
    }

    #[test]
    fn a_block_sold_out_is_certain() {
        let lots = [(Cents(1000), 3), (Cents(100), 5), (Cents(0), 92)];
        let block = Block::new(lots).expect("a block");
        let all = block
            .player(100, Stake::from_cents(34))
            .expect("100 tickets");
        assert!((all.at_least_one_win - 1.0).abs() < 1e-12);
        assert_eq!((all.top_prize, block.winners()), (1.0, 8));
        // 35.00 EUR of prizes.
        for (stake, profit) in [(34, 1.0), (35, 0.0)] {
            let found = block
                .player(100, Stake::from_cents(stake))
                .expect("100 tickets");
            assert!((found.net_profit.expect("short") - profit).abs() < 1e-12);
        }
        assert_eq!(block.mean_variance(100), ratio(0, 1));
        assert_eq!(block.mean_variance(1), block.law().variance());
        assert!(block.player(101, Stake::from_cents(34)).is_err());
    }

    #[test]
    fn a_block_without_lots_pays_nothing() {
        let block = Block::new([(Cents(0), 4)]).expect("a block");
        let two = block.player(2, Stake::from_cents(1)).expect("two tickets");
        assert_eq!(
            (two.at_least_one_win, two.net_profit, two.top_prize),
            (0.0, Some(0.0), 0.0)
        );
        assert!(Block::new([]).is_err() && Block::new([(Cents(-1), 1)]).is_err());
    }
}
