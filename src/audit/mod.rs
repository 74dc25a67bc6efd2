//! Tests of counts against published odds, and what they can and cannot see.
//!
//! - [`table_test()`] holds a table's counts against exact weights, [`composite_fit`] against every law whose
//!   odds round to the printed ones;
//! - [`block_test`] and [`whole_blocks`] hold finite blocks of tickets against their lots;
//! - [`payout_fit`] and [`rtp_test()`] hold payouts against the exact law of a solver, and
//!   [`proportion_check`] and [`long_run_check`] counts of players and of rounds against their chances;
//! - [`RawTest`] is such a test with its raw p-value, and [`judge`] turns all tests of a run
//!   into [`Check`]s: corrected together, with a [`Verdict`] and the smallest deviation each would have
//!   found;
//! - [`false_discoveries`] makes the list of rows worth looking at, never a verdict;
//! - [`cycle_mean`] and [`mean_of_players`] estimate means of plays that depend on each other through a state
//!   that comes back;
//! - [`rtp_interval`] holds intervals for the mean of plays that were observed, [`evidence`] e-values for
//!   what is looked at every night, [`two_samples`] comparisons, [`stream`] tests of a generator;
//! - [`smallest_in_row`], [`table_draws_needed`] and others say what so many draws can see, [`onset`] from
//!   when on a wrong null shows;
//! - [`RtpEstimate`] is an estimate for display, never a verdict;
//! - [`special`] holds the laws behind them. P-values are logarithms throughout.
//!
//! Inputs are plain slices of counts and weights, but for [`payout_spread()`] and [`PayoutBand`], which ask a
//! game's solver.
//!
#![doc = include_str!("sizes.md")]

mod band;
mod block;
mod cells;
mod check;
mod composite;
mod compound;
mod details;
mod detectable;
mod enumeration;
pub mod evidence;
mod exact_table;
mod explain;
mod family;
mod fdr;
mod gof;
mod holm;
mod interval;
mod law;
mod mid_p;
mod monte_carlo;
pub mod onset;
mod payout_spread;
mod payouts;
mod power;
mod power_row;
mod power_table;
mod precision;
mod projection;
mod proportion;
mod raw;
mod regenerative;
mod rtp;
pub mod rtp_interval;
mod rtp_test;
pub mod special;
mod split;
pub mod stream;
mod table_test;
mod tails;
mod total;
pub mod two_samples;

pub use band::PayoutBand;
pub use block::{block_fit, block_fit_pooling, block_table_test, block_test, whole_blocks};
pub use cells::{Cell, MIN_EXPECTED};
pub use check::{Check, LOG10_P_OF_ZERO, Method, Null, Verdict};
pub use composite::{composite_fit, composite_fit_bounds};
pub use details::{CheckPart, CheckRow, Details, RawPart, RawRow};
pub use enumeration::{MAX_OUTCOMES, exact_multinomial, ln_multinomial};
pub use exact_table::table_test;
pub use family::{Rules, judge};
pub use fdr::{Dependence, false_discoveries};
pub use gof::{Gof, GofOutcome, goodness_of_fit, goodness_of_fit_pooling};
pub use holm::holm;
pub use interval::{Interval, clopper_pearson, wilson};
pub use law::LawMoments;
pub use mid_p::{display_interval, mid_p_binomial, poisson_interval};
pub use monte_carlo::{monte_carlo_p, plus_one};
pub use payout_spread::payout_spread;
pub use payouts::payout_fit;
pub use power::{
    ncp_for_power, ncx2_power, required_draws, smallest_detectable_gof, smallest_detectable_mean,
};
pub use power_row::{
    RowDeviation, absence_seen_after, absence_seen_in_block, row_draws_needed,
    smallest_detectable_row, smallest_in_row,
};
pub use power_table::{table_df, table_draws_needed};
pub use precision::{Spread, rounds_for_half_width};
pub use projection::Projection;
pub use proportion::{long_run_check, proportion_check};
pub use raw::{Effect, RawTest, readable, scientific};
pub use regenerative::{CycleMean, Cycles, MIN_PLAYERS, cycle_mean, mean_of_players};
pub use rtp::{DISPLAY_LEVEL, RtpEstimate};
pub use rtp_test::{rtp_check, rtp_check_of_chain, rtp_test, rtp_test_of_chain};
pub use table_test::{Fit, NoTest, Part, PartKind, RowTest, TableOutcome, TableTest};
pub use tails::Tails;
pub use total::{RtpTest, TotalLaw};
