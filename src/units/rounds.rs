//! Numbers of rounds as users write them.

use crate::error::{Error, Result};

/// The most rounds a run may have.
pub const MAX_ROUNDS: u64 = 1_000_000_000_000_000;

/// Reads a number of rounds: `1000000`, `1_000_000`, `1e6`, `1.5e6`; a whole number from 1 to 1e15.
///
/// The decimal is taken apart as text: no float is involved.
///
/// # Errors
/// Says what was expected.
pub fn parse_rounds(text: &str) -> Result<u64> {
    let bad = |why: &str| {
        Error::input(format!(
            "`{text}` is no number of rounds: {why}; write a whole number from 1 to 1e15, \
             such as 1000000, 1_000_000, 1e6 or 1.5e6"
        ))
    };
    let plain = text.trim().to_ascii_lowercase();
    if plain.starts_with('-') {
        return Err(bad("it is negative"));
    }
    let (mantissa, exponent) = plain.split_once('e').unwrap_or((&plain, "0"));
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let grouped =
        |part: &str| !part.starts_with('_') && !part.ends_with('_') && !part.contains("__");
    let digits: String = whole
        .chars()
        .chain(decimals.chars())
        .filter(|c| *c != '_')
        .collect();
    let is_number = grouped(whole)
        && !decimals.contains('_')
        && !whole.is_empty()
        && !mantissa.ends_with('.')
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
    let is_exponent = !exponent.is_empty() && exponent.bytes().all(|b| b.is_ascii_digit());
    if !is_number || !is_exponent {
        return Err(bad("it cannot be read"));
    }
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Err(bad("it is zero"));
    }
    let too_large = || bad("it is too large");
    let exponent: usize = exponent.parse().map_err(|_| too_large())?;
    let value = if exponent >= decimals.len() {
        let zeros = exponent - decimals.len();
        if digits.len() + zeros > 16 {
            return Err(too_large());
        }
        format!("{digits}{}", "0".repeat(zeros))
    } else {
        let cut = digits.len().saturating_sub(decimals.len() - exponent);
        if digits[cut..].bytes().any(|byte| byte != b'0') {
            return Err(bad("it is not whole"));
        }
        digits[..cut].to_owned()
    };
    match value.parse::<u64>() {
        Ok(rounds @ 1..=MAX_ROUNDS) => Ok(rounds),
        _ => Err(too_large()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_a_million() {
        for text in [
            "1000000",
            "1_000_000",
            "1e6",
            "1E+6",
            "0.1e7",
            "1.0e6",
            "1000000.0",
            " 1e6 ",
        ] {
            assert_eq!(parse_rounds(text).ok(), Some(1_000_000), "{text}");
        }
        assert_eq!(parse_rounds("1.5e6").ok(), Some(1_500_000));
        assert_eq!(parse_rounds("1").ok(), Some(1));
        assert_eq!(parse_rounds("1e15").ok(), Some(MAX_ROUNDS));
    }

    #[test]
    fn numbers_that_are_none_say_why() {
        let why = |text: &str| parse_rounds(text).expect_err(text).to_string();
        assert!(why("0").contains("it is zero"));
        assert!(why("0.0e3").contains("it is zero"));
        assert!(why("-5").contains("negative"));
        assert!(why("1.5").contains("not whole"));
        assert!(why("1.25e1").contains("not whole"));
        assert!(why("0.5").contains("not whole"));
        for large in [
            "1000000000000001",
            "1e16",
            "2e15",
            "1e99999999999999999999",
            "99999999999999999999",
        ] {
            assert!(why(large).contains("too large"), "{large}");
        }
        for text in [
            "", "abc", "1e", "e6", "1.", ".5", "1e-3", "_1", "1__0", "1_", "0x10", "١", "1 000",
        ] {
            assert!(why(text).contains("cannot be read"), "{text}");
        }
    }
}
