//! Tickets of finite blocks, block by block.

use std::collections::BTreeMap;

use crate::audit::{Method, Null, RawTest, block_test, table_test, whole_blocks};
use crate::error::Result;
use crate::observed::log::{Draws, Payouts, Plays};
use crate::published::Table;
use crate::tally::Blocks;
use crate::units::Cents;

/// Blocks named in a note.
const NAMED: usize = 5;

/// Tickets counted by the rows of their table.
pub(super) struct Sold<'a> {
    table: &'a Table,
    blocks: BTreeMap<&'a str, Vec<u64>>,
    /// Tickets of blocks that are not named.
    blockless: Vec<u64>,
}

impl<'a> Sold<'a> {
    /// Tickets by row.
    pub(super) fn of_draws(table: &'a Table, draws: &'a Draws) -> Self {
        let blocks = draws
            .blocks
            .iter()
            .map(|(name, rows)| (name.as_str(), rows.clone()));
        Self::new(table, blocks.collect(), &draws.rows)
    }

    /// Tickets by what they paid; amounts that no lot pays are left out.
    pub(super) fn of_plays(table: &'a Table, plays: &'a Plays) -> Self {
        let rows = |payouts: &Payouts| -> Vec<u64> {
            let count = |amount: Option<Cents>| {
                payouts
                    .get(&amount.unwrap_or_default())
                    .copied()
                    .unwrap_or(0)
            };
            table.rows.iter().map(|row| count(row.amount)).collect()
        };
        let blocks = plays
            .blocks
            .iter()
            .map(|(name, payouts)| (name.as_str(), rows(payouts)));
        Self::new(table, blocks.collect(), &rows(&plays.payouts))
    }

    fn new(table: &'a Table, blocks: BTreeMap<&'a str, Vec<u64>>, all: &[u64]) -> Self {
        let mut blockless = all.to_vec();
        for rows in blocks.values() {
            blockless
                .iter_mut()
                .zip(rows)
                .for_each(|(left, row)| *left -= row);
        }
        Self {
            table,
            blocks,
            blockless,
        }
    }

    /// The tests: no block has more tickets than were printed; blocks sold out have exactly their lots; what was
    /// sold of others looks drawn from them without replacement; and so do tickets of unknown blocks, as far
    /// as draws with replacement tell, which vary more.
    ///
    /// # Errors
    /// Counts too large for exact arithmetic.
    pub(super) fn tests(&self, suffix: &str) -> Result<Vec<RawTest>> {
        let table = self.table;
        let (lots, tickets) = (&table.weights.values, table.weights.denominator);
        let labels: Vec<&str> = table.rows.iter().map(|row| row.label.as_str()).collect();
        let id = |what: &str| format!("{what}:{}{suffix}", table.id);
        let (mut blocks, mut over, mut broken) = (Blocks::default(), Vec::new(), Vec::new());
        for (name, counts) in &self.blocks {
            let sold: u64 = counts.iter().sum();
            let excess = counts
                .iter()
                .zip(lots)
                .position(|(count, lots)| sold < tickets && count > lots);
            if sold > tickets {
                over.push(format!("block {name}: {sold} tickets of {tickets}"));
            } else if let Some(row) = excess {
                let (count, lots, label) = (counts[row], lots[row], labels[row]);
                over.push(format!(
                    "block {name}: {count} tickets with {label}, it has {lots}"
                ));
            } else {
                blocks.add(lots, counts, 1, sold);
                if sold == tickets && counts != lots {
                    broken.push(*name);
                }
            }
        }
        let mut tests = Vec::new();
        if !self.blocks.is_empty() {
            let number = over.len();
            let note = format!(
                "{number} of {} blocks sold more than they hold",
                self.blocks.len()
            );
            tests.push(RawTest {
                table: Some(table.id.clone()),
                null: Null::Block,
                ..RawTest::certainty(
                    id("lots"),
                    Method::BlockEquality,
                    number as u64,
                    [note]
                        .into_iter()
                        .chain(over.into_iter().take(NAMED))
                        .collect::<Vec<_>>()
                        .join("; "),
                )
            });
        }
        if blocks.whole > 0 {
            let mut test = whole_blocks(id("whole"), &*table.id, &blocks, &labels);
            if let (Some(note), false) = (&mut test.note, broken.is_empty()) {
                broken.truncate(NAMED);
                *note += &format!("; the first: {}", broken.join(", "));
            }
            tests.push(test);
        }
        if blocks.partial > 0 {
            tests.push(block_test(id("fit"), &*table.id, &blocks, lots, &labels)?);
        }
        if self.blockless.iter().any(|count| *count > 0) {
            let outcome = table_test(&self.blockless, lots, tickets)?;
            let what = if self.blocks.is_empty() {
                "fit"
            } else {
                "fit-no-block"
            };
            let mut test = RawTest::of_table(id(what), &*table.id, Null::Block, &outcome, &labels);
            let said = "the file does not say which block, so these tickets are held against draws with \
                        replacement, which vary more: conservative";
            test.note = Some(
                test.note
                    .map_or_else(|| said.to_owned(), |note| format!("{note}; {said}")),
            );
            tests.push(test);
        }
        Ok(tests)
    }
}
