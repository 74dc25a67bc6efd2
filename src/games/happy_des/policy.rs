//! Best and worst play: the decisions that the solver finds at every amount.
//!
//! The amount is all that a player learns before the one decision there is, and rounds do not depend on
//! each other. So the best policy of all 4^4 takes at every amount the action worth most there.

use crate::error::Result;
use crate::game::{Game, Player, Readings, Strategy};
use crate::games::happy_des::exact::{Choice, Solver, Worth};
use crate::games::happy_des::{Action, HappyDes, View};
use crate::units::{Cents, Stake};

/// A strategy as a table from amounts to actions.
pub struct Policy {
    rows: Vec<(Cents, Action)>,
}

impl Policy {
    /// The policy that takes at each printed amount the action beside it, and stops at any other.
    pub fn new(rows: Vec<(Cents, Action)>) -> Self {
        Self { rows }
    }

    /// The amounts with their actions.
    pub fn rows(&self) -> &[(Cents, Action)] {
        &self.rows
    }
}

impl Strategy<HappyDes> for Policy {
    #[inline]
    fn decide(&self, view: &View) -> Action {
        let row = self.rows.iter().find(|(amount, _)| *amount == view.amount);
        row.map_or(Action::Stop, |(_, action)| *action)
    }
}

/// Which end of play is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Best,
    Worst,
}

impl Aim {
    fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Worst => "worst",
        }
    }

    fn comparative(self) -> &'static str {
        match self {
            Self::Best => "better",
            Self::Worst => "worse",
        }
    }

    /// The action to take; the first of equals.
    fn of(self, choice: &Choice) -> Option<&Worth> {
        choice.options.iter().reduce(|found, other| {
            let is_better = match self {
                Self::Best => other.mean > found.mean,
                Self::Worst => other.mean < found.mean,
            };
            if is_better { other } else { found }
        })
    }

    /// Whether some odds that round to the printed ones make `other` a strictly better answer than
    /// `found`. Two actions never share a table, so their means reach their ends independently.
    fn may_be_beaten(self, found: &Worth, other: &Worth) -> bool {
        match self {
            Self::Best => other.bounds.high > found.bounds.low,
            Self::Worst => other.bounds.low < found.bounds.high,
        }
    }

    fn policy(self, choices: &[Choice]) -> Policy {
        let row = |choice: &Choice| Some((choice.amount, self.of(choice)?.action));
        Policy::new(choices.iter().filter_map(row).collect())
    }
}

/// The best policy for the player under the model weights.
pub(super) fn best(game: &HappyDes, stake: Stake, readings: &Readings) -> Result<Box<dyn Player<HappyDes>>> {
    solved(game, stake, readings, Aim::Best)
}

/// The worst policy for the player under the model weights.
pub(super) fn worst(game: &HappyDes, stake: Stake, readings: &Readings) -> Result<Box<dyn Player<HappyDes>>> {
    solved(game, stake, readings, Aim::Worst)
}

fn solved(
    game: &HappyDes,
    stake: Stake,
    readings: &Readings,
    aim: Aim,
) -> Result<Box<dyn Player<HappyDes>>> {
    let choices = Solver::new(game.card(), stake, readings)?.choices();
    Ok(Box::new(aim.policy(&choices)))
}

/// What best and worst play are, and whether the published odds determine them.
pub(super) fn findings(choices: &[Choice]) -> Vec<String> {
    [Aim::Best, Aim::Worst].map(|aim| finding(choices, aim)).to_vec()
}

fn finding(choices: &[Choice], aim: Aim) -> String {
    let mut found = Vec::new();
    let mut rivals = Vec::new();
    for choice in choices {
        let Some(worth) = aim.of(choice) else {
            continue;
        };
        found.push((choice.amount, worth.action.name().to_owned()));
        let others = choice.options.iter();
        let others: Vec<&str> = others
            .filter(|other| other.action != worth.action && aim.may_be_beaten(worth, other))
            .map(|other| other.action.name())
            .collect();
        if !others.is_empty() {
            rivals.push((choice.amount, others.join(", ")));
        }
    }
    let play = by_amount(&found, choices.len());
    let name = aim.name();
    if rivals.is_empty() {
        return format!(
            "The {name} play is {play}, and the published odds determine it: under none of the odds \
             that round to them is another decision {}.",
            aim.comparative()
        );
    }
    format!(
        "The {name} play under the model weights is {play}, but the published odds do not determine \
         it: under some of the odds that round to them another decision is {} ({}).",
        aim.comparative(),
        by_amount(&rivals, choices.len())
    )
}

/// What holds at each amount, in few words.
fn by_amount(rows: &[(Cents, String)], amounts: usize) -> String {
    match rows {
        [(_, first), rest @ ..]
            if rows.len() == amounts && rest.iter().all(|(_, what)| what == first) =>
        {
            format!("{first} at every amount")
        }
        _ => {
            let parts = rows.iter();
            let parts = parts.map(|(amount, what)| format!("{what} at {amount} EUR"));
            parts.collect::<Vec<_>>().join("; ")
        }
    }
}
