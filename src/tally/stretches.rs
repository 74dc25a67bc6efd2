//! Sums over fixed ranges of chunk numbers: how the mean payout settled.

use std::collections::BTreeMap;
use std::ops::Range;

/// What the chunks of a range gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// Chunks played.
    pub chunks: u64,
    /// Their rounds.
    pub rounds: u64,
    /// What those paid together, in cents.
    pub cents: i128,
}

/// The sums of a run's chunks over ranges of their numbers, four to an octave: 0, 1, 2, ..., 7, 8-9,
/// 10-11, 12-13, 14-15, 16-19 and so on, so that 116 of them hold the 1e9 chunks of the longest run.
///
/// Which range a chunk belongs to depends on its number alone, so parts may be joined in any order; the
/// mean after each range follows by adding up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stretches {
    /// By number of the range; ranges without a chunk are left out.
    pub sums: BTreeMap<u32, Stretch>,
}

impl Stretches {
    /// The number of the range that chunk number `chunk` lies in.
    pub fn number(chunk: u64) -> u32 {
        match chunk.checked_ilog2() {
            Some(octave @ 2..) => 4 * (octave - 1) + (chunk >> (octave - 2) & 3) as u32,
            _ => chunk as u32,
        }
    }

    /// The chunks of range number `number`.
    pub fn range(number: u32) -> Range<u64> {
        let number = u64::from(number);
        if number < 8 {
            return number..number + 1;
        }
        // Wider than any number of chunks: empty.
        let width = 1_u64.checked_shl((number / 4 - 1) as u32).unwrap_or(0);
        let from = (4 + number % 4).saturating_mul(width);
        from..from.saturating_add(width)
    }

    /// Chunk number `chunk` was played: so many rounds, which paid so much.
    pub fn add(&mut self, chunk: u64, rounds: u64, cents: i128) {
        let one = Stretch {
            chunks: 1,
            rounds,
            cents,
        };
        self.join(Self::number(chunk), one);
    }

    /// Adds the chunks of `other`.
    pub fn merge(&mut self, other: &Self) {
        other
            .sums
            .iter()
            .for_each(|(&number, &more)| self.join(number, more));
    }

    /// All chunks together.
    pub fn total(&self) -> Stretch {
        let mut total = Stretch::default();
        self.sums.values().for_each(|&more| total.join(more));
        total
    }

    /// Whether they hold as many chunks of every range as `chunks` has there.
    pub fn are_of(&self, chunks: &Range<u64>) -> bool {
        let common = |number| {
            let range = Self::range(number);
            range
                .end
                .min(chunks.end)
                .saturating_sub(range.start.max(chunks.start))
        };
        self.total().chunks == chunks.end.saturating_sub(chunks.start)
            && self
                .sums
                .iter()
                .all(|(&number, stretch)| stretch.chunks == common(number))
    }

    fn join(&mut self, number: u32, more: Stretch) {
        self.sums.entry(number).or_default().join(more);
    }
}

impl Stretch {
    /// Saturating, so that sums that were read can be looked at before they are believed.
    fn join(&mut self, more: Self) {
        self.chunks = self.chunks.saturating_add(more.chunks);
        self.rounds = self.rounds.saturating_add(more.rounds);
        self.cents = self.cents.saturating_add(more.cents);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_follow_each_other_four_to_an_octave() {
        let ends: Vec<u64> = (0..16).map(|number| Stretches::range(number).end).collect();
        assert_eq!(
            ends,
            [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32]
        );
        for number in 0..200 {
            let range = Stretches::range(number);
            assert_eq!(Stretches::number(range.start), number);
            assert_eq!(Stretches::number(range.end - 1), number);
            assert_eq!(Stretches::number(range.end), number + 1);
        }
        // 999 999 999 is 7.45 times 2^27, the last quarter of octave 29.
        assert_eq!(Stretches::number(999_999_999), 115);
        assert!(Stretches::range(u32::MAX).is_empty());
    }

    /// Chunk k has k + 1 rounds that pay 3 k cents together.
    fn stretches(chunks: impl IntoIterator<Item = u64>) -> Stretches {
        let mut found = Stretches::default();
        for chunk in chunks {
            found.add(chunk, chunk + 1, 3 * i128::from(chunk));
        }
        found
    }

    #[test]
    fn sums_are_those_of_their_chunks_in_any_order() {
        let whole = stretches(0..1000);
        let sixteen = whole.sums[&12];
        // Chunks 16 to 19: 17 + 18 + 19 + 20 rounds, 3 (16 + 17 + 18 + 19) cents.
        assert_eq!(
            (sixteen.chunks, sixteen.rounds, sixteen.cents),
            (4, 74, 210)
        );
        assert_eq!(whole.total().rounds, 1000 * 1001 / 2);
        let mut parts = stretches((0..1000).filter(|chunk| chunk % 3 == 1));
        parts.merge(&stretches((0..1000).rev().filter(|chunk| chunk % 3 != 1)));
        assert_eq!(parts, whole);
    }

    #[test]
    fn missing_and_repeated_chunks_show() {
        assert!(stretches(0..1000).are_of(&(0..1000)));
        assert!(stretches(17..23).are_of(&(17..23)));
        assert!(!stretches(17..23).are_of(&(16..22)));
        assert!(!stretches(0..999).are_of(&(0..1000)));
        assert!(!stretches((0..1000).chain([7])).are_of(&(0..1000)));
        assert!(!stretches([3, 3]).are_of(&(3..5)));
        assert!(Stretches::default().are_of(&(0..0)));
    }
}
