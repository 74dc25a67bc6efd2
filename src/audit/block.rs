//! Finite blocks of tickets: whole ones by equality, parts of them without replacement.

use super::cells::{MIN_EXPECTED, Rows};
use super::check::{Method, Null};
use super::exact_table::is_too_even;
use super::gof::{Gof, GofOutcome, sum_of_squares};
use super::interval::Interval;
use super::raw::{Effect, RawTest, names};
use super::special::{Hypergeometric, ln_chi2_sf};
use super::table_test::{Fit, NoTest, RowTest, TableOutcome, TableTest};
use super::tails::Tails;
use crate::error::Result;
use crate::tally::Blocks;

/// Tests what was sold of partial blocks against their `lots`.
///
/// For n tickets of one block of N that is Pearson's statistic times (N - 1) / (N - n), whose mean is
/// exactly the degrees of freedom. For several blocks, or players who each meet a fresh one, the
/// counts are pooled: T = Σ (O - E)² / (p V), V = Σ n (N - n) / (N - 1) over the blocks.
///
/// Rows are pooled as in [`goodness_of_fit`](super::goodness_of_fit), where fewer than
/// [`MIN_EXPECTED`] tickets are expected among those sold, or among those left: what is left tells the
/// same as what is sold.
///
/// # Errors
/// As many counts as lots are expected, and numbers that 128 bits hold.
pub fn block_fit(blocks: &Blocks, lots: &[u64]) -> Result<GofOutcome> {
    block_fit_pooling(blocks, lots, MIN_EXPECTED)
}

/// [`block_fit`] with another least expected count; 0 never pools.
///
/// # Errors
/// See [`block_fit`].
pub fn block_fit_pooling(blocks: &Blocks, lots: &[u64], min_expected: u64) -> Result<GofOutcome> {
    if blocks.sold.is_empty() {
        return Ok(GofOutcome::NotTested(NoTest::NoDraws));
    }
    let tickets = lots.iter().fold(0_u64, |sum, &n| sum.saturating_add(n));
    let rows = Rows::new(&blocks.sold, lots, tickets)?;
    let n = rows.n;
    // More of a row than all the blocks held.
    let held = |row: usize| u128::from(lots[row]) * u128::from(blocks.partial);
    let over = |&row: &usize| u128::from(blocks.sold[row]) > held(row);
    let impossible: Vec<usize> = (0..lots.len()).filter(over).collect();
    if !impossible.is_empty() {
        let draws = impossible.iter().map(|&row| blocks.sold[row]).sum();
        return Ok(GofOutcome::Impossible {
            rows: impossible,
            draws,
            n,
        });
    }
    if rows.possible().len() < 2 {
        return Ok(GofOutcome::NotTested(NoTest::OneRow));
    }
    let unsold = u128::from(blocks.partial) * u128::from(tickets) - u128::from(n);
    let scarce = u128::from(n).min(unsold);
    let mut cells = rows.pooled_among(scarce, min_expected);
    let df = (cells.len() - 1) as u32;
    if df == 0 {
        return Ok(GofOutcome::NotTested(NoTest::TooFewDraws {
            n: scarce as u64,
        }));
    }
    let variance = variance(blocks, tickets);
    let mut statistic = 0.0;
    // Where nothing is unsold, no row above its lots means that each has them: nothing can deviate.
    if blocks.spread > 0 {
        statistic = sum_of_squares(&cells, variance, tickets);
        for cell in &mut cells {
            cell.residual *= (n as f64 / variance).sqrt();
        }
    }
    Ok(GofOutcome::Tested(Gof {
        n,
        statistic,
        g: f64::NAN,
        df,
        ln_p: ln_chi2_sf(statistic, df),
        cells,
    }))
}

/// V: the count of a row with share p has the variance p (1 - p) V.
fn variance(blocks: &Blocks, tickets: u64) -> f64 {
    blocks.spread as f64 / tickets.saturating_sub(1).max(1) as f64
}

/// The test of what was sold of partial blocks: [`block_fit`], each rare row exactly, and the row that deviates
/// most, as in [`table_test`](super::table_test()).
///
/// Of one block a row's count is hypergeometric. Of several it is a sum of hypergeometric counts,
/// each of which is a sum of independent trials of unequal chances (V. Vatutin & V. Mikhailov, Theory
/// Probab. Appl. 27, 1982); a draw or more away from the mean, the tails of such a sum are at most those
/// of the binomial law with the same mean (W. Hoeffding, Ann. Math. Statist. 27, 1956).
///
/// # Errors
/// See [`block_fit`].
pub fn block_table_test(blocks: &Blocks, lots: &[u64]) -> Result<TableOutcome> {
    let fit = match block_fit(blocks, lots)? {
        GofOutcome::Impossible { rows, draws, n } => {
            return Ok(TableOutcome::Impossible { rows, draws, n });
        }
        GofOutcome::NotTested(NoTest::TooFewDraws { .. }) => None,
        GofOutcome::NotTested(why) => return Ok(TableOutcome::NotTested(why)),
        GofOutcome::Tested(gof) => Some(gof),
    };
    let tickets: u64 = lots.iter().sum();
    let n: u64 = blocks.sold.iter().sum();
    let variance = variance(blocks, tickets);
    let fit = fit.map(|gof| Fit {
        statistic: gof.statistic,
        df: gof.df,
        ln_p: gof.ln_p,
        g: None,
        ln_p_g: None,
        conservative: None,
        pooled: gof.pooled().to_vec(),
        too_even: blocks.spread > 0 && {
            let share = |weight: u64| weight as f64 / tickets as f64;
            let steps = gof
                .cells
                .iter()
                .map(|cell| 1.0 / (share(cell.weight) * variance));
            is_too_even(gof.statistic, gof.df, steps.sum())
        },
    });
    let possible = (0..lots.len()).filter(|&row| lots[row] > 0);
    let rows = possible.map(|row| {
        let p = lots[row] as f64 / tickets as f64;
        RowTest {
            row,
            observed: blocks.sold[row],
            chance: Interval { low: p, high: p },
            ln_p: ln_p_of_row(blocks, lots[row], tickets, blocks.sold[row], n),
            is_rare: fit.as_ref().is_none_or(|fit| fit.pooled.contains(&row)),
        }
    });
    let rows = rows.collect();
    let test = TableTest::join(n, fit, None, rows, None);
    Ok(TableOutcome::Tested(Box::new(test)))
}

/// The two-sided p-value of `seen` tickets of a kind among the `n` sold.
fn ln_p_of_row(blocks: &Blocks, kind: u64, tickets: u64, seen: u64, n: u64) -> f64 {
    if blocks.partial == 1 {
        let law = Hypergeometric {
            tickets,
            kind,
            sold: n,
        };
        return Tails::hypergeometric(seen, &law).ln_two_sided();
    }
    // Whichever are fewer, the tickets sold or those left: the fewer trials, the smaller the variance.
    let held = u128::from(blocks.partial) * u128::from(tickets);
    let left = u64::try_from(held - u128::from(n)).unwrap_or(u64::MAX);
    let kind_left = u128::from(blocks.partial) * u128::from(kind) - u128::from(seen);
    let (seen, trials) = if left < n {
        (kind_left as u64, left)
    } else {
        (seen, n)
    };
    let excess = i128::from(seen) * i128::from(tickets) - i128::from(trials) * i128::from(kind);
    if excess.unsigned_abs() < u128::from(tickets) {
        return 0.0;
    }
    let p = kind as f64 / tickets as f64;
    Tails::binomial(seen, trials, Interval { low: p, high: p }).ln_two_sided()
}

/// The test of the partial blocks of a table; `labels` names its rows.
///
/// # Errors
/// See [`block_fit`].
pub fn block_test(
    id: impl Into<String>,
    table: impl Into<String>,
    blocks: &Blocks,
    lots: &[u64],
    labels: &[impl AsRef<str>],
) -> Result<RawTest> {
    let outcome = block_table_test(blocks, lots)?;
    let test = RawTest::of_table(id, table, Null::Block, &outcome, labels);
    let TableOutcome::Tested(tested) = outcome else {
        return Ok(test);
    };
    // As sensitive as so many draws with replacement.
    let n = tested.n as f64;
    let n = n * n / variance(blocks, lots.iter().sum());
    Ok(RawTest {
        effect: Effect::Rows { n: n as u64 },
        ..test
    })
}

/// The check of the blocks sold out: every single one must have given its lots exactly.
pub fn whole_blocks(
    id: impl Into<String>,
    table: impl Into<String>,
    blocks: &Blocks,
    labels: &[impl AsRef<str>],
) -> RawTest {
    let mut notes = vec![format!(
        "{} of {} whole blocks gave other tickets than their lots",
        blocks.broken, blocks.whole
    )];
    let uneven = blocks.surplus.iter().zip(&blocks.missing).enumerate();
    for (row, (surplus, missing)) in uneven {
        for (count, what) in [(surplus, "too many"), (missing, "too few")] {
            if *count > 0 {
                notes.push(format!("{}: {count} {what}", names(&[row], labels)));
            }
        }
    }
    RawTest {
        table: Some(table.into()),
        null: Null::Block,
        ..RawTest::certainty(id, Method::BlockEquality, blocks.broken, notes.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOTS: [u64; 4] = [2, 50, 150, 798];

    fn partial(parts: &[(&[u64], u64, u64)]) -> Blocks {
        let mut blocks = Blocks::default();
        for (counts, number, each) in parts {
            blocks.add(&LOTS, counts, *number, *each);
        }
        blocks
    }

    fn tested(blocks: &Blocks) -> Gof {
        match block_fit(blocks, &LOTS).expect("valid input") {
            GofOutcome::Tested(gof) => gof,
            other => panic!("not tested: {other:?}"),
        }
    }

    #[test]
    fn the_unsold_tickets_tell_the_same() {
        let sold = tested(&partial(&[(&[1, 22, 58, 319], 1, 400)]));
        let left = tested(&partial(&[(&[1, 28, 92, 479], 1, 600)]));
        assert_eq!(sold.pooled(), [0, 1]);
        assert!((sold.statistic - left.statistic).abs() < 1e-12);
        assert_eq!((sold.df, left.df), (2, 2));
    }

    /// T and V by hand for two players of 3 tickets and one of 4.
    #[test]
    fn players_are_pooled() {
        let blocks = partial(&[(&[0, 1, 2, 3], 2, 3), (&[0, 0, 1, 3], 1, 4)]);
        let outcome = block_fit_pooling(&blocks, &LOTS, 0).expect("valid input");
        let GofOutcome::Tested(gof) = outcome else {
            panic!("not tested");
        };
        let v = (2.0 * 3.0 * 997.0 + 4.0 * 996.0) / 999.0;
        let observed = [0.0, 1.0, 3.0, 6.0];
        let terms = LOTS.iter().zip(observed).map(|(&lots, o)| {
            let p = lots as f64 / 1000.0;
            (o - 10.0 * p) * (o - 10.0 * p) / (p * v)
        });
        assert!((gof.statistic - terms.sum::<f64>()).abs() < 1e-12);
    }

    #[test]
    fn more_of_a_row_than_there_is_cannot_be() {
        let blocks = partial(&[(&[3, 20, 58, 319], 1, 400)]);
        let test = block_test("fit:b", "b", &blocks, &LOTS, &["A", "B", "C", "D"]).expect("valid");
        assert_eq!(test.method, Method::ImpossibleOutcome);
        assert_eq!(test.note.as_deref(), Some("drawn although impossible: A"));
        let two = partial(&[(&[3, 20, 58, 319], 2, 200)]);
        assert_eq!(tested(&two).df, 2);
    }

    #[test]
    fn blocks_nearly_sold_out_are_too_few_draws() {
        let blocks = partial(&[(&[2, 50, 148, 792], 1, 992)]);
        let outcome = block_fit(&blocks, &LOTS).expect("valid input");
        assert_eq!(outcome, GofOutcome::NotTested(NoTest::TooFewDraws { n: 8 }));
    }

    /// Both tickets of the first kind among 400 of 1000: 400·399/(1000·999), doubled. Of two blocks of 200 the
    /// count is held against binomial tails, which are larger, and a ticket more or less is no evidence.
    #[test]
    fn rare_lots_by_their_exact_law() {
        let test = |blocks: &Blocks| match block_table_test(blocks, &LOTS).expect("valid") {
            TableOutcome::Tested(test) => *test,
            other => panic!("not tested: {other:?}"),
        };
        let one = test(&partial(&[(&[2, 20, 60, 318], 1, 400)]));
        let expected = 2.0 * 400.0 * 399.0 / 999_000.0;
        assert!((libm::exp(one.rows[0].ln_p) - expected).abs() < 1e-12);
        assert!(one.rows[0].is_rare && !one.rows[2].is_rare);
        let two = test(&partial(&[(&[3, 20, 60, 317], 2, 200)]));
        let p: f64 = 0.002;
        let below: f64 = (0..3)
            .map(|x| {
                let ways = [1.0, 400.0, 79_800.0][x];
                ways * libm::pow(p, x as f64) * libm::pow(1.0 - p, 400.0 - x as f64)
            })
            .sum();
        assert!((libm::exp(two.rows[0].ln_p) - 2.0 * (1.0 - below)).abs() < 1e-12);
        let near = test(&partial(&[(&[1, 20, 60, 319], 2, 200)]));
        assert!(near.rows[0].ln_p.abs() < 1e-300);
    }

    #[test]
    fn a_broken_block_fails_with_certainty_and_names_the_rows() {
        let blocks = partial(&[(&[3, 50, 149, 798], 1, 1000), (&LOTS, 1, 1000)]);
        let test = whole_blocks("whole:b", "b", &blocks, &["A", "B", "C", "D"]);
        assert!(test.ln_p.is_infinite());
        assert_eq!(
            test.note.as_deref(),
            Some(
                "1 of 2 whole blocks gave other tickets than their lots; A: 1 too many; C: 1 too few"
            )
        );
        let fine = whole_blocks("whole:b", "b", &partial(&[(&LOTS, 1, 1000)]), &["A"]);
        assert!(fine.ln_p.abs() < f64::MIN_POSITIVE);
    }
}
