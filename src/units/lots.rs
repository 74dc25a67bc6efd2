//! Whole numbers as printed in a table of lots: "38 000".

use crate::error::{Error, Result};

/// A number of lots or tickets with the string that prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lots {
    text: String,
    count: u64,
}

impl Lots {
    /// Reads a printed number: digits, with spaces between groups of three.
    ///
    /// # Errors
    /// It is no such number, or has more than 15 digits.
    pub fn parse(text: &str) -> Result<Self> {
        let bad = || Error::input(format!("`{text}` is no number of lots such as 38 000"));
        let mut groups = text.split(' ');
        let first = groups.next().unwrap_or_default();
        let is_grouped = groups.clone().next().is_none()
            || (first.len() <= 3 && groups.all(|group| group.len() == 3));
        let digits: String = text.chars().filter(|c| *c != ' ').collect();
        let is_number = !first.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_grouped || !is_number || digits.len() > 15 {
            return Err(bad());
        }
        Ok(Self {
            text: text.to_owned(),
            count: digits.parse().map_err(|_| bad())?,
        })
    }

    /// The string as printed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number.
    pub fn count(&self) -> u64 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_printed() {
        let count = |text: &str| Lots::parse(text).map(|lots| lots.count()).ok();
        assert_eq!(count("1 500 000"), Some(1_500_000));
        assert_eq!(count("500"), Some(500));
        assert_eq!(count("38000"), Some(38_000));
        for bad in [
            "", " ", "1 50", "15 00", "1500 000", "-1", "1,5", "a", "1  000", "1 000 ",
        ] {
            assert_eq!(count(bad), None, "{bad}");
        }
    }
}
