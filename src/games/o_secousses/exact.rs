//! The exact law of Ô Secousses, written from the articles alone.
//!
//! Article 3 prints the lots of a block of tickets and says that each is the whole lot of its ticket: the
//! trees only show it, so no reading of article 4 changes what a ticket pays.

use crate::error::{Error, Result};
use crate::game::{GameCard, Sessions, Solution};
use crate::units::Stake;

/// A ticket of the block of article 3.
pub(super) fn solve(card: &GameCard, stake: Stake, sessions: Option<&Sessions>) -> Result<Solution> {
    let table = card.tables.iter().find(|table| table.article == "3");
    let table = table.ok_or_else(|| Error::internal("no block of article 3"))?;
    Solution::of_block(table, stake, sessions)
}
