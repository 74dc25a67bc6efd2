//! Tables squeezed onto one row: the law is then known by heart.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tirage::exact::{Ratio, ratio};
use tirage::games::happy_des::HappyDes;
use tirage::published::{Published, load};
use tirage::units::{Cents, Stake};

use crate::{Answers, solve};

const PUBLISHED: &str = include_str!("../../src/games/happy_des/published.toml");
const MODEL: &str = include_str!("../../src/games/happy_des/model.toml");

/// The built-in tables, each prize table with all its weight on one row, drawn from `picks`.
fn squeezed(picks: &[usize]) -> (HappyDes, BTreeMap<String, i64>) {
    let mut published: Published = load(PUBLISHED, MODEL).expect("tables");
    let mut paid = BTreeMap::new();
    let prizes = published
        .tables
        .iter_mut()
        .filter(|table| table.rows[0].amount.is_some());
    for (table, pick) in prizes.zip(picks.iter().cycle()) {
        let row = pick % table.rows.len();
        table.weights.values.fill(0);
        table.weights.values[row] = table.weights.denominator;
        let amount = table.rows[row].amount.expect("money").0;
        paid.insert(table.id.trim_start_matches("happy-des/").to_owned(), amount);
    }
    (HappyDes::with(published).expect("the same shape"), paid)
}

/// Weight of 6^7 throws, by score, from the number of ways to throw each.
fn ways(score: i64) -> i64 {
    // Inclusion and exclusion: Σ (-1)^k C(7,k) C(s-6k-1, 6).
    let choose = |n: i64, k: i64| (0..k).fold(1, |c, i| c * (n - i) / (i + 1));
    let term = |k: i64| {
        let top = score - 6 * k - 1;
        let sign = if k % 2 == 0 { 1 } else { -1 };
        if top < 6 {
            0
        } else {
            sign * choose(7, k) * choose(top, 6)
        }
    };
    (0..=7).map(term).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn one_prize_per_way_to_win(picks in prop::collection::vec(0_usize..12, 30), two in any::<bool>()) {
        let (game, paid) = squeezed(&picks);
        let stake = Stake::from_cents(if two { 200 } else { 100 });
        let none = Answers::new();
        let amount = paid["stage-1"];
        let factor = amount * stake.cents();
        let third = |n: i64, d: i64| ratio(2 * n, 3 * d);
        // Stopping: the amount with probability 2/3.
        let stop = solve(&game, "stop", stake, &none).law;
        prop_assert_eq!(stop.probability(Cents(factor / 100)), ratio(2, 3));
        prop_assert_eq!(stop.probability(Cents::ZERO), ratio(1, 3));
        // Figures: counts of poker dice.
        let mut expected = BTreeMap::<i64, Ratio>::new();
        for (id, count) in [("figures-five", 6), ("figures-carre", 150), ("figures-suite", 240), ("figures-brelan", 1500)] {
            *expected.entry(paid[id] * factor / 10_000).or_default() += third(count, 7776);
        }
        agrees(&game, "figures", stake, expected)?;
        // Cumul: ways to throw a sum, given that it is no 27.
        let mut expected = BTreeMap::<i64, Ratio>::new();
        for (id, from, to) in [
            ("cumul-42", 42, 42), ("cumul-40-41", 40, 41), ("cumul-38-39", 38, 39), ("cumul-36-37", 36, 37),
            ("cumul-34-35", 34, 35), ("cumul-30-33", 30, 33), ("cumul-20-22", 20, 22), ("cumul-16-19", 16, 19),
            ("cumul-13-15", 13, 15), ("cumul-11-12", 11, 12), ("cumul-7-10", 7, 10),
        ] {
            let count: i64 = (from..=to).map(ways).sum();
            *expected.entry(paid[id] * factor / 10_000).or_default() += third(count, 279_936 - ways(27));
        }
        agrees(&game, "cumul", stake, expected)?;
        // Identiques: a geometric law.
        let mut expected = BTreeMap::<i64, Ratio>::new();
        let mut left = ratio(2, 3);
        for throw in 1..=15 {
            *expected.entry(paid[&format!("identiques-{throw}")] * factor / 10_000).or_default() += &left / ratio(36, 1);
            left *= ratio(35, 36);
        }
        agrees(&game, "identiques", stake, expected)?;
    }
}

fn agrees(
    game: &HappyDes,
    strategy: &str,
    stake: Stake,
    expected: BTreeMap<i64, Ratio>,
) -> Result<(), TestCaseError> {
    let law = solve(game, strategy, stake, &Answers::new()).law;
    let paid: BTreeMap<i64, Ratio> = law
        .probabilities()
        .filter(|(v, _)| v.0 > 0)
        .map(|(v, p)| (v.0, p))
        .collect();
    prop_assert_eq!(paid, expected);
    Ok(())
}

/// The same by the loader: a row printed as certain, the other without a number.
#[test]
fn a_certain_row_in_the_printed_table() {
    let published = PUBLISHED.replace(
        r#"{ label = "100,00 EUR", printed = "5,00", amount = "100,00" },
  { label = "50,00 EUR", printed = "1,25", amount = "50,00" },"#,
        r#"{ label = "100,00 EUR", printed = "1,00", amount = "100,00" },
  { label = "50,00 EUR", amount = "50,00" },"#,
    );
    let model = MODEL.replace(
        "id = \"cumul-38-39\"\ndenominator = 10\nweights = [2, 8]",
        "id = \"cumul-38-39\"\ndenominator = 10\nweights = [10, 0]",
    );
    assert!(published != PUBLISHED && model != MODEL);
    let game = HappyDes::with(load(&published, &model).expect("loads")).expect("the same shape");
    let stake = Stake::from_cents(100);
    let worth = |game: &HappyDes| {
        let facts = solve(game, "cumul", stake, &Answers::new()).facts;
        let fact = facts.into_iter().find(|fact| fact.id == "worth:cumul");
        fact.expect("a fact").value
    };
    // The mean prize of a score of 38 or 39 rises from 60 to 100 EUR.
    let built_in = HappyDes::new().expect("the built-in tables");
    let share = ratio(ways(38) + ways(39), 279_936 - ways(27));
    assert_eq!(worth(&game) - worth(&built_in), share * ratio(40, 1));
}
