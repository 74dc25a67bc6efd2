//! The exact law of Happy Dés, written from the articles alone: it shares the printed tables, the
//! views and the strategies with the simulation, and no rule.
//!
//! `first_die` has the first die, `score` Happy Cumul, `figure` Happy Figures, `brelan` Happy Identiques;
//! each gives the ways to win with their chances, as integers over the number of equally likely throws.
//! `prize` turns printed tables into laws of prizes and bounds of their means, `universe` joins the two,
//! `solver` puts the stages together for a strategy, `outer` bounds the probabilities of what it pays, and
//! `facts` names what came out.

mod brelan;
mod facts;
mod figure;
mod first_die;
mod outer;
mod prize;
mod score;
mod solver;
mod universe;

pub(super) use solver::{Choice, Solver, Worth};
