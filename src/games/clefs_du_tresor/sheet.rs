//! The counts of a chunk, and how they become rows, counters and payouts.

use crate::games::clefs_du_tresor::card::counter;
use crate::games::clefs_du_tresor::tables::{
    CONTENTS, FOUND, GAME_1, KEY, NOT_FOUND, OUTCOMES, PADLOCKS, TREASURE,
};
use crate::games::clefs_du_tresor::{Keys, Rules};
use crate::tally::Tally;

/// Joint histograms: one increment per play, one more per chest.
///
/// Every play counts one row of game 1. A row of the table of keys is counted whenever a key is drawn
/// under the reading in force: with `on-losing-play` on losing plays only, so that the counts follow
/// the printed odds; with `per-play` on every play, a winning one as "pas de clef", since the printed
/// odds are then those of a play; with `independent` on every play too.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// By keys held, outcome of game 1, and whether a key was found; see [`slot`].
    plays: [[u64; 16]; 4],
    /// By outcome of game 1 and content of the chest.
    chests: [[u64; CONTENTS]; OUTCOMES],
}

impl Sheet {
    /// One play; what it pays without the chest follows from `outcome`.
    #[inline(always)]
    pub(super) fn play(&mut self, held: Keys, outcome: usize, found: bool) {
        // The masks change nothing; they spare the check that the numbers are in range.
        self.plays[held % 4][slot(outcome, found) % 16] += 1;
    }

    /// The chest of the play just counted.
    #[inline(always)]
    pub(super) fn open(&mut self, outcome: usize, content: usize) {
        self.chests[outcome][content] += 1;
    }

    /// Adds the counts to `tally`.
    pub(super) fn unfold(&self, rules: &Rules, tally: &mut Tally) {
        for held in 0..PADLOCKS {
            for outcome in 0..OUTCOMES {
                for found in [true, false] {
                    self.unfold_plays(rules, held, outcome, found, tally);
                }
            }
        }
        for (outcome, counts) in self.chests.iter().enumerate() {
            for (content, &count) in counts.iter().enumerate() {
                tally.tables[TREASURE][content] += count;
                tally.counters[counter::CHESTS] += count;
                tally.pay(rules.prizes[outcome] + rules.treasures[content], count);
            }
        }
    }

    fn unfold_plays(
        &self,
        rules: &Rules,
        held: Keys,
        outcome: usize,
        found: bool,
        tally: &mut Tally,
    ) {
        let count = self.plays[held][slot(outcome, found)];
        tally.tables[GAME_1][outcome] += count;
        if rules.draws_key(outcome) {
            tally.tables[KEY + held][if found { FOUND } else { NOT_FOUND }] += count;
        }
        tally.counters[counter::PLAYS] += count;
        tally.counters[counter::HELD + held] += count;
        tally.counters[counter::KEYS] += if found { count } else { 0 };
        // A play that opened the chest is paid with its content.
        if !(found && held + 1 == PADLOCKS) {
            tally.pay(rules.prizes[outcome], count);
        }
    }
}

fn slot(outcome: usize, found: bool) -> usize {
    2 * outcome + usize::from(found)
}
