//! A level for every night, for tests that have no e-value.

use std::f64::consts::PI;

/// The level of the test on night number `night`, from 1: 6α/(π²t²). Over all nights they sum to
/// `alpha`. `NaN` on night 0.
pub fn alpha_on_night(alpha: f64, night: u64) -> f64 {
    if night == 0 {
        return f64::NAN;
    }
    let t = night as f64;
    6.0 * alpha / (PI * PI * t * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nights after N have between 6α/π² times 1/(N+1) and 1/N.
    #[test]
    fn the_nights_share_alpha() {
        let spent: f64 = (1..=10_000).map(|night| alpha_on_night(0.01, night)).sum();
        let rest = 0.01 - spent;
        let bound = 0.06 / (PI * PI);
        assert!(rest > bound / 10_001.0 && rest < bound / 10_000.0);
        assert!(alpha_on_night(0.01, 0).is_nan());
    }
}
