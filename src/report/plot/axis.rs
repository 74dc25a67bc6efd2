//! Axes: values to pixels, and where the ticks are.

use crate::report::lang::{Lang, superscript};

/// How values are spread along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Spread {
    /// Evenly.
    Linear,
    /// By their logarithm; values are positive.
    Log,
    /// Evenly within `threshold` of 0, by the logarithm of their size beyond.
    SymLog {
        /// The size where the one becomes the other.
        threshold: f64,
    },
}

/// An axis: a range of values on a range of pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    /// The least and the greatest value.
    pub(super) range: (f64, f64),
    /// Their pixels.
    pub(super) pixels: (f64, f64),
    /// How values are spread between them.
    pub(super) spread: Spread,
}

impl Axis {
    /// The pixel of a value; values beyond the range are moved to its end.
    pub(super) fn at(&self, value: f64) -> f64 {
        let (low, high) = (self.warp(self.range.0), self.warp(self.range.1));
        let share = if high > low {
            (self.warp(value) - low) / (high - low)
        } else {
            0.5
        };
        let share = if share.is_finite() {
            share.clamp(0.0, 1.0)
        } else {
            0.0
        };
        self.pixels.0 + share * (self.pixels.1 - self.pixels.0)
    }

    /// Whether a value is inside the range.
    pub(super) fn holds(&self, value: f64) -> bool {
        (self.range.0..=self.range.1).contains(&value)
    }

    fn warp(&self, value: f64) -> f64 {
        match self.spread {
            Spread::Linear => value,
            Spread::Log => libm::log10(value),
            // Smooth, odd, linear near 0 and logarithmic far from it.
            Spread::SymLog { threshold } => libm::asinh(value / threshold),
        }
    }

    /// Round values inside the range, about `number` of them, ascending.
    pub(super) fn ticks(&self, number: usize) -> Vec<f64> {
        match self.spread {
            Spread::Linear => linear(self.range, number),
            Spread::Log => decades(self.range, number),
            Spread::SymLog { threshold } => {
                let most = self.range.0.abs().max(self.range.1.abs());
                let mut ticks = vec![0.0];
                let first = libm::log10(threshold).ceil() as i32;
                let last = libm::log10(most).floor() as i32;
                let step =
                    ((last - first) / i32::try_from(number.max(1)).unwrap_or(i32::MAX) + 1).max(1);
                for exponent in (first..=last).rev().step_by(step as usize) {
                    let size = power(exponent);
                    ticks.extend([-size, size]);
                }
                ticks.retain(|&tick| self.holds(tick));
                if ticks.len() < 6 {
                    // Hardly a power of ten inside: 1, 2 and 5 of each.
                    let sizes = (first - 1..=last).flat_map(fifths);
                    let sizes = sizes.filter(|&size| size >= threshold);
                    ticks = sizes.flat_map(|size| [-size, size]).collect();
                    ticks.push(0.0);
                    ticks.retain(|&tick| self.holds(tick));
                }
                ticks.sort_by(f64::total_cmp);
                ticks
            }
        }
    }
}

/// Ten to the power of `exponent`, to the last digit.
fn power(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().unwrap_or(f64::NAN)
}

/// 1, 2 and 5 times a power of ten.
fn fifths(exponent: i32) -> [f64; 3] {
    [1.0, 2.0, 5.0].map(|factor| factor * power(exponent))
}

fn linear((low, high): (f64, f64), number: usize) -> Vec<f64> {
    let rough = (high - low) / number.max(1) as f64;
    if rough.is_nan() || rough <= 0.0 || !rough.is_finite() {
        return vec![low];
    }
    let scale = power(libm::log10(rough).floor() as i32);
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * scale)
        .find(|&step| step >= rough * 0.999)
        .unwrap_or(10.0 * scale);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|k| k as f64 * step).collect()
}

fn decades((low, high): (f64, f64), number: usize) -> Vec<f64> {
    let first = (libm::log10(low) - 1e-9).ceil() as i32;
    let last = (libm::log10(high) + 1e-9).floor() as i32;
    if last - first < 2 {
        // Less than two decades: 1, 2 and 5 of each, or every digit, or round values.
        let inside = |values: Vec<f64>| -> Vec<f64> {
            let inside = values.into_iter().filter(|v| (low..=high).contains(v));
            inside.collect()
        };
        let digits = |e: i32| (1..10).map(move |k| f64::from(k) * power(e));
        let few = inside((first - 1..=last).flat_map(fifths).collect());
        let more = inside((first - 1..=last).flat_map(digits).collect());
        return match (few.len(), more.len()) {
            (4.., _) => few,
            (_, 3..) => more,
            _ => linear((low, high), number),
        };
    }
    let step = ((last - first) / i32::try_from(number.max(1)).unwrap_or(i32::MAX) + 1).max(1);
    (first..=last).step_by(step as usize).map(power).collect()
}

/// A positive number as logarithmic axes write it: plain near 1, a power of ten elsewhere.
pub(super) fn decade(lang: Lang, value: f64) -> String {
    let exponent = (libm::log10(value) + 1e-9).floor() as i32;
    let is_power = (value / power(exponent) - 1.0).abs() < 1e-9;
    // As many decimals as a round number has.
    let decimals = |value: f64| {
        let is_whole = |decimals: &i32| {
            let scaled = value * power(*decimals);
            (scaled - scaled.round()).abs() < 1e-6 * scaled
        };
        (0..6).find(is_whole).unwrap_or(1) as usize
    };
    match exponent {
        -3..=3 => lang.decimal(value, decimals(value)),
        _ if is_power => format!("10{}", superscript(exponent)),
        _ => {
            let mantissa = value / power(exponent);
            let mantissa = lang.decimal(mantissa, decimals(mantissa));
            format!("{mantissa}×10{}", superscript(exponent))
        }
    }
}

/// Enough decimals to tell ticks a `step` apart.
pub(super) fn decimals_of(ticks: &[f64]) -> usize {
    let steps = ticks.windows(2).map(|pair| (pair[1] - pair[0]).abs());
    let step = steps.fold(f64::INFINITY, f64::min);
    (0..9)
        .find(|&decimals| {
            let scaled = step * power(decimals);
            (scaled - scaled.round()).abs() < 1e-6 * scaled.max(1.0) && scaled > 0.5
        })
        .unwrap_or(3) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(range: (f64, f64), spread: Spread) -> Axis {
        Axis {
            range,
            pixels: (100.0, 200.0),
            spread,
        }
    }

    #[test]
    fn values_find_their_pixels() {
        assert!((axis((0.0, 10.0), Spread::Linear).at(2.5) - 125.0).abs() < 1e-9);
        assert!((axis((1.0, 100.0), Spread::Log).at(10.0) - 150.0).abs() < 1e-9);
        let signed = axis((-1.0, 1.0), Spread::SymLog { threshold: 1e-3 });
        assert!((signed.at(0.0) - 150.0).abs() < 1e-9);
        assert!((signed.at(0.5) + signed.at(-0.5) - 300.0).abs() < 1e-9);
        assert!((signed.at(7.0) - 200.0).abs() < 1e-9);
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(
            axis((0.0, 1.0), Spread::Linear).ticks(4),
            [0.0, 0.25, 0.5, 0.75, 1.0]
        );
        assert_eq!(
            axis((3.0, 5e4), Spread::Log).ticks(6),
            [10.0, 100.0, 1e3, 1e4]
        );
        assert_eq!(
            axis((2.0, 30.0), Spread::Log).ticks(6),
            [2.0, 5.0, 10.0, 20.0]
        );
        // 5 and 10 alone would not show how the axis is spread.
        assert_eq!(
            axis((3.5, 11.0), Spread::Log).ticks(6),
            [4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]
        );
        let narrow = axis((1.4, 2.6), Spread::Log).ticks(6);
        let narrow: Vec<_> = narrow.iter().map(|&tick| decade(Lang::En, tick)).collect();
        assert_eq!(narrow, ["1.4", "1.6", "1.8", "2", "2.2", "2.4", "2.6"]);
        let signed = axis((-0.5, 0.5), Spread::SymLog { threshold: 0.01 });
        assert_eq!(
            signed.ticks(5),
            [
                -0.5, -0.2, -0.1, -0.05, -0.02, -0.01, 0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5
            ]
        );
        let wide = axis((-1.0, 30.0), Spread::SymLog { threshold: 0.01 });
        assert_eq!(
            wide.ticks(6),
            [-1.0, -0.1, -0.01, 0.0, 0.01, 0.1, 1.0, 10.0]
        );
        // No power of ten but one on each side: the axis is not left with three labels.
        let narrow = axis((-0.0065, 0.0065), Spread::SymLog { threshold: 0.0007 });
        assert_eq!(
            narrow.ticks(6),
            [-0.005, -0.002, -0.001, 0.0, 0.001, 0.002, 0.005]
        );
    }

    #[test]
    fn labels_tell_ticks_apart() {
        assert_eq!(decimals_of(&[0.0, 0.25, 0.5]), 2);
        assert_eq!(decimals_of(&[0.0, 5.0]), 0);
        assert_eq!(decade(Lang::En, 1e6), "10⁶");
        assert_eq!(decade(Lang::Fr, 0.01), "0,01");
        assert_eq!(decade(Lang::En, 0.5), "0.5");
        assert_eq!(decade(Lang::En, 2.0), "2");
        assert_eq!(decade(Lang::Fr, 5e5), "5×10⁵");
        assert_eq!(decade(Lang::Fr, 1.6), "1,6");
        assert_eq!(decade(Lang::En, 1.6e6), "1.6×10⁶");
    }
}
