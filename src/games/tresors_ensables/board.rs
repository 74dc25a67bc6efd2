//! The board: where the chests stand, and what the five cells of a series can hold.

/// Series of five cells, each closed by a chest (3.2.2).
pub(super) const SERIES: usize = 10;
/// Cells of a series before its chest (3.2.2).
pub(super) const SERIES_CELLS: usize = 5;
/// The last cell, under the gold chest (3.2.3).
pub(super) const LAST: usize = 60;
/// Ways to place the three rules on five cells: 5 · 4 · 3 (3.2.2).
pub(super) const PLACEMENTS: usize = 60;
/// Results of the three rules: 3 · 3 · 3 (3.2.2).
pub(super) const OUTCOMES: usize = 27;
/// Numbers of deals: an outcome times [`STRIDE`], plus a placement.
pub(super) const DEALS: usize = OUTCOMES * STRIDE;
/// Room for the placements, rounded up so that a number is put together without arithmetic.
pub(super) const STRIDE: usize = 64;

/// Life points per row of rules 1, 2 and 3 (3.2.2).
pub(super) const EFFECTS: [[i8; 3]; 3] = [[0, 1, 2], [-1, -2, -3], [-1, 0, 1]];

/// What stands on a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Chest {
    /// One of the five cells of a series, or the start.
    #[default]
    None,
    /// Cells 6, 18, 30, 42, 54.
    Bronze,
    /// Cells 12, 24, 36, 48.
    Silver,
    /// Cell 60.
    Gold,
}

/// What is fixed about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Square {
    /// The series of five cells that the cell belongs to; none for the start and the chests.
    pub(super) series: u8,
    /// Where a [`Layout`] keeps the cell's effect.
    pub(super) shift: u8,
    /// The chest.
    pub(super) chest: Chest,
}

impl Square {
    /// The square of cell `cell`, 0 being the start; those past the last are the last.
    pub(super) fn of(cell: usize) -> Self {
        let before = cell.min(LAST).wrapping_sub(1);
        let (series, offset) = (before / 6, before % 6);
        let chest = match (offset, series) {
            _ if cell == 0 => Chest::None,
            (0..SERIES_CELLS, _) => Chest::None,
            (_, 9) => Chest::Gold,
            (_, series) if series % 2 == 0 => Chest::Bronze,
            _ => Chest::Silver,
        };
        let inside = cell > 0 && chest == Chest::None;
        Self {
            series: if inside { series as u8 } else { u8::MAX },
            shift: 3 * offset as u8,
            chest,
        }
    }
}

/// The effects of the five cells of a series and of its chest, packed: three bits per cell hold the
/// effect plus 4, which is never 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout(u32);

impl Layout {
    /// The bits of the five cells, without the chest's.
    const CELLS: u32 = 0o77777;

    /// A series without effects.
    pub(super) const BLANK: Self = Self(0o444_444);

    /// What [`Layout::bits`] says of a layout, or of a part of one.
    pub(super) fn showing(bits: u32) -> Self {
        Self(bits)
    }

    /// A series with these effects.
    pub(super) fn new(effects: [i8; SERIES_CELLS]) -> Self {
        // The chest neither gives nor takes life.
        let chest = 4 << (3 * SERIES_CELLS);
        let put = |bits, (cell, effect): (usize, &i8)| bits | ((effect + 4) as u32) << (3 * cell);
        Self(effects.iter().enumerate().fold(chest, put))
    }

    /// The effect, plus 4, of the cell kept at `shift`.
    #[inline(always)]
    pub(super) fn code(self, shift: u8) -> usize {
        (self.0 >> shift) as usize & 7
    }

    /// Life points given or taken by the cell kept at `shift`; none where the cell was cut out.
    pub(super) fn effect(self, shift: u8) -> Option<i8> {
        match self.code(shift) {
            0 => None,
            code => Some(code as i8 - 4),
        }
    }

    /// The bits that hold the cell kept at `shift`.
    #[inline(always)]
    pub(super) fn mask(shift: u8) -> u32 {
        7 << shift
    }

    /// The layout with only the cells whose bits are in `mask`; never the chest.
    #[inline(always)]
    pub(super) fn only(self, mask: u32) -> Self {
        Self(self.0 & mask & Self::CELLS)
    }

    /// The packed bits.
    #[inline(always)]
    pub(super) fn bits(self) -> u32 {
        self.0
    }
}

/// One way to draw a series: the rows of the three placements and of the three rules (3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deal {
    /// Rows of the three placement draws.
    pub(super) placements: [usize; 3],
    /// Rows of the three rule draws.
    pub(super) rules: [usize; 3],
}

impl Deal {
    /// The deal numbered `number`, below [`DEALS`].
    pub(super) fn numbered(number: usize) -> Self {
        let (place, rule) = (number % STRIDE, number / STRIDE);
        Self {
            placements: [place / 12, place / 3 % 4, place % 3],
            rules: [rule / 9, rule / 3 % 3, rule % 3],
        }
    }

    /// The cells of the series, from 0, that rules 1, 2 and 3 act on: each placement counts
    /// through the cells left by those before it, in board order.
    pub(super) fn cells(self) -> [usize; 3] {
        let mut left = vec![0, 1, 2, 3, 4];
        self.placements.map(|rank| left.remove(rank))
    }

    /// The series dealt: the two cells that no rule acts on stay blank.
    pub(super) fn layout(self) -> Layout {
        let mut effects = [0; SERIES_CELLS];
        for (rule, cell) in self.cells().into_iter().enumerate() {
            effects[cell] = EFFECTS[rule][self.rules[rule]];
        }
        Layout::new(effects)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_sixty_placements_are_the_ordered_choices_of_three_cells() {
        let mut found = BTreeSet::new();
        for place in 0..PLACEMENTS {
            found.insert(Deal::numbered(place).cells());
        }
        let mut wanted = BTreeSet::new();
        for a in 0..5 {
            for b in (0..5).filter(|&b| b != a) {
                for c in (0..5).filter(|&c| c != a && c != b) {
                    wanted.insert([a, b, c]);
                }
            }
        }
        assert_eq!(wanted.len(), PLACEMENTS);
        assert_eq!(found, wanted);
    }

    #[test]
    fn every_deal_has_its_number_and_its_effects() {
        let deals: BTreeSet<_> = (0..DEALS)
            .filter(|number| number % STRIDE < PLACEMENTS)
            .map(|number| (Deal::numbered(number).cells(), Deal::numbered(number).rules))
            .collect();
        assert_eq!(deals.len(), PLACEMENTS * OUTCOMES);
        // Rule 1 on cell 3 (+2), rule 2 on the first left, cell 1 (-3), rule 3 on the last, 5 (-1).
        let deal = Deal {
            placements: [2, 0, 2],
            rules: [2, 2, 0],
        };
        let effects = [0, 3, 6, 9, 12, 15].map(|shift| deal.layout().effect(shift));
        assert_eq!(effects, [-3, 0, 2, 0, -1, 0].map(Some));
    }

    #[test]
    fn chests_stand_where_the_article_puts_them() {
        let cells = |chest| -> Vec<usize> {
            (0..=LAST).filter(|&cell| Square::of(cell).chest == chest).collect()
        };
        assert_eq!(cells(Chest::Bronze), [6, 18, 30, 42, 54]);
        assert_eq!(cells(Chest::Silver), [12, 24, 36, 48]);
        assert_eq!(cells(Chest::Gold), [60]);
    }
}
