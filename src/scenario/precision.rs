//! From a precision to a number of rounds, before anything is played.

use crate::audit::{DISPLAY_LEVEL, payout_spread, rounds_for_half_width};
use crate::error::{Error, Result};
use crate::game::{GameEntry, RunSpec};
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
    let Some(spread) = payout_spread(game, spec, &solution)? else {
        return Ok(None);
    };
    let needed = rounds_for_half_width(spread, half_width, DISPLAY_LEVEL);
    let length = sessions.map_or(1, |sessions| sessions.rounds.get());
    if needed > (MAX_ROUNDS - length) as f64 {
        return Err(Error::input(format!(
            "a half width of {half_width:e} takes {} rounds of {} {}: more than 1e15 cannot be played",
            if needed.is_finite() {
                format!("{needed:.2e}")
            } else {
                "more than 1e308".to_owned()
            },
            spec.game,
            spec.strategy
        )));
    }
    Ok(Some((needed as u64).next_multiple_of(length)))
}
