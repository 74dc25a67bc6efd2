//! Passages through a series of cells: which of them the dice lead to, and where to.
//!
//! Places are bits, so that a die moves by a product: bit 0 is the place before the first cell, bits 1 to 5 are
//! the cells, bit 6 is the chest, and beyond are the cells of the next series. No two throws of three dice leave a
//! play in the series, as every die moves it.

use crate::games::tresors_ensables::board::SERIES_CELLS;

/// Dice that are thrown together, and the ways they can fall.
pub(super) const DICE: usize = 3;
pub(super) const THROWS: u32 = 216;
/// Pairs of dice in two throws.
pub(super) const PAIRS: usize = DICE;

/// The places of the cells, and that of the chest.
pub(super) const CELLS: u16 = 0x3E;
pub(super) const CHEST_AT: u32 = SERIES_CELLS as u32 + 1;
pub(super) const CHEST: u16 = 1 << CHEST_AT;

/// The faces, from 0, of the dice that fell as number `throw`.
#[inline(always)]
pub(super) fn faces(throw: u16) -> [u16; DICE] {
    [throw / 36, throw / 6 % 6, throw % 6]
}

/// A way through a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passage {
    /// The places up to the last cell, the one where it begins being the first.
    pub(super) visited: u16,
    /// The first place from the chest on.
    pub(super) arrival: u16,
    /// The bits of the faces of two dice each, thrown or not: the second die's from bit 8 on.
    pub(super) faces: [u16; PAIRS],
}

/// The passage from a place by two throws.
#[inline(always)]
pub(super) fn passage(place: u16, throws: [u16; 2]) -> Passage {
    let [a, b, c] = faces(throws[0]).map(|face| 1 << face);
    let [d, e, f] = faces(throws[1]).map(|face| 1 << face);
    let (mut at, mut visited) = (place, place);
    for die in [a, b, c, d, e, f] {
        // A play on the chest or beyond throws no more. Six from the last cell lead to bit 11.
        at = if at < CHEST { at.wrapping_add(at).wrapping_mul(die) } else { at };
        visited |= at;
    }
    Passage {
        visited: visited & (CHEST - 1),
        arrival: at,
        faces: [a | b << 8, c | d << 8, e | f << 8],
    }
}

/// How many dice are thrown until the play comes to the place of the bit `until`, or past it.
#[inline(always)]
pub(super) fn thrown(visited: u16, until: u16) -> u16 {
    // One from every place before.
    (visited & until.wrapping_sub(1)).count_ones() as u16
}

/// The faces of so many dice thrown.
#[inline(always)]
pub(super) fn of_thrown(faces: [u16; PAIRS], thrown: u16) -> [u16; PAIRS] {
    let mut kept = [0; PAIRS];
    for pair in 0..PAIRS {
        let first = if thrown > 2 * pair as u16 { 0xFF } else { 0 };
        let both = if thrown > 2 * pair as u16 + 1 { 0xFFFF } else { first };
        kept[pair] = faces[pair] & both;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_by_hand() {
        // 1, 2, 4 from before the series: cells 1 and 3, then one past the chest.
        let a = passage(1, [9, 0]);
        assert_eq!((a.visited, a.arrival), (0b1011, 1 << 7));
        assert_eq!(a.faces, [0x201, 0x108, 0x101]);
        // A six from before the series: its chest at once.
        let b = passage(1, [5 * 36, 0]);
        assert_eq!((b.visited, b.arrival), (1, CHEST));
        // From cell 4: a 1 leads to cell 5, a 6 five beyond the chest.
        let c = passage(1 << 4, [5 * 6 + 2, 0]);
        assert_eq!((c.visited, c.arrival), (0b11_0000, 1 << 11));
        // Ones all the way: six dice to the chest.
        let d = passage(1, [0, 0]);
        assert_eq!((d.visited, d.arrival), (0x3F, CHEST));
        // Nowhere.
        assert_eq!(passage(0, [215, 215]).visited | passage(0, [215, 215]).arrival, 0);
    }

    #[test]
    fn dice_thrown_by_hand() {
        // Cells 1 and 3 from before the series: one die to cell 1, two to cell 2 or 3, three to the chest.
        let thrown = [1, 2, 3, 6].map(|cell| thrown(0b1011, 1 << cell));
        assert_eq!(thrown, [1, 2, 2, 3]);
        let faces = [0x0204, 0x0810, 0x2001];
        let kept = [0, 1, 2, 3, 5, 6].map(|thrown| of_thrown(faces, thrown));
        assert_eq!(kept[0], [0, 0, 0]);
        assert_eq!(kept[1], [4, 0, 0]);
        assert_eq!(kept[2], [0x0204, 0, 0]);
        assert_eq!(kept[3], [0x0204, 0x10, 0]);
        assert_eq!(kept[4..], [[0x0204, 0x0810, 1], faces]);
    }

    /// Cell by cell, as a player would go, by all throws from all places.
    #[test]
    fn every_passage_goes_cell_by_cell() {
        for place in 0..6_u16 {
            for throws in 0..THROWS * THROWS {
                let throws = [(throws / THROWS) as u16, (throws % THROWS) as u16];
                let fell = [faces(throws[0]), faces(throws[1])].concat();
                let (mut cell, mut cells, mut used) = (place, 1 << place, 0);
                while cell < 6 {
                    cell += fell[used] + 1;
                    used += 1;
                    cells |= 1_u16 << cell;
                }
                let passage = passage(1 << place, throws);
                assert_eq!(passage.visited | passage.arrival, cells, "{place} {throws:?}");
                assert_eq!(passage.arrival, 1 << cell);
                assert_eq!(usize::from(thrown(passage.visited, CHEST)), used);
                let bits = of_thrown(passage.faces, used as u16);
                for (die, face) in fell.iter().enumerate() {
                    let expected = if die < used { 1 << face } else { 0 };
                    assert_eq!(bits[die / 2] >> (8 * (die % 2)) & 0xFF, expected);
                }
            }
        }
    }
}
