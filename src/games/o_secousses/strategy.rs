//! The one strategy: to buy tickets. Nothing the player does changes what a ticket pays.

use crate::game::{Family, Make, Strategy};
use crate::games::o_secousses::OSecousses;

/// All a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Buys a ticket and shakes every tree.
    Buy,
}

/// Buys.
#[derive(Clone, Copy, Debug)]
pub struct Buy;

impl Strategy<OSecousses> for Buy {
    #[inline(always)]
    fn decide(&self, (): &()) -> Action {
        Action::Buy
    }
}

pub(super) const FAMILIES: &[Family<OSecousses>] = &[Family {
    pattern: "buy",
    about: "buys tickets and shakes every tree",
    make: Make::Fixed(|| Box::new(Buy)),
}];
