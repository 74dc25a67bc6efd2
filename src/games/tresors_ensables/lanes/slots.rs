//! Plays side by side, by the column.

use crate::games::tresors_ensables::lanes::passage::PAIRS;
use crate::games::tresors_ensables::tables::MOST_LIVES;
use crate::rng::Column;

/// Plays that take a step together: all that is known of them stays in the nearest cache.
pub(super) const SLOTS: usize = 256;

/// The words of some steps of every slot.
#[repr(align(64))]
pub(super) struct Words {
    pub(super) deals: Column,
    pub(super) dice: Column,
}

/// A number of 16 bits for every slot: as many as vector instructions take most of at a time.
pub(super) type Part = [u16; SLOTS];

/// Some of the slots, a bit for each.
pub(super) type Bits = [u64; SLOTS / 64];

/// Where the plays stand, and what comes to light in a step.
#[repr(align(64))]
pub(super) struct Slots {
    /// The bit of the place in a series (see [`passage`](super::passage)), none of an idle slot.
    pub(super) place: Part,
    /// The lives, none of an idle slot.
    pub(super) lives: Part,
    /// The bit of the series: the lowest for the first.
    pub(super) series: Part,
    /// What is held: the lower 12 bits of a [`Purse`](super::super::tables::Purse).
    pub(super) purse: Part,

    /// The draw of the series, the case of its chest, and two throws of three dice.
    pub(super) deal: Part,
    pub(super) case: Part,
    pub(super) throws: [Part; 2],
    /// The places that the dice lead to, up to the last cell, the place where they start being the first.
    pub(super) visited: Part,
    /// The first place beyond the last cell.
    pub(super) arrival: Part,
    /// The faces of two dice each; once the step is made, of those thrown alone.
    pub(super) faces: [Part; PAIRS],
    /// What rules put on cells, and what of it is counted: see [`laws`](super::laws).
    pub(super) keys: [Part; 3],
    pub(super) dealt: Part,
    /// The lives left, and the bit of the cell where the play ends, or of the chest's place.
    pub(super) left: Part,
    pub(super) until: Part,
    /// All bits for a play that lands on a bronze or silver chest; what is held with its content.
    pub(super) chest: Part,
    pub(super) gain: Part,
    /// The chest opened, as it is counted: see [`counts`](super::counts).
    pub(super) opened: Part,
    /// All bits for a play that stops on its chest, where that was asked beforehand.
    pub(super) stop: Part,
    /// For such questions: the first cell of the series (see [`walk`](super::walk)), and the least gain with which
    /// anybody stops in it, in steps, with one life, two and three.
    pub(super) first: Part,
    pub(super) least: [Part; MOST_LIVES],
    /// Where the round is counted if it has ended.
    pub(super) end: Part,
    /// What is left to be done for few.
    pub(super) event: Part,
}

impl Slots {
    pub(super) const NOTHING: Self = Self {
        place: [0; SLOTS],
        lives: [0; SLOTS],
        series: [0; SLOTS],
        purse: [0; SLOTS],
        deal: [0; SLOTS],
        case: [0; SLOTS],
        throws: [[0; SLOTS]; 2],
        visited: [0; SLOTS],
        arrival: [0; SLOTS],
        faces: [[0; SLOTS]; PAIRS],
        keys: [[0; SLOTS]; 3],
        dealt: [0; SLOTS],
        left: [0; SLOTS],
        until: [0; SLOTS],
        chest: [0; SLOTS],
        gain: [0; SLOTS],
        opened: [0; SLOTS],
        stop: [0; SLOTS],
        first: [0; SLOTS],
        least: [[0; SLOTS]; MOST_LIVES],
        end: [0; SLOTS],
        event: [0; SLOTS],
    };
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
    let mut bits = [0; SLOTS / 64];
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
            what((64 * word + slots.trailing_zeros() as usize) % SLOTS);
            slots &= slots - 1;
        }
    }
}
