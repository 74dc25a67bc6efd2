//! The chance that tickets of a block pay more than they cost.

use num_integer::Integer;

use crate::exact::block::Block;
use crate::exact::hypergeometric::{Hypergeometric, NEGLIGIBLE};
use crate::exact::player::MAX_WORK;
use crate::units::{Cents, Stake};

impl Block {
    /// The chance that `bought` tickets pay more than they cost.
    ///
    /// Whoever buys more than half of the block is looked at from the other side: the tickets left must not
    /// be worth what the block pays beyond the cost.
    pub(super) fn profit(&self, bought: u64, stake: Stake) -> Option<f64> {
        let pays = |&(amount, number): &(Cents, u64)| i128::from(amount.0) * i128::from(number);
        let all: i128 = self.lots.iter().map(pays).sum();
        let cost = i128::from(stake.cents()) * i128::from(bought);
        let left = self.tickets - bought;
        let chance = if bought <= left {
            1.0 - self.at_most(bought, cost)?
        } else {
            self.at_most(left, all - cost - 1)?
        };
        Some(chance.clamp(0.0, 1.0))
    }

    /// The chance that `drawn` tickets pay at most `limit`, in cents.
    fn at_most(&self, drawn: u64, limit: i128) -> Option<f64> {
        let paying = self.lots.iter().filter(|(amount, _)| *amount > Cents::ZERO);
        let unit = paying
            .clone()
            .fold(0, |unit: i64, (amount, _)| unit.gcd(&amount.0));
        if limit < 0 || unit == 0 {
            return Some(if limit < 0 { 0.0 } else { 1.0 });
        }
        let steps: Vec<(usize, u64)> = paying
            .map(|&(amount, number)| Some((usize::try_from(amount.0 / unit).ok()?, number)))
            .collect::<Option<_>>()?;
        let limit = usize::try_from(limit / i128::from(unit)).ok()?;
        self.one_by_one(drawn, limit, &steps)
            .or_else(|| self.by_waves(drawn, limit, &steps))
    }

    /// The same in units, given the paying tickets.
    ///
    /// Amount by amount from the largest: how many of the tickets bought are of it is
    /// hypergeometric, given how many are left to be bought among the smaller amounts. What is
    /// carried along is the joint chance of tickets found and sum paid, as far as the sum does not exceed
    /// the limit; for the least amount that pays, its tail is enough. None where that takes too long.
    pub(super) fn one_by_one(
        &self,
        drawn: u64,
        limit: usize,
        steps: &[(usize, u64)],
    ) -> Option<f64> {
        let (&(least, last), larger) = steps.split_last()?;
        let mut work = 0.0;
        let mut left = self.tickets;
        // The chance of each sum, for every number of tickets found.
        let mut rows = vec![(0_u64, Row::certain())];
        for &(step, number) in larger {
            let mut next: Vec<(u64, Row)> = Vec::new();
            for (found, row) in &rows {
                let counts = Hypergeometric::new(left, number, drawn - found);
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
                    next[at].1.add(row, shift, chance, limit);
                }
            }
            next.iter_mut().for_each(|(_, row)| row.trim());
            next.retain(|(_, row)| !row.mass.is_empty());
            rows = next;
            left -= number;
        }
        let mut within = 0.0;
        for (found, row) in &rows {
            let counts = Hypergeometric::new(left, last, drawn - found);
            for (sum, mass) in row.iter() {
                within += mass * counts.at_most(((limit - sum) / least) as u64);
            }
        }
        Some(within)
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
