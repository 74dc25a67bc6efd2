//! What can be paid at all, and how probable each amount may be.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::Result;
use crate::exact::Bounds;
use crate::game::{Readings, Strategy};
use crate::games::tresors_ensables::{TresorsEnsables, policy};
use crate::games::tresors_ensables::exact::Solver;
use crate::units::{Cents, Stake};

/// Bounds of the probability of every payout of a strategy; none of one that looks at a board in sight.
pub(super) fn payout_bounds<S: Strategy<TresorsEnsables>>(
    game: &TresorsEnsables,
    stake: Stake,
    readings: &Readings,
    strategy: &S,
) -> Result<Option<BTreeMap<Cents, Bounds>>> {
    if policy::is_visible(strategy) {
        return Ok(None);
    }
    let solver = Solver::new(game, stake, readings)?;
    solver.payout_bounds(strategy).map(Some)
}

/// Bounds of the probability of every payout, whoever plays.
pub(super) fn any_payout_bounds(
    game: &TresorsEnsables,
    stake: Stake,
    readings: &Readings,
) -> Result<BTreeMap<Cents, Bounds>> {
    Solver::new(game, stake, readings)?.any_payout_bounds()
}

/// Bounds of the RTP, whoever plays, where the search for best and worst play does not give them: on a board in sight it
/// samples layouts, and with one draw for all series there is none.
pub(super) fn any_rtp_bounds(game: &TresorsEnsables, stake: Stake, readings: &Readings) -> Result<Option<Bounds>> {
    let solver = Solver::new(game, stake, readings)?;
    let is_searched = !solver.terms.visible && !solver.terms.one_draw;
    if is_searched { Ok(None) } else { solver.any_rtp_bounds().map(Some) }
}

/// Every amount that some strategy can be paid.
pub(super) fn payable(game: &TresorsEnsables, stake: Stake, readings: &Readings) -> Result<BTreeSet<Cents>> {
    Solver::new(game, stake, readings)?.payable()
}
