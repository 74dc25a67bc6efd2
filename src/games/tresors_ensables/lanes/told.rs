//! The kernels as the rest of the program sees them, and a round of theirs as the readable kernel asks for it.

use crate::game::{Kernel, Lanes};
use crate::games::tresors_ensables::board::PLACEMENTS;
use crate::games::tresors_ensables::kernel::Ahead;
use crate::games::tresors_ensables::lanes::pool::{Pace, Pool};
use crate::games::tresors_ensables::tables::{CASES, GOLD_DRAWS, Rules};
use crate::games::tresors_ensables::TresorsEnsables;
use crate::rng::{Generator, Script, fastest};
use crate::tally::Tally;

/// What a case of a gold chest leaves open of its draw.
pub(super) const DIGITS: u32 = 100;
const _: () = assert!(CASES * DIGITS as u64 == GOLD_DRAWS);

/// What a roll draws.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cast {
    /// The case of the series entered or of the chest opened.
    pub(super) case: u64,
    /// The placement of the series entered.
    pub(super) placement: u64,
    /// The face, from 0.
    pub(super) face: u64,
}

impl Cast {
    /// A roll that enters no series and opens no chest.
    pub(super) fn of(face: usize) -> Self {
        Self {
            face: face as u64,
            ..Self::default()
        }
    }
}

/// What a round draws.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) casts: Vec<Cast>,
    /// The draw of the gold chest.
    pub(super) gold: Option<u64>,
}

impl Told {
    /// The draws as the readable kernel asks for them: it has drawn the next roll when the play ends, and
    /// the gold chest after that.
    fn script(mut self) -> Script {
        self.casts.push(Cast::default());
        let mut script = Script::default();
        for Cast { case, placement, face } in self.casts {
            script.word(&[(case, CASES), (placement, PLACEMENTS as u64), (face, 6)]);
        }
        if let Some(draw) = self.gold {
            script.word(&[(draw, GOLD_DRAWS)]);
        }
        script
    }
}

/// A kernel of many rounds.
pub(super) struct Fast<P>(pub(super) P);

impl<P: Pace> Lanes<TresorsEnsables> for Fast<P> {
    fn name(&self) -> &'static str {
        Kernel::SECOND_LANES
    }

    fn play(&self, rules: &Rules, generator: Generator, rounds: u64, tally: &mut Tally) {
        let mut played = fastest(Pool::new(&self.0, generator, rounds));
        self.0.unfold(rules, &mut played.counts, tally);
    }

    fn draws(&self, _: &Rules, generator: Generator, index: u64) -> (Ahead, Script) {
        let played = fastest(Pool::new(&self.0, generator, index + 1));
        (Ahead::default(), self.0.tell(&played.last).script())
    }
}
