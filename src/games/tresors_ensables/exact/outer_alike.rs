//! The outer pass on one draw for all series (layout=one-draw): the board is known, and passed cell by cell.
//!
//! What arrives at a cell of a known board depends on no rule, so that the contents of chests alone take their
//! extremes. All purses are carried side by side, and payouts are told apart by their place in a list, so that
//! a board takes neither a search nor memory of its own.

use std::collections::BTreeSet;

use crate::error::Result;
use crate::games::tresors_ensables::exact::decisions::Decisions;
use crate::games::tresors_ensables::exact::graph::Effects;
use crate::games::tresors_ensables::exact::odds::Odds;
use crate::games::tresors_ensables::exact::outer::{Mass, first};
use crate::games::tresors_ensables::exact::polytope::{Filling, ROWS};
use crate::games::tresors_ensables::exact::purse::Purses;
use crate::games::tresors_ensables::exact::way::{CAP, CELLS, SERIES, STRETCH, Terms, Way, place};
use crate::units::Cents;

/// Masses by purse.
type Row = Vec<Mass>;
/// The same by lives.
type Lives = [Row; CAP];
/// What arrives with each row of a chest, for both ends.
type Values = [[f64; ROWS]; 2];

/// A strategy on boards whose ten series are alike.
pub(super) struct Alike<'a> {
    terms: &'a Terms,
    way: &'a Way,
    purses: &'a Purses,
    decisions: &'a Decisions,
    /// By kind of chest and purse made: the rows that make it, each with the purse it is opened with.
    made: [Vec<Vec<(usize, usize)>>; 2],
    /// The laws of bronze, silver and gold chests, for each end.
    fillings: [[Filling<'a>; 2]; 3],
    /// Every amount that can be paid, ascending.
    pub(super) amounts: Vec<Cents>,
    /// Numbers of the amounts of each purse: alone, then with each row of the gold chest.
    paid: Vec<Vec<usize>>,
}

/// Masses on their way along a board.
struct Board {
    /// In the series at hand, after the effect of the cell.
    standing: [Lives; CELLS],
    /// On the chest that ends it.
    chest: Lives,
    /// In the next series, by the cell landed on, before its effect.
    next: [Lives; STRETCH],
    /// Lost, and stopped, in the series at hand.
    dead: Row,
    stopped: Row,
}

/// The ends of plays, by purse.
struct Ends {
    stops: Row,
    gold: Row,
    dead: Mass,
    /// Plays that ever hold the purse.
    held: Row,
    /// Chests opened, by series; the last is the gold one.
    opened: [Mass; SERIES],
}

impl<'a> Alike<'a> {
    /// A strategy that decides as `decisions` say, with purses by gain.
    ///
    /// # Errors
    /// A purse that cannot be held.
    pub(super) fn new(
        terms: &'a Terms,
        way: &'a Way,
        odds: &'a Odds,
        purses: &'a Purses,
        decisions: &'a Decisions,
    ) -> Result<Self> {
        let mut made = [0, 1].map(|_| vec![Vec::new(); purses.list.len()]);
        for (kind, made) in made.iter_mut().enumerate() {
            // The last chest of a kind is opened with every purse that an earlier one is.
            let last = (0..SERIES - 1).rev().find(|series| series % 2 == kind).unwrap_or(kind);
            for held in 0..purses.reach[last] {
                for (row, &(into, _)) in purses.open(last, held)?.iter().enumerate() {
                    made[into].push((row, held));
                }
            }
        }
        let contents = [&odds.bronze, &odds.silver, &odds.gold];
        let with = |gain: Cents| {
            let gold = odds.gold.rows.iter().map(move |(amount, _)| gain + *amount);
            std::iter::once(gain).chain(gold)
        };
        let gains = || purses.list.iter().flat_map(|purse| purse.gains.iter().map(|gain| gain.0));
        let amounts: BTreeSet<Cents> = gains().flat_map(with).chain([Cents::ZERO]).collect();
        let amounts: Vec<Cents> = amounts.into_iter().collect();
        let number = |amount: Cents| amounts.binary_search(&amount).unwrap_or(0);
        Ok(Self {
            terms,
            way,
            purses,
            decisions,
            made,
            fillings: contents.map(|kind| [false, true].map(|high| Filling::new(&kind.intervals, high))),
            paid: gains().map(|gain| with(gain).map(number).collect()).collect(),
            amounts,
        })
    }

    /// The least and the greatest chance of each of [`Alike::amounts`] on a board of `effects`.
    pub(super) fn payouts(&self, effects: Effects) -> Vec<Mass> {
        let ends = self.run(effects);
        self.chances(ends.dead, &ends.stops, &ends.gold)
    }

    /// The same of ever holding each of [`Alike::amounts`] and of losing, the first of them, if nobody stops; then
    /// those of opening each chest, and that of opening one at all.
    pub(super) fn reached(&self, effects: Effects) -> Vec<Mass> {
        let ends = self.run(effects);
        let mut reached = self.chances(ends.dead, &ends.held, &ends.gold);
        reached.extend(ends.opened);
        reached.push(first(self.purses, &ends.held, &ends.gold));
        reached
    }

    /// Chances by amount: of nothing, of the gains of purses, and of these with the gold chest.
    fn chances(&self, nothing: Mass, held: &[Mass], gold: &[Mass]) -> Vec<Mass> {
        let mut payouts = vec![[0.0; 2]; self.amounts.len()];
        payouts[0] = nothing;
        let mut reached: Vec<Values> = vec![[[0.0; ROWS]; 2]; self.amounts.len()];
        for ((paid, held), gold) in self.paid.iter().zip(held).zip(gold) {
            add(&mut payouts[paid[0]], held);
            for (row, &number) in paid[1..].iter().enumerate() {
                (0..2).for_each(|end| reached[number][end][row] += gold[end]);
            }
        }
        for (payout, values) in payouts.iter_mut().zip(&reached) {
            add(payout, &self.extremes(2, values));
        }
        payouts
    }

    /// All plays on a board, from the start.
    fn run(&self, effects: Effects) -> Ends {
        let width = self.purses.list.len();
        let row = || vec![[0.0; 2]; width];
        let lives = || [0; CAP].map(|_| row());
        let mut board = Board {
            standing: [0; CELLS].map(|_| lives()),
            chest: lives(),
            next: [0; STRETCH].map(|_| lives()),
            dead: row(),
            stopped: row(),
        };
        let mut ends = Ends {
            stops: row(),
            gold: row(),
            dead: [0.0; 2],
            held: row(),
            opened: [[0.0; 2]; SERIES],
        };
        for step in &self.way.moves[0] {
            board.next[step.to - 1][self.terms.lives - 1][0] = [step.share; 2];
        }
        for series in 0..SERIES {
            self.pass(series, effects, &mut board);
            ends.stops.iter_mut().zip(&board.stopped).for_each(|(sum, more)| add(sum, more));
            let mut dead = [0.0; 2];
            board.dead.iter().for_each(|more| add(&mut dead, more));
            add(&mut ends.dead, &dead);
            let chest = board.chest.iter().flat_map(|row| &row[..self.purses.reach[series]]);
            chest.for_each(|mass| add(&mut ends.opened[series], mass));
            if series + 1 < SERIES {
                self.open(series, &mut board, &mut ends);
            }
        }
        for lives in &board.chest {
            ends.gold.iter_mut().zip(lives).for_each(|(sum, more)| add(sum, more));
        }
        ends
    }

    /// A series, from every way to enter it to every way to leave it.
    fn pass(&self, series: usize, effects: Effects, board: &mut Board) {
        let held = self.purses.reach[series];
        let Board {
            standing,
            chest,
            next,
            dead,
            stopped,
        } = board;
        let all = standing.iter_mut().flatten().chain(chest.iter_mut());
        all.chain([&mut *dead, &mut *stopped]).for_each(|row| row[..held].fill([0.0; 2]));
        // 3.1.3, 3.2.8: the effect of a cell acts once, at landing, and may end the play.
        let after = |lives: usize, offset: usize| self.terms.after(lives, effects[offset]);
        for (offset, entry) in next.iter_mut().enumerate() {
            for (lives, mass) in (1..).zip(entry) {
                let into = match offset {
                    CELLS => &mut chest[lives - 1],
                    _ => match after(lives, offset) {
                        0 => &mut *dead,
                        after => &mut standing[offset][after - 1],
                    },
                };
                carry(&mut into[..held], &mass[..held], 1.0);
                mass[..held].fill([0.0; 2]);
            }
        }
        for offset in 0..CELLS {
            let cell = STRETCH * series + offset + 1;
            let (here, later) = standing[offset..].split_at_mut(1);
            for (lives, mass) in (1..).zip(&mut here[0]) {
                let mass = &mut mass[..held];
                take(mass, self.decisions.on(cell, lives), stopped);
                for step in &self.way.moves[cell] {
                    let (reached, to) = place(step.to);
                    let into = match to {
                        _ if reached > series => &mut next[to][lives - 1],
                        CELLS => &mut chest[lives - 1],
                        _ => match after(lives, to) {
                            0 => &mut *dead,
                            after => &mut later[to - offset - 1][after - 1],
                        },
                    };
                    carry(&mut into[..held], mass, step.share);
                }
            }
        }
    }

    /// The chest that ends a series, then the decision that is due (3.2.5, 3.3.5).
    fn open(&self, series: usize, board: &mut Board, ends: &mut Ends) {
        let (kind, cell) = (series % 2, STRETCH * (series + 1));
        let held = self.purses.reach[series + 1];
        let mut opened = vec![[0.0; 2]; held];
        for (lives, mass) in (1..).zip(&board.chest) {
            for (into, sources) in opened.iter_mut().zip(&self.made[kind]) {
                let mut values = [[0.0; ROWS]; 2];
                for &(row, from) in sources {
                    (0..2).for_each(|end| values[end][row] += mass[from][end]);
                }
                *into = self.extremes(kind, &values);
            }
            ends.held.iter_mut().zip(&opened).for_each(|(sum, mass)| add(sum, mass));
            take(&mut opened, self.decisions.on(cell, lives), &mut ends.stops);
            for step in &self.way.moves[cell] {
                carry(&mut board.next[step.to - cell - 1][lives - 1][..held], &opened, step.share);
            }
        }
    }

    /// The least and the greatest mean of what arrives with each row of a kind of chest.
    fn extremes(&self, kind: usize, values: &Values) -> Mass {
        if values[1].iter().all(|value| *value == 0.0) {
            return [0.0; 2];
        }
        [0, 1].map(|end| {
            let filling = &self.fillings[kind][end];
            filling.mean(values[end][..filling.rows()].iter().copied(), &mut true)
        })
    }
}

fn add(sum: &mut Mass, mass: &Mass) {
    sum.iter_mut().zip(mass).for_each(|(sum, mass)| *sum += mass);
}

/// Adds masses times `share`, purse by purse.
fn carry(sums: &mut [Mass], masses: &[Mass], share: f64) {
    let pairs = sums.as_flattened_mut().iter_mut().zip(masses.as_flattened());
    pairs.for_each(|(sum, mass)| *sum += share * mass);
}

/// Moves the masses of the purses to stop with into `stopped`; none where no decision is due.
fn take(masses: &mut [Mass], stops: &[bool], stopped: &mut [Mass]) {
    for ((mass, stops), stopped) in masses.iter_mut().zip(stops).zip(stopped) {
        if *stops {
            add(stopped, mass);
            *mass = [0.0; 2];
        }
    }
}
