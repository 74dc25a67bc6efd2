//! What documents tell of each game beside its runs.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::error::Result;
use crate::exact::{ratio, to_f64};
use crate::game::{GameEntry, Solution, registered};
use crate::report::effects::{ReadingsReport, Survey, in_order};
use crate::report::model::{GameSheet, RunReport};
use crate::report::policy::PolicyReport;
use crate::units::{Cents, Stake};

/// The name of best play, where a game offers it.
const BEST: &str = "optimal";

/// A sheet for each game of `runs`, in their order; the games are solved under every other answer, on all threads.
///
/// # Errors
/// A game that `registry` does not list, or a solver's.
pub fn sheets(registry: &[Box<dyn GameEntry>], runs: &[RunReport]) -> Result<Vec<GameSheet>> {
    let mut games: Vec<&str> = Vec::new();
    for run in runs {
        if !games.contains(&run.game.as_str()) {
            games.push(&run.game);
        }
    }
    let sheet = |id: &&str| {
        let of_game: Vec<&RunReport> = runs.iter().filter(|run| run.game == **id).collect();
        sheet(registered(registry, id)?, &of_game)
    };
    in_order(games.par_iter().map(sheet))
}

fn sheet(entry: &dyn GameEntry, runs: &[&RunReport]) -> Result<GameSheet> {
    let card = entry.card();
    let stake = runs
        .first()
        .map_or(Cents::ZERO, |run| Cents(run.stake_cents));
    let stake = Stake(stake);
    let mut found = GameSheet {
        id: card.id.clone(),
        title: card.title.clone(),
        source: card.source.clone(),
        strategies: entry.families(),
        questions: card.questions.clone(),
        effects: None,
        policy: None,
        cycle: Vec::new(),
    };
    if !entry.has_solver() {
        return Ok(found);
    }
    found.effects = Some(effects(entry, stake, runs)?);
    let defaults = BTreeMap::new();
    let (readings, stopping) = entry.stopping(stake, &defaults, false)?;
    if let Some(table) = stopping {
        found.policy = Some(PolicyReport::stopping(&card.id, stake, readings, &table));
    }
    // Players of a fixed number of plays walk through the same cycle as the long run.
    let mut endless = runs.iter().filter(|run| run.plays.is_none());
    if let Some(solution) = endless.find_map(|run| run.solution.as_deref()) {
        found.cycle = lengths(solution);
    } else if let Some(run) = runs.first() {
        let (_, solution) = entry.solve(&run.strategy, stake, &run.readings, None)?;
        found.cycle = solution.as_ref().map_or(Vec::new(), lengths);
    }
    Ok(found)
}

/// What every answer changes for the strategies of the runs; best play, which takes long, is left to
/// `tirage readings`.
fn effects(entry: &dyn GameEntry, stake: Stake, runs: &[&RunReport]) -> Result<ReadingsReport> {
    let mut strategies: Vec<String> = Vec::new();
    for run in runs {
        if !strategies.contains(&run.strategy) && run.strategy != BEST && run.strategy != "worst" {
            strategies.push(run.strategy.clone());
        }
    }
    if strategies.is_empty() {
        strategies.extend(runs.first().map(|run| run.strategy.clone()));
    }
    let known: Vec<(&str, &Solution)> = runs
        .iter()
        .filter(|run| run.variant.is_empty() && run.stake_cents == stake.cents())
        .filter_map(|run| Some((run.strategy.as_str(), run.solution.as_deref()?)))
        .collect();
    Survey {
        entry,
        stake,
        strategies: &strategies,
        known: &known,
        step: &|_| {},
    }
    .report()
}

/// The law of a cycle's length, up to where 999 in 1000 cycles have ended; empty without a cycle.
fn lengths(solution: &Solution) -> Vec<f64> {
    let Some(cycle) = &solution.chain else {
        return Vec::new();
    };
    let most = cycle.length_quantile(&ratio(999, 1000));
    // The chance of standing in each stage after k rounds, none of them the last of the cycle.
    let advance: Vec<f64> = cycle
        .stages()
        .iter()
        .map(|stage| to_f64(&stage.advance()))
        .collect();
    let mut standing = vec![0.0; advance.len()];
    if let Some(first) = standing.first_mut() {
        *first = 1.0;
    }
    (0..most)
        .map(|_| {
            let mut ended = 0.0;
            for stage in (0..advance.len()).rev() {
                let moved = standing[stage] * advance[stage];
                standing[stage] -= moved;
                match standing.get_mut(stage + 1) {
                    Some(next) => *next += moved,
                    None => ended = moved,
                }
            }
            ended
        })
        .collect()
}
