//! Mistakes an implementation of this game could make, as changes of the rules of a run: the checks have
//! to find them. The kernel reads these rules anyway, so it plays a mistake as it plays the game.

use crate::games::happy_des::dice::{Faces, dice};
use crate::games::happy_des::figures::{CARRE, Hand, NONE};
use crate::games::happy_des::identiques::{OUTCOMES, THROWS};
use crate::games::happy_des::stage1::Rolls;
use crate::games::happy_des::tables::{AMOUNTS, Rules};

/// Number of the stage-1 amount of 1 EUR.
const ONE_EURO: usize = 2;

/// 2.3.2: the amount is not doubled at a stake of 2 EUR.
pub fn stage_1_not_doubled(rules: &mut Rules) {
    rules.stage1.pay = rules.stage1.views.map(|view| view.amount);
}

/// 2.3.3.3: a four wins instead of being rolled again.
pub fn four_wins(rules: &mut Rules) {
    let changed = rules.stage1.decided_by(|rolls| {
        match rolls.iter().position(|face| matches!(face, 0 | 3..)) {
            Some(last) if rolls[last] == 0 => (&rolls[..=last], Rolls::Lost),
            Some(last) => (&rolls[..=last], Rolls::Won),
            None => (rolls, Rolls::Undecided),
        }
    });
    debug_assert!(changed.is_ok(), "few enough groups of rolls");
}

/// 2.3.5: the coefficient is forgotten in Happy Figures: prizes are paid as for 1 EUR.
pub fn figures_without_coefficient(rules: &mut Rules) {
    for prizes in &mut rules.figures.prizes {
        prizes.pay = [prizes.pay[ONE_EURO]; AMOUNTS];
    }
}

/// 2.4.1.1: the upper end of "entre 30 et 33 inclus" is left out.
pub fn score_33_unpaid(rules: &mut Rules) {
    rules.cumul.places[33] = None;
}

/// 2.4.1.2: six of the seven dice are added up.
pub fn six_dice_summed(rules: &mut Rules) {
    for (index, sum) in rules.cumul.four.iter_mut().enumerate() {
        *sum -= dice::<4>(index)[3] as u8 + 1;
    }
}

/// 2.4.2.1: only one to five is a suite, not two to six.
pub fn low_suite_only(rules: &mut Rules) {
    figures(rules, |hand, faces| (hand == Hand::Suite && faces[0] == 0).then_some(NONE));
}

/// 2.4.2.1: four equal dice are looked for before five equal ones, which contain them.
pub fn five_as_carre(rules: &mut Rules) {
    figures(rules, |hand, _| (hand == Hand::Five).then_some(CARRE));
}

/// Pays the hands that `other` names as another figure.
fn figures(rules: &mut Rules, other: fn(Hand, Faces) -> Option<usize>) {
    let hands = rules.figures.hands.kinds();
    for (figure, &(hand, faces)) in rules.figures.figures.iter_mut().zip(hands) {
        if let Some(other) = other(hand, faces) {
            *figure = other as u8;
        }
    }
}

/// 2.4.3.1: the player has fourteen throws.
pub fn fourteen_throws(rules: &mut Rules) {
    rules.identiques.others.pop();
}

/// 2.4.3.1: the player has sixteen throws, the last one for the prizes of the fifteenth.
pub fn sixteen_throws(rules: &mut Rules) {
    if let Some(mut last) = rules.identiques.others.last().copied() {
        last.word = last.law.total() * OUTCOMES;
        rules.identiques.others.push(last);
    }
}

/// 2.4.3.3: throws are counted from zero: each but the first pays the amounts of the one before.
pub fn prizes_of_the_throw_before(rules: &mut Rules) {
    let prizes = &mut rules.identiques.prizes;
    for number in (1..THROWS).rev() {
        prizes[number].pay = prizes[number - 1].pay;
    }
}
