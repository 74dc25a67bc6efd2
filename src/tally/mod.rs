//! Counts of what happened: integers that add up the same whatever the order of the chunks.

mod blocks;
mod counts;
mod faults;
mod moments;
mod players;
mod streams;
mod stretches;

pub use blocks::{BlockLots, Blocks};
pub use counts::Tally;
pub use faults::Faults;
pub use moments::Moments;
pub use players::{Players, Session};
pub use streams::Streams;
pub use stretches::{Stretch, Stretches};
