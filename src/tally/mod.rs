//! Counts of what happened: integers that add up the same whatever the order of the chunks.

mod counts;
mod moments;

pub use counts::Tally;
pub use moments::Moments;
