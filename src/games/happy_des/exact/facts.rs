//! What the solver knows beside the payouts.

use num_traits::{One, Zero};

use crate::error::{Error, Result};
use crate::exact::{Ratio, ratio};
use crate::game::{CountSpread, Fact};
use crate::games::happy_des::Action;
use crate::games::happy_des::exact::solver::{ACTIONS, Solver};
use crate::games::happy_des::exact::universe::Universe;

/// Counters of what may come more than once a round: rolls after a 2, 3 or 4 (2.3.3.3), scores of 27 thrown again
/// (2.4.1.3) and up to fifteen throws (2.4.3). All else comes at most once: a round is lost once, stopped
/// once, and won in one universe, by one throw of five dice (2.4.2.1).
const REPEATED: [&str; 4] = ["stage-1-rolls", "cumul-throws", "cumul-rerolls-27", "identiques-throws"];

/// Mean counts per round under the ids of the card's counters, the chances of every way to win in the
/// universes that are entered, and what each universe is worth. What is 0 is left out.
pub(super) fn all(solver: &Solver<'_>, actions: &[Action]) -> Result<Vec<Fact>> {
    let mut facts = counts(solver, actions)?;
    for action in ACTIONS {
        if let Action::Play(which) = action {
            let universe = solver.universe(which);
            if actions.contains(&action) {
                facts.extend(ways(action.name(), universe));
            }
            facts.push(Fact {
                id: format!("worth:{}", action.name()),
                about: format!(
                    "mean prize in EUR of a round that enters {}, at a coefficient of 1",
                    action.name()
                ),
                value: &universe.mean / ratio(100, 1),
                bounds: Some(universe.mean_bounds.times(&ratio(1, 100))),
                spread: None,
            });
        }
    }
    facts.retain(|fact| !fact.value.is_zero());
    Ok(facts)
}

/// The mean counts per round.
fn counts(solver: &Solver<'_>, actions: &[Action]) -> Result<Vec<Fact>> {
    // The chance that a round comes to a decision and takes `action`.
    let share = |action: Action| -> Ratio {
        let taken = solver.amounts.iter().zip(actions);
        let taken = taken.filter(|(_, taken)| **taken == action);
        taken.map(|(amount, _)| solver.reach(amount)).sum()
    };
    let mut counts = vec![
        ("stage-1-rolls", solver.first_die.rolls.clone()),
        ("stage-1-lost", Ratio::one() - solver.first_die.chance()),
        ("stopped", share(Action::Stop)),
    ];
    for action in ACTIONS {
        if let Action::Play(which) = action {
            let entered = share(action);
            let universe = solver.universe(which).counts.iter();
            counts.extend(universe.map(|(id, count)| (*id, count * &entered)));
        }
    }
    let fact = |(id, value): (&str, Ratio)| {
        let counter = solver.card.counters.iter().find(|counter| counter.id == id);
        let counter = counter.ok_or_else(|| Error::internal(format!("no counter {id}")))?;
        Ok(Fact {
            id: id.to_owned(),
            about: format!("{}, per round", counter.about),
            value,
            bounds: None,
            spread: (!REPEATED.contains(&id)).then_some(CountSpread::Bernoulli),
        })
    };
    counts.into_iter().map(fact).collect()
}

/// The chances of the ways to win a universe, of those who enter it.
fn ways<'a>(name: &'a str, universe: &'a Universe) -> impl Iterator<Item = Fact> + 'a {
    let fact = move |id: &str, value| Fact {
        id: format!("win:{id}"),
        about: format!("of the rounds that enter {name}, those won with {id}"),
        value,
        bounds: None,
        spread: None,
    };
    let any = Fact {
        id: format!("win:{name}"),
        about: format!("of the rounds that enter {name}, those won"),
        value: universe.law.hit_frequency(),
        bounds: None,
        spread: None,
    };
    let ways = universe.wins.iter();
    [any].into_iter().chain(ways.map(move |win| fact(win.id, universe.chance(win))))
}
