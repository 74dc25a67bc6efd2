//! What the cells on the way do to the gauge of many plays (3.1.3), and where plays end on the way.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "a lazy operator is a branch, which vector instructions do without"
)]

use crate::games::tresors_ensables::board::SERIES_CELLS;
use crate::games::tresors_ensables::lanes::laws::{CELL_AT, CHANGE, Gauge, NO_CHANGE};
use crate::games::tresors_ensables::lanes::passage::{CELLS, CHEST};
use crate::games::tresors_ensables::lanes::slots::{SLOTS, Slots, bits, each, mask};

/// Where a decision is due: lives (2 bits), nothing (8 bits), and the cell, the first of the board being 1 (6 bits).
pub(super) type Where = u16;

/// The first cell of a series, without lives.
#[inline(always)]
pub(super) const fn first(series: u16) -> Where {
    (6 * series + 1) << 10
}

/// A cell of the series with this first one, with so many lives; the chest is cell 5.
#[inline(always)]
pub(super) const fn place(first: Where, cell: usize, lives: u16) -> Where {
    (first + ((cell as u16) << 10)) | lives
}

/// From which gain on it is worth asking a play with so many lives.
#[inline(always)]
pub(super) fn least(slots: &Slots, slot: usize, lives: u16) -> u16 {
    let [one, two, three] = slots.least.each_ref().map(|least| least[slot]);
    let (more, most) = (mask(lives > 1), mask(lives > 2));
    !more & one | more & !most & two | most & three
}

/// By how many bits the cell of a key is above its place.
const KEYS_ABOVE: u32 = CELL_AT - 1;

/// Who holds something stops with `limit` lives or less, 0 being nobody. A series is never entered with
/// so few and something held, as a play that holds more ends at its chest.
#[inline(always)]
pub(super) fn to<G: Gauge>(slots: &mut Slots, limit: u16) {
    for slot in 0..SLOTS {
        let floor = (mask(slots.purse[slot] > 0) & limit).cast_signed();
        let cells = (slots.visited[slot] & CELLS) << KEYS_ABOVE;
        // Only cells with a rule change lives: theirs in order.
        let [one, two, three] = slots.keys.each_ref().map(|keys| keys[slot]);
        let (low, high) = (one.min(two), one.max(two));
        let keys = [low.min(three), low.max(high.min(three)), high.max(three)];
        let mut lives = slots.lives[slot].cast_signed();
        let mut last = 0;
        for key in keys {
            let lands = (key & cells > 0) & (lives > floor);
            let change = (key & CHANGE).cast_signed() - NO_CHANGE.cast_signed();
            let after = G::after(lives, change);
            lives = if lands { after } else { lives };
            last = if lands { key } else { last };
        }
        slots.left[slot] = lives.max(0).cast_unsigned();
        slots.until[slot] = if lives > floor { CHEST } else { last >> KEYS_ABOVE & CELLS };
    }
}

/// Asks everybody who lands on a cell and holds enough for that whether to `stop` there, with the codes of what was
/// seen of the series (see [`View::seen`](super::super::strategy::View::seen)) and what is held.
#[inline(always)]
pub(super) fn asking<G: Gauge>(slots: &mut Slots, stop: impl Fn(Where, u16, u16) -> bool) {
    /// Beside lives: the play has stopped with them.
    const STOPPED: u16 = 4;
    let mut shown = [0; SLOTS];
    let (mut due, mut places) = ([0; SLOTS], [0; SLOTS]);
    slots.left = slots.lives;
    slots.until = [0; SLOTS];
    for cell in 0..SERIES_CELLS {
        for slot in 0..SLOTS {
            let lives = slots.left[slot];
            let lands = (slots.visited[slot] & 2 << cell > 0) & (lives > 0) & (lives < STOPPED);
            let mut change = NO_CHANGE;
            for keys in &slots.keys {
                let is_here = keys[slot] & 1 << cell << CELL_AT > 0;
                change = if is_here { keys[slot] & CHANGE } else { change };
            }
            let after = G::after(lives.cast_signed(), change.cast_signed() - NO_CHANGE.cast_signed());
            let after = after.max(0).cast_unsigned();
            // By masks: a choice of what is stored becomes a branch where there are no masked stores.
            let here = mask(lands);
            slots.until[slot] = here & 2 << cell | !here & slots.until[slot];
            slots.left[slot] = here & after | !here & lives;
            shown[slot] |= here & change << (3 * cell);
            let purse = slots.purse[slot];
            let is_due = lands & (after > 0) & (purse > 0) & (purse & 255 >= least(slots, slot, after));
            due[slot] = u16::from(is_due);
            places[slot] = place(slots.first[slot], cell, after);
        }
        each(&bits(&due, 1), |slot| {
            let stops = stop(places[slot], shown[slot], slots.purse[slot]);
            slots.left[slot] |= if stops { STOPPED } else { 0 };
        });
    }
    for slot in 0..SLOTS {
        let lives = slots.left[slot];
        let goes = (lives > 0) & (lives < STOPPED);
        slots.left[slot] = lives & 3;
        slots.until[slot] = mask(goes) & CHEST | mask(!goes) & slots.until[slot];
    }
}
