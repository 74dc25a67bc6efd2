//! What the cells on the way do to the gauge of many plays (3.1.3), and where plays end on the way.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "a lazy operator is a branch, which vector instructions do without"
)]

use crate::games::tresors_ensables::board::SERIES_CELLS;
use crate::games::tresors_ensables::lanes::laws::Gauge;
use crate::games::tresors_ensables::lanes::slots::{BLOCK, LIVES, Seen, bits, each, mask};

/// Where a decision is due: the series from 0, its cell from 0, the chest being the last, lives and what is held.
#[derive(Clone, Copy)]
pub(super) struct Where {
    pub(super) series: u32,
    pub(super) cell: u32,
    pub(super) lives: u16,
    pub(super) purse: u16,
}

/// Nobody stops on the way.
#[inline(always)]
pub(super) fn on<G: Gauge>(seen: &mut Seen) {
    for slot in 0..BLOCK {
        let mut lives = LIVES.of(seen.at[slot]).cast_signed();
        // None left is final: what comes after does not count.
        let mut least = lives;
        let mut landings = 0;
        for cell in 0..SERIES_CELLS {
            let lands = seen.passage[slot] & 1 << cell > 0;
            landings += u16::from(lands & (least > 0));
            let change = seen.effects[cell][slot] & mask(lands);
            lives = G::after(lives, change.cast_signed());
            least = least.min(lives);
        }
        seen.lives[slot] = if least > 0 { lives.cast_unsigned() } else { 0 };
        seen.landing[slot] = if least > 0 { 0 } else { landings };
    }
}

/// Who holds something stops with `limit` lives or less.
#[inline(always)]
pub(super) fn to<G: Gauge>(seen: &mut Seen, limit: u16) {
    for slot in 0..BLOCK {
        let floor = if seen.purse[slot] > 0 { limit.cast_signed() } else { 0 };
        let mut lives = LIVES.of(seen.at[slot]).cast_signed();
        let mut landings = 0;
        for cell in 0..SERIES_CELLS {
            let lands = (seen.passage[slot] & 1 << cell > 0) & (lives > floor);
            landings += u16::from(lands);
            // No change is none to a gauge.
            let change = seen.effects[cell][slot] & mask(lands);
            lives = G::after(lives, change.cast_signed());
        }
        seen.lives[slot] = lives.max(0).cast_unsigned();
        seen.landing[slot] = if lives > floor { 0 } else { landings };
    }
}

/// Asks everybody who lands on a cell and holds something whether to `stop` there, with the codes of what was
/// seen of the series: see [`View::seen`](super::super::strategy::View::seen).
#[inline(always)]
pub(super) fn asking<G: Gauge>(seen: &mut Seen, stop: impl Fn(Where, u16) -> bool) {
    /// Beside lives: the play has stopped with them.
    const STOPPED: u16 = 4;
    let mut shown = [0; BLOCK];
    let mut due = [0; BLOCK];
    for slot in 0..BLOCK {
        seen.lives[slot] = LIVES.of(seen.at[slot]);
        seen.landing[slot] = 0;
    }
    for cell in 0..SERIES_CELLS {
        for slot in 0..BLOCK {
            let lives = seen.lives[slot];
            let lands = (seen.passage[slot] & 1 << cell > 0) & (lives > 0) & (lives < STOPPED);
            let change = seen.effects[cell][slot];
            let after = G::after(lives.cast_signed(), change.cast_signed()).max(0).cast_unsigned();
            seen.landing[slot] += u16::from(lands);
            let lands_here = mask(lands);
            seen.lives[slot] = lands_here & after | !lands_here & lives;
            shown[slot] |= lands_here & change.wrapping_add(4) << (3 * cell);
            due[slot] = u16::from(lands & (after > 0) & (seen.purse[slot] > 0));
        }
        each(&bits(&due, 1), |slot| {
            let here = Where {
                series: seen.series[slot].trailing_zeros(),
                cell: cell as u32,
                lives: seen.lives[slot],
                purse: seen.purse[slot],
            };
            seen.lives[slot] |= if stop(here, shown[slot]) { STOPPED } else { 0 };
        });
    }
    for slot in 0..BLOCK {
        let lives = seen.lives[slot];
        let goes = (lives > 0) & (lives < STOPPED);
        seen.lives[slot] = lives & 3;
        seen.landing[slot] = if goes { 0 } else { seen.landing[slot] };
    }
}
