//! The integers a row may have at a given number of decimals.

/// The integers `low..=high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) low: u64,
    pub(super) high: u64,
}

impl Span {
    /// How many integers there are, less one; the span must not be empty.
    pub(super) fn width(self) -> u64 {
        self.high - self.low
    }

    /// The fewest significant digits of any integer inside; `low` is at least 1.
    pub(super) fn fewest_digits(self) -> u32 {
        // The most trailing zeros any integer inside has: what is left of it is shortest.
        (0..=19)
            .rev()
            .map(|zeros| self.low.div_ceil(10_u64.pow(zeros)) * 10_u64.pow(zeros))
            .find(|&value| value <= self.high)
            .map_or(0, significant_digits)
    }
}

/// The digits of a decimal fraction without leading and trailing zeros: 2 for 490, 0 for 0.
pub(super) fn significant_digits(value: u64) -> u32 {
    length(value) - trailing_zeros(value)
}

/// The number of decimal digits; 0 for 0.
pub(super) fn length(value: u64) -> u32 {
    value.checked_ilog10().map_or(0, |log| log + 1)
}

/// The number of zeros a value ends with; 0 for 0.
pub(super) fn trailing_zeros(mut value: u64) -> u32 {
    let mut zeros = 0;
    while value != 0 && value.is_multiple_of(10) {
        value /= 10;
        zeros += 1;
    }
    zeros
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_ignore_zeros_at_both_ends() {
        for (value, digits) in [
            (490, 2),
            (3, 1),
            (1_000_000, 1),
            (0, 0),
            (7037, 4),
            (505, 3),
        ] {
            assert_eq!(significant_digits(value), digits, "{value}");
        }
    }

    #[test]
    fn the_shortest_integer_of_a_span() {
        let mut bounds = (1_u64..400).flat_map(|low| (low..low + 120).map(move |high| (low, high)));
        assert!(bounds.all(|(low, high)| {
            let shortest = (low..=high).map(significant_digits).min();
            Some(Span { low, high }.fewest_digits()) == shortest
        }));
    }
}
