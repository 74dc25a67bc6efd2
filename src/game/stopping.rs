//! A policy of optimal stopping as a table that a person can follow.

use crate::units::Cents;

/// When to stop, state by state.
#[derive(Clone, Debug)]
pub struct StoppingTable {
    /// Whether it is the worst play for the player, not the best.
    pub worst: bool,
    /// The smallest difference between stopping and going on at any decision but ties, in EUR.
    pub margin: f64,
    /// States and gains with which stopping and going on are worth the same: the player stops.
    pub ties: usize,
    /// The states, ordered by cell, then lives from the most, then what was seen.
    pub rows: Vec<StopRow>,
}

/// One state but for the gain.
#[derive(Clone, Debug)]
pub struct StopRow {
    /// The cell the player stands on.
    pub cell: usize,
    /// Lives left.
    pub lives: usize,
    /// Effects seen on the cells of the current series, ascending: their places do not matter.
    pub seen: Vec<i8>,
    /// Every gain that may be held here, ascending.
    pub gains: Vec<Cents>,
    /// Those of them with which the player stops: the largest ones in best play, the smallest ones in
    /// worst play.
    pub stops: Vec<Cents>,
}
