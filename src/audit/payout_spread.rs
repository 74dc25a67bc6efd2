//! How the payouts of a run spread, from the exact law, before anything is played.

use super::precision::Spread;
use crate::error::Result;
use crate::exact::{ratio, to_f64};
use crate::game::{GameEntry, RunSpec, Sessions, Solution};
use crate::units::Cents;

/// How the payouts of `spec` vary together, in stakes squared; none where that is not known.
///
/// Tickets dealt from a block and plays that depend on each other through what a player holds spread
/// otherwise than independent rounds of the same law.
///
/// # Errors
/// The solver's own.
pub fn payout_spread(
    game: &dyn GameEntry,
    spec: &RunSpec,
    solution: &Solution,
) -> Result<Option<Spread>> {
    let unit = (spec.stake.cents() as f64) * (spec.stake.cents() as f64);
    let marginal = to_f64(&solution.law.variance()) / unit;
    let per_round = |variance: f64| Some(Spread::PerRound(variance));
    if let Some(tickets) = block_tickets(game) {
        // Players meet a fresh block each, so that they are independent, and their tickets are not.
        return Ok(match &spec.sessions {
            None => Some(Spread::Block {
                variance: marginal,
                tickets,
            }),
            Some(bought) => {
                let left = tickets.saturating_sub(bought.rounds.get()) as f64;
                per_round(marginal * left / tickets.saturating_sub(1).max(1) as f64)
            }
        });
    }
    if let Some(chain) = &solution.chain {
        let reward = |_, _, payout: Cents| ratio(payout.0, 1);
        return Ok(per_round(
            to_f64(&chain.long_run(reward)?.asymptotic) / unit,
        ));
    }
    if solution.independent {
        return Ok(per_round(marginal));
    }
    // Players of a game whose rounds walk through states: the long run of the same game has them.
    let Some(Sessions { rounds, .. }) = &spec.sessions else {
        return Ok(None);
    };
    let (_, endless) = game.solve(&spec.strategy, spec.stake, &spec.readings, None)?;
    let Some(chain) = endless.and_then(|solution| solution.chain) else {
        return Ok(None);
    };
    let sum = chain.sum_variance(rounds.get())? / unit;
    Ok(per_round(sum / rounds.get() as f64))
}

/// Tickets of a game's block; none for a game that is not sold in blocks.
pub(super) fn block_tickets(game: &dyn GameEntry) -> Option<u64> {
    let table = game.card().tables.iter().find(|table| table.is_block)?;
    Some(table.weights.values.iter().sum())
}
