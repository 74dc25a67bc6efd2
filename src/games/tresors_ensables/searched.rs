//! Best and worst plays that were searched for, kept for whoever asks next.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::game::Readings;
use crate::games::tresors_ensables::TresorsEnsables;
use crate::games::tresors_ensables::exact::{Aim, Solver, search};
use crate::games::tresors_ensables::policy::Policy;
use crate::games::tresors_ensables::visible::Visible;
use crate::units::Stake;

/// Plays that were searched for most recently.
const KEPT: usize = 8;

/// A play that was searched for, with what it earns.
#[derive(Clone)]
pub(super) enum Play {
    /// On a board that the player does not see.
    Hidden(Arc<Policy>),
    /// On one that the player sees.
    Visible(Arc<Visible>),
}

/// What a play depends on.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    stake: Stake,
    readings: BTreeMap<String, String>,
    aim: Aim,
}

/// The plays searched for last, so that whoever prepares a run, solves it and reports on it has one search
/// made, and its worth found once.
#[derive(Default)]
pub(super) struct Searched(Mutex<VecDeque<(Key, Play)>>);

impl Searched {
    /// The play, searched for if it was not yet.
    ///
    /// # Errors
    /// Readings under which there is no search, or the search's own.
    pub(super) fn find(
        &self,
        game: &TresorsEnsables,
        stake: Stake,
        readings: &Readings,
        aim: Aim,
    ) -> Result<Play> {
        let key = Key {
            stake,
            readings: readings.names().clone(),
            aim,
        };
        // Nobody can be interrupted between two changes of the list.
        let list = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = list().iter().find(|(known, _)| *known == key).cloned();
        if let Some((_, play)) = known {
            return Ok(play);
        }
        let solver = Solver::new(game, stake, readings)?;
        check(&solver)?;
        let play = if solver.terms.visible {
            Play::Visible(Arc::new(Visible::new(&solver, aim)))
        } else {
            Play::Hidden(Arc::new(Policy::new(search(&solver, aim)?)?))
        };
        let mut list = list();
        list.truncate(KEPT - 1);
        list.push_front((key, play.clone()));
        Ok(play)
    }
}

/// Refuses readings under which there is no search.
fn check(solver: &Solver<'_>) -> Result<()> {
    if solver.terms.one_draw {
        return Err(Error::input(
            "best and worst play are not offered under layout=one-draw: what was seen of every earlier \
             series then bears on all later ones, and the search would have to remember it",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, GameEntry};

    fn found(game: &TresorsEnsables) -> usize {
        game.searched.0.lock().expect("not poisoned").len()
    }

    /// Preparing, solving and tabulating make one search; what it earns is found once and kept.
    #[test]
    #[cfg_attr(debug_assertions, ignore = "takes long without optimisation")]
    fn one_search_serves_all() {
        let game = TresorsEnsables::new().expect("the tables");
        let (stake, names) = (Stake::from_cents(100), BTreeMap::new());
        let readings = Readings::resolve(&Game::card(&game).questions, &names).expect("defaults");
        let play = || game.searched.find(&game, stake, &readings, Aim::Best);
        let Play::Hidden(policy) = play().expect("found") else {
            panic!("the board is hidden")
        };
        assert!(policy.solution.get().is_none());
        game.prepare("optimal", stake, &names, None).expect("prepared");
        let (_, solution) = game.solve("optimal", stake, &names, None).expect("solved");
        let known = policy.solution.get().expect("kept");
        assert!(known.law.agrees_with(&solution.expect("a solver").law));
        GameEntry::stopping(&game, stake, &names, false).expect("a table");
        assert_eq!(found(&game), 1);
        assert!(matches!(play(), Ok(Play::Hidden(again)) if Arc::ptr_eq(&again, &policy)));
    }

    /// Other answers and the other aim are other searches, and old ones are forgotten.
    #[test]
    fn few_searches_are_kept() {
        let game = TresorsEnsables::new().expect("the tables");
        let stake = Stake::from_cents(100);
        for (number, lives) in ["1", "2", "3"].into_iter().enumerate() {
            for (more, cap) in ["cut", "refused"].into_iter().enumerate() {
                let answers = [("board", "visible"), ("starting-lives", lives), ("life-cap", cap)];
                let names = answers.map(|(q, a)| (q.to_owned(), a.to_owned())).into();
                for strategy in ["optimal", "worst"] {
                    game.prepare(strategy, stake, &names, None).expect("prepared");
                }
                assert_eq!(found(&game), KEPT.min(4 * number + 2 * more + 2));
            }
        }
    }
}
