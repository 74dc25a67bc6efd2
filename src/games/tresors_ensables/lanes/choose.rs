//! Which runs have a kernel of many rounds, and which.

use std::any::Any;
use std::num::NonZeroU64;

use crate::game::{AnyLanes, Strategy};
use crate::games::tresors_ensables::TresorsEnsables;
use crate::games::tresors_ensables::board::Square;
use crate::games::tresors_ensables::lanes::laws::Limits;
use crate::games::tresors_ensables::lanes::series::BySeries;
use crate::games::tresors_ensables::lanes::told::Fast;
use crate::games::tresors_ensables::strategy::{Chests, FirstChest, Gain, Gold, Lives};
use crate::games::tresors_ensables::tables::{Dealing, MOST_LIVES, Rules, STEP};

/// The kernel for a run. There is none with sessions, for the plays that a solver finds, where the board is
/// drawn ahead or once, where a roll can be lost, and for rules that no reading gives, unless they differ in
/// the draws, the layouts or the way of the gauge up to three alone.
pub(in crate::games::tresors_ensables) fn choose<S: Strategy<TresorsEnsables>>(
    rules: &Rules,
    strategy: &S,
    session: Option<NonZeroU64>,
) -> AnyLanes<TresorsEnsables> {
    let squares = rules.squares.iter().enumerate();
    let is_plain = session.is_none()
        && rules.dealing == Dealing::default()
        && rules.reach == usize::MAX
        && squares.into_iter().all(|(cell, square)| *square == Square::of(cell))
        && is_gauge(rules);
    let strategy: &dyn Any = strategy;
    if !is_plain {
        return None;
    }
    let kernel = BySeries::new(rules, limits(strategy)?);
    Some(Box::new(Fast(kernel.ok()?)))
}

/// When a player stops who goes by chests, gain or lives alone.
fn limits(strategy: &dyn Any) -> Option<Limits> {
    let never = Limits::NEVER;
    if strategy.is::<Gold>() {
        Some(never)
    } else if strategy.is::<FirstChest>() {
        Some(Limits { chests: 1, ..never })
    } else if let Some(&Chests(chests)) = strategy.downcast_ref() {
        // The tenth chest is the gold one.
        Some(Limits { chests: chests as u32, ..never })
    } else if let Some(Gain(gain)) = strategy.downcast_ref() {
        let steps = (gain.0 + STEP.0 - 1) / STEP.0;
        Some(Limits { steps: steps.min(i64::from(never.steps)) as u32, ..never })
    } else if let Some(&Lives(lives)) = strategy.downcast_ref() {
        Some(Limits { lives: lives as u32, ..never })
    } else {
        None
    }
}

/// Whether the gauge shows three at most, and cells without effect leave it.
fn is_gauge(rules: &Rules) -> bool {
    let gauge = &rules.lives_after[..=MOST_LIVES];
    let most = gauge.iter().flatten().max();
    rules.lives <= MOST_LIVES
        && most.is_some_and(|&most| usize::from(most) <= MOST_LIVES)
        && gauge.iter().enumerate().all(|(lives, after)| usize::from(after[4]) == lives)
}
