//! What the solver knows beside the payouts.

use num_traits::{One, Zero};

use crate::error::{Error, Result};
use crate::exact::{Ratio, ratio};
use crate::game::Fact;
use crate::games::happy_des::Action;
use crate::games::happy_des::exact::solver::{ACTIONS, Solver};
use crate::games::happy_des::exact::universe::Universe;

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
                value: universe.mean() / ratio(100, 1),
                bounds: Some(universe.mean_bounds().times(&ratio(1, 100))),
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
        })
    };
    counts.into_iter().map(fact).collect()
}

/// The chances of the ways to win a universe, of those who enter it.
fn ways<'a>(name: &'a str, universe: &'a Universe) -> impl Iterator<Item = Fact> + 'a {
    let fact = move |id: &str, value| Fact {
        id: format!("win:{id}"),
        about: format!("chance of a round that enters {name} to win with {id}"),
        value,
        bounds: None,
    };
    let any = Fact {
        id: format!("win:{name}"),
        about: format!("chance of a round that enters {name} to win"),
        value: universe.hit_frequency(),
        bounds: None,
    };
    let ways = universe.wins.iter();
    [any].into_iter().chain(ways.map(move |win| fact(win.id, universe.chance(win))))
}
