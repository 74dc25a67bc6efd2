//! Exact laws of payouts, with no rounding anywhere until a number is shown.
//!
//! A [`Law`] carries integers over one denominator, which the stage that made it knows: nothing is
//! reduced on the way, so a solver with dozens of tables stays in the microseconds. [`Ratio`] is an
//! exact number, [`to_f64`] its nearest float, and [`range`] the extremes of a mean over every law
//! whose probabilities lie in given intervals.

mod bounds;
mod law;
mod number;

pub use bounds::{Bounds, range};
pub use law::Law;
pub use num_bigint::BigUint;
pub use number::{Ratio, ratio, root_of, to_f64};
