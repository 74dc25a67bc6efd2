//! What a player learns of one series, landing by landing.
//!
//! 3.2.2 draws the five cells of a series together, so that what was seen says something about the
//! cells to come. A node is what the player knows on one of the five cells: the effects of the cells
//! landed on. The three rules are put on cells drawn uniformly, so the effects are exchangeable: what
//! was seen bears on the cells to come by how often each effect was seen, and not by where. The
//! merged graph therefore has one node per cell and collection of effects (267 in place of 4270); the
//! merging is checked node by node when the graph is made.
//!
//! The chance to see exactly the effects of a node on the cells of one of its paths is its weight over
//! the graph's total, whatever the path. So a forward pass adds up the chances of paths of dice and
//! multiplies by the weight once, where the player leaves the series, stops or dies.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::error::{Error, Result};
use crate::games::tresors_ensables::exact::odds::Odds;
use crate::games::tresors_ensables::exact::way::CELLS;

/// Outcomes of the three rules together.
pub(super) const OUTCOMES: usize = 27;
/// Ways to choose three cells in turn (3.2.2).
const PLACEMENTS: f64 = 60.0;
/// The effects a cell may have, from the least.
pub(super) const EFFECTS: [i8; 6] = [-3, -2, -1, 0, 1, 2];
/// No node.
pub(super) const NONE: u16 = u16::MAX;

/// Nodes by the cell landed on next and its effect, in the order of [`EFFECTS`].
pub(super) type Links = [[u16; EFFECTS.len()]; CELLS];

/// The effect of one cell as [`View::seen`](crate::games::tresors_ensables::strategy::View::seen)
/// shows it.
pub(super) fn shown(offset: usize, effect: i8) -> u32 {
    ((effect + 4) as u32) << (3 * offset)
}

/// Effects on the five cells of a series.
pub(super) type Effects = [i8; CELLS];

/// What a player knows, standing on a cell of a series.
pub(super) struct Node {
    /// The cell, from 0.
    pub(super) offset: usize,
    /// Every view that comes to this node.
    pub(super) seen: Vec<u32>,
    /// The weight of the layouts that agree with any one of these views.
    pub(super) weight: u64,
    /// The share of the placements that agree with it under each outcome of the rules.
    pub(super) spread: [f64; OUTCOMES],
    /// What may come next.
    pub(super) next: Links,
}

/// All nodes of a series; those of later cells come later.
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// What may be seen first.
    pub(super) first: Links,
    /// The weight of all layouts.
    pub(super) total: u64,
}

/// A layout of a series with its weight, and its placements under each outcome of the rules.
pub(super) struct Deal {
    pub(super) effects: Effects,
    pub(super) weight: u64,
    pub(super) spread: [f64; OUTCOMES],
}

/// What the odds make of a series, found once for all that ask.
#[derive(Default)]
pub(in crate::games::tresors_ensables) struct Series {
    /// With a node for every view, and merged.
    graphs: [OnceLock<Graph>; 2],
    deals: OnceLock<Vec<Deal>>,
}

impl Series {
    /// [`Graph::drawn`]; `odds` are those of the first who asked.
    ///
    /// # Errors
    /// As there.
    pub(super) fn graph(&self, odds: &Odds, merged: bool) -> Result<&Graph> {
        let known = &self.graphs[usize::from(merged)];
        // Made twice if two threads ask at once; neither waits for the other.
        if let Some(graph) = known.get() {
            return Ok(graph);
        }
        let graph = Graph::drawn(self.deals(odds), merged)?;
        Ok(known.get_or_init(|| graph))
    }

    /// Every layout that the draws of 3.2.2 can make; `odds` are those of the first who asked.
    pub(super) fn deals(&self, odds: &Odds) -> &[Deal] {
        self.deals.get_or_init(|| deals(odds))
    }
}

/// Every layout that the draws of 3.2.2 can make.
fn deals(odds: &Odds) -> Vec<Deal> {
    let mut found = BTreeMap::<Effects, (u64, [f64; OUTCOMES])>::new();
    let cells = || 0..CELLS;
    for (a, b, c) in
        cells().flat_map(|a| cells().flat_map(move |b| cells().map(move |c| (a, b, c))))
    {
        if a == b || b == c || a == c {
            continue;
        }
        for outcome in 0..OUTCOMES {
            let rows = [outcome / 9, outcome / 3 % 3, outcome % 3];
            let mut effects = [0; CELLS];
            let mut weight = 1;
            for ((rule, row), cell) in odds.rules.iter().zip(rows).zip([a, b, c]) {
                effects[cell] = rule.effects[row];
                weight *= rule.weights[row];
            }
            let entry = found.entry(effects).or_insert((0, [0.0; OUTCOMES]));
            entry.0 += weight;
            entry.1[outcome] += 1.0 / PLACEMENTS;
        }
    }
    let deal = |(effects, (weight, spread))| Deal {
        effects,
        weight,
        spread,
    };
    found.into_iter().map(deal).collect()
}

/// What tells nodes apart: the cell and the effects seen.
type Key = (usize, u32);

impl Graph {
    /// The graph of a series that is drawn anew; `merged` by collection of effects, or with a node for
    /// every view.
    ///
    /// # Errors
    /// The effects are not exchangeable.
    fn drawn(deals: &[Deal], merged: bool) -> Result<Self> {
        let total = deals.iter().map(|deal| deal.weight).sum();
        let mut views = BTreeMap::<Key, (u64, [f64; OUTCOMES])>::new();
        for deal in deals {
            for mask in 1_usize..1 << CELLS {
                let offset = mask.ilog2() as usize;
                let on = (0..CELLS).filter(|cell| mask >> cell & 1 == 1);
                let seen = on.map(|cell| shown(cell, deal.effects[cell])).sum();
                let entry = views.entry((offset, seen)).or_insert((0, [0.0; OUTCOMES]));
                entry.0 += deal.weight;
                entry
                    .1
                    .iter_mut()
                    .zip(deal.spread)
                    .for_each(|(sum, more)| *sum += more);
            }
        }
        let name = |(offset, seen): Key| (offset, if merged { collection(seen) } else { seen });
        let mut numbers = BTreeMap::<Key, u16>::new();
        let mut nodes = Vec::<Node>::new();
        for (&(offset, seen), &(weight, spread)) in &views {
            let number = *numbers
                .entry(name((offset, seen)))
                .or_insert(nodes.len() as u16);
            match nodes.get_mut(usize::from(number)) {
                Some(node) if node.weight == weight => node.seen.push(seen),
                Some(_) => {
                    return Err(Error::internal(
                        "the effects of a series are not exchangeable",
                    ));
                }
                None => nodes.push(Node {
                    offset,
                    seen: vec![seen],
                    weight,
                    spread,
                    next: [[NONE; 6]; CELLS],
                }),
            }
        }
        let link = |seen: u32, from: usize| {
            let mut links: Links = [[NONE; EFFECTS.len()]; CELLS];
            for (offset, row) in links.iter_mut().enumerate().skip(from) {
                for (link, effect) in row.iter_mut().zip(EFFECTS) {
                    let key = (offset, seen | shown(offset, effect));
                    if views.contains_key(&key) {
                        *link = numbers[&name(key)];
                    }
                }
            }
            links
        };
        for node in &mut nodes {
            node.next = link(node.seen[0], node.offset + 1);
        }
        Ok(Self {
            first: link(0, 0),
            nodes,
            total,
        })
    }
}

/// The effects seen without their places, as a view that shows them on the first cells, in order.
pub(super) fn collection(seen: u32) -> u32 {
    let codes = (0..CELLS).map(|cell| seen >> (3 * cell) & 7);
    let mut codes: Vec<u32> = codes.filter(|code| *code != 0).collect();
    codes.sort_unstable();
    codes
        .iter()
        .enumerate()
        .map(|(cell, code)| code << (3 * cell))
        .sum()
}
