//! Whether two rows of counts have one law.

use crate::audit::special::{ln_chi2_sf, phi};
use crate::error::{Error, Result};

/// Columns with fewer draws in both samples together are pooled.
const MIN_TOTAL: u64 = 10;

/// The result of [`homogeneity`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Homogeneity {
    /// Pearson's statistic.
    pub chi2: f64,
    /// The likelihood ratio statistic, as a check: far from `chi2` only where counts are small.
    pub g: f64,
    /// Columns that were drawn, less one.
    pub df: u32,
    /// ln P(χ² >= `chi2`).
    pub ln_p: f64,
    /// Columns that were pooled as too rare.
    pub pooled: usize,
}

/// Tests whether counts `a` and `b` of the same rows have one law: the chi-square test of a 2 × k table,
/// columns with a total below ten being pooled, and the smallest other one with them should that not be
/// enough. None where fewer than two columns are left or one sample is empty.
///
/// # Errors
/// The lengths differ.
pub fn homogeneity(a: &[u64], b: &[u64]) -> Result<Option<Homogeneity>> {
    if a.len() != b.len() {
        return Err(Error::input(format!(
            "{} counts beside {}: expected the same rows",
            a.len(),
            b.len()
        )));
    }
    let (columns, pooled) = columns(a, b);
    let sums = [0, 1].map(|row| columns.iter().map(|column| column[row]).sum::<u64>());
    if columns.len() < 2 || sums.contains(&0) {
        return Ok(None);
    }
    let n = i128::from(sums[0]) + i128::from(sums[1]);
    let (mut chi2, mut g) = (0.0, 0.0);
    for column in &columns {
        let total = i128::from(column[0]) + i128::from(column[1]);
        for row in 0..2 {
            // E = sum × total / n, O - E in integers over n.
            let expected = i128::from(sums[row]) * total;
            let excess = i128::from(column[row]) * n - expected;
            let delta = excess as f64 / expected as f64;
            let expected = expected as f64 / n as f64;
            chi2 += expected * delta * delta;
            g += 2.0 * expected * phi(delta);
        }
    }
    let df = (columns.len() - 1) as u32;
    Ok(Some(Homogeneity {
        chi2,
        g,
        df,
        ln_p: ln_chi2_sf(chi2, df),
        pooled,
    }))
}

/// The columns that are tested, and how many of those drawn were pooled.
fn columns(a: &[u64], b: &[u64]) -> (Vec<[u64; 2]>, usize) {
    let total = |column: &[u64; 2]| column[0].saturating_add(column[1]);
    let drawn = a.iter().zip(b).map(|(&a, &b)| [a, b]);
    let drawn = drawn.filter(|column| total(column) > 0);
    let (rare, mut kept): (Vec<_>, Vec<_>) = drawn.partition(|column| total(column) < MIN_TOTAL);
    let mut pooled = rare.len();
    let pool = rare.into_iter().reduce(|x, y| [x[0] + y[0], x[1] + y[1]]);
    if let Some(mut pool) = pool {
        let least = (0..kept.len()).min_by_key(|&at| total(&kept[at]));
        if let (true, Some(at)) = (total(&pool) < MIN_TOTAL, least) {
            let joined = kept.remove(at);
            pool = [pool[0] + joined[0], pool[1] + joined[1]];
            pooled += 1;
        }
        kept.push(pool);
    }
    (kept, pooled)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2 × 2 by the product formula n (ad - bc)² / (row and column sums).
    #[test]
    fn a_fourfold_table_by_hand() {
        let found = homogeneity(&[30, 70], &[45, 55])
            .expect("valid")
            .expect("tested");
        let by_hand =
            200.0 * (30.0 * 55.0 - 70.0 * 45.0_f64).powi(2) / (100.0 * 100.0 * 75.0 * 125.0);
        assert!((found.chi2 - by_hand).abs() < 1e-12 && found.df == 1);
        assert!((found.g / found.chi2 - 1.0).abs() < 0.01);
    }

    #[test]
    fn rare_columns_are_pooled() {
        let pooled = homogeneity(&[50, 2, 0, 40], &[60, 3, 2, 45])
            .expect("valid")
            .expect("tested");
        // 2 + 0 and 3 + 2 make 7, not enough: the column of 85 joins.
        let same = homogeneity(&[50, 42], &[60, 50])
            .expect("valid")
            .expect("tested");
        assert_eq!(pooled.pooled, 3);
        assert!((pooled.chi2 - same.chi2).abs() < 1e-14 && pooled.df == 1);
        assert_eq!(homogeneity(&[5, 0], &[7, 0]).expect("valid"), None);
        assert_eq!(homogeneity(&[50, 50], &[0, 0]).expect("valid"), None);
        assert!(homogeneity(&[1], &[1, 2]).is_err());
    }
}
