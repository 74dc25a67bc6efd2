//! Exact numbers, and the way out to floats.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

/// An exact number of any size.
pub type Ratio = BigRational;

/// The ratio `numerator / denominator`.
///
/// # Panics
/// The denominator is 0.
pub fn ratio(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Ratio {
    Ratio::new(numerator.into(), denominator.into())
}

/// The float nearest to `value`, however many digits its parts have.
pub fn to_f64(value: &Ratio) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

/// The square root of `value` as a float, with the sign of `value`.
pub fn root_of(value: &Ratio) -> f64 {
    let root = to_f64(&value.abs()).sqrt();
    if value.is_negative() { -root } else { root }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Pow;
    use proptest::prelude::*;

    #[test]
    fn huge_parts_make_an_ordinary_float() {
        // 2/3 of a number with 900 digits, over that number: both parts overflow an f64.
        let huge = BigInt::from(3) * BigInt::from(10).pow(900_u32);
        let third = ratio(&huge / 3 * 2 + 1, huge);
        assert!((to_f64(&third) - 2.0 / 3.0).abs() < f64::EPSILON);
        assert_eq!(to_f64(&ratio(1, 10)).to_bits(), 0.1_f64.to_bits());
        assert_eq!(to_f64(&ratio(7, 7)).to_bits(), 1.0_f64.to_bits());
        assert_eq!(ratio(14, 20).to_string(), "7/10");
        assert!((root_of(&ratio(-9, 4)) + 1.5).abs() < 1e-15);
    }

    proptest! {
        /// Two floats of integers, divided, are within half a unit of the last place of the
        /// quotient only if that is rounded to nearest.
        #[test]
        fn division_is_rounded_to_nearest(a in 0_i64..1 << 53, b in 1_i64..1 << 53) {
            let wide = BigInt::from(7).pow(200_u32);
            let quotient = ratio(&wide * a, &wide * b);
            prop_assert_eq!(to_f64(&quotient).to_bits(), (a as f64 / b as f64).to_bits());
        }
    }
}
