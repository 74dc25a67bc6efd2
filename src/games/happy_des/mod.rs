//! Happy Dés: a first die for a prize, which the player keeps or stakes as a coefficient on one of three
//! universes of dice.
//!
//! `kernel` plays one round in the order of the articles and hands over to `stage1`, `cumul`, `figures` or
//! `identiques`, each with the rules it draws from, its counts and how they unfold. `tables` turns the
//! printed tables into prizes at the stake, `dice` groups the outcomes of a few dice by the faces shown,
//! `law` draws one row of a table. `strategy` and `readings` are what a run may choose. `exact` is the
//! solver, written without a look at all that, and `policy` the best and the worst play it finds.
//! `tampering` has mistakes for the checks to find.

mod card;
mod cumul;
mod exact;
mod dice;
mod figures;
mod identiques;
mod kernel;
mod lanes;
mod law;
mod policy;
mod readings;
mod stage1;
mod strategy;
mod tables;
pub mod tampering;

pub use card::HappyDes;
pub use kernel::Sheet;
pub use policy::Policy;
pub use readings::{Coefficient, Figures, FullHouse, Reroll, Suite};
pub use strategy::{
    Action, Destination, Enter, Stop, Threshold, ToCumul, ToFigures, ToIdentiques, Universe, View,
};
pub use tables::Rules;
