//! Whether a rare row came up as often in one sample as in the other.

use std::f64::consts::LN_2;

use crate::audit::special::{ln_binomial_cdf, ln_binomial_pmf, ln_binomial_sf};

/// The result of [`rare_difference`]: logarithms of tails of the first count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RareDifference {
    /// ln P(at least as many).
    pub ln_upper: f64,
    /// ln P(at most as many).
    pub ln_lower: f64,
    /// ln of the two-sided p-value, twice the smaller tail: its level is guaranteed.
    pub ln_p: f64,
    /// ln of twice the smaller tail with half of the count's own probability: for display.
    pub ln_mid_p: f64,
}

/// Tests whether a row that came up `x1` times in `n1` draws and `x2` times in `n2` is as likely in both:
/// given their sum, `x1` is binomial with chance `n1/(n1+n2)`, exactly so for rates and as good as exactly
/// for a rare row. None where it did not come up, or one sample is empty.
pub fn rare_difference((x1, n1): (u64, u64), (x2, n2): (u64, u64)) -> Option<RareDifference> {
    let sum = x1.checked_add(x2).filter(|&sum| sum > 0)?;
    if n1 == 0 || n2 == 0 {
        return None;
    }
    let share = n1 as f64 / (n1 as f64 + n2 as f64);
    let ln_upper = ln_binomial_sf(x1, sum, share);
    let ln_lower = ln_binomial_cdf(x1, sum, share);
    let half = 0.5 * libm::exp(ln_binomial_pmf(x1, sum, share) - ln_upper.min(ln_lower));
    let doubled = ln_upper.min(ln_lower) + LN_2;
    Some(RareDifference {
        ln_upper,
        ln_lower,
        ln_p: doubled.min(0.0),
        ln_mid_p: (doubled + libm::log1p(-half)).min(0.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_by_hand() {
        // Four of four in equal samples: 1/16; the mid-p is half of it doubled.
        let found = rare_difference((4, 100), (0, 100)).expect("tested");
        assert!((found.ln_upper.exp() - 1.0 / 16.0).abs() < 1e-14);
        assert!(found.ln_lower.abs() < 1e-14);
        assert!((found.ln_p.exp() - 0.125).abs() < 1e-14);
        assert!((found.ln_mid_p.exp() - 0.0625).abs() < 1e-14);
        let even = rare_difference((2, 100), (2, 100)).expect("tested");
        assert!(even.ln_p.abs() < 1e-14);
        assert!((even.ln_mid_p.exp() - 1.0).abs() < 1e-14);
        assert_eq!(rare_difference((0, 5), (0, 5)), None);
        assert_eq!(rare_difference((1, 5), (0, 0)), None);
    }
}
