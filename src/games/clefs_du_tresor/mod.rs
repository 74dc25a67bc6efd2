//! Les Clefs du Trésor: a play wins at once or may bring a key; the third key opens a chest that always
//! pays.
//!
//! The keys held live on from play to play, so plays depend on each other: `kernel` carries them, and
//! `lanes` those of many players at once.
//! `tables` makes the printed odds ready to draw from, under the answer to the one question of
//! `readings`. `exact` solves the game without them. `strategy` has the one way to play, `card`
//! what the rest of the program sees, `tampering` mistakes for the checks to find.

mod card;
mod exact;
mod kernel;
mod lanes;
mod readings;
mod sheet;
mod strategy;
mod tables;
pub mod tampering;

use crate::error::Result;
use crate::game::GameCard;
use crate::published::Published;

pub use exact::cycle;
pub use readings::KeyDraw;
pub use sheet::Sheet;
pub use strategy::{Action, Play, View};
pub use tables::{Keys, Rules};

/// The game.
pub struct ClefsDuTresor {
    card: GameCard,
}

impl ClefsDuTresor {
    /// The game with its built-in tables.
    ///
    /// # Errors
    /// A table that contradicts itself or this code.
    pub fn new() -> Result<Self> {
        Self::with(Self::published()?)
    }

    /// The built-in tables.
    ///
    /// # Errors
    /// They contradict themselves.
    pub fn published() -> Result<Published> {
        card::published()
    }

    /// The game with other odds or amounts: the same tables and as many rows in each.
    ///
    /// # Errors
    /// Tables that this code was not written for.
    pub fn with(published: Published) -> Result<Self> {
        card::of(published).map(|card| Self { card })
    }
}
