//! Everything a round needs at one stake under one set of readings.

use crate::error::{Error, Result};
use crate::game::{GameCard, Readings};
use crate::games::piece_dor::combinations::{ROWS, STAKES, gains};
use crate::games::piece_dor::emitter::Lists;
use crate::games::piece_dor::pick::Pick;
use crate::games::piece_dor::readings::Reads;
use crate::games::piece_dor::replay::Replay;
use crate::games::piece_dor::symbol::{Reveal, Reveals, Symbol};
use crate::published::Table;
use crate::rng::Urn;
use crate::units::{Cents, Stake};

/// Rows of a block: eight lots and the losing tickets.
pub(super) const LOTS: usize = 9;

/// Ids and numbers of rows of the tables this code was written for, in the order of the stakes.
pub(super) const SHAPE: &[(&str, usize)] = &[
    ("block-0.50", LOTS),
    ("block-1.00", LOTS),
    ("block-2.00", LOTS),
];

/// The articles that print the blocks.
const ARTICLES: [&str; 3] = ["3.1", "3.2", "3.3"];

/// Faults that a run must find: what is dealt and what is shown once a run is made ready. What is
/// published, and what the written rules make of a reveal, stay as they are.
#[derive(Clone, Copy)]
pub struct Tampering {
    /// Changes the tickets that are dealt, per row of the block.
    pub lots: fn(&mut [u64]),
    /// Changes what is shown for a prize.
    pub reveals: fn(Cents, &mut Vec<Reveal>),
}

impl Tampering {
    /// Changes nothing.
    pub const NONE: Self = Self {
        lots: |_| (),
        reveals: |_, _| (),
    };
}

/// Room for the numbers of all reveals: a power of two, so that a mask spares a comparison.
const NUMBERS: usize = 8192;

/// Everything a round needs at one stake under one set of readings.
pub struct Rules {
    pub(super) stake: Stake,
    /// Number of the block's table, and its article.
    pub(super) table: usize,
    pub(super) article: &'static str,
    /// Tickets per row of the block, as published.
    pub(super) lots: Vec<u64>,
    pub(super) urn: Urn<{ LOTS - 1 }>,
    /// What a ticket of each row pays.
    pub(super) amounts: [Cents; LOTS],
    /// What a ticket of each row shows.
    pub(super) picks: [Pick; LOTS],
    /// What the written rules make of every reveal.
    seen: Box<[Seen; NUMBERS]>,
    pub(super) reveals: Reveals,
    pub(super) replay: Replay,
    pub(super) gains: [Cents; ROWS],
}

/// A replayed reveal in one byte: the row of the block that pays as much, or one past the last; below it
/// whether more than one combination pays, and whether a clover is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen(u8);

impl Seen {
    /// Values of [`Seen::details`].
    pub(super) const DETAILS: usize = 4;

    fn new(replay: &Replay, amounts: &[Cents], shown: Reveal) -> Self {
        let claim = replay.pay(shown);
        let paid = claim.as_ref().map(|claim| claim.pays);
        let row = amounts.iter().position(|&amount| Some(amount) == paid);
        let is_cumulated = claim.is_some_and(|claim| claim.combinations() > 1);
        let has_clover = shown.count(Symbol::Trefle) > 0;
        let row = row.unwrap_or(LOTS) as u8;
        Self(row << 2 | u8::from(is_cumulated) << 1 | u8::from(has_clover))
    }

    /// The row of the block that pays as much.
    #[inline(always)]
    pub(super) fn row(self) -> usize {
        usize::from(self.0 >> 2)
    }

    /// Bit 0: a clover is shown. Bit 1: more than one combination pays.
    #[inline(always)]
    pub(super) fn details(self) -> usize {
        usize::from(self.0 & 3)
    }
}

impl Rules {
    /// The rules of the tables of `card`, with the faults of `tampering`.
    ///
    /// # Errors
    /// A prize that no ticket can show under these readings, or a block that cannot be dealt from.
    pub(super) fn new(
        card: &GameCard,
        stake: Stake,
        readings: &Readings,
        tampering: Tampering,
    ) -> Result<Self> {
        let reads = Reads {
            combining: readings.choice(),
            clover: readings.choice(),
            listed: readings.choice(),
        };
        let missing = || Error::internal("a stake without a column in article 4.4");
        let table = STAKES.iter().position(|&offered| offered == stake);
        let table = table.ok_or_else(missing)?;
        let gains = gains(stake)?;
        let amounts = amounts(&card.tables[table])?;
        let lots = card.tables[table].weights.values.clone();
        let mut dealt = lots.clone();
        (tampering.lots)(&mut dealt);
        let reveals = Reveals::new();
        let lists = Lists::new(&reveals, &amounts, gains, readings.choice(), reads)?;
        let replay = Replay::new(gains, reads);
        let mut seen = Box::new([Seen(u8::MAX); NUMBERS]);
        for (seen, &shown) in seen.iter_mut().zip(reveals.list()) {
            *seen = Seen::new(&replay, &amounts, shown);
        }
        let mut picks = Vec::with_capacity(LOTS);
        for (&prize, numbers) in amounts.iter().zip(&lists.0) {
            let list = numbers.iter().map(|&number| reveals.list()[usize::from(number)]);
            let mut list: Vec<Reveal> = list.collect();
            (tampering.reveals)(prize, &mut list);
            picks.push(pick(&reveals, &list)?);
        }
        Ok(Self {
            stake,
            table,
            article: ARTICLES[table],
            urn: Urn::new(&dealt)?,
            lots,
            amounts,
            picks: (picks.try_into()).map_err(|_| Error::internal("a block of other rows"))?,
            seen,
            reveals,
            replay,
            gains,
        })
    }

    /// What the written rules make of reveal number `number`.
    #[inline(always)]
    pub(super) fn seen(&self, number: u16) -> Seen {
        self.seen[usize::from(number) % NUMBERS]
    }

    /// Reveal number `number`.
    pub(super) fn reveal(&self, number: u16) -> Reveal {
        self.reveals.list()[usize::from(number)]
    }
}

/// What a ticket of each row of a block pays, nothing in the last.
pub(super) fn amounts(block: &Table) -> Result<[Cents; LOTS]> {
    let amount = |row: &crate::published::Row| row.amount.unwrap_or(Cents::ZERO);
    let amounts: Vec<Cents> = block.rows.iter().map(amount).collect();
    amounts
        .try_into()
        .map_err(|_| Error::internal(format!("{} has not {LOTS} rows", block.id)))
}

/// Draws from `list`, every order of the symbols being equally likely.
fn pick(reveals: &Reveals, list: &[Reveal]) -> Result<Pick> {
    let mut items = Vec::with_capacity(list.len());
    for &reveal in list {
        let number = reveals.number(reveal);
        let number = number.ok_or_else(|| Error::internal("a ticket of other than nine symbols"))?;
        items.push((number as u16, reveal.orderings()));
    }
    Pick::new(&items)
}
