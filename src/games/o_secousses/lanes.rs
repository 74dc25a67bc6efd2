//! Ô Secousses, many tickets at once.
//!
//! First all tickets are dealt, and what is left of the blocks tells their rows; then every row's reveals
//! are drawn and replayed, one column of them after the other. Which ticket of a row shows which reveal
//! does not change the law of what is counted: the first of a row has the first.

use std::num::NonZeroU64;

use crate::game::{Lanes, Next, Sale, Sold};
use crate::games::o_secousses::OSecousses;
use crate::games::o_secousses::kernel::fault;
use crate::games::o_secousses::readings::Order;
use crate::games::o_secousses::tables::{BLOCK, ROWS, Rules};
use crate::games::o_secousses::tree::Reveal;
use crate::rng::{BATCH, Below, Column, Dealer, Generator, Script, Stream, Urn, Work, fastest};
use crate::tally::{Faults, Tally};

/// The laws of the draws as words.
pub(super) struct Fast {
    each: Option<NonZeroU64>,
    shows: [Show; ROWS],
}

/// The reveals of a row.
#[derive(Clone, Copy)]
struct Show {
    below: Below,
    /// How many there are.
    reveals: u32,
    /// The number that the replay has for what the row pays; a number that it has for nothing, if no
    /// reveal pays that.
    pays: u32,
}

impl Fast {
    /// The kernel for a run, unless the order of the trees is drawn too.
    pub(super) fn new(rules: &Rules, each: Option<NonZeroU64>) -> Option<Self> {
        if rules.readings.order == Order::ByTree {
            return None;
        }
        let mut shows = Vec::with_capacity(ROWS);
        for (row, &prize) in rules.prizes.iter().enumerate() {
            let reveals = rules.reveals.list(row).len();
            let pays = rules.replay.number_of(prize);
            shows.push(Show {
                below: Below::new(reveals as u64).ok()?,
                reveals: reveals as u32,
                pays: pays.map_or(u32::MAX, u32::from),
            });
        }
        let shows = shows.try_into().ok()?;
        Some(Self { each, shows })
    }

    /// Everything before the first ticket.
    fn chunk<'a>(&'a self, rules: &'a Rules, mut chunk: Generator, rounds: u64) -> Option<Chunk<'a>> {
        let sale = Sale::new::<OSecousses>(rules, rules.urn, &rules.prizes, self.each)?;
        Some(Chunk {
            rules,
            sale,
            dealer: Dealer::new(Stream::split(&mut chunk)),
            reveals: std::array::from_fn(|row| Reveals {
                show: self.shows[row],
                list: rules.reveals.list(row),
                stream: Stream::split(&mut chunk),
            }),
            rounds,
        })
    }
}

/// The reveals of a row being drawn.
struct Reveals<'a> {
    show: Show,
    list: &'a [Reveal],
    stream: Stream,
}

impl Reveals<'_> {
    /// The next column of draws.
    #[inline(always)]
    fn fill(&mut self, words: &mut Column) {
        self.stream.fill(words);
        self.show.below.accept(words, self.stream.single());
    }

    /// Draws the reveals of so many tickets of row `row` and replays them.
    #[inline(always)]
    fn replay(
        &mut self,
        rules: &Rules,
        (row, tickets): (usize, u64),
        column: &mut Column,
        faults: &mut Faults,
    ) {
        let mut left = tickets;
        while left > 0 {
            self.fill(column);
            let drawn = left.min(BATCH as u64) as usize;
            let words = &column[..drawn];
            let mut wrong = 0;
            for &word in words {
                let reveal = self.list[Below::take(word, self.show.reveals).0 as usize];
                wrong |= u32::from(rules.replay.number(reveal)) ^ self.show.pays;
            }
            if wrong > 0 {
                accuse(rules, row, self.list, words, faults);
            }
            left -= drawn as u64;
        }
    }

    /// The number of the reveal that comes after those of so many tickets.
    fn after(&mut self, tickets: u64) -> u64 {
        let mut words = [0; BATCH];
        for _ in 0..=tickets / BATCH as u64 {
            self.fill(&mut words);
        }
        let word = words[tickets as usize % BATCH];
        Below::take(word, self.show.reveals).0.into()
    }
}

/// Finds the reveals that do not pay the lot of row `row`.
#[cold]
#[inline(never)]
fn accuse(rules: &Rules, row: usize, list: &[Reveal], words: &[u32], faults: &mut Faults) {
    let lot = rules.prizes[row];
    for &word in words {
        let reveal = list[Below::take(word, list.len() as u32).0 as usize];
        let paid = rules.replay.pays(reveal);
        if paid != Some(lot) {
            fault(rules, lot, paid, reveal, faults);
        }
    }
}

/// A chunk, or its beginning, to be played.
struct Chunk<'a> {
    rules: &'a Rules,
    sale: Sale<'a, 8>,
    dealer: Dealer,
    reveals: [Reveals<'a>; ROWS],
    rounds: u64,
}

impl Work for Chunk<'_> {
    type Output = (Sold, Faults);

    #[inline(always)]
    fn run(mut self) -> (Sold, Faults) {
        let sold = self.sale.sell(&mut self.dealer, self.rounds);
        let mut faults = Faults::default();
        let mut column = [0; BATCH];
        for (row, reveals) in self.reveals.iter_mut().enumerate() {
            let tickets = (row, sold.rows[row]);
            reveals.replay(self.rules, tickets, &mut column, &mut faults);
        }
        (sold, faults)
    }
}

impl Lanes<OSecousses> for Fast {
    fn play(&self, rules: &Rules, generator: Generator, rounds: u64, tally: &mut Tally) {
        let Some(chunk) = self.chunk(rules, generator, rounds) else { return };
        let (sold, faults) = fastest(chunk);
        for (row, (&tickets, &prize)) in sold.rows.iter().zip(&rules.prizes).enumerate() {
            tally.tables[BLOCK][row] += tickets;
            tally.pay(prize, tickets);
        }
        sold.unfold(tally);
        tally.faults.merge(&faults);
    }

    fn draws(&self, rules: &Rules, generator: Generator, index: u64) -> (Urn<8>, Script) {
        let mut script = Script::default();
        let Some(mut chunk) = self.chunk(rules, generator, index) else {
            return (rules.urn, script);
        };
        let next: Next<8> = chunk.sale.next(chunk.dealer, index);
        let reveals = &mut chunk.reveals[next.row];
        let reveal = reveals.after(next.before);
        script.word(&[(next.ticket, next.urn.left())]);
        script.word(&[(reveal, reveals.show.reveals.into())]);
        (next.urn, script)
    }
}
