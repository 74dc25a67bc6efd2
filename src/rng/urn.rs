//! Tickets dealt from a finite block without replacement.

use crate::error::{Error, Result};
use crate::rng::Draw;

/// The tickets left in a block, by row; at most `LANES` + 1 rows.
///
/// A ticket is a uniform draw below the number left, and its row the one whose cumulative remaining
/// counts enclose the draw. Taking it away lowers every bound above the draw by one: the comparisons
/// that find the row are those that update the bounds, so a ticket costs one draw and no branch, and a
/// block is never shuffled. A copy is as good as a fresh block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Urn<const LANES: usize> {
    /// Cumulative remaining counts of all rows but the last, which ends at `left`; behind them bounds
    /// that no draw reaches.
    bounds: [i32; LANES],
    left: u32,
}

impl<const LANES: usize> Urn<LANES> {
    /// The most tickets a block can have: half of what a bound holds, so that those behind the rows
    /// stay out of reach however many tickets are dealt.
    const MOST: u64 = 1 << 30;

    /// A full block with so many tickets of each row.
    ///
    /// # Errors
    /// No tickets, more than 2^30, or more than `LANES` + 1 rows.
    pub fn new(tickets: &[u64]) -> Result<Self> {
        let total = tickets.iter().fold(0_u64, |sum, &n| sum.saturating_add(n));
        if total == 0 || total > Self::MOST {
            return Err(Error::input(format!(
                "a block of {total} tickets: expected 1 to {}",
                Self::MOST
            )));
        }
        if tickets.len() > LANES + 1 {
            return Err(Error::internal(format!(
                "{} rows in a block for {} at most",
                tickets.len(),
                LANES + 1
            )));
        }
        let mut bounds = [i32::MAX; LANES];
        let mut sum = 0;
        for (bound, &count) in bounds.iter_mut().zip(&tickets[..tickets.len() - 1]) {
            sum += count as i32;
            *bound = sum;
        }
        Ok(Self {
            bounds,
            left: total as u32,
        })
    }

    /// Tickets left.
    #[inline(always)]
    pub fn left(&self) -> u64 {
        u64::from(self.left)
    }

    /// Deals one of the tickets left, each as likely as any other, and returns its row. There must be
    /// one.
    #[inline(always)]
    pub fn deal<D: Draw>(&mut self, draw: &mut D) -> usize {
        debug_assert!(self.left > 0, "a ticket from a block sold out");
        let ticket = draw.below(self.left()) as i32;
        self.take(ticket)
    }

    /// Takes ticket number `ticket` of those left and returns its row.
    #[inline(always)]
    pub(super) fn take(&mut self, ticket: i32) -> usize {
        self.left -= 1;
        let mut above = 0;
        for bound in &mut self.bounds {
            let is_above = i32::from(*bound > ticket);
            *bound -= is_above;
            above += is_above;
        }
        LANES - above as usize
    }

    /// How many tickets of the first row, of the first two rows and so on were dealt since the urn was
    /// `full`; all of them where there is no such row.
    #[inline(always)]
    pub fn dealt_since(&self, full: &Self) -> [u32; LANES] {
        let mut dealt = [0; LANES];
        let bounds = full.bounds.iter().zip(&self.bounds);
        for (dealt, (full, now)) in dealt.iter_mut().zip(bounds) {
            *dealt = (full - now) as u32;
        }
        dealt
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use std::collections::BTreeMap;

    /// Draws given values instead of random ones.
    struct Script(std::vec::IntoIter<u64>);

    impl Draw for Script {
        fn bits(&mut self) -> u64 {
            unreachable!("the script gives the draws")
        }

        fn below(&mut self, bound: u64) -> u64 {
            let value = self.0.next().expect("enough values");
            assert!(value < bound);
            value
        }
    }

    /// How often each order of rows is dealt over all equally likely sequences of draws.
    fn law(tickets: &[u64]) -> BTreeMap<Vec<usize>, u64> {
        let total: u64 = tickets.iter().sum();
        let mut sequences = vec![vec![]];
        for bound in (1..=total).rev() {
            let longer = |start: Vec<u64>| (0..bound).map(move |x| [&start[..], &[x]].concat());
            sequences = sequences.into_iter().flat_map(longer).collect();
        }
        let mut law = BTreeMap::new();
        for values in sequences {
            let mut draw = Script(values.into_iter());
            let mut urn = Urn::<4>::new(tickets).expect("a block");
            let rows = (0..total).map(|_| urn.deal(&mut draw)).collect();
            *law.entry(rows).or_default() += 1;
        }
        law
    }

    /// All orders of distinct tickets, as sequences of their rows.
    fn permutations(tickets: &[u64]) -> BTreeMap<Vec<usize>, u64> {
        fn extend(left: &[usize], order: &mut Vec<usize>, found: &mut BTreeMap<Vec<usize>, u64>) {
            if left.is_empty() {
                *found.entry(order.clone()).or_default() += 1;
            }
            for at in 0..left.len() {
                let mut rest = left.to_vec();
                order.push(rest.remove(at));
                extend(&rest, order, found);
                order.pop();
            }
        }
        let rows = tickets.iter().enumerate();
        let rows: Vec<usize> = rows
            .flat_map(|(row, &n)| std::iter::repeat_n(row, n as usize))
            .collect();
        let mut found = BTreeMap::new();
        extend(&rows, &mut vec![], &mut found);
        found
    }

    #[test]
    fn every_order_of_the_tickets_is_equally_likely() {
        for tickets in [&[2, 1, 1][..], &[1, 0, 3], &[4], &[2, 3, 1, 0, 1]] {
            assert_eq!(law(tickets), permutations(tickets), "{tickets:?}");
        }
    }

    #[test]
    fn a_block_sold_out_gave_every_ticket() {
        let tickets = [2, 10, 60, 500, 0, 9_428];
        let mut rng = rand_pcg::Pcg64Dxsm::from_seed([9; 32]);
        let mut urn = Urn::<8>::new(&tickets).expect("a block");
        let mut dealt = [0; 6];
        while urn.left() > 0 {
            dealt[urn.deal(&mut rng)] += 1;
        }
        assert_eq!(dealt, tickets);
    }

    #[test]
    fn what_was_dealt_is_told_from_what_is_left() {
        let full = Urn::<4>::new(&[2, 1, 4]).expect("a block");
        let mut urn = full;
        // Rows 2, 0, 2 and 1: the numbers are those of the tickets left.
        let rows = [3, 0, 5, 1].map(|ticket| urn.take(ticket));
        assert_eq!(rows, [2, 0, 2, 1]);
        assert_eq!(urn.dealt_since(&full), [1, 2, 4, 4]);
        assert_eq!(full.dealt_since(&full), [0; 4]);
    }

    #[test]
    fn blocks_that_cannot_be_dealt_are_refused() {
        assert!(Urn::<2>::new(&[]).is_err());
        assert!(Urn::<2>::new(&[0, 0]).is_err());
        assert!(Urn::<2>::new(&[1, 1, 1, 1]).is_err());
        assert!(Urn::<2>::new(&[1 << 30, 1]).is_err());
        assert!(Urn::<2>::new(&[u64::MAX, 1]).is_err());
        assert!(Urn::<2>::new(&[1 << 29, 1 << 29]).is_ok());
    }
}
