//! Plays plans: chunks in parallel, integers merged, the same result for any number of threads,
//! interruptions and processes.

mod chunks;
mod drive;
mod outcome;
mod plan;
mod played;
mod run;
mod shard;
pub mod store;

pub use chunks::Chunks;
pub use drive::Pace;
pub use outcome::{Ended, Outcome, Precision};
pub use plan::{Plan, PlannedRun};
pub use played::{Played, RunPlayed};
pub use run::{Observer, Pool};
pub use shard::Shard;
