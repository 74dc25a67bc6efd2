//! Where a rising function crosses zero.

/// The root of a rising `f` between `low` and `high`, neither of which it is asked about: Newton's
/// steps, and a halving wherever one would leave the bracket.
///
/// `f` gives value and slope. To the last bits of a float, or as near as a hundred steps come.
pub(super) fn crossing(
    (mut low, mut high): (f64, f64),
    start: f64,
    f: impl Fn(f64) -> (f64, f64),
) -> f64 {
    let inside = |x: f64, low: f64, high: f64| x > low && x < high;
    let mut x = start;
    if !inside(x, low, high) {
        x = low + 0.5 * (high - low);
    }
    let mut width = high - low;
    for step in 0..200 {
        if !inside(x, low, high) {
            return x;
        }
        let (value, slope) = f(x);
        if value < 0.0 {
            low = x;
        } else if value > 0.0 {
            high = x;
        } else {
            return x;
        }
        let mut next = x - value / slope;
        // Three steps must at least halve the bracket, or Newton is not getting there.
        let is_slow = step % 3 == 2 && high - low > 0.5 * width;
        if step % 3 == 2 {
            width = high - low;
        }
        if !inside(next, low, high) || (is_slow && (next - x).abs() > 1e-9 * width) {
            next = low + 0.5 * (high - low);
        }
        if (next - x).abs() <= 1e-16 * x.abs() {
            return next;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steep_flat_and_kinked_functions() {
        let cube = crossing((-3.0, 9.0), 8.0, |x| (x * x * x - 2.0, 3.0 * x * x));
        assert!((cube - libm::cbrt(2.0)).abs() < 1e-15);
        let pole = crossing((0.0, 1.0), 0.5, |x| {
            (1.0 / (1.0 - x) - 1e9, 1.0 / ((1.0 - x) * (1.0 - x)))
        });
        assert!((pole - (1.0 - 1e-9)).abs() < 1e-15);
        let kink = crossing((0.0, 1.0), 0.9, |x| {
            if x < 0.3 {
                (x - 0.3, 1.0)
            } else {
                (1e6 * (x - 0.3), 1e6)
            }
        });
        assert!((kink - 0.3).abs() < 1e-15);
        // A slope that is wrong altogether only costs time.
        let lied_to = crossing((0.0, 1.0), 0.9, |x| (x - 0.125, 1e-9));
        assert!((lied_to - 0.125).abs() < 1e-12);
    }
}
