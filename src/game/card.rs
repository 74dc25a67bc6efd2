//! What there is to know about a game before a round is played.

use std::num::NonZeroU64;

use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::game::reading::Question;
use crate::published::{Published, Table};
use crate::tally::Tally;
use crate::units::Stake;

/// Something a kernel counts beside the published rows.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    /// Identifier; never changes once released.
    pub id: &'static str,
    /// What is counted.
    pub about: &'static str,
}

/// What holds in every round, whatever the odds: a round that breaks it is counted among
/// [`Tally::faults`] and fails the run.
#[derive(Clone, Copy, Debug)]
pub struct Certainty {
    /// First part of the check's identifier, before the game's.
    pub id: &'static str,
    /// What holds.
    pub about: &'static str,
}

/// Players who each play a fixed number of rounds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sessions {
    /// The name of the option that asks for them, `plays` or `tickets`.
    pub option: String,
    /// Rounds of each player.
    pub rounds: NonZeroU64,
}

/// The offer of [`Sessions`].
#[derive(Clone, Copy, Debug)]
pub struct SessionOffer {
    /// The name of the option.
    pub option: &'static str,
    /// What such players do.
    pub about: &'static str,
    /// The most rounds a player can play.
    pub most: u64,
    /// Whether a player carries something from round to round for good, so that rounds say little about a law
    /// while the players' pasts are not known.
    pub carries: bool,
}

/// The public data of a game.
#[derive(Clone, Debug)]
pub struct GameCard {
    /// Identifier, e.g. `happy-des`.
    pub id: String,
    /// Name as published.
    pub title: String,
    /// The legal text the tables come from.
    pub source: String,
    /// Stakes on offer, ascending.
    pub stakes: Vec<Stake>,
    /// Questions the text leaves open, each with its default answer first.
    pub questions: Vec<&'static Question>,
    /// Counters, in tally order.
    pub counters: Vec<Counter>,
    /// Published tables, in tally order.
    pub tables: Vec<Table>,
    /// What is checked in every round, where the game checks something.
    pub certainty: Option<Certainty>,
    /// Players of a fixed number of rounds, where the game offers them.
    pub sessions: Option<SessionOffer>,
}

impl GameCard {
    /// The card of a game whose printed tables were loaded.
    pub fn new(
        published: Published,
        stakes: &[Stake],
        questions: &[&'static Question],
        counters: &[Counter],
    ) -> Self {
        Self {
            id: published.game,
            title: published.title,
            source: published.source,
            stakes: stakes.to_vec(),
            questions: questions.to_vec(),
            counters: counters.to_vec(),
            tables: published.tables,
            certainty: None,
            sessions: None,
        }
    }

    /// The same card, its kernel checking `certainty` in every round.
    #[must_use]
    pub fn with_certainty(mut self, certainty: Certainty) -> Self {
        self.certainty = Some(certainty);
        self
    }

    /// The same card, offering players of a fixed number of rounds.
    #[must_use]
    pub fn with_sessions(mut self, offer: SessionOffer) -> Self {
        self.sessions = Some(offer);
        self
    }

    /// Checks that `sessions` are on offer.
    ///
    /// # Errors
    /// The game does not offer them, or not so many rounds.
    pub fn check_sessions(&self, sessions: &Sessions) -> Result<()> {
        let option = &sessions.option;
        match self.sessions {
            Some(offer) if offer.option == option => {
                if sessions.rounds.get() > offer.most {
                    return Err(Error::input(format!(
                        "{option} {} of {}: a player plays at most {}",
                        sessions.rounds, self.id, offer.most
                    )));
                }
                Ok(())
            }
            Some(offer) => Err(Error::input(format!(
                "{} has no option `{option}`; did you mean `{}`?",
                self.id, offer.option
            ))),
            None => Err(Error::input(format!(
                "{} has no option `{option}`",
                self.id
            ))),
        }
    }

    /// Checks that `stake` is on offer.
    ///
    /// # Errors
    /// It is not; the message lists those that are.
    pub fn check_stake(&self, stake: Stake) -> Result<()> {
        if self.stakes.contains(&stake) {
            return Ok(());
        }
        let valid: Vec<String> = self.stakes.iter().map(ToString::to_string).collect();
        Err(Error::input(format!(
            "unknown stake of {} in EUR `{stake}` (valid: {})",
            self.id,
            valid.join(", ")
        )))
    }

    /// Checks that the tables have the ids (without the game) and numbers of rows that the game's
    /// code was written for, in that order.
    ///
    /// # Errors
    /// Names the first table that differs.
    pub fn check_shape(&self, shape: &[(&str, usize)]) -> Result<()> {
        let mut found = self.tables.iter();
        for &(id, rows) in shape {
            let wanted = format!("{}/{id}", self.id);
            match found.next() {
                Some(table) if table.id == wanted && table.rows.len() == rows => {}
                Some(table) => {
                    return Err(Error::internal(format!(
                        "expected table {wanted} with {rows} rows, found {} with {}",
                        table.id,
                        table.rows.len()
                    )));
                }
                None => return Err(Error::internal(format!("table {wanted} is missing"))),
            }
        }
        found.next().map_or(Ok(()), |extra| {
            Err(Error::internal(format!("table {} is not used", extra.id)))
        })
    }

    /// A tally of this game with nothing counted.
    pub fn empty_tally(&self) -> Tally {
        Tally::new(
            self.tables.iter().map(|table| table.rows.len()),
            self.counters.len(),
        )
    }

    /// Feeds everything that decides the odds (ids, articles, labels, printed numbers, weights)
    /// into `hash`, each with its length in front.
    pub fn digest_into(&self, hash: &mut Sha256) {
        let mut field = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        };
        field(&self.id);
        for table in &self.tables {
            field(&table.id);
            field(&table.article);
            for (row, weight) in table.rows.iter().zip(&table.weights.values) {
                field(&row.label);
                field(row.printed.text().unwrap_or_default());
                field(&weight.to_string());
            }
            field(&table.weights.denominator.to_string());
        }
    }
}
