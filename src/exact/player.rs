//! What a player who plays a fixed number of rounds can expect to live through.

/// Chances of a player of a fixed number of rounds, each within 1e-9.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerChances {
    /// Of at least one round that pays.
    pub at_least_one_win: f64,
    /// Of being paid more than was staked; none where that would take more than a second, or floats might err
    /// by more than 1e-9.
    pub net_profit: Option<f64>,
    /// Of at least one round that pays the top prize.
    pub top_prize: f64,
}

/// The most additions spent on a chance of net profit: a fraction of a second.
pub(super) const MAX_WORK: f64 = 1e8;
