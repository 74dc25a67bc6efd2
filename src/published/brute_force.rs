//! The rule of the model weights applied to every vector there is, in exact rationals, against the
//! search and the count.

use std::cmp::Reverse;

use num_rational::Ratio;
use proptest::prelude::*;

use super::weights::choose;
use crate::units::{Odds, Probability, RoundingInterval};

/// What the rule compares, in its order; less is better. Ties go to the heavier earlier rows.
type Rank = (usize, usize, Probability, Vec<Reverse<u64>>);

/// Values and denominator of the best vector, and the number of vectors.
type Answer = (Vec<u64>, u64, u64);

/// The rule by enumeration; `None` if no vector of at most `most` decimals exists.
fn by_enumeration(rows: &[Odds], remainder: bool, most: u32) -> Option<Answer> {
    (0..=most).find_map(|decimals| {
        let total = 10_u64.pow(decimals);
        let inside: Vec<Vec<u64>> = rows
            .iter()
            .map(|odds| (1..=total).filter(|&v| rounds(odds, v, decimals)).collect())
            .collect();
        let mut vectors = Vec::new();
        extend(&inside, remainder, total, &mut Vec::new(), &mut vectors);
        let possible = vectors.len() as u64;
        let best = vectors
            .into_iter()
            .min_by_key(|v| rank(rows, v, decimals))?;
        Some((best, total, possible))
    })
}

/// |1/p - N| <= h, multiplied out: no interval is involved.
fn rounds(odds: &Odds, value: u64, decimals: u32) -> bool {
    let one = 10_u128.pow(decimals + odds.decimals());
    let product = u128::from(odds.units()) * u128::from(value);
    2 * one.abs_diff(product) <= u128::from(value)
}

/// All vectors that sum to one; with `remainder` a last component takes what is left.
fn extend(
    inside: &[Vec<u64>],
    remainder: bool,
    left: u64,
    so_far: &mut Vec<u64>,
    vectors: &mut Vec<Vec<u64>>,
) {
    let Some((row, rest)) = inside.split_first() else {
        let mut vector = so_far.clone();
        vector.extend(remainder.then_some(left));
        if remainder || left == 0 {
            vectors.push(vector);
        }
        return;
    };
    for &value in row.iter().filter(|&&value| value <= left) {
        so_far.push(value);
        extend(rest, remainder, left - value, so_far, vectors);
        so_far.pop();
    }
}

fn rank(rows: &[Odds], vector: &[u64], decimals: u32) -> Rank {
    let own = &vector[..rows.len()];
    let digits = |value: &u64| value.to_string().trim_end_matches('0').len();
    let last = |value: &&u64| !value.to_string().ends_with(['0', '5']);
    let distance = |(odds, &value): (&Odds, &u64)| {
        let off = Ratio::new(10_i128.pow(decimals), value.into()) - odds.number();
        if off < Ratio::from(0) { -off } else { off }
    };
    (
        own.iter().map(digits).sum(),
        own.iter().filter(last).count(),
        rows.iter().zip(own).map(distance).sum(),
        own.iter().copied().map(Reverse).collect(),
    )
}

fn by_choice(rows: &[Odds], remainder: bool) -> Option<Answer> {
    let remainder = remainder.then(RoundingInterval::unknown);
    let weights = choose(rows, remainder).ok()?;
    Some((weights.values, weights.denominator, weights.possible))
}

#[test]
fn tables_with_many_laws() {
    for printed in [
        &["1,22", "5,63"][..],
        &["2 000,00", "105,26", "1,96", "2,08"],
        &["2 000,00", "10,39", "2,54", "1,96"],
        &[
            "33 333,33",
            "10 000,00",
            "57,97",
            "66,67",
            "3,45",
            "2,80",
            "3,13",
        ],
        &["1,43", "6,67", "10,00", "20,41", "1000,00", "100 000,00"],
        &["250 000,000", "16,667", "1,916", "2,392"],
        &["6,00", "6,00", "6,00", "6,00", "6,00", "6,00"],
    ] {
        let odds = |text: &&str| Odds::rounded(text).expect("odds");
        let rows: Vec<Odds> = printed.iter().map(odds).collect();
        let expected = by_enumeration(&rows, false, 6);
        assert!(expected.is_some(), "{printed:?}");
        assert_eq!(by_choice(&rows, false), expected, "{printed:?}");
    }
}

/// Odds of `weight` in `total`, rounded half up to two decimals and written in French.
fn print(weight: u64, total: u64) -> Odds {
    let hundredths = (200 * total + weight) / (2 * weight);
    let text = format!("{},{:02}", hundredths / 100, hundredths % 100);
    Odds::rounded(&text).expect("odds")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Tables printed from laws of two or three decimals.
    #[test]
    fn random_tables(
        shares in prop::collection::vec(1_u64..400, 1..5),
        coarse in any::<bool>(),
        remainder in any::<bool>(),
    ) {
        let total = if coarse { 100 } else { 1000 };
        let sum: u64 = shares.iter().sum();
        let mut weights: Vec<u64> = shares.iter().map(|s| (s * total / sum).max(1)).collect();
        let rest = total.saturating_sub(weights.iter().sum());
        if remainder {
            weights[0] = weights[0].div_ceil(2);
        } else {
            weights[0] += rest;
        }
        let rows: Vec<Odds> = weights.iter().map(|&w| print(w, total)).collect();
        let expected = by_enumeration(&rows, remainder, 3);
        if expected.is_some() {
            prop_assert_eq!(by_choice(&rows, remainder), expected);
        }
    }
}
