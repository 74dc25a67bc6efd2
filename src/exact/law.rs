//! Laws of payouts: integer weights over one denominator.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use crate::error::{Error, Result};
use crate::exact::bounds::Bounds;
use crate::exact::number::{Ratio, ratio, root_of};
use crate::exact::reduce::Reducer;
use crate::units::Cents;

/// The law of an amount of money.
///
/// The weights sum to the denominator by construction: it is never given, but always their sum. Two laws
/// are equal as values only if they have the same denominator; compare probabilities instead.
#[derive(Clone, Debug)]
pub struct Law {
    weights: BTreeMap<Cents, BigUint>,
    denominator: BigUint,
}

impl Law {
    /// An amount that is certain.
    pub fn certain(amount: Cents) -> Self {
        Self {
            weights: BTreeMap::from([(amount, BigUint::one())]),
            denominator: BigUint::one(),
        }
    }

    /// The law that gives each amount the share its weight has in the sum of all; an amount may come
    /// more than once.
    ///
    /// # Errors
    /// The weights sum to 0.
    pub fn of(rows: impl IntoIterator<Item = (Cents, BigUint)>) -> Result<Self> {
        let mut weights = BTreeMap::<Cents, BigUint>::new();
        for (amount, weight) in rows {
            if !weight.is_zero() {
                *weights.entry(amount).or_default() += weight;
            }
        }
        let denominator: BigUint = weights.values().sum();
        if denominator.is_zero() {
            return Err(Error::internal("a law of payouts without weight"));
        }
        Ok(Self {
            weights,
            denominator,
        })
    }

    /// One of several laws, each chosen with the share its weight has in the sum of all.
    ///
    /// The denominator is that sum times the least common multiple of the laws' own.
    ///
    /// # Errors
    /// The weights sum to 0.
    pub fn mixture(parts: &[(BigUint, Self)]) -> Result<Self> {
        let common = parts.iter().fold(BigUint::one(), |common, (_, law)| {
            common.lcm(&law.denominator)
        });
        Self::of(parts.iter().flat_map(|(weight, law)| {
            let factor = weight * (&common / &law.denominator);
            let scaled = move |(&amount, weight): (&Cents, &BigUint)| (amount, weight * &factor);
            law.weights.iter().map(scaled)
        }))
    }

    /// The law of the sum of two independent amounts.
    ///
    /// # Errors
    /// Never for laws, whose weights are positive.
    pub fn plus(&self, other: &Self) -> Result<Self> {
        Self::of(self.weights.iter().flat_map(|(&mine, weight)| {
            let sum = move |(&theirs, factor): (&Cents, &BigUint)| (mine + theirs, weight * factor);
            other.weights.iter().map(sum)
        }))
    }

    /// The law of `factor / divisor` times the amount.
    ///
    /// # Errors
    /// Such an amount is no whole number of cents, or too large to be one.
    pub fn times(&self, factor: i64, divisor: i64) -> Result<Self> {
        let scaled = |(&amount, weight): (&Cents, &BigUint)| {
            let bad = || {
                Error::internal(format!(
                    "{factor}/{divisor} of {amount} EUR is no amount in cents"
                ))
            };
            let product = amount.0.checked_mul(factor).ok_or_else(bad)?;
            if divisor == 0 || product % divisor != 0 {
                return Err(bad());
            }
            Ok((Cents(product / divisor), weight.clone()))
        };
        let rows: Vec<_> = self.weights.iter().map(scaled).collect::<Result<_>>()?;
        Self::of(rows)
    }

    /// The amounts of positive probability with their weights, ascending.
    pub fn weights(&self) -> impl ExactSizeIterator<Item = (Cents, &BigUint)> + Clone {
        self.weights
            .iter()
            .map(|(&amount, weight)| (amount, weight))
    }

    /// The sum of the weights.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// The amounts of positive probability with their probabilities, ascending.
    pub fn probabilities(&self) -> impl Iterator<Item = (Cents, Ratio)> + '_ {
        let reducer = Reducer::of(&self.denominator);
        self.weights()
            .map(move |(amount, weight)| (amount, reducer.ratio(weight)))
    }

    /// The probabilities as bounds that leave no room.
    pub fn bounds(&self) -> BTreeMap<Cents, Bounds> {
        let point = |(amount, p)| (amount, Bounds::point(p));
        self.probabilities().map(point).collect()
    }

    /// The probability of `amount`.
    pub fn probability(&self, amount: Cents) -> Ratio {
        self.share(self.weights.get(&amount).cloned().unwrap_or_default())
    }

    /// The probability of more than nothing.
    pub fn hit_frequency(&self) -> Ratio {
        self.chance_above(Cents::ZERO)
    }

    /// The probability of more than `amount`.
    pub fn chance_above(&self, amount: Cents) -> Ratio {
        let above = self.weights().filter(|(other, _)| *other > amount);
        self.share(above.map(|(_, weight)| weight).sum())
    }

    /// Whether every amount has the same probability under `other`.
    pub fn agrees_with(&self, other: &Self) -> bool {
        self.weights.len() == other.weights.len()
            && self.weights().zip(other.weights()).all(|(mine, theirs)| {
                mine.0 == theirs.0 && mine.1 * &other.denominator == theirs.1 * &self.denominator
            })
    }

    /// The largest amount.
    pub fn maximum(&self) -> Cents {
        self.weights.keys().next_back().copied().unwrap_or_default()
    }

    /// The mean amount, in cents.
    pub fn mean(&self) -> Ratio {
        self.moment(1)
    }

    /// The variance, in cents squared.
    pub fn variance(&self) -> Ratio {
        let mean = self.mean();
        self.moment(2) - &mean * &mean
    }

    /// The standard deviation, in cents.
    pub fn standard_deviation(&self) -> f64 {
        let (variance, square) = self.spread();
        root_of(&Ratio::new_raw(variance, square))
    }

    /// The variance as a numerator and the square of the denominator, not reduced: common divisors of
    /// numbers with thousands of digits take longer to find than all the rest.
    fn spread(&self) -> (BigInt, BigInt) {
        let whole = BigInt::from(self.denominator.clone());
        let (first, second) = (self.sum(1), self.sum(2));
        (second * &whole - &first * &first, &whole * &whole)
    }

    /// The third central moment over the cube of the standard deviation; `NaN` for a certain amount.
    ///
    /// Its square is exact, so that the two roundings at the end are the only ones.
    pub fn skewness(&self) -> f64 {
        let (variance, square) = self.spread();
        if variance.is_zero() {
            return f64::NAN;
        }
        // With sums s of weights times powers and the denominator D, the third central moment is
        // (s3 D² - 3 s1 s2 D + 2 s1³) / D³ and the variance v / D²: the denominators cancel.
        let whole = BigInt::from(self.denominator.clone());
        let (first, second) = (self.sum(1), self.sum(2));
        let cubes = &first * &first * &first;
        let third: BigInt = self.sum(3) * square - first * second * whole * 3 + cubes * 2;
        let cube = &variance * &variance * &variance;
        root_of(&Ratio::new_raw(&third * third.abs(), cube))
    }

    /// The mean of the amount to a power.
    fn moment(&self, power: u32) -> Ratio {
        ratio(self.sum(power), self.denominator.clone())
    }

    /// The sum of the weights times the amounts to a power.
    fn sum(&self, power: u32) -> BigInt {
        let term = |(amount, weight): (Cents, &BigUint)| {
            BigInt::from(amount.0).pow(power) * BigInt::from(weight.clone())
        };
        self.weights().map(term).sum()
    }

    fn share(&self, weight: BigUint) -> Ratio {
        ratio(weight, self.denominator.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn law(rows: &[(i64, u32)]) -> Law {
        Law::of(
            rows.iter()
                .map(|&(cents, weight)| (Cents(cents), weight.into())),
        )
        .expect("a law")
    }

    #[test]
    fn moments_by_hand() {
        // 0 three times in four, 400 once: mean 100, variance 30 000, third moment 6 000 000.
        let law = law(&[(0, 2), (400, 1), (0, 1)]);
        assert_eq!(law.mean(), ratio(100, 1));
        assert_eq!(law.variance(), ratio(30_000, 1));
        assert!((law.skewness() - 6e6 / 30_000_f64.powf(1.5)).abs() < 1e-15);
        assert!((law.standard_deviation() - 30_000_f64.sqrt()).abs() < 1e-12);
        assert_eq!(law.hit_frequency(), ratio(1, 4));
        assert_eq!(
            (law.maximum(), law.probability(Cents(1))),
            (Cents(400), ratio(0, 1))
        );
        assert!(Law::certain(Cents(5)).skewness().is_nan());
        assert!(Law::of([]).is_err() && Law::mixture(&[]).is_err());
    }

    #[test]
    fn laws_agree_whatever_their_denominators() {
        let half = law(&[(0, 1), (400, 1)]);
        assert!(half.agrees_with(&law(&[(400, 3), (0, 3)])));
        assert!(!half.agrees_with(&law(&[(0, 1), (401, 1)])));
        assert!(!half.agrees_with(&law(&[(0, 1), (400, 2)])));
        assert!(!half.agrees_with(&law(&[(0, 2), (400, 1), (500, 1)])));
        assert_eq!(half.chance_above(Cents(399)), ratio(1, 2));
        assert_eq!(half.chance_above(Cents(400)), ratio(0, 1));
    }

    #[test]
    fn a_skew_to_the_left_is_negative() {
        assert!((law(&[(0, 1), (400, 3)]).skewness() + 6e6 / 30_000_f64.powf(1.5)).abs() < 1e-15);
    }

    #[test]
    fn amounts_that_are_no_cents_are_refused() {
        let half = law(&[(150, 1)]).times(50, 100).expect("75 cents");
        assert_eq!(half.maximum(), Cents(75));
        assert!(half.times(1, 2).is_err() && half.times(1, 0).is_err());
        assert!(half.times(i64::MAX, 1).is_err());
    }

    fn laws() -> impl Strategy<Value = Law> {
        let row = (0_i64..50, 1_u32..1000);
        prop::collection::vec(row, 1..6).prop_map(|rows| law(&rows))
    }

    fn total(law: &Law) -> Ratio {
        law.probabilities().map(|(_, p)| p).sum()
    }

    proptest! {
        #[test]
        fn every_law_sums_to_one_exactly(a in laws(), b in laws(), w in 0_u32..9) {
            let mixed = Law::mixture(&[(w.into(), a.clone()), (7_u32.into(), b.clone())]).expect("a law");
            let sum = a.plus(&b).expect("a law");
            prop_assert_eq!(total(&mixed), ratio(1, 1));
            prop_assert_eq!(total(&sum), ratio(1, 1));
            prop_assert_eq!(sum.mean(), a.mean() + b.mean());
            prop_assert_eq!(sum.variance(), a.variance() + b.variance());
            let share = ratio(w, w + 7);
            prop_assert_eq!(mixed.mean(), &share * a.mean() + (ratio(1, 1) - &share) * b.mean());
        }
    }
}
