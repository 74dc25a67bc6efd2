//! What a game is to the rest of the program: typed for the one who writes it, object-safe for those
//! who run it.
//!
//! A game implements [`Game`]; [`GameEntry`], the face that engine, audit and reports see, comes for
//! free, and with it the face of a solver, for a game that has one. Strategies are monomorphised into the kernel, and chosen through a `dyn` once per chunk.

mod card;
mod entry;
mod examples;
mod finding;
mod lanes;
mod reading;
mod registry;
mod sale;
mod seat;
mod solution;
mod stopping;
mod strategy;
mod tickets;
mod traits;
mod witness;

pub use card::{Certainty, Counter, GameCard, SessionOffer, Sessions};
pub use entry::{FamilyInfo, GameEntry, Prepared, RunSpec};
pub use finding::{Finding, FindingLine};
pub use lanes::{AnyLanes, Kernel, Lanes};
pub use reading::{Answer, Question, Reading, Readings};
pub use registry::{find, named, registered};
pub use sale::{Next, Sale, Sold};
pub use seat::prepare_changed;
pub use solution::{CountSpread, Decision, Ends, Fact, PayoutLaw, Sampled, Solution};
pub use stopping::{StopRow, StoppingTable};
pub use strategy::{Choice, Family, Find, Make, Named, Player, Strategy, play_chunk};
pub use traits::{Game, Start};
pub use witness::{Drawn, Step, Transcript, Witness};
