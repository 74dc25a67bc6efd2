//! Bounds of the probabilities of payouts over all odds that round to the printed ones.
//!
//! A forward pass like that of the law, whose masses are bounds. All plays that come through a series
//! meet the same law of its three rules, and all that open a chest the same law of its contents. So
//! what arrives at a place is, for given bounds of what set out, linear in each of these laws, and its two
//! extremes over their boxes are bounds again. Each place, series and chest takes its own extreme,
//! which no single choice of laws need attain: the bounds contain the law under all admissible odds, and
//! may be wider. The pass is made in floats, of sums of numbers that are at least 0, and its ends
//! are moved apart by more than they can err.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::game::Strategy;
use crate::games::tresors_ensables::TresorsEnsables;
use crate::games::tresors_ensables::exact::forward::{Flow, Sharp};
use crate::games::tresors_ensables::exact::graph::{EFFECTS, NONE, OUTCOMES};
use crate::games::tresors_ensables::exact::odds::{Interval, Odds};
use crate::games::tresors_ensables::exact::polytope::{Filling, Polytope};
use crate::games::tresors_ensables::exact::purse::Purses;
use crate::games::tresors_ensables::exact::way::{CAP, CELLS, LAST, SERIES, STRETCH, place};
use crate::units::Cents;

/// How far the ends are moved apart, relatively.
pub(super) const SLACK: f64 = 1e-11;

/// The least and the greatest probability of something.
pub(super) type Mass = [f64; 2];
/// The same under each outcome of the rules of the series at hand.
type Spread = [[f64; OUTCOMES]; 2];
/// By lives.
type Lives<T> = [T; CAP];
/// By the cell of a series landed on, [`CELLS`] being its chest, and lives.
type Entries<T> = [Lives<T>; STRETCH];

const NOTHING: Spread = [[0.0; OUTCOMES]; 2];

/// The ends of plays, by purse.
pub(super) struct Ends {
    stops: Vec<Mass>,
    gold: Vec<Mass>,
    dead: Mass,
    /// Plays that ever hold the purse.
    held: Vec<Mass>,
    /// Chests opened, by series; the last is the gold one.
    opened: [Mass; SERIES],
}

/// What becomes of the plays that enter a series with one purse.
struct Passage {
    stops: Mass,
    chest: Lives<Mass>,
    next: Entries<Mass>,
    dead: Spread,
}

/// A strategy, and the laws that the rules may have.
pub(super) struct Outer<'a, S> {
    pub(super) flow: Flow<'a, S>,
    pub(super) odds: &'a Odds,
    pub(super) polytope: &'a Polytope,
}

impl<S: Strategy<TresorsEnsables>> Outer<'_, S> {
    /// All plays, from the start.
    pub(super) fn run(&self) -> Sharp<Ends> {
        let purses = self.flow.purses.list.len();
        let none = [[[0.0; 2]; CAP]; STRETCH];
        let mut ends = Ends {
            stops: vec![[0.0; 2]; purses],
            gold: vec![[0.0; 2]; purses],
            dead: [0.0; 2],
            held: vec![[0.0; 2]; purses],
            opened: [[0.0; 2]; SERIES],
        };
        let mut entries = vec![none; purses];
        for step in &self.flow.way.moves[0] {
            add(&mut entries[0][step.to - 1][self.flow.terms.lives - 1], &[1.0; 2], step.share);
        }
        for series in 0..SERIES {
            let mut met: Vec<(usize, Entries<Mass>)> = entries.into_iter().enumerate().collect();
            met.retain(|(_, entries)| *entries != none);
            let pass = |(held, entries): &(usize, Entries<Mass>)| self.pass(series, *held, entries);
            let passed: Vec<Passage> = met.par_iter().map(pass).collect::<Sharp<_>>()?;
            entries = vec![none; purses];
            let mut chest = vec![[[0.0; 2]; CAP]; purses];
            let mut dead = NOTHING;
            for ((held, _), passage) in met.iter().zip(passed) {
                add(&mut ends.stops[*held], &passage.stops, 1.0);
                chest[*held] = passage.chest;
                entries[*held] = passage.next;
                for (sum, more) in dead.as_flattened_mut().iter_mut().zip(passage.dead.as_flattened()) {
                    *sum += more;
                }
            }
            add(&mut ends.dead, &self.extremes(&dead), 1.0);
            self.open(series, &chest, &mut entries, &mut ends)?;
        }
        Ok(ends)
    }

    /// The least and the greatest of what depends on the rules.
    fn extremes(&self, spread: &Spread) -> Mass {
        if *spread == NOTHING {
            return [0.0; 2];
        }
        [0, 1].map(|end| self.polytope.extreme(&spread[end], end == 1).0)
    }

    /// A series, from every way to enter it to every way to leave it.
    fn pass(&self, series: usize, held: usize, entries: &Entries<Mass>) -> Sharp<Passage> {
        let (flow, nodes) = (&self.flow, &self.flow.graph.nodes);
        let (mut stops, mut dead) = (NOTHING, NOTHING);
        let (mut chest, mut next) = ([NOTHING; CAP], [[NOTHING; CAP]; STRETCH]);
        let mut masses = vec![[[0.0; 2]; CAP]; nodes.len()];
        for (offset, entry) in entries.iter().enumerate() {
            for (lives, mass) in (1..).zip(entry) {
                if offset == CELLS {
                    // The chest is reached without a landing in the series, whatever its layout.
                    spread_out(&mut chest[lives - 1], &[1.0; OUTCOMES], mass, 1.0);
                } else if mass[1] > 0.0 {
                    self.land(&mut masses, &mut dead, flow.graph.first[offset], lives, mass, 1.0);
                }
            }
        }
        // Nodes of later cells come later, so that a node is complete when its turn comes.
        for number in 0..nodes.len() {
            let node = &nodes[number];
            let cell = STRETCH * series + node.offset + 1;
            for lives in 1..=CAP {
                let mass = masses[number][lives - 1];
                if mass[1] == 0.0 {
                    continue;
                }
                if flow.terms.anywhere && flow.stops(cell, lives, held, &node.seen)? {
                    spread_out(&mut stops, &node.spread, &mass, 1.0);
                    continue;
                }
                for step in &flow.way.moves[cell] {
                    let (reached, offset) = place(step.to);
                    if reached > series {
                        spread_out(&mut next[offset][lives - 1], &node.spread, &mass, step.share);
                    } else if offset == CELLS {
                        spread_out(&mut chest[lives - 1], &node.spread, &mass, step.share);
                    } else {
                        self.land(&mut masses, &mut dead, node.next[offset], lives, &mass, step.share);
                    }
                }
            }
        }
        Ok(Passage {
            stops: self.extremes(&stops),
            chest: chest.map(|spread| self.extremes(&spread)),
            next: next.map(|lives| lives.map(|spread| self.extremes(&spread))),
            dead,
        })
    }

    /// A landing on a cell of a series: its effect acts once, and may end the play (3.1.3, 3.2.8).
    fn land(
        &self,
        masses: &mut [Lives<Mass>],
        dead: &mut Spread,
        links: [u16; EFFECTS.len()],
        lives: usize,
        mass: &Mass,
        share: f64,
    ) {
        for (link, effect) in links.into_iter().zip(EFFECTS) {
            if link == NONE {
                continue;
            }
            let node = usize::from(link);
            match self.flow.terms.after(lives, effect) {
                0 => spread_out(dead, &self.flow.graph.nodes[node].spread, mass, share),
                after => add(&mut masses[node][after - 1], mass, share),
            }
        }
    }

    /// The chest that ends a series, then the decision that is due (3.2.5, 3.3.5).
    fn open(
        &self,
        series: usize,
        chest: &[Lives<Mass>],
        entries: &mut [Entries<Mass>],
        ends: &mut Ends,
    ) -> Sharp<()> {
        let (flow, cell) = (&self.flow, STRETCH * (series + 1));
        let arrived = chest.as_flattened().iter();
        arrived.for_each(|mass| add(&mut ends.opened[series], mass, 1.0));
        if cell == LAST {
            for (gold, lives) in ends.gold.iter_mut().zip(chest) {
                lives.iter().for_each(|mass| add(gold, mass, 1.0));
            }
            return Ok(());
        }
        let contents = self.odds.kind(series);
        // By purse made and lives: what arrives with each row of the chest.
        let mut rows = BTreeMap::<(usize, usize), [Vec<f64>; 2]>::new();
        for (held, lives) in chest.iter().enumerate() {
            for (lives, mass) in (1..).zip(lives).filter(|(_, mass)| mass[1] > 0.0) {
                for (row, &(into, _)) in flow.purses.open(series, held)?.iter().enumerate() {
                    let zeros = || [0, 1].map(|_| vec![0.0; contents.rows.len()]);
                    let values = rows.entry((into, lives)).or_insert_with(zeros);
                    (0..2).for_each(|end| values[end][row] += mass[end]);
                }
            }
        }
        for ((into, lives), values) in rows {
            let extreme = |end: usize| mean(&values[end], &contents.intervals, end == 1);
            let mass = [extreme(0), extreme(1)];
            add(&mut ends.held[into], &mass, 1.0);
            if flow.stops(cell, lives, into, &[0])? {
                add(&mut ends.stops[into], &mass, 1.0);
                continue;
            }
            for step in &flow.way.moves[cell] {
                add(&mut entries[into][step.to - cell - 1][lives - 1], &mass, step.share);
            }
        }
        Ok(())
    }

    /// The ends of plays by payout; purses are told apart by their gain.
    pub(super) fn payouts(&self, ends: &Ends) -> BTreeMap<Cents, Mass> {
        self.amounts(ends.dead, &ends.stops, &ends.gold)
    }

    /// What plays that nobody stops come to, in `ends`.
    pub(super) fn reached(&self, ends: &Ends) -> Reached {
        Reached {
            amounts: self.amounts(ends.dead, &ends.held, &ends.gold),
            opened: ends.opened,
            first: first(self.flow.purses, &ends.held, &ends.gold),
        }
    }

    /// Chances by amount: of nothing, of the gains of purses, and of these with the gold chest.
    fn amounts(&self, nothing: Mass, held: &[Mass], reached: &[Mass]) -> BTreeMap<Cents, Mass> {
        let gold = &self.odds.gold;
        let mut payouts = BTreeMap::from([(Cents::ZERO, nothing)]);
        let mut rows = BTreeMap::<Cents, [Vec<f64>; 2]>::new();
        for ((purse, held), reached) in self.flow.purses.list.iter().zip(held).zip(reached) {
            for (gain, _) in &purse.gains {
                if held[1] > 0.0 {
                    add(payouts.entry(*gain).or_default(), held, 1.0);
                }
                for (row, (amount, _)) in gold.rows.iter().enumerate().filter(|_| reached[1] > 0.0) {
                    let zeros = || [0, 1].map(|_| vec![0.0; gold.rows.len()]);
                    let values = rows.entry(*gain + *amount).or_insert_with(zeros);
                    (0..2).for_each(|end| values[end][row] += reached[end]);
                }
            }
        }
        for (amount, values) in rows {
            let extreme = |end: usize| mean(&values[end], &gold.intervals, end == 1);
            add(payouts.entry(amount).or_default(), &[extreme(0), extreme(1)], 1.0);
        }
        payouts
    }
}

/// What plays that nobody stops come to.
pub(super) struct Reached {
    /// By amount, the plays that ever hold it; under nothing, those that are lost.
    pub(super) amounts: BTreeMap<Cents, Mass>,
    /// Chests opened, by series; the last is the gold one.
    pub(super) opened: [Mass; SERIES],
    /// Plays that open a chest at all.
    pub(super) first: Mass,
}

/// The plays that open a first chest, the gold one included, of those that ever hold each purse and those that
/// reach the gold chest with it.
pub(super) fn first(purses: &Purses, held: &[Mass], gold: &[Mass]) -> Mass {
    let mut first = gold[0];
    let ones = purses.list.iter().zip(held).filter(|(purse, _)| purse.chests == 1);
    ones.for_each(|(_, mass)| add(&mut first, mass, 1.0));
    first
}

fn add(sum: &mut Mass, mass: &Mass, share: f64) {
    sum.iter_mut().zip(mass).for_each(|(sum, mass)| *sum += share * mass);
}

fn spread_out(sums: &mut Spread, spread: &[f64; OUTCOMES], mass: &Mass, share: f64) {
    for (sums, mass) in sums.iter_mut().zip(mass) {
        let mass = share * mass;
        sums.iter_mut().zip(spread).for_each(|(sum, spread)| *sum += mass * spread);
    }
}

/// The least (`high` false) or greatest mean of `values` over the laws in `intervals`.
fn mean(values: &[f64], intervals: &[Interval], high: bool) -> f64 {
    Filling::new(intervals, high).mean(values.iter().copied(), &mut true)
}

