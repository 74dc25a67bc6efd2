//! Exact laws of payouts, with no rounding anywhere until a number is shown.
//!
//! A [`Law`] carries integers over one denominator, which the stage that made it knows: nothing is
//! reduced on the way, so a solver with dozens of tables stays in the microseconds. [`Ratio`] is an
//! exact number, [`to_f64`] its nearest float, and [`range`] the extremes of a mean over every law
//! whose probabilities lie in given intervals.
//!
//! Two models serve games whose rounds depend on each other: a [`Block`] of tickets, drawn without
//! replacement, and a [`Cycle`] of states that rounds walk through. Both know the long run, and the
//! [chances](PlayerChances) of a player of a fixed number of rounds.

mod block;
mod bounds;
mod cycle;
mod hypergeometric;
mod law;
mod long;
mod many;
mod number;
mod occupancy;
mod player;
mod plays;
mod profit;
mod reduce;
mod wave;

pub use block::Block;
pub use bounds::{Bounds, range, shares};
pub use cycle::{Cycle, LongRun, Stage};
pub use law::Law;
pub use num_bigint::BigUint;
pub use number::{Ratio, ratio, root_of, to_f64};
pub use occupancy::{EXACT_ROUNDS, OCCUPANCY_ERROR, Occupancy};
pub use player::PlayerChances;
