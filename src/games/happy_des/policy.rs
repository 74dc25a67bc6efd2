//! Best and worst play: the decisions that the solver finds at every amount.
//!
//! The amount is all that a player learns before the one decision there is, and rounds do not depend on
//! each other. So the best policy of all 4^4 takes at every amount the action worth most there.

use crate::error::Result;
use crate::exact::{Ratio, ratio, to_f64};
use crate::game::{Player, Readings, Strategy};
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
    let choices = Solver::new(crate::game::Game::card(game), stake, readings)?.choices();
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
        let Some(worth) = aim.of(choice) else { continue };
        found.push((choice.amount, worth.action.name()));
        for other in &choice.options {
            if other.action != worth.action && aim.may_be_beaten(worth, other) {
                rivals.push((choice.amount, format!("{} and {}", span(worth), span(other))));
            }
        }
    }
    let mut text = format!("{} play under the model weights: {}. ", aim.name(), by_amount(&found));
    if rivals.is_empty() {
        text += "The published odds determine it: under all odds that round to them it is the same.";
    } else {
        text += "The published odds do not determine it: the means overlap of ";
        let rivals: Vec<(Cents, &str)> = rivals.iter().map(|(at, what)| (*at, what.as_str())).collect();
        text += &by_amount(&rivals);
        text.push('.');
    }
    text
}

/// What holds at each amount, in few words.
fn by_amount(rows: &[(Cents, &str)]) -> String {
    let parts = rows.iter().map(|(amount, what)| format!("{what} at {amount} EUR"));
    match rows {
        [(_, first), ..] if rows.iter().all(|(_, what)| what == first) => {
            format!("{first} at every amount")
        }
        _ => parts.collect::<Vec<_>>().join(", "),
    }
}

/// An action with the range of its mean, in EUR.
fn span(worth: &Worth) -> String {
    let euros = |cents: &Ratio| to_f64(&(cents / ratio(100, 1)));
    format!(
        "{} ({:.4} to {:.4} EUR)",
        worth.action.name(),
        euros(&worth.bounds.low),
        euros(&worth.bounds.high)
    )
}
