//! Trésors Ensablés, many rounds at once.
//!
//! A [`pool`] of plays takes a step at a time, each with words of its own. A step leads through a whole
//! series (`series`, on the columns of `slots`): `passage` says where the dice lead, `laws` what a series and its
//! chest hold, `walk` what its cells do and `stops` who stops, all by arithmetic on numbers of 16 bits;
//! `counts` counts it. `choose` says which runs are played so, and `told` has one of their rounds told by
//! the readable kernel.

mod choose;
mod counts;
mod laws;
mod passage;
mod pool;
mod series;
mod slots;
mod stops;
mod told;
mod walk;

pub(super) use choose::choose;
