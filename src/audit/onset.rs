//! From how many draws on a wrong null, or a biased draw, shows.
//!
//! Odds printed as rounded "1 in N" are no law: tested against their reciprocals, a fair game fails as soon as there
//! are draws enough. And a draw method that is a little off shows as soon as there are more. Both are
//! one calculation: how far the law drawn from is from the law tested against.

use super::power::ncp_for_power;
use crate::error::{Error, Result};

/// The noncentrality per draw of a chi-square test against the law `tested` when `drawn` is the truth:
/// Σ (p - q)² / q. Infinite where something is drawn that is tested as impossible.
pub fn noncentrality_per_draw(drawn: &[f64], tested: &[f64]) -> f64 {
    let rows = drawn.iter().zip(tested);
    let rows = rows.filter(|(p, q)| **p > 0.0 || **q > 0.0);
    rows.map(|(p, q)| (p - q) * (p - q) / q).sum()
}

/// Draws after which the test, at level `alpha`, finds such a difference with probability `power`.
pub fn draws_until_seen(per_draw: f64, df: u32, alpha: f64, power: f64) -> f64 {
    ncp_for_power(df, alpha, power) / per_draw
}

/// The law that someone who takes printed odds at their word tests against: the reciprocals of the `printed`
/// numbers, and with `complement` one more row for what they leave; without it divided by their sum.
pub fn naive_chances(printed: &[f64], complement: bool) -> Vec<f64> {
    let mut chances: Vec<f64> = printed.iter().map(|number| 1.0 / number).collect();
    let sum: f64 = chances.iter().sum();
    if complement {
        chances.push(1.0 - sum);
    } else {
        chances.iter_mut().for_each(|p| *p /= sum);
    }
    chances
}

/// The chance of an event meant to have chance `top / bottom`, drawn as `u < p` with u uniform on the multiples of
/// 2^-bits: ⌈p 2^bits⌉ / 2^bits.
///
/// # Errors
/// More than 64 bits, or no probability.
pub fn threshold_chance(top: u64, bottom: u64, bits: u32) -> Result<f64> {
    if bits > 64 || top > bottom || bottom == 0 {
        return Err(Error::input(format!(
            "{top}/{bottom} drawn with {bits} bits: expected a probability and at most 64 bits"
        )));
    }
    let whole = 1_u128 << bits;
    let (top, bottom) = (u128::from(top), u128::from(bottom));
    // top × 2^bits, in two parts that fit.
    let (quotient, rest) = (whole / bottom, whole % bottom);
    let taken = quotient * top + (rest * top).div_ceil(bottom);
    Ok(taken as f64 / whole as f64)
}

/// The law that `word % D` draws, the word being uniform below 2^bits and D the sum of `weights`: residues
/// below 2^bits mod D come up once more than the others.
///
/// # Errors
/// More than 64 bits, or weights that sum to 0 or to more than 2^bits.
pub fn modulo_chances(weights: &[u64], bits: u32) -> Result<Vec<f64>> {
    let sum: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    if bits > 64 || sum == 0 || sum > 1 << bits {
        return Err(Error::input(format!(
            "weights with sum {sum} drawn with {bits} bits: expected a sum of 1 to 2^bits, and at most 64 bits"
        )));
    }
    let whole = 1_u128 << bits;
    let (times, favoured) = (whole / sum, whole % sum);
    let mut end = 0_u128;
    let chance = |&weight: &u64| {
        let start = end;
        end += u128::from(weight);
        let extra = end.min(favoured).saturating_sub(start);
        (times * u128::from(weight) + extra) as f64 / whole as f64
    };
    Ok(weights.iter().map(chance).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every word of a small machine, counted.
    #[test]
    fn small_machines_by_counting() {
        let weights = [3, 1, 6];
        let mut counts = [0_u32; 3];
        for word in 0..64_u64 {
            counts[usize::from(word % 10 >= 3) + usize::from(word % 10 >= 4)] += 1;
        }
        let drawn = modulo_chances(&weights, 6).expect("valid");
        for (p, count) in drawn.iter().zip(counts) {
            assert!((p - f64::from(count) / 64.0).abs() < 1e-15);
        }
        for (top, bottom) in [(1, 3), (1, 2), (0, 5), (5, 5), (13, 77)] {
            let below = (0..64).filter(|k| k * bottom < 64 * top).count();
            let p = threshold_chance(top, bottom, 6).expect("valid");
            assert!((p - below as f64 / 64.0).abs() < 1e-15, "{top}/{bottom}");
        }
        assert!(threshold_chance(2, 1, 6).is_err() && modulo_chances(&[65], 6).is_err());
        assert!(modulo_chances(&[], 6).is_err() && threshold_chance(1, 2, 65).is_err());
    }

    /// Dice by a whole 64-bit word without rejection: the bias is beyond any number of draws.
    #[test]
    fn sixty_four_bits_are_enough_for_dice() {
        let drawn = modulo_chances(&[1; 6], 64).expect("valid");
        let per_draw = noncentrality_per_draw(&drawn, &[1.0 / 6.0; 6]);
        assert!(draws_until_seen(per_draw, 5, 0.01, 0.5) > 1e30);
    }

    #[test]
    fn naive_laws() {
        assert_eq!(naive_chances(&[4.0, 2.0], true), [0.25, 0.5, 0.25]);
        let shared = naive_chances(&[4.0, 2.0], false);
        assert!((shared[0] - 1.0 / 3.0).abs() < 1e-15);
        assert!(noncentrality_per_draw(&[0.5, 0.5], &[1.0, 0.0]).is_infinite());
        assert!(noncentrality_per_draw(&[1.0, 0.0], &[1.0, 0.0]).abs() < 1e-300);
    }
}
