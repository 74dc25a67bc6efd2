//! Monte Carlo compliance and RTP simulator for published lottery odds.

pub mod audit;
pub mod error;
pub mod game;
pub mod games;
pub mod published;
pub mod rng;
pub mod tally;
pub mod units;
