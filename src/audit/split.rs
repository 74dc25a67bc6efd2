//! Which payouts are counted one by one, and which make a normal sum.

use super::compound::{Grid, Rare};
use crate::exact::{Law, to_f64};
use crate::units::Cents;

/// Payouts expected less often than this are counted one by one.
const MIN_EXPECTED: f64 = 50.0;

/// The sum of the other payouts is taken for normal up to this skewness.
const MAX_SKEWNESS: f64 = 0.1;

/// The largest share of the normal part's variance that a coarse grid may stand in for: see [`Split::grid`].
const MAX_SMEAR: f64 = 1e-3;

/// Moments of a round's payout given that it is none of the rare ones.
pub(super) struct Rest {
    pub(super) mean: f64,
    pub(super) sd: f64,
    /// Of the sum over the rounds expected.
    pub(super) skewness: f64,
}

/// Splits a law into payouts counted one by one and the rest. Amounts are above the least payout.
pub(super) struct Split {
    payouts: Vec<Cents>,
    amounts: Vec<u64>,
    chances: Vec<f64>,
    is_rare: Vec<bool>,
    n: f64,
}

impl Split {
    /// No payout of `law` is rare yet in `n` rounds.
    pub(super) fn new(law: &Law, n: f64) -> Self {
        let payouts: Vec<Cents> = law.weights().map(|(payout, _)| payout).collect();
        let least = payouts.first().copied().unwrap_or_default();
        let above = |payout: &Cents| (payout.0 - least.0).unsigned_abs();
        Self {
            amounts: payouts.iter().map(above).collect(),
            chances: law.probabilities().map(|(_, p)| to_f64(&p)).collect(),
            is_rare: vec![false; payouts.len()],
            payouts,
            n,
        }
    }

    /// The payouts counted one by one, ascending.
    pub(super) fn one_by_one(&self) -> Vec<Cents> {
        let rows = self.payouts.iter().zip(&self.is_rare);
        rows.filter(|row| *row.1).map(|row| *row.0).collect()
    }

    pub(super) fn rare(&self) -> Rare {
        let rows = (0..self.amounts.len()).filter(|&row| self.is_rare[row]);
        let (amounts, chances) = rows
            .map(|row| (self.amounts[row], self.chances[row]))
            .unzip();
        Rare { amounts, chances }
    }

    pub(super) fn rest(&self) -> Rest {
        let rows = (0..self.amounts.len()).filter(|&row| !self.is_rare[row]);
        let pairs: Vec<(f64, f64)> = rows
            .map(|row| (self.amounts[row] as f64, self.chances[row]))
            .collect();
        let share: f64 = pairs.iter().map(|(_, p)| p).sum();
        let mean = pairs.iter().map(|(v, p)| v * p).sum::<f64>() / share;
        let central = |power: i32| {
            let terms = pairs.iter().map(|(v, p)| p * (v - mean).powi(power));
            terms.sum::<f64>() / share
        };
        let sd = central(2).sqrt();
        Rest {
            mean,
            sd,
            skewness: central(3) / (sd * sd * sd) / (self.n * share).sqrt(),
        }
    }

    fn is_skewed(&self) -> bool {
        self.rest().skewness > MAX_SKEWNESS
    }

    /// Every payout expected fewer than 50 times; then, while the rest is too skewed, its largest.
    /// The least payout stays in the rest, where it has no weight.
    ///
    /// Where that is too much to count even on a coarse grid, the smallest of them go back to the rest as
    /// long as that stays near enough to normal: rare payouts that are small do not bend it. Gives the
    /// grid to count on, at `cost` additions at most (exact, coarse); none where there is none.
    pub(super) fn choose(&mut self, cost: [f64; 2]) -> Option<Grid> {
        for row in 1..self.amounts.len() {
            self.is_rare[row] = self.n * self.chances[row] < MIN_EXPECTED;
        }
        while self.is_skewed() {
            let largest = (1..self.amounts.len())
                .rev()
                .find(|&row| !self.is_rare[row]);
            let Some(row) = largest else { break };
            self.is_rare[row] = true;
        }
        // Of fewer payouts the sums reach less far.
        let reach = self.rare().reach(self.n);
        loop {
            let grid = self.grid(reach, cost);
            if grid.is_some() {
                return grid;
            }
            let row = (1..self.amounts.len()).find(|&row| self.is_rare[row])?;
            self.is_rare[row] = false;
            if self.is_skewed() {
                return None;
            }
        }
    }

    /// The finest grid that costs so much at most: the exact one, or one coarser by a power of two.
    ///
    /// A coarse grid adds a little noise to every rare payout. The normal part is made narrower by as
    /// much, so that the variance is right given any number of rare payouts. While the noise is a small share
    /// of it, that is as if part of the normal sum were replaced by a lattice much finer than its
    /// spread.
    fn grid(&self, reach: f64, [exact, coarse]: [f64; 2]) -> Option<Grid> {
        let (rare, rest) = (self.rare(), self.rest());
        let most = MAX_SMEAR * (self.n - rare.expected(self.n)) * rest.sd * rest.sd;
        let (mut unit, mut cost) = (rare.unit(), exact);
        loop {
            let grid = rare.on_grid(unit);
            if grid.smear(self.n) > most {
                return None;
            }
            if grid.cost(reach) <= cost {
                return Some(grid);
            }
            unit *= 2;
            cost = coarse;
        }
    }
}
