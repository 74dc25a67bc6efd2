//! Mistakes an implementation of this game could make, as changes of the rules of a run: the checks have
//! to find them. Other mistakes enter by `Tampering`, before the rules are made.

use crate::games::o_secousses::Rules;

/// 3: lots of 10 EUR, the fifth row, are paid 4 EUR, as the sixth.
pub fn ten_euros_paid_as_four(rules: &mut Rules) {
    rules.prizes[4] = rules.prizes[5];
}
