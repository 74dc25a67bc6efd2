//! Audits of observed plays: lawful logs pass, and each fault is found with its row named.

mod allowance;
mod anyone;
mod cli;
mod csv;
mod documents;
mod far;
mod faults;
mod lawful;
mod players;
mod sample;
#[path = "../sizes/sampler.rs"]
mod sampler;
mod small;
#[path = "../every_game/toy.rs"]
mod toy;
