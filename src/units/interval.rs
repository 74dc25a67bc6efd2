//! Exact probabilities, and the interval of those that round to a printed number.

use num_rational::Ratio;
use num_traits::{One, Zero};

/// An exact probability, or any other exact ratio.
pub type Probability = Ratio<i128>;

/// A closed interval of probabilities.
///
/// Odds of 1 in N, printed rounded, stand for every probability in `[1/(N+h), 1/(N-h)]`, h being
/// half a unit of the last printed digit. Both ends are inside, whichever way a half was rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundingInterval {
    /// The least probability, at least 0.
    pub low: Probability,
    /// The greatest probability, at most 1.
    pub high: Probability,
}

impl RoundingInterval {
    /// The interval of one probability.
    pub fn point(probability: Probability) -> Self {
        Self {
            low: probability,
            high: probability,
        }
    }

    /// All of `[0, 1]`: what is known of an outcome whose odds are not printed.
    pub fn unknown() -> Self {
        Self {
            low: Probability::zero(),
            high: Probability::one(),
        }
    }

    /// Whether `probability` is inside; the ends are.
    pub fn contains(&self, probability: Probability) -> bool {
        self.low <= probability && probability <= self.high
    }

    /// The least and the greatest integer `v` such that `v / denominator` is inside. The first is
    /// above the second where there is none. Exact whatever the size of the ends.
    pub fn numerators(&self, denominator: u64) -> (u64, u64) {
        let (low, exact) = scaled(self.low, denominator);
        let (high, _) = scaled(self.high, denominator);
        (low + u64::from(!exact), high)
    }
}

/// The whole part of `probability * by`, and whether nothing is left over.
///
/// Long multiplication, one bit of `by` at a time, so that no product leaves 128 bits. The ratio
/// is taken to lie in `[0, 1]`.
fn scaled(probability: Probability, by: u64) -> (u64, bool) {
    let numerator = probability.numer().unsigned_abs();
    let denominator = probability.denom().unsigned_abs();
    let (mut whole, mut rest) = (0_u64, 0_u128);
    for bit in (0..u64::BITS).rev() {
        whole *= 2;
        rest *= 2;
        if rest >= denominator {
            rest -= denominator;
            whole += 1;
        }
        if by >> bit & 1 == 1 {
            rest += numerator;
            if rest >= denominator {
                rest -= denominator;
                whole += 1;
            }
        }
    }
    (whole, rest == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_are_inside() {
        let interval = RoundingInterval {
            low: Ratio::new(200, 2001),
            high: Ratio::new(200, 1999),
        };
        assert!(interval.contains(interval.low));
        assert!(interval.contains(interval.high));
        assert!(interval.contains(Ratio::new(1, 10)));
        assert!(!interval.contains(Ratio::new(199, 2001)));
        assert!(!interval.contains(Ratio::new(201, 1999)));
    }

    #[test]
    fn numerators_are_the_integers_inside() {
        let interval = RoundingInterval {
            low: Ratio::new(3, 7),
            high: Ratio::new(4, 7),
        };
        assert_eq!(interval.numerators(7), (3, 4), "both ends hit");
        assert_eq!(interval.numerators(10), (5, 5), "4.29 to 5.71");
        assert_eq!(interval.numerators(1), (1, 0), "none");
        assert_eq!(
            RoundingInterval::unknown().numerators(u64::MAX),
            (0, u64::MAX)
        );
    }

    #[test]
    fn numerators_do_not_overflow() {
        let third = RoundingInterval::point(Ratio::new(i128::MAX / 3, i128::MAX - 1));
        // i128::MAX - 1 is 3 * (i128::MAX / 3), so this is 1/3 in a wide dress before reduction.
        assert_eq!(third.numerators(9), (3, 3));
        let wide = RoundingInterval::point(Ratio::new_raw(i128::MAX - 2, i128::MAX));
        let scale = 10_u64.pow(19);
        assert_eq!(wide.numerators(scale), (scale, scale - 1));
    }
}
