//! The exact law of Pièce d'or, written from the articles alone.
//!
//! Articles 3.1 to 3.3 print the lots of a block of tickets at each of the three stakes of article 2, and
//! say that each is the whole lot of its ticket: the symbols only show it, so no reading of article 4
//! changes what a ticket pays.

use crate::error::{Error, Result};
use crate::game::{GameCard, Sessions, Solution};
use crate::units::Stake;

/// A ticket of the block sold at `stake`.
pub(super) fn solve(card: &GameCard, stake: Stake, sessions: Option<&Sessions>) -> Result<Solution> {
    let article = match stake.cents() {
        50 => "3.1",
        100 => "3.2",
        200 => "3.3",
        _ => return Err(Error::internal(format!("no block is sold at {stake} EUR"))),
    };
    let table = card.tables.iter().find(|table| table.article == article);
    let table = table.ok_or_else(|| Error::internal(format!("no block of article {article}")))?;
    Solution::of_block(table, stake, sessions)
}
