//! Counts of payouts on a known support.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::{Error, Result};
use crate::units::Cents;

/// How often each amount that the rules can pay was paid, zero times included.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// Amounts in cents, ascending.
    pub(super) values: Vec<f64>,
    /// One per amount.
    pub(super) counts: Vec<u64>,
}

impl Observed {
    /// The plays in `counts`, of a game that can pay the amounts in `support`.
    ///
    /// # Errors
    /// There are no plays, or an amount was paid that is not in the support: each is named.
    pub fn new(
        support: impl IntoIterator<Item = Cents>,
        counts: &BTreeMap<Cents, u64>,
    ) -> Result<Self> {
        let support: BTreeSet<Cents> = support.into_iter().collect();
        let paid = counts.iter().filter(|(_, count)| **count > 0);
        let strange = paid.clone().filter(|(amount, _)| !support.contains(amount));
        let strange: Vec<String> = strange.map(|(amount, _)| format!("{amount} EUR")).collect();
        if !strange.is_empty() {
            return Err(Error::input(format!(
                "paid although no rule pays it: {}",
                strange.join(", ")
            )));
        }
        if paid.count() == 0 {
            return Err(Error::input("no plays: an interval needs at least one"));
        }
        let count = |amount| counts.get(amount).copied().unwrap_or(0);
        Ok(Self {
            values: support.iter().map(|amount| amount.0 as f64).collect(),
            counts: support.iter().map(count).collect(),
        })
    }

    /// Plays.
    pub fn plays(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Mean payout in cents.
    pub fn mean(&self) -> f64 {
        // From the least payout, so that equal payouts have exactly their mean.
        let least = self.least();
        let sum: f64 = self.seen().map(|(v, count)| (v - least) * count).sum();
        least + sum / self.plays() as f64
    }

    /// Amounts paid at least once, with their counts as floats.
    pub(super) fn seen(&self) -> impl Iterator<Item = (f64, f64)> + Clone + '_ {
        let pairs = self.values.iter().zip(&self.counts);
        let seen = pairs.filter(|(_, count)| **count > 0);
        seen.map(|(value, count)| (*value, *count as f64))
    }

    pub(super) fn least(&self) -> f64 {
        self.values.first().copied().unwrap_or(f64::NAN)
    }

    pub(super) fn greatest(&self) -> f64 {
        self.values.last().copied().unwrap_or(f64::NAN)
    }

    /// The same plays with every amount negated: upper ends become lower ends.
    pub(super) fn mirrored(&self) -> Self {
        Self {
            values: self.values.iter().rev().map(|value| -value).collect(),
            counts: self.counts.iter().rev().copied().collect(),
        }
    }

    /// A mean of the mirrored plays as one of these: not below the least amount, and no zero with a sign.
    pub(super) fn unmirrored(&self, mean: f64) -> f64 {
        (-mean).max(self.least()) + 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_that_no_rule_pays_are_named() {
        let counts = BTreeMap::from([(Cents(0), 5), (Cents(123), 1), (Cents(7), 0)]);
        let refused = Observed::new([Cents(0), Cents(100)], &counts).expect_err("1.23");
        assert_eq!(refused.message(), "paid although no rule pays it: 1.23 EUR");
        assert!(Observed::new([Cents(0)], &BTreeMap::new()).is_err());
    }

    #[test]
    fn the_mean_by_hand() {
        let counts = BTreeMap::from([(Cents(0), 3), (Cents(100), 1)]);
        let plays = Observed::new([Cents(0), Cents(100), Cents(900)], &counts).expect("plays");
        assert_eq!(plays.plays(), 4);
        assert!((plays.mean() - 25.0).abs() < 1e-12);
        assert!((plays.mirrored().mean() + 25.0).abs() < 1e-12);
        assert!((plays.mirrored().least() + 900.0).abs() < 1e-12);
    }
}
