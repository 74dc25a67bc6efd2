//! The exact test of a whole table by enumeration of all outcomes.

use super::cells::Rows;
use crate::error::Result;

/// Most outcomes that are enumerated.
pub const MAX_OUTCOMES: u64 = 10_000_000;

/// Relative slack within which two outcomes count as equally likely.
const SLACK: f64 = 1e-9;

/// ln of the probability, under the law `weights[i] / denominator`, of all outcomes of as many draws that
/// are at most as likely as `counts` (those equally likely up to a relative 1e-9 included): the exact test
/// of Fisher and Freeman-Halton for a table with known chances. None if there are more than
/// [`MAX_OUTCOMES`] outcomes; C(n + k - 1, k - 1) of k rows.
///
/// # Errors
/// As [`goodness_of_fit`](super::goodness_of_fit).
pub fn exact_multinomial(counts: &[u64], weights: &[u64], denominator: u64) -> Result<Option<f64>> {
    let rows = Rows::new(counts, weights, denominator)?;
    if !rows.impossible().0.is_empty() {
        return Ok(Some(f64::NEG_INFINITY));
    }
    let possible = rows.possible();
    if outcomes(rows.n, possible.len()).is_none_or(|all| all > MAX_OUTCOMES) {
        return Ok(None);
    }
    let n = rows.n as usize;
    let factorials = ln_factorials(n);
    // ln of p^x / x! for each row and count.
    let terms: Vec<Vec<f64>> = possible
        .iter()
        .map(|&row| {
            let ln_p = libm::log(weights[row] as f64 / denominator as f64);
            (0..=n).map(|x| x as f64 * ln_p - factorials[x]).collect()
        })
        .collect();
    let seen: f64 = possible
        .iter()
        .zip(&terms)
        .map(|(&row, terms)| terms[counts[row] as usize])
        .sum();
    let mut walk = Walk {
        terms: &terms,
        limit: seen + SLACK,
        scale: factorials[n],
        sum: 0.0,
    };
    walk.below(0, n, 0.0);
    Ok(Some(libm::log(walk.sum).min(0.0)))
}

/// ln of the probability of exactly these counts, which need not be likely; negative infinity where one
/// cannot be drawn.
///
/// # Errors
/// As [`goodness_of_fit`](super::goodness_of_fit).
pub fn ln_multinomial(counts: &[u64], weights: &[u64], denominator: u64) -> Result<f64> {
    use super::special::ln_binomial_pmf_of;
    let rows = Rows::new(counts, weights, denominator)?;
    if !rows.impossible().0.is_empty() {
        return Ok(f64::NEG_INFINITY);
    }
    // A chain of binomials: each row among what the rows before it left.
    let (mut left, mut rest, mut sum) = (rows.n, denominator, 0.0);
    for row in rows.possible() {
        let (x, weight) = (counts[row], weights[row]);
        if weight < rest && left > 0 {
            let p = weight as f64 / rest as f64;
            sum += ln_binomial_pmf_of(x, left, p, (rest - weight) as f64 / rest as f64);
        }
        left -= x;
        rest -= weight;
    }
    Ok(sum)
}

/// C(n + k - 1, k - 1), if it is not beyond 64 bits.
fn outcomes(n: u64, rows: usize) -> Option<u64> {
    let k = u128::try_from(rows).ok()?.checked_sub(1)?;
    let mut all = 1_u128;
    for i in 1..=k {
        all = all.checked_mul(u128::from(n) + i)? / i;
        if all > u128::from(u64::MAX) {
            return None;
        }
    }
    u64::try_from(all).ok()
}

/// ln x! for x up to n.
fn ln_factorials(n: usize) -> Vec<f64> {
    let mut all = vec![0.0];
    for x in 1..=n {
        all.push(all[x - 1] + libm::log(x as f64));
    }
    all
}

/// A walk through all ways to spread the draws over the rows.
struct Walk<'a> {
    terms: &'a [Vec<f64>],
    limit: f64,
    scale: f64,
    sum: f64,
}

impl Walk<'_> {
    /// Adds all outcomes of the rows from `row` on, with `left` draws and what the rows before have given.
    fn below(&mut self, row: usize, left: usize, ln_before: f64) {
        let terms = &self.terms[row];
        if row + 1 == self.terms.len() {
            let ln_all = ln_before + terms[left];
            if ln_all <= self.limit {
                self.sum += libm::exp(self.scale + ln_all);
            }
            return;
        }
        for (x, term) in terms[..=left].iter().enumerate() {
            self.below(row + 1, left - x, ln_before + term);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_outcomes() {
        assert_eq!(outcomes(6, 3), Some(28));
        assert_eq!(outcomes(0, 5), Some(1));
        assert_eq!(outcomes(u64::MAX, 2), None);
        assert_eq!(outcomes(3, 0), None);
        let many = exact_multinomial(&[5_000, 5_000, 0, 0], &[1, 1, 1, 1], 4).expect("valid");
        assert_eq!(many, None);
    }

    /// Five draws of a row of chance 1/3: 0 to 5 of it weigh 32, 80, 80, 40, 10 and 1 of 243, with a tie.
    #[test]
    fn coins_by_hand() {
        let p = |x| {
            libm::exp(
                exact_multinomial(&[x, 5 - x], &[1, 2], 3)
                    .expect("valid")
                    .expect("few"),
            )
        };
        for (x, weight) in [(0, 43), (1, 243), (2, 243), (3, 83), (4, 11), (5, 1)] {
            assert!((p(x) - f64::from(weight) / 243.0).abs() < 1e-14, "{x}");
        }
        assert!(
            exact_multinomial(&[1, 1], &[0, 1], 1)
                .expect("valid")
                .expect("few")
                .is_infinite()
        );
    }

    #[test]
    fn the_probability_of_counts() {
        // 5!/(1! 2! 2!) 1·2²·3²/6⁵ = 1080/7776.
        let ln_p = ln_multinomial(&[1, 2, 2], &[1, 2, 3], 6).expect("valid");
        assert!((libm::exp(ln_p) - 1080.0 / 7776.0).abs() < 1e-15);
    }
}
