//! Two samples against each other: two nights, two machines, two strategies, a log and a simulation.
//!
//! For diagnosis, where no law is known to hold both against; a verdict holds counts against
//! published odds.

mod counts;
mod means;
mod rare;

pub use counts::{Homogeneity, homogeneity};
pub use means::{MeanDifference, MeanOf, mean_difference};
pub use rare::{RareDifference, rare_difference};
