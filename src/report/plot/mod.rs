//! Figures: plain data to a [`Figure`], a drawing with its title and caption, and that to bytes.
//!
//! A drawing is a [`scene::Scene`], shapes at pixels, so that SVG and PNG show the same, and a test can
//! look at what is drawn. Text is set in a bundled font.

mod axis;
mod block;
mod convergence;
mod cycle;
mod ends;
mod font;
mod forest;
mod frame;
mod p_values;
mod render;
mod risk;
pub mod scene;
mod stopping;
mod tail;

pub use block::{Lots, block};
pub use convergence::{Mean, Target, convergence};
pub use cycle::cycle;
pub use ends::{Ending, ends};
pub use forest::{Row, forest};
pub use frame::Figure;
pub use p_values::p_values;
pub use render::{png, svg};
pub use risk::{Point, risk};
pub use stopping::{Map, Stop, stopping};
pub use tail::{Payouts, tail};
