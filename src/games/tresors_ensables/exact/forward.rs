//! The forward pass: how often a play comes to every place with every purse.

use rayon::prelude::*;

use crate::error::Error;
use crate::game::Strategy;
use crate::games::tresors_ensables::TresorsEnsables;
use crate::games::tresors_ensables::exact::counts::{Counts, Lives};
use crate::games::tresors_ensables::exact::graph::{EFFECTS, Graph, NONE};
use crate::games::tresors_ensables::exact::purse::{Purse, Purses};
use crate::games::tresors_ensables::exact::way::{
    CAP, CELLS, LAST, SERIES, STRETCH, Terms, Way, place,
};
use crate::games::tresors_ensables::exact::wide::Wide;
use crate::games::tresors_ensables::strategy::{Action, View};
use crate::units::Cents;

/// Why a pass has to be made again, in more detail.
pub(super) enum Blur {
    /// The strategy looks at the gain, and purses hide it; with a gain at which it stops, the least of its
    /// purse.
    Gain(Cents),
    /// The strategy looks at where effects were seen, and nodes hide it.
    Seen,
    /// The solver itself failed.
    Error(Error),
}

/// What a pass finds, if it is made in enough detail.
pub(super) type Sharp<T> = std::result::Result<T, Blur>;

impl From<Error> for Blur {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// A strategy on a board whose series follow `graph`.
pub(super) struct Flow<'a, S> {
    pub(super) terms: &'a Terms,
    pub(super) way: &'a Way,
    pub(super) graph: &'a Graph,
    pub(super) purses: &'a Purses,
    pub(super) strategy: &'a S,
}

/// Weights by the cell of the next series landed on, [`CELLS`] being its chest, and lives.
pub(super) type Entries = [Lives; STRETCH];

/// What becomes of the plays that enter a series with one purse.
#[derive(Default)]
struct Passage {
    stops: [Wide; CELLS],
    departures: [Wide; CELLS],
    deaths: [Wide; CELLS],
    chest: Lives,
    next: Entries,
}

impl<S: Strategy<TresorsEnsables>> Flow<'_, S> {
    /// Adds the plays of a run to `counts`.
    ///
    /// The weight of a play at a cell is its probability times [`scale`](super::way::scale) of the cell,
    /// the total of the graph for every series entered, and the content weights of every chest opened.
    pub(super) fn run(&self, counts: &mut Counts) -> Sharp<()> {
        let none = [[Wide::ZERO; CAP]; STRETCH];
        let mut entries = vec![none; self.purses.list.len()];
        let start = Wide::new(1);
        for step in &self.way.moves[0] {
            entries[0][step.to - 1][self.terms.lives - 1].add(&start, step.factor);
        }
        counts.departures[0][0].add(&start, 1);
        for series in 0..SERIES {
            let mut met: Vec<(usize, Entries)> = entries.into_iter().enumerate().collect();
            met.retain(|(_, entries)| *entries != none);
            let pass = |(held, entries): &(usize, Entries)| self.pass(series, *held, entries);
            let passed: Vec<Passage> = met.par_iter().map(pass).collect::<Sharp<_>>()?;
            entries = vec![none; self.purses.list.len()];
            let mut chest = vec![[Wide::ZERO; CAP]; self.purses.list.len()];
            for ((held, met), passage) in met.iter().zip(&passed) {
                counts.meet(series, *held, met);
                for offset in 0..CELLS {
                    let cell = STRETCH * series + offset + 1;
                    counts.stops[cell][*held].add(&passage.stops[offset], 1);
                    counts.departures[cell][*held].add(&passage.departures[offset], 1);
                    counts.deaths[cell][*held].add(&passage.deaths[offset], 1);
                }
                join(&mut chest[*held], &passage.chest, 1);
                for (entry, more) in entries[*held].iter_mut().zip(&passage.next) {
                    join(entry, more, 1);
                }
            }
            self.open(series, &chest, &mut entries, counts)?;
        }
        Ok(())
    }

    /// A series, from every way to enter it to every way to leave it.
    fn pass(&self, series: usize, held: usize, entries: &Entries) -> Sharp<Passage> {
        let mut passage = Passage::default();
        let mut weights = vec![[Wide::ZERO; CAP]; self.graph.nodes.len()];
        let nodes = &self.graph.nodes;
        for (offset, entry) in entries.iter().enumerate() {
            for (lives, weight) in (1..).zip(entry) {
                if offset == CELLS {
                    // The chest is reached without a landing in the series, whatever its layout.
                    passage.chest[lives - 1].add(weight, self.graph.total);
                } else if !weight.is_zero() {
                    self.land(
                        &mut weights,
                        &mut passage.deaths,
                        self.graph.first[offset],
                        lives,
                        weight,
                        1,
                    );
                }
            }
        }
        // Nodes of later cells come later, so that a node is complete when its turn comes.
        for number in 0..nodes.len() {
            let node = &nodes[number];
            let cell = STRETCH * series + node.offset + 1;
            for lives in 1..=CAP {
                let weight = weights[number][lives - 1];
                if weight.is_zero() {
                    continue;
                }
                // 3.2.6 and 3.2.6 b: whether a decision is due off the chests is a reading.
                if self.terms.anywhere && self.stops(cell, lives, held, &node.seen)? {
                    passage.stops[node.offset].add(&weight, node.weight);
                    continue;
                }
                passage.departures[node.offset].add(&weight, node.weight);
                for step in &self.way.moves[cell] {
                    let (reached, offset) = place(step.to);
                    if reached > series {
                        let factor = step.factor * node.weight;
                        passage.next[offset][lives - 1].add(&weight, factor);
                    } else if offset == CELLS {
                        passage.chest[lives - 1].add(&weight, step.factor * node.weight);
                    } else {
                        self.land(
                            &mut weights,
                            &mut passage.deaths,
                            node.next[offset],
                            lives,
                            &weight,
                            step.factor,
                        );
                    }
                }
            }
        }
        Ok(passage)
    }

    /// A landing on a cell of a series: its effect acts once, and may end the play (3.1.3, 3.2.8).
    fn land(
        &self,
        weights: &mut [Lives],
        deaths: &mut [Wide; CELLS],
        links: [u16; EFFECTS.len()],
        lives: usize,
        weight: &Wide,
        factor: u64,
    ) {
        for (link, effect) in links.into_iter().zip(EFFECTS) {
            if link == NONE {
                continue;
            }
            let node = usize::from(link);
            match self.terms.after(lives, effect) {
                0 => {
                    let node = &self.graph.nodes[node];
                    deaths[node.offset].add(weight, factor * node.weight);
                }
                after => weights[node][after - 1].add(weight, factor),
            }
        }
    }

    /// The chest that ends a series: opened by all who land on it (3.2.5), then a decision is due.
    fn open(
        &self,
        series: usize,
        chest: &[Lives],
        entries: &mut [Entries],
        counts: &mut Counts,
    ) -> Sharp<()> {
        let cell = STRETCH * (series + 1);
        if cell == LAST {
            for (held, lives) in chest.iter().enumerate() {
                lives
                    .iter()
                    .for_each(|weight| counts.gold[held].add(weight, 1));
            }
            return Ok(());
        }
        let mut after = vec![[Wide::ZERO; CAP]; chest.len()];
        for (held, weights) in chest.iter().enumerate() {
            if *weights == [Wide::ZERO; CAP] {
                continue;
            }
            for &(into, weight) in self.purses.open(series, held)? {
                // 3.3.5: gains add up.
                join(&mut after[into], weights, weight);
            }
        }
        for (held, lives) in after.iter().enumerate() {
            for (lives, weight) in (1..).zip(lives) {
                if weight.is_zero() {
                    continue;
                }
                counts.landed[series][held].add(weight, 1);
                if self.stops(cell, lives, held, &[0])? {
                    counts.stops[cell][held].add(weight, 1);
                    continue;
                }
                counts.departures[cell][held].add(weight, 1);
                for step in &self.way.moves[cell] {
                    entries[held][step.to - cell - 1][lives - 1].add(weight, step.factor);
                }
            }
        }
        Ok(())
    }

    /// Whether the strategy stops, for all that `held` and `seen` stand for.
    pub(super) fn stops(
        &self,
        cell: usize,
        lives: usize,
        held: usize,
        seen: &[u32],
    ) -> Sharp<bool> {
        stops(self.strategy, cell, lives, &self.purses.list[held], seen)
    }
}

/// Whether the strategy stops, for all gains that `purse` stands for and all views in `seen`.
pub(super) fn stops<S: Strategy<TresorsEnsables>>(
    strategy: &S,
    cell: usize,
    lives: usize,
    purse: &Purse,
    seen: &[u32],
) -> Sharp<bool> {
    if purse.chests == 0 {
        // 3.1.3, 3.2.6: without a gain there is nothing to decide.
        return Ok(false);
    }
    let ask = |gain, seen| {
        let view = View::of(cell, lives, gain, purse.chests, seen);
        strategy.decide(&view) == Action::Stop
    };
    let least = purse.gains[0].0;
    let first = ask(least, seen[0]);
    for (gain, _) in &purse.gains {
        if ask(*gain, seen[0]) != first {
            return Err(Blur::Gain(if first { least } else { *gain }));
        }
        if seen[1..].iter().any(|seen| ask(*gain, *seen) != first) {
            return Err(Blur::Seen);
        }
    }
    Ok(first)
}

/// Adds weights times `factor`, lives by lives.
fn join(sums: &mut Lives, weights: &Lives, factor: u64) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        sum.add(weight, factor);
    }
}
