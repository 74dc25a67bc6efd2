//! Evidence that may be looked at every night: e-values, and what to do with many of them.
//!
//! An e-value is what a bet against the null has made of one unit; its expectation under the null is at most
//! 1, so that it reaches 1/α with a probability of at most α however often one looks (Ville).
//! [`ln_e_value`] depends on the counts so far and on nothing else. A night's counts that were once seen
//! stay counted: what is added up later must not depend on what came out.
//!
//! Everything is a logarithm: a real fault at 1e9 draws is worth e^647.

mod combine;
mod mixture;
mod spending;

pub use combine::{e_benjamini_hochberg, e_bonferroni, ln_e_of_p, ln_mean};
pub use mixture::{CONCENTRATIONS, g_against, ln_e_of_composite, ln_e_value};
pub use spending::alpha_on_night;
