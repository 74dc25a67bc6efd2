//! The passes put together for a strategy.

use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::exact::Bounds;
use crate::game::{GameCard, PayoutLaw, Readings, Solution, Strategy};
use crate::games::tresors_ensables::TresorsEnsables;
use crate::games::tresors_ensables::exact::alike::Alike;
use crate::games::tresors_ensables::exact::anyone::Whoever;
use crate::games::tresors_ensables::exact::counts::{Counts, Summary, whole};
use crate::games::tresors_ensables::exact::decisions::Decisions;
use crate::games::tresors_ensables::exact::forward::{Blur, Flow, Sharp};
use crate::games::tresors_ensables::exact::graph::{Deal, Graph, Series};
use crate::games::tresors_ensables::exact::odds::{Interval, Odds};
use crate::games::tresors_ensables::exact::purse::Purses;
use crate::games::tresors_ensables::exact::span::{self, Range};
use crate::games::tresors_ensables::exact::way::{SERIES, Terms, Way};
use crate::games::tresors_ensables::exact::wide::Wide;
use crate::units::{Cents, Stake};

/// Trésors Ensablés under readings, ready to be solved for any strategy.
pub(in crate::games::tresors_ensables) struct Solver<'a> {
    card: &'a GameCard,
    series: &'a Series,
    pub(super) whoever: &'a Whoever,
    pub(in crate::games::tresors_ensables) odds: Odds,
    pub(in crate::games::tresors_ensables) terms: Terms,
    pub(super) way: Way,
    pub(super) stake: Stake,
}

/// How much of what is held purses tell apart.
#[derive(Clone, Copy)]
enum Holds {
    /// The chests.
    Chests,
    /// The chests, and whether the gain has come to a limit.
    Limit(Cents),
    /// The gain and the chests.
    Gain,
}

impl Holds {
    /// Whether `limit` was not tried yet; limits are tried from the largest.
    fn may_be(self, limit: Cents) -> bool {
        match self {
            Self::Chests => true,
            Self::Limit(tried) => limit < tried,
            Self::Gain => false,
        }
    }
}

/// The plays of a strategy, counted.
struct Played {
    counts: Counts,
    purses: Purses,
    /// The weight of all layouts of a series.
    total: u64,
    /// The range of the RTP, where it was asked for.
    range: Option<Range>,
}

impl<'a> Solver<'a> {
    /// Reads the tables of `game`.
    ///
    /// # Errors
    /// A table that is not there, or not of the kind expected.
    pub(in crate::games::tresors_ensables) fn new(
        game: &'a TresorsEnsables,
        stake: Stake,
        readings: &Readings,
    ) -> Result<Self> {
        let (card, terms) = (&game.card, Terms::new(readings));
        Ok(Self {
            card,
            series: &game.series,
            whoever: &game.whoever,
            odds: Odds::new(card)?,
            way: Way::new(&terms),
            terms,
            stake,
        })
    }

    /// What a player may know of a series; see [`Graph::drawn`].
    ///
    /// # Errors
    /// As there.
    pub(super) fn graph(&self, merged: bool) -> Result<&'a Graph> {
        self.series.graph(&self.odds, merged)
    }

    /// Every layout of a series.
    pub(super) fn deals(&self) -> &'a [Deal] {
        self.series.deals(&self.odds)
    }

    /// The law of a round, and what else there is to say. The strategy is taken to be one that does not
    /// look at a visible board: it then earns what it earns on a hidden one.
    ///
    /// # Errors
    /// One draw for all series, and a strategy that looks at what was seen.
    pub(in crate::games::tresors_ensables) fn solve<S: Strategy<TresorsEnsables>>(
        &self,
        strategy: &S,
    ) -> Result<Solution> {
        let played = self.played(strategy, true)?;
        let summary = self.summary(&played)?;
        let range = played.range.as_ref();
        let range = range.ok_or_else(|| Error::internal("a range that was not looked for"))?;
        let said = if range.is_attained() {
            "The range of the RTP over all odds that round to the printed ones is attained."
        } else {
            "The range of the RTP over all odds that round to the printed ones is an outer bound: the \
             extremes may lie closer together."
        };
        let bounds: Bounds = range.bounds(self.stake.cents())?;
        Ok(Solution {
            chain: None,
            player: None,
            law: summary.law()?,
            sampled: None,
            error_bound: None,
            independent: true,
            rtp_bounds: bounds,
            decisions: Vec::new(),
            facts: summary.facts(self.card)?,
            ends: Some(summary.ends()),
            findings: vec![said.to_owned()],
        })
    }

    /// The law of a round alone: without the range of the RTP, which takes several times as long.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub(in crate::games::tresors_ensables) fn law<S: Strategy<TresorsEnsables>>(
        &self,
        strategy: &S,
    ) -> Result<PayoutLaw> {
        let played = self.played(strategy, false)?;
        Ok(PayoutLaw {
            law: self.summary(&played)?.law()?,
            sampled: None,
        })
    }

    /// The plays of a strategy, and the range of its RTP if that is asked for.
    ///
    /// Questions are settled by asking the strategy: whether it looks at the gain, and then for more than
    /// whether it has come to a limit; and whether it cares where an effect was seen (if not, the nodes
    /// of a series are merged). The pass is made as coarse as the answers allow.
    fn played<S: Strategy<TresorsEnsables>>(&self, strategy: &S, ranged: bool) -> Result<Played> {
        let (mut holds, mut by_view) = (Holds::Chests, false);
        loop {
            let played = if self.terms.one_draw {
                self.once(strategy, holds, ranged)
            } else {
                self.drawn(strategy, self.purses(holds)?, self.graph(!by_view)?, ranged)
            };
            holds = match (played, holds) {
                (Ok(played), _) => return Ok(played),
                (Err(Blur::Gain(limit)), _) if self.terms.one_draw && holds.may_be(limit) => {
                    Holds::Limit(limit)
                }
                (Err(Blur::Gain(_)), Holds::Chests | Holds::Limit(_)) => Holds::Gain,
                (Err(Blur::Seen), _) if !by_view && !self.terms.one_draw => {
                    by_view = true;
                    holds
                }
                (Err(Blur::Gain(_) | Blur::Seen), _) => {
                    return Err(Error::input(
                        "a strategy that looks at what was seen of a series is not solved under layout=one-draw",
                    ));
                }
                (Err(Blur::Error(error)), _) => return Err(error),
            };
        }
    }

    fn summary<'b>(&'b self, played: &'b Played) -> Result<Summary<'b>> {
        Summary::new(
            &played.counts,
            &played.purses,
            &self.odds,
            &self.way,
            played.total,
            self.terms.one_draw,
        )
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
                let chest = self.odds.chest(series);
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
        purses: Purses,
        graph: &Graph,
        ranged: bool,
    ) -> Sharp<Played> {
        let flow = self.flow(strategy, &purses, graph);
        let mut counts = Counts::new(purses.list.len());
        flow.run(&mut counts)?;
        let range = ranged.then(|| span::range(&flow, &self.odds, &counts));
        let range = range.transpose()?;
        Ok(Played {
            counts,
            purses,
            total: graph.total,
            range,
        })
    }

    /// One draw for all series (layout=one-draw): the play on each layout, weighted by its chance.
    fn once<S: Strategy<TresorsEnsables>>(
        &self,
        strategy: &S,
        holds: Holds,
        ranged: bool,
    ) -> Sharp<Played> {
        let deals = self.deals();
        let ask = |holds| {
            let purses = self.purses(holds)?;
            let decisions = Decisions::ask(strategy, &self.terms, &purses, deals)?;
            Ok::<_, Blur>((purses, decisions))
        };
        let alike = |(purses, decisions)| Alike {
            terms: &self.terms,
            way: &self.way,
            purses,
            decisions,
        };
        let (purses, decisions) = ask(holds)?;
        let mut finer = None;
        if let Holds::Limit(limit) = holds {
            if !decisions.keep_to_limit(&purses) {
                return Err(Blur::Gain(limit));
            }
            if ranged {
                // Odds of a chest bear on the gain, and with it on all that follows.
                finer = Some(ask(Holds::Gain)?);
            }
        }
        let total: u64 = deals.iter().map(|deal| deal.weight).sum();
        let plays = alike((&purses, &decisions));
        let counts = if whole(&self.odds, &total.into()).bits() <= Wide::<4>::BITS {
            plays.all::<4>(deals)
        } else {
            plays.all::<7>(deals)
        }?;
        let mut range = None;
        if ranged {
            let plays = finer.as_ref().map_or(plays, |(p, d)| alike((p, d)));
            let of = |deal: &Deal| Ok((deal.spread, plays.range(&self.odds, deal.effects)?));
            let ranges: Vec<_> = deals.par_iter().map(of).collect::<Sharp<_>>()?;
            range = Some(span::over_layouts(&self.odds, &ranges));
        }
        Ok(Played {
            counts,
            purses,
            total,
            range,
        })
    }

    fn purses(&self, holds: Holds) -> Result<Purses> {
        match holds {
            Holds::Chests => Purses::by_chests(&self.odds),
            Holds::Limit(limit) => Purses::below(&self.odds, limit),
            Holds::Gain => Purses::by_gain(&self.odds),
        }
    }
}
