//! What all stages have in common: words by the column, rounds by number.

use crate::rng::{BATCH, Below, Column, Generator, Stream};

/// Columns that stages work in, one after the other.
pub(super) struct Scratch {
    pub(super) words: Column,
    /// What has been read off the words.
    pub(super) first: Column,
    pub(super) second: Column,
}

impl Scratch {
    pub(super) fn new() -> Self {
        Self {
            words: [0; BATCH],
            first: [0; BATCH],
            second: [0; BATCH],
        }
    }
}

/// A stage's words, and how many rounds have asked for it and been through.
///
/// The rounds take words one after the other, each as many as it needs. So the first n of them have the
/// same words however many there are; the words left of a last column are not drawn.
pub(super) struct Stage {
    stream: Stream,
    below: Below,
    asked: u64,
    done: u64,
    /// Whether the words of the last round are to be kept, for a round that is told.
    watched: bool,
    /// Those words.
    last: Vec<u32>,
    /// Whether the last of them was the last word of its round.
    is_last_done: bool,
}

impl Stage {
    /// A stage that reads draws whose bounds have the product of `below` off every word.
    pub(super) fn new(chunk: &mut Generator, below: Below, watched: bool) -> Self {
        Self {
            stream: Stream::split(chunk),
            below,
            asked: 0,
            done: 0,
            watched,
            last: Vec::new(),
            is_last_done: true,
        }
    }

    /// Asks for rounds until it is so many in all.
    #[inline(always)]
    pub(super) fn ask_up_to(&mut self, rounds: u64) {
        self.asked = rounds;
    }

    /// Rounds that wait.
    #[inline(always)]
    pub(super) fn waiting(&self) -> u64 {
        self.asked - self.done
    }

    /// Rounds that are through.
    #[inline(always)]
    pub(super) fn done(&self) -> u64 {
        self.done
    }

    /// Whether there is work: for a whole column, or `to_end` for any round that waits.
    #[inline(always)]
    pub(super) fn is_due(&self, to_end: bool) -> bool {
        let least = if to_end { 1 } else { BATCH as u64 };
        self.waiting() >= least
    }

    /// Fills `words` with the next column.
    #[inline(always)]
    pub(super) fn fill(&mut self, words: &mut Column) {
        self.stream.fill(words);
        self.below.accept(words, self.stream.single());
    }

    /// How many of the `words` are drawn, where each that `ends` says so of is the last of a round, and
    /// the others have their round take one more.
    #[inline(always)]
    pub(super) fn drawn(&self, words: &Column, ends: impl Fn(u32) -> bool) -> usize {
        // A column ends so many rounds at most.
        if self.waiting() >= BATCH as u64 {
            return BATCH;
        }
        let ending = words.iter().enumerate().filter(|&(_, &word)| ends(word));
        let last = ending.map(|(at, _)| at + 1).nth(self.waiting() as usize - 1);
        last.unwrap_or(BATCH)
    }

    /// Takes note that the `words` were drawn and so many rounds are through.
    #[inline(always)]
    pub(super) fn pass(&mut self, words: &[u32], rounds: u64, ends: impl Fn(u32) -> bool) {
        self.done += rounds;
        if self.watched {
            for &word in words {
                if self.is_last_done {
                    self.last.clear();
                }
                self.last.push(word);
                self.is_last_done = ends(word);
            }
        }
    }

    /// The words of the last round.
    pub(super) fn last(&self) -> &[u32] {
        &self.last
    }
}
