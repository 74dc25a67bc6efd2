//! The languages of reports, and how each writes numbers, amounts and dates.

use serde::Serialize;

use crate::audit::scientific;

/// A language of reports. Game terms and references to articles stay as published in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

/// Groups digits in French: a narrow space that does not break.
const NARROW: char = '\u{202f}';

/// Before a unit in French: a space that does not break.
const HARD: char = '\u{a0}';

impl Lang {
    /// The code of the language, as documents name it.
    pub fn code(self) -> &'static str {
        self.pick("en", "fr")
    }

    /// One of two texts.
    pub fn pick<T>(self, english: T, french: T) -> T {
        match self {
            Self::En => english,
            Self::Fr => french,
        }
    }

    /// A whole number in groups of three.
    pub fn count(self, number: u64) -> String {
        self.group(&number.to_string())
    }

    /// A number with so many decimals.
    pub fn decimal(self, value: f64, decimals: usize) -> String {
        if !value.is_finite() {
            return self.missing().to_owned();
        }
        let text = format!("{:.decimals$}", value.abs());
        let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
        let is_zero = text.chars().all(|c| matches!(c, '0' | '.'));
        let mut written = if value < 0.0 && !is_zero {
            String::from('−')
        } else {
            String::new()
        };
        written += &self.group(whole);
        if !rest.is_empty() {
            written.push(self.pick('.', ','));
            written += rest;
        }
        written
    }

    /// A number with so many significant digits, in powers of ten where it is very large or small.
    pub fn significant(self, value: f64, digits: usize) -> String {
        if value == 0.0 {
            return "0".to_owned();
        }
        if !value.is_finite() {
            return self.missing().to_owned();
        }
        let last = digits.saturating_sub(1);
        let most = i32::try_from(last).unwrap_or(i32::MAX);
        // The exponent of the rounded number: 9.996 with three digits is 10.0.
        let text = format!("{value:.last$e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        if (-5..7).contains(&exponent) {
            let decimals = (most - exponent).max(0) as usize;
            return self.decimal(value, decimals);
        }
        let mantissa: f64 = mantissa.parse().unwrap_or(value);
        format!("{}{}", self.decimal(mantissa, last), power_of_ten(exponent))
    }

    /// A number as a French text prints it, `1 000,50`, as the language writes it; anything else as it is.
    pub fn published(self, text: &str) -> String {
        let (whole, decimals) = match text.split_once(',') {
            Some((whole, decimals)) => (whole, Some(decimals)),
            None => (text, None),
        };
        let whole: String = whole.chars().filter(|c| !c.is_whitespace()).collect();
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !is_number(&whole) || !decimals.is_none_or(is_number) {
            return text.to_owned();
        }
        let mut written = self.group(&whole);
        if let Some(decimals) = decimals {
            written.push(self.pick('.', ','));
            written += decimals;
        }
        written
    }

    /// A share in per cent with so many decimals.
    pub fn percent(self, share: f64, decimals: usize) -> String {
        let number = self.decimal(100.0 * share, decimals);
        match self {
            Self::En => format!("{number}%"),
            Self::Fr => format!("{number}{HARD}%"),
        }
    }

    /// An amount in euros.
    pub fn euros(self, cents: i64) -> String {
        let sign = if cents < 0 { "−" } else { "" };
        let (whole, rest) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
        format!(
            "{sign}{}{}{rest:02}{HARD}EUR",
            self.count(whole),
            self.pick('.', ',')
        )
    }

    /// A p-value from its decimal logarithm, readable however small.
    pub fn p_value(self, log10_p: f64) -> String {
        if !log10_p.is_finite() && log10_p > 0.0 || log10_p.is_nan() {
            return self.missing().to_owned();
        }
        if log10_p <= crate::audit::LOG10_P_OF_ZERO {
            return "0".to_owned();
        }
        if log10_p >= -4.0 {
            return self.decimal(libm::exp10(log10_p), 4);
        }
        let (mantissa, exponent) = scientific(log10_p);
        format!("{}{}", self.decimal(mantissa, 1), power_of_ten(exponent))
    }

    /// A moment written as RFC 3339 in UTC, as the language writes dates; anything else as it is.
    pub fn moment(self, rfc3339: &str) -> String {
        let parts = || {
            let (date, time) = rfc3339.strip_suffix('Z')?.split_once('T')?;
            let mut date = date.split('-');
            Some((date.next()?, date.next()?, date.next()?, time))
        };
        match (self, parts()) {
            (_, None) => rfc3339.to_owned(),
            (Self::En, Some((year, month, day, time))) => format!("{year}-{month}-{day} {time}"),
            (Self::Fr, Some((year, month, day, time))) => format!("{day}/{month}/{year} {time}"),
        }
    }

    /// What stands where there is no number.
    pub fn missing(self) -> &'static str {
        "–"
    }

    fn group(self, digits: &str) -> String {
        let mut text = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                text.push(self.pick(',', NARROW));
            }
            text.push(digit);
        }
        text
    }
}

/// ` × 10` to the power of `exponent`.
pub(super) fn power_of_ten(exponent: i32) -> String {
    format!("×10{}", superscript(exponent))
}

/// A whole number in raised digits.
pub(super) fn superscript(number: i32) -> String {
    let raise = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        other => {
            let digit = other.to_digit(10).unwrap_or(0);
            char::from_u32(0x2070 + digit).unwrap_or(other)
        }
    };
    number.to_string().chars().map(raise).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_both_languages() {
        assert_eq!(Lang::En.count(1_234_567), "1,234,567");
        assert_eq!(Lang::Fr.count(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(Lang::Fr.euros(123_450), "1\u{202f}234,50\u{a0}EUR");
        assert_eq!(Lang::En.euros(-5), "−0.05\u{a0}EUR");
        assert_eq!(Lang::Fr.percent(0.9437, 2), "94,37\u{a0}%");
        assert_eq!(Lang::En.percent(0.9437, 2), "94.37%");
        assert_eq!(Lang::En.decimal(-0.0001, 2), "0.00");
        assert_eq!(Lang::Fr.decimal(f64::NAN, 2), "–");
    }

    #[test]
    fn printed_odds_in_both_languages() {
        assert_eq!(Lang::En.published("400,000"), "400.000");
        assert_eq!(Lang::En.published("2 000 000 000"), "2,000,000,000");
        assert_eq!(Lang::En.published("751\u{a0}879,699"), "751,879.699");
        assert_eq!(Lang::Fr.published("1000,00"), "1\u{202f}000,00");
        assert_eq!(Lang::En.published("1 sur 6"), "1 sur 6");
        assert_eq!(Lang::En.published(","), ",");
    }

    #[test]
    fn dates_in_both_languages() {
        let moment = "2026-11-30T12:05:09Z";
        assert_eq!(Lang::En.moment(moment), "2026-11-30 12:05:09");
        assert_eq!(Lang::Fr.moment(moment), "30/11/2026 12:05:09");
        assert_eq!(Lang::Fr.moment("never"), "never");
    }

    #[test]
    fn significant_digits() {
        assert_eq!(Lang::En.significant(9.996, 3), "10.0");
        assert_eq!(Lang::Fr.significant(0.000_123_4, 3), "0,000123");
        assert_eq!(Lang::En.significant(1.5e-9, 2), "1.5×10⁻⁹");
        assert_eq!(Lang::En.significant(123_456.0, 3), "123,456");
        assert_eq!(Lang::Fr.significant(2.0e12, 2), "2,0×10¹²");
    }

    #[test]
    fn p_values_however_small() {
        assert_eq!(Lang::Fr.p_value(libm::log10(0.0123)), "0,0123");
        assert_eq!(Lang::En.p_value(-1234.5), "3.2×10⁻¹²³⁵");
        assert_eq!(Lang::En.p_value(crate::audit::LOG10_P_OF_ZERO), "0");
    }
}
