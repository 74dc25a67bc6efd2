//! Plays by the column, worked through in blocks.

use crate::games::tresors_ensables::board::SERIES_CELLS;
use crate::games::tresors_ensables::lanes::passage::DICE;
use crate::rng::{BATCH, Column};

/// Slots that are worked through together: their columns stay near.
pub(super) const BLOCK: usize = 256;

/// The words of a step.
#[repr(align(64))]
pub(super) struct Words {
    pub(super) deals: Column,
    pub(super) dice: Column,
}

/// A number of 16 bits for every slot of a block: as many as vector instructions take most of at a time.
pub(super) type Part = [u16; BLOCK];

/// Some of the slots of a block, a bit for each.
pub(super) type Bits = [u64; BLOCK / 64];

/// In place of a row: none.
pub(super) const NONE: u16 = u16::MAX;

/// A part of a number: so many bits from a bit on.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub(super) at: u32,
    mask: u16,
}

impl Field {
    #[inline(always)]
    pub(super) const fn of(self, number: u16) -> u16 {
        number >> self.at & self.mask
    }
}

/// Where a play stands: its place in a series (see [`passage`](super::passage)), and the lives.
pub(super) const PLACE: Field = Field { at: 0, mask: 15 };
pub(super) const LIVES: Field = Field { at: 4, mask: 3 };

/// Where the plays of all slots stand, and what they hold.
#[repr(align(64))]
pub(super) struct Plays {
    /// Place and lives.
    pub(super) at: [u16; BATCH],
    /// The bit of the series: the lowest for the first.
    pub(super) series: [u16; BATCH],
    /// The bronze and silver chests open, the first lowest.
    pub(super) open: [u16; BATCH],
    /// What is held: the lower 12 bits of a [`Purse`](super::super::tables::Purse), and the rest.
    pub(super) purse: [u16; BATCH],
    pub(super) rows: [u16; BATCH],
}

/// What comes to light in a step of a block.
#[repr(align(64))]
pub(super) struct Seen {
    /// Where the plays stand and what they hold: see [`Plays`].
    pub(super) at: Part,
    pub(super) series: Part,
    pub(super) open: Part,
    pub(super) purse: Part,
    pub(super) rows: Part,
    /// The draw of the series, and by how much its cells change lives, as signed numbers.
    pub(super) deal: Part,
    /// The rows of the three rules and of their placements, or [`NONE`] where no series is dealt.
    pub(super) rules: [Part; 3],
    pub(super) placements: [Part; 3],
    pub(super) effects: [Part; SERIES_CELLS],
    /// The first throw, its faces, and where they lead.
    pub(super) throw: Part,
    pub(super) faces: [Part; DICE],
    pub(super) passage: Part,
    /// The lives left, the landing at which the play ended on the way, from 1, or 0, and the dice used.
    pub(super) lives: Part,
    pub(super) landing: Part,
    pub(super) used: Part,
    /// The case of the chest, and what is held with its content.
    pub(super) case: Part,
    pub(super) gain: Part,
    /// Whether the play lands on a bronze or silver chest, and stops there: 1, else 0.
    pub(super) chest: Part,
    pub(super) stop: Part,
    /// Where the round is counted if it has ended.
    pub(super) end: Part,
    pub(super) found: Part,
    pub(super) paid: Part,
    /// What is left to be done for few.
    pub(super) event: Part,
}

impl Seen {
    pub(super) const NOTHING: Self = Self {
        at: [0; BLOCK],
        series: [0; BLOCK],
        open: [0; BLOCK],
        purse: [0; BLOCK],
        rows: [0; BLOCK],
        deal: [0; BLOCK],
        rules: [[0; BLOCK]; 3],
        placements: [[0; BLOCK]; 3],
        effects: [[0; BLOCK]; SERIES_CELLS],
        throw: [0; BLOCK],
        faces: [[0; BLOCK]; DICE],
        passage: [0; BLOCK],
        lives: [0; BLOCK],
        landing: [0; BLOCK],
        used: [0; BLOCK],
        case: [0; BLOCK],
        gain: [0; BLOCK],
        chest: [0; BLOCK],
        stop: [0; BLOCK],
        end: [0; BLOCK],
        found: [0; BLOCK],
        paid: [0; BLOCK],
        event: [0; BLOCK],
    };
}

/// All plays.
pub(super) struct Slots {
    pub(super) plays: Plays,
    /// The slots whose round ended in the step.
    pub(super) ended: [Bits; BATCH / BLOCK],
    pub(super) seen: Seen,
}

/// The part of a column that a block works in.
#[inline(always)]
pub(super) fn part<T>(column: &[T; BATCH], block: usize) -> &[T; BLOCK] {
    column.as_chunks().0.get(block).expect("a block of the column")
}

/// The same to be changed.
#[inline(always)]
pub(super) fn part_mut<T>(column: &mut [T; BATCH], block: usize) -> &mut [T; BLOCK] {
    column.as_chunks_mut().0.get_mut(block).expect("a block of the column")
}

/// All bits where something is so, else none: a choice that no compiler makes a branch of.
#[inline(always)]
pub(super) fn mask(is: bool) -> u16 {
    u16::from(is).wrapping_neg()
}

/// The slots whose number has `flag` set.
#[inline(always)]
pub(super) fn bits(numbers: &Part, flag: u16) -> Bits {
    /// Times a number of eight bytes of 0 or 1, its highest byte is their bits, the first lowest.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let flags = numbers.map(|number| u8::from(number & flag > 0));
    let mut bits = [0; BLOCK / 64];
    for (word, flags) in bits.iter_mut().zip(flags.as_chunks::<64>().0) {
        for (byte, flags) in flags.as_chunks::<8>().0.iter().enumerate() {
            let flags = u64::from_le_bytes(*flags);
            *word |= flags.wrapping_mul(GATHER) >> 56 << (8 * byte);
        }
    }
    bits
}

/// Does something for every slot of some.
#[inline(always)]
pub(super) fn each(bits: &Bits, mut what: impl FnMut(usize)) {
    for (word, &slots) in bits.iter().enumerate() {
        let mut slots = slots;
        while slots > 0 {
            // Told that it is a slot, the compiler needs no check.
            what((64 * word + slots.trailing_zeros() as usize) % BLOCK);
            slots &= slots - 1;
        }
    }
}
