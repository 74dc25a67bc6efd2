//! Mistakes an implementation of this game could make, as changes of the rules of a run: the checks have
//! to find them. The kernel reads these rules anyway, so it plays a mistake as it plays the game.

use crate::games::tresors_ensables::board::{
    Chest, DEALS, Deal, EFFECTS, Layout, PLACEMENTS, SERIES_CELLS, STRIDE, Square,
};
use crate::games::tresors_ensables::tables::{GAUGE, MOST_LIVES, Purse, Rules};

/// Refills the table of the gauge: `after` gives the lives after a landing from those before, at least
/// 1, and the effect.
fn gauge(rules: &mut Rules, after: fn(i8, i8) -> i8) {
    for (before, codes) in rules.lives_after.iter_mut().enumerate().skip(1) {
        for (code, lives) in codes.iter_mut().enumerate() {
            let after = after(before as i8, code as i8 - 4);
            *lives = after.clamp(0, GAUGE as i8 - 1) as u8;
        }
    }
}

fn capped(lives: i8) -> i8 {
    lives.min(MOST_LIVES as i8)
}

/// 3.1.3: the gauge has no upper end.
pub fn no_life_cap(rules: &mut Rules) {
    gauge(rules, |before, effect| before + effect);
}

/// 3.1.3: the play starts with one life more than it should.
pub fn one_life_more(rules: &mut Rules) {
    rules.lives += 1;
}

/// 3.2.8: the play goes on with no life left and is lost below zero. All lives are shifted by one, so
/// that 1 stands for none.
pub fn dead_below_zero(rules: &mut Rules) {
    rules.lives += 1;
    gauge(rules, |before, effect| (before + effect).min(MOST_LIVES as i8 + 1));
}

/// 3.2.2: a trap of one life takes none.
pub fn harmless_trap(rules: &mut Rules) {
    gauge(rules, |before, effect| capped(if effect == -1 { before } else { before + effect }));
}

/// 3.2.2: a cell of two lives gives one.
pub fn two_lives_count_one(rules: &mut Rules) {
    gauge(rules, |before, effect| capped(before + effect.min(1)));
}

/// 3.2.3: cells are counted from zero, so that every chest but the last stands one cell early.
pub fn cells_from_zero(rules: &mut Rules) {
    for (cell, square) in rules.squares.iter_mut().enumerate().skip(1) {
        *square = Square::of(cell + 1);
    }
}

/// 3.3.2: a silver chest holds what a bronze one does.
pub fn silver_as_bronze(rules: &mut Rules) {
    let [_, bronze, silver, _] = &mut rules.contents;
    for (silver, bronze) in silver.iter_mut().zip(bronze).filter(|(s, _)| s.chests() > 0) {
        *silver = Purse::one(Chest::Silver, bronze.row() as u8, bronze.steps() as u8);
    }
}

/// 3.2.2: the three cells of a series are counted through all five rather than through those left, and a
/// later rule overwrites an earlier one.
pub fn cells_with_replacement(rules: &mut Rules) {
    for number in (0..DEALS).filter(|number| number % STRIDE < PLACEMENTS) {
        let deal = Deal::numbered(number);
        let mut effects = [0; SERIES_CELLS];
        for (rule, &cell) in deal.placements.iter().enumerate() {
            effects[cell] = EFFECTS[rule][deal.rules[rule]];
        }
        rules.layouts[number] = Layout::new(effects);
    }
}
