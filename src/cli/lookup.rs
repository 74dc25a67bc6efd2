//! What a game offers: stakes, a solver.

use crate::error::{Error, Result};
use crate::game::{GameCard, GameEntry};
use crate::units::Stake;

/// The stake asked for, or the smallest, and whether it is on offer.
///
/// # Errors
/// It is not.
pub(super) fn stake(card: &GameCard, asked: Option<Stake>) -> Result<Stake> {
    let stake = asked.or(card.stakes.first().copied());
    let stake = stake.ok_or_else(|| Error::internal(format!("{} has no stake", card.id)))?;
    card.check_stake(stake)?;
    Ok(stake)
}

/// Says that `card` has no solver, and which games have one.
pub(super) fn no_solver(registry: &[Box<dyn GameEntry>], card: &GameCard) -> Error {
    let solved = registry.iter().filter(|entry| entry.has_solver());
    let solved: Vec<&str> = solved.map(|entry| entry.card().id.as_str()).collect();
    Error::input(format!(
        "{} has no exact solver in this version (games with one: {})",
        card.id,
        solved.join(", ")
    ))
}
