//! Rounds that walk through a cycle of states, as keys are collected until a chest opens.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use crate::error::{Error, Result};
use crate::exact::law::Law;
use crate::exact::number::{Ratio, ratio};
use crate::units::Cents;

/// Players of at most so many rounds get exact fractions: their denominators have ten digits per round.
pub const EXACT_ROUNDS: u64 = 100;

/// The share of the whole that one unit stands for in the rounds of longer players, in bits.
const FINE: u32 = 160;

/// Rounds after which nothing is left of where a player began; a longer one goes on in the long run.
pub(super) const FORGOTTEN: u64 = 4000;

/// A round begun in one state: the chance of every payout, by whether the state stays or moves on.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// Of rounds that leave the state as it is.
    pub stays: BTreeMap<Cents, Ratio>,
    /// Of rounds that lead to the next state, from the last to the first.
    pub moves: BTreeMap<Cents, Ratio>,
}

impl Stage {
    /// The chance that a round moves on.
    pub fn advance(&self) -> Ratio {
        self.moves.values().sum()
    }

    /// All payouts with their chances, and whether the state moves on.
    fn rounds(&self) -> impl Iterator<Item = (bool, Cents, &Ratio)> {
        let told = |moves: bool| move |(&payout, p)| (moves, payout, p);
        let stays = self.stays.iter().map(told(false));
        stays.chain(self.moves.iter().map(told(true)))
    }
}

/// A row of [`Stage`]s that begins anew after the last.
#[derive(Clone, Debug)]
pub struct Cycle {
    stages: Vec<Stage>,
}

/// Mean and variances of a quantity per round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongRun {
    /// Its mean.
    pub mean: Ratio,
    /// The variance in one round.
    pub marginal: Ratio,
    /// n times the variance of the mean over n rounds, as n grows: dependence included.
    pub asymptotic: Ratio,
}

/// Shares of the rounds that begin in each state, as integers over their sum.
#[derive(Clone, Debug)]
pub struct Occupancy {
    /// One per state.
    pub weights: Vec<BigUint>,
    /// Whether they are exact; else they are within 1e-40 of it.
    pub is_exact: bool,
}

impl Occupancy {
    /// The shares.
    pub fn shares(&self) -> Vec<Ratio> {
        let sum: BigUint = self.weights.iter().sum();
        let share = |weight: &BigUint| ratio(weight.clone(), sum.clone());
        self.weights.iter().map(share).collect()
    }
}

impl Cycle {
    /// The cycle of `stages`.
    ///
    /// # Errors
    /// There are none, or chances that are below 0, do not sum to 1 or never move on.
    pub fn new(stages: Vec<Stage>) -> Result<Self> {
        let is_law = |stage: &Stage| {
            let mut sum = Ratio::zero();
            for (_, payout, p) in stage.rounds() {
                if p.is_negative() || payout < Cents::ZERO {
                    return false;
                }
                sum += p;
            }
            sum.is_one() && !stage.advance().is_zero()
        };
        if stages.is_empty() || !stages.iter().all(is_law) {
            return Err(Error::input(
                "the chances of a round do not sum to 1, or a state is never left",
            ));
        }
        Ok(Self { stages })
    }

    /// The stages.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Mean and variance of the rounds of a cycle: each state lasts a geometric number of rounds.
    pub fn length(&self) -> (Ratio, Ratio) {
        let (mut mean, mut variance) = (Ratio::zero(), Ratio::zero());
        for stage in &self.stages {
            let advance = stage.advance();
            mean += advance.recip();
            variance += (Ratio::one() - &advance) / (&advance * &advance);
        }
        (mean, variance)
    }

    /// The least n such that a cycle ends within n rounds with a chance of at least `share`, below 1.
    pub fn length_quantile(&self, share: &Ratio) -> u64 {
        let (steps, whole) = self.steps();
        let mut states = vec![BigUint::zero(); steps.len()];
        states[0] = BigUint::one();
        let (mut ended, mut all) = (BigUint::zero(), BigUint::one());
        for rounds in 0_u64.. {
            let reached = ratio(ended.clone(), all.clone());
            if reached >= *share || *share >= Ratio::one() {
                return rounds;
            }
            ended *= &whole;
            ended += step(&mut states, &steps, &whole);
            all *= &whole;
        }
        u64::MAX
    }

    /// Long-run shares of the rounds that begin in each state: in proportion to how long it lasts.
    ///
    /// # Errors
    /// Never for a cycle, whose chances are positive.
    pub fn stationary(&self) -> Result<Occupancy> {
        let lasts: Vec<Ratio> = self
            .stages
            .iter()
            .map(|stage| stage.advance().recip())
            .collect();
        let (weights, _) = integers(&lasts)?;
        Ok(Occupancy {
            weights,
            is_exact: true,
        })
    }

    /// Shares of the first `rounds` rounds of a player who begins in the first state.
    ///
    /// Exact up to [`EXACT_ROUNDS`]. Beyond, chances are integers over 2^160, each rounded down; the lost
    /// units, a few per round, stay below 1e-40 of the whole. Once the player's beginning is
    /// forgotten, the remaining rounds have the long-run shares.
    ///
    /// # Errors
    /// As [`Cycle::stationary`].
    pub fn occupancy(&self, rounds: u64) -> Result<Occupancy> {
        let (steps, whole) = self.steps();
        let is_exact = rounds <= EXACT_ROUNDS;
        let unit = if is_exact {
            BigUint::one()
        } else {
            BigUint::one() << FINE
        };
        let mut states = vec![BigUint::zero(); steps.len()];
        states[0].clone_from(&unit);
        let mut sums = states.clone();
        for _ in 1..rounds.min(FORGOTTEN) {
            let ended = step(&mut states, &steps, &whole);
            states[0] += ended;
            for (sum, state) in sums.iter_mut().zip(&mut states) {
                if is_exact {
                    *sum *= &whole;
                } else {
                    *state /= &whole;
                }
                *sum += &*state;
            }
        }
        let more = rounds.saturating_sub(FORGOTTEN);
        if more > 0 {
            let stationary = self.stationary()?.weights;
            let all: BigUint = stationary.iter().sum();
            let shares = sums.iter_mut().zip(&stationary);
            shares.for_each(|(sum, weight)| *sum += weight * &unit * more / &all);
        }
        Ok(Occupancy {
            weights: sums,
            is_exact,
        })
    }

    /// The law of the payout of a round that begins in each state as often as `occupancy` says.
    ///
    /// # Errors
    /// Never for a cycle.
    pub fn law(&self, occupancy: &Occupancy) -> Result<Law> {
        let mut parts = Vec::new();
        for (weight, stage) in occupancy.weights.iter().zip(&self.stages) {
            let (payouts, chances): (Vec<Cents>, Vec<Ratio>) = stage
                .rounds()
                .map(|(_, payout, p)| (payout, p.clone()))
                .unzip();
            let (weights, _) = integers(&chances)?;
            parts.push((weight.clone(), Law::of(payouts.into_iter().zip(weights))?));
        }
        Law::mixture(&parts)
    }

    /// Long-run mean and variances of `reward`, which a round earns by the number of its state,
    /// whether it moves on, and its payout.
    ///
    /// Let μ be the long-run mean, r the mean reward in state k, and h the solution of Poisson's equation
    /// `h - P h = r - μ` (the fundamental matrix times r - μ). A state moves only to the next, with chance a,
    /// so that is `h(k+1) - h(k) = (μ - r) / a`. Then `reward - μ + h(next) - h(k)` has mean 0 given
    /// all that went before, so its variance is that of the sum per round.
    ///
    /// # Errors
    /// Never for a cycle.
    pub fn long_run(&self, reward: impl Fn(usize, bool, Cents) -> Ratio) -> Result<LongRun> {
        let shares = self.stationary()?.shares();
        let means: Vec<Ratio> = (0..self.stages.len())
            .map(|at| {
                let rounds = self.stages[at].rounds();
                rounds
                    .map(|(moves, payout, p)| p * reward(at, moves, payout))
                    .sum()
            })
            .collect();
        let mean: Ratio = shares
            .iter()
            .zip(&means)
            .map(|(share, mean)| share * mean)
            .sum();
        let (mut marginal, mut asymptotic) = (Ratio::zero(), Ratio::zero());
        for (at, stage) in self.stages.iter().enumerate() {
            let rise = (&mean - &means[at]) / stage.advance();
            for (moves, payout, p) in stage.rounds() {
                let mut excess = reward(at, moves, payout) - &mean;
                marginal += &shares[at] * p * &excess * &excess;
                if moves {
                    excess += &rise;
                }
                asymptotic += &shares[at] * p * &excess * &excess;
            }
        }
        Ok(LongRun {
            mean,
            marginal,
            asymptotic,
        })
    }

    /// The chances to move on as integers over one denominator.
    fn steps(&self) -> (Vec<BigUint>, BigUint) {
        let chances: Vec<Ratio> = self.stages.iter().map(Stage::advance).collect();
        // Chances are not negative: `new` saw to it.
        integers(&chances).unwrap_or_default()
    }
}

/// One round, every state times `whole`; gives what ended the cycle.
fn step(states: &mut [BigUint], steps: &[BigUint], whole: &BigUint) -> BigUint {
    let mut arriving = BigUint::zero();
    for (state, step) in states.iter_mut().zip(steps) {
        let moving = &*state * step;
        *state *= whole;
        *state -= &moving;
        *state += &arriving;
        arriving = moving;
    }
    arriving
}

/// Numbers that are not negative as integers over their least common denominator.
fn integers(numbers: &[Ratio]) -> Result<(Vec<BigUint>, BigUint)> {
    let whole = numbers
        .iter()
        .fold(BigInt::one(), |whole, number| whole.lcm(number.denom()));
    let natural = |number: BigInt| {
        let sign = || Error::internal("a chance below 0");
        number.to_biguint().ok_or_else(sign)
    };
    let scaled = numbers
        .iter()
        .map(|number| natural(number.numer() * (&whole / number.denom())));
    Ok((scaled.collect::<Result<_>>()?, natural(whole.clone())?))
}
