//! The alarm, tested: games with a mistake in them must fail their checks, games without must not.
//!
//! A [`Fault`] is a mistake that a real implementation could make. It enters through one of the `seam`s
//! that a game has anyway (its tables, the rules of a run, the answers to its questions, the source of its
//! draws, the tickets and reveals it deals, its chunks), so that the kernel plays it without knowing, and is
//! judged by the solver and the tables of the game as published. `hunt` plays a fault in growing stages
//! until a check fails; `control` plays the games as they are under many seeds and counts the alarms.
//! There is one file of faults per game, `chunks` for those of the engine; `draws` has the faulty sources of
//! draws. `document` is the answer as data and text.

mod chunks;
mod clefs_du_tresor;
mod control;
mod document;
mod draws;
mod fault;
mod happy_des;
mod hunt;
mod o_secousses;
mod piece_dor;
mod seam;
mod tresors_ensables;
mod whole;

pub use control::{ALARM_LEVEL, Control, SEEDS, control};
pub use document::{FaultList, SelftestReport};
pub use fault::{Fault, faults, find};
pub use hunt::{Catch, Hunt, STAGE_LEVEL, hunt};
pub use whole::selftest;
