//! The counts of a run: published rows, counters, payouts.

use std::collections::BTreeMap;

use crate::tally::{Blocks, Faults, Players, Streams, Stretches};
use crate::units::Cents;

/// Everything a run counted. Tallies of the same game form a commutative monoid under
/// [`Tally::merge`], with [`Tally::new`] as its zero, so chunks may be joined in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Rounds played.
    pub rounds: u64,
    /// Draws per row, for each published table in the order of the game's card.
    pub tables: Vec<Vec<u64>>,
    /// The game's own counters, in the order of the game's card.
    pub counters: Vec<u64>,
    /// Rounds per payout, zero included.
    pub payouts: BTreeMap<Cents, u64>,
    /// Blocks sold in whole or in part, in games that are sold in blocks.
    pub blocks: Blocks,
    /// Players, in runs of players with a fixed number of rounds.
    pub players: Players,
    /// Rounds that broke a rule they must keep, whatever the odds.
    pub faults: Faults,
    /// The streams of draws that the chunks were played from.
    pub streams: Streams,
    /// Sums over ranges of chunk numbers, of the chunks that were [closed](Tally::close).
    pub stretches: Stretches,
}

impl Tally {
    /// An empty tally: one table per entry of `rows` (its number of rows) and so many counters.
    pub fn new(rows: impl IntoIterator<Item = usize>, counters: usize) -> Self {
        Self {
            rounds: 0,
            tables: rows.into_iter().map(|len| vec![0; len]).collect(),
            counters: vec![0; counters],
            payouts: BTreeMap::new(),
            blocks: Blocks::default(),
            players: Players::default(),
            faults: Faults::default(),
            streams: Streams::default(),
            stretches: Stretches::default(),
        }
    }

    /// Counts `rounds` rounds that paid `payout` each.
    pub fn pay(&mut self, payout: Cents, rounds: u64) {
        if rounds > 0 {
            *self.payouts.entry(payout).or_default() += rounds;
            self.rounds += rounds;
        }
    }

    /// What all rounds paid, in cents.
    pub fn paid(&self) -> i128 {
        let paid = self.payouts.iter();
        paid.map(|(payout, &rounds)| i128::from(payout.0) * i128::from(rounds))
            .sum()
    }

    /// Notes that chunk number `chunk` was played and gave all that was added since there were
    /// `before` rounds that had paid so many cents.
    pub fn close(&mut self, chunk: u64, before: (u64, i128)) {
        let (rounds, cents) = before;
        let (rounds, cents) = (self.rounds.saturating_sub(rounds), self.paid() - cents);
        self.stretches.add(chunk, rounds, cents);
    }

    /// How many draws table number `table` saw.
    pub fn trials(&self, table: usize) -> u64 {
        self.tables[table].iter().sum()
    }

    /// Adds the counts of `other`, which must be a tally of the same game.
    ///
    /// # Panics
    /// When the shapes differ: joining tallies of different games is a bug of the caller.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.shape(), other.shape(), "tallies of different games");
        self.rounds += other.rounds;
        for (mine, theirs) in self.tables.iter_mut().zip(&other.tables) {
            add(mine, theirs);
        }
        add(&mut self.counters, &other.counters);
        self.blocks.merge(&other.blocks);
        self.players.merge(other.players);
        self.faults.merge(&other.faults);
        self.streams.merge(&other.streams);
        self.stretches.merge(&other.stretches);
        for (&payout, &rounds) in &other.payouts {
            *self.payouts.entry(payout).or_default() += rounds;
        }
    }

    fn shape(&self) -> (Vec<usize>, usize) {
        (
            self.tables.iter().map(Vec::len).collect(),
            self.counters.len(),
        )
    }
}

fn add(mine: &mut [u64], theirs: &[u64]) {
    for (a, b) in mine.iter_mut().zip(theirs) {
        *a += b;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(rounds: u64) -> Tally {
        let mut tally = Tally::new([2, 1], 1);
        tally.tables[0][1] = rounds;
        tally.counters[0] = 2 * rounds;
        tally.pay(Cents(50), rounds);
        tally.pay(Cents(0), 0);
        tally
    }

    #[test]
    fn merge_is_addition_with_the_empty_tally_as_zero() {
        let mut sum = Tally::new([2, 1], 1);
        sum.merge(&sample(3));
        assert_eq!(sum, sample(3));
        sum.merge(&sample(4));
        assert_eq!(sum, sample(7));
        assert_eq!(sum.trials(0), 7);
        assert_eq!(sum.payouts.len(), 1, "a payout never paid is no entry");
    }

    #[test]
    fn a_closed_chunk_is_what_was_added() {
        let mut tally = sample(3);
        let before = (tally.rounds, tally.paid());
        assert_eq!(before, (3, 150));
        tally.pay(Cents(20), 2);
        tally.close(9, before);
        let chunk = tally.stretches.sums[&8];
        assert_eq!((chunk.chunks, chunk.rounds, chunk.cents), (1, 2, 40));
    }

    #[test]
    #[should_panic(expected = "tallies of different games")]
    fn tallies_of_different_games_do_not_merge() {
        sample(1).merge(&Tally::new([2, 2], 1));
    }
}
