//! Where a uniform number lies among fixed bounds, by comparing 32-bit words, exactly.

use crate::error::{Error, Result};
use crate::rng::Draw;
use crate::rng::vector::{BATCH, Column};

/// `N` bounds, ascending and each `c / total`, that cut the unit interval.
///
/// A word `x` is the first 32 bits of a uniform number. It decides on which side of `c / total` the number
/// lies unless it is `t = floor(2^32 c / total)`, the one word whose numbers lie on both: of those,
/// `(2^32 c mod total) / total` lie below. [`Cuts::resolve`] decides such ties by a further draw and puts
/// `t - 1` for below; then comparing words alone gives every row exactly its weight, however fine the
/// weights.
///
/// Words are compared as signed integers, which vector instructions do in one step: the number that a
/// word stands for grows with `word as i32`.
#[derive(Clone, Copy, Debug)]
pub struct Cuts<const N: usize> {
    at: [i32; N],
    below: [u64; N],
    total: u64,
}

/// Words are looked through in blocks of so many.
const BLOCK: usize = 256;

impl<const N: usize> Cuts<N> {
    /// The bounds `cumulative / total`.
    ///
    /// # Errors
    /// A bound at 0 or at the total, or two so close that a word cannot tell them apart.
    pub fn new(cumulative: [u64; N], total: u64) -> Result<Self> {
        let mut words = [0; N];
        let mut below = [0; N];
        let mut least = 1;
        for (number, &sum) in cumulative.iter().enumerate() {
            let wide = u128::from(sum) << 32;
            let word = wide / u128::from(total.max(1));
            // One more than the bound before, and one word left on either side.
            if word < least || word >= u128::from(u32::MAX) {
                return Err(Error::internal(format!(
                    "the bounds {cumulative:?} of {total} are too fine for 32-bit words"
                )));
            }
            least = word + 2;
            words[number] = word as u32;
            below[number] = (wide % u128::from(total)) as u64;
        }
        Ok(Self {
            at: words.map(signed),
            below,
            total,
        })
    }

    /// The bounds, to be compared with words as signed integers: the number lies below bound `n` when
    /// `word as i32` is less than entry `n`.
    #[inline(always)]
    pub fn at(&self) -> [i32; N] {
        self.at
    }

    /// The row of a resolved word: how many bounds its number has reached.
    #[inline(always)]
    pub fn row(&self, word: u32) -> usize {
        let word = word.cast_signed();
        self.at.iter().map(|&at| usize::from(word >= at)).sum()
    }

    /// Decides the ties in `column`.
    #[inline(always)]
    pub fn resolve(&self, column: &mut Column, single: &mut impl Draw) {
        let at = self.at;
        for block in column.chunks_exact_mut(BLOCK) {
            let mut any = 0;
            for word in block.iter() {
                for at in at {
                    any |= u32::from(word.cast_signed() == at);
                }
            }
            if any > 0 {
                self.decide(block, single);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn decide(&self, block: &mut [u32], single: &mut impl Draw) {
        for word in block {
            let bounds = self.at.iter().zip(self.below);
            for (&at, below) in bounds {
                if word.cast_signed() == at && single.below(self.total) < below {
                    *word -= 1;
                    break;
                }
            }
        }
    }

    /// A number below `total` on the same side of all bounds as the resolved `word`: what a draw below the
    /// total may have been.
    pub fn number(&self, word: u32) -> u64 {
        // Words count from the smallest signed one. With t as above, (t + 1) total > 2^32 c and
        // t total <= 2^32 c: word t gives c or more, word t - 1 less than c.
        let word = u128::from(word ^ SIGN);
        (((word + 1) * u128::from(self.total) - 1) >> 32) as u64
    }
}

const SIGN: u32 = 1 << 31;

/// The signed integer that lies as far from the smallest as `word` from 0.
fn signed(word: u32) -> i32 {
    (word ^ SIGN).cast_signed()
}

const _: () = assert!(BATCH.is_multiple_of(BLOCK));

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    /// Gives one value, however large the bound.
    struct Always(u64);

    impl Draw for Always {
        fn bits(&mut self) -> u64 {
            unreachable!("only bounded draws")
        }

        fn below(&mut self, bound: u64) -> u64 {
            self.0.min(bound - 1)
        }
    }

    const BOUNDS: [u64; 3] = [74_552_817, 91_552_817, 98_589_817];
    const TOTAL: u64 = 100_000_000;

    fn cuts() -> Cuts<3> {
        Cuts::new(BOUNDS, TOTAL).expect("bounds")
    }

    /// Words below a bound, plus the share of the tie's that a further draw puts there, are exactly the
    /// bound's share of 2^32: t total + (2^32 c mod total) = 2^32 c.
    #[test]
    fn every_row_has_exactly_its_share() {
        let cuts = cuts();
        for (n, sum) in BOUNDS.into_iter().enumerate() {
            let words = u128::from((cuts.at[n] as u32) ^ SIGN);
            let share = words * u128::from(TOTAL) + u128::from(cuts.below[n]);
            assert_eq!(share, u128::from(sum) << 32);
            assert!(cuts.below[n] > 0, "a bound with a tie");
        }
    }

    #[test]
    fn ties_go_either_way_and_other_words_stay() {
        let cuts = cuts();
        let tie = cuts.at[1] as u32;
        for (value, row) in [(0, 1), (cuts.below[1] - 1, 1), (cuts.below[1], 2)] {
            let mut column = [17; BATCH];
            column[1000] = tie;
            cuts.resolve(&mut column, &mut Always(value));
            assert_eq!(cuts.row(column[1000]), row);
            assert!(column.iter().filter(|&&word| word == 17).count() == BATCH - 1);
        }
    }

    #[test]
    fn numbers_lie_on_the_side_of_their_words() {
        let cuts = cuts();
        let row = |number: u64| BOUNDS.iter().filter(|&&bound| number >= bound).count();
        for at in cuts.at {
            for word in [at as u32 - 2, at as u32 - 1, at as u32, at as u32 + 1] {
                assert_eq!(row(cuts.number(word)), cuts.row(word));
            }
        }
        let mut rng = rand_pcg::Pcg64Dxsm::from_seed([3; 32]);
        for _ in 0..10_000 {
            let word = rng.bits() as u32;
            assert_eq!(row(cuts.number(word)), cuts.row(word));
        }
        assert_eq!(cuts.number(SIGN), 0);
        assert_eq!(cuts.number(SIGN - 1), TOTAL - 1);
        // A bound that is a whole number of words has no tie.
        let half = Cuts::new([1], 2).expect("a bound");
        assert_eq!((half.row(u32::MAX), half.row(0)), (0, 1));
        assert_eq!((half.number(u32::MAX), half.number(0)), (0, 1));
    }

    #[test]
    fn bounds_too_fine_for_words_are_refused() {
        assert!(Cuts::new([0], 6).is_err());
        assert!(Cuts::new([6], 6).is_err());
        assert!(Cuts::new([1, 2], 1 << 33).is_err());
        assert!(Cuts::new([5, 5], 6).is_err());
        assert!(Cuts::new([1], 0).is_err());
    }
}
