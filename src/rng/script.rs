//! Draws that were made elsewhere, given once more.

use std::collections::VecDeque;

use crate::rng::{Draw, Mixed};

/// The draws of one round, word by word, in the order in which the readable kernel asks for them: it can
/// so tell a round that a kernel of many rounds has played.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// For each word a number and the bound it lies below.
    words: VecDeque<(u64, u64)>,
}

impl Script {
    /// Adds a word from which `draws` are taken, each a value with its bound, first taken first. What is
    /// taken after them is 0.
    pub fn word(&mut self, draws: &[(u64, u64)]) {
        let join = |(number, product): (u64, u64), &(value, bound): &(u64, u64)| {
            debug_assert!(value < bound, "{value} below {bound}");
            (number * bound + value, product * bound)
        };
        self.words.push_back(draws.iter().fold((0, 1), join));
    }

    /// Whether every word has been asked for.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

impl Draw for Script {
    fn bits(&mut self) -> u64 {
        unreachable!("a kernel that draws raw words cannot be told from its draws")
    }

    /// # Panics
    /// The round asks for other draws than were made: the two kernels disagree, which is a bug.
    fn mixed(&mut self, product: u64) -> Mixed {
        let word = self.words.pop_front();
        let (number, bound) = word.expect("a round that asks for no more draws than were made");
        assert_eq!(product % bound, 0, "a word of other draws than were made");
        // The first words whose high half, times `product`, is the wanted number: its draws are taken
        // from any of them.
        let wanted = u128::from(number * (product / bound)) << 64;
        Mixed(wanted.div_ceil(u128::from(product)) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_come_back_as_they_were_given() {
        let bounds = [1000, 7776, 279_936, 7];
        let product: u64 = bounds.iter().product();
        for draws in [[0, 0, 0, 0], [999, 7775, 279_935, 6], [15, 1, 140_000, 3]] {
            let mut script = Script::default();
            let pairs: Vec<(u64, u64)> = draws.into_iter().zip(bounds).collect();
            script.word(&pairs);
            script.word(&pairs[..2]);
            script.word(&[(draws[3], 7)]);
            let mut word = script.mixed(product);
            assert_eq!(bounds.map(|bound| word.take(bound)), draws);
            // The same draws from a word that holds more.
            let mut word = script.mixed(1000 * 7776 * 1296 * 1000);
            assert_eq!((word.take(1000), word.take(7776)), (draws[0], draws[1]));
            assert!(!script.is_empty());
            assert_eq!(script.below(7), draws[3]);
            assert!(script.is_empty());
        }
    }

    #[test]
    #[should_panic(expected = "other draws")]
    fn a_word_of_other_draws_is_a_bug() {
        let mut script = Script::default();
        script.word(&[(1, 6)]);
        script.below(7);
    }
}
