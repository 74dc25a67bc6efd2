//! Exact sums over the payouts of a run, and the mean and variance that follow from them.

use crate::tally::Tally;

/// Number of rounds with the exact first and second power sums of their payouts in cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moments {
    /// Rounds.
    pub n: u64,
    /// Sum of the payouts, in cents.
    pub sum: i128,
    /// Sum of the squared payouts, in cents squared.
    pub squares: i128,
    /// Rounds that paid more than nothing.
    pub hits: u64,
}

impl Moments {
    /// The moments of all payouts in `tally`. Exact: `i128` holds 1e15 rounds of 1e8 cents.
    pub fn of(tally: &Tally) -> Self {
        let mut moments = Self {
            n: 0,
            sum: 0,
            squares: 0,
            hits: 0,
        };
        for (payout, &rounds) in &tally.payouts {
            let (value, count) = (i128::from(payout.0), i128::from(rounds));
            moments.n += rounds;
            moments.sum += value * count;
            moments.squares += value * value * count;
            if value > 0 {
                moments.hits += rounds;
            }
        }
        moments
    }

    /// Mean payout in cents; `NaN` without rounds.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.n as f64
    }

    /// Sample variance (divisor n - 1) in cents squared; `NaN` below two rounds.
    ///
    /// The numerator n Σv² - (Σv)² is taken in integers where it fits, so nothing cancels.
    pub fn variance(&self) -> f64 {
        if self.n < 2 {
            return f64::NAN;
        }
        let n = i128::from(self.n);
        let centred = n
            .checked_mul(self.squares)
            .zip(self.sum.checked_mul(self.sum))
            .map(|(a, b)| (a - b) as f64);
        let n = self.n as f64;
        let numerator =
            centred.unwrap_or_else(|| n * (self.squares as f64 - self.sum as f64 * self.mean()));
        numerator / n / (n - 1.0)
    }

    /// The share of rounds that paid; `NaN` without rounds.
    pub fn hit_frequency(&self) -> f64 {
        self.hits as f64 / self.n as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Cents;

    #[test]
    fn moments_of_a_small_sample_by_hand() {
        let mut tally = Tally::new([], 0);
        tally.pay(Cents(0), 2);
        tally.pay(Cents(100), 1);
        tally.pay(Cents(200), 1);
        let moments = Moments::of(&tally);
        assert_eq!((moments.n, moments.sum, moments.squares), (4, 300, 50_000));
        assert!((moments.mean() - 75.0).abs() < 1e-12);
        // (2·75² + 25² + 125²) / 3
        assert!((moments.variance() - 27_500.0 / 3.0).abs() < 1e-9);
        assert!((moments.hit_frequency() - 0.5).abs() < 1e-15);
    }
}
