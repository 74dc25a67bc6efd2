//! What was sold of finite blocks: whole ones, which are certain, and parts of others.

/// The lots of one block as published, and where its draws are counted.
#[derive(Clone, Copy, Debug)]
pub struct BlockLots<'a> {
    /// Number of the table on the game's card.
    pub table: usize,
    /// Tickets per row of that table.
    pub lots: &'a [u64],
}

impl BlockLots<'_> {
    /// Tickets of the block.
    pub fn tickets(&self) -> u64 {
        self.lots.iter().sum()
    }
}

/// Blocks of one kind, each sold in whole or in part.
///
/// A whole block is compared with its lots when it is sold out, so that a ticket too many in one
/// block and too few in another do not cancel when blocks are joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// Blocks sold out.
    pub whole: u64,
    /// Those of them whose tickets were not the lots.
    pub broken: u64,
    /// Tickets too many, per row, over the broken blocks; empty if there are none.
    pub surplus: Vec<u64>,
    /// Tickets too few, likewise.
    pub missing: Vec<u64>,
    /// Blocks sold in part.
    pub partial: u64,
    /// Tickets sold of them, per row; empty if there are none.
    pub sold: Vec<u64>,
    /// Σ n (N - n) over them, n tickets of N being sold of each.
    pub spread: u128,
}

impl Blocks {
    /// `blocks` blocks of `lots` of which `each` tickets were sold, together `counts` per row. One
    /// block at a time where they are sold out.
    pub fn add(&mut self, lots: &[u64], counts: &[u64], blocks: u64, each: u64) {
        let tickets: u64 = lots.iter().sum();
        if each == tickets && blocks == 1 {
            self.whole += 1;
            if counts != lots {
                self.broken += 1;
                let less = |a: &[u64], b: &[u64]| -> Vec<u64> {
                    a.iter().zip(b).map(|(a, b)| a.saturating_sub(*b)).collect()
                };
                add(&mut self.surplus, &less(counts, lots));
                add(&mut self.missing, &less(lots, counts));
            }
        } else if blocks > 0 && each > 0 {
            self.partial += blocks;
            add(&mut self.sold, counts);
            let unsold = tickets.saturating_sub(each);
            self.spread += u128::from(blocks) * u128::from(each) * u128::from(unsold);
        }
    }

    /// Adds other blocks of the same kind.
    pub fn merge(&mut self, other: &Self) {
        self.whole += other.whole;
        self.broken += other.broken;
        add(&mut self.surplus, &other.surplus);
        add(&mut self.missing, &other.missing);
        self.partial += other.partial;
        add(&mut self.sold, &other.sold);
        self.spread += other.spread;
    }
}

/// Adds per row; nothing counted yet is an empty list.
fn add(mine: &mut Vec<u64>, theirs: &[u64]) {
    if mine.is_empty() {
        mine.extend_from_slice(theirs);
        return;
    }
    for (a, b) in mine.iter_mut().zip(theirs) {
        *a += b;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOTS: [u64; 3] = [1, 3, 6];

    fn blocks(parts: &[(&[u64], u64, u64)]) -> Blocks {
        let mut blocks = Blocks::default();
        for (counts, number, each) in parts {
            blocks.add(&LOTS, counts, *number, *each);
        }
        blocks
    }

    #[test]
    fn errors_of_two_whole_blocks_do_not_cancel() {
        let two = blocks(&[(&[2, 3, 5], 1, 10), (&[0, 3, 7], 1, 10), (&LOTS, 1, 10)]);
        assert_eq!((two.whole, two.broken), (3, 2));
        assert_eq!(
            (&two.surplus[..], &two.missing[..]),
            (&[1, 0, 1][..], &[1, 0, 1][..])
        );
        assert_eq!(two.partial, 0);
    }

    #[test]
    fn parts_add_up_with_their_spread() {
        let parts = blocks(&[(&[1, 1, 2], 1, 4), (&[0, 2, 4], 2, 3), (&[0; 3], 1, 0)]);
        assert_eq!((parts.whole, parts.partial), (0, 3));
        assert_eq!(parts.sold, [1, 3, 6]);
        assert_eq!(parts.spread, 4 * 6 + 2 * 3 * 7);
    }

    #[test]
    fn merging_commutes_and_the_empty_one_is_zero() {
        let a = blocks(&[(&LOTS, 1, 10), (&[2, 3, 5], 1, 10)]);
        let b = blocks(&[(&[1, 1, 2], 1, 4), (&[0, 4, 6], 1, 10)]);
        let join = |x: &Blocks, y: &Blocks| {
            let mut sum = x.clone();
            sum.merge(y);
            sum
        };
        assert_eq!(join(&a, &b), join(&b, &a));
        for x in [&a, &b] {
            assert_eq!(join(x, &Blocks::default()), *x);
            assert_eq!(join(&Blocks::default(), x), *x);
        }
    }
}
