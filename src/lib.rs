//! Monte Carlo compliance and RTP simulator for published lottery odds.

pub mod audit;
pub mod engine;
pub mod error;
pub mod game;
pub mod games;
pub mod published;
pub mod report;
pub mod rng;
pub mod scenario;
pub mod tally;
pub mod units;
