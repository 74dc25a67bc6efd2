//! The games as they are, under many seeds: how often the alarm goes off without a cause.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::audit::special::ln_binomial_sf;
use crate::audit::{Rules, Verdict, judge};
use crate::engine::{Plan, PlannedRun, Pool};
use crate::error::{Error, Result};
use crate::game::{GameEntry, Sessions, Solution, registered};
use crate::report::{Size, all_tests};
use crate::rng::Family;
use crate::units::Stake;

/// Seeds under which the faultless games are played.
pub const SEEDS: u64 = 500;
/// Family-wise level of the checks of all runs under one seed.
pub const ALARM_LEVEL: f64 = 0.01;
/// More alarms than [`Control::most`] have at most this probability if the level is kept.
const EXCESS: f64 = 1e-3;
/// Rounds of every run.
const ROUNDS: u64 = 100_000;
/// Rounds of each player, in runs of players.
const TEN: NonZeroU64 = NonZeroU64::MIN.saturating_add(9);
/// Runs whose RTP test takes a few tenths of a second are played under every tenth seed only.
const SELDOM: u64 = 10;

/// The games as they are: strategy, stake in cents, players of ten rounds each, and whether under every
/// tenth seed only. All games and strategies of the standard scenario, and players.
const RUNS: [(&str, &str, i64, Option<&str>, bool); 19] = [
    ("tresors-ensables", "first-chest", 100, None, false),
    ("tresors-ensables", "gold", 100, None, true),
    ("tresors-ensables", "chests:3", 100, None, true),
    ("tresors-ensables", "gain:2.00", 100, None, true),
    ("tresors-ensables", "lives:1", 100, None, true),
    ("happy-des", "stop", 100, None, false),
    ("happy-des", "stop", 200, None, false),
    ("happy-des", "cumul", 100, None, false),
    ("happy-des", "cumul", 200, None, true),
    ("happy-des", "figures", 100, None, false),
    ("happy-des", "figures", 200, None, true),
    ("happy-des", "identiques", 100, None, true),
    ("happy-des", "identiques", 200, None, true),
    ("clefs-du-tresor", "play", 50, None, false),
    ("clefs-du-tresor", "play", 50, Some("plays"), false),
    ("o-secousses", "buy", 100, None, false),
    ("o-secousses", "buy", 100, Some("tickets"), false),
    ("piece-dor", "buy", 50, None, false),
    ("piece-dor", "buy", 50, Some("tickets"), false),
];

/// What the faultless games came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// Seeds played.
    pub seeds: u64,
    /// Runs, eight of them under every tenth seed only.
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

/// A run of a game as it is, ready to be played, with its solution.
struct Solved<'a> {
    run: PlannedRun,
    entry: &'a dyn GameEntry,
    solution: Option<Solution>,
    is_seldom: bool,
}

/// Runs of every game.
pub(super) struct Faultless<'a>(Vec<Solved<'a>>);

impl<'a> Faultless<'a> {
    /// The runs of [`RUNS`], of [`ROUNDS`] rounds each.
    pub(super) fn new(registry: &'a [Box<dyn GameEntry>]) -> Result<Self> {
        let readings = BTreeMap::new();
        let solved = RUNS
            .iter()
            .map(|&(game, strategy, cents, players, is_seldom)| {
                let entry = registered(registry, game)?;
                let sessions = players.map(|option| Sessions {
                    option: option.to_owned(),
                    rounds: TEN,
                });
                let (stake, sessions) = (Stake::from_cents(cents), sessions.as_ref());
                Ok(Solved {
                    run: PlannedRun {
                        prepared: entry.prepare(strategy, stake, &readings, sessions)?,
                        rounds: ROUNDS,
                    },
                    solution: entry.solve(strategy, stake, &readings, sessions)?.1,
                    entry,
                    is_seldom,
                })
            });
        Ok(Self(solved.collect::<Result<_>>()?))
    }

    /// The check that failed first in a play under `seed`, all its checks being one family.
    pub(super) fn alarm(
        &self,
        pool: &Pool,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<String>> {
        let mut tests = Vec::new();
        let due = |solved: &&Solved<'_>| !solved.is_seldom || seed.is_multiple_of(SELDOM);
        for Solved {
            run,
            entry,
            solution,
            ..
        } in self.0.iter().filter(due)
        {
            let plan = Plan {
                seed,
                generator: Family::default(),
                runs: vec![run.clone()],
            };
            for outcome in pool.play(&plan, stop, &()) {
                if stop.load(Ordering::Relaxed) {
                    return Err(Error::io("interrupted: not every seed was played"));
                }
                let size = Size::new(&*run.prepared, run.rounds);
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
            runs: self.0.len() as u64,
            rounds: ROUNDS,
            alarms,
            most: most(seeds),
        }
    }
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
