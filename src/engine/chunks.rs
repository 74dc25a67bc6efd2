//! Which rounds lie in which chunk.

/// The rounds of a run cut into chunks: all of one size but perhaps the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunks {
    rounds: u64,
    size: u64,
}

impl Chunks {
    /// `rounds` rounds in chunks of `size`; a size of 0 is taken as 1.
    pub fn new(rounds: u64, size: u64) -> Self {
        Self {
            rounds,
            size: size.max(1),
        }
    }

    /// Number of chunks.
    pub fn count(&self) -> u64 {
        self.rounds.div_ceil(self.size)
    }

    /// Rounds in chunk number `chunk`; 0 past the end.
    pub fn rounds_in(&self, chunk: u64) -> u64 {
        let start = chunk.saturating_mul(self.size);
        self.rounds.saturating_sub(start).min(self.size)
    }

    /// Rounds in all chunks before number `chunk`.
    pub fn rounds_before(&self, chunk: u64) -> u64 {
        chunk.saturating_mul(self.size).min(self.rounds)
    }

    /// Chunk and place inside it, both from 0, of round number `round` (from 0).
    pub fn locate(&self, round: u64) -> (u64, u64) {
        (round / self.size, round % self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_cover_the_rounds_once() {
        for (rounds, size) in [
            (1, 4),
            (4, 4),
            (5, 4),
            (12, 4),
            (1_000_000_000_000_000, 1 << 20),
        ] {
            let chunks = Chunks::new(rounds, size);
            let last = chunks.count() - 1;
            assert_eq!(last * size + chunks.rounds_in(last), rounds);
            assert_eq!(chunks.rounds_in(chunks.count()), 0);
            assert_eq!(chunks.rounds_before(last), last * size);
            assert_eq!(chunks.rounds_before(last + 1), rounds);
            assert_eq!(chunks.locate(rounds - 1).0, last);
        }
    }
}
