//! From scenarios to a plan: names looked up, defaults filled in, contradictions refused.

use std::collections::BTreeMap;

use crate::audit::Rules;
use crate::engine::{Plan, PlannedRun};
use crate::error::{Error, Position, Result, unknown};
use crate::game::{GameEntry, Kernel, Readings, Sessions, named};
use crate::rng::Family;
use crate::scenario::file::{Located, RunEntry, Scenario};

/// The seed of a run that names none: the opening day of Ô Secousses, 9 July 2018.
pub const DEFAULT_SEED: u64 = 20_180_709;

/// The rounds of a run that says nothing.
pub const DEFAULT_ROUNDS: u64 = 100_000_000;

/// What the command line puts in the place of what scenarios say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    /// Root seed.
    pub seed: Option<u64>,
    /// Rounds of every run.
    pub rounds: Option<u64>,
    /// Family-wise error rate.
    pub alpha: Option<f64>,
    /// Largest relative deviation of an RTP that may go unseen.
    pub rtp_tolerance: Option<f64>,
    /// Largest relative change of a row or a chance that may go unseen.
    pub cell_tolerance: Option<f64>,
    /// Generators.
    pub generator: Family,
    /// Kernels.
    pub kernel: Kernel,
}

/// Everything the main job needs.
pub struct Job {
    /// Titles of the scenarios that have one.
    pub titles: Vec<String>,
    /// What to play.
    pub plan: Plan,
    /// How to judge it.
    pub rules: Rules,
    /// Whether anybody said how many rounds to play, one per run.
    pub has_rounds: Vec<bool>,
}

impl Job {
    /// The job that `scenarios` describe together.
    ///
    /// # Errors
    /// An unknown name, a run that stands twice, or scenarios that disagree on seed, alpha or a tolerance.
    pub fn new(
        registry: &[Box<dyn GameEntry>],
        scenarios: &[Scenario],
        overrides: Overrides,
    ) -> Result<Self> {
        let seed = agree("seed", scenarios, |s| s.seed.as_ref(), overrides.seed)?;
        let alpha = agree("alpha", scenarios, |s| s.alpha.as_ref(), overrides.alpha)?;
        let rtp_tolerance = agree(
            "rtp-tolerance",
            scenarios,
            |s| s.rtp_tolerance.as_ref(),
            overrides.rtp_tolerance,
        )?;
        let cell_tolerance = agree(
            "cell-tolerance",
            scenarios,
            |s| s.cell_tolerance.as_ref(),
            overrides.cell_tolerance,
        )?;
        let standard = Rules::default();
        let rules = Rules {
            alpha: alpha.unwrap_or(standard.alpha),
            rtp_tolerance,
            cell_tolerance,
            ..standard
        };
        let mut runs = Vec::new();
        let mut has_rounds = Vec::new();
        let mut places: Vec<(&Scenario, Option<Position>)> = Vec::new();
        for scenario in scenarios {
            check_common_readings(registry, scenario)?;
            for entry in &scenario.runs {
                let run = plan_run(registry, scenario, entry, overrides)
                    .map_err(|error| locate(error, scenario, entry.at))?;
                places.push((scenario, entry.at));
                has_rounds.push(asked(scenario, entry, overrides).is_some());
                runs.push(run);
            }
        }
        let plan = Plan {
            seed: seed.unwrap_or(DEFAULT_SEED),
            generator: overrides.generator,
            runs,
        };
        if let Some((first, second)) = plan.duplicate() {
            let spec = plan.runs[second].prepared.spec();
            let error = Error::input(format!(
                "the same run twice: {} {} at {} EUR is run {} and run {}; both would play the \
                 same rounds, so remove one",
                spec.game,
                spec.strategy,
                spec.stake,
                first + 1,
                second + 1
            ));
            let (scenario, at) = places[second];
            return Err(locate(error, scenario, at));
        }
        Ok(Self {
            titles: scenarios.iter().filter_map(|s| s.title.clone()).collect(),
            plan,
            rules,
            has_rounds,
        })
    }
}

/// The one value the scenarios give, or the override.
fn agree<T: Copy + PartialEq + std::fmt::Display>(
    what: &str,
    scenarios: &[Scenario],
    get: impl Fn(&Scenario) -> Option<&Located<T>>,
    chosen: Option<T>,
) -> Result<Option<T>> {
    if chosen.is_some() {
        return Ok(chosen);
    }
    let mut agreed: Option<T> = None;
    for scenario in scenarios {
        let Some(found) = get(scenario) else { continue };
        match agreed {
            Some(value) if value != found.value => {
                let error = Error::input(format!(
                    "the scenarios disagree: {what} is {} here and {value} before; give --{what} \
                     to override both",
                    found.value
                ));
                return Err(locate(error, scenario, found.at));
            }
            _ => agreed = Some(found.value),
        }
    }
    Ok(agreed)
}

fn locate(error: Error, scenario: &Scenario, at: Option<Position>) -> Error {
    let error = at.into_iter().fold(error, Error::at);
    scenario
        .file
        .iter()
        .fold(error, |error, file| error.in_file(file))
}

/// A question for all runs must belong to the game of at least one of them.
fn check_common_readings(registry: &[Box<dyn GameEntry>], scenario: &Scenario) -> Result<()> {
    let mut known: Vec<&str> = Vec::new();
    for entry in &scenario.runs {
        let game = named(registry, &entry.game.value)
            .map_err(|error| locate(error, scenario, entry.game.at))?;
        for question in &game.card().questions {
            if !known.contains(&question.id) {
                known.push(question.id);
            }
        }
    }
    for (question, answer) in &scenario.readings {
        if !known.contains(&question.as_str()) {
            let error = unknown("reading", question, known.iter().copied());
            return Err(locate(error, scenario, answer.at));
        }
    }
    Ok(())
}

fn plan_run(
    registry: &[Box<dyn GameEntry>],
    scenario: &Scenario,
    entry: &RunEntry,
    overrides: Overrides,
) -> Result<PlannedRun> {
    let game = named(registry, &entry.game.value)?;
    let card = game.card();
    let here = |error: Error, at: Option<Position>| at.into_iter().fold(error, Error::at);
    let mut readings = BTreeMap::new();
    let common = scenario.readings.iter();
    let common = common.filter(|(name, _)| card.questions.iter().any(|q| q.id == name));
    for (question, answer) in common.chain(&entry.readings) {
        let one = BTreeMap::from([(question.clone(), answer.value.clone())]);
        Readings::resolve(&card.questions, &one).map_err(|error| here(error, answer.at))?;
        readings.extend(one);
    }
    let stake = match (&entry.stake, card.stakes.first()) {
        (Some(stake), _) => {
            card.check_stake(stake.value)
                .map_err(|error| here(error, stake.at))?;
            stake.value
        }
        (None, Some(smallest)) => *smallest,
        (None, None) => return Err(Error::internal(format!("{} has no stake", card.id))),
    };
    let sessions = entry.sessions.as_ref();
    let rounds = asked(scenario, entry, overrides);
    if let Some(sessions) = sessions {
        card.check_sessions(sessions)?;
    }
    let prepared = game.prepare_with(
        overrides.kernel,
        &entry.strategy.value,
        stake,
        &readings,
        sessions,
    );
    Ok(PlannedRun {
        prepared: prepared.map_err(|error| here(error, entry.strategy.at))?,
        rounds: whole_sessions(rounds, sessions)?,
    })
}

/// The rounds that the options or the scenario ask for.
fn asked(scenario: &Scenario, entry: &RunEntry, overrides: Overrides) -> Option<u64> {
    overrides.rounds.or(entry.rounds).or(scenario.rounds)
}

/// The rounds to play: as asked for, which must fill whole sessions, or the default, cut down to
/// whole sessions.
///
/// # Errors
/// Rounds asked for that do not fill whole sessions.
pub fn whole_sessions(asked: Option<u64>, sessions: Option<&Sessions>) -> Result<u64> {
    let rounds = asked.unwrap_or(DEFAULT_ROUNDS);
    let Some(sessions) = sessions else {
        return Ok(rounds);
    };
    let length = sessions.rounds.get();
    if rounds.is_multiple_of(length) {
        return Ok(rounds);
    }
    let below = rounds / length * length;
    if asked.is_none() {
        return Ok(below.max(length));
    }
    let above = below + length;
    let nearest = if below > 0 && rounds - below <= above - rounds {
        below
    } else {
        above
    };
    Err(Error::input(format!(
        "{rounds} rounds are no whole number of players with {} {length}; the nearest is {nearest}",
        sessions.option
    )))
}
