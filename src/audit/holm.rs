//! Holm's step-down correction for many tests, in log space.

/// ln of the Holm-adjusted p-values, in the order of `ln_p`.
///
/// With m tests sorted by p, the k-th adjusted value is min(1, max over j <= k of `(m - j + 1) p_j`).
/// Rejecting where it is at most α keeps the chance of any false rejection at or below α whatever the
/// dependence of the tests (S. Holm, Scand. J. Statist. 6, 1979). Logarithms keep a p of 1e-5000
/// apart from one of 1e-6000; negative infinity, a certain rejection, stays what it is.
pub fn holm(ln_p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ln_p.len()).collect();
    order.sort_by(|&a, &b| ln_p[a].total_cmp(&ln_p[b]));
    let mut adjusted = vec![0.0; ln_p.len()];
    let mut floor = f64::NEG_INFINITY;
    for (rank, &test) in order.iter().enumerate() {
        let remaining = (ln_p.len() - rank) as f64;
        floor = (ln_p[test] + libm::log(remaining)).min(0.0).max(floor);
        adjusted[test] = floor;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn survives_values_far_below_the_smallest_float() {
        let adjusted = holm(&[-11_512.0, 0.0, f64::NEG_INFINITY]);
        assert!((adjusted[0] - (-11_512.0 + libm::log(2.0))).abs() < 1e-9);
        assert!(adjusted[1].abs() < f64::MIN_POSITIVE);
        assert!(adjusted[2].is_infinite());
        assert!(holm(&[]).is_empty());
    }

    proptest! {
        #[test]
        fn monotone_at_least_raw_and_at_most_one(ln_p in prop::collection::vec(-2000.0..=0.0, 1..40)) {
            let adjusted = holm(&ln_p);
            for (i, &raw) in ln_p.iter().enumerate() {
                prop_assert!(adjusted[i] >= raw && adjusted[i] <= 0.0);
                for (j, &other) in ln_p.iter().enumerate() {
                    prop_assert!(raw > other || adjusted[i] <= adjusted[j]);
                }
            }
        }

        #[test]
        fn the_smallest_is_bonferroni(ln_p in prop::collection::vec(-2000.0..=0.0, 1..40)) {
            let least = ln_p.iter().copied().fold(0.0, f64::min);
            let bonferroni = (least + libm::log(ln_p.len() as f64)).min(0.0);
            let adjusted = holm(&ln_p).into_iter().fold(0.0, f64::min);
            prop_assert!((adjusted - bonferroni).abs() < 1e-12);
        }
    }
}
