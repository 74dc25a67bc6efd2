//! Draws below a bound.

use super::outcome::StreamTest;

/// Whether draws below `bound` are spread evenly over its length, cut in `cells` parts that differ by one
/// value at most and are weighted exactly. None for fewer than five draws a part, more parts than
/// values, or a draw that is not below `bound`.
pub fn bounded_high(draws: &[u64], bound: u64, cells: u64) -> Option<StreamTest> {
    let part = |draw: u64| (u128::from(draw) * u128::from(cells) / u128::from(bound)) as usize;
    let start = |cell: u64| (u128::from(cell) * u128::from(bound)).div_ceil(u128::from(cells));
    let weight = |cell| start(cell + 1) - start(cell);
    test(draws, bound, cells, "size", part, weight)
}

/// Whether their remainders modulo `cells` are spread evenly, likewise.
pub fn bounded_low(draws: &[u64], bound: u64, cells: u64) -> Option<StreamTest> {
    let part = |draw: u64| (draw % cells) as usize;
    let weight = |cell: u64| u128::from((bound - cell).div_ceil(cells));
    test(draws, bound, cells, "remainders", part, weight)
}

fn test(
    draws: &[u64],
    bound: u64,
    cells: u64,
    what: &str,
    part: impl Fn(u64) -> usize,
    weight: impl Fn(u64) -> u128,
) -> Option<StreamTest> {
    let enough = cells.checked_mul(5)? <= draws.len() as u64;
    if !enough || cells < 2 || cells > bound || draws.iter().any(|&draw| draw >= bound) {
        return None;
    }
    let mut counts = vec![0_u64; cells as usize];
    for &draw in draws {
        counts[part(draw)] += 1;
    }
    let weights: Vec<u128> = (0..cells).map(weight).collect();
    let what = format!("{what} of draws below {bound}, {cells} parts");
    StreamTest::of(what, &counts, &weights)
}

/// How many words came up before: among m random words of 64 bits one with a chance of m²/2^65, so that a
/// single repeat among the first words of chunks means a seed used twice.
pub fn repeats(words: &[u64]) -> usize {
    let mut sorted = words.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).filter(|pair| pair[0] == pair[1]).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All values once: nothing deviates from weights that are counted right.
    #[test]
    fn parts_have_their_exact_weights() {
        for bound in [30, 31, 32, 97] {
            let all: Vec<u64> = (0..bound).collect();
            for cells in [2, 3, 5, 6] {
                for test in [bounded_high, bounded_low] {
                    let found = test(&all, bound, cells).expect("tested");
                    assert!(found.statistic.abs() < 1e-12, "{found:?}");
                    assert!(found.ln_lower() < -20.0, "too even");
                }
            }
        }
        assert_eq!(bounded_high(&[5; 20], 5, 2), None);
        assert_eq!(bounded_low(&[0; 20], 2, 3), None);
    }

    #[test]
    fn repeated_words_are_counted() {
        assert_eq!(repeats(&[5, 3, 5, 9, 3, 5]), 3);
        assert_eq!(repeats(&[]), 0);
    }
}
