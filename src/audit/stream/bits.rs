//! Single bits of words, within a word and at a distance.

use super::outcome::StreamTest;

/// Whether bits of 64-bit words agree as often as they differ: bit b of a word with bit b - `turn` of the
/// word `lag` places later, for all 64 places; with `lag` and `turn` 0 whether the bits themselves are
/// balanced. The statistic is the sum of 64 squares, (2c - n)² / n each.
///
/// Words may overlap in pairs: exclusive sums along a chain of independent uniform words are independent
/// and uniform. None for a `turn` of 64 or more, or fewer than a hundred pairs.
pub fn bit_agreement(words: &[u64], lag: usize, turn: u32) -> Option<StreamTest> {
    let n = words.len().checked_sub(lag).filter(|&n| n >= 100)?;
    if turn >= 64 {
        return None;
    }
    let mut ones = [0_u64; 64];
    for (at, &word) in words[..n].iter().enumerate() {
        let mut mixed = match (lag, turn) {
            (0, 0) => word,
            _ => word ^ words[at + lag].rotate_left(turn),
        };
        for count in &mut ones {
            *count += mixed & 1;
            mixed >>= 1;
        }
    }
    let n = n as u64;
    let terms = ones.iter().map(|&count| {
        let excess = (2 * count) as f64 - n as f64;
        excess * excess / n as f64
    });
    Some(StreamTest {
        what: format!("bits of words, {lag} words and {turn} bits apart"),
        n,
        statistic: terms.sum(),
        df: 64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // Bit 0 always set, the others never: 64 squares of n.
        let words = [1_u64; 400];
        let found = bit_agreement(&words, 0, 0).expect("tested");
        assert!((found.statistic - 64.0 * 400.0).abs() < 1e-9 && found.df == 64);
        // Agreement everywhere at a distance; within a word all places but two.
        let apart = bit_agreement(&words, 3, 0).expect("tested");
        assert!((apart.statistic - 64.0 * 397.0).abs() < 1e-9);
        assert_eq!(bit_agreement(&words, 0, 64), None);
        assert_eq!(bit_agreement(&words, 350, 0), None);
    }

    /// A counter, the words of which are far from random only together.
    #[test]
    fn a_multiplied_counter_is_found() {
        let words: Vec<u64> = (0..4096_u64)
            .map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15))
            .collect();
        assert!(bit_agreement(&words, 1, 0).expect("tested").ln_p() < -100.0);
    }
}
