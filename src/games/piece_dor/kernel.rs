//! One ticket of Pièce d'or, in the order of the articles.
//!
//! The prize comes from the block (article 3); what the bags show is picked so that it pays that
//! prize, and the written rules are then applied to it once more by code that knows nothing of the
//! pick. Where the two disagree the round is a fault.
//!
//! Which bags are opened and the order of the symbols change nothing and nobody sees them in a run,
//! so they are drawn in a trace only, from a generator of their own: see `display`.

use crate::game::{Strategy, Witness};
use crate::games::piece_dor::card::counter;
use crate::games::piece_dor::display;
use crate::games::piece_dor::strategy::{Action, View};
use crate::games::piece_dor::tables::{LOTS, Rules, Seen};
use crate::games::piece_dor::PieceDor;
use crate::rng::{Draw, Urn};
use crate::tally::{Faults, Tally};
use crate::units::Cents;

/// A block being sold.
pub struct Block {
    urn: Urn<{ LOTS - 1 }>,
    /// Seeds what a trace shows beside the prize: bags and order.
    salt: u64,
}

impl Block {
    /// A fresh block.
    pub(super) fn new<D: Draw>(rules: &Rules, draw: &mut D) -> Self {
        Self {
            urn: rules.urn,
            salt: draw.bits(),
        }
    }

    /// What is left of a block whose display is seeded by `salt`.
    pub(super) fn left(urn: Urn<{ LOTS - 1 }>, salt: u64) -> Self {
        Self { urn, salt }
    }
}

/// The counts of a chunk.
#[derive(Default)]
pub struct Sheet {
    /// Tickets by row of the block and details of what they show.
    shown: [[u64; Seen::DETAILS]; LOTS],
    faults: Faults,
}

#[inline(always)]
pub(super) fn round<S: Strategy<PieceDor>, D: Draw, W: Witness>(
    rules: &Rules,
    strategy: &S,
    draw: &mut D,
    block: &mut Block,
    sheet: &mut Sheet,
    witness: &mut W,
) -> Cents {
    let Action::Buy = strategy.decide(&View);
    // 3.1 to 3.3: the ticket is one of those left in the block.
    let row = block.urn.deal(draw) % LOTS;
    witness.drew(rules.article, rules.table, row, || lot(rules, row, block));
    // 4.3: what the three bags show.
    let number = rules.picks[row].draw(draw);
    // 4.4 to 4.6: what that pays, by the written rules.
    let seen = rules.seen(number);
    sheet.shown[row][seen.details()] += 1;
    if seen.row() != row {
        fault(rules, row, number, &mut sheet.faults);
    }
    if W::WATCHES {
        display::tell(rules, number, (block.salt, block.urn.left()), witness);
        for (bit, counter) in [(1, counter::CLOVER), (2, counter::CUMULATED)] {
            if seen.details() & bit != 0 {
                witness.counted(counter);
            }
        }
    }
    rules.amounts[row]
}

/// Adds `sheet` to `tally`.
pub(super) fn unfold(rules: &Rules, sheet: &Sheet, tally: &mut Tally) {
    for (row, details) in sheet.shown.iter().enumerate() {
        let tickets = details.iter().sum();
        tally.tables[rules.table][row] += tickets;
        tally.pay(rules.amounts[row], tickets);
        tally.counters[counter::CLOVER] += details[1] + details[3];
        tally.counters[counter::CUMULATED] += details[2] + details[3];
    }
    tally.faults.merge(&sheet.faults);
}

fn lot(rules: &Rules, row: usize, block: &Block) -> String {
    let sold = rules.lots.iter().sum::<u64>() - block.urn.left();
    match rules.amounts[row] {
        Cents::ZERO => format!("ticket {sold} of the block: none of the lots"),
        amount => format!("ticket {sold} of the block: a lot of {amount} EUR"),
    }
}

/// A reveal that does not pay the prize of its ticket.
#[cold]
#[inline(never)]
pub(super) fn fault(rules: &Rules, row: usize, number: u16, faults: &mut Faults) {
    let reveal = rules.reveal(number);
    let pays = match rules.replay.pay(reveal) {
        Some(claim) => format!("pays {} EUR", claim.pays),
        None => "cannot appear under the readings in force".to_owned(),
    };
    let amount = rules.amounts[row];
    faults.add(format!(
        "a ticket of {amount} EUR shows {reveal}, which {pays} (articles 4.4 to 4.6)"
    ));
}
