//! When players stop, as comparisons and look-ups that vector instructions make many at a time.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "a lazy operator is a branch, which vector instructions do without"
)]

use crate::games::tresors_ensables::board::SERIES_CELLS;
use crate::games::tresors_ensables::lanes::laws::Gauge;
use crate::games::tresors_ensables::lanes::slots::{BLOCK, Seen, bits, each};
use crate::games::tresors_ensables::lanes::walk::{self, Where};
use crate::games::tresors_ensables::policy::Policy;
use crate::games::tresors_ensables::tables::{Rules, STEP};

/// A way to decide.
pub(super) trait Stops: Send + Sync {
    /// Leads plays through a series, until they stop.
    fn walk<G: Gauge>(&self, seen: &mut Seen);

    /// Tells who of those on a chest stops there (3.2.6): 1, else 0 or anything where there is no chest.
    fn on_chests(&self, seen: &mut Seen);
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
    fn walk<G: Gauge>(&self, seen: &mut Seen) {
        if self.on_cells > 0 {
            walk::to::<G>(seen, self.on_cells);
        } else {
            walk::on::<G>(seen);
        }
    }

    #[inline(always)]
    fn on_chests(&self, seen: &mut Seen) {
        let limits = *self;
        for slot in 0..BLOCK {
            let (purse, lives) = (seen.gain[slot], seen.lives[slot]);
            let enough = (purse >> 8 >= limits.chests) | (purse & 255 >= limits.steps);
            seen.stop[slot] = u16::from(enough | (lives <= limits.lives));
        }
    }
}

/// Stops of a policy: those with a gain between two bounds, by cell, lives and what was seen of the series.
pub(super) struct Bands {
    /// What a view knows, as a number of 8 bits.
    kinds: Box<[u8; 1 << 15]>,
    /// Least gain in cents, and times 2^16 how much more one may hold, by cell (6 bits), kind (8) and lives (2).
    gains: Box<[u32; 1 << 16]>,
    /// Whether decisions are due on cells.
    on_cells: bool,
}

impl Bands {
    /// The table of `policy`.
    pub(super) fn new(policy: &Policy, rules: &Rules) -> Self {
        let bands = vec![0; 1 << 16].try_into();
        let mut bands: Box<[u32; 1 << 16]> = bands.unwrap_or_else(|_| unreachable!("as many bands"));
        for (index, band) in bands.iter_mut().enumerate() {
            let (from, width) = policy.gains(index >> 10, index >> 2 & 255, index & 3);
            *band = u32::from(from) | u32::from(width) << 16;
        }
        Self {
            kinds: Box::new(std::array::from_fn(|seen| policy.kind(seen))),
            gains: bands,
            on_cells: rules.anywhere,
        }
    }

    #[inline(always)]
    fn stops(&self, here: Where, kind: u8) -> bool {
        let cell = 6 * here.series + here.cell + 1;
        let index = (cell as usize) << 10 | usize::from(kind) << 2 | usize::from(here.lives);
        let band = self.gains[index % (1 << 16)];
        let gain = u32::from(here.purse & 255) * STEP.0 as u32;
        gain.wrapping_sub(band) & 0xFFFF <= band >> 16
    }
}

impl Stops for Bands {
    #[inline(always)]
    fn walk<G: Gauge>(&self, seen: &mut Seen) {
        if self.on_cells {
            walk::asking::<G>(seen, |here, shown| {
                self.stops(here, self.kinds[usize::from(shown) % (1 << 15)])
            });
        } else {
            walk::on::<G>(seen);
        }
    }

    #[inline(always)]
    fn on_chests(&self, seen: &mut Seen) {
        each(&bits(&seen.chest, 1), |slot| {
            let here = Where {
                series: seen.series[slot].trailing_zeros(),
                cell: SERIES_CELLS as u32,
                lives: seen.lives[slot],
                purse: seen.gain[slot],
            };
            // A chest shows nothing of a series.
            seen.stop[slot] = u16::from(self.stops(here, 0));
        });
    }
}
