//! All reveals under one set of readings, counted.

use std::collections::BTreeSet;

use crate::games::o_secousses::evaluate::evaluate;
use crate::games::o_secousses::orders::{contents, orders};
use crate::games::o_secousses::readings::{Order, Rulebook};
use crate::units::Cents;

/// What the ordered reveals that the readings allow come to.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    /// Reveals.
    pub(super) reveals: u64,
    /// Those that pay nothing.
    pub(super) losing: u64,
    /// Contents of six trees, order set aside, that pay nothing in any order.
    pub(super) losing_contents: u64,
    /// Those that may never be emitted: no lot equals what they pay or, with contents fixed to the
    /// trees, some order of shaking pays something else.
    pub(super) never: u64,
    /// Those whose trees pay something else in another order.
    pub(super) order_dependent: u64,
    /// The amounts that can be shown, lots or not.
    pub(super) amounts: BTreeSet<Cents>,
    /// Amounts paid as one.
    pub(super) singly: BTreeSet<Cents>,
    /// Amounts paid as a sum of several.
    pub(super) summed: BTreeSet<Cents>,
}

impl Survey {
    /// Counts all reveals under `rules`; `prizes` are the lots, nothing among them.
    pub(super) fn of(rules: &Rulebook, prizes: &[Cents]) -> Self {
        let mut survey = Self::default();
        contents(rules.kinds(), &mut |counts| {
            survey.add(counts, rules, prizes);
            true
        });
        survey
    }

    /// All orders of trees with the same contents.
    fn add(&mut self, counts: &[usize], rules: &Rulebook, prizes: &[Cents]) {
        let mut all = Vec::new();
        orders(counts, &mut |trees| {
            all.extend(evaluate(trees, rules));
            true
        });
        // Whether the readings allow such contents does not depend on their order.
        let Some(first) = all.first().map(|parts| parts.total()) else {
            return;
        };
        let number = all.len() as u64;
        let is_constant = all.iter().all(|parts| parts.total() == first);
        let is_withheld = rules.order == Order::ByTree && !is_constant;
        self.reveals += number;
        self.losing_contents += u64::from(is_constant && first == Cents::ZERO);
        if !is_constant {
            self.order_dependent += number;
        }
        for parts in all {
            let pays = parts.total();
            self.losing += u64::from(pays == Cents::ZERO);
            self.never += u64::from(is_withheld || !prizes.contains(&pays));
            if !is_withheld {
                self.amounts.insert(pays);
                let how = if parts.is_sum() {
                    &mut self.summed
                } else {
                    &mut self.singly
                };
                how.insert(pays);
            }
        }
    }

    /// How a prize comes about: `singly`, `only as a sum`, or either way.
    pub(super) fn way(&self, prize: Cents) -> Way {
        match (self.singly.contains(&prize), self.summed.contains(&prize)) {
            (true, true) => Way::Either,
            (true, false) => Way::Singly,
            (false, true) => Way::Summed,
            (false, false) => Way::None,
        }
    }
}

/// How a prize can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// As one amount only.
    Singly,
    /// As a sum of amounts only.
    Summed,
    /// Both ways.
    Either,
    /// Not at all.
    None,
}
