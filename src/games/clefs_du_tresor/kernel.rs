//! One play of Les Clefs du Trésor, in the order of the articles.
//!
//! One word holds all draws of a play: game 1, the key, the content of the chest. The last is read
//! off only when the chest opens.

use crate::game::{Start, Strategy, Witness};
use crate::games::clefs_du_tresor::card::counter;
use crate::games::clefs_du_tresor::strategy::{Action, View};
use crate::games::clefs_du_tresor::tables::{
    FOUND, GAME_1, KEY, LOST, NOT_FOUND, PADLOCKS, TREASURE, reached,
};
use crate::games::clefs_du_tresor::{ClefsDuTresor, KeyDraw, Keys, Rules, Sheet};
use crate::rng::{Draw, Mixed};
use crate::units::Cents;

/// The keys held at the start: none for a new player, the long-run law for a stretch of plays.
pub(super) fn begin<D: Draw>(rules: &Rules, start: Start, draw: &mut D) -> Keys {
    match start {
        Start::Session => rules.fresh,
        Start::Stretch => {
            let [fewest @ .., all] = rules.long_run;
            reached(&fewest, draw.below(all))
        }
    }
}

#[inline(always)]
pub(super) fn round<S: Strategy<ClefsDuTresor>, D: Draw, W: Witness>(
    rules: &Rules,
    strategy: &S,
    draw: &mut D,
    held: &mut Keys,
    sheet: &mut Sheet,
    witness: &mut W,
) -> Cents {
    let Action::Play = strategy.decide(&View { keys: *held });
    let mut word = draw.mixed(rules.word);
    // 3.1.2.2: one draw decides the play. 3.1.3: whether it wins, and what.
    let number = word.take(rules.numbers);
    let outcome = rules.outcome(number);
    // 3.1.2.3, 3.1.4: whether it brings a key; the odds depend on the keys held.
    let found = rules.finds_key(number, *held);
    sheet.play(*held, outcome, found);
    watch(rules, *held, outcome, found, witness);
    let prize = rules.prizes[outcome];
    let keys = *held + usize::from(found);
    if keys < PADLOCKS {
        *held = keys;
        return prize;
    }
    // 3.1.4: the third key opens the chest at once, and the counter goes back to zero.
    *held = rules.fresh;
    prize + open(rules, word, outcome, sheet, witness)
}

/// The chest (article 3.2), which always pays.
#[inline(always)]
fn open<W: Witness>(
    rules: &Rules,
    mut word: Mixed,
    outcome: usize,
    sheet: &mut Sheet,
    witness: &mut W,
) -> Cents {
    let content = rules.content(word.take(rules.contents));
    sheet.open(outcome, content);
    let treasure = rules.treasures[content];
    witness.counted(counter::CHESTS);
    witness.drew("3.2", TREASURE, content, || {
        format!("the third key opens the chest: {treasure} EUR; no keys are left")
    });
    treasure
}

/// Tells of game 1 and of the key.
#[inline(always)]
fn watch<W: Witness>(rules: &Rules, held: Keys, outcome: usize, found: bool, witness: &mut W) {
    if !W::WATCHES {
        return;
    }
    witness.counted(counter::PLAYS);
    witness.counted(counter::HELD + held);
    witness.note("3.1.4", || format!("keys held: {held}"));
    witness.drew("3.1.3", GAME_1, outcome, || match outcome {
        LOST => "no line of three equal symbols: the play loses".to_owned(),
        _ => format!("three equal symbols on a line: wins {} EUR", rules.prizes[outcome]),
    });
    if !rules.draws_key(outcome) {
        return;
    }
    let row = if found { FOUND } else { NOT_FOUND };
    witness.drew("3.1.4", KEY + held, row, || {
        let won = outcome != LOST;
        match (found, rules.reading) {
            (true, _) => format!("a key: {} held", held + 1),
            (false, KeyDraw::PerPlay) if won => "no key: the play has won".to_owned(),
            (false, _) => "no key".to_owned(),
        }
    });
    if found {
        witness.counted(counter::KEYS);
    }
}
