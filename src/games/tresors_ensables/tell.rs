//! What a witness is told of a round; nothing is worked out unless one watches.

use crate::game::Witness;
use crate::games::tresors_ensables::board::{Chest, Deal, LAST};
use crate::games::tresors_ensables::sheet::{CHESTS, ENDS, End, LANDED, ROLLS};
use crate::games::tresors_ensables::strategy::{Action, View};
use crate::games::tresors_ensables::tables::{BRONZE, DIE, PLACEMENT, RULE, Rules};
use crate::units::Cents;

/// The roll of face `face`, from 0.
#[inline(always)]
pub(super) fn roll<W: Witness>(rules: &Rules, witness: &mut W, face: usize) {
    witness.drew("3.2.4", DIE, face, || {
        format!("the die shows {}", rules.labels[DIE][face])
    });
    witness.counted(ROLLS);
}

/// A roll that moved nothing.
#[inline(always)]
pub(super) fn lost_roll<W: Witness>(witness: &mut W, cell: usize) {
    witness.note("3.2.7", || {
        format!("the roll is larger than the way left: the player stays on cell {cell}")
    });
}

/// The deal of a series, or of all of them alike.
pub(super) fn series<W: Witness>(
    rules: &Rules,
    witness: &mut W,
    series: Option<usize>,
    deal: usize,
) {
    if !W::WATCHES {
        return;
    }
    let deal = Deal::numbered(deal);
    let cells = deal.cells();
    let place = |offset: usize| match series {
        Some(series) => format!("cell {}", 6 * series + offset + 1),
        None => format!("cell {} of every series", offset + 1),
    };
    for (rule, cell) in cells.into_iter().enumerate() {
        witness.drew("3.2.2", PLACEMENT + rule, deal.placements[rule], || {
            format!("rule {} acts on {}", rule + 1, place(cell))
        });
    }
    for (rule, cell) in cells.into_iter().enumerate() {
        let row = deal.rules[rule];
        witness.drew("3.2.2", RULE + rule, row, || {
            let label = &rules.labels[RULE + rule][row];
            format!("rule {}: {} is {label}", rule + 1, place(cell))
        });
    }
}

/// A landing that left so many lives.
#[inline(always)]
pub(super) fn landing<W: Witness>(
    rules: &Rules,
    witness: &mut W,
    cell: usize,
    code: usize,
    lives: usize,
) {
    let cell = cell.min(LAST);
    let chest = rules.squares[cell].chest;
    witness.note("3.1.3", || match chest {
        Chest::None => {
            let effect = code as i8 - 4;
            format!("cell {cell} ({effect:+} life points): {lives} left")
        }
        _ => format!("cell {cell}, a chest: {lives} life points left"),
    });
    if W::WATCHES && chest != Chest::None {
        witness.counted(LANDED + cell / 6 - 1);
    }
}

/// Row `row` found on landing: nothing where no chest stands, and the gold chest is told apart.
#[inline(always)]
pub(super) fn content<W: Witness>(rules: &Rules, witness: &mut W, chest: Chest, row: usize) {
    if W::WATCHES && matches!(chest, Chest::Bronze | Chest::Silver) {
        found(rules, witness, chest, row);
    }
}

/// Row `row` found in the gold chest.
#[inline(always)]
pub(super) fn gold<W: Witness>(rules: &Rules, witness: &mut W, row: usize) {
    found(rules, witness, Chest::Gold, row);
}

#[inline(always)]
fn found<W: Witness>(rules: &Rules, witness: &mut W, chest: Chest, row: usize) {
    let table = BRONZE + chest as usize - 1;
    witness.drew("3.2.5, 3.3.2", table, row, || {
        let name = ["", "bronze", "silver", "gold"][chest as usize];
        format!("the {name} chest holds {}", rules.labels[table][row])
    });
}

/// A decision.
#[inline(always)]
pub(super) fn decision<W: Witness>(witness: &mut W, view: &View<'_>, action: Action) {
    witness.note("3.2.6", || {
        let choice = match action {
            Action::Stop => "stops",
            Action::Roll => "rolls on",
        };
        format!(
            "the player, with {} EUR held and {} lives, {choice}",
            view.gain(),
            view.lives()
        )
    });
}

/// The end of the round.
#[inline(always)]
pub(super) fn end<W: Witness>(witness: &mut W, end: End, chests: usize, payout: Cents) {
    let article = match end {
        End::Death => "3.2.8",
        End::Stop => "3.2.6 a",
        End::Gold => "3.3.5",
    };
    witness.note(article, || match end {
        End::Death => "no life point is left: the play is lost".to_owned(),
        End::Stop => format!("the play ends and pays {payout} EUR"),
        End::Gold => format!("the gold chest ends the play, which pays {payout} EUR"),
    });
    witness.counted(ENDS + end as usize);
    witness.counted(CHESTS + chests);
}
