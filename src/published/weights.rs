//! The model weights: which exact law stands for a printed table.
//!
//! Printed odds are rounded, so many laws fit a table. The program plays the one with the fewest
//! decimals; among those the fewest significant digits in total; then the most rows whose last
//! decimal is 0 or 5; then the least sum of `|1/p - N|`. Rows are chosen jointly.

use std::cmp::Reverse;

use super::count::count;
use super::distance::Distance;
use super::fractions::exact;
use super::search::shortest;
use super::span::Span;
use super::table::Weights;
use crate::error::{Error, Result};
use crate::units::{Odds, RoundingInterval};

/// The most decimals tried: 10^18 is the last power whose sums fit comfortably.
const MAX_DECIMALS: u32 = 18;

/// The model weights of a table with these odds, one weight per row.
///
/// `remainder` is the interval of an outcome whose odds are not printed (losing, as a rule): its
/// digits do not count and it takes what is left. Its weight comes last, after those of the rows.
/// Where every number is exact and nothing remains, the weights are the fractions themselves over
/// their least common denominator. `possible` is `u64::MAX` where the vectors are too many to
/// count. Should the rule leave several vectors, as only like rows can, earlier rows weigh more.
///
/// # Errors
/// No law has these odds, none with at most 18 decimals, or too many are equally short.
pub fn choose(rows: &[Odds], remainder: Option<RoundingInterval>) -> Result<Weights> {
    if rows.is_empty() {
        return Err(Error::input("a table without rows has no weights"));
    }
    if !rows.iter().any(Odds::is_rounded) {
        return exact(rows, remainder);
    }
    for decimals in 0..=MAX_DECIMALS {
        let total = 10_u64.pow(decimals);
        let spans = spans(rows, remainder, total);
        if spans.iter().any(|span| span.low > span.high) {
            continue;
        }
        let (least, most) = sums(&spans);
        if least <= u128::from(total) && u128::from(total) <= most {
            return best(rows, &spans, decimals);
        }
    }
    Err(infeasible(rows, remainder))
}

/// The integers each row, and the remainder last, may have over `total`.
fn spans(rows: &[Odds], remainder: Option<RoundingInterval>, total: u64) -> Vec<Span> {
    let intervals = rows.iter().map(Odds::interval).chain(remainder);
    let span = |interval: RoundingInterval| {
        let (low, high) = interval.numerators(total);
        Span { low, high }
    };
    intervals.map(span).collect()
}

/// The least and the greatest sum.
fn sums(spans: &[Span]) -> (u128, u128) {
    let sum = |end: fn(&Span) -> u64| spans.iter().map(|span| u128::from(end(span))).sum();
    (sum(|span| span.low), sum(|span| span.high))
}

/// Why no number of decimals would do.
fn infeasible(rows: &[Odds], remainder: Option<RoundingInterval>) -> Error {
    let total = 10_u64.pow(MAX_DECIMALS);
    let spans = spans(rows, remainder, total);
    if let Some(row) = spans.iter().position(|span| span.low > span.high) {
        let text = rows.get(row).map_or("(remainder)", Odds::text);
        return Error::input(format!(
            "row {} (1 in {text}): no fraction of at most {MAX_DECIMALS} decimals rounds to it",
            row + 1
        ));
    }
    let (least, most) = sums(&spans);
    let share = |sum: u128| sum as f64 / total as f64;
    Error::input(format!(
        "no probabilities that round to the printed odds sum to 1: they sum to between {:.9} and {:.9}",
        share(least),
        share(most)
    ))
}

/// What decides between vectors with equally many digits; less is better.
type Rank = (usize, Distance, Vec<Reverse<u64>>);

/// The best of the vectors met so far, and how many were as good up to each step of the rule.
#[derive(Default)]
struct Best {
    rank: Option<Rank>,
    digits: u32,
    shortest: u64,
    roundest: u64,
}

impl Best {
    /// Looks at every shortest vector in `spans`; `decimals` is the scale of all integers.
    fn of(rows: &[Odds], spans: &[Span], decimals: u32) -> Result<Self> {
        let mut best = Self::default();
        let total = 10_u64.pow(decimals);
        let remainder = spans.len() > rows.len();
        shortest(spans, remainder, total, |values, digits| {
            best.digits = digits;
            best.look(rows, &values[..rows.len()], decimals);
        })?;
        Ok(best)
    }

    fn look(&mut self, rows: &[Odds], values: &[u64], decimals: u32) {
        self.shortest += 1;
        let uneven = values.iter().filter(|v| !v.is_multiple_of(5)).count();
        match &self.rank {
            Some((least, ..)) if *least < uneven => return,
            Some((least, ..)) if *least == uneven => self.roundest += 1,
            _ => self.roundest = 1,
        }
        let distance = Distance::of(rows, values, decimals);
        let order = values.iter().copied().map(Reverse).collect();
        let rank = (uneven, distance, order);
        if self.rank.as_ref().is_none_or(|best| rank < *best) {
            self.rank = Some(rank);
        }
    }

    fn values(self) -> Result<Vec<u64>> {
        let rank = self.rank;
        let (.., order) = rank.ok_or_else(|| Error::internal("a search that found no weights"))?;
        Ok(order.into_iter().map(|value| value.0).collect())
    }
}

/// The choice among the vectors in `spans`, of which there is at least one.
fn best(rows: &[Odds], spans: &[Span], decimals: u32) -> Result<Weights> {
    let denominator = 10_u64.pow(decimals);
    let possible = count(spans, denominator);
    let (mut values, why) = if let Some(values) = separate(rows, spans, decimals)? {
        let why = "each row on its own, the unprinted remainder takes the rest";
        (values, why.to_owned())
    } else {
        let best = Best::of(rows, spans, decimals)?;
        let why = why(possible, decimals, &best);
        (best.values()?, why)
    };
    if spans.len() > rows.len() {
        values.push(denominator - values.iter().sum::<u64>());
    }
    Ok(Weights {
        values,
        denominator,
        possible,
        why,
    })
}

/// The best of each row on its own, where the last span is a remainder that can take the rest.
/// Every step of the rule adds up over rows, so nothing chosen jointly is better.
fn separate(rows: &[Odds], spans: &[Span], decimals: u32) -> Result<Option<Vec<u64>>> {
    if spans.len() == rows.len() {
        return Ok(None);
    }
    let total = 10_u64.pow(decimals);
    let any = Span {
        low: 0,
        high: total,
    };
    let mut values = Vec::with_capacity(rows.len());
    for (odds, &span) in rows.iter().zip(spans) {
        let best = Best::of(std::slice::from_ref(odds), &[span, any], decimals)?;
        values.extend(best.values()?);
    }
    let sum = values.iter().map(|&value| u128::from(value)).sum();
    let rest = u128::from(total).checked_sub(sum);
    let remainder = spans[rows.len()];
    let fits = |rest| (remainder.low.into()..=remainder.high.into()).contains(&rest);
    Ok(rest.is_some_and(fits).then_some(values))
}

/// The steps of the rule that were needed, in words.
fn why(possible: u64, decimals: u32, best: &Best) -> String {
    if decimals == 0 {
        return "certain: the table has one row".to_owned();
    }
    let decimals = format!("{decimals} decimal{}", if decimals == 1 { "" } else { "s" });
    let (shortest, digits) = (best.shortest, best.digits);
    let of = match possible {
        1 => return format!("the only law with {decimals}"),
        u64::MAX => format!("of countless laws with {decimals}"),
        _ => format!("of {possible} laws with {decimals}"),
    };
    if shortest == 1 {
        return format!("{of}, the one with the fewest significant digits ({digits})");
    }
    let then = match best.roundest {
        1 => "the one whose last decimals are most often 0 or 5",
        all if all == shortest => "the nearest to the printed odds",
        _ => {
            "those whose last decimals are most often 0 or 5, then the nearest to the printed odds"
        }
    };
    format!("{of}, {shortest} share the fewest significant digits ({digits}): {then}")
}

#[cfg(test)]
mod tests {
    use num_rational::Ratio;

    use super::*;

    fn rounded(printed: &[&str]) -> Vec<Odds> {
        let odds = |text: &&str| Odds::rounded(text).expect("odds");
        printed.iter().map(odds).collect()
    }

    fn chosen(printed: &[&str]) -> (Vec<u64>, u64, u64) {
        let weights = choose(&rounded(printed), None).expect("weights");
        (weights.values, weights.denominator, weights.possible)
    }

    /// The answers of the statistics decisions, found by hand and by another program.
    #[test]
    fn known_answers() {
        assert_eq!(
            chosen(&["66,67", "6,67", "1,83", "3,45"]),
            (vec![15, 150, 545, 290], 1000, 1)
        );
        assert_eq!(
            chosen(&["16,67", "5,00", "1,35"]),
            (vec![6, 20, 74], 100, 1)
        );
        assert_eq!(
            chosen(&["1,67", "4,35", "5,88"]),
            (vec![60, 23, 17], 100, 1)
        );
        assert_eq!(chosen(&["3,33", "2,50", "3,33"]), (vec![3, 4, 3], 10, 1));
        assert_eq!(chosen(&["1,00"]), (vec![1], 1, 1));
        let gold = ["1,43", "6,67", "10,00", "20,41", "1000,00", "100 000,00"];
        let (values, denominator, possible) = chosen(&gold);
        assert_eq!(values, [70_000, 15_000, 10_000, 4899, 100, 1]);
        assert_eq!((denominator, possible), (100_000, 440));
    }

    #[test]
    fn two_rows_by_hand() {
        // 5.625 to 5.635 is 0.17746 to 0.17778: no three decimals, and 0.1775, 0.1776 and 0.1777
        // with four, all with as many digits on both sides. The 5 decides, for both rows at once.
        let weights = choose(&rounded(&["1,22", "5,63"]), None).expect("weights");
        assert_eq!((weights.values, weights.possible), (vec![8225, 1775], 3));
    }

    #[test]
    fn an_unprinted_remainder_takes_the_rest() {
        let game = [
            "2 000 000,000",
            "751 879,699",
            "400,000",
            "86,207",
            "14,211",
            "5,882",
        ];
        let any = Some(RoundingInterval::unknown());
        let weights = choose(&rounded(&game), any).expect("weights");
        let printed = [50, 133, 250_000, 1_160_000, 7_037_000, 17_000_000];
        assert_eq!(weights.values[..6], printed);
        assert_eq!(weights.denominator, 100_000_000);
        assert_eq!(weights.values.iter().sum::<u64>(), weights.denominator);
        // A remainder of at most 0.74553: too little for the choice above, so rows give way.
        let tight = RoundingInterval {
            low: Ratio::new(0, 1),
            high: Ratio::new(74_552_816, 100_000_000),
        };
        let weights = choose(&rounded(&game), Some(tight)).expect("weights");
        assert!(weights.values[6] <= 74_552_816);
        assert_eq!(weights.values.iter().sum::<u64>(), weights.denominator);
    }

    #[test]
    fn tables_without_a_law_are_refused() {
        let message = |printed: &[&str]| {
            let error = choose(&rounded(printed), None).expect_err("no law");
            error.message().to_owned()
        };
        assert!(message(&[]).contains("without rows"));
        assert!(message(&["1,83", "3,45"]).contains("between 0.834394729 and 0.838220967"));
        assert!(message(&["1,00", "2,00"]).contains("sum to 1"));
        let narrow = message(&["1,00", "999 999 999 999 999,99"]);
        assert!(narrow.contains("row 2 (1 in 999 999"), "{narrow}");
    }

    /// The jackpot of a national lottery needs all 18 decimals; no vector is enumerated in vain.
    #[test]
    fn very_long_odds_are_quick() {
        let (values, denominator, possible) = chosen(&["139 838 160,00", "1,25", "5,00"]);
        assert_eq!(denominator, 10_u64.pow(18));
        assert_eq!(values[2], 200_000_000_000_000_000);
        assert!(possible > 1_000_000_000_000);
    }
}
