//! Tests of tables against a box of laws.

use super::*;
use crate::audit::{PartKind, table_test};
use crate::units::Odds;
use proptest::prelude::*;

fn printed(odds: &[&str]) -> Vec<RoundingInterval> {
    let interval = |text: &&str| Odds::rounded(text).expect("odds").interval();
    odds.iter().map(interval).collect()
}

/// Stage 1 of Happy Dés.
fn stage_1() -> Vec<RoundingInterval> {
    printed(&["66,67", "6,67", "1,83", "3,45"])
}

fn tested(counts: &[u64], boxes: &[RoundingInterval]) -> TableTest {
    match composite_fit(counts, boxes).expect("valid") {
        TableOutcome::Tested(test) => *test,
        other => panic!("not tested: {other:?}"),
    }
}

#[test]
fn shares_inside_the_box_are_no_deviation() {
    // 0.0149999, 0.1499, 0.5451, 0.2899...: each within its rounding.
    let counts = [
        14_999_000_000,
        149_950_000_000,
        545_100_000_000,
        289_951_000_000,
    ];
    let test = tested(&counts, &stage_1());
    let fit = test.fit.expect("chi-square");
    assert_eq!(fit.df, 0);
    assert!(fit.statistic.abs() < 1e-9 && test.ln_p.abs() < 1e-300);
    assert!(test.ln_p_conservative.expect("a box").abs() < 1e-300);
}

/// Laws of the box a fair operator may have, held against one reconstruction and against the box.
#[test]
fn a_fair_law_is_rejected_by_a_point_and_not_by_the_box() {
    let counts = [15_000_000, 150_000_000, 545_500_000, 289_500_000];
    let TableOutcome::Tested(point) = table_test(&counts, &[3, 30, 109, 58], 200).expect("valid")
    else {
        panic!("not tested");
    };
    assert!(point.ln_p < -600.0);
    assert!(tested(&counts, &stage_1()).ln_p > libm::log(0.05));
}

/// A point box is the exact test, statistics and all.
#[test]
fn a_box_of_points_is_the_exact_test() {
    let weights = [3_u64, 30, 109, 58];
    let boxes: Vec<RoundingInterval> = weights
        .iter()
        .map(|&w| RoundingInterval::point(Probability::new(w.into(), 200)))
        .collect();
    for counts in [
        [12, 160, 530, 298],
        [1, 14, 60, 25],
        [15_070, 149_800, 545_310, 289_820],
    ] {
        let TableOutcome::Tested(exact) = table_test(&counts, &weights, 200).expect("valid") else {
            panic!("not tested");
        };
        let composite = tested(&counts, &boxes);
        let (a, b) = (exact.fit.expect("a fit"), composite.fit.expect("a fit"));
        assert!((a.statistic - b.statistic).abs() <= 1e-9 * a.statistic);
        assert!((a.g.expect("G") - b.g.expect("G")).abs() <= 1e-9 * a.statistic);
        assert_eq!((a.df, &a.pooled), (b.df, &b.pooled));
        assert!((exact.ln_p - composite.ln_p).abs() < 1e-9);
        let conservative = composite.ln_p_conservative.expect("a box");
        assert!((composite.ln_p - conservative).abs() < 1e-12);
    }
}

#[test]
fn a_prize_that_never_comes_is_named() {
    let gold = printed(&["1,43", "6,67", "10,00", "20,41", "1 000,00", "100 000,00"]);
    let counts = [7_000_020, 1_500_000, 1_000_000, 489_980, 10_000, 0];
    let test = tested(&counts, &gold);
    assert_eq!(test.worst().map(|row| row.row), Some(5));
    // P(none of 100) = e^-100, doubled.
    assert!((test.rows[5].ln_p + 100.0 - libm::log(2.0)).abs() < 1e-3);
    let fewest = test.parts.iter().min_by(|a, b| a.ln_p.total_cmp(&b.ln_p));
    assert_eq!(fewest.map(|part| part.kind), Some(PartKind::WorstRow(5)));
    assert!(test.ln_p < -90.0 && test.ln_p_conservative.is_some_and(|p| p < -90.0));
}

#[test]
fn few_draws_are_tested_by_their_rows() {
    let test = tested(&[5, 0, 0, 0], &stage_1());
    assert!(test.fit.is_none());
    // Five of five at 1 in 66.67: 2 · 0.015⁵, for four rows.
    let expected = libm::log(8.0 / 66.665_f64.powi(5));
    assert!(
        (test.ln_p - expected).abs() < 1e-9,
        "{} {expected}",
        test.ln_p
    );
    let none = composite_fit(&[0; 4], &stage_1()).expect("valid");
    assert_eq!(none, TableOutcome::NotTested(NoTest::NoDraws));
}

#[test]
fn boxes_without_a_law_are_a_finding() {
    let low = printed(&["4,00", "4,00", "4,00"]);
    assert!(matches!(
        composite_fit(&[1, 2, 3], &low).expect("valid"),
        TableOutcome::Infeasible { most, .. } if most < 1.0
    ));
    let high = printed(&["2,00", "2,00", "4,00"]);
    assert!(matches!(
        composite_fit(&[1, 2, 3], &high).expect("valid"),
        TableOutcome::Infeasible { least, .. } if least > 1.0
    ));
    // Exactly 1 at its upper ends: 8/25 + 17/25 is a law, 8/25 + 17/25 less a hair is none.
    let hair = Probability::new(1, 10_i128.pow(25));
    let ends = |top: i128| RoundingInterval::point(Probability::new(top, 25));
    let mut boxes = vec![ends(8), ends(17)];
    assert!(matches!(
        composite_fit(&[8, 17], &boxes).expect("valid"),
        TableOutcome::Tested(_)
    ));
    boxes[1].low -= hair;
    boxes[1].high -= hair;
    assert!(matches!(
        composite_fit(&[8, 17], &boxes).expect("valid"),
        TableOutcome::Infeasible { .. }
    ));
    assert!(composite_fit(&[1, 2], &low).is_err());
}

#[test]
fn what_no_law_of_the_box_draws_is_impossible() {
    let mut boxes = stage_1();
    boxes.push(RoundingInterval::point(Probability::new(0, 1)));
    let outcome = composite_fit(&[15, 150, 545, 290, 1], &boxes).expect("valid");
    assert_eq!(
        outcome,
        TableOutcome::Impossible {
            rows: vec![4],
            draws: 1,
            n: 1001
        }
    );
    assert_eq!(tested(&[15, 150, 545, 290, 0], &boxes).rows.len(), 4);
}

proptest! {
    /// No law of the box that a search finds is nearer, by Pearson or by G; and the conservative p is
    /// at least the conditional one.
    #[test]
    fn nothing_in_the_box_is_nearer(
        counts in prop::collection::vec(0_u64..400, 4),
        low in prop::collection::vec(0.0_f64..0.25, 4),
        width in prop::collection::vec(0.0_f64..0.5, 4),
        steps in prop::collection::vec((0_usize..4, 0_usize..4, 0.0_f64..1.0), 60),
    ) {
        let boxes: Vec<Interval> = low.iter().zip(&width).map(|(&l, &w)| Interval { low: l, high: (l + w).min(1.0) }).collect();
        let Some(found) = Projection::of(&counts, &boxes) else { return Ok(()) };
        prop_assert!((found.p_hat.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        for (p, ends) in found.p_hat.iter().zip(&boxes) {
            prop_assert!(ends.low - 1e-9 <= *p && *p <= ends.high + 1e-9);
        }
        let n = found.n as f64;
        let distance = |law: &[f64]| -> (f64, f64) {
            let mut sums = (0.0, 0.0);
            for (&count, &p) in counts.iter().zip(law) {
                let (o, e) = (count as f64, n * p);
                if e > 0.0 {
                    sums.0 += (o - e) * (o - e) / e;
                    sums.1 += if o > 0.0 { 2.0 * (o * (o / e).ln() + e - o) } else { 2.0 * e };
                } else if o > 0.0 {
                    return (f64::INFINITY, f64::INFINITY);
                }
            }
            sums
        };
        let own = distance(&found.p_hat);
        prop_assert!((own.0 - found.statistic).abs() <= 1e-7 * (1.0 + own.0));
        prop_assert!((own.1 - found.g).abs() <= 1e-7 * (1.0 + own.1));
        // Moves of probability from one row to another, inside the box.
        let mut law = found.p_hat.clone();
        for (from, to, part) in steps {
            let room = (law[from] - boxes[from].low).min(boxes[to].high - law[to]).max(0.0);
            if from != to {
                law[from] -= part * room;
                law[to] += part * room;
            }
            let there = distance(&law);
            prop_assert!(there.0 >= own.0 - 1e-6 * (1.0 + own.0), "{} {}", there.0, own.0);
            prop_assert!(there.1 >= own.1 - 1e-6 * (1.0 + own.1));
        }
        prop_assert!(found.ln_p() <= found.ln_p_conservative() + 1e-12);
    }
}
