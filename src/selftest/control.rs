//! The games as they are, under many seeds: how often the alarm goes off without a cause.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::audit::special::ln_binomial_sf;
use crate::audit::{Rules, Verdict, judge};
use crate::engine::{Plan, PlannedRun, Pool};
use crate::error::{Error, Result};
use crate::game::{GameEntry, Sessions, Solution};
use crate::report::all_tests;
use crate::rng::Family;
use crate::scenario::{Job, Overrides, standard};

/// Seeds under which the faultless games are played.
pub const SEEDS: u64 = 500;
/// Family-wise level of the checks of all runs under one seed.
pub const ALARM_LEVEL: f64 = 0.01;
/// More alarms than [`Control::most`] have at most this probability if the level is kept.
const EXCESS: f64 = 1e-3;
/// Rounds of every run.
const ROUNDS: u64 = 100_000;
/// Runs beside those of the standard scenario: players of ten rounds.
const PLAYERS: [(&str, &str, &str); 3] = [
    ("clefs-du-tresor", "play", "plays"),
    ("o-secousses", "buy", "tickets"),
    ("piece-dor", "buy", "tickets"),
];

/// What the faultless games came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// Seeds played.
    pub seeds: u64,
    /// Runs under each.
    pub runs: u64,
    /// Rounds of each run.
    pub rounds: u64,
    /// Seeds under which some check failed at [`ALARM_LEVEL`], with the check.
    pub alarms: Vec<(u64, String)>,
    /// The most alarms that are no excess.
    pub most: u64,
}

impl Control {
    /// Whether there were more alarms than the level explains.
    pub fn is_excessive(&self) -> bool {
        self.alarms.len() as u64 > self.most
    }
}

/// The most alarms among `seeds` that a level of [`ALARM_LEVEL`] explains: more have a probability of at
/// most 1e-3.
fn most(seeds: u64) -> u64 {
    let is_rare = |alarms: u64| ln_binomial_sf(alarms, seeds, ALARM_LEVEL) <= libm::log(EXCESS);
    (1..=seeds)
        .find(|&alarms| is_rare(alarms))
        .map_or(seeds, |alarms| alarms - 1)
}

/// Runs of every game, ready to be played, with their solutions.
pub(super) struct Faultless<'a> {
    runs: Vec<(PlannedRun, &'a dyn GameEntry, Option<Solution>)>,
}

impl<'a> Faultless<'a> {
    /// The runs of the standard scenario and of some players, each of [`ROUNDS`] rounds.
    pub(super) fn new(registry: &'a [Box<dyn GameEntry>]) -> Result<Self> {
        let overrides = Overrides {
            rounds: Some(ROUNDS),
            ..Overrides::default()
        };
        let mut planned = Job::new(registry, &[standard()?], overrides)?.plan.runs;
        for (game, strategy, option) in PLAYERS {
            let entry = find(registry, game)?;
            let sessions = Sessions {
                option: option.to_owned(),
                rounds: NonZeroU64::new(10).unwrap_or(NonZeroU64::MIN),
            };
            let stake = entry.card().stakes[0];
            planned.push(PlannedRun {
                prepared: entry.prepare(strategy, stake, &BTreeMap::new(), Some(&sessions))?,
                rounds: ROUNDS,
            });
        }
        let solved = planned.into_iter().map(|run| {
            let spec = run.prepared.spec().clone();
            let entry = find(registry, &spec.game)?;
            let sessions = spec.sessions.as_ref();
            let (_, solution) =
                entry.solve(&spec.strategy, spec.stake, &spec.readings, sessions)?;
            Ok((run, entry, solution))
        });
        Ok(Self {
            runs: solved.collect::<Result<_>>()?,
        })
    }

    /// The check that failed first in a play under `seed`, all its checks being one family.
    pub(super) fn alarm(
        &self,
        pool: &Pool,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<String>> {
        let mut tests = Vec::new();
        for (run, entry, solution) in &self.runs {
            let plan = Plan {
                seed,
                generator: Family::default(),
                runs: vec![run.clone()],
            };
            for outcome in pool.play(&plan, stop, &()) {
                if stop.load(Ordering::Relaxed) {
                    return Err(Error::io("interrupted: not every seed was played"));
                }
                let size = (run.rounds, run.prepared.chunk_rounds());
                let made = all_tests(entry.card(), &outcome.tally, solution.as_ref(), size)?;
                tests.extend(made);
            }
        }
        let rules = Rules {
            alpha: ALARM_LEVEL,
            ..Rules::default()
        };
        let checks = judge(tests, &rules)?;
        let failed = checks
            .into_iter()
            .find(|check| check.verdict == Verdict::Fail);
        Ok(failed.map(|check| check.id))
    }

    /// The account of alarms under `seeds` seeds.
    pub(super) fn account(&self, seeds: u64, alarms: Vec<(u64, String)>) -> Control {
        Control {
            seeds,
            runs: self.runs.len() as u64,
            rounds: ROUNDS,
            alarms,
            most: most(seeds),
        }
    }
}

fn find<'a>(registry: &'a [Box<dyn GameEntry>], game: &str) -> Result<&'a dyn GameEntry> {
    let found = registry.iter().find(|entry| entry.card().id == game);
    let entry = found.ok_or_else(|| Error::internal(format!("no game {game}")))?;
    Ok(&**entry)
}

/// Plays every game without a fault under `seeds` seeds from `first` on, on one thread.
///
/// # Errors
/// (Internal) a game that does not fit its code.
pub fn control(
    registry: &[Box<dyn GameEntry>],
    pool: &Pool,
    first: u64,
    seeds: u64,
) -> Result<Control> {
    let faultless = Faultless::new(registry)?;
    let mut alarms = Vec::new();
    for seed in first..first + seeds {
        let alarm = faultless.alarm(pool, seed, &AtomicBool::new(false))?;
        alarms.extend(alarm.map(|check| (seed, check)));
    }
    Ok(faultless.account(seeds, alarms))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand for the smallest case: one seed alarms with probability 0.01 > 1e-3, so one alarm is no
    /// excess; of two seeds both alarm with probability 1e-4.
    #[test]
    fn the_bound_is_the_binomial_quantile() {
        assert_eq!((most(1), most(2)), (1, 1));
        // statrs and R agree: qbinom(0.999, 500, 0.01) = 13.
        assert_eq!(most(500), 13);
    }
}
