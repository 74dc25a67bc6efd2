//! What the rest of the crate counts in: money, odds as printed, exact probabilities.

mod cents;
mod interval;
mod odds;

pub use cents::{Cents, Stake};
pub use interval::{Probability, RoundingInterval};
pub use odds::Odds;
