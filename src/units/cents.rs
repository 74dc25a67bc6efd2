//! Money as whole euro cents; no float ever holds an amount.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// An amount in euro cents.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Cents(pub i64);

impl Cents {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// Reads an amount in euros, as typed (`2`, `2.5`, `2.00`) or as printed in French
    /// (`10 000,00`); at most two decimals, no sign.
    ///
    /// # Errors
    /// The text is not such an amount, or is above 9e15 cents.
    pub fn parse(text: &str) -> Result<Self> {
        let bad = || Error::input(format!("`{text}` is not an amount in euros such as 2.00"));
        let plain: String = text
            .trim()
            .chars()
            .filter(|c| !matches!(c, ' ' | '\u{a0}' | '\u{202f}'))
            .collect();
        let (euros, decimals) = plain.split_once(['.', ',']).unwrap_or((&plain, ""));
        let digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
        if euros.is_empty() || euros.len() > 13 || decimals.len() > 2 {
            return Err(bad());
        }
        if !digits(euros) || !digits(decimals) || plain.ends_with(['.', ',']) {
            return Err(bad());
        }
        let euros: i64 = euros.parse().map_err(|_| bad())?;
        let cents: i64 = format!("{decimals:0<2}").parse().map_err(|_| bad())?;
        Ok(Self(euros * 100 + cents))
    }
}

impl fmt::Display for Cents {
    /// Euros with two decimals and a point: `10010.50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let cents = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{:02}", cents / 100, cents % 100))
    }
}

impl Add for Cents {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::ZERO, Add::add)
    }
}

/// The price of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stake(pub Cents);

impl Stake {
    /// A stake of so many cents.
    pub const fn from_cents(cents: i64) -> Self {
        Self(Cents(cents))
    }

    /// The stake in cents.
    pub const fn cents(self) -> i64 {
        self.0.0
    }
}

impl fmt::Display for Stake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_typed_and_as_printed() {
        let cents = |text: &str| Cents::parse(text).map(|c| c.0).ok();
        assert_eq!(cents("2"), Some(200));
        assert_eq!(cents("2.5"), Some(250));
        assert_eq!(cents("0,05"), Some(5));
        assert_eq!(cents("10 000,00"), Some(1_000_000));
        assert_eq!(cents("10\u{202f}010,50"), Some(1_001_050));
        for bad in [
            "",
            "-1",
            "+1",
            "abc",
            "1.234",
            "1.",
            ",5",
            "1e3",
            "١",
            "99999999999999",
        ] {
            assert_eq!(cents(bad), None, "{bad}");
        }
    }

    #[test]
    fn amounts_print_with_two_decimals() {
        assert_eq!(Cents(1_001_050).to_string(), "10010.50");
        assert_eq!(Cents(-5).to_string(), "-0.05");
        assert_eq!(format!("{:>8}", Cents(100)), "    1.00");
    }
}
