//! One item by integer weight in constant time: Walker's alias method with integer thresholds.

use crate::error::{Error, Result};
use crate::rng::Draw;

/// A finite law over numbers, exact.
pub(super) struct Pick {
    columns: Vec<Column>,
    /// The sum of the weights; every column holds as much, so that items keep their shares.
    total: u64,
    /// Columns times total: the bound of the draw.
    bound: u64,
}

/// The larger of the two bounds that a draw is made of has to leave room in 32 bits.
const LARGEST: u64 = 1 << 28;

/// Part of one item below `first`, of another above.
#[derive(Clone, Copy)]
struct Column {
    first: u32,
    item: u16,
    other: u16,
}

impl Pick {
    /// The law of these items with their weights.
    ///
    /// # Errors
    /// There is nothing to draw, or too much to draw from one word.
    pub(super) fn new(items: &[(u16, u64)]) -> Result<Self> {
        let size = items.len() as u64;
        let total = items.iter().fold(0_u64, |sum, &(_, weight)| sum.saturating_add(weight));
        let bound = Some(size * total).filter(|&bound| bound > 0 && size.max(total) <= LARGEST);
        let bound = bound.ok_or_else(|| Error::internal("weights that cannot be drawn from"))?;
        // Every weight is counted `size` times, every column holds `total`.
        let mut small = Vec::new();
        let mut large = Vec::new();
        for &(item, weight) in items {
            let share = weight * size;
            if share < total {
                small.push((item, share));
            } else {
                large.push((item, share));
            }
        }
        let mut columns = Vec::with_capacity(items.len());
        while let Some((item, share)) = small.pop() {
            let (other, rest) = large
                .pop()
                .ok_or_else(|| Error::internal("weights that do not add up"))?;
            columns.push(Column {
                first: share as u32,
                item,
                other,
            });
            let rest = rest - (total - share);
            if rest < total {
                small.push((other, rest));
            } else {
                large.push((other, rest));
            }
        }
        columns.extend(large.iter().map(|&(item, share)| Column {
            first: share as u32,
            item,
            other: item,
        }));
        Ok(Self {
            columns,
            total,
            bound,
        })
    }

    /// Draws an item; where there is but one, nothing is drawn.
    #[inline(always)]
    pub(super) fn draw<D: Draw>(&self, draw: &mut D) -> u16 {
        if let Some(only) = self.only() {
            return only;
        }
        let mut word = draw.mixed(self.bound);
        let column = word.take(self.columns.len() as u64);
        self.item(column as u32, word.take(self.total) as u32)
    }

    /// The one item there is, if there is but one.
    #[inline(always)]
    pub(super) fn only(&self) -> Option<u16> {
        match self.columns[..] {
            [only] => Some(only.item),
            _ => None,
        }
    }

    /// The bounds of the two draws that make an item, each at most 2^28.
    pub(super) fn bounds(&self) -> [u64; 2] {
        [self.columns.len() as u64, self.total]
    }

    /// The item of two draws below these bounds.
    #[inline(always)]
    pub(super) fn item(&self, column: u32, share: u32) -> u16 {
        let column = self.columns[column as usize];
        if share < column.first {
            column.item
        } else {
            column.other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_keeps_exactly_its_weight() {
        let weights = [7, 1, 0, 12, 30, 5, 5];
        let items: Vec<(u16, u64)> = (0..).zip(weights).collect();
        let pick = Pick::new(&items).expect("weights");
        let mut share = [0; 7];
        for column in &pick.columns {
            share[usize::from(column.item)] += u64::from(column.first);
            share[usize::from(column.other)] += pick.total - u64::from(column.first);
        }
        assert_eq!(share, weights.map(|weight| weight * 7));
        assert_eq!((pick.total, pick.bound), (60, 420));
    }

    #[test]
    fn nothing_to_draw_is_refused() {
        assert!(Pick::new(&[]).is_err());
        assert!(Pick::new(&[(0, 0)]).is_err());
        assert!(Pick::new(&[(0, u64::MAX), (1, 2)]).is_err());
    }
}
