//! The printed amounts, typed, and what a run plays with.

use crate::error::{Error, Result};
use crate::game::GameCard;
use crate::games::o_secousses::emitter::{Drawer, Reveals};
use crate::games::o_secousses::readings::Rulebook;
use crate::games::o_secousses::replay::Replay;
use crate::rng::Urn;
use crate::tally::BlockLots;
use crate::units::{Cents, Stake};

/// Number of the table of lots on the card.
pub(super) const BLOCK: usize = 0;
/// Rows of the block, the losing tickets last.
pub(super) const ROWS: usize = 9;
/// The tables this code was written for.
pub(super) const SHAPE: &[(&str, usize)] = &[("block", ROWS)];

/// The lowest level of the gauge that is paid (article 4.8).
pub(super) const LOWEST: i32 = 3;
/// What the levels from the lowest on pay, 3 to 10 coconuts (article 4.8).
pub(super) const LEVELS: [Cents; 8] = [
    Cents(100),
    Cents(200),
    Cents(400),
    Cents(1_000),
    Cents(5_000),
    Cents(10_000),
    Cents(100_000),
    Cents(1_500_000),
];
/// What a golden coconut pays (article 4.7).
pub(super) const GOLDEN: Cents = Cents(1_000);

/// What a ticket needs that does not change between tickets.
pub struct Rules {
    pub(super) stake: Stake,
    /// A full block.
    pub(super) urn: Urn<8>,
    /// The published lots, and what they pay.
    pub(super) lots: Vec<u64>,
    pub(super) prizes: [Cents; ROWS],
    pub(super) readings: Rulebook,
    pub(super) reveals: Drawer,
    pub(super) replay: Replay,
}

/// What each row of the block pays.
pub(super) fn prizes(card: &GameCard) -> Result<[Cents; ROWS]> {
    let rows = card.tables[BLOCK].rows.iter();
    let prizes: Vec<Cents> = rows.map(|row| row.amount.unwrap_or_default()).collect();
    prizes
        .try_into()
        .map_err(|_| Error::internal(format!("a block without {ROWS} rows")))
}

impl Rules {
    /// The rules under `readings`, dealing `dealt` tickets and showing `reveals`.
    pub(super) fn new(
        card: &GameCard,
        stake: Stake,
        readings: Rulebook,
        dealt: &[u64],
        reveals: &Reveals,
    ) -> Result<Self> {
        Ok(Self {
            stake,
            urn: Urn::new(dealt)?,
            lots: card.tables[BLOCK].weights.values.clone(),
            prizes: prizes(card)?,
            reveals: Drawer::new(reveals)?,
            replay: Replay::new(readings)?,
            readings,
        })
    }

    /// The published block.
    pub(super) fn block(&self) -> BlockLots<'_> {
        BlockLots {
            table: BLOCK,
            lots: &self.lots,
        }
    }
}
