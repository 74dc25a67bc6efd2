//! Audits of observed plays: lawful logs pass, and each fault is found with its row named.

mod cli;
mod csv;
mod faults;
mod lawful;
mod sample;
