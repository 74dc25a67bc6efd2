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

/// Part of one item below `first`, of another above.
#[derive(Clone, Copy)]
struct Column {
    first: u64,
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
        let total: u64 = items.iter().map(|&(_, weight)| weight).sum();
        let bound = size.checked_mul(total).filter(|&bound| bound > 0);
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
                first: share,
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
            first: share,
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
        if let [only] = self.columns[..] {
            return only.item;
        }
        let mut word = draw.mixed(self.bound);
        let column = self.columns[word.take(self.columns.len() as u64) as usize];
        if word.take(self.total) < column.first {
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
            share[usize::from(column.item)] += column.first;
            share[usize::from(column.other)] += pick.total - column.first;
        }
        assert_eq!(share, weights.map(|weight| weight * 7));
        assert_eq!((pick.total, pick.bound), (60, 420));
    }

    #[test]
    fn nothing_to_draw_is_refused() {
        assert!(Pick::new(&[]).is_err());
        assert!(Pick::new(&[(0, 0)]).is_err());
    }
}
