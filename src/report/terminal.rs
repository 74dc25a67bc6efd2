//! How the text report writes numbers, for a terminal: in English with blanks between groups of three and a
//! point; in French as documents do.

use crate::audit::{Check, Verdict};
use crate::report::document::translate;
use crate::report::lang::Lang;
use crate::report::number::{grouped, p_value};
use crate::units::Cents;

/// What stands where there is no number.
pub(super) const NONE: &str = "-";

impl Lang {
    /// A whole number in groups of three.
    pub(super) fn grouped(self, number: u64) -> String {
        match self {
            Self::En => grouped(number),
            Self::Fr => self.count(number),
        }
    }

    /// A number written with a point, as the language writes it.
    pub(super) fn point(self, number: impl Into<String>) -> String {
        let number = number.into();
        match self {
            Self::En => number,
            Self::Fr => number.replace('.', ","),
        }
    }

    /// An amount in euros, without its unit.
    pub(super) fn amount(self, cents: i64) -> String {
        match self {
            Self::En => Cents(cents).to_string(),
            Self::Fr => {
                let text = self.euros(cents);
                text.trim_end_matches("\u{a0}EUR").to_owned()
            }
        }
    }

    /// An amount in euros.
    pub(super) fn amount_in_euros(self, cents: i64) -> String {
        match self {
            Self::En => format!("{} EUR", Cents(cents)),
            Self::Fr => self.euros(cents),
        }
    }

    /// A p-value from its decimal logarithm.
    pub(super) fn p(self, log10_p: f64) -> String {
        self.point(p_value(log10_p))
    }

    /// The p-value of a check after correction.
    pub(super) fn adjusted(self, check: &Check) -> String {
        self.p(check.adjusted_log10_p)
    }

    /// A verdict in a word, a failure in capitals.
    pub(super) fn verdict(self, verdict: Verdict) -> &'static str {
        match verdict {
            Verdict::Pass => self.pick("pass", "conforme"),
            Verdict::Inconclusive => self.pick("inconclusive", "indécis"),
            Verdict::Fail => self.pick("FAIL", "NON CONFORME"),
        }
    }

    /// A relative deviation as a percentage with three digits or so, and a blank that no line is broken
    /// at.
    pub(super) fn deviation(self, deviation: f64) -> String {
        let value = 100.0 * deviation;
        let text = if value >= 100.0 {
            format!("{value:.0}")
        } else if value >= 10.0 {
            format!("{value:.1}")
        } else if value >= 1.0 {
            format!("{value:.2}")
        } else if value >= 0.001 {
            format!("{value:.4}")
        } else {
            format!("{value:.1e}")
        };
        self.point(text) + "\u{a0}%"
    }

    /// A sentence of a game or a test.
    pub(super) fn say(self, english: &str) -> String {
        translate(english, self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_read_well() {
        for (value, text) in [
            (1.5, "150\u{a0}%"),
            (0.1234, "12.3\u{a0}%"),
            (0.0456, "4.56\u{a0}%"),
            (0.00123, "0.1230\u{a0}%"),
            (1.2e-7, "1.2e-5\u{a0}%"),
        ] {
            assert_eq!(Lang::En.deviation(value), text);
            assert_eq!(Lang::Fr.deviation(value), text.replace('.', ","));
        }
    }

    #[test]
    fn numbers_and_amounts_in_both_languages() {
        assert_eq!(Lang::En.grouped(1_800_000), "1 800 000");
        assert_eq!(Lang::Fr.grouped(1_800_000), "1\u{202f}800\u{202f}000");
        assert_eq!(Lang::En.amount_in_euros(123_450), "1234.50 EUR");
        assert_eq!(
            Lang::Fr.amount_in_euros(123_450),
            "1\u{202f}234,50\u{a0}EUR"
        );
        assert_eq!(Lang::Fr.amount(50), "0,50");
        assert_eq!(Lang::Fr.p(-1234.5), "3,2e-1235");
        assert_eq!(Lang::Fr.verdict(Verdict::Fail), "NON CONFORME");
    }
}
