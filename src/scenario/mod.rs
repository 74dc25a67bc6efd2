//! Scenarios: TOML files that say what to play, read strictly and turned into a plan.

mod file;
mod job;
mod section;
mod standard;

pub use file::{
    Located, RunEntry, Scenario, parse_alpha, parse_seed, parse_session, parse_tolerance,
};
pub use job::{DEFAULT_ROUNDS, DEFAULT_SEED, Job, Overrides};
pub use standard::standard;
