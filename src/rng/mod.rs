//! Randomness: one seeded generator per chunk, draws that are exactly uniform, and both of them for many
//! rounds at once.

mod categorical;
mod draw;
mod script;
mod stream;
mod urn;
mod vector;

pub use categorical::Categorical;
pub use draw::{Draw, Mixed};
pub use script::Script;
pub use stream::{Family, Generator, SAMPLER_VERSION, StreamKey};
pub use urn::Urn;
pub use vector::{
    BATCH, Below, Column, Cuts, Dealer, Demand, Stream, Work, check_instructions, fastest,
};
