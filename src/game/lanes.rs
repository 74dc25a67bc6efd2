//! Kernels that play many rounds at once, and how one of their rounds is told.

use std::fmt;

use crate::game::strategy::Strategy;
use crate::game::traits::Game;
use crate::game::witness::Transcript;
use crate::rng::{Generator, Script};
use crate::tally::Tally;

/// Which of a game's kernels plays a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernel {
    /// Many rounds at once where the game has such a kernel for the run, else the readable one.
    #[default]
    Fast,
    /// The readable one.
    Reference,
}

impl Kernel {
    /// What the readable kernel is called in seeds and reports.
    pub const REFERENCE: &'static str = "reference";
    /// What the kernels of many rounds are called, those of a second version otherwise: where the draws of one game's
    /// kernel change, results of the others stay what they are.
    pub const LANES: &'static str = "lanes";
    /// See [`Kernel::LANES`].
    pub const SECOND_LANES: &'static str = "lanes-2";

    /// The kernels with the names users type, default first.
    pub const ALL: [(&'static str, Self); 2] =
        [("fast", Self::Fast), ("reference", Self::Reference)];

    /// The choice under which a run is played by the kernel called `name`; none if there is no such kernel.
    pub fn called(name: &str) -> Option<Self> {
        match name {
            Self::LANES | Self::SECOND_LANES => Some(Self::Fast),
            Self::REFERENCE => Some(Self::Reference),
            _ => None,
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fast => "fast",
            Self::Reference => "reference",
        })
    }
}

/// A kernel that plays many rounds at once under rules and a strategy it was made for.
///
/// It counts for itself and adds to the tally what [`Game::round`] and [`Game::unfold`] would have added;
/// it shares their tables, not their steps. The first rounds of a chunk are the same rounds however many
/// are played.
pub trait Lanes<G: Game>: Send + Sync {
    /// What seeds and reports call it. Raised whenever the draws of some chunk change, so that rounds played before are
    /// not mixed with others.
    fn name(&self) -> &'static str {
        Kernel::LANES
    }

    /// Plays the first `rounds` rounds of a chunk and adds their counts to `tally`.
    fn play(&self, rules: &G::Rules, generator: Generator, rounds: u64, tally: &mut Tally);

    /// Stretches that a chunk is made of: see [`Prepared::stretches`](crate::game::Prepared::stretches).
    fn stretches(&self) -> u64 {
        1
    }

    /// What round number `index` of a chunk starts from and draws, in the order in which the readable
    /// kernel asks for it.
    fn draws(&self, rules: &G::Rules, generator: Generator, index: u64) -> (G::Carry, Script);
}

/// The kernel of many rounds for a run, if there is one: see [`Game::lanes`].
pub type AnyLanes<G> = Option<Box<dyn Lanes<G>>>;

/// Tells a round by having the readable kernel play it from the draws of a kernel of many rounds.
///
/// # Panics
/// The readable kernel asks for other draws: the two disagree, which is a bug.
pub(super) fn retell<G: Game, S: Strategy<G>>(
    strategy: &S,
    rules: &G::Rules,
    mut carry: G::Carry,
    mut script: Script,
) -> Transcript {
    let mut transcript = Transcript::default();
    transcript.payout = G::round(
        rules,
        strategy,
        &mut script,
        &mut carry,
        &mut G::sheet(rules),
        &mut transcript,
    );
    assert!(script.is_empty(), "draws that no rule asks for");
    transcript
}
