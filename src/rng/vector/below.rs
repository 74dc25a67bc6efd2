//! Exactly uniform bounded draws from the words of a column.

use crate::error::{Error, Result};
use crate::rng::Draw;
use crate::rng::vector::{BATCH, Column};

/// Draws below a bound from 32-bit words, by Lemire's method as in [`Draw::below`]: the high half of word
/// times bound is the draw, the low half the word of a next one, where the bound is a product.
#[derive(Clone, Copy, Debug)]
pub struct Below {
    bound: u32,
    /// 2^32 mod bound: words whose low half is less are rejected.
    rejected: u32,
}

/// Words are looked through in blocks of so many.
const BLOCK: usize = 64;

impl Below {
    /// Larger bounds would have too many words rejected.
    const LARGEST: u64 = 1 << 28;

    /// Draws whose bounds have the product `bound`.
    ///
    /// # Errors
    /// The bound is 0 or above 2^28.
    pub fn new(bound: u64) -> Result<Self> {
        let bound = u32::try_from(bound)
            .ok()
            .filter(|&bound| bound > 0 && u64::from(bound) <= Self::LARGEST)
            .ok_or_else(|| Error::internal(format!("{bound} is no bound for 32-bit words")))?;
        Ok(Self {
            bound,
            rejected: bound.wrapping_neg() % bound,
        })
    }

    /// Puts another word in the place of each that must be rejected; then [`Below::take`] gives exactly uniform
    /// draws from every word.
    #[inline(always)]
    pub fn accept(self, column: &mut Column, single: &mut impl Draw) {
        for block in column.chunks_exact_mut(BLOCK) {
            let mut any = 0;
            for word in block.iter() {
                any |= u32::from(word.wrapping_mul(self.bound) < self.rejected);
            }
            if any > 0 {
                self.replace(block, single);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn replace(self, block: &mut [u32], single: &mut impl Draw) {
        for word in block {
            while word.wrapping_mul(self.bound) < self.rejected {
                *word = single.bits() as u32;
            }
        }
    }

    /// The draw below `bound`, one of the factors, that an accepted `word` begins with, and the word of
    /// the draws that follow.
    #[inline(always)]
    pub fn take(word: u32, bound: u32) -> (u32, u32) {
        let wide = u64::from(word) * u64::from(bound);
        ((wide >> 32) as u32, wide as u32)
    }
}

const _: () = assert!(BATCH.is_multiple_of(BLOCK));

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives the words 1, 2, 3 ...
    struct Count(u64);

    impl Draw for Count {
        fn bits(&mut self) -> u64 {
            self.0 += 1;
            self.0
        }
    }

    /// As for 64-bit words: the words that give a value, less those rejected, are 2^32 div bound.
    #[test]
    fn every_value_keeps_equally_many_words() {
        for bound in [1_u64, 2, 6, 7, 279_936, 7_776_000, 21_600_000, 1 << 28] {
            let below = Below::new(bound).expect("a bound");
            let keep = (1_u64 << 32) / bound;
            for v in [0, 1 % bound, bound / 2, bound - 1] {
                let start = (v << 32).div_ceil(bound);
                let end = ((v + 1) << 32).div_ceil(bound);
                // At most the first word of a value is rejected, being the only one below `bound`.
                let low = (start as u32).wrapping_mul(bound as u32);
                let rejected = u64::from(low < below.rejected);
                assert_eq!(end - start - rejected, keep, "{v} below {bound}");
                let first = (start + rejected) as u32;
                assert_eq!(u64::from(Below::take(first, bound as u32).0), v);
                assert_eq!(u64::from(Below::take((end - 1) as u32, bound as u32).0), v);
            }
        }
    }

    #[test]
    fn rejected_words_are_replaced_in_order_and_others_stay() {
        // 2^32 mod 7 = 4: 0 is rejected, 1 has low half 7, 613566757 has low half 3.
        let below = Below::new(7).expect("a bound");
        let mut column = [1; BATCH];
        column[5] = 0;
        column[900] = 613_566_757;
        let mut single = Count(10);
        below.accept(&mut column, &mut single);
        assert_eq!((column[5], column[900], single.0), (11, 12, 12));
        assert_eq!(column.iter().filter(|&&word| word == 1).count(), BATCH - 2);
    }

    #[test]
    fn draws_from_one_word_are_jointly_a_bijection() {
        for step in 0..600_u32 {
            let word = step * 7_158_278 + 12_345;
            let (a, rest) = Below::take(word, 6);
            let (b, _) = Below::take(rest, 10);
            assert_eq!(10 * a + b, Below::take(word, 60).0);
        }
    }

    #[test]
    fn bounds_that_cost_too_many_words_are_refused() {
        assert!(Below::new(0).is_err());
        assert!(Below::new((1 << 28) + 1).is_err());
        assert!(Below::new((1 << 32) + 6).is_err());
    }
}
