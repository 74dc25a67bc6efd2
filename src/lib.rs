//! Monte Carlo compliance and RTP simulator for published lottery odds.

pub mod audit;
pub mod error;
pub mod published;
pub mod rng;
pub mod tally;
pub mod units;
