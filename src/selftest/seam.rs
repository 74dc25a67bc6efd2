//! Where faults enter.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::Result;
use crate::game::{
    Game, GameEntry, Kernel, Prepared, RunSpec, Sessions, Transcript, prepare_changed,
};
use crate::published::{Published, Table};
use crate::rng::{Family, Generator};
use crate::tally::Tally;
use crate::units::Stake;

/// The run a fault is put into.
pub(super) struct At<'a> {
    /// The game as it should be.
    pub(super) entry: &'a dyn GameEntry,
    /// The strategy.
    pub(super) strategy: &'static str,
    /// The stake.
    pub(super) stake: Stake,
    /// Players of a fixed number of rounds.
    pub(super) sessions: Option<Sessions>,
}

impl At<'_> {
    /// The run of `entry` under `readings`.
    fn prepare(
        &self,
        entry: &dyn GameEntry,
        readings: &BTreeMap<String, String>,
    ) -> Result<Arc<dyn Prepared>> {
        entry.prepare(self.strategy, self.stake, readings, self.sessions.as_ref())
    }
}

/// A way for a fault to enter a run. Without the fault the run is the game's own.
pub(super) trait Seam: Sync {
    /// What the seam is, in one word.
    fn name(&self) -> &'static str;

    /// The run, with its fault or without.
    fn seat(&self, at: &At<'_>, faulty: bool) -> Result<Arc<dyn Prepared>>;
}

/// The rules of a run, changed once they are made.
pub(super) struct Rules<G: Game> {
    pub(super) game: fn() -> Result<G>,
    pub(super) change: fn(&mut G::Rules),
}

impl<G: Game> Seam for Rules<G> {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn seat(&self, at: &At<'_>, faulty: bool) -> Result<Arc<dyn Prepared>> {
        let change = if faulty {
            self.change
        } else {
            |_: &mut G::Rules| ()
        };
        let sessions = at.sessions.as_ref();
        let readings = BTreeMap::new();
        prepare_changed(
            &(self.game)()?,
            Kernel::Reference,
            at.strategy,
            at.stake,
            &readings,
            sessions,
            change,
        )
    }
}

/// The printed tables and their weights.
pub(super) struct Tables<G: Game> {
    pub(super) published: fn() -> Result<Published>,
    pub(super) game: fn(Published) -> Result<G>,
    pub(super) change: fn(&mut [Table]),
}

impl<G: Game> Seam for Tables<G> {
    fn name(&self) -> &'static str {
        "tables"
    }

    fn seat(&self, at: &At<'_>, faulty: bool) -> Result<Arc<dyn Prepared>> {
        let mut published = (self.published)()?;
        if faulty {
            (self.change)(&mut published.tables);
        }
        at.prepare(&(self.game)(published)?, &BTreeMap::new())
    }
}

/// The table called `id`, without the game.
pub(super) fn table<'a>(tables: &'a mut [Table], id: &str) -> &'a mut Table {
    let found = tables
        .iter()
        .position(|table| table.id.ends_with(&format!("/{id}")));
    &mut tables[found.unwrap_or_default()]
}

/// Gives a table other weights over its denominator, which they may change.
pub(super) fn weigh(tables: &mut [Table], id: &str, weights: &[u64]) {
    let table = table(tables, id);
    table.weights.values = weights.to_vec();
    table.weights.denominator = weights.iter().sum();
}

/// Exchanges the amounts of two rows.
pub(super) fn swap_amounts(tables: &mut [Table], id: &str, first: usize, second: usize) {
    let rows = &mut table(tables, id).rows;
    let amount = rows[first].amount;
    rows[first].amount = rows[second].amount;
    rows[second].amount = amount;
}

/// The answer to a question of interpretation: one is played, the default is judged.
pub(super) struct Reading {
    pub(super) question: &'static str,
    pub(super) answer: &'static str,
}

impl Seam for Reading {
    fn name(&self) -> &'static str {
        "reading"
    }

    fn seat(&self, at: &At<'_>, faulty: bool) -> Result<Arc<dyn Prepared>> {
        let mut readings = BTreeMap::new();
        let plain = at.prepare(at.entry, &readings)?;
        if faulty {
            readings.insert(self.question.to_owned(), self.answer.to_owned());
        }
        Ok(Arc::new(Passed {
            spec: plain.spec().clone(),
            inner: at.prepare(at.entry, &readings)?,
        }))
    }
}

/// A run that passes for another.
struct Passed {
    spec: RunSpec,
    inner: Arc<dyn Prepared>,
}

impl Prepared for Passed {
    fn spec(&self) -> &RunSpec {
        &self.spec
    }

    fn kernel(&self) -> &'static str {
        self.inner.kernel()
    }

    fn generators(&self, family: Family) -> &'static str {
        self.inner.generators(family)
    }

    fn chunk_rounds(&self) -> u64 {
        self.inner.chunk_rounds()
    }

    fn stretches(&self) -> u64 {
        self.inner.stretches()
    }

    fn empty_tally(&self) -> Tally {
        self.inner.empty_tally()
    }

    fn play(&self, generator: Generator, rounds: u64, tally: &mut Tally) {
        self.inner.play(generator, rounds, tally);
    }

    fn tell(&self, generator: Generator, index: u64) -> Transcript {
        self.inner.tell(generator, index)
    }
}

/// A game sold in blocks whose lots and reveals can be changed before its rules are made.
pub(super) trait Dealt: Game {
    /// What is changed.
    type Change: Copy + Sync;
    /// Changes nothing.
    const NOTHING: Self::Change;

    /// The game as it should be.
    fn fresh() -> Result<Self>;

    /// The game with `change`.
    fn changed(self, change: Self::Change) -> Self;
}

/// What is dealt, and what is shown for it, in a game sold in blocks.
pub(super) struct Dealing<G: Dealt>(pub(super) G::Change);

impl<G: Dealt> Seam for Dealing<G> {
    fn name(&self) -> &'static str {
        "dealing"
    }

    fn seat(&self, at: &At<'_>, faulty: bool) -> Result<Arc<dyn Prepared>> {
        let change = if faulty { self.0 } else { G::NOTHING };
        at.prepare(&G::fresh()?.changed(change), &BTreeMap::new())
    }
}

/// Takes a ticket of one row for another row.
pub(super) fn move_lot(lots: &mut [u64], from: usize, to: usize) {
    lots[from] -= 1;
    lots[to] += 1;
}
