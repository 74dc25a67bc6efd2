//! When a strategy stops, asked once for all layouts.

use std::collections::BTreeSet;

use crate::game::Strategy;
use crate::games::tresors_ensables::TresorsEnsables;
use crate::games::tresors_ensables::exact::forward::{Sharp, stops};
use crate::games::tresors_ensables::exact::graph::{Deal, shown};
use crate::games::tresors_ensables::exact::purse::Purses;
use crate::games::tresors_ensables::exact::way::{CAP, CELLS, LAST, Terms, place};

/// The decisions of a strategy that does not look at what was seen of a series.
pub(super) struct Decisions {
    /// By cell, lives and purse: none where no decision is due.
    stops: Vec<[Vec<bool>; CAP]>,
}

impl Decisions {
    /// Asks `strategy` about every purse that can be held on every cell, under every view that one of the
    /// layouts can give there: as earlier series had the same layout, a player may know each of the
    /// other cells, or not.
    pub(super) fn ask<S: Strategy<TresorsEnsables>>(
        strategy: &S,
        terms: &Terms,
        purses: &Purses,
        deals: &[Deal],
    ) -> Sharp<Self> {
        let views: Vec<Vec<u32>> = (0..CELLS).map(|offset| views(deals, offset)).collect();
        let mut all = vec![<[Vec<bool>; CAP]>::default()];
        for cell in 1..LAST {
            let (_, offset) = place(cell);
            let purses = &purses.list[..purses.standing(cell)];
            let mut here = <[Vec<bool>; CAP]>::default();
            // 3.2.6 and 3.2.6 b: whether a decision is due off the chests is a reading.
            if terms.anywhere || offset == CELLS {
                let seen = views.get(offset).map_or(&[0][..], |views| views);
                for (lives, row) in (1..).zip(&mut here) {
                    let answers = purses.iter().map(|p| stops(strategy, cell, lives, p, seen));
                    *row = answers.collect::<Sharp<_>>()?;
                }
            }
            all.push(here);
        }
        Ok(Self { stops: all })
    }

    /// Whether whoever has come to the limit of [`Purses::below`] stops there and then.
    pub(super) fn keep_to_limit(&self, purses: &Purses) -> bool {
        let chests = (1..LAST).filter(|cell| place(*cell).1 == CELLS);
        let mut rows = chests.flat_map(|cell| &self.stops[cell]);
        rows.all(|row| {
            let mut purses = row.iter().zip(&purses.list);
            purses.all(|(stops, purse)| *stops || !purse.is_over)
        })
    }

    /// Whether to stop, purse by purse; nothing where no decision is due.
    pub(super) fn on(&self, cell: usize, lives: usize) -> &[bool] {
        &self.stops[cell][lives - 1]
    }
}

/// What a player on cell `offset` of a series may see of it.
fn views(deals: &[Deal], offset: usize) -> Vec<u32> {
    let masks = || (1_usize..1 << CELLS).filter(|mask| mask >> offset & 1 == 1);
    let seen = |deal: &Deal, mask: usize| -> u32 {
        let on = (0..CELLS).filter(|cell| mask >> cell & 1 == 1);
        on.map(|cell| shown(cell, deal.effects[cell])).sum()
    };
    let all = deals
        .iter()
        .flat_map(|deal| masks().map(move |mask| seen(deal, mask)));
    all.collect::<BTreeSet<u32>>().into_iter().collect()
}
