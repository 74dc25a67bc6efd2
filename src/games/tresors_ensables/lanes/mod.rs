//! Trésors Ensablés, many rounds at once.
//!
//! A [`pool`] of plays takes a step at a time, each with words of its own. A step leads through a whole
//! series (`series`, with the columns of `slots`, the tables of `passage`, and draws and decisions as
//! comparisons in `laws`); `counts` counts it. `choose` says which runs are played so, and `told` has one of their rounds told by the
//! readable kernel.

mod choose;
mod counts;
mod laws;
mod passage;
mod pool;
mod series;
mod slots;
mod told;

pub(super) use choose::choose;
