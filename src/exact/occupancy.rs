//! How often the rounds of a player of a [`Cycle`] begin in each state.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::error::Result;
use crate::exact::cycle::{Cycle, step};
use crate::exact::number::Ratio;
use crate::exact::reduce::Reducer;

/// Players of at most so many rounds get exact fractions: their denominators have nine digits per round.
pub const EXACT_ROUNDS: u64 = 2000;

/// What the shares of longer players may be wrong by.
pub const OCCUPANCY_ERROR: f64 = 1e-40;

/// The share of the whole that one unit stands for in the rounds of longer players, in bits.
const FINE: u32 = 256;

type Matrix = Vec<Vec<BigUint>>;

/// Shares of the rounds that begin in each state, as integers over their sum.
#[derive(Clone, Debug)]
pub struct Occupancy {
    /// One per state.
    pub weights: Vec<BigUint>,
    /// Whether they are exact; else they are within [`OCCUPANCY_ERROR`] of it.
    pub is_exact: bool,
}

impl Occupancy {
    /// The shares.
    pub fn shares(&self) -> Vec<Ratio> {
        let sum: BigUint = self.weights.iter().sum();
        let reducer = Reducer::of(&sum);
        self.weights
            .iter()
            .map(|weight| reducer.ratio(weight))
            .collect()
    }
}

impl Cycle {
    /// Shares of the first `rounds` rounds of a player who begins in the first state: the first row of
    /// `Σ P^t` over t below `rounds`.
    ///
    /// Exact up to [`EXACT_ROUNDS`], round by round; beyond, as [`Cycle::occupancy_in_digits`].
    ///
    /// # Errors
    /// Never for a cycle.
    pub fn occupancy(&self, rounds: u64) -> Result<Occupancy> {
        if rounds > EXACT_ROUNDS {
            return Ok(self.occupancy_in_digits(rounds));
        }
        let (steps, whole) = self.steps();
        let mut states = vec![BigUint::zero(); steps.len()];
        states[0] = BigUint::one();
        let mut sums = states.clone();
        for _ in 1..rounds {
            let ended = step(&mut states, &steps, &whole);
            states[0] += ended;
            for (sum, state) in sums.iter_mut().zip(&states) {
                *sum *= &whole;
                *sum += state;
            }
        }
        Ok(Occupancy {
            weights: sums,
            is_exact: true,
        })
    }

    /// The same within [`OCCUPANCY_ERROR`].
    ///
    /// Chances are integers over 2^256 and the sum is doubled: `S(2n) = S(n) + P^n S(n)`. Each product is
    /// rounded down, by a unit per term, and a doubling at most quadruples an error (a row of P^n sums to 1, a
    /// column of three states to 3), so that after 30 doublings, 10^9 rounds, it is below 2^-190 of the
    /// whole.
    pub fn occupancy_in_digits(&self, rounds: u64) -> Occupancy {
        let (steps, whole) = self.steps();
        Occupancy {
            weights: doubled(&steps, &whole, rounds),
            is_exact: false,
        }
    }
}

/// The first row of the sum of so many powers, in units of 2^-256.
fn doubled(steps: &[BigUint], whole: &BigUint, rounds: u64) -> Vec<BigUint> {
    let size = steps.len();
    let unit = BigUint::one() << FINE;
    let diagonal = |unit: &BigUint| -> Matrix {
        let entry = |row, column| {
            if row == column {
                unit.clone()
            } else {
                BigUint::zero()
            }
        };
        (0..size)
            .map(|row| (0..size).map(|column| entry(row, column)).collect())
            .collect()
    };
    let mut chances = diagonal(&BigUint::zero());
    for (at, moves) in steps.iter().enumerate() {
        let moves = moves * &unit / whole;
        chances[at][at] += &unit - &moves;
        chances[at][(at + 1) % size] += moves;
    }
    // P^n and Σ P^t over t < n, for the leading bits n of `rounds`.
    let (mut power, mut sum) = (diagonal(&unit), diagonal(&BigUint::zero()));
    for bit in (0..u64::BITS - rounds.leading_zeros()).rev() {
        sum = plus(&sum, &times(&power, &sum));
        power = times(&power, &power);
        if rounds >> bit & 1 == 1 {
            sum = plus(&sum, &power);
            power = times(&power, &chances);
        }
    }
    sum.swap_remove(0)
}

fn plus(a: &Matrix, b: &Matrix) -> Matrix {
    let row =
        |(a, b): (&Vec<BigUint>, &Vec<BigUint>)| a.iter().zip(b).map(|(a, b)| a + b).collect();
    a.iter().zip(b).map(row).collect()
}

fn times(a: &Matrix, b: &Matrix) -> Matrix {
    let entry = |row: &[BigUint], column: usize| -> BigUint {
        let terms = row.iter().zip(b).map(|(value, line)| value * &line[column]);
        terms.sum::<BigUint>() >> FINE
    };
    let line = |row: &Vec<BigUint>| (0..row.len()).map(|column| entry(row, column)).collect();
    a.iter().map(line).collect()
}
