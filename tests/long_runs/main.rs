//! Runs that are cut into pieces, whichever way: by checkpoints, kills, shards, full disks, damage. The bytes
//! of the report are those of one uninterrupted run.

#![allow(
    clippy::semicolon_if_nothing_returned,
    clippy::format_collect,
    clippy::duration_suboptimal_units,
    clippy::redundant_closure,
    clippy::redundant_closure_for_method_calls,
    clippy::print_stdout,
    reason = "tests of processes: figures are printed, and what reads straight on is left so"
)]

mod damage;
mod formats;
mod interrupted;
mod joined;
mod limits;
mod merge;
mod pieces;
mod program;
mod scale;
mod slurm;
mod small;
