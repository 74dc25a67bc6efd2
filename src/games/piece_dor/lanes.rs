//! Pièce d'or, many tickets at once.
//!
//! First all tickets are dealt, and what is left of the blocks tells their rows; then what every row's
//! tickets show is drawn and held against the written rules, one column after the other. Which ticket of a
//! row shows what does not change the law of what is counted: the first of a row has the first.

use std::num::NonZeroU64;

use crate::game::{Lanes, Next, Sale, Sold};
use crate::games::piece_dor::PieceDor;
use crate::games::piece_dor::card::counter;
use crate::games::piece_dor::kernel::{Block, fault};
use crate::games::piece_dor::pick::Pick;
use crate::games::piece_dor::tables::{LOTS, Rules};
use crate::rng::{
    BATCH, Below, Column, Dealer, Draw, Generator, Script, Stream, Work, fastest,
};
use crate::tally::{Faults, Tally};

/// The laws of the draws as words: for every row the column of its [`Pick`] and the share in it.
pub(super) struct Fast {
    each: Option<NonZeroU64>,
    picks: [[Below; 2]; LOTS],
}

impl Fast {
    /// The kernel for a run.
    pub(super) fn new(rules: &Rules, each: Option<NonZeroU64>) -> Option<Self> {
        let mut picks = Vec::with_capacity(LOTS);
        for pick in &rules.picks {
            let [column, share] = pick.bounds();
            picks.push([Below::new(column).ok()?, Below::new(share).ok()?]);
        }
        let picks = picks.try_into().ok()?;
        Some(Self { each, picks })
    }

    /// Everything before the first ticket.
    fn chunk<'a>(&'a self, rules: &'a Rules, mut chunk: Generator, rounds: u64) -> Option<Chunk<'a>> {
        let sale = Sale::new::<PieceDor>(rules, rules.urn, &rules.amounts, self.each)?;
        Some(Chunk {
            rules,
            sale,
            dealer: Dealer::new(Stream::split(&mut chunk)),
            shown: std::array::from_fn(|row| Shown {
                below: self.picks[row],
                bounds: rules.picks[row].bounds().map(|bound| bound as u32),
                pick: &rules.picks[row],
                stream: Stream::split(&mut chunk),
            }),
            salt: Stream::single_of(&mut chunk).bits(),
            rounds,
        })
    }
}

/// What the tickets of a row show, being drawn.
struct Shown<'a> {
    pick: &'a Pick,
    below: [Below; 2],
    bounds: [u32; 2],
    stream: Stream,
}

/// Room for a column of each of the two draws.
type Words = [Column; 2];

/// Counts of tickets: those that show a clover, and those of more than one combination.
#[derive(Default)]
struct Details {
    clover: u64,
    cumulated: u64,
}

impl Shown<'_> {
    /// The next column of draws.
    #[inline(always)]
    fn fill(&mut self, words: &mut Words) {
        for (words, below) in words.iter_mut().zip(self.below) {
            self.stream.fill(words);
            below.accept(words, self.stream.single());
        }
    }

    /// The draws for the ticket at one place of the column.
    #[inline(always)]
    fn draws(bounds: [u32; 2], column: u32, share: u32) -> [u32; 2] {
        [Below::take(column, bounds[0]).0, Below::take(share, bounds[1]).0]
    }

    /// Draws what so many tickets of row `row` show and compares it with what the written rules make of it.
    #[inline(always)]
    fn replay(
        &mut self,
        rules: &Rules,
        (row, tickets): (usize, u64),
        words: &mut Words,
        counts: &mut (Details, Faults),
    ) {
        let (details, faults) = counts;
        if let Some(only) = self.pick.only() {
            let seen = rules.seen(only);
            details.clover += tickets * (seen.details() as u64 & 1);
            details.cumulated += tickets * (seen.details() as u64 >> 1);
            if seen.row() != row {
                (0..tickets).for_each(|_| fault(rules, row, only, faults));
            }
            return;
        }
        let mut left = tickets;
        while left > 0 {
            self.fill(words);
            let drawn = left.min(BATCH as u64) as usize;
            let words = words.each_ref().map(|words| &words[..drawn]);
            let (mut clover, mut cumulated, mut wrong) = (0_u32, 0_u32, 0);
            for (&column, &share) in words[0].iter().zip(words[1]) {
                let [column, share] = Self::draws(self.bounds, column, share);
                let seen = rules.seen(self.pick.item(column, share));
                clover += seen.details() as u32 & 1;
                cumulated += seen.details() as u32 >> 1;
                wrong |= seen.row() ^ row;
            }
            details.clover += u64::from(clover);
            details.cumulated += u64::from(cumulated);
            if wrong > 0 {
                self.accuse(rules, row, words, faults);
            }
            left -= drawn as u64;
        }
    }

    /// Finds the tickets that do not show the prize of row `row`.
    #[cold]
    #[inline(never)]
    fn accuse(&self, rules: &Rules, row: usize, words: [&[u32]; 2], faults: &mut Faults) {
        for (&column, &share) in words[0].iter().zip(words[1]) {
            let [column, share] = Self::draws(self.bounds, column, share);
            let number = self.pick.item(column, share);
            if rules.seen(number).row() != row {
                fault(rules, row, number, faults);
            }
        }
    }

    /// The draws that come after those of so many tickets, with their bounds; none where there is nothing
    /// to draw.
    fn after(&mut self, tickets: u64) -> Option<[(u64, u64); 2]> {
        if self.pick.only().is_some() {
            return None;
        }
        let mut words = [[0; BATCH]; 2];
        for _ in 0..=tickets / BATCH as u64 {
            self.fill(&mut words);
        }
        let [column, share] = words.map(|words| words[tickets as usize % BATCH]);
        let [column, share] = Self::draws(self.bounds, column, share).map(u64::from);
        let [columns, total] = self.bounds.map(u64::from);
        Some([(column, columns), (share, total)])
    }
}

/// A chunk, or its beginning, to be played.
struct Chunk<'a> {
    rules: &'a Rules,
    sale: Sale<'a, { LOTS - 1 }>,
    dealer: Dealer,
    shown: [Shown<'a>; LOTS],
    /// Seeds what a trace shows beside the prize, with the player's number added.
    salt: u64,
    rounds: u64,
}

impl Work for Chunk<'_> {
    type Output = (Sold, Details, Faults);

    #[inline(always)]
    fn run(mut self) -> Self::Output {
        let sold = self.sale.sell(&mut self.dealer, self.rounds);
        let mut counts = (Details::default(), Faults::default());
        let mut words = [[0; BATCH]; 2];
        for (row, shown) in self.shown.iter_mut().enumerate() {
            let tickets = (row, sold.rows[row]);
            shown.replay(self.rules, tickets, &mut words, &mut counts);
        }
        (sold, counts.0, counts.1)
    }
}

impl Lanes<PieceDor> for Fast {
    fn play(&self, rules: &Rules, generator: Generator, rounds: u64, tally: &mut Tally) {
        let Some(chunk) = self.chunk(rules, generator, rounds) else { return };
        let (sold, details, faults) = fastest(chunk);
        for (row, (&tickets, &amount)) in sold.rows.iter().zip(&rules.amounts).enumerate() {
            tally.tables[rules.table][row] += tickets;
            tally.pay(amount, tickets);
        }
        tally.counters[counter::CLOVER] += details.clover;
        tally.counters[counter::CUMULATED] += details.cumulated;
        sold.unfold(tally);
        tally.faults.merge(&faults);
    }

    fn draws(&self, rules: &Rules, generator: Generator, index: u64) -> (Block, Script) {
        let mut script = Script::default();
        let Some(mut chunk) = self.chunk(rules, generator, index) else {
            return (Block::left(rules.urn, 0), script);
        };
        let next: Next<{ LOTS - 1 }> = chunk.sale.next(chunk.dealer, index);
        script.word(&[(next.ticket, next.urn.left())]);
        if let Some(draws) = chunk.shown[next.row].after(next.before) {
            script.word(&draws);
        }
        (Block::left(next.urn, chunk.salt.wrapping_add(next.player)), script)
    }
}
