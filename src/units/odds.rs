//! Odds exactly as a regulation prints them.

use std::fmt;

use num_rational::Ratio;
use num_traits::One;

use super::interval::{Probability, RoundingInterval};
use crate::error::{Error, Result};

/// At most so many digits: every number derived from them then fits 128 bits.
const MAX_DIGITS: usize = 18;

/// Odds of "1 chance in N": the number N as printed (`33 333,33`, `1000,00`, `6`), and whether the
/// table carries a rounding note or N is exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    text: String,
    /// N in units of its last printed digit.
    units: u64,
    decimals: u32,
    rounded: bool,
}

impl Odds {
    /// Reads a number under a rounding note ("arrondi arithmétique au centième près"): its
    /// last printed digit is rounded.
    ///
    /// # Errors
    /// The text is not a French number of at least 1 with at most 18 digits.
    pub fn rounded(text: &str) -> Result<Self> {
        Self::parse(text, true)
    }

    /// Reads a number without a rounding note: it is exact.
    ///
    /// # Errors
    /// As [`Odds::rounded`].
    pub fn exact(text: &str) -> Result<Self> {
        Self::parse(text, false)
    }

    fn parse(text: &str, rounded: bool) -> Result<Self> {
        let bad = |why: &str| {
            let example = "expected a number as printed, such as 66,67 or 33 333,33";
            Error::input(format!("odds of 1 in `{text}`: {why}; {example}"))
        };
        let (whole, decimals) = text.split_once(',').unwrap_or((text, ""));
        if text.ends_with(',') {
            return Err(bad("no digit after the comma"));
        }
        let groups: Vec<&str> = whole.split([' ', '\u{a0}', '\u{202f}']).collect();
        if !groups.iter().chain([&decimals]).all(|g| all_digits(g)) {
            return Err(bad("only digits, spaces and one comma may appear"));
        }
        let grouped = groups.iter().skip(1).all(|group| group.len() == 3)
            && (groups.len() == 1 || (1..=3).contains(&groups[0].len()));
        if whole.is_empty() || !grouped {
            return Err(bad("the digits before the comma are not groups of three"));
        }
        let digits = groups.concat() + decimals;
        if digits.len() > MAX_DIGITS {
            return Err(bad("more than 18 digits"));
        }
        let units: u64 = digits.parse().map_err(|_| bad("not a number"))?;
        let decimals = decimals.len() as u32;
        if units < 10_u64.pow(decimals) {
            return Err(bad("a probability above 1"));
        }
        Ok(Self {
            text: text.to_owned(),
            units,
            decimals,
            rounded,
        })
    }

    /// The number as printed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many decimals are printed.
    pub fn decimals(&self) -> u32 {
        self.decimals
    }

    /// Whether a rounding note applies; otherwise the number is exact.
    pub fn is_rounded(&self) -> bool {
        self.rounded
    }

    /// N itself, as printed.
    pub fn number(&self) -> Ratio<i128> {
        Ratio::new(self.units.into(), 10_i128.pow(self.decimals))
    }

    /// N in units of its last printed digit: 6667 for `66,67`.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// Every probability that is printed like this: `[1/(N+h), min(1, 1/(N-h))]` with h half a
    /// unit of the last digit, or the point `1/N` where N is exact.
    pub fn interval(&self) -> RoundingInterval {
        if !self.rounded {
            return RoundingInterval::point(self.number().recip());
        }
        // 1/(N ± h) = 2·10^d / (2·units ± 1); N >= 1 keeps the lower denominator positive.
        let numerator = 2 * 10_i128.pow(self.decimals);
        let twice = 2 * i128::from(self.units);
        RoundingInterval {
            low: Ratio::new(numerator, twice + 1),
            high: Ratio::new(numerator, twice - 1).min(Probability::one()),
        }
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

fn all_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_numbers_keep_their_text_and_decimals() {
        for (text, units, decimals) in [
            ("33 333,33", 3_333_333, 2),
            ("1000,00", 100_000, 2),
            ("2 000 000,000", 2_000_000_000, 3),
            ("751\u{202f}879,699", 751_879_699, 3),
            ("6", 6, 0),
            ("1,00", 100, 2),
        ] {
            let odds = Odds::rounded(text).expect(text);
            assert_eq!(odds.text(), text);
            assert_eq!((odds.units(), odds.decimals()), (units, decimals), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused_with_the_reason() {
        for (text, reason) in [
            ("", "groups of three"),
            (",5", "groups of three"),
            ("5,", "after the comma"),
            ("1 00,00", "groups of three"),
            ("1000 000", "groups of three"),
            ("66.67", "only digits"),
            ("1,2,3", "only digits"),
            ("-3", "only digits"),
            ("+3", "only digits"),
            ("٣", "only digits"),
            ("0,99", "above 1"),
            ("0", "above 1"),
            ("1234567890123456789", "18 digits"),
        ] {
            let error = Odds::rounded(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{error}");
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
    }

    #[test]
    fn intervals_by_hand() {
        let interval = |text| Odds::rounded(text).expect("odds").interval();
        // 66.67 ± 0.005: 1/66.675 and 1/66.665.
        assert_eq!(interval("66,67").low, Ratio::new(1000, 66_675));
        assert_eq!(interval("66,67").high, Ratio::new(1000, 66_665));
        assert!(interval("66,67").contains(Ratio::new(15, 1000)));
        // 3.125 printed 3,13 is inside, being an end; so is 1/3.135.
        assert_eq!(interval("3,13").high, Ratio::new(8, 25));
        assert!(interval("3,13").contains(Ratio::new(200, 627)));
        // 1,00: no probability above 1.
        assert_eq!(interval("1,00").low, Ratio::new(200, 201));
        assert_eq!(interval("1,00").high, Ratio::one());
        // A whole number under a note is rounded to the unit.
        assert_eq!(interval("2").low, Ratio::new(2, 5));
        assert_eq!(interval("2").high, Ratio::new(2, 3));
        let die = Odds::exact("6").expect("odds").interval();
        assert_eq!(die, RoundingInterval::point(Ratio::new(1, 6)));
    }

    #[test]
    fn the_longest_numbers_do_not_overflow() {
        let odds = Odds::rounded("999999999999999999").expect("odds");
        assert!(odds.interval().low < odds.interval().high);
        let odds = Odds::rounded("1,00000000000000000").expect("odds");
        assert!(odds.interval().contains(Ratio::one()));
    }
}
