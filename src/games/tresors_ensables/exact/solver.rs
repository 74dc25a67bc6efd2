//! The passes put together for a strategy.

use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::exact::{Bounds, Law};
use crate::game::{Fact, GameCard, Readings, Solution, Strategy};
use crate::games::tresors_ensables::TresorsEnsables;
use crate::games::tresors_ensables::exact::counts::{Counts, Summary};
use crate::games::tresors_ensables::exact::forward::{Blur, Flow, Sharp};
use crate::games::tresors_ensables::exact::graph::{Deal, Graph, deals};
use crate::games::tresors_ensables::exact::odds::{Interval, Odds};
use crate::games::tresors_ensables::exact::purse::Purses;
use crate::games::tresors_ensables::exact::span::{self, Range};
use crate::games::tresors_ensables::exact::way::{SERIES, Terms, Way};
use crate::units::{Cents, Stake};

/// Trésors Ensablés under readings, ready to be solved for any strategy.
pub(in crate::games::tresors_ensables) struct Solver<'a> {
    card: &'a GameCard,
    pub(in crate::games::tresors_ensables) odds: Odds,
    pub(in crate::games::tresors_ensables) terms: Terms,
    pub(super) way: Way,
    stake: Stake,
}

/// What a strategy earns.
struct Answer {
    law: Law,
    facts: Vec<Fact>,
    range: Range,
}

impl<'a> Solver<'a> {
    /// Reads the tables of `card`.
    ///
    /// # Errors
    /// A table that is not there, or not of the kind expected.
    pub(in crate::games::tresors_ensables) fn new(
        card: &'a GameCard,
        stake: Stake,
        readings: &Readings,
    ) -> Result<Self> {
        let terms = Terms::new(readings);
        Ok(Self {
            card,
            odds: Odds::new(card)?,
            way: Way::new(&terms),
            terms,
            stake,
        })
    }

    /// The law of a round, and what else there is to say. The strategy is taken to be one that does not
    /// look at a visible board: it then earns what it earns on a hidden one.
    ///
    /// Three questions are settled by asking the strategy: whether it looks at the gain (if not, purses
    /// are told apart by their chests alone), and whether it cares where an effect was seen (if not,
    /// the nodes of a series are merged). The pass is made as coarse as the answers allow.
    ///
    /// # Errors
    /// One draw for all series, and a strategy that looks at what was seen.
    pub(in crate::games::tresors_ensables) fn solve<S: Strategy<TresorsEnsables>>(
        &self,
        strategy: &S,
    ) -> Result<Solution> {
        let (mut by_gain, mut by_view) = (false, false);
        let answer = loop {
            let purses = if by_gain {
                Purses::by_gain(&self.odds)
            } else {
                Purses::by_chests(&self.odds)
            }?;
            let answer = if self.terms.one_draw {
                self.once(strategy, &purses)
            } else {
                self.drawn(strategy, &purses, &Graph::drawn(&self.odds, !by_view)?)
            };
            match answer {
                Ok(answer) => break answer,
                Err(Blur::Gain) if !by_gain => by_gain = true,
                Err(Blur::Seen) if !by_view && !self.terms.one_draw => by_view = true,
                Err(Blur::Gain | Blur::Seen) => {
                    return Err(Error::input(
                        "a strategy that looks at what was seen of a series is not solved under layout=one-draw",
                    ));
                }
                Err(Blur::Error(error)) => return Err(error),
            }
        };
        let range = if answer.range.is_attained() {
            "The range of the RTP over all odds that round to the printed ones is attained."
        } else {
            "The range of the RTP over all odds that round to the printed ones is an outer bound: the \
             extremes may lie closer together."
        };
        let bounds: Bounds = answer.range.bounds(self.stake.cents())?;
        Ok(Solution {
 chain: None, player: None,
            law: answer.law,
            sampled: None,
            independent: true,
            rtp_bounds: bounds,
            decisions: Vec::new(),
            facts: answer.facts,
            findings: vec![range.to_owned()],
        })
    }

    /// What the gold chest may hold, with weights.
    pub(in crate::games::tresors_ensables) fn gold(&self) -> &[(Cents, u64)] {
        &self.odds.gold.rows
    }

    /// Bounds of the factor by which the mean payout of any fixed strategy can change over all odds that round
    /// to the printed ones: the chance of everything a round draws changes by a product of factors, one
    /// for each rule of each series and one for each chest, and payouts are never negative.
    pub(in crate::games::tresors_ensables) fn ratios(&self) -> [f64; 2] {
        let factor = |high: bool, weights: &[u64], intervals: &[Interval]| {
            let total: u64 = weights.iter().sum();
            let rows = weights.iter().zip(intervals);
            let factors = rows.map(|(&weight, ends)| {
                (if high { ends.1 } else { ends.0 }) * total as f64 / weight as f64
            });
            factors
                .reduce(if high { f64::max } else { f64::min })
                .unwrap_or(1.0)
        };
        [false, true].map(|high| {
            let mut product = 1.0;
            for series in 0..SERIES {
                for rule in &self.odds.rules {
                    product *= factor(high, &rule.weights, &rule.intervals);
                }
                let chest = if series + 1 < SERIES {
                    self.odds.kind(series)
                } else {
                    &self.odds.gold
                };
                let weights: Vec<u64> = chest.rows.iter().map(|row| row.1).collect();
                product *= factor(high, &weights, &chest.intervals);
            }
            product
        })
    }

    pub(super) fn flow<'b, S>(&'b self, strategy: &'b S, purses: &'b Purses, graph: &'b Graph) -> Flow<'b, S> {
        Flow {
            terms: &self.terms,
            way: &self.way,
            graph,
            purses,
            strategy,
        }
    }

    /// Series drawn one by one (layout=ten-draws).
    fn drawn<S: Strategy<TresorsEnsables>>(
        &self,
        strategy: &S,
        purses: &Purses,
        graph: &Graph,
    ) -> Sharp<Answer> {
        let flow = self.flow(strategy, purses, graph);
        let mut counts = Counts::new(purses.list.len());
        flow.run(1, &mut counts)?;
        let range = span::range(&flow, &self.odds, &counts)?;
        Ok(self.answer(&counts, purses, graph.total, false, range)?)
    }

    /// One draw for all series (layout=one-draw): the play on each layout, weighted by its chance.
    fn once<S: Strategy<TresorsEnsables>>(&self, strategy: &S, purses: &Purses) -> Sharp<Answer> {
        let known = |deal: Deal| (Graph::known(deal.effects), deal);
        let layouts: Vec<(Graph, Deal)> = deals(&self.odds).into_iter().map(known).collect();
        let total = layouts.iter().map(|(_, deal)| deal.weight).sum();
        let part = |layouts: &[(Graph, Deal)]| {
            let mut counts = Counts::new(purses.list.len());
            for (graph, deal) in layouts {
                self.flow(strategy, purses, graph)
                    .run(deal.weight, &mut counts)?;
            }
            Ok(counts)
        };
        let parts: Vec<Counts> = layouts.par_chunks(64).map(part).collect::<Sharp<_>>()?;
        let mut counts = Counts::new(purses.list.len());
        for part in &parts {
            counts = counts.merge(part);
        }
        let given = |(graph, deal): &(Graph, Deal)| {
            let flow = self.flow(strategy, purses, graph);
            Ok(span::given(&flow, &self.odds, &counts)?.shared(deal.spread))
        };
        let ranges: Vec<_> = layouts.par_iter().map(given).collect::<Sharp<_>>()?;
        let range = span::over_layouts(&self.odds, &ranges);
        Ok(self.answer(&counts, purses, total, true, range)?)
    }

    fn answer(
        &self,
        counts: &Counts,
        purses: &Purses,
        total: u64,
        once: bool,
        range: Range,
    ) -> Result<Answer> {
        let summary = Summary::new(counts, purses, &self.odds, &self.way, total, once)?;
        Ok(Answer {
            law: summary.law()?,
            facts: summary.facts(self.card)?,
            range,
        })
    }
}
