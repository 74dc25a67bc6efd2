//! Randomness: one seeded generator per chunk, and draws that are exactly uniform.

mod categorical;
mod draw;
mod stream;
mod urn;

pub use categorical::Categorical;
pub use draw::{Draw, Mixed};
pub use stream::{Family, Generator, SAMPLER_VERSION, StreamKey};
pub use urn::Urn;
