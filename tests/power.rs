//! What runs of a million to 1e12 draws can see of the gold chest, at 1 % with power 90 %.

use tirage::audit::{
    LawMoments, row_draws_needed, smallest_detectable_mean, smallest_in_row, special,
};
use tirage::units::Cents;

const ALPHA: f64 = 0.01;
const POWER: f64 = 0.9;

/// Rounded as printed: `digits` significant ones.
fn close(got: f64, printed: f64, digits: usize) {
    let decimals = digits - 1;
    assert_eq!(
        format!("{got:.decimals$e}"),
        format!("{printed:.decimals$e}")
    );
}

#[test]
fn the_reference_table() {
    let weights = [70_000, 15_000, 10_000, 4_899, 100, 1];
    let payouts = [1, 2, 5, 10, 100, 10_000].map(|euros| Cents(100 * euros));
    let chest = LawMoments::of(&weights, &payouts).expect("a law");
    assert!((chest.mean - 218.99).abs() < 1e-9, "{}", chest.mean);
    // Normal shifts of a mean: a row is a mean of zeros and ones.
    let relative = |p: f64, n| smallest_detectable_mean(((1.0 - p) / p).sqrt(), n, ALPHA, POWER);
    for (n, digits, mean, jackpot, common) in [
        (1_000_000, 3, 0.123, 1.22, 0.0035),
        (1_000_000_000, 2, 0.0039, 0.039, 1.1e-4),
        (1_000_000_000_000, 2, 1.2e-4, 0.0012, 3.5e-6),
    ] {
        let shift = smallest_detectable_mean(chest.variance.sqrt(), n, ALPHA, POWER);
        close(shift / 100.0, mean, digits);
        close(relative(1e-5, n), jackpot, digits);
        close(relative(0.545, n), common, 2);
        // What is told of a row: the same where it is common or n is large, more where tails are not normal.
        let row = smallest_in_row(0.545, n, ALPHA, POWER);
        close(row.excess.expect("seen"), common, 2);
        close(row.shortfall.expect("seen"), common, 2);
        let rare = smallest_in_row(1e-5, n, ALPHA, POWER).excess.expect("seen");
        if n == 1_000_000 {
            assert!(rare > 1.5, "{rare}");
        } else {
            close(rare, jackpot, digits);
        }
    }
}

/// What is seen at n takes n draws, on both sides of the change from exact tails to the formula.
#[test]
fn both_questions_have_one_answer() {
    for p in [1e-5, 0.02, 0.5, 0.97] {
        for n in [2_000_u64, 100_000, 50_000_000, 1_000_000_000_000] {
            let seen = smallest_in_row(p, n, ALPHA, POWER);
            for relative in [seen.excess, seen.shortfall.map(|by| -by)]
                .into_iter()
                .flatten()
            {
                let Some(needed) = row_draws_needed(p, relative, ALPHA, POWER) else {
                    continue;
                };
                // An exact test gains nothing from draws that do not move its critical count, and the two
                // methods meet within 2 % of the deviation.
                let ratio = needed / n as f64;
                assert!(ratio > 0.85 && ratio < 1.05, "{p} {n} {relative}: {needed}");
            }
        }
    }
}

/// The power at a critical count of 20 of 10 expected, by the Poisson law summed by hand.
#[test]
fn a_jackpot_by_hand() {
    let tail = |mean: f64| {
        let mut term = (-mean).exp();
        let mut below = 0.0;
        for x in 0..20 {
            below += term;
            term *= mean / f64::from(x + 1);
        }
        1.0 - below
    };
    assert!(tail(10.0) < 0.005);
    let excess = smallest_in_row(1e-5, 1_000_000, ALPHA, POWER)
        .excess
        .expect("seen");
    assert!(
        (tail(10.0 * (1.0 + excess)) - POWER).abs() < 1e-4,
        "{excess}"
    );
    // P(X >= 19) is too likely: 20 is the critical count.
    assert!(special::ln_binomial_sf(19, 1_000_000, 1e-5).exp() > 0.005);
}
