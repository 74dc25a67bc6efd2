//! A table's counts against every law whose odds round to the printed ones.
//!
//! A regulation prints rounded odds. Held against one law, however chosen, a perfectly fair game is
//! rejected after a few million draws; what the text promises is only that the law lies in a box.

use super::cells::MIN_EXPECTED;
use super::interval::Interval;
use super::projection::Projection;
use super::table_test::{Fit, NoTest, RowTest, TableOutcome, TableTest};
use super::tails::Tails;
use crate::error::{Error, Result};
use crate::exact::{Bounds, Ratio, ratio, to_f64};
use crate::units::{Probability, RoundingInterval};

/// Tests `counts` against every law with each row's chance in its interval of `boxes`: draws of a table
/// against its printed odds.
///
/// The parts are those of [`table_test`](super::table_test()); rows are rare by the lowest chance the box
/// leaves them. Chi-square measures the distance to the nearest law of the box
/// ([`Projection`], the conditional test; the conservative one beside it), exact tests take the end of the
/// interval that explains most. Hence what every law of the box leads to at most with probability α is
/// rejected with probability α at most, and a row that leaves its interval is found.
///
/// # Errors
/// As many counts as intervals are expected, with at most 2^63 draws.
pub fn composite_fit(counts: &[u64], boxes: &[RoundingInterval]) -> Result<TableOutcome> {
    let wide = |p: Probability| ratio(*p.numer(), *p.denom());
    let exact: Vec<Bounds> = boxes
        .iter()
        .map(|ends| Bounds {
            low: wide(ends.low),
            high: wide(ends.high),
        })
        .collect();
    composite_fit_bounds(counts, &exact)
}

/// [`composite_fit`] for a box with ends of any size: payouts against the least and the greatest
/// chance of each, an outer box, under which the test is conservative.
///
/// # Errors
/// See [`composite_fit`].
pub fn composite_fit_bounds(counts: &[u64], boxes: &[Bounds]) -> Result<TableOutcome> {
    let floats: Vec<Interval> = boxes.iter().map(outwards).collect();
    let crossed = boxes.iter().any(|ends| ends.low > ends.high);
    let least: f64 = floats.iter().map(|ends| ends.low).sum();
    let most: f64 = floats.iter().map(|ends| ends.high).sum();
    // Sums of floats tell where they are clear of 1; the exact ones, which may be long, where they are not.
    let is_clear = least < 1.0 - CLEAR && most > 1.0 + CLEAR;
    let is_empty = crossed || (!is_clear && !holds_a_law(boxes));
    if is_empty && counts.len() == boxes.len() {
        return Ok(TableOutcome::Infeasible { least, most });
    }
    fit(counts, &floats)
}

/// How far from 1 a sum of floats must be to be trusted.
const CLEAR: f64 = 1e-9;

/// Whether some chances in the intervals sum to 1, exactly.
fn holds_a_law(boxes: &[Bounds]) -> bool {
    let one = ratio(1, 1);
    let least: Ratio = boxes.iter().map(|ends| &ends.low).sum();
    let most: Ratio = boxes.iter().map(|ends| &ends.high).sum();
    least <= one && one <= most
}

/// An interval of floats that holds the exact one.
fn outwards(ends: &Bounds) -> Interval {
    let (low, high) = (to_f64(&ends.low), to_f64(&ends.high));
    Interval {
        low: if low > 0.0 { low.next_down() } else { 0.0 },
        high: if high > 0.0 {
            high.next_up().min(1.0)
        } else {
            0.0
        },
    }
}

/// The test over a box that holds some law.
fn fit(counts: &[u64], boxes: &[Interval]) -> Result<TableOutcome> {
    if counts.len() != boxes.len() {
        return Err(Error::input(format!(
            "{} counts for {} intervals: expected one count per row",
            counts.len(),
            boxes.len()
        )));
    }
    let n = counts
        .iter()
        .try_fold(0_u64, |sum, &count| sum.checked_add(count));
    let n = n.filter(|&n| n <= 1 << 63).ok_or_else(|| {
        Error::input(
            "more than 2^63 draws of one table: expected at most 60 for each of 1e15 rounds",
        )
    })?;
    if n == 0 {
        return Ok(TableOutcome::NotTested(NoTest::NoDraws));
    }
    let boxes = tightened(boxes);
    let strange = |&row: &usize| boxes[row].high <= 0.0 && counts[row] > 0;
    let impossible: Vec<usize> = (0..counts.len()).filter(strange).collect();
    if !impossible.is_empty() {
        let draws = impossible.iter().map(|&row| counts[row]).sum();
        return Ok(TableOutcome::Impossible {
            rows: impossible,
            draws,
            n,
        });
    }
    let possible: Vec<usize> = (0..counts.len())
        .filter(|&row| boxes[row].high > 0.0)
        .collect();
    if possible.len() < 2 {
        return Ok(TableOutcome::NotTested(NoTest::OneRow));
    }
    let (kept, pool) = pooled(n, &possible, &boxes);
    let cells = kept.len() + usize::from(!pool.is_empty());
    let projection = (cells > 1).then(|| {
        let mut cell_counts: Vec<u64> = kept.iter().map(|&row| counts[row]).collect();
        let mut cell_boxes: Vec<Interval> = kept.iter().map(|&row| boxes[row]).collect();
        if !pool.is_empty() {
            cell_counts.push(pool.iter().map(|&row| counts[row]).sum());
            cell_boxes.push(joined(&pool, &boxes));
        }
        Projection::new(&cell_counts, &cell_boxes)
    });
    let fit = projection.as_ref().map(|projection| Fit {
        statistic: projection.statistic,
        df: projection.df,
        ln_p: projection.ln_p(),
        g: Some(projection.g),
        ln_p_g: Some(projection.ln_p_of_g()),
        conservative: Some((projection.df_conservative, projection.ln_p_conservative())),
        pooled: pool.clone(),
        too_even: false,
    });
    let rows = possible.iter().map(|&row| RowTest {
        row,
        observed: counts[row],
        chance: boxes[row],
        ln_p: Tails::binomial(counts[row], n, boxes[row]).ln_two_sided(),
        is_rare: fit.is_none() || pool.contains(&row),
    });
    let rows = rows.collect();
    let test = TableTest::join(n, fit, None, rows, projection);
    Ok(TableOutcome::Tested(Box::new(test)))
}

/// The same laws in the smallest box: no row can be below what the others leave at their most, nor
/// above what they leave at their least. Rounded outwards.
fn tightened(boxes: &[Interval]) -> Vec<Interval> {
    let least: f64 = boxes.iter().map(|b| b.low).sum();
    let most: f64 = boxes.iter().map(|b| b.high).sum();
    let slack = 4.0 * f64::EPSILON * most.max(1.0) * (boxes.len() as f64 + 2.0);
    boxes
        .iter()
        .map(|ends| Interval {
            low: ends.low.max(1.0 - (most - ends.high) - slack),
            high: ends.high.min(1.0 - (least - ends.low) + slack),
        })
        .collect()
}

/// The rows that expect enough draws by their lowest chance, and those to be merged.
fn pooled(n: u64, rows: &[usize], boxes: &[Interval]) -> (Vec<usize>, Vec<usize>) {
    let enough = MIN_EXPECTED as f64 / n as f64;
    let (mut pool, mut kept): (Vec<usize>, Vec<usize>) =
        rows.iter().partition(|&&row| boxes[row].low < enough);
    if !pool.is_empty() && joined(&pool, boxes).low < enough {
        let least =
            (0..kept.len()).min_by(|&a, &b| boxes[kept[a]].low.total_cmp(&boxes[kept[b]].low));
        if let Some(at) = least {
            pool.push(kept.remove(at));
            pool.sort_unstable();
        }
    }
    (kept, pool)
}

/// The interval of several rows together.
fn joined(rows: &[usize], boxes: &[Interval]) -> Interval {
    Interval {
        low: rows.iter().map(|&row| boxes[row].low).sum(),
        high: rows
            .iter()
            .map(|&row| boxes[row].high)
            .sum::<f64>()
            .min(1.0),
    }
}

#[cfg(test)]
mod tests;
