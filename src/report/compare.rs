//! The answer of `tirage compare`: the strategies of a game side by side, exact beside simulated.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::exact::to_f64;
use crate::game::{GameCard, RunSpec, Sampled, Solution};
use crate::report::build::{rtp, share};
use crate::report::exact::{Known, Quantity};
use crate::report::model::{Estimate, SCHEMA};
use crate::report::number::{round12, sig12, sig12_some};
use crate::tally::{Moments, Tally};
use crate::units::{Cents, Stake};

/// The strategies of a game side by side. Its JSON form is public: fields are added, never renamed.
#[derive(Clone, Debug, Serialize)]
pub struct CompareReport {
    /// Always [`SCHEMA`].
    pub schema: &'static str,
    /// Game identifier.
    pub game: String,
    /// Game name as published.
    pub title: String,
    /// Stake.
    pub stake_cents: i64,
    /// Question to answer.
    pub readings: BTreeMap<String, String>,
    /// Root seed of the simulated rounds.
    pub seed: u64,
    /// Rounds planned for each strategy.
    pub rounds: u64,
    /// Whether the run was interrupted: later strategies have fewer rounds than planned, or none.
    pub partial: bool,
    /// The strategies, the best RTP first.
    pub strategies: Vec<StrategyReport>,
    /// Strategies that cannot be played under the readings in force.
    pub refused: Vec<RefusedReport>,
}

/// One strategy.
#[derive(Clone, Debug, Serialize)]
pub struct StrategyReport {
    /// Canonical name.
    pub strategy: String,
    /// What such a player does.
    pub about: String,
    /// What the game's solver says; null where there is no solver.
    pub exact: Option<ExactFigures>,
    /// What the rounds played say.
    pub simulated: SimulatedFigures,
    /// Simulated less exact RTP in standard errors, from the exact standard deviation; null without an
    /// exact value, and where rounds depend on each other.
    #[serde(serialize_with = "sig12_some")]
    pub z: Option<f64>,
    /// Whether rounds are independent of each other; null without a solver.
    pub independent: Option<bool>,
    /// Why there is no exact value although the game has a solver.
    pub note: Option<String>,
}

/// The figures of a law.
#[derive(Clone, Debug, Serialize)]
pub struct ExactFigures {
    /// Return to player, with its range over all odds that round to the printed ones.
    pub rtp: Quantity,
    /// Chance that a round pays more than nothing.
    pub hit_frequency: Quantity,
    /// Standard deviation of the payout of a round, in stakes.
    #[serde(serialize_with = "sig12")]
    pub standard_deviation: f64,
    /// Chance that a round pays more than the stake.
    pub profit: Quantity,
    /// The largest payout.
    pub max_payout_cents: i64,
    /// Its probability.
    #[serde(serialize_with = "sig12")]
    pub max_payout_probability: f64,
}

/// The figures of a sample.
#[derive(Clone, Debug, Serialize)]
pub struct SimulatedFigures {
    /// Rounds played.
    pub rounds: u64,
    /// Return to player, with the normal interval.
    pub rtp: Estimate,
    /// Share of rounds that paid, with the interval of Clopper and Pearson.
    pub hit_frequency: Estimate,
    /// Standard deviation of the payout per round, in stakes.
    #[serde(serialize_with = "sig12")]
    pub standard_deviation: f64,
    /// Share of rounds that paid more than the stake, with the interval of Clopper and Pearson.
    pub profit: Estimate,
    /// The largest payout seen; null without rounds.
    pub max_payout_cents: Option<i64>,
}

/// A strategy that is not compared.
#[derive(Clone, Debug, Serialize)]
pub struct RefusedReport {
    /// Its name, or the form of it.
    pub strategy: String,
    /// Why.
    pub reason: String,
}

/// A strategy that was played, and solved where it could be.
pub struct Compared<'a> {
    /// What was played.
    pub spec: &'a RunSpec,
    /// What such a player does.
    pub about: &'a str,
    /// The solver's answer, or why there is none.
    pub solution: std::result::Result<Option<Solution>, String>,
    /// What came out.
    pub tally: &'a Tally,
}

/// What all compared strategies have in common.
pub struct Common<'a> {
    /// The game.
    pub card: &'a GameCard,
    /// The stake.
    pub stake: Stake,
    /// Every question with the answer in force.
    pub readings: &'a BTreeMap<String, String>,
    /// Root seed.
    pub seed: u64,
    /// Rounds of each strategy.
    pub rounds: u64,
}

impl CompareReport {
    /// The report of what was `compared`, sorted by exact RTP, or by the simulated one where there is no
    /// exact one.
    pub fn new(
        common: &Common<'_>,
        compared: &[Compared<'_>],
        refused: Vec<RefusedReport>,
    ) -> Self {
        let mut strategies: Vec<StrategyReport> = compared.iter().map(strategy).collect();
        strategies.sort_by(|a, b| b.best_rtp().total_cmp(&a.best_rtp()));
        Self {
            schema: SCHEMA,
            game: common.card.id.clone(),
            title: common.card.title.clone(),
            stake_cents: common.stake.cents(),
            readings: common.readings.clone(),
            seed: common.seed,
            rounds: common.rounds,
            partial: compared.iter().any(|c| c.tally.rounds < common.rounds),
            strategies,
            refused,
        }
    }
}

impl StrategyReport {
    fn best_rtp(&self) -> f64 {
        let simulated = self.simulated.rtp.estimate;
        self.exact.as_ref().map_or(simulated, |e| e.rtp.value)
    }
}

fn strategy(compared: &Compared<'_>) -> StrategyReport {
    let stake = compared.spec.stake;
    let solution = compared.solution.as_ref().ok().and_then(Option::as_ref);
    let exact = solution.map(|solution| figures(solution, stake));
    let mut simulated = sample(compared.tally, stake);
    if let Some(exact) = &exact {
        simulated.rtp.exact = Some(round12(exact.rtp.value));
        simulated.hit_frequency.exact = Some(round12(exact.hit_frequency.value));
        simulated.profit.exact = Some(round12(exact.profit.value));
    }
    StrategyReport {
        strategy: compared.spec.strategy.clone(),
        about: compared.about.to_owned(),
        z: solution.and_then(|solution| z(solution, &simulated, stake)),
        independent: solution.map(|solution| solution.independent),
        exact,
        simulated,
        note: compared.solution.as_ref().err().cloned(),
    }
}

fn figures(solution: &Solution, stake: Stake) -> ExactFigures {
    let (law, sampled) = (&solution.law, solution.sampled.as_ref());
    let known = |error: fn(&Sampled) -> f64| Known {
        standard_error: sampled.map(error),
        error_bound: solution.error_bound,
    };
    let chance = law.chance_above(Cents(stake.cents()));
    let mut profit = Quantity::new(&chance, None, Known::default());
    if sampled.is_some() {
        profit.fraction = None;
        profit.exact = Some(false);
    }
    ExactFigures {
        rtp: Quantity::new(
            &solution.rtp(stake),
            Some(&solution.rtp_bounds),
            known(|errors| errors.rtp),
        ),
        hit_frequency: Quantity::new(
            &law.hit_frequency(),
            None,
            known(|errors| errors.hit_frequency),
        ),
        standard_deviation: law.standard_deviation() / stake.cents() as f64,
        profit,
        max_payout_cents: law.maximum().0,
        max_payout_probability: to_f64(&law.probability(law.maximum())),
    }
}

fn sample(tally: &Tally, stake: Stake) -> SimulatedFigures {
    let moments = Moments::of(tally);
    let profits = tally.payouts.iter();
    let profits = profits.filter(|(payout, _)| payout.0 > stake.cents());
    SimulatedFigures {
        rounds: tally.rounds,
        rtp: rtp(&moments, stake),
        hit_frequency: share(moments.hits, moments.n),
        standard_deviation: moments.variance().sqrt() / stake.cents() as f64,
        profit: share(profits.map(|(_, rounds)| rounds).sum(), moments.n),
        max_payout_cents: tally.payouts.keys().next_back().map(|payout| payout.0),
    }
}

/// How many standard errors the simulated RTP is from the solver's.
fn z(solution: &Solution, simulated: &SimulatedFigures, stake: Stake) -> Option<f64> {
    let spread = solution.law.standard_deviation() / stake.cents() as f64;
    let error = spread / (simulated.rounds as f64).sqrt();
    let error = error.hypot(solution.sampled.map_or(0.0, |errors| errors.rtp));
    let distance = simulated.rtp.estimate - to_f64(&solution.rtp(stake));
    let z = distance / error;
    (solution.independent && z.is_finite()).then_some(z)
}
