//! Plays plans: chunks in parallel, integers merged, the same result for any number of threads.

mod chunks;
mod plan;
mod run;

pub use chunks::Chunks;
pub use plan::{Plan, PlannedRun};
pub use run::{Observer, Outcome, Pool};
