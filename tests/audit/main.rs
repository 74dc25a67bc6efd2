//! Audits of observed plays: lawful logs pass, and each fault is found with its row named.

mod csv;
mod cli;
mod faults;
mod lawful;
mod sample;
