//! One round of Happy Dés, in the order of the articles.
//!
//! One word holds most of a round: the amount, five rolls of the first die, seven dice for stage 2 and a
//! prize. Draws are read off it as they are due, and what nobody would see is not read.

use crate::game::{Strategy, Witness};
use crate::games::happy_des::strategy::{Action, Universe};
use crate::games::happy_des::tables::{AMOUNTS, Rules};
use crate::games::happy_des::{HappyDes, cumul, figures, identiques, stage1};
use crate::rng::Draw;
use crate::tally::Tally;
use crate::units::Cents;

/// The counts of a chunk, at most 2^27 rounds: in joint histograms, one or two increments per stage.
pub struct Sheet {
    stage1: stage1::Sheet,
    cumul: cumul::Sheet,
    figures: figures::Sheet,
    identiques: identiques::Sheet,
}

impl Sheet {
    pub(super) fn new() -> Self {
        Self {
            stage1: stage1::Sheet::new(),
            cumul: cumul::Sheet::new(),
            figures: figures::Sheet::new(),
            identiques: identiques::Sheet::new(),
        }
    }
}

#[inline(always)]
pub(super) fn round<S: Strategy<HappyDes>, D: Draw, W: Witness>(
    rules: &Rules,
    strategy: &S,
    draw: &mut D,
    sheet: &mut Sheet,
    witness: &mut W,
) -> Cents {
    let mut word = draw.mixed(rules.opening);
    // 2.3: stage 1.
    let start = stage1::play(&rules.stage1, &mut word, draw, &mut sheet.stage1, witness);
    // 2.1.3: the decision. A strategy is a pure function, so that of a round already lost may be taken
    // too: it changes nothing and spares a mispredicted branch.
    let action = strategy.decide(rules.stage1.view(start.amount));
    if W::WATCHES && start.won {
        note_decision(action, witness);
    }
    match action {
        // 2.3.4: the player keeps the amount.
        Action::Stop => stage1::stop(&rules.stage1, start, witness),
        // 2.3.5: the amount is lost and becomes a coefficient. 2.4: stage 2.
        Action::Play(Universe::Cumul) => {
            cumul::play(&rules.cumul, start, word, draw, &mut sheet.cumul, witness)
        }
        Action::Play(Universe::Figures) => {
            let sheet = &mut sheet.figures;
            figures::play(&rules.figures, start, word, draw, sheet, witness)
        }
        Action::Play(Universe::Identiques) => {
            let sheet = &mut sheet.identiques;
            identiques::play(&rules.identiques, start, draw, sheet, witness)
        }
    }
}

fn note_decision<W: Witness>(action: Action, witness: &mut W) {
    if let Action::Play(universe) = action {
        witness.note("2.3.5", || {
            let name = match universe {
                Universe::Cumul => "Happy Cumul",
                Universe::Figures => "Happy Figures",
                Universe::Identiques => "Happy Identiques",
            };
            format!("gives up the amount for {name}")
        });
    }
}

/// Adds `sheet` to `tally`.
pub(super) fn unfold(rules: &Rules, sheet: &Sheet, tally: &mut Tally) {
    let cumul = cumul::unfold(&rules.cumul, &sheet.cumul, tally);
    let figures = figures::unfold(&rules.figures, &sheet.figures, tally);
    let identiques = identiques::unfold(&rules.identiques, &sheet.identiques, tally);
    let mut played = [0; AMOUNTS];
    for (amount, played) in played.iter_mut().enumerate() {
        *played = cumul[amount] + figures[amount] + identiques[amount];
    }
    stage1::unfold(&rules.stage1, &sheet.stage1, played, tally);
}
