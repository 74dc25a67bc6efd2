//! What holds of whoever plays: whatever is decided, by whoever sees whatever of the board.
//!
//! The die and the cells do not ask who rolls (3.2.2, 3.2.4), so every play can be set beside the same one that is
//! never stopped. A player is paid a gain that this one holds at some time, once at most as gains only grow
//! (3.3.5), and is not paid only where this one is lost, and always where it is lost before any chest, as there is nothing to
//! decide before (3.2.6). So what that play comes to bounds the law of every strategy under every reading of what the player
//! sees and where he may stop: those of a board in sight, and those that nobody can search for.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::exact::{Bounds, Ratio, to_f64};
use crate::games::tresors_ensables::exact::odds::Contents;
use crate::games::tresors_ensables::exact::outer::{Mass, Reached, SLACK};
use crate::games::tresors_ensables::exact::outer_law::bounds;
use crate::games::tresors_ensables::exact::solver::Solver;
use crate::games::tresors_ensables::exact::way::{SERIES, Terms};
use crate::units::Cents;

/// What plays that nobody stops come to, by the readings that bear on it, found once for all that ask.
#[derive(Default)]
pub(in crate::games::tresors_ensables) struct Whoever(Mutex<Vec<(Terms, Arc<Reached>)>>);

impl Whoever {
    /// What is known, or is found now.
    fn find(&self, terms: &Terms, find: impl FnOnce() -> Result<Reached>) -> Result<Arc<Reached>> {
        let key = terms.of_anyone();
        // Nobody can be interrupted between two changes of the list.
        let list = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = list().iter().find(|(known, _)| *known == key).map(|(_, found)| found.clone());
        if let Some(found) = known {
            return Ok(found);
        }
        // Found twice if two threads ask at once; neither waits for the other.
        let found = Arc::new(find()?);
        list().push((key, found.clone()));
        Ok(found)
    }
}

impl Solver<'_> {
    fn whoever(&self) -> Result<Arc<Reached>> {
        self.whoever.find(&self.terms, || self.reached())
    }

    /// Bounds of the probability of every payout over all that players may decide and all odds that round to the
    /// printed ones.
    ///
    /// # Errors
    /// Never for the tables of the card.
    pub(in crate::games::tresors_ensables) fn any_payout_bounds(&self) -> Result<BTreeMap<Cents, Bounds>> {
        let reached = self.whoever()?;
        let widened = |(amount, mass): (&Cents, &Mass)| {
            let least = match *amount {
                Cents::ZERO => (1.0 - reached.first[1] * (1.0 + SLACK)).max(0.0),
                _ => 0.0,
            };
            (*amount, [least, mass[1].min(1.0)])
        };
        bounds(&reached.amounts.iter().map(widened).collect())
    }

    /// Bounds of the RTP over the same: at least the smallest content of a chest where the play that is never stopped
    /// comes to the end, at most the contents of all chests that it opens.
    ///
    /// # Errors
    /// Never for the tables of the card.
    pub(in crate::games::tresors_ensables) fn any_rtp_bounds(&self) -> Result<Bounds> {
        let reached = self.whoever()?;
        let chests = (0..SERIES).map(|series| self.odds.chest(series));
        let smallest = |kind: &Contents| kind.rows.iter().map(|(amount, _)| amount.0).min();
        let smallest = chests.clone().filter_map(smallest).min().unwrap_or(0);
        let most: f64 = chests.zip(&reached.opened).map(|(chest, opened)| opened[1] * to_f64(&chest.mean.high)).sum();
        let least = reached.opened[SERIES - 1][0] * smallest as f64;
        let number = |cents: f64| {
            let exact = Ratio::from_float(cents);
            exact.ok_or_else(|| Error::internal("an RTP without bounds"))
        };
        let stake = Ratio::from_integer(self.stake.cents().into());
        Ok(Bounds {
            low: number(least * (1.0 - SLACK))? / &stake,
            high: number(most * (1.0 + SLACK))? / &stake,
        })
    }
}
