//! Exactly uniform bounded draws from 64-bit words.
//!
//! Lemire's method (arXiv 1805.10941): the high half of `x * n` is uniform below `n` once the words
//! whose low half falls below `2^64 mod n` are rejected. The low half is then the fraction that
//! is left, and serves as the word of a next draw: several draws cost one word, see [`Mixed`].

use rand::Rng;

/// A source of uniform integers.
pub trait Draw {
    /// The next 64 uniform bits.
    fn bits(&mut self) -> u64;

    /// Uniform in `0..bound`; `bound` is not 0.
    #[inline(always)]
    fn below(&mut self, bound: u64) -> u64 {
        self.mixed(bound).take(bound)
    }

    /// One word that holds several draws whose bounds have the product `product` (not 0).
    ///
    /// Taking draws with those bounds from the result, in any order, gives jointly uniform values.
    #[inline(always)]
    fn mixed(&mut self, product: u64) -> Mixed {
        loop {
            let word = self.bits();
            let low = word.wrapping_mul(product);
            // A word is taken when `low` is at least 2^64 mod product. That remainder is below the
            // product, so it is worked out only for the few words that could fall below it.
            if low >= product || low >= product.wrapping_neg() % product {
                return Mixed(word);
            }
        }
    }
}

impl<R: Rng> Draw for R {
    #[inline(always)]
    fn bits(&mut self) -> u64 {
        self.next_u64()
    }
}

/// An accepted word, read as a mixed-radix fraction.
#[derive(Clone, Copy, Debug)]
pub struct Mixed(pub(super) u64);

impl Mixed {
    /// The word that reads as `value`, below `product`: draws whose bounds have that product (at most
    /// 2^63) take from it the digits of `value`, the highest first. For draws that come from elsewhere.
    pub fn reading(value: u64, product: u64) -> Self {
        let word = (u128::from(value) << 64).div_ceil(u128::from(product.max(1)));
        Self(word as u64)
    }

    /// The next draw, uniform in `0..bound`. The product of all bounds taken must divide the
    /// product the word was accepted for.
    #[inline(always)]
    pub fn take(&mut self, bound: u64) -> u64 {
        let wide = u128::from(self.0) * u128::from(bound);
        self.0 = wide as u64;
        (wide >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts up through all words of a small machine: a generator that replays given words.
    struct Words(std::vec::IntoIter<u64>);

    impl Draw for Words {
        fn bits(&mut self) -> u64 {
            self.0.next().expect("enough words")
        }
    }

    #[test]
    fn the_rejected_words_are_those_with_a_small_low_half() {
        // 2^64 mod 6 = 4. Word 0 has low half 0: rejected. Word 1 has low half 6: taken, value 0.
        let mut words = Words(vec![0, 1, u64::MAX].into_iter());
        assert_eq!(words.below(6), 0);
        assert_eq!(words.below(6), 5);
    }

    /// Exactness, by counting: the words that give value v below n are those in
    /// [ceil(v 2^64 / n), ceil((v + 1) 2^64 / n)), less the rejected; each v keeps floor(2^64 / n).
    #[test]
    fn every_value_keeps_equally_many_words() {
        for n in [
            2_u64,
            3,
            6,
            7,
            200,
            100_000,
            279_936,
            4_738_381_338_321_616_896,
        ] {
            let keep = u128::from(n.wrapping_neg() / n) + 1;
            for v in [0, 1, n / 2, n - 1] {
                let start = (u128::from(v) << 64).div_ceil(u128::from(n));
                let end = (u128::from(v + 1) << 64).div_ceil(u128::from(n));
                let low = (start as u64).wrapping_mul(n);
                let rejected = u128::from(low < n.wrapping_neg() % n);
                assert_eq!(end - start - rejected, keep, "{v} below {n}");
            }
        }
    }

    #[test]
    fn draws_from_one_word_are_jointly_a_bijection() {
        // (a below 6, b below 10) <-> c below 60, c = 10 a + b.
        for step in 0..600_u64 {
            let word = step * 30_744_573_456_182_586 + 12_345;
            let mut two = Mixed(word);
            let mut one = Mixed(word);
            let (a, b) = (two.take(6), two.take(10));
            assert_eq!(10 * a + b, one.take(60));
        }
    }

    #[test]
    fn a_word_made_for_a_value_reads_as_its_digits() {
        let bounds = [1000, 7776, 6, 279_936, 2_000];
        let product: u64 = bounds.iter().product();
        for value in [0, 1, product / 7, product / 2, product - 2, product - 1] {
            let mut word = Mixed::reading(value, product);
            let mut read = 0;
            for bound in bounds {
                read = read * bound + word.take(bound);
            }
            assert_eq!(read, value);
        }
    }

    #[test]
    fn value_stability() {
        use rand::SeedableRng;
        let mut rng = rand_pcg::Pcg64Dxsm::from_seed([7; 32]);
        let draws: Vec<u64> = (0..12).map(|_| rng.below(6)).collect();
        assert_eq!(draws, [3, 0, 0, 0, 5, 5, 3, 2, 4, 4, 0, 2]);
    }
}
