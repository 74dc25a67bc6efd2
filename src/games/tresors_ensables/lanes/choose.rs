//! Which runs have a kernel of many rounds, and which.

use std::any::Any;
use std::num::NonZeroU64;

use crate::game::{AnyLanes, Strategy};
use crate::games::tresors_ensables::TresorsEnsables;
use crate::games::tresors_ensables::board::Square;
use crate::games::tresors_ensables::lanes::series::BySeries;
use crate::games::tresors_ensables::lanes::stops::{Bands, Limits};
use crate::games::tresors_ensables::lanes::told::Fast;
use crate::games::tresors_ensables::policy;
use crate::games::tresors_ensables::strategy::{Chests, FirstChest, Gain, Gold, Lives};
use crate::games::tresors_ensables::tables::{Dealing, MOST_LIVES, Rules, STEP};

/// The kernel for a run. There is none with sessions, where the board is drawn ahead or once, where a roll
/// can be lost, and for rules that no reading gives, unless they differ in the laws alone.
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
        && rules.lives <= MOST_LIVES;
    let strategy: &dyn Any = strategy;
    if !is_plain {
        return None;
    }
    if let Some(policy) = policy::table_of(strategy) {
        let kernel = BySeries::new(rules, Bands::new(policy, rules));
        return Some(Box::new(Fast(kernel.ok()?)));
    }
    let mut limits = limits(strategy)?;
    limits.on_cells = if rules.anywhere { limits.lives } else { 0 };
    let kernel = BySeries::new(rules, limits);
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
        Some(Limits { chests: chests as u16, ..never })
    } else if let Some(Gain(gain)) = strategy.downcast_ref() {
        let steps = (gain.0 + STEP.0 - 1) / STEP.0;
        Some(Limits { steps: steps.min(i64::from(never.steps)) as u16, ..never })
    } else if let Some(&Lives(lives)) = strategy.downcast_ref() {
        Some(Limits { lives: lives as u16, ..never })
    } else {
        None
    }
}
