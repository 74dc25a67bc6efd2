//! The answer of `tirage exact`, as data and as text.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::exact::{Bounds, PlayerChances, Ratio, to_f64};
use crate::game::{Decision, Ends, Fact, RunSpec, Sampled, Solution};
use crate::report::model::SCHEMA;
use crate::report::number::{sig12, sig12_all, sig12_some};

/// The exact law of a run's payouts and what follows from it. Its JSON form is public: fields are
/// added, never renamed.
#[derive(Clone, Debug, Serialize)]
pub struct ExactReport {
    /// Always [`SCHEMA`].
    pub schema: &'static str,
    /// Game identifier.
    pub game: String,
    /// Canonical strategy name.
    pub strategy: String,
    /// Stake.
    pub stake_cents: i64,
    /// Question to answer.
    pub readings: BTreeMap<String, String>,
    /// Plays of each player, in a run of players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays: Option<u64>,
    /// Tickets of each player, in a run of players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tickets: Option<u64>,
    /// Chances of such a player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerFigures>,
    /// Return to player: mean payout over stake, with its range over all odds that round to the
    /// printed ones.
    pub rtp: Quantity,
    /// Chance that a round pays more than nothing.
    pub hit_frequency: Quantity,
    /// Standard deviation of the payout of a round, in stakes.
    #[serde(serialize_with = "sig12")]
    pub standard_deviation: f64,
    /// Skewness of the payout of a round; null where the payout is certain.
    #[serde(serialize_with = "sig12")]
    pub skewness: f64,
    /// The largest payout.
    pub max_payout_cents: i64,
    /// Every payout, ascending.
    pub payouts: Vec<PayoutChance>,
    /// What the strategy does.
    pub decisions: Vec<DecisionReport>,
    /// Named quantities of the game.
    pub facts: Vec<FactReport>,
    /// Where rounds end, in a game played along a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<EndsReport>,
    /// What else there is to say.
    pub findings: Vec<String>,
}

/// A number, exact where a fraction is given.
#[derive(Clone, Debug, Serialize)]
pub struct Quantity {
    /// The number.
    #[serde(serialize_with = "sig12")]
    pub value: f64,
    /// The number as a reduced fraction; null where it is an estimate.
    pub fraction: Option<String>,
    /// Least value over all odds that round to the printed ones.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "sig12_some")]
    pub low: Option<f64>,
    /// Greatest value over all odds that round to the printed ones.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "sig12_some")]
    pub high: Option<f64>,
    /// `false` where the number is an estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// Standard error of an estimate.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "sig12_some")]
    pub standard_error: Option<f64>,
    /// What the number may be wrong by, where it was computed in digits and not as a fraction.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "sig12_some")]
    pub error_bound: Option<f64>,
}

/// Numbers of twelve digits, none much above 1, are off by no more.
const ROUNDED: f64 = 1e-12;

/// How a number is known: a standard error, a bound of its error, or neither.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// Of an estimate.
    pub(super) standard_error: Option<f64>,
    /// Of a number computed in digits.
    pub(super) error_bound: Option<f64>,
}

impl Known {
    fn is_exact(self) -> bool {
        self.standard_error.is_none() && self.error_bound.is_none()
    }
}

/// Chances of a player of a fixed number of rounds, each within 1e-9.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlayerFigures {
    /// Of at least one round that pays.
    #[serde(serialize_with = "sig12")]
    pub at_least_one_win: f64,
    /// Of being paid more than was staked; null where it is not computed.
    #[serde(serialize_with = "sig12_some")]
    pub net_profit: Option<f64>,
    /// Of at least one top prize.
    #[serde(serialize_with = "sig12")]
    pub top_prize: f64,
}

impl From<PlayerChances> for PlayerFigures {
    fn from(chances: PlayerChances) -> Self {
        Self {
            at_least_one_win: chances.at_least_one_win,
            net_profit: chances.net_profit,
            top_prize: chances.top_prize,
        }
    }
}

impl Quantity {
    pub(super) fn new(value: &Ratio, bounds: Option<&Bounds>, known: Known) -> Self {
        Self {
            value: to_f64(value),
            fraction: known.is_exact().then(|| value.to_string()),
            low: bounds.map(|bounds| to_f64(&bounds.low)),
            high: bounds.map(|bounds| to_f64(&bounds.high)),
            exact: (!known.is_exact()).then_some(false),
            standard_error: known.standard_error,
            error_bound: known.error_bound,
        }
    }
}

/// A payout with its probability.
#[derive(Clone, Debug, Serialize)]
pub struct PayoutChance {
    /// The payout.
    pub cents: i64,
    /// Its probability.
    #[serde(serialize_with = "sig12")]
    pub probability: f64,
    /// The same as a reduced fraction; null where it is an estimate.
    pub fraction: Option<String>,
}

/// One decision of the strategy.
#[derive(Clone, Debug, Serialize)]
pub struct DecisionReport {
    /// What the player sees.
    pub view: String,
    /// What the player does.
    pub action: String,
    /// How often a round comes to it.
    #[serde(serialize_with = "sig12")]
    pub probability: f64,
}

/// A named quantity.
#[derive(Clone, Debug, Serialize)]
pub struct FactReport {
    /// Identifier.
    pub id: String,
    /// What it is.
    pub about: String,
    /// Its value.
    #[serde(flatten)]
    pub quantity: Quantity,
}

/// Where rounds end along a board, and how.
#[derive(Clone, Debug, Serialize)]
pub struct EndsReport {
    /// Names of the places, in the order of the board.
    pub places: Vec<String>,
    /// The ways to end.
    pub ways: Vec<WayReport>,
}

/// A way to end.
#[derive(Clone, Debug, Serialize)]
pub struct WayReport {
    /// The counter that counts it.
    pub id: String,
    /// Its probability at each place.
    #[serde(serialize_with = "sig12_all")]
    pub chances: Vec<f64>,
}

impl From<&Ends> for EndsReport {
    fn from(ends: &Ends) -> Self {
        let way = |(id, chances): &(String, Vec<Ratio>)| WayReport {
            id: id.clone(),
            chances: chances.iter().map(to_f64).collect(),
        };
        Self {
            places: ends.places.clone(),
            ways: ends.ways.iter().map(way).collect(),
        }
    }
}

impl ExactReport {
    /// The report of what the solver found for `spec`.
    pub fn new(spec: &RunSpec, solution: &Solution) -> Self {
        let law = &solution.law;
        let error_bound = solution.error_bound.map(|bound| bound.max(ROUNDED));
        let known = |error: fn(&Sampled) -> f64| Known {
            standard_error: solution.sampled.as_ref().map(error),
            error_bound,
        };
        let is_exact = known(|error| error.rtp).is_exact();
        let stake = spec.stake.cents() as f64;
        let length = |option: &str| {
            let sessions = spec.sessions.as_ref();
            let found = sessions.filter(|sessions| sessions.option == option);
            found.map(|sessions| sessions.rounds.get())
        };
        let bounds = Some(&solution.rtp_bounds);
        let payout = |(cents, p): (crate::units::Cents, Ratio)| PayoutChance {
            cents: cents.0,
            probability: to_f64(&p),
            fraction: is_exact.then(|| p.to_string()),
        };
        Self {
            schema: SCHEMA,
            game: spec.game.clone(),
            strategy: spec.strategy.clone(),
            stake_cents: spec.stake.cents(),
            readings: spec.readings.clone(),
            plays: length("plays"),
            tickets: length("tickets"),
            player: solution.player.map(PlayerFigures::from),
            rtp: Quantity::new(&solution.rtp(spec.stake), bounds, known(|error| error.rtp)),
            hit_frequency: Quantity::new(
                &law.hit_frequency(),
                None,
                known(|error| error.hit_frequency),
            ),
            standard_deviation: law.standard_deviation() / stake,
            skewness: law.skewness(),
            max_payout_cents: law.maximum().0,
            payouts: law.probabilities().map(payout).collect(),
            decisions: solution.decisions.iter().map(Into::into).collect(),
            facts: solution
                .facts
                .iter()
                .map(|found| fact(found, is_exact))
                .collect(),
            ends: solution.ends.as_ref().map(EndsReport::from),
            findings: solution.findings.clone(),
        }
    }

    /// The probability of the largest payout.
    pub(super) fn max_probability(&self) -> f64 {
        self.payouts.last().map_or(0.0, |payout| payout.probability)
    }
}

impl From<&Decision> for DecisionReport {
    fn from(decision: &Decision) -> Self {
        Self {
            view: decision.view.clone(),
            action: decision.action.clone(),
            probability: to_f64(&decision.probability),
        }
    }
}

/// Beside a law that is not exact, no fraction is shown as if it were.
fn fact(fact: &Fact, is_exact: bool) -> FactReport {
    let quantity = Quantity::new(&fact.value, fact.bounds.as_ref(), Known::default());
    FactReport {
        id: fact.id.clone(),
        about: fact.about.clone(),
        quantity: Quantity {
            fraction: quantity.fraction.filter(|_| is_exact),
            ..quantity
        },
    }
}
