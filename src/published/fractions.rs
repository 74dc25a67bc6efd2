//! The weights of tables whose numbers are exact: dice, placements, keys.

use num_rational::Ratio;

use super::table::Weights;
use crate::error::{Error, Result};
use crate::units::{Odds, RoundingInterval};

/// The fractions of exact odds over their least common denominator, the remainder's last.
///
/// # Errors
/// They and the remainder cannot sum to 1, or the denominator is above 2^64.
pub(super) fn exact(rows: &[Odds], remainder: Option<RoundingInterval>) -> Result<Weights> {
    let wide = || Error::input("the exact odds have no common denominator below 2^64");
    let mut denominator = 1_u64;
    for odds in rows {
        let number = u64::try_from(*odds.number().numer()).map_err(|_| wide())?;
        let common = Ratio::new(denominator, number);
        denominator = number.checked_mul(*common.numer()).ok_or_else(wide)?;
    }
    let mut values = Vec::with_capacity(rows.len() + 1);
    for odds in rows {
        let weight = odds.number().recip() * i128::from(denominator);
        values.push(u64::try_from(*weight.numer()).map_err(|_| wide())?);
    }
    let sum: u128 = values.iter().map(|&value| u128::from(value)).sum();
    let rest = u128::from(denominator).checked_sub(sum);
    let rest = rest.and_then(|rest| u64::try_from(rest).ok());
    match (rest, remainder) {
        (Some(0), None) => {}
        (Some(rest), Some(interval))
            if interval.contains(Ratio::new(rest.into(), denominator.into())) =>
        {
            values.push(rest);
        }
        _ => {
            return Err(Error::input(format!(
                "the exact odds sum to {sum}/{denominator}, which leaves no law: expected 1{}",
                if remainder.is_some() {
                    " with the remainder"
                } else {
                    ""
                }
            )));
        }
    }
    Ok(Weights {
        values,
        denominator,
        possible: 1,
        why: "exact fractions".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_odds_are_the_fractions_themselves() {
        let odds = |printed: &[&str]| -> Vec<Odds> {
            let odds = |text: &&str| Odds::exact(text).expect("odds");
            printed.iter().map(odds).collect()
        };
        let half = exact(&odds(&["2", "3", "6"]), None).expect("weights");
        assert_eq!((half.values, half.denominator), (vec![3, 2, 1], 6));
        let any = Some(RoundingInterval::unknown());
        let key = exact(&odds(&["4"]), any).expect("weights");
        assert_eq!((key.values, key.denominator), (vec![1, 3], 4));
        let point = exact(&odds(&["2,5", "5", "2,5"]), None).expect("weights");
        assert_eq!((point.values, point.denominator), (vec![2, 1, 2], 5));
        for bad in [&["2", "3"][..], &["2", "2", "2"]] {
            let error = exact(&odds(bad), None).expect_err("no law");
            assert!(error.message().contains("expected 1"), "{error}");
        }
    }
}
