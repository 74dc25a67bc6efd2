//! A fault, and the list of all of them.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::sync::Arc;

use crate::error::{Result, unknown};
use crate::game::{GameEntry, Prepared, Sessions};
use crate::selftest::seam::{At, Seam};
use crate::selftest::{
    chunks, clefs_du_tresor, happy_des, o_secousses, piece_dor, tresors_ensables,
};
use crate::units::Stake;

/// A mistake, where it enters, and the run in which it must be caught.
pub struct Fault {
    /// The name users type; unique.
    pub id: &'static str,
    /// The game it is played in.
    pub game: &'static str,
    /// The article it breaks; empty for a mistake of the engine.
    pub article: &'static str,
    /// What is wrong.
    pub about: &'static str,
    /// The strategy it is played with.
    pub strategy: &'static str,
    /// The stake.
    pub stake: Stake,
    /// Rounds of each player, in a run of such players: `plays` or `tickets` and their number.
    pub sessions: Option<(&'static str, NonZeroU64)>,
    /// Rounds within which a check must fail: several times what a deviation of its size needs, so that it
    /// is caught under any seed.
    pub limit: u64,
    pub(super) seam: &'static dyn Seam,
}

impl Fault {
    /// Where the mistake enters: `tables`, `rules`, `reading`, `draws`, `dealing` or `chunks`.
    pub fn seam(&self) -> &'static str {
        self.seam.name()
    }

    /// Players of a fixed number of rounds, if the run is one of such.
    pub fn sessions(&self) -> Option<Sessions> {
        self.sessions.map(|(option, rounds)| Sessions {
            option: option.to_owned(),
            rounds,
        })
    }

    /// The run with the mistake; `entry` is the game as it should be.
    ///
    /// # Errors
    /// (Internal) the fault does not fit the game.
    pub fn prepare(&self, entry: &dyn GameEntry) -> Result<Arc<dyn Prepared>> {
        self.seat(entry, true)
    }

    /// The run that goes through the same seam without a mistake: it plays what the game plays.
    ///
    /// # Errors
    /// (Internal) the fault does not fit the game.
    pub fn prepare_neutral(&self, entry: &dyn GameEntry) -> Result<Arc<dyn Prepared>> {
        self.seat(entry, false)
    }

    /// The run as the game would play it.
    ///
    /// # Errors
    /// (Internal) the fault does not fit the game.
    pub fn prepare_unfaulted(&self, entry: &dyn GameEntry) -> Result<Arc<dyn Prepared>> {
        let sessions = self.sessions();
        entry.prepare(
            self.strategy,
            self.stake,
            &BTreeMap::new(),
            sessions.as_ref(),
        )
    }

    fn seat(&self, entry: &dyn GameEntry, faulty: bool) -> Result<Arc<dyn Prepared>> {
        let at = At {
            entry,
            strategy: self.strategy,
            stake: self.stake,
            sessions: self.sessions(),
        };
        self.seam.seat(&at, faulty)
    }
}

/// All faults, game by game.
pub fn faults() -> impl Iterator<Item = &'static Fault> {
    let games = [
        tresors_ensables::FAULTS,
        happy_des::FAULTS,
        clefs_du_tresor::FAULTS,
        o_secousses::FAULTS,
        piece_dor::FAULTS,
        chunks::FAULTS,
    ];
    games.into_iter().flatten()
}

/// The fault called `id`.
///
/// # Errors
/// There is none; the message lists those there are.
pub fn find(id: &str) -> Result<&'static Fault> {
    let found = faults().find(|fault| fault.id == id);
    found.ok_or_else(|| unknown("fault", id, faults().map(|fault| fault.id)))
}
