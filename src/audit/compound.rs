//! The sum of rare payouts over many rounds, on a grid of amounts.

/// Payouts that are counted one by one, each with the probability that a round pays it.
#[derive(Clone, Debug)]
pub(super) struct Rare {
    /// Positive amounts in cents, ascending.
    pub(super) amounts: Vec<u64>,
    /// Their probabilities.
    pub(super) chances: Vec<f64>,
}

/// One cell of the grid.
pub(super) struct Sum {
    /// The sum of the rare payouts, in cents.
    pub(super) amount: f64,
    /// Its probability.
    pub(super) probability: f64,
    /// The mean number of rare payouts that make it up.
    pub(super) count: f64,
}

/// -ln of the probability that is left out beyond the end of the grid.
pub(super) const CUT: f64 = 50.0;

/// More expected rare payouts than this, and the chance of none is too small for a float.
const MAX_EXPECTED: f64 = 600.0;

/// The most additions spent.
const MAX_COST: f64 = 4e7;

impl Rare {
    /// Expected number of rare payouts in `n` rounds.
    pub(super) fn expected(&self, n: f64) -> f64 {
        n * self.chance()
    }

    /// The probability that a round pays one.
    pub(super) fn chance(&self) -> f64 {
        self.chances.iter().sum()
    }

    /// Mean of a round's rare payout, in cents.
    pub(super) fn mean(&self) -> f64 {
        self.pairs().map(|(amount, p)| amount * p).sum()
    }

    fn pairs(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let amounts = self.amounts.iter().map(|&amount| amount as f64);
        amounts.zip(self.chances.iter().copied())
    }

    /// The width of a cell: all sums are multiples of it.
    fn unit(&self) -> u64 {
        self.amounts
            .iter()
            .fold(0, |unit, &amount| num_integer::gcd(unit, amount))
    }

    /// An amount that `n` rounds exceed with probability at most e^-CUT, by Chernoff's bound
    /// `P(S >= x) <= e^(-θx) E[e^(θS)]`, the best over a grid of θ.
    fn reach(&self, n: f64) -> f64 {
        let Some(&top) = self.amounts.last() else {
            return 0.0;
        };
        let top = top as f64;
        let bound = |step: i32| {
            let theta = 0.125 * f64::from(step) / top;
            let growth: f64 = self.pairs().map(|(v, p)| p * libm::expm1(theta * v)).sum();
            (n * libm::log1p(growth) + CUT) / theta
        };
        (1..=400).map(bound).fold(n * top, f64::min)
    }

    /// Whether [`Rare::sums`] of `n` rounds is a matter of a fraction of a second.
    pub(super) fn is_feasible(&self, n: f64) -> bool {
        let cells = self.reach(n) / self.unit().max(1) as f64;
        self.expected(n) <= MAX_EXPECTED && cells * self.amounts.len() as f64 <= MAX_COST
    }

    /// The law of the sum of all rare payouts in `n` rounds, but for a probability of e^-CUT beyond the
    /// last cell.
    ///
    /// Let `f(z) = q + Σ p_i z^(v_i)`. The coefficients h of f^(n-1) follow from `h' f = (n-1) f' h`, which
    /// is the recursion of H. Panjer (ASTIN Bulletin 12, 1981) for a binomial count; then those of
    /// f^n are `q h(x) + Σ p_i h(x - v_i)`, and the last sum times n is the probability times the mean
    /// number of rare payouts.
    pub(super) fn sums(&self, n: u64) -> Vec<Sum> {
        let unit = self.unit().max(1);
        let q = 1.0 - self.chance();
        let cells = (self.reach(n as f64) / unit as f64) as usize + 1;
        let steps: Vec<(usize, f64)> = self
            .amounts
            .iter()
            .zip(&self.chances)
            .map(|(&amount, &p)| ((amount / unit) as usize, p))
            .collect();
        let mut h = vec![0.0_f64; cells];
        h[0] = libm::exp((n as f64 - 1.0) * libm::log1p(-self.chance()));
        for x in 1..cells {
            let terms = steps.iter().take_while(|(step, _)| *step <= x);
            let sum: f64 = terms
                .map(|&(step, p)| p * (n as f64 * step as f64 - x as f64) * h[x - step])
                .sum();
            h[x] = (sum / (q * x as f64)).max(0.0);
        }
        let cell = |x: usize| {
            let terms = steps.iter().take_while(|(step, _)| *step <= x);
            let last: f64 = terms.map(|&(step, p)| p * h[x - step]).sum();
            let probability = q * h[x] + last;
            Sum {
                amount: (x as u64 * unit) as f64,
                probability,
                count: n as f64 * last / probability,
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
        for sum in rare.sums(2000) {
            let count = (sum.amount / 500.0) as u64;
            let expected = libm::exp(ln_binomial_pmf(count, 2000, 0.01));
            assert!((sum.probability / expected - 1.0).abs() < 1e-9, "{count}");
            assert!((sum.count - count as f64).abs() < 1e-6 * (1.0 + count as f64));
        }
    }

    #[test]
    fn moments_of_several_payouts() {
        let rare = Rare {
            amounts: vec![200, 300, 1000],
            chances: vec![0.02, 0.01, 0.001],
        };
        let n = 3000;
        let sums = rare.sums(n);
        let total: f64 = sums.iter().map(|sum| sum.probability).sum();
        let mean: f64 = sums.iter().map(|sum| sum.probability * sum.amount).sum();
        let count: f64 = sums.iter().map(|sum| sum.probability * sum.count).sum();
        let square: f64 = sums
            .iter()
            .map(|sum| sum.probability * sum.amount * sum.amount)
            .sum();
        let n = n as f64;
        assert!((total - 1.0).abs() < 1e-12);
        assert!((mean / (n * rare.mean()) - 1.0).abs() < 1e-12);
        assert!((count / rare.expected(n) - 1.0).abs() < 1e-12);
        let second = 0.02 * 4e4 + 0.01 * 9e4 + 0.001 * 1e6;
        let variance = n * (second - rare.mean() * rare.mean());
        assert!(((square - mean * mean) / variance - 1.0).abs() < 1e-9);
    }
}
