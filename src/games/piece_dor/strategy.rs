//! The one way to play Pièce d'or: nothing a player does changes what a ticket pays (article 4.3).

use crate::game::{Family, Make, Strategy};
use crate::games::piece_dor::PieceDor;

/// What a buyer may see before a decision: nothing that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View;

/// What a buyer may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Buy a ticket and open any three bags.
    Buy,
}

/// Buys ticket after ticket.
pub struct Buy;

impl Strategy<PieceDor> for Buy {
    #[inline(always)]
    fn decide(&self, _: &View) -> Action {
        Action::Buy
    }
}

/// All families, in the order of lists.
pub(super) const FAMILIES: &[Family<PieceDor>] = &[Family {
    pattern: "buy",
    about: "buys tickets and opens three of six bags at random; whole blocks are sold",
    make: Make::Fixed(|| Box::new(Buy)),
}];
