//! The result of a test of a stream.

use crate::audit::special::ln_chi2_sf;

/// A chi-square statistic of a stream of draws.
#[derive(Clone, Debug, PartialEq)]
pub struct StreamTest {
    /// What was tested.
    pub what: String,
    /// Observations: draws, pairs or words.
    pub n: u64,
    /// The statistic.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub df: u32,
}

impl StreamTest {
    /// Pearson's statistic of `counts` against the law `weights[i]` over their sum.
    pub(super) fn of(what: String, counts: &[u64], weights: &[u128]) -> Option<Self> {
        let n: u64 = counts.iter().sum();
        let whole = weights.iter().sum::<u128>() as f64;
        if n == 0 || counts.len() < 2 {
            return None;
        }
        let cells = counts.iter().zip(weights);
        let terms = cells.map(|(&count, &weight)| {
            let expected = n as f64 * (weight as f64 / whole);
            (count as f64 - expected) * (count as f64 - expected) / expected
        });
        Some(Self {
            what,
            n,
            statistic: terms.sum(),
            df: (counts.len() - 1) as u32,
        })
    }

    /// ln P(χ² >= statistic): small where the draws are uneven or depend on each other.
    pub fn ln_upper(&self) -> f64 {
        ln_chi2_sf(self.statistic, self.df)
    }

    /// ln P(χ² <= statistic): small where they are more even than chance.
    pub fn ln_lower(&self) -> f64 {
        let upper = self.ln_upper();
        if upper < 0.0 {
            libm::log(-libm::expm1(upper))
        } else {
            f64::NEG_INFINITY
        }
    }

    /// ln of the two-sided p-value, twice the smaller tail.
    pub fn ln_p(&self) -> f64 {
        (self.ln_upper().min(self.ln_lower()) + std::f64::consts::LN_2).min(0.0)
    }
}
