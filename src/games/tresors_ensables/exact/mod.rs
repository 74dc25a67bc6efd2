//! The exact law of Trésors Ensablés, written from the articles alone: it shares the printed tables, the
//! views and the strategies with the simulation, and no rule.
//!
//! `odds` reads the tables; `way` has the board, the die and the gauge; `graph` what a player learns
//! of a series whose five cells are drawn together; `purse` what a player may hold. `forward` carries
//! integers (`wide`) along the board, `counts` turns them into a law and facts, `ends` into where plays end, and `span` finds the
//! range of the RTP over all odds that round to the printed ones, table by table (`polytope`).
//! `solver` puts these together. `outer` carries bounds along the board, `outer_alike` along one whose series
//! are alike, and `outer_law` makes bounds of every payout's probability of them; `anyone` has those that hold of all
//! strategies. `search` finds best and worst play on a hidden board, state
//! by state (`states`), and `sight` on one that the player sees.

mod alike;
mod anyone;
mod counts;
mod decisions;
mod ends;
mod forward;
mod graph;
mod odds;
mod outer;
mod outer_alike;
mod outer_law;
mod polytope;
mod purse;
mod search;
mod sight;
mod solver;
mod span;
mod states;
mod way;
mod wide;

pub(super) use anyone::Whoever;
pub(super) use graph::Series;
pub(super) use search::search;
pub(super) use sight::{BoardCells, Desk, Plan, Sight};
pub(super) use solver::Solver;
pub(super) use states::{Aim, Found, Rule};
