//! Decisions, and the states they are taken in.

use crate::units::Cents;

/// Stopping and going on are equal if they differ by no more, in units of gain: floats err by far less
/// than this, and what a wrong choice could cost is not worth more.
pub(super) const TIE: f64 = 1e-10;

/// Which end of play is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::tresors_ensables) enum Aim {
    /// Best for the player.
    Best,
    /// Worst for the player.
    Worst,
}

impl Aim {
    /// Whether to stop rather than go on; between equals, yes.
    pub(super) fn stops(self, gain: f64, going_on: f64) -> bool {
        match self {
            Self::Best => gain >= going_on - TIE,
            Self::Worst => gain <= going_on + TIE,
        }
    }
}

/// The gains, in cents, with which a player stops; none where `from` is above `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::tresors_ensables) struct Rule {
    /// The least.
    pub(in crate::games::tresors_ensables) from: u32,
    /// The greatest.
    pub(in crate::games::tresors_ensables) to: u32,
}

impl Rule {
    /// Never stop.
    pub(in crate::games::tresors_ensables) const NEVER: Self = Self {
        from: u32::MAX,
        to: 0,
    };
}

/// How close decisions are.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::tresors_ensables) struct Margin {
    /// The smallest difference between stopping and going on that is no tie, in cents.
    pub(in crate::games::tresors_ensables) least: f64,
    /// Gains with which stopping and going on are worth the same.
    pub(in crate::games::tresors_ensables) ties: usize,
}

/// A state but for the gain, with the gains to stop with.
#[derive(Clone, Debug)]
pub(in crate::games::tresors_ensables) struct Found {
    /// The cell.
    pub(in crate::games::tresors_ensables) cell: usize,
    /// Lives left.
    pub(in crate::games::tresors_ensables) lives: usize,
    /// Every view that comes to this state.
    pub(in crate::games::tresors_ensables) seen: Vec<u32>,
    /// The effects seen, as a view that shows them on the first cells.
    pub(in crate::games::tresors_ensables) collection: u32,
    /// The gains that a player can hold here.
    pub(in crate::games::tresors_ensables) gains: Vec<Cents>,
    /// When to stop.
    pub(in crate::games::tresors_ensables) rule: Rule,
    /// How close its decisions are.
    pub(in crate::games::tresors_ensables) margin: Margin,
}
