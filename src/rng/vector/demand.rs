//! Draws of one law that other stages ask for by number alone.

use crate::rng::vector::{BATCH, Column, Cuts, Stream};

/// Counts the rows of independent draws from one law, where it does not matter which round asked for
/// which: the first draw asked for has the first word of the stream, and so on.
pub struct Demand<const N: usize> {
    stream: Stream,
    cuts: Cuts<N>,
    column: Column,
    asked: u64,
    drawn: u64,
    /// Draws that have reached each bound.
    reached: [u64; N],
}

impl<const N: usize> Demand<N> {
    /// Nothing asked for yet.
    pub fn new(stream: Stream, cuts: Cuts<N>) -> Self {
        Self {
            stream,
            cuts,
            column: [0; BATCH],
            asked: 0,
            drawn: 0,
            reached: [0; N],
        }
    }

    /// Asks for more draws, until it is so many in all. They are made when a column is full, or at the end.
    #[inline(always)]
    pub fn ask_up_to(&mut self, draws: u64) {
        self.asked = self.asked.max(draws);
        while self.asked - self.drawn >= BATCH as u64 {
            self.refill();
            self.draw(BATCH);
        }
    }

    /// The number of draws made so far per row, after those still due are made. No more can be asked for.
    #[inline(always)]
    pub fn rows(mut self) -> Vec<u64> {
        let left = (self.asked - self.drawn) as usize;
        if left > 0 {
            self.refill();
            self.draw(left);
        }
        let mut above = self.drawn;
        let mut rows: Vec<u64> = Vec::with_capacity(N + 1);
        for reached in self.reached {
            rows.push(above - reached);
            above = reached;
        }
        rows.push(above);
        rows
    }

    /// What the next draw asked for would give, as a number below the total of the law's weights.
    pub fn next(mut self) -> u64 {
        let left = (self.asked - self.drawn) as usize;
        self.refill();
        self.cuts.number(self.column[left])
    }

    #[inline(always)]
    fn refill(&mut self) {
        self.stream.fill(&mut self.column);
        self.cuts.resolve(&mut self.column, self.stream.single());
    }

    #[inline(always)]
    fn draw(&mut self, draws: usize) {
        for (at, reached) in self.cuts.at().into_iter().zip(&mut self.reached) {
            let mut count = 0;
            for &word in &self.column[..draws] {
                count += u32::from(word.cast_signed() >= at);
            }
            *reached += u64::from(count);
        }
        self.drawn += draws as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Generator;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Dxsm;

    fn demand() -> Demand<2> {
        let mut chunk = Generator::Pcg64Dxsm(Pcg64Dxsm::from_seed([5; 32]));
        let cuts = Cuts::new([3, 7], 10).expect("bounds");
        Demand::new(Stream::split(&mut chunk), cuts)
    }

    /// However the draws are asked for, the first n are the same, one after the other.
    #[test]
    fn rows_are_those_of_the_draws_one_by_one() {
        let next = |before: u64| {
            let mut demand = demand();
            demand.ask_up_to(before);
            demand.next()
        };
        let mut rows = vec![0; 3];
        for n in 0..2100 {
            if n % 300 == 0 || (1020..1030).contains(&n) || n > 2040 {
                let mut at_once = demand();
                at_once.ask_up_to(n);
                let mut in_parts = demand();
                (1..=n).for_each(|asked| in_parts.ask_up_to(asked));
                let counted = at_once.rows();
                assert_eq!(counted, rows, "{n}");
                assert_eq!(counted, in_parts.rows());
            }
            let number = next(n);
            rows[usize::from(number >= 3) + usize::from(number >= 7)] += 1;
        }
    }
}
