mod cents;

pub use cents::{Cents, Stake};
