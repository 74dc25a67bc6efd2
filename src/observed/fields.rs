//! Single fields: whole numbers of cents and of plays.

/// The most that one row may count.
const MOST: u64 = 1_000_000_000_000_000;

/// Reads an amount in cents, at least 0.
///
/// # Errors
/// What is wrong, and what was expected.
pub(super) fn cents(name: &str, text: &str) -> Result<i64, String> {
    let expected = format!("{name} `{text}`: expected whole euro cents such as 150");
    if text.is_empty() {
        return Err(format!(
            "{name} is empty: expected whole euro cents such as 150"
        ));
    }
    if text.starts_with('-') {
        return Err(format!("{name} `{text}` is below 0"));
    }
    if text.contains(['.', ',']) {
        return Err(format!("{expected}, without decimals"));
    }
    let number = digits(text).ok_or(expected)?;
    let number = i64::try_from(number)
        .ok()
        .filter(|cents| *cents <= 900_000_000_000_000);
    number.ok_or_else(|| format!("{name} `{text}` is more than 9e14 cents"))
}

/// Reads how many plays or draws a row stands for; 0 to 1e15.
///
/// # Errors
/// What is wrong, and what was expected.
pub(super) fn count(text: &str) -> Result<u64, String> {
    let number = digits(text)
        .ok_or_else(|| format!("count `{text}`: expected a whole number such as 250"))?;
    if number > MOST {
        return Err(format!("count `{text}` is more than 1e15"));
    }
    Ok(number)
}

/// Digits alone, as a number; `u64::MAX` for more than 64 bits.
fn digits(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_what_is_none() {
        assert_eq!(cents("payout_cents", "0"), Ok(0));
        assert_eq!(cents("payout_cents", "1000000"), Ok(1_000_000));
        for bad in [
            "",
            "1.5",
            "1,50",
            "-1",
            "+1",
            "1e3",
            "1 000",
            "٣",
            "x",
            "99999999999999999999",
            "NaN",
        ] {
            assert!(cents("payout_cents", bad).is_err(), "{bad}");
        }
        assert_eq!(count("1000000000000000"), Ok(MOST));
        for bad in [
            "",
            "-1",
            "1.0",
            "1000000000000001",
            "1e6",
            "99999999999999999999999",
        ] {
            assert!(count(bad).is_err(), "{bad}");
        }
    }
}
