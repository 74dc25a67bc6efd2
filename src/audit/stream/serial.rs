//! Pairs of draws at a distance.

use super::outcome::StreamTest;

/// Whether draws below `faces` and those `lag` places later are independent and uniform: the pairs'
/// chi-square statistic over `faces²` cells.
///
/// Every draw is in one pair at most: of each 2 × `lag` draws the first half is paired with the
/// second. None where a cell would expect fewer than five pairs, `lag` is 0 or a draw is not below `faces`.
pub fn serial_pairs(draws: &[u64], faces: u64, lag: usize) -> Option<StreamTest> {
    let cells = usize::try_from(faces.checked_mul(faces)?).ok()?;
    if lag == 0 || draws.iter().any(|&draw| draw >= faces) {
        return None;
    }
    let mut counts = vec![0_u64; cells];
    for block in draws.chunks_exact(lag.checked_mul(2)?) {
        let (first, second) = block.split_at(lag);
        for (a, b) in first.iter().zip(second) {
            counts[(a * faces + b) as usize] += 1;
        }
    }
    let pairs: u64 = counts.iter().sum();
    if pairs < 5 * cells as u64 {
        return None;
    }
    let what = format!("pairs of draws below {faces}, {lag} apart");
    StreamTest::of(what, &counts, &vec![1; cells])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_by_hand() {
        // 0 1 | 1 1, twenty times over: at lag 2 the pairs are (0, 1) and (1, 1).
        let draws = [0, 1, 1, 1].repeat(20);
        let found = serial_pairs(&draws, 2, 2).expect("tested");
        // 40 pairs, 10 expected in each of 4 cells: (10² + 10² + 10² + 10²) / 10.
        assert_eq!((found.n, found.df), (40, 3));
        assert!((found.statistic - 40.0).abs() < 1e-12);
        assert_eq!(serial_pairs(&draws, 2, 0), None);
        assert_eq!(serial_pairs(&draws, 1, 1), None);
        assert_eq!(serial_pairs(&draws[..8], 2, 1), None, "too few");
    }

    /// Each draw is fine by itself, and follows the one before.
    #[test]
    fn a_stream_that_repeats_itself_is_found() {
        let draws: Vec<u64> = (0..10_000).map(|i| (i / 2 * 7919) % 10).collect();
        assert!(serial_pairs(&draws, 10, 1).expect("tested").ln_p() < -1000.0);
    }
}
