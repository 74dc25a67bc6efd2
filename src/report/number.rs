//! Numbers in documents.

use serde::Serializer;

use crate::audit::{LOG10_P_OF_ZERO, scientific};

/// `value` rounded to 12 significant digits, so that the last bits of an intermediate result never
/// show in a document that must be the same bytes everywhere. A zero has no sign.
pub(crate) fn round12(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value) + 0.0
}

/// `value` with so many decimals; what rounds to zero has no sign.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

/// Serialises [`round12`] of a number; what is no finite number becomes null.
// The signature is serde's.
#[expect(clippy::trivially_copy_pass_by_ref)]
pub(super) fn sig12<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(round12(*value))
}

/// As [`sig12`], of every number of a list.
pub(super) fn sig12_all<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(|&value| round12(value)))
}

/// As [`sig12`], of a number that may be missing.
// The signature is serde's.
#[expect(clippy::ref_option)]
pub(super) fn sig12_some<S: Serializer>(
    value: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => sig12(value, serializer),
        None => serializer.serialize_none(),
    }
}

/// A whole number in groups of three.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A p-value from its decimal logarithm, readable however small.
pub(super) fn p_value(log10_p: f64) -> String {
    if log10_p.is_nan() {
        "-".to_owned()
    } else if log10_p >= -4.0 {
        format!("{:.4}", libm::exp10(log10_p))
    } else if log10_p <= LOG10_P_OF_ZERO {
        "0".to_owned()
    } else {
        let (mantissa, exponent) = scientific(log10_p);
        format!("{mantissa:.1}e{exponent}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_cut_to_twelve_digits() {
        assert_eq!(round12(0.1 + 0.2).to_string(), "0.3");
        assert_eq!(round12(2.0 / 3.0).to_string(), "0.666666666667");
        assert!(round12(f64::NAN).is_nan());
        assert_eq!(round12(-0.0).to_string(), "0");
    }

    #[test]
    fn zero_has_no_sign() {
        for value in [-0.0, 0.0, -0.000_049, 0.000_049] {
            assert_eq!(fixed(value, 4), "0.0000");
        }
        assert_eq!(fixed(-0.000_051, 4), "-0.0001");
        assert_eq!(fixed(-1.0, 0), "-1");
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(1_300_000_000), "1 300 000 000");
        assert_eq!(grouped(999), "999");
        assert_eq!(p_value(libm::log10(0.0123)), "0.0123");
        assert_eq!(p_value(-1234.5), "3.2e-1235");
        assert_eq!(p_value(libm::log10(9.96e-13)), "1.0e-12");
        assert_eq!(p_value(libm::log10(9.94e-13)), "9.9e-13");
        assert_eq!(p_value(f64::NEG_INFINITY), "0");
    }
}
