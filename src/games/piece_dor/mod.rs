//! Pièce d'or: tickets of a finite block, whose prize three bags of three symbols show.
//!
//! `kernel` sells one ticket, `lanes` many at once: its lot comes from the block, `pick` draws one of the reveals that the
//! `emitter` lists for it, and what `replay` made of that reveal must be the lot. `worth` is the
//! emitter's idea of a reveal, `replay` that of the written rules; both read `combinations`, the
//! printed table, and `symbol`. `display` arranges a reveal in bags for a trace. `layout` searches for
//! bags that could be filled beforehand, `exactly` tries a reading that the text refutes, `findings`
//! reports what all of them show. `exact` solves what a ticket pays. `strategy` and `readings` are what a run may choose.

mod card;
mod combinations;
mod display;
mod emitter;
mod exact;
mod exactly;
mod findings;
mod kernel;
mod lanes;
mod layout;
mod pick;
mod readings;
mod replay;
mod strategy;
mod survey;
mod symbol;
mod tables;
pub mod tampering;
mod worth;

pub use card::PieceDor;
pub use combinations::{COMBINATIONS, Combination, STAKES};
pub use kernel::{Block, Sheet};
pub use readings::{Clover, Combining, Emitting, Listed, Reads};
pub use replay::{Claim, Replay};
pub use strategy::{Action, Buy, View};
pub use symbol::{Reveal, Symbol};
pub use tables::{Rules, Tampering};
