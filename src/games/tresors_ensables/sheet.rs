//! The counts of a chunk, in joint histograms that cost the kernel one increment each.

use crate::game::Counter;
use crate::games::tresors_ensables::board::{Chest, Deal, LAST, Square};
use crate::games::tresors_ensables::tables::{
    BRONZE, DIE, GOLD, MOST_STEPS, PLACEMENT, Purse, RULE, Rules,
};
use crate::tally::Tally;

/// How a play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// No life was left (3.2.8).
    Death,
    /// The player took the gain (3.2.6 a).
    Stop,
    /// The gold chest was reached (3.3.5).
    Gold,
}

impl End {
    /// The end of a round whose player is dead, or has row `gold` - 1 of the gold chest, 0 for none.
    #[inline(always)]
    pub(super) fn of(is_dead: bool, gold: usize) -> Self {
        match gold {
            _ if is_dead => Self::Death,
            0 => Self::Stop,
            _ => Self::Gold,
        }
    }
}

/// Number of the counter of rolls.
pub(super) const ROLLS: usize = 0;
/// Number of the first counter of ends, in the order of [`End`].
pub(super) const ENDS: usize = 1;
/// Number of the first counter of landings, by chest along the board.
pub(super) const LANDED: usize = 4;
/// Number of the first counter of chests open at the end.
pub(super) const CHESTS: usize = 14;

/// What is counted beside the tables.
pub(super) const COUNTERS: [Counter; 25] = {
    const fn count(id: &'static str, about: &'static str) -> Counter {
        Counter { id, about }
    }
    [
        count("rolls", "rolls of the die"),
        count("deaths", "rounds lost for want of life points"),
        count("stopped", "rounds that the player ended"),
        count("gold-reached", "rounds that reached the gold chest"),
        count("landed-6", "landings on the bronze chest of cell 6"),
        count("landed-12", "landings on the silver chest of cell 12"),
        count("landed-18", "landings on the bronze chest of cell 18"),
        count("landed-24", "landings on the silver chest of cell 24"),
        count("landed-30", "landings on the bronze chest of cell 30"),
        count("landed-36", "landings on the silver chest of cell 36"),
        count("landed-42", "landings on the bronze chest of cell 42"),
        count("landed-48", "landings on the silver chest of cell 48"),
        count("landed-54", "landings on the bronze chest of cell 54"),
        count("landed-60", "landings on the gold chest of cell 60"),
        count("chests-0", "rounds that opened no chest"),
        count("chests-1", "rounds that opened 1 chest"),
        count("chests-2", "rounds that opened 2 chests"),
        count("chests-3", "rounds that opened 3 chests"),
        count("chests-4", "rounds that opened 4 chests"),
        count("chests-5", "rounds that opened 5 chests"),
        count("chests-6", "rounds that opened 6 chests"),
        count("chests-7", "rounds that opened 7 chests"),
        count("chests-8", "rounds that opened 8 chests"),
        count("chests-9", "rounds that opened 9 chests"),
        count("chests-10", "rounds that opened all 10 chests"),
    ]
};

/// Cell number under which a roll is counted that moved nothing.
pub(super) const NOWHERE: usize = 0;

/// The counts of a chunk. A `u32` holds those of 2^20 rounds; sizes are powers of two, so that
/// masked indices need no bounds check.
pub struct Sheet {
    /// By cell landed on, or counted to past the last, and face rolled.
    landings: [u32; 1024],
    /// By number of the deal.
    deals: [u32; 2048],
    /// By rows found in the chests, see [`Purse::unpack`].
    rows: [u32; Purse::ROWS],
    /// By way of ending and chests open.
    ends: [u32; 64],
    /// By gain before the gold chest, in steps, and row of the gold chest plus 1, 0 for none.
    payouts: [u32; 1024],
}

impl Sheet {
    pub(super) fn new() -> Self {
        Self {
            landings: [0; 1024],
            deals: [0; 2048],
            rows: [0; Purse::ROWS],
            ends: [0; 64],
            payouts: [0; 1024],
        }
    }

    /// A roll of face `face` (from 0) that led to `cell`.
    #[inline(always)]
    pub(super) fn landed(&mut self, cell: usize, face: usize) {
        self.landings[(cell * 8 + face) & 1023] += 1;
    }

    /// A series dealt as number `deal`, if `made`.
    #[inline(always)]
    pub(super) fn dealt(&mut self, deal: usize, made: bool) {
        self.deals[deal & 2047] += u32::from(made);
    }

    /// A round that ended so, with `chests` open, and pays `steps` and row `gold` - 1 of the gold
    /// chest.
    #[inline(always)]
    pub(super) fn ended(
        &mut self,
        end: End,
        chests: usize,
        purse: Purse,
        steps: u32,
        gold: usize,
    ) {
        self.rows[purse.rows() & (Purse::ROWS - 1)] += 1;
        self.ends[(end as usize * 16 + chests) & 63] += 1;
        self.payouts[(steps as usize * 8 + gold) & 1023] += 1;
    }

    /// Adds all counts to `tally`.
    pub(super) fn unfold(&self, rules: &Rules, tally: &mut Tally) {
        for cell in 0..128 {
            for face in 0..6 {
                let count = u64::from(self.landings[cell * 8 + face]);
                tally.tables[DIE][face] += count;
                tally.counters[ROLLS] += count;
                opened(cell, count, tally);
            }
        }
        for (rows, &count) in self.rows.iter().enumerate() {
            found(rows, u64::from(count), tally);
        }
        // Numbers that name no deal were never counted.
        for (number, &count) in self.deals.iter().enumerate().filter(|&(_, &count)| count > 0) {
            add_deal(Deal::numbered(number), u64::from(count), tally);
        }
        for end in 0..3 {
            for chests in 0..=10 {
                let count = u64::from(self.ends[end * 16 + chests]);
                tally.counters[ENDS + end] += count;
                tally.counters[CHESTS + chests] += count;
            }
        }
        for steps in 0..=MOST_STEPS {
            for gold in 0..=6 {
                let count = self.payouts[steps as usize * 8 + gold];
                paid(rules, steps, gold, u64::from(count), tally);
            }
        }
    }
}

/// Adds `count` landings on `cell`, if a chest stands there. A bronze or silver one is counted as if it
/// held the first row; [`found`] then takes off those that held another.
pub(super) fn opened(cell: usize, count: u64, tally: &mut Tally) {
    let chest = Square::of(cell).chest;
    if chest != Chest::None {
        tally.counters[LANDED + cell.min(LAST) / 6 - 1] += count;
    }
    if matches!(chest, Chest::Bronze | Chest::Silver) {
        tally.tables[BRONZE + chest as usize - 1][0] += count;
    }
}

/// Adds what `count` rounds found in the chests that have been [`opened`].
pub(super) fn found(rows: usize, count: u64, tally: &mut Tally) {
    for (chest, found) in Purse::unpack(rows).into_iter().enumerate() {
        for (row, times) in found.into_iter().enumerate() {
            tally.tables[BRONZE + chest][row + 1] += times * count;
            tally.tables[BRONZE + chest][0] -= times * count;
        }
    }
}

/// Adds the six draws of each of `count` series.
pub(super) fn add_deal(deal: Deal, count: u64, tally: &mut Tally) {
    for draw in 0..3 {
        tally.tables[PLACEMENT + draw][deal.placements[draw]] += count;
        tally.tables[RULE + draw][deal.rules[draw]] += count;
    }
}

/// Adds `count` rounds that are paid `steps` and row `gold` - 1 of the gold chest, 0 for none.
pub(super) fn paid(rules: &Rules, steps: u32, gold: usize, count: u64, tally: &mut Tally) {
    tally.pay(rules.payout(steps, gold), count);
    if let Some(row) = gold.checked_sub(1) {
        tally.tables[GOLD][row] += count;
    }
}
