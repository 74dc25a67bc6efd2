//! Happy Dés, many rounds at once.
//!
//! Stage 1 and every throw after it is a [`stage`](stage::Stage) that works through a column of words
//! at a time. A stage does not know which round asks: rounds that stand at the same point with the
//! same amount in play differ in nothing, so they are passed on by number alone, and nothing is queued.
//! `opening` plays stage 1; `cumul`, `figures` and `identiques` play their universe for the winners with one
//! amount; `chunk` leads a chunk through them; `fast` is the kernel and tells one of its rounds.

mod chunk;
mod cumul;
mod fast;
mod figures;
mod identiques;
mod opening;
mod stage;

pub(super) use fast::Fast;
