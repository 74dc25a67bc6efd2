//! Integers of a fixed width, for sums of millions of products.

use crate::exact::BigUint;

/// Words that serve every pass, and the most there are.
const WORDS: usize = 7;

/// An unsigned integer of so many words of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wide<const N: usize = WORDS>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const N: usize> Wide<N> {
    /// Bits of the widest number.
    pub(super) const BITS: u64 = 64 * N as u64;

    /// Nothing.
    pub(super) const ZERO: Self = Self([0; N]);

    /// A small number.
    pub(super) fn new(value: u64) -> Self {
        let mut words = [0; N];
        words[0] = value;
        Self(words)
    }

    /// Whether it is 0.
    pub(super) fn is_zero(&self) -> bool {
        self.0 == [0; N]
    }

    /// Adds `other * factor`; the caller knows that the sum fits.
    #[inline]
    pub(super) fn add(&mut self, other: &Self, factor: u64) {
        let mut carry = 0_u128;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            carry += u128::from(*word) + u128::from(*other) * u128::from(factor);
            *word = carry as u64;
            carry >>= 64;
        }
        debug_assert_eq!(carry, 0, "a sum of more than {} bits", Self::BITS);
    }

    /// The same number in more words.
    pub(super) fn wider(&self) -> Wide {
        let mut words = [0; WORDS];
        let pairs = words.iter_mut().zip(self.0);
        pairs.for_each(|(word, mine)| *word = mine);
        Wide(words)
    }

    /// The same number without a limit.
    pub(super) fn big(&self) -> BigUint {
        let bytes: Vec<u8> = self.0.iter().flat_map(|word| word.to_le_bytes()).collect();
        BigUint::from_bytes_le(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_of_products_are_exact(factors in prop::collection::vec(any::<u64>(), 6), last in any::<u64>()) {
            let (mut wide, mut big) = (<Wide>::new(last), BigUint::from(last));
            for factor in factors {
                let mut next = <Wide>::new(last);
                next.add(&wide, factor);
                wide = next;
                big = big * factor + last;
            }
            prop_assert_eq!(wide.big(), big);
            prop_assert!(<Wide>::ZERO.is_zero() && !<Wide>::new(1).is_zero());
        }
    }
}
