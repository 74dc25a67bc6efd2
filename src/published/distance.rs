//! How far weights are from the printed odds.

use std::ops::Add;

use crate::units::Odds;

/// The sum of `|1/p - N|` over rows, in units of 10^-30, each term cut to a whole number of them.
///
/// Whole numbers, so that sums of any length compare without overflow and without a float; two
/// sums that agree to about thirty decimals count as equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Distance(u128);

impl Distance {
    /// That of `values`, each over 10^`decimals` and inside the interval of its row (so that each
    /// term is at most half a unit of the last printed digit).
    pub(super) fn of(rows: &[Odds], values: &[u64], decimals: u32) -> Self {
        rows.iter()
            .zip(values)
            .map(|(odds, &value)| Self::of_row(odds, value, decimals))
            .fold(Self::default(), Add::add)
    }

    fn of_row(odds: &Odds, value: u64, decimals: u32) -> Self {
        // |10^k / v - n / 10^d| = |10^(k+d) - n v| / (v 10^d): at most 36 digits above and below.
        let denominator = u128::from(value) * 10_u128.pow(odds.decimals());
        let scale = 10_u128.pow(decimals + odds.decimals());
        let mut rest = scale.abs_diff(u128::from(odds.units()) * u128::from(value));
        let mut quotient = rest / denominator;
        rest %= denominator;
        for _ in 0..30 {
            rest *= 10;
            quotient = quotient * 10 + rest / denominator;
            rest %= denominator;
        }
        Self(quotient)
    }
}

impl Add for Distance {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(printed: &[&str], values: &[u64], decimals: u32) -> Distance {
        let odds = |text: &&str| Odds::rounded(text).expect("odds");
        let rows: Vec<Odds> = printed.iter().map(odds).collect();
        Distance::of(&rows, values, decimals)
    }

    #[test]
    fn distances_by_hand() {
        // 1/0.15 = 6.6666..., 0.00333... from 6.67; 1/0.2 is 5 exactly.
        let third = Distance(10_u128.pow(28) / 3);
        assert_eq!(distance(&["6,67"], &[15], 2), third);
        assert_eq!(distance(&["6,67", "5,00"], &[15, 20], 2), third);
        // 1/0.32 = 3.125, printed 3.13.
        assert_eq!(distance(&["3,13"], &[32], 2), Distance(5 * 10_u128.pow(27)));
    }

    #[test]
    fn the_longest_numbers_do_not_overflow() {
        let tiny = "1,00000000000000000";
        assert_eq!(distance(&[tiny], &[10_u64.pow(18)], 18), Distance(0));
        let huge = "999999999999999999";
        // One in 10^18, printed one lower.
        assert_eq!(distance(&[huge], &[1], 18), Distance(10_u128.pow(30)));
    }
}
