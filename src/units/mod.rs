//! What the rest of the crate counts in: money, odds as printed, exact probabilities.

mod cents;
mod interval;
mod lots;
mod odds;
mod rounds;

pub use cents::{Cents, Stake};
pub use interval::{Probability, RoundingInterval};
pub use lots::Lots;
pub use odds::Odds;
pub use rounds::{MAX_ROUNDS, parse_rounds};
