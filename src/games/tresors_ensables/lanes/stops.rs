//! When players stop, as comparisons and look-ups that vector instructions make many at a time.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "a lazy operator is a branch, which vector instructions do without"
)]

use crate::games::tresors_ensables::board::{SERIES, SERIES_CELLS};
use crate::games::tresors_ensables::lanes::laws::Gauge;
use crate::games::tresors_ensables::lanes::slots::{SLOTS, Slots, bits, each, mask};
use crate::games::tresors_ensables::lanes::walk::{self, Where};
use crate::games::tresors_ensables::policy::Policy;
use crate::games::tresors_ensables::tables::{MOST_LIVES, MOST_STEPS, Rules, STEP};

/// A way to decide.
pub(super) trait Stops: Send + Sync {
    /// Leads plays through a series, until they stop.
    fn walk<G: Gauge>(&self, slots: &mut Slots);

    /// Asks those on a chest beforehand, where that is no arithmetic.
    fn ask(&self, slots: &mut Slots);

    /// Tells whether the play of a slot stops on its chest (3.2.6): anything where there is none.
    fn stops(&self, slots: &Slots, slot: usize) -> bool;
}

/// Stops of a player who looks at nothing but what is held: with so many chests open, so many
/// steps of gain or so few lives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) chests: u16,
    pub(super) steps: u16,
    pub(super) lives: u16,
    /// The same on cells, where neither chests nor gain have changed; 0 where no decision is due there.
    pub(super) on_cells: u16,
}

impl Limits {
    /// Never.
    pub(super) const NEVER: Self = Self {
        chests: 15,
        steps: 255,
        lives: 0,
        on_cells: 0,
    };
}

impl Stops for Limits {
    #[inline(always)]
    fn walk<G: Gauge>(&self, slots: &mut Slots) {
        walk::to::<G>(slots, self.on_cells);
    }

    #[inline(always)]
    fn ask(&self, _: &mut Slots) {}

    #[inline(always)]
    fn stops(&self, slots: &Slots, slot: usize) -> bool {
        let (gain, lives) = (slots.gain[slot], slots.left[slot]);
        (gain >> 8 >= self.chests) | (gain & 255 >= self.steps) | (lives <= self.lives)
    }
}

/// Stops of a policy: those with a gain between two bounds, by cell, lives and what was seen of the series.
pub(super) struct Bands {
    /// What a view knows, as a number of 8 bits.
    kinds: Box<[u8; 1 << 15]>,
    /// Least gain to stop with, in steps, and in the lower 8 bits how much more one may hold, by [`Where`].
    gains: Box<[u16; 1 << 16]>,
    /// By series, in steps: the least gain of anybody who stops there with one life, two and three.
    least: [[u16; MOST_LIVES]; SERIES],
    /// Whether decisions are due on cells.
    on_cells: bool,
}

/// More steps than anybody holds.
const NEVER: u16 = 255;
const _: () = assert!(MOST_STEPS < NEVER as u32);

impl Bands {
    /// The table of `policy`.
    pub(super) fn new(policy: &Policy, rules: &Rules) -> Self {
        let gains = vec![NEVER << 8; 1 << 16].try_into();
        let mut gains: Box<[u16; 1 << 16]> = gains.unwrap_or_else(|_| unreachable!("as many gains"));
        let mut least = [[NEVER; MOST_LIVES]; SERIES];
        for (index, gain) in gains.iter_mut().enumerate() {
            let (cell, kind, lives) = (index >> 10, index >> 2 & 255, index & 3);
            let (from, width) = policy.gains(cell, kind, lives);
            let step = STEP.0 as u32;
            let first = u32::from(from).div_ceil(step).min(MOST_STEPS + 1);
            let last = ((u32::from(from) + u32::from(width)) / step).min(MOST_STEPS);
            if first <= last {
                *gain = (first << 8 | (last - first)) as u16;
                // The start is in no series, nor is a play without lives.
                let series = cell.checked_sub(1).and_then(|before| least.get_mut(before / 6));
                let of = series.zip(lives.checked_sub(1)).map(|(least, lives)| &mut least[lives]);
                of.into_iter().for_each(|least| *least = (*least).min(first as u16));
            }
        }
        Self {
            kinds: Box::new(std::array::from_fn(|seen| policy.kind(seen))),
            gains,
            least,
            on_cells: rules.anywhere,
        }
    }

    #[inline(always)]
    fn stop(&self, place: Where, kind: u8, purse: u16) -> bool {
        let gain = self.gains[usize::from(place | u16::from(kind) << 2)];
        (purse as u8).wrapping_sub((gain >> 8) as u8) <= gain as u8
    }

    /// Notes where plays are, and from which gain on it is worth asking them.
    #[inline(always)]
    fn note(&self, slots: &mut Slots) {
        let least = self.least;
        for slot in 0..SLOTS {
            let series = slots.series[slot];
            let (mut first, mut from) = (0, [NEVER; MOST_LIVES]);
            for (number, least) in least.into_iter().enumerate() {
                let is_here = series & 1 << number > 0;
                first = if is_here { walk::first(number as u16) } else { first };
                for (from, least) in from.iter_mut().zip(least) {
                    *from = if is_here { least } else { *from };
                }
            }
            slots.first[slot] = first;
            for (column, from) in slots.least.iter_mut().zip(from) {
                column[slot] = from;
            }
        }
    }
}

impl Stops for Bands {
    #[inline(always)]
    fn walk<G: Gauge>(&self, slots: &mut Slots) {
        self.note(slots);
        if self.on_cells {
            walk::asking::<G>(slots, |place, shown, purse| {
                self.stop(place, self.kinds[usize::from(shown) % (1 << 15)], purse)
            });
        } else {
            walk::to::<G>(slots, 0);
        }
    }

    #[inline(always)]
    fn ask(&self, slots: &mut Slots) {
        let (mut due, mut place) = ([0; SLOTS], [0; SLOTS]);
        for slot in 0..SLOTS {
            let (lives, gain) = (slots.left[slot], slots.gain[slot]);
            due[slot] = slots.chest[slot] & mask(gain & 255 >= walk::least(slots, slot, lives));
            place[slot] = walk::place(slots.first[slot], SERIES_CELLS, lives);
        }
        slots.stop = [0; SLOTS];
        // A chest shows nothing of a series.
        each(&bits(&due, 1), |slot| {
            slots.stop[slot] = mask(self.stop(place[slot], 0, slots.gain[slot]));
        });
    }

    #[inline(always)]
    fn stops(&self, slots: &Slots, slot: usize) -> bool {
        slots.stop[slot] > 0
    }
}
