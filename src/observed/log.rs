//! What a file says, added up.

use std::collections::BTreeMap;

use crate::observed::columns::Form;
use crate::observed::players::ByPlayer;
use crate::units::{Cents, Stake};

/// Counts by payout.
pub type Payouts = BTreeMap<Cents, u64>;

/// What identifies the plays of a group: all follow one law.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    /// The stake.
    pub stake: Stake,
    /// The canonical name of the strategy that was assigned before the plays; none if it is not known.
    pub strategy: Option<String>,
}

/// Plays of one group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plays {
    /// All of them.
    pub payouts: Payouts,
    /// Those of each block, where the file says which; they are among all.
    pub blocks: BTreeMap<String, Payouts>,
    /// Plays whose block the file does not say.
    pub blockless: u64,
}

impl Plays {
    /// Adds other plays of the same group.
    pub fn merge(&mut self, other: Self) {
        let join = |mine: &mut Payouts, theirs: Payouts| {
            for (amount, count) in theirs {
                *mine.entry(amount).or_default() += count;
            }
        };
        join(&mut self.payouts, other.payouts);
        for (block, payouts) in other.blocks {
            join(self.blocks.entry(block).or_default(), payouts);
        }
        self.blockless += other.blockless;
    }
}

/// Draws at one stake from one table of the game's card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draws {
    /// All of them, row by row.
    pub rows: Vec<u64>,
    /// Those of each block, where the file says which; they are among all.
    pub blocks: BTreeMap<String, Vec<u64>>,
    /// Draws whose block the file does not say.
    pub blockless: u64,
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its number in the file, from 1.
    pub line: u64,
    /// What is wrong, and what was expected.
    pub message: String,
}

/// A file of observed plays, added up.
#[derive(Clone, Debug)]
pub struct Log {
    /// What it holds.
    pub form: Form,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
    /// Its length.
    pub bytes: u64,
    /// Its lines, the header included.
    pub lines: u64,
    /// Lines without a character, which say nothing.
    pub blank: u64,
    /// Its records, without the header.
    pub rows: u64,
    /// The plays, or the draws, that they stand for.
    pub total: u64,
    /// The first and the last time of a play, as written.
    pub period: Option<(String, String)>,
    /// Columns that are read and checked, and enter no test.
    pub unused: Vec<&'static str>,
    /// Plays by player, where the file says who played.
    pub players: ByPlayer,
    /// Plays by group.
    pub plays: BTreeMap<Group, Plays>,
    /// Draws by stake and number of the table.
    pub draws: BTreeMap<(Stake, usize), Draws>,
    /// Lines that cannot be read, the first of them.
    pub faults: Vec<Fault>,
    /// How many lines cannot be read.
    pub bad: u64,
}
