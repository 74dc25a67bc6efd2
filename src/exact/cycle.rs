//! Rounds that walk through a cycle of states, as keys are collected until a chest opens.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use crate::error::{Error, Result};
use crate::exact::law::Law;
use crate::exact::number::{Ratio, ratio};
use crate::exact::occupancy::Occupancy;
use crate::units::Cents;

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
    /// What the variance of the sum over n rounds that begin in the long run is more than n times
    /// [`asymptotic`](Self::asymptotic), as n grows: it falls to this as fast as the first state is
    /// forgotten.
    pub edge: Ratio,
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
    /// These differences d sum to that of the rewards, but for h at both ends: with h of mean 0 and g
    /// the solution of `g - P g = h`, the variance of the sum is by 2 E h² - 2 E d g(next) more than n E d².
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
        let excess: Vec<Ratio> = means.iter().map(|reward| reward - &mean).collect();
        let ahead = self.solve(&shares, &excess);
        let further = self.solve(&shares, &ahead);
        let (mut marginal, mut asymptotic) = (Ratio::zero(), Ratio::zero());
        let mut edge = Ratio::zero();
        for (at, stage) in self.stages.iter().enumerate() {
            let next = (at + 1) % self.stages.len();
            edge += &shares[at] * &ahead[at] * &ahead[at];
            for (moves, payout, p) in stage.rounds() {
                let mut excess = reward(at, moves, payout) - &mean;
                marginal += &shares[at] * p * &excess * &excess;
                if moves {
                    excess += &ahead[next] - &ahead[at];
                }
                asymptotic += &shares[at] * p * &excess * &excess;
                let reached = if moves { next } else { at };
                edge -= &shares[at] * p * excess * &further[reached];
            }
        }
        Ok(LongRun {
            mean,
            marginal,
            asymptotic,
            edge: edge * ratio(2, 1),
        })
    }

    /// The solution h of Poisson's equation `h - P h = excess` with mean 0, that of `excess` being 0.
    fn solve(&self, shares: &[Ratio], excess: &[Ratio]) -> Vec<Ratio> {
        let mut solution = vec![Ratio::zero()];
        for (stage, excess) in self.stages.iter().zip(excess) {
            let last = &solution[solution.len() - 1];
            solution.push(last - excess / stage.advance());
        }
        solution.pop();
        let mean: Ratio = shares
            .iter()
            .zip(&solution)
            .map(|(share, h)| share * h)
            .sum();
        solution.iter().map(|h| h - &mean).collect()
    }

    /// The chances to move on as integers over one denominator.
    pub(super) fn steps(&self) -> (Vec<BigUint>, BigUint) {
        let chances: Vec<Ratio> = self.stages.iter().map(Stage::advance).collect();
        // Chances are not negative: `new` saw to it.
        integers(&chances).unwrap_or_default()
    }
}

/// One round, every state times `whole`; gives what ended the cycle.
pub(super) fn step(states: &mut [BigUint], steps: &[BigUint], whole: &BigUint) -> BigUint {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Two states that are left with chance 1/4: rounds begun in one of them have correlations 1/2^j, so the
    /// variance of their number in n rounds is n/4 (1 + 2 sum (1 - j/n) / 2^j), which is 3n/4 - 1 but for
    /// a term that falls as 1/2^n.
    #[test]
    fn variances_by_hand() {
        let stage = || Stage {
            stays: BTreeMap::from([(Cents(0), ratio(3, 4))]),
            moves: BTreeMap::from([(Cents(0), ratio(1, 4))]),
        };
        let cycle = Cycle::new(vec![stage(), stage()]).expect("a cycle");
        let run = cycle
            .long_run(|at, _, _| ratio(at as u64, 1))
            .expect("a cycle");
        assert_eq!((run.mean, run.marginal), (ratio(1, 2), ratio(1, 4)));
        assert_eq!((run.asymptotic, run.edge), (ratio(3, 4), -ratio(1, 1)));
        // Moves are independent of each other: nothing happens at the edges.
        let run = cycle
            .long_run(|_, moves, _| ratio(u64::from(moves), 1))
            .expect("a cycle");
        assert_eq!((run.asymptotic, run.edge), (ratio(3, 16), Ratio::zero()));
    }
}
