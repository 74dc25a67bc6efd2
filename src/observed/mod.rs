//! Plays that somebody else observed: read from a file, and judged against what is published.
//!
//! `records` splits a CSV file into records, `columns` reads its header, `fields` and `instant` single fields,
//! and `read` adds everything up into a [`Log`].

mod columns;
mod fields;
mod instant;
mod log;
mod read;
mod records;

pub use columns::Form;
pub use log::{Draws, Fault, Group, Log, Payouts, Plays};
pub use read::{read_from, read_log};
