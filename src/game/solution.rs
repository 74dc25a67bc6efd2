//! What a solver finds: plain data, exact wherever it can be.

use crate::exact::{Bounds, Cycle, Law, PlayerChances, Ratio, ratio, to_f64};
use crate::units::{Cents, Stake};

/// The answer of a game's solver for one strategy, stake and set of readings.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The law of a round's payout under the model weights.
    pub law: Law,
    /// How far the law may be from the true one; none where it is exact.
    pub sampled: Option<Sampled>,
    /// What every probability of the law may be wrong by, where it was computed in so many digits and not
    /// as fractions.
    pub error_bound: Option<f64>,
    /// Whether payouts of different rounds are independent and follow the law, so that counts of
    /// payouts are multinomial.
    pub independent: bool,
    /// The states that rounds walk through, where that is why they depend on each other; rounds then
    /// have their long-run law.
    pub chain: Option<Cycle>,
    /// The least and the greatest RTP over all odds that round to the printed ones.
    pub rtp_bounds: Bounds,
    /// Chances of a player of a fixed number of rounds, in a run of such players.
    pub player: Option<PlayerChances>,
    /// What the strategy does, where that is short enough to tell.
    pub decisions: Vec<Decision>,
    /// Named quantities of the game.
    pub facts: Vec<Fact>,
    /// Where rounds end, in a game played along a board.
    pub ends: Option<Ends>,
    /// What else is to be said, in sentences.
    pub findings: Vec<String>,
}

impl Solution {
    /// The RTP under the model weights.
    pub fn rtp(&self, stake: Stake) -> Ratio {
        self.law.mean() / ratio(stake.cents(), 1)
    }

    /// The payouts with their probabilities as floats, ascending.
    pub fn floats(&self) -> Vec<(Cents, f64)> {
        let float = |(amount, p)| (amount, to_f64(&p));
        self.law.probabilities().map(float).collect()
    }
}

/// What a round pays, where nothing else is asked for.
#[derive(Clone, Debug)]
pub struct PayoutLaw {
    /// The law, as in [`Solution::law`].
    pub law: Law,
    /// How far it may be from the true one; none where it is exact.
    pub sampled: Option<Sampled>,
}

impl PayoutLaw {
    /// The RTP under the model weights.
    pub fn rtp(&self, stake: Stake) -> Ratio {
        self.law.mean() / ratio(stake.cents(), 1)
    }
}

impl From<&Solution> for PayoutLaw {
    fn from(solution: &Solution) -> Self {
        Self {
            law: solution.law.clone(),
            sampled: solution.sampled,
        }
    }
}

/// Standard errors of a law that was sampled, as where part of the game is solved for random samples
/// of the rest.
#[derive(Clone, Copy, Debug)]
pub struct Sampled {
    /// Of the RTP.
    pub rtp: f64,
    /// Of the hit frequency.
    pub hit_frequency: f64,
}

/// Where rounds end along a board, and how.
#[derive(Clone, Debug)]
pub struct Ends {
    /// Names of the places, in the order of the board.
    pub places: Vec<String>,
    /// The ways to end, under the ids of the counters that count them, each with its probability at every
    /// place; all together sum to 1.
    pub ways: Vec<(String, Vec<Ratio>)>,
}

/// One decision of a strategy.
#[derive(Clone, Debug)]
pub struct Decision {
    /// What the player sees.
    pub view: String,
    /// What the player does.
    pub action: String,
    /// How often a round comes to it.
    pub probability: Ratio,
}

/// A named quantity.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Identifier; that of a counter, for the mean count per round.
    pub id: String,
    /// What it is.
    pub about: String,
    /// Its value under the model weights.
    pub value: Ratio,
    /// Its least and greatest value over all odds that round to the printed ones, where it
    /// depends on them.
    pub bounds: Option<Bounds>,
    /// How the count over many rounds spreads, for a mean count under the id of a counter; none where
    /// that is not known, and the count is then not tested.
    pub spread: Option<CountSpread>,
}

/// How the count of something spreads over many rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountSpread {
    /// It comes at most once a round, and rounds are independent: the count is binomial.
    Bernoulli,
    /// Rounds depend on each other. The variance of the count over n rounds that begin in the long run is
    /// n times the first plus the second, as n grows.
    LongRun {
        /// Per round.
        variance: Ratio,
        /// Per row of rounds that begins anew.
        edge: Ratio,
    },
}
