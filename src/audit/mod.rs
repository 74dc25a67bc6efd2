//! Tests of counts against published odds, and what they can and cannot see.

mod holm;
mod power;
pub mod special;
pub use holm::holm;
pub use power::{
    ncp_for_power, ncx2_power, required_draws, smallest_detectable_gof, smallest_detectable_mean,
};
