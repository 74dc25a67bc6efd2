//! Ô Secousses: a ticket of a finite block, whose lot six palm trees show.
//!
//! The lot is dealt from the block (article 3); the trees only tell it. `emitter` lists, for every lot,
//! the reveals that pay exactly it, and draws one; `replay` plays what was emitted by the written
//! rules (4.5 to 4.10), in code that shares nothing with the emitter's `evaluate` but the words of
//! `tree`, the amounts of `tables` and the `readings`. `kernel` is one ticket, `lanes`
//! many at once, `findings` what the
//! enumeration of all reveals shows, `exact` what a ticket pays, solved.

mod card;
mod emitter;
mod evaluate;
mod exact;
mod findings;
mod kernel;
mod lanes;
mod orders;
mod readings;
mod replay;
mod strategy;
mod survey;
mod tables;
pub mod tampering;
mod tree;

pub use card::{OSecousses, Tampering};
pub use emitter::Reveals;
pub use kernel::Sheet;
pub use readings::{
    AboveTen, Contents, Emitter, Gauge, GoldenOnGauge, GoldenWithGauge, MonkeyAtZero, MonkeyTakes,
    Order, Rulebook, SeveralGolden,
};
pub use replay::Replay;
pub use strategy::{Action, Buy};
pub use tables::Rules;
pub use tree::{Beside, ONE_KIND, Reveal, TREES, Tree};
