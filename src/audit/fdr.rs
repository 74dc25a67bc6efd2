//! False discovery rates: which of many rows are worth a look.

/// What is known of how the p-values depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// Independent, or positively dependent: Benjamini & Hochberg (JRSS B 57, 1995).
    Benign,
    /// Any at all: Benjamini & Yekutieli (Ann. Statist. 29, 2001), stricter by Σ 1/i. Rows of a table are
    /// negatively dependent, so that a formal claim about them needs this one.
    Any,
}

/// ln of the adjusted p-values, in the order of `ln_p`: taking those at most q leaves an expected share
/// of at most q false ones among those taken.
///
/// With m tests sorted by p, the k-th adjusted value is min(1, min over j >= k of `m p_j / j`), times Σ 1/i
/// for any dependence.
pub fn false_discoveries(ln_p: &[f64], dependence: Dependence) -> Vec<f64> {
    let m = ln_p.len() as f64;
    let factor = match dependence {
        Dependence::Benign => m,
        Dependence::Any => m * (1..=ln_p.len()).map(|i| 1.0 / i as f64).sum::<f64>(),
    };
    let mut order: Vec<usize> = (0..ln_p.len()).collect();
    order.sort_by(|&a, &b| ln_p[a].total_cmp(&ln_p[b]));
    let mut adjusted = vec![0.0; ln_p.len()];
    let mut ceiling = 0.0_f64;
    for (rank, &test) in order.iter().enumerate().rev() {
        ceiling = ceiling.min(ln_p[test] + libm::log(factor / (rank + 1) as f64));
        adjusted[test] = ceiling;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::holm;
    use proptest::prelude::*;

    #[test]
    fn two_tests_by_hand() {
        let ln_p = [libm::log(0.04), libm::log(0.03)];
        let benign = false_discoveries(&ln_p, Dependence::Benign);
        // 2 · 0.03 / 1 is above 2 · 0.04 / 2, which both get.
        assert!(
            benign
                .iter()
                .all(|ln| (libm::exp(*ln) - 0.04).abs() < 1e-15)
        );
        let any = false_discoveries(&ln_p, Dependence::Any);
        assert!(any.iter().all(|ln| (libm::exp(*ln) - 0.06).abs() < 1e-15));
        assert!(false_discoveries(&[], Dependence::Benign).is_empty());
        assert!(false_discoveries(&[f64::NEG_INFINITY], Dependence::Any)[0].is_infinite());
    }

    proptest! {
        /// At most as strict as Holm's correction, in the order of the p-values, never below the raw ones.
        #[test]
        fn between_the_raw_values_and_holm(ln_p in prop::collection::vec(-2000.0..=0.0, 1..40)) {
            let adjusted = false_discoveries(&ln_p, Dependence::Benign);
            let strict = holm(&ln_p);
            for (i, &raw) in ln_p.iter().enumerate() {
                prop_assert!(adjusted[i] >= raw - 1e-12 && adjusted[i] <= strict[i] + 1e-12);
                for (j, &other) in ln_p.iter().enumerate() {
                    prop_assert!(raw > other || adjusted[i] <= adjusted[j]);
                }
            }
        }
    }
}
