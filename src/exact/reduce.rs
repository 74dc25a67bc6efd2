//! Fractions over one denominator with thousands of digits, reduced.

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use crate::exact::number::{Ratio, ratio};

/// Below so many bits the common divisor is found as fast as any other way.
const SMALL: u64 = 2000;

/// Larger primes are not looked for: no number of rounds with exact fractions has one.
const MAX_PRIME: u32 = 2050;

/// Reduces fractions over a denominator.
///
/// The denominators of long players are powers of a few small numbers. Then a fraction is reduced by dividing
/// by those primes only, which takes a small part of the time of Euclid's or Stein's algorithm.
pub(super) struct Reducer<'a> {
    denominator: &'a BigUint,
    /// The primes of the denominator with their multiplicities; none if there are large ones.
    primes: Option<Vec<(u32, u32)>>,
}

impl<'a> Reducer<'a> {
    /// Over `denominator`, which is not 0.
    pub(super) fn of(denominator: &'a BigUint) -> Self {
        let primes = (denominator.bits() > SMALL).then(|| factors(denominator));
        Self {
            denominator,
            primes: primes.flatten(),
        }
    }

    /// `numerator` over the denominator.
    pub(super) fn ratio(&self, numerator: &BigUint) -> Ratio {
        let Some(primes) = self.primes.as_ref().filter(|_| !numerator.is_zero()) else {
            return ratio(numerator.clone(), self.denominator.clone());
        };
        let (mut top, mut divisor) = (numerator.clone(), BigUint::one());
        for &(prime, most) in primes {
            let times = strip(&mut top, prime, most);
            divisor *= BigUint::from(prime).pow(times);
        }
        let bottom = self.denominator / divisor;
        Ratio::new_raw(BigInt::from(top), BigInt::from(bottom))
    }
}

/// The primes of `number`, each with its multiplicity; none if one exceeds [`MAX_PRIME`].
fn factors(number: &BigUint) -> Option<Vec<(u32, u32)>> {
    let mut rest = number.clone();
    let mut primes = Vec::new();
    for candidate in 2..MAX_PRIME {
        // Of what is left no smaller number is a divisor: those found are primes.
        let times = strip(&mut rest, candidate, u32::MAX);
        if times > 0 {
            primes.push((candidate, times));
        }
    }
    rest.is_one().then_some(primes)
}

/// Divides by `prime` as often as goes, at most so often, and says how often.
fn strip(number: &mut BigUint, prime: u32, most: u32) -> u32 {
    let mut times = 0;
    while times < most && (&*number % prime).is_zero() {
        // As large a power as goes, at least the first.
        let (mut power, mut divisor) = (1, BigUint::from(prime));
        let quotient = loop {
            let square = &divisor * &divisor;
            if times + 2 * power > most || !(&*number % &square).is_zero() {
                break &*number / &divisor;
            }
            (power, divisor) = (2 * power, square);
        };
        *number = quotient;
        times += power;
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_reduced_is_reduced(
            top in prop::collection::vec(any::<u32>(), 1..8),
            twos in 0_u32..4000, threes in 0_u32..100, fives in 0_u32..2000, large in any::<bool>(),
        ) {
            let power = |base: u32, exponent: u32| BigUint::from(base).pow(exponent);
            let prime = if large { 1_000_003_u32 } else { 997 };
            let bottom = power(2, twos) * power(3, threes) * power(5, fives) * power(7, 800) * prime;
            let common = power(2, twos / 2) * power(5, fives / 3) * power(7, 1);
            let top = BigUint::new(top) * common;
            let found = Reducer::of(&bottom).ratio(&top);
            let expected = ratio(top, bottom);
            prop_assert_eq!(found.numer(), expected.numer());
            prop_assert_eq!(found.denom(), expected.denom());
        }
    }
}
