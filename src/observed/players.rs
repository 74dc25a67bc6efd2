//! Players of a fixed number of plays, held against the log.

use std::collections::HashMap;

use crate::error::{Error, Result};
use crate::game::Sessions;
use crate::observed::columns::Form;
use crate::observed::knowledge::Players;
use crate::observed::log::Log;

/// Players whose plays are counted one by one; of more the plays are counted together.
const KEPT: usize = 1 << 20;
/// Players named in an error.
const NAMED: usize = 3;

/// Plays by player, where the file says who played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByPlayer {
    /// Plays of each, by the name in the file.
    pub plays: HashMap<String, u64>,
    /// Plays of players beyond the first 2^20.
    pub others: u64,
}

impl ByPlayer {
    /// Adds plays of a player.
    pub(super) fn add(&mut self, player: &str, count: u64) {
        if let Some(plays) = self.plays.get_mut(player) {
            *plays += count;
        } else if self.plays.len() < KEPT {
            self.plays.insert(player.to_owned(), count);
        } else {
            self.others += count;
        }
    }
}

impl Players {
    /// Holds what is said of the players against `log`, which must consist of whole players: each that the file
    /// names, as far as memory is spent on them, and all plays together.
    ///
    /// # Errors
    /// Players with another number of plays, or plays that are no multiple of it.
    pub fn check(&self, log: &Log) -> Result<()> {
        match self {
            Self::Each(sessions) if log.form == Form::Payouts => whole(sessions, log),
            Self::Any | Self::LongRun | Self::Each(_) => Ok(()),
        }
    }
}

fn whole(sessions: &Sessions, log: &Log) -> Result<()> {
    let (option, each) = (&sessions.option, sessions.rounds.get());
    let hint =
        format!("give the log of whole players, from their first play on, or leave --{option} out");
    let strange = log
        .players
        .plays
        .iter()
        .filter(|(_, plays)| **plays > 0 && **plays != each);
    let mut strange: Vec<(&String, &u64)> = strange.collect();
    if !strange.is_empty() {
        strange.sort_unstable();
        let named = strange.iter().take(NAMED);
        let named: Vec<String> = named
            .map(|(player, plays)| format!("player {player}: {plays}"))
            .collect();
        return Err(Error::input(format!(
            "--{option} says that each player made exactly {each} plays, and {} of the {} players in the file did not \
             ({}{}): {hint}",
            strange.len(),
            log.players.plays.len(),
            named.join(", "),
            if strange.len() > NAMED { ", ..." } else { "" }
        )));
    }
    let total = log.total;
    if !total.is_multiple_of(each) {
        return Err(Error::input(format!(
            "the file has {total} plays, and --{option} says that each player made exactly {each}: {total} is no multiple \
             of {each}; {hint}"
        )));
    }
    Ok(())
}
