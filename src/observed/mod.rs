//! Plays that somebody else observed: read from a file, and judged against what is published.
//!
//! `records` splits a CSV file into records, `columns` reads its header, `fields` and `instant` single fields,
//! and `read` adds everything up into a [`Log`].
//!
//! `judge` gives the verdict: `examine` puts the log to its tests under one set of answers to the text's open
//! questions, `block` those of tickets and `rtp` that of the mean payout, `knowledge` keeps what solvers
//! said, `answers` lists the sets to be tried, and `players` holds what is said of players against the log.

mod answers;
mod block;
mod columns;
mod examine;
mod fields;
mod instant;
mod judge;
mod knowledge;
mod log;
mod players;
mod read;
mod records;
mod rtp;

pub use columns::Form;
pub use judge::{Alternative, Auditor, GroupFigures, Judgement, SHOWN_LEVEL};
pub use knowledge::{Answers, Players};
pub use log::{Draws, Fault, Group, Log, Payouts, Plays};
pub use players::ByPlayer;
pub use read::{read_from, read_log};
pub use rtp::ObservedRtp;
