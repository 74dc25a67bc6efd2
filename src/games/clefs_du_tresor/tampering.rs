//! Mistakes an implementation of this game could make, as changes of the rules of a run: the checks have
//! to find them. The kernel reads these rules anyway, so it plays a mistake as it plays the game.

use crate::games::clefs_du_tresor::Rules;
use crate::games::clefs_du_tresor::tables::PADLOCKS;

/// 3.1.4: the odds of a key are read one row too high: the first two keys have the same.
pub fn key_odds_shifted(rules: &mut Rules) {
    let [none, one, ..] = rules.keys;
    rules.keys[1] = none;
    rules.keys[2] = one;
}

/// 3.1.4: the odds of a key are read from the bottom up.
pub fn key_odds_reversed(rules: &mut Rules) {
    rules.keys.swap(0, 2);
}

/// 3.1.4: the chest opens and the counter stays at two keys: the next key opens it again.
pub fn keys_not_reset(rules: &mut Rules) {
    rules.fresh = PADLOCKS - 1;
}

/// 3.1.4: the key that opens the chest stays in the counter.
pub fn one_key_kept(rules: &mut Rules) {
    rules.fresh = 1;
}

/// 3.1.4: every stretch of plays begins without keys, as if by a new player.
pub fn stretches_without_keys(rules: &mut Rules) {
    rules.long_run = [1; PADLOCKS];
}
