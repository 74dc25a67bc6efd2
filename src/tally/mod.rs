//! Counts of what happened: integers that add up the same whatever the order of the chunks.

mod counts;
mod faults;
mod moments;
mod players;

pub use counts::Tally;
pub use faults::Faults;
pub use moments::Moments;
pub use players::{Players, Session};
