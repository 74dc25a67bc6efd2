//! Partial results on disk: checkpoints, shards, and how they are joined.
//!
//! # Format
//!
//! Checkpoints and shards are the same kind of file, text in UTF-8 with three lines:
//!
//! ```text
//! tirage-tally 1
//! sha256 8f4e…
//! {"written_by":{…},"identity":{…},"ask":{…},"shard":…,"started_at":…,"runs":[…]}
//! ```
//!
//! The first line ends in the version of the format, the second holds the SHA-256 (lower-case
//! hexadecimal) of the first and the third with their line ends; both stay so in every version, so
//! that damage is told from another version. The third line is one JSON object, read with `tail -n 1`
//! and any JSON tool; in version 1 it holds
//!
//! | key | value |
//! |---|---|
//! | `written_by` | `version` and `commit` (null outside a checkout) of the program |
//! | `identity` | all that decides a draw: `sampler_version`, `generator`, `seed`, `rules` (game to SHA-256 of its tables and weights), and `runs`, each with `game`, `strategy`, `stake_cents`, `readings`, `sessions` (null, or `option` and `rounds`), `rounds` planned, `chunk_rounds`, `kernel` |
//! | `ask` | what only the report needs: `titles`, `judged` (`alpha`, `rtp_tolerance` and `cell_tolerance`, strings or null), `precision` (null, or `half_width` as a string and `rounds_needed` per run) |
//! | `shard` | null, or `index` and `of` |
//! | `started_at` | when the work began, RFC 3339, UTC |
//! | `runs` | one per run: `elapsed_ms`, and `parts`, each with the chunks `from` (included) `to` (excluded) and their `tally` |
//!
//! A tally holds integers only: `rounds`; `tables`, draws per row; `counters`; `payouts`, pairs of cents
//! and rounds; `blocks` (`spread` as a string, for it may exceed 64 bits); `players`; `faults`; `streams` (`chunks`, and `prints`, pairs of a first word and how often it came up);
//! `stretches`, one per range of chunk numbers with a chunk in it: number of the range, chunks, rounds, and
//! the cents they paid as a string (see [`Stretches`](crate::tally::Stretches) for the ranges). A last
//! chunk with fewer rounds than the others is a part of its own, so that a longer run can play it anew.
//!
//! The scenario hash is the SHA-256 of `identity` as written. Everything but `started_at`,
//! `elapsed_ms` and `written_by` is the same whoever plays it.

mod bind;
mod codec;
mod durable;
mod folder;
mod hash;
mod join;
mod record;
mod tally;

pub use bind::{Stored, Written};
pub use codec::{FORMAT_VERSION, Unread, decode, encode};
pub use durable::{attempt, write_durably};
pub use folder::{Checkpoints, Found, without_superseded};
pub use hash::hex;
pub use join::{Joined, join};
pub use record::{
    Ask, AskedPrecision, Document, Identity, Judged, PartRecord, RunIdentity, RunRecord,
    SessionsRecord, ShardRecord, WrittenBy,
};
pub use tally::TallyRecord;
