//! What a player of Les Clefs du Trésor sees, and the one way to play.

use crate::game::{Family, Make, Strategy};
use crate::games::clefs_du_tresor::{ClefsDuTresor, Keys};

/// What a player knows before a play: the chest shows its padlocks at any time (article 3.1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Keys held.
    pub keys: Keys,
}

/// What a player may do once the stake is paid: the draw is one and made at once (article 3.1.2.2), and
/// the chest always pays, so there is nothing to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Play game 1, and open the chest when the third key is found.
    Play,
}

/// Plays on, whatever is held.
pub struct Play;

impl Strategy<ClefsDuTresor> for Play {
    #[inline(always)]
    fn decide(&self, _: &View) -> Action {
        Action::Play
    }
}

/// All families, in the order of lists.
pub(super) const FAMILIES: &[Family<ClefsDuTresor>] = &[Family {
    pattern: "play",
    about: "plays on and opens every chest",
    make: Make::Fixed(|| Box::new(Play)),
}];
