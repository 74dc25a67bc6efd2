//! Plays and words by the column, worked through in blocks.

use crate::rng::Column;

/// Slots that are worked through together: their columns stay near.
pub(super) const BLOCK: usize = 256;

/// The words of a step.
pub(super) struct Words {
    pub(super) deals: Column,
    pub(super) dice: Column,
}

/// A block of a column.
pub(super) type Part = [u32; BLOCK];

/// What comes to light in a step of a block.
pub(super) struct Seen {
    /// The number of the deal, and with lives and gain that of the fate but for its cells.
    pub(super) deal: Part,
    pub(super) start: Part,
    /// Place and first throw, the case of the chest.
    pub(super) throw: [u16; BLOCK],
    pub(super) case: Part,
    /// What they lead to.
    pub(super) passage: [u16; BLOCK],
    pub(super) fate: [u8; BLOCK],
    /// Where the throw and the deal are counted.
    pub(super) thrown: [u16; BLOCK],
    pub(super) dealt: [u16; BLOCK],
    /// Where the play stands then, what is held, and whether that is the end of a round.
    pub(super) next: Part,
    pub(super) gain: Part,
    pub(super) round: [u8; BLOCK],
}

impl Seen {
    pub(super) const NOTHING: Self = Self {
        deal: [0; BLOCK],
        start: [0; BLOCK],
        throw: [0; BLOCK],
        case: [0; BLOCK],
        passage: [0; BLOCK],
        fate: [0; BLOCK],
        thrown: [0; BLOCK],
        dealt: [0; BLOCK],
        next: [0; BLOCK],
        gain: [0; BLOCK],
        round: [0; BLOCK],
    };
}

/// Where all plays stand.
pub(super) struct Slots {
    pub(super) at: Column,
    pub(super) purse: Column,
    /// Whether the play ended in the step: 1, else 0.
    pub(super) ended: Column,
    pub(super) seen: Seen,
}

/// The part of a column that a block works in.
#[inline(always)]
pub(super) fn part(column: &Column, block: usize) -> &Part {
    column.as_chunks().0.get(block).expect("a block of the column")
}

/// The same to be changed.
#[inline(always)]
pub(super) fn part_mut(column: &mut Column, block: usize) -> &mut Part {
    column.as_chunks_mut().0.get_mut(block).expect("a block of the column")
}
