//! Tests of a stream of random draws as such: of words, of bounded draws, of the first draws of chunks.
//!
//! They know no game. Each takes the draws as a slice, so that a user can run them on a stream recorded
//! elsewhere, and each statistic has its law exactly in its mean: pairs do not overlap, or are such
//! that overlapping does no harm.

mod bits;
mod bounded;
mod outcome;
mod serial;

pub use bits::bit_agreement;
pub use bounded::{bounded_high, bounded_low, repeats};
pub use outcome::StreamTest;
pub use serial::serial_pairs;
