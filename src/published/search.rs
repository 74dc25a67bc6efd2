//! The search for the shortest weight vectors in given spans.
//!
//! Iterative deepening on the total of significant digits. Of the rows, one closes the sum and the
//! others are tried, narrowest first, over the integers short enough for the digits left. Each row
//! takes a turn as the closing one, which then holds the most digits beyond its fewest, so that the
//! rows tried share at most half of the digits to spare; and a sum that ends in a non-zero digit
//! needs a row that does, which cuts whole groups of integers at once.

use super::span::{Span, length, significant_digits, trailing_zeros};
use crate::error::{Error, Result};

/// A search that takes more steps than this gives up: some seconds.
const MAX_STEPS: u64 = 20_000_000;

/// What is known of the rows not yet tried, the closing one included.
struct Rest {
    low: u64,
    high: u64,
    /// The sum of the fewest digits of each.
    digits: u32,
    /// For each row that counts: the length of its least integer, and its fewest digits.
    rows: Vec<(u32, u32)>,
}

impl Rest {
    /// The fewest digits the rest can take if some row of it ends in at most `zeros` zeros.
    fn ending_in(&self, zeros: u32) -> u32 {
        let more = |&(length, fewest): &(u32, u32)| length.saturating_sub(zeros + fewest);
        self.digits + self.rows.iter().map(more).min().unwrap_or(0)
    }
}

/// The spans and what the whole search knows of them.
struct Problem<'a> {
    spans: &'a [Span],
    /// Whether the last span is a remainder, whose digits do not count.
    remainder: bool,
    /// The fewest digits in each span.
    fewest: Vec<u32>,
    /// The rows, narrowest span first.
    order: Vec<usize>,
}

impl<'a> Problem<'a> {
    fn new(spans: &'a [Span], remainder: bool) -> Self {
        let rows = spans.len() - usize::from(remainder);
        let mut fewest: Vec<u32> = spans[..rows].iter().map(|s| s.fewest_digits()).collect();
        fewest.resize(spans.len(), 0);
        let mut order: Vec<usize> = (0..spans.len()).collect();
        order.sort_by_key(|&row| spans[row].width());
        Self {
            spans,
            remainder,
            fewest,
            order,
        }
    }

    /// The most digits a row can hold beyond its fewest, or a little more.
    fn beyond(&self, row: usize) -> u32 {
        match self.spans[row] {
            span if span.width() == 0 => 0,
            span => length(span.high) - self.fewest[row],
        }
    }

    /// The rows that take a turn at closing the sum, widest first, with so many digits to spare.
    fn closers(&self, spare: u32) -> Vec<usize> {
        let widest = self.order.iter().rev().copied();
        match (self.remainder, spare) {
            (true, _) => vec![self.spans.len() - 1],
            // Nothing to spare: one row is as good as another.
            (false, 0) => widest.take(1).collect(),
            (false, _) => widest.filter(|&row| self.beyond(row) > 0).collect(),
        }
    }

    fn rest(&self, rows: &[usize], closer: usize) -> Rest {
        let mut rest = Rest {
            low: 0,
            high: 0,
            digits: 0,
            rows: Vec::new(),
        };
        for &row in rows.iter().chain([&closer]) {
            let (span, fewest) = (self.spans[row], self.fewest[row]);
            rest.low += span.low;
            rest.high = rest.high.saturating_add(span.high);
            rest.digits += fewest;
            rest.rows.push((length(span.low), fewest));
        }
        rest
    }
}

/// Calls `found` once with each vector of the fewest significant digits in total, one integer of
/// each span, that sums to `total`; also gives that number of digits. With `remainder` the last
/// span's digits do not count, and it closes the sum. At least one vector must exist, and only a
/// remainder may hold zero.
///
/// # Errors
/// More than twenty million steps were not enough.
pub(super) fn shortest(
    spans: &[Span],
    remainder: bool,
    total: u64,
    found: impl FnMut(&[u64], u32),
) -> Result<()> {
    shortest_within(MAX_STEPS, spans, remainder, total, found)
}

/// [`shortest`] in so many steps.
fn shortest_within(
    mut steps: u64,
    spans: &[Span],
    remainder: bool,
    total: u64,
    mut found: impl FnMut(&[u64], u32),
) -> Result<()> {
    let problem = Problem::new(spans, remainder);
    let least: u32 = problem.fewest.iter().sum();
    for spare in 0..=20 * spans.len() as u32 {
        let closers = problem.closers(spare);
        let mut any = false;
        for &closer in &closers {
            let order = problem.order.iter().copied();
            let order: Vec<usize> = order.filter(|&row| row != closer).collect();
            let rests = (1..=order.len()).map(|next| problem.rest(&order[next..], closer));
            let share = if remainder {
                spare
            } else {
                (spare / 2).min(problem.beyond(closer))
            };
            let mut pass = Pass {
                problem: &problem,
                closers: &closers,
                closer,
                share,
                rests: rests.collect(),
                order,
                values: vec![0; spans.len()],
                steps: &mut steps,
                found: &mut |values: &[u64]| {
                    any = true;
                    found(values, least + spare);
                },
            };
            pass.descend(0, total, least + spare)?;
        }
        if any {
            return Ok(());
        }
    }
    Err(Error::internal(
        "no weight vector found although one exists",
    ))
}

/// One pass of the search: a number of digits to spare and a row that closes the sum.
struct Pass<'a, F> {
    problem: &'a Problem<'a>,
    closers: &'a [usize],
    closer: usize,
    /// The most digits beyond its fewest that a row tried may have.
    share: u32,
    /// The other rows in the order they are tried, and what is known of the rows after each.
    order: Vec<usize>,
    rests: Vec<Rest>,
    values: Vec<u64>,
    /// The steps left.
    steps: &'a mut u64,
    found: &'a mut F,
}

impl<F: FnMut(&[u64])> Pass<'_, F> {
    /// Tries the row at `depth` of the order, with `left` of the sum and so many `digits` to use.
    fn descend(&mut self, depth: usize, left: u64, digits: u32) -> Result<()> {
        let Some(&row) = self.order.get(depth) else {
            self.close(left, digits);
            return Ok(());
        };
        let (span, rest) = (self.problem.spans[row], &self.rests[depth]);
        let low = span.low.max(left.saturating_sub(rest.high));
        let high = span.high.min(left.saturating_sub(rest.low));
        if low > high || digits < rest.digits {
            return Ok(());
        }
        let limit = (digits - rest.digits).min(self.problem.fewest[row] + self.share);
        let ending = trailing_zeros(left);
        for zeros in (0..length(high)).rev() {
            // What remains ends in as many zeros as the fewer of the two, unless they may cancel.
            let rest = &self.rests[depth];
            let after = if zeros == ending || self.problem.remainder {
                rest.digits
            } else {
                rest.ending_in(zeros.min(ending))
            };
            let limit = limit.min(digits.saturating_sub(after));
            let unit = 10_u64.pow(zeros);
            let mut value = low.div_ceil(unit) * unit;
            while value <= high && length(value) - zeros <= limit {
                self.step()?;
                if !(value / unit).is_multiple_of(10) {
                    self.values[row] = value;
                    let taken = length(value) - zeros;
                    self.descend(depth + 1, left - value, digits - taken)?;
                }
                value += unit;
            }
        }
        Ok(())
    }

    fn step(&mut self) -> Result<()> {
        *self.steps = self.steps.checked_sub(1).ok_or_else(|| {
            Error::input(
                "too many weight vectors come close to the shortest: the rule cannot choose in time",
            )
        })?;
        Ok(())
    }

    /// Gives the closing row what is left, if it may have it.
    fn close(&mut self, left: u64, digits: u32) {
        let Problem {
            spans,
            remainder,
            fewest,
            ..
        } = self.problem;
        let span = spans[self.closer];
        let closing = if *remainder {
            0
        } else {
            significant_digits(left)
        };
        if !(span.low..=span.high).contains(&left) || closing != digits {
            return;
        }
        self.values[self.closer] = left;
        // A vector comes up with every closing row that has the most digits beyond its fewest;
        // the first of them reports it.
        let beyond = |row: usize| significant_digits(self.values[row]) - fewest[row];
        let most = self.closers.iter().map(|&row| beyond(row)).max();
        let first = self.closers.iter().find(|&&row| Some(beyond(row)) == most);
        if *remainder || first == Some(&self.closer) {
            (self.found)(&self.values);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// All vectors in `spans` that sum to `total`.
    fn all(spans: &[Span], total: u64) -> Vec<Vec<u64>> {
        let Some((last, rest)) = spans.split_last() else {
            return if total == 0 { vec![vec![]] } else { vec![] };
        };
        let mut vectors = Vec::new();
        for value in last.low..=last.high.min(total) {
            for mut vector in all(rest, total - value) {
                vector.push(value);
                vectors.push(vector);
            }
        }
        vectors
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 400, failure_persistence: None, ..ProptestConfig::default()
        })]

        /// Every shortest vector is found, and found once, whatever the spans.
        #[test]
        fn all_shortest_vectors_once(
            rows in prop::collection::vec((1_u64..1200, 0_u64..30, 0_u64..30), 1..5),
            remainder in any::<bool>(),
        ) {
            let span = |&(low, width, _): &(u64, u64, u64)| Span { low, high: low + width };
            let spans: Vec<Span> = rows.iter().map(span).collect();
            let total = rows.iter().map(|&(low, width, at)| low + at.min(width)).sum();
            let counted = spans.len() - usize::from(remainder);
            let digits = |v: &[u64]| v[..counted].iter().map(|&v| significant_digits(v)).sum::<u32>();
            let mut expected = all(&spans, total);
            let least = expected.iter().map(|v| digits(v)).min().expect("one by construction");
            expected.retain(|v| digits(v) == least);
            let mut found = Vec::new();
            shortest(&spans, remainder, total, |vector, digits| {
                assert_eq!(digits, least);
                found.push(vector.to_owned());
            })
            .expect("found");
            found.sort();
            expected.sort();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_search_without_end_gives_up() {
        // Ten rows of 1200, 1300, ... 1900, of which about 8^9 vectors sum to the total.
        let spans = [Span {
            low: 1101,
            high: 1999,
        }; 10];
        let result = shortest_within(10_000, &spans, false, 15_500, |_, _| {});
        assert!(result.expect_err("too many").message().contains("in time"));
    }
}
