//! The sum of rare payouts over many rounds, on a grid of amounts.

use std::collections::BTreeMap;

/// Payouts that are counted one by one, each with the probability that a round pays it.
#[derive(Clone, Debug)]
pub(super) struct Rare {
    /// Positive amounts in cents, ascending.
    pub(super) amounts: Vec<u64>,
    /// Their probabilities.
    pub(super) chances: Vec<f64>,
}

/// What a round may add to the sum, in cells of a grid.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// The probability.
    chance: f64,
    /// The variance, in cents squared, by which the grid spreads the payouts met here, times their chance.
    smear: f64,
}

/// Rare payouts on a grid.
///
/// A payout between two points of the grid is shared between them so that its mean stays. That adds
/// `(v - low) (high - v)` to its variance, which is kept in mind: the caller takes it off what else varies.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// The width of a cell, in cents.
    pub(super) unit: u64,
    /// By number of cells.
    steps: BTreeMap<u64, Step>,
}

/// One cell of the grid.
pub(super) struct Sum {
    /// The sum of the rare payouts, in cents.
    pub(super) amount: f64,
    /// Its probability.
    pub(super) probability: f64,
    /// The mean number of rare payouts that make it up.
    pub(super) count: f64,
    /// The mean variance that the grid added to them, in cents squared.
    pub(super) smear: f64,
}

/// -ln of the probability that is left out beyond the end of the grid.
pub(super) const CUT: f64 = 50.0;

/// Chances are scaled down when one exceeds this.
const HUGE: f64 = 1e200;

impl Rare {
    /// Expected number of rare payouts in `n` rounds.
    pub(super) fn expected(&self, n: f64) -> f64 {
        n * self.chance()
    }

    /// The probability that a round pays one.
    fn chance(&self) -> f64 {
        self.chances.iter().sum()
    }

    /// Mean of a round's rare payout, in cents.
    pub(super) fn mean(&self) -> f64 {
        self.pairs().map(|(amount, p)| amount as f64 * p).sum()
    }

    fn pairs(&self) -> impl Iterator<Item = (u64, f64)> + '_ {
        self.amounts
            .iter()
            .copied()
            .zip(self.chances.iter().copied())
    }

    /// The widest cell such that all sums are multiples of it.
    pub(super) fn unit(&self) -> u64 {
        let gcd = |unit, &amount| num_integer::gcd(unit, amount);
        self.amounts.iter().fold(0, gcd).max(1)
    }

    /// An amount that `n` rounds exceed with probability at most e^-CUT.
    pub(super) fn reach(&self, n: f64) -> f64 {
        let pairs: Vec<(f64, f64)> = self.pairs().map(|(v, p)| (v as f64, p)).collect();
        reach(&pairs, n)
    }

    /// The payouts on the grid of multiples of `unit`.
    pub(super) fn on_grid(&self, unit: u64) -> Grid {
        let mut steps = BTreeMap::<u64, Step>::new();
        for (amount, p) in self.pairs() {
            let over = amount % unit;
            let share = over as f64 / unit as f64;
            let smear = over as f64 * (unit - over) as f64;
            for (at, chance) in [
                (amount / unit, p * (1.0 - share)),
                (amount / unit + 1, p * share),
            ] {
                if chance > 0.0 {
                    let step = steps.entry(at).or_default();
                    step.chance += chance;
                    step.smear += chance * smear;
                }
            }
        }
        Grid { unit, steps }
    }
}

/// By Chernoff's bound `P(S >= x) <= e^(-θx) E[e^(θS)]`, the best over a grid of θ.
fn reach(pairs: &[(f64, f64)], n: f64) -> f64 {
    let top = pairs.last().map_or(0.0, |pair| pair.0);
    if top <= 0.0 {
        return 0.0;
    }
    let bound = |step: i32| {
        let theta = 0.125 * f64::from(step) / top;
        let growth: f64 = pairs.iter().map(|(v, p)| p * libm::expm1(theta * v)).sum();
        (n * libm::log1p(growth) + CUT) / theta
    };
    (1..=400).map(bound).fold(n * top, f64::min)
}

impl Grid {
    /// The variance that the grid adds to the sum of `n` rounds, in cents squared.
    pub(super) fn smear(&self, n: f64) -> f64 {
        n * self.steps.values().map(|step| step.smear).sum::<f64>()
    }

    /// The additions that [`Grid::sums`] takes where sums go as far as `reach`.
    pub(super) fn cost(&self, reach: f64) -> f64 {
        reach / self.unit as f64 * self.steps.len() as f64
    }

    /// The law of the sum of all rare payouts in `n` rounds, but for a probability of e^-CUT beyond the
    /// last cell.
    ///
    /// Let `f(z) = q + Σ p_i z^(v_i)`. The coefficients h of f^(n-1) follow from `h' f = (n-1) f' h`, which
    /// is the recursion of H. Panjer (ASTIN Bulletin 12, 1981) for a binomial count; then those of
    /// f^n are `q h(x) + Σ p_i h(x - v_i)`, and the last sum times n is the probability times the mean
    /// number of rare payouts; likewise any other mean over them. The recursion is linear, so that it begins
    /// with 1 and is scaled down on the way: the chance of no rare payout at all may be below any
    /// float.
    pub(super) fn sums(&self, n: u64) -> Vec<Sum> {
        let unit = self.unit as f64;
        let steps: Vec<(usize, Step)> = self
            .steps
            .iter()
            .map(|(&at, &step)| (at as usize, step))
            .collect();
        let pairs: Vec<(f64, f64)> = steps
            .iter()
            .map(|(at, step)| (*at as f64, step.chance))
            .collect();
        let chance: f64 = pairs.iter().map(|pair| pair.1).sum();
        let q = 1.0 - chance;
        let cells = reach(&pairs, n as f64) as usize + 1;
        // A payout may lie below half a cell.
        let still = steps
            .first()
            .filter(|(at, _)| *at == 0)
            .map_or(0.0, |(_, step)| step.chance);
        let moving = &steps[usize::from(still > 0.0)..];
        let mut ln_scale = (n as f64 - 1.0) * libm::log1p(still - chance);
        let mut h = vec![0.0_f64; cells];
        h[0] = 1.0;
        for x in 1..cells {
            let terms = moving.iter().take_while(|(at, _)| *at <= x);
            let sum: f64 = terms
                .map(|&(at, step)| step.chance * (n as f64 * at as f64 - x as f64) * h[x - at])
                .sum();
            h[x] = (sum / ((q + still) * x as f64)).max(0.0);
            if h[x] > HUGE {
                h[..=x].iter_mut().for_each(|value| *value /= HUGE);
                ln_scale += libm::log(HUGE);
            }
        }
        let scale = libm::exp(ln_scale);
        let cell = |x: usize| {
            let terms = steps.iter().take_while(|(at, _)| *at <= x);
            let (mut last, mut smear) = (0.0, 0.0);
            for &(at, step) in terms {
                last += step.chance * h[x - at];
                smear += step.smear * h[x - at];
            }
            let all = q * h[x] + last;
            Sum {
                amount: x as f64 * unit,
                probability: all * scale,
                count: n as f64 * last / all,
                smear: n as f64 * smear / all,
            }
        };
        (0..cells)
            .map(cell)
            .filter(|sum| sum.probability > 1e-60)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::special::ln_binomial_pmf;

    #[test]
    fn one_payout_is_binomial() {
        let rare = Rare {
            amounts: vec![500],
            chances: vec![0.01],
        };
        // The second number of rounds has no chance of none that a float could hold.
        for n in [2000, 200_000] {
            let sums = rare.on_grid(rare.unit()).sums(n);
            assert!((sums.iter().map(|sum| sum.probability).sum::<f64>() - 1.0).abs() < 1e-9);
            for sum in sums {
                let count = (sum.amount / 500.0) as u64;
                let expected = libm::exp(ln_binomial_pmf(count, n, 0.01));
                assert!((sum.probability / expected - 1.0).abs() < 1e-9, "{count}");
                assert!((sum.count - count as f64).abs() < 1e-6 * (1.0 + count as f64));
                assert!(sum.smear.abs() < f64::MIN_POSITIVE);
            }
        }
    }

    /// Exact grids, coarse ones, and one that shares payouts with its lowest point.
    #[test]
    fn moments_of_several_payouts() {
        let rare = Rare {
            amounts: vec![200, 300, 1000],
            chances: vec![0.02, 0.01, 0.001],
        };
        let rounds = 3000;
        let n = 3000.0;
        for unit in [100, 70, 250, 900] {
            let grid = rare.on_grid(unit);
            let sums = grid.sums(rounds);
            let over = |value: &dyn Fn(&Sum) -> f64| -> f64 {
                sums.iter().map(|sum| sum.probability * value(sum)).sum()
            };
            let (total, mean, count) = (
                over(&|_| 1.0),
                over(&|sum| sum.amount),
                over(&|sum| sum.count),
            );
            let square = over(&|sum| sum.amount * sum.amount);
            assert!((total - 1.0).abs() < 1e-12, "{unit}");
            assert!((mean / (n * rare.mean()) - 1.0).abs() < 1e-12, "{unit}");
            assert!((count / rare.expected(n) - 1.0).abs() < 1e-12, "{unit}");
            let smear = grid.smear(n);
            assert!(
                (over(&|sum| sum.smear) - smear).abs() <= 1e-12 * smear,
                "{unit}"
            );
            let second = 0.02 * 4e4 + 0.01 * 9e4 + 0.001 * 1e6;
            let variance = n * (second - rare.mean() * rare.mean());
            assert!(
                ((square - mean * mean - smear) / variance - 1.0).abs() < 1e-9,
                "{unit}"
            );
        }
    }
}
