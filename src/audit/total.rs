//! The law of the total payout of a run, for laws of a round with heavy tails.

use num_bigint::BigInt;

use super::compound::{CUT, Sum};
use super::special::ln_normal_sf;
use super::split::{Rest, Split};
use crate::exact::{Cycle, Law, Ratio, ratio, root_of, to_f64};
use crate::units::Cents;

/// Fewer rounds of a chain are not tested: the long-run variance is not yet theirs.
const MIN_CHAIN: u64 = 10_000;

/// The most additions spent on rare payouts, on the grid of their amounts and on a coarser one: a fraction
/// of a second.
const MAX_COST: [f64; 2] = [4e7, 2e6];

/// The position of a total in its [`TotalLaw`].
#[derive(Clone, Debug, PartialEq)]
pub struct RtpTest {
    /// Deviation of the total from its mean, in exact standard deviations.
    pub z: f64,
    /// ln P(total at least as large).
    pub ln_upper: f64,
    /// ln P(total at most as large).
    pub ln_lower: f64,
    /// The payouts that were counted one by one, ascending.
    pub one_by_one: Vec<Cents>,
    /// The cells in which their sum was counted, where those are coarser than the payouts.
    pub cell: Option<Cents>,
    /// Skewness of the sum of the others, which was taken for normal; `NaN` where nothing varies.
    pub skewness: f64,
}

impl RtpTest {
    /// ln of the two-sided p-value, twice the smaller tail.
    pub fn ln_p(&self) -> f64 {
        (self.ln_upper.min(self.ln_lower) + std::f64::consts::LN_2).min(0.0)
    }
}

/// The law of what many rounds pay together.
///
/// A stratified tail: `P(S >= s) = Σ P(rare payouts sum to x) Φ̄((s - x - (n-m) μ) / (σ √(n-m)))`, the
/// rare payouts exactly, the rest as a normal sum with mean μ and deviation σ per round, m the number of rare
/// payouts (its mean given x, which differs from it only where several payouts can make up one x). The
/// upper tail is never below e^-50 unless no payout is rare: what lies beyond the grid is added to
/// it. Where the rare payouts are too many for the grid of their amounts, a coarser one serves that
/// keeps mean and variance.
pub struct TotalLaw {
    rounds: u64,
    /// Of all rounds together.
    mean: Ratio,
    /// Of all rounds together.
    sd: f64,
    rest: Rest,
    one_by_one: Vec<Cents>,
    cell: Option<Cents>,
    sums: Vec<Sum>,
    /// Mean of the sum of rare payouts, and of their number.
    rare: (f64, f64),
}

impl TotalLaw {
    /// Of `rounds` independent rounds that each follow `law`; none where nothing can vary, or where too
    /// many payouts would have to be counted one by one.
    pub fn of(law: &Law, rounds: u64) -> Option<Self> {
        Self::spread(law, rounds, MAX_COST, &|_| Some(1.0))
    }

    /// Of rounds that depend on each other as `chain` says, `law` being that of a round in the long run;
    /// none below ten thousand rounds.
    ///
    /// The deviation of the payouts that are not counted one by one is the chain's, in the long run. The
    /// rare ones are counted as if they were independent: dependence between events that a round in
    /// thousands brings is far below what can be seen.
    pub fn of_chain(law: &Law, chain: &Cycle, rounds: u64) -> Option<Self> {
        if rounds < MIN_CHAIN {
            return None;
        }
        Self::spread(law, rounds, MAX_COST, &|rare| stretch(chain, rare))
    }

    /// The law where `stretch` gives how much wider the sum of all payouts but some spreads than that of
    /// independent rounds, at `cost` additions at most on an exact grid and on a coarse one.
    pub(super) fn spread(
        law: &Law,
        rounds: u64,
        cost: [f64; 2],
        stretch: &dyn Fn(&[Cents]) -> Option<f64>,
    ) -> Option<Self> {
        if rounds == 0 || law.weights().len() < 2 {
            return None;
        }
        let n = rounds as f64;
        let mut split = Split::new(law, n);
        let grid = split.choose(cost)?;
        let (rare, mut rest) = (split.rare(), split.rest());
        let one_by_one = split.one_by_one();
        rest.sd *= stretch(&one_by_one)?;
        let is_coarse = !one_by_one.is_empty() && grid.unit > rare.unit();
        Some(Self {
            rounds,
            mean: law.mean() * ratio(rounds, 1),
            sd: law.standard_deviation() * stretch(&[])? * n.sqrt(),
            rest,
            cell: is_coarse.then(|| Cents(i64::try_from(grid.unit).unwrap_or(i64::MAX))),
            one_by_one,
            sums: grid.sums(rounds),
            rare: (n * rare.mean(), rare.expected(n)),
        })
    }

    /// Where `total`, in cents, lies.
    pub fn test(&self, total: i128) -> RtpTest {
        let n = self.rounds as f64;
        let excess = to_f64(&(ratio(BigInt::from(total), 1) - &self.mean));
        // s - x - (n-m) μ, written in deviations from the mean so that no digits are lost.
        let gap = |sum: &Sum| {
            excess - (sum.amount - self.rare.0) + (sum.count - self.rare.1) * self.rest.mean
        };
        let tail = |sign: f64| {
            let terms = self.sums.iter().map(|sum| {
                let gap = sign * gap(sum);
                // What the grid added to the variance is taken off; it is far below the whole.
                let whole = self.rest.sd * self.rest.sd * (n - sum.count).max(0.0);
                let variance = (whole - sum.smear).max(0.5 * whole);
                let ln_sf = if variance > 0.0 {
                    ln_normal_sf(gap / variance.sqrt())
                } else if gap <= 0.5 {
                    0.0
                } else {
                    f64::NEG_INFINITY
                };
                libm::log(sum.probability) + ln_sf
            });
            ln_sum(&terms.collect::<Vec<_>>())
        };
        let upper = if self.one_by_one.is_empty() {
            tail(1.0)
        } else {
            ln_sum(&[tail(1.0), -CUT])
        };
        RtpTest {
            z: excess / self.sd,
            ln_upper: upper.min(0.0),
            ln_lower: tail(-1.0).min(0.0),
            one_by_one: self.one_by_one.clone(),
            cell: self.cell,
            skewness: self.rest.skewness,
        }
    }
}

/// The standard deviation of a long sum of payouts, those in `rare` left out, over that of
/// independent rounds.
pub(super) fn stretch(chain: &Cycle, rare: &[Cents]) -> Option<f64> {
    let reward = |payout: Cents| if rare.contains(&payout) { 0 } else { payout.0 };
    let run = chain
        .long_run(|_, _, payout| ratio(reward(payout), 1))
        .ok()?;
    if run.marginal == Ratio::default() {
        return Some(1.0);
    }
    Some(root_of(&(run.asymptotic / run.marginal)))
}

/// ln Σ e^term.
fn ln_sum(terms: &[f64]) -> f64 {
    let most = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most.is_infinite() {
        return most;
    }
    most + libm::log(terms.iter().map(|term| libm::exp(term - most)).sum())
}

#[cfg(test)]
mod tests;
