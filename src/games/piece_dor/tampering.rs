//! Mistakes an implementation of this game could make, as changes of the rules of a run: the checks have
//! to find them. Other mistakes enter by `Tampering`, before the rules are made.

use crate::games::piece_dor::Rules;
use crate::units::Cents;

/// 4.4: tickets are paid half, as by the column of a stake half as large.
pub fn half_paid(rules: &mut Rules) {
    rules.amounts = rules.amounts.map(|amount| Cents(amount.0 / 2));
}
