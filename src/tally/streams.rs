//! Which streams of draws were played, so that one played twice is seen.

use std::collections::BTreeMap;

/// The prints of the streams of a run's chunks: all of them in a run of up to [`Streams::KEPT`] chunks,
/// the smallest ones in a longer run.
///
/// A print is the first word of a stream. Two chunks with the same seed have the same print, and a chunk
/// counted twice is there twice: equal prints mean that rounds were counted which are no new evidence.
/// Which prints are kept depends on the prints alone, so parts may be joined in any order, and where one
/// copy is kept so are the others. Different streams share a print with a probability of 2^-64: a run of
/// k chunks sees a repetition by chance with a probability below k · min(k, KEPT) / 2^64, which is 1e-12
/// for 4096 chunks and 3e-7 for the 1e9 chunks of the longest run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Streams {
    /// Chunks played.
    pub chunks: u64,
    /// Prints kept, and how often each came up.
    pub prints: BTreeMap<u64, u64>,
}

impl Streams {
    /// Prints kept.
    pub const KEPT: usize = 4096;

    /// One more chunk, whose stream has this print.
    pub fn add(&mut self, print: u64) {
        self.chunks += 1;
        self.keep(print, 1);
    }

    /// Adds other chunks.
    pub fn merge(&mut self, other: &Self) {
        self.chunks += other.chunks;
        for (&print, &times) in &other.prints {
            self.keep(print, times);
        }
    }

    /// Chunks whose stream had been played before, among those whose print is kept.
    pub fn repeated(&self) -> u64 {
        self.prints.values().map(|times| times - 1).sum()
    }

    fn keep(&mut self, print: u64, times: u64) {
        *self.prints.entry(print).or_default() += times;
        if self.prints.len() > Self::KEPT {
            self.prints.pop_last();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prints spread over all words, without a generator: multiples of an odd constant.
    fn print(chunk: u64) -> u64 {
        chunk.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn streams(prints: impl IntoIterator<Item = u64>) -> Streams {
        let mut streams = Streams::default();
        prints.into_iter().for_each(|print| streams.add(print));
        streams
    }

    #[test]
    fn a_stream_played_twice_is_seen_wherever_its_copies_lie() {
        let mut first = streams((0..100).map(print));
        assert_eq!((first.chunks, first.repeated()), (100, 0));
        first.merge(&streams([print(7), print(200)]));
        assert_eq!((first.chunks, first.repeated()), (102, 1));
        first.merge(&first.clone());
        assert_eq!((first.chunks, first.repeated()), (204, 103));
    }

    /// 20 000 chunks, every one of them twice: some 4096 pairs are kept, whole, in any order of joining.
    #[test]
    fn the_smallest_prints_are_kept_with_all_their_copies() {
        let all: Vec<u64> = (0..20_000).chain(0..20_000).map(print).collect();
        let whole = streams(all.iter().copied());
        assert_eq!(whole.repeated(), Streams::KEPT as u64);
        let parts: Vec<Streams> = all
            .chunks(777)
            .map(|part| streams(part.iter().copied()))
            .collect();
        let join = |parts: &mut dyn Iterator<Item = &Streams>| {
            let mut sum = Streams::default();
            parts.for_each(|part| sum.merge(part));
            sum
        };
        assert_eq!(join(&mut parts.iter()), whole);
        assert_eq!(join(&mut parts.iter().rev()), whole);
        assert_eq!(whole.chunks, 40_000);
    }
}
