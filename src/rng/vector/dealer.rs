//! Tickets dealt from finite blocks, one 32-bit word each.

use crate::rng::vector::{BATCH, Column, Stream};
use crate::rng::{Draw, Generator, Urn};

/// Deals tickets of one block after the other: every ticket takes the next word of a stream, so the first
/// tickets are the same however many follow.
///
/// A ticket is word times tickets left, the high half, as in [`Draw::below`]: the words of each that would
/// make it uneven are replaced.
pub struct Dealer {
    stream: Stream,
    words: Column,
    /// Words of the column that are used up.
    used: usize,
}

impl Dealer {
    /// Nothing dealt yet.
    pub fn new(stream: Stream) -> Self {
        Self {
            stream,
            words: [0; BATCH],
            used: BATCH,
        }
    }

    /// Deals so many tickets from `urn`, which must hold them.
    #[inline(always)]
    pub fn deal<const LANES: usize>(&mut self, urn: &mut Urn<LANES>, tickets: u64) {
        let mut due = tickets;
        let mut block = *urn;
        while due > 0 {
            if self.used == BATCH {
                self.stream.fill(&mut self.words);
                self.used = 0;
            }
            let dealt = due.min((BATCH - self.used) as u64) as usize;
            for &word in &self.words[self.used..self.used + dealt] {
                let ticket = number(word, block.left() as u32, self.stream.single());
                block.take(ticket);
            }
            self.used += dealt;
            due -= dealt as u64;
        }
        *urn = block;
    }

    /// The next ticket of `urn`, as a number below the tickets left, and its row. Nothing can be dealt
    /// after it.
    pub fn next<const LANES: usize>(mut self, urn: &Urn<LANES>) -> (u64, usize) {
        if self.used == BATCH {
            self.stream.fill(&mut self.words);
            self.used = 0;
        }
        let word = self.words[self.used];
        let ticket = number(word, urn.left() as u32, self.stream.single());
        let mut rest = *urn;
        (ticket as u64, rest.take(ticket))
    }
}

/// The draw below `left` that `word` stands for, or another one in the place of a word that must be
/// rejected.
#[inline(always)]
fn number(word: u32, left: u32, single: &mut Generator) -> i32 {
    let mut wide = u64::from(word) * u64::from(left);
    if (wide as u32) < left {
        wide = accepted(wide, left, single);
    }
    (wide >> 32) as i32
}

/// `wide`, or that of the next word, until the low half is 2^32 mod `left` or more.
#[cold]
#[inline(never)]
fn accepted(mut wide: u64, left: u32, single: &mut Generator) -> u64 {
    while (wide as u32) < left.wrapping_neg() % left.max(1) {
        wide = u64::from(single.bits() as u32) * u64::from(left);
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Dxsm;
    use std::collections::BTreeMap;

    fn chunk(seed: u8) -> Generator {
        Generator::Pcg64Dxsm(Pcg64Dxsm::from_seed([seed; 32]))
    }

    fn dealer() -> Dealer {
        Dealer::new(Stream::split(&mut chunk(6)))
    }

    /// As in [`Draw::below`]: words that give a value, less those rejected, are 2^32 div left for each.
    #[test]
    fn every_ticket_keeps_equally_many_words() {
        for left in [1_u32, 2, 6, 7, 1000, 1_500_000, 1 << 30] {
            let rejected = left.wrapping_neg() % left;
            let keep = (1_u64 << 32) / u64::from(left);
            for ticket in [0, left / 2, left - 1] {
                let start = (u64::from(ticket) << 32).div_ceil(left.into());
                let end = (u64::from(ticket + 1) << 32).div_ceil(left.into());
                let low = (start as u32).wrapping_mul(left);
                let kept = end - start - u64::from(low < rejected);
                assert_eq!(kept, keep, "{ticket} of {left}");
                for word in [end - 1, start + u64::from(low < rejected)] {
                    let given = number(word as u32, left, &mut chunk(1));
                    assert_eq!(given as u32, ticket);
                }
            }
            if rejected > 0 {
                // Word 0 is rejected: the next word of the generator has its turn.
                let next = chunk(1).bits() as u32;
                let expected = (u64::from(next) * u64::from(left)) >> 32;
                assert!(next.wrapping_mul(left) >= rejected);
                assert_eq!(number(0, left, &mut chunk(1)) as u64, expected);
            }
        }
    }

    /// The same tickets at once, in parts and one by one, over the ends of columns and of blocks.
    #[test]
    fn tickets_do_not_depend_on_how_many_are_asked_for() {
        let full = Urn::<4>::new(&[5, 20, 300, 900]).expect("a block");
        let mut parts = dealer();
        let mut left = [full; 3];
        for urn in &mut left {
            parts.deal(urn, 700);
            let before = *urn;
            parts.deal(urn, 1);
            parts.deal(urn, 499);
            assert_eq!(urn.dealt_since(&before)[3], 500);
        }
        let mut whole = dealer();
        for (number, urn) in left.into_iter().enumerate() {
            let mut fresh = full;
            whole.deal(&mut fresh, 1200);
            assert_eq!(fresh, urn, "block {number}");
        }
        // Ticket by ticket: the next one is the one that is then dealt.
        let mut urn = full;
        for dealt in 0..1225 {
            let mut once_more = dealer();
            let mut again = full;
            once_more.deal(&mut again, dealt);
            assert_eq!(again, urn);
            let (ticket, row) = once_more.next(&again);
            assert_eq!(urn.take(ticket as i32), row);
        }
        assert_eq!(urn.left(), 0);
        assert_eq!(urn.dealt_since(&full), [5, 25, 325, 1225]);
    }

    /// All 12 orders of four tickets, two of them alike: 60 000 blocks, seed fixed beforehand, each count
    /// within six standard deviations (12 comparisons at 2e-9).
    #[test]
    fn orders_of_a_small_block_are_equally_likely() {
        const BLOCKS: u32 = 60_000;
        let full = Urn::<4>::new(&[1, 2, 1]).expect("a block");
        let mut dealer = dealer();
        let mut orders: BTreeMap<Vec<[u32; 4]>, u32> = BTreeMap::new();
        for _ in 0..BLOCKS {
            let mut urn = full;
            let mut deal = |_| {
                dealer.deal(&mut urn, 1);
                urn.dealt_since(&full)
            };
            *orders.entry((0..4).map(&mut deal).collect()).or_default() += 1;
        }
        assert_eq!(orders.len(), 12);
        // 5000 each, standard deviation 67.7.
        assert!(
            orders.values().all(|count| (4594..=5406).contains(count)),
            "{orders:?}"
        );
    }
}
