//! Tests of counts against published odds, and what they can and cannot see.

mod cells;
mod gof;
mod holm;
mod interval;
mod law;
mod power;
mod rtp;
pub mod special;
pub use cells::{Cell, MIN_EXPECTED};
pub use gof::{Gof, GofOutcome, NoTest, goodness_of_fit, goodness_of_fit_pooling};
pub use holm::holm;
pub use interval::{Interval, clopper_pearson, wilson};
pub use law::LawMoments;
pub use power::{
    ncp_for_power, ncx2_power, required_draws, smallest_detectable_gof, smallest_detectable_mean,
};
pub use rtp::{DISPLAY_LEVEL, HitFrequency, RtpEstimate};
