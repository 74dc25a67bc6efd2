//! How many of the tickets drawn are of one kind.

/// A chance below this share of the greatest one is left out.
pub(super) const NEGLIGIBLE: f64 = 1e-20;

/// How many of `drawn` tickets are among the `marked` of `all`: the chances around the most likely
/// number, as far as they are not negligible.
pub(super) struct Hypergeometric {
    first: u64,
    pub(super) chances: Vec<f64>,
    /// Sums of the chances.
    cumulated: Vec<f64>,
}

impl Hypergeometric {
    /// From the mode outwards by the quotients of neighbours, then divided by the sum: no factorial of a
    /// large number, whose logarithm would cost eight digits.
    pub(super) fn new(all: u64, marked: u64, drawn: u64) -> Self {
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

    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, f64)> + '_ {
        (self.first..).zip(self.chances.iter().copied())
    }

    /// The chance of at most `most`.
    pub(super) fn at_most(&self, most: u64) -> f64 {
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
}
