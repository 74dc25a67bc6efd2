//! Tests of counts against published odds, and what they can and cannot see.
//!
//! - [`goodness_of_fit`] holds a table's counts against exact weights;
//! - [`block_test`] and [`whole_blocks`] hold finite blocks of tickets against their lots;
//! - [`payout_fit`] and [`rtp_test()`] hold payouts against the exact law of a solver, and
//!   [`proportion_check`] counts of players against their chances;
//! - [`RawTest`] is such a test with its raw p-value, and [`judge`] turns all tests of a run
//!   into [`Check`]s: corrected together, with a [`Verdict`] and the smallest deviation each would have
//!   found;
//! - [`RtpEstimate`] and [`HitFrequency`] are estimates for display, never verdicts;
//! - [`special`] holds the laws behind them. P-values are logarithms throughout.
//!
//! Inputs are plain slices of counts and weights: nothing here knows a game.

mod block;
mod cells;
mod check;
mod compound;
mod family;
mod gof;
mod holm;
mod interval;
mod law;
mod payouts;
mod power;
mod precision;
mod proportion;
mod raw;
mod rtp;
mod rtp_test;
pub mod special;

pub use block::{block_fit, block_fit_pooling, block_test, whole_blocks};
pub use cells::{Cell, MIN_EXPECTED};
pub use check::{Check, LOG10_P_OF_ZERO, Method, Null, Verdict};
pub use family::{Rules, judge};
pub use gof::{Gof, GofOutcome, NoTest, goodness_of_fit, goodness_of_fit_pooling};
pub use holm::holm;
pub use interval::{Interval, clopper_pearson, wilson};
pub use law::LawMoments;
pub use payouts::payout_fit;
pub use power::{
    ncp_for_power, ncx2_power, required_draws, smallest_detectable_gof, smallest_detectable_mean,
};
pub use precision::{Spread, rounds_for_half_width};
pub use proportion::proportion_check;
pub use raw::{Effect, RawTest};
pub use rtp::{DISPLAY_LEVEL, HitFrequency, RtpEstimate};
pub use rtp_test::{RtpTest, rtp_check, rtp_check_of_chain, rtp_test, rtp_test_of_chain};
