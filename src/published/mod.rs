//! Tables as the regulations print them, each with its article, and the exact integer weights the
//! program plays in their place.

mod block;
mod count;
mod distance;
mod fractions;
mod load;
mod search;
mod span;
mod table;
mod text;
mod weights;

#[cfg(test)]
mod brute_force;
#[cfg(test)]
mod built_in;

pub use load::load;
pub use table::{Printed, Published, Row, Table, Weights};
pub use weights::choose;
