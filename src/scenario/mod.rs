//! Scenarios: TOML files that say what to play, read strictly and turned into a plan.

mod file;
mod job;
mod precision;
mod section;
mod standard;

pub use file::{
    Located, RunEntry, Scenario, parse_alpha, parse_seed, parse_session, parse_tolerance,
};
pub use job::{DEFAULT_ROUNDS, DEFAULT_SEED, Job, Overrides, whole_sessions};
pub use precision::{half_width_rounds, parse_half_width};
pub use standard::standard;
