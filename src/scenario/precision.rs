//! From a precision to a number of rounds, before anything is played.

use crate::audit::{DISPLAY_LEVEL, Spread, rounds_for_half_width};
use crate::error::{Error, Result};
use crate::exact::to_f64;
use crate::game::{GameEntry, RunSpec, Sessions, Solution};
use crate::units::MAX_ROUNDS;

/// Reads half the width of an interval for the RTP: above 0 and below 1, in stakes.
///
/// # Errors
/// It is none.
pub fn parse_half_width(text: &str) -> Result<f64> {
    match text.replace('_', "").parse::<f64>() {
        Ok(width) if width > 0.0 && width < 1.0 => Ok(width),
        _ => Err(Error::input(format!(
            "`{text}` is no half width: write a number above 0 and below 1, such as 0.0005"
        ))),
    }
}

/// The fewest rounds of `spec`, in whole sessions, after which the interval shown for its RTP reaches
/// `half_width` stakes to both sides by the exact variance; none where `game` has no solver.
///
/// Nothing that is drawn has a part in it, so that an interval over so many rounds is not biased, as one
/// would be that is watched until it is narrow.
///
/// # Errors
/// More rounds than can be played, or the solver's own.
pub fn half_width_rounds(
    game: &dyn GameEntry,
    spec: &RunSpec,
    half_width: f64,
) -> Result<Option<u64>> {
    let sessions = spec.sessions.as_ref();
    let (_, solution) = game.solve(&spec.strategy, spec.stake, &spec.readings, sessions)?;
    let Some(solution) = solution else {
        return Ok(None);
    };
    let Some(spread) = spread(game, spec, &solution)? else {
        return Ok(None);
    };
    let needed = rounds_for_half_width(spread, half_width, DISPLAY_LEVEL);
    let length = sessions.map_or(1, |sessions| sessions.rounds.get());
    if needed > (MAX_ROUNDS - length) as f64 {
        return Err(Error::input(format!(
            "a half width of {half_width} takes {needed:.2e} rounds of {} {}: more than 1e15 cannot \
             be played",
            spec.game, spec.strategy
        )));
    }
    Ok(Some((needed as u64).next_multiple_of(length)))
}

/// How the payouts of `spec` vary, in stakes.
fn spread(game: &dyn GameEntry, spec: &RunSpec, solution: &Solution) -> Result<Option<Spread>> {
    let unit = (spec.stake.cents() as f64) * (spec.stake.cents() as f64);
    let marginal = to_f64(&solution.law.variance()) / unit;
    let per_round = |variance: f64| Some(Spread::PerRound(variance));
    let mut tables = game.card().tables.iter();
    if let Some(table) = tables.find(|table| table.is_block) {
        let tickets: u64 = table.weights.values.iter().sum();
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
        let reward = |_, _, payout: crate::units::Cents| crate::exact::ratio(payout.0, 1);
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
