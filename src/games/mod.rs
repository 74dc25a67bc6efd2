//! The games: one folder each, one line each.

use crate::error::Result;
use crate::game::GameEntry;

/// Declares the modules of the games and the registry that lists them.
macro_rules! games {
    ($($module:ident :: $game:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// All games, their tables loaded and checked.
        ///
        /// # Errors
        /// A table that contradicts itself or the code that reads it.
        pub fn registry() -> Result<Vec<Box<dyn GameEntry>>> {
            Ok(vec![$(Box::new($module::$game::new()?)),*])
        }
    };
}

games! {
    tresors_ensables::TresorsEnsables,
    happy_des::HappyDes,
    clefs_du_tresor::ClefsDuTresor,
    o_secousses::OSecousses,
    piece_dor::PieceDor,
}
