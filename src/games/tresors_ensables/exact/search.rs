//! Best and worst play on a hidden board: optimal stopping by backward induction.
//!
//! A state is the cell, the lives, the gain and what was seen of the current series (earlier series
//! say nothing of later ones when each is drawn anew). A player who holds more and plays the same is
//! paid at most as much more. So if stopping is best with some gain, it is best with any larger one; and
//! if it is worst with some gain, it is worst with any smaller one: a state has one threshold. The search
//! is made in floats, and reports the smallest difference between stopping and going on that it met.

use crate::error::{Error, Result};
use crate::games::tresors_ensables::exact::graph::{EFFECTS, Graph, NONE, collection};
use crate::games::tresors_ensables::exact::solver::Solver;
use crate::games::tresors_ensables::exact::states::{Aim, Found, Margin, Rule, TIE};
use crate::games::tresors_ensables::exact::way::{CAP, CELLS, LAST, SERIES, STRETCH, place};
use crate::units::Cents;

/// Values by gain, in units of [`Odds::unit`](super::odds::Odds).
type Values = Vec<f64>;
/// Values by the cell of a series landed on and lives.
type Worth = [[Values; CAP]; STRETCH];

/// A backward induction under way.
struct Search<'a> {
    solver: &'a Solver<'a>,
    graph: &'a Graph,
    aim: Aim,
    /// The most that can be held before the chest of a series is opened, in units.
    caps: Vec<usize>,
    /// Whether a gain, in units, can be held in a series.
    held: Vec<Vec<bool>>,
    /// Whether a series can be entered at an offset with so many lives.
    met: Vec<[[bool; CAP]; STRETCH]>,
    found: Vec<Found>,
}

/// Every state that a play can come to, with what to do there.
///
/// # Errors
/// A state without a threshold: the odds are too close for floats.
pub(in crate::games::tresors_ensables) fn search(
    solver: &Solver<'_>,
    aim: Aim,
) -> Result<Vec<Found>> {
    let graph = solver.graph(true)?;
    let mut held = vec![vec![false; solver.odds.most() + 1]; SERIES];
    held[0][0] = true;
    let mut caps = vec![0];
    for series in 0..SERIES - 1 {
        let rows = amounts(solver, series);
        let before = held[series].clone();
        held[series + 1].clone_from(&before);
        for gain in (0..before.len()).filter(|gain| before[*gain]) {
            rows.iter()
                .for_each(|(more, _)| held[series + 1][gain + more] = true);
        }
        caps.push(caps[series] + rows.iter().map(|row| row.0).max().unwrap_or(0));
    }
    let mut search = Search {
        solver,
        graph,
        aim,
        caps,
        held,
        met: Vec::new(),
        found: Vec::new(),
    };
    search.met = search.meet();
    let mut next: Worth = Default::default();
    for series in (0..SERIES).rev() {
        next = search.series(series, &next)?;
    }
    Ok(search.found)
}

/// What the chest that ends a series may hold, in units, with the probabilities.
pub(super) fn amounts(solver: &Solver<'_>, series: usize) -> Vec<(usize, f64)> {
    let contents = solver.odds.kind(series);
    let rows = contents.rows.iter();
    rows.map(|(amount, weight)| {
        (
            (amount.0 / i64::from(solver.odds.unit)) as usize,
            *weight as f64 / contents.total as f64,
        )
    })
    .collect()
}

impl Search<'_> {
    /// The ways to enter each series, whatever the player decides.
    fn meet(&self) -> Vec<[[bool; CAP]; STRETCH]> {
        let mut met = vec![[[false; CAP]; STRETCH]; SERIES + 1];
        for step in &self.solver.way.moves[0] {
            met[0][step.to - 1][self.solver.terms.lives - 1] = true;
        }
        for series in 0..SERIES {
            let on = self.standing(&met[series]);
            let nodes = self.graph.nodes.iter().zip(&on);
            let mut leave = |cell: usize, lives: usize| {
                for step in &self.solver.way.moves[cell] {
                    let (reached, offset) = place(step.to);
                    if reached > series || offset == CELLS {
                        met[reached][offset][lives] = true;
                    }
                }
            };
            for (node, on) in nodes {
                (0..CAP)
                    .filter(|lives| on[*lives])
                    .for_each(|lives| leave(STRETCH * series + node.offset + 1, lives));
            }
            let chest = STRETCH * (series + 1);
            if chest < LAST {
                let opened = met[series][CELLS];
                for step in &self.solver.way.moves[chest] {
                    let into = met[series + 1][step.to - chest - 1].iter_mut();
                    into.zip(opened).for_each(|(met, opened)| *met |= opened);
                }
            }
        }
        met
    }

    /// The nodes and lives that a series entered in these ways can come to.
    fn standing(&self, met: &[[bool; CAP]; STRETCH]) -> Vec<[bool; CAP]> {
        let mut on = vec![[false; CAP]; self.graph.nodes.len()];
        let land = |on: &mut Vec<[bool; CAP]>, links: [u16; EFFECTS.len()], lives: usize| {
            for (link, effect) in links.into_iter().zip(EFFECTS) {
                let after = self.solver.terms.after(lives, effect);
                if link != NONE && after > 0 {
                    on[usize::from(link)][after - 1] = true;
                }
            }
        };
        for (offset, lives) in
            (0..CELLS).flat_map(|offset| (1..=CAP).map(move |lives| (offset, lives)))
        {
            if met[offset][lives - 1] {
                land(&mut on, self.graph.first[offset], lives);
            }
        }
        for number in 0..on.len() {
            let node = &self.graph.nodes[number];
            for lives in 1..=CAP {
                if on[number][lives - 1] {
                    node.next[node.offset + 1..]
                        .iter()
                        .for_each(|links| land(&mut on, *links, lives));
                }
            }
        }
        on
    }

    /// What entering a series is worth; `next` is the series after it.
    fn series(&mut self, series: usize, next: &Worth) -> Result<Worth> {
        let gains = self.caps[series] + 1;
        let on = self.standing(&self.met[series]);
        let mut worth: Worth = Default::default();
        for lives in 1..=CAP {
            worth[CELLS][lives - 1] = self.chest(series, lives, next)?;
        }
        let mut values = vec![<[Values; CAP]>::default(); self.graph.nodes.len()];
        for number in (0..self.graph.nodes.len()).rev() {
            let (offset, weight) = (
                self.graph.nodes[number].offset,
                self.graph.nodes[number].weight,
            );
            let cell = STRETCH * series + offset + 1;
            for lives in 1..=CAP {
                let mut value = vec![0.0; gains];
                for step in &self.solver.way.moves[cell] {
                    let (reached, to) = place(step.to);
                    if reached > series {
                        join(&mut value, &next[to][lives - 1], step.share);
                    } else if to == CELLS {
                        join(&mut value, &worth[CELLS][lives - 1], step.share);
                    } else {
                        let links = self.graph.nodes[number].next[to];
                        self.land(
                            &mut value,
                            &values,
                            links,
                            lives,
                            step.share / weight as f64,
                        );
                    }
                }
                if self.solver.terms.anywhere {
                    let can = &self.held[series][..gains];
                    let (rule, margin) = self.decide(&mut value, can)?;
                    if on[number][lives - 1] {
                        let node = &self.graph.nodes[number];
                        self.found.push(self.state(
                            cell,
                            lives,
                            node.seen.clone(),
                            can,
                            rule,
                            margin,
                        ));
                    }
                }
                values[number][lives - 1] = value;
            }
        }
        let share = 1.0 / self.graph.total as f64;
        for (worth, links) in worth.iter_mut().zip(self.graph.first) {
            for (lives, worth) in (1..).zip(worth) {
                *worth = vec![0.0; gains];
                self.land(worth, &values, links, lives, share);
            }
        }
        Ok(worth)
    }

    /// Adds what landing on a cell is worth: each effect by its weight (3.1.3, 3.2.8).
    fn land(
        &self,
        value: &mut [f64],
        values: &[[Values; CAP]],
        links: [u16; EFFECTS.len()],
        lives: usize,
        share: f64,
    ) {
        for (link, effect) in links.into_iter().zip(EFFECTS) {
            let after = self.solver.terms.after(lives, effect);
            if link != NONE && after > 0 {
                let number = usize::from(link);
                join(
                    value,
                    &values[number][after - 1],
                    share * self.graph.nodes[number].weight as f64,
                );
            }
        }
    }

    /// What landing on the chest that ends a series is worth, before it is opened.
    fn chest(&mut self, series: usize, lives: usize, next: &Worth) -> Result<Values> {
        let gains = self.caps[series] + 1;
        let cell = STRETCH * (series + 1);
        let unit = f64::from(self.solver.odds.unit);
        if cell == LAST {
            // 3.3.5: what was gained on the way and the content of the gold chest.
            let gold = self.solver.odds.gold.average() / unit;
            return Ok((0..gains).map(|gain| gain as f64 + gold).collect());
        }
        let rows = amounts(self.solver, series);
        let mut value = vec![0.0; self.caps[series + 1] + 1];
        for step in &self.solver.way.moves[cell] {
            join(&mut value, &next[step.to - cell - 1][lives - 1], step.share);
        }
        let mut can = vec![false; value.len()];
        for gain in (0..gains).filter(|gain| self.held[series][*gain]) {
            rows.iter().for_each(|(more, _)| can[gain + more] = true);
        }
        let (rule, margin) = self.decide(&mut value, &can)?;
        if self.met[series][CELLS][lives - 1] {
            self.found
                .push(self.state(cell, lives, vec![0], &can, rule, margin));
        }
        let opened = |gain: usize| rows.iter().map(|(more, p)| p * value[gain + more]).sum();
        Ok((0..gains).map(opened).collect())
    }

    /// Turns what going on is worth into what the decision is worth; `can` are the gains that may be held.
    fn decide(&self, value: &mut [f64], can: &[bool]) -> Result<(Rule, Margin)> {
        let unit = self.solver.odds.unit;
        let (mut rule, mut margin) = (
            Rule::NEVER,
            Margin {
                least: f64::INFINITY,
                ties: 0,
            },
        );
        let (mut stopping, mut turns) = (false, 0);
        // 3.2.6: a decision is due once a gain is held.
        for gain in 1..value.len() {
            let stops = self.aim.stops(gain as f64, value[gain]);
            turns += usize::from(stops != stopping && gain > 1);
            stopping = stops;
            if can[gain] {
                let apart = (gain as f64 - value[gain]).abs();
                if apart <= TIE {
                    margin.ties += 1;
                } else {
                    margin.least = margin.least.min(apart * f64::from(unit));
                }
            }
            if stops {
                value[gain] = gain as f64;
                let cents = gain as u32 * unit;
                if can[gain] {
                    rule = Rule {
                        from: rule.from.min(cents),
                        to: cents,
                    };
                }
            }
        }
        if turns > 1 {
            return Err(Error::internal(
                "stopping is right with gains that are not next to each other",
            ));
        }
        Ok((rule, margin))
    }

    fn state(
        &self,
        cell: usize,
        lives: usize,
        seen: Vec<u32>,
        can: &[bool],
        rule: Rule,
        margin: Margin,
    ) -> Found {
        let gains = (1..can.len()).filter(|gain| can[*gain]);
        Found {
            cell,
            lives,
            collection: collection(seen[0]),
            seen,
            gains: gains
                .map(|gain| Cents(i64::from(gain as u32 * self.solver.odds.unit)))
                .collect(),
            rule,
            margin,
        }
    }
}

/// Adds values times `share`, gain by gain.
fn join(sums: &mut [f64], values: &[f64], share: f64) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += share * value;
    }
}
