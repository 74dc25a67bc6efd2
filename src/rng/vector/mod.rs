//! Draws for many rounds at once: columns of 32-bit words, worked through by loops that compilers turn
//! into vector instructions.
//!
//! A kernel cuts a round into stages. Every stage has a [`Stream`] of its own and takes its rounds in an
//! order that does not depend on how many follow, so the first rounds of a chunk are the same rounds
//! however many are played.

mod below;
mod cuts;
mod dealer;
mod demand;
mod simd;
mod stream;

pub use below::Below;
pub use cuts::Cuts;
pub use dealer::Dealer;
pub use demand::Demand;
pub use simd::{Work, check_instructions, fastest};
pub use stream::{BATCH, Column, Stream};
