//! The law by throwing every combination of dice.

use std::collections::BTreeMap;

use tirage::exact::to_f64;
use tirage::game::GameEntry;
use tirage::games::happy_des::HappyDes;
use tirage::published::Table;

use crate::{Answers, all_answers, game, solve, stakes};

/// Ways to win a universe: the chance, and the tables that pay.
pub(crate) type Ways = Vec<(f64, Vec<&'static str>)>;

/// The digits of `number` in base 6 plus one: each number below 6^N is one throw of N dice.
fn dice<const N: usize>(mut number: u32) -> [u32; N] {
    let mut faces = [0; N];
    for face in &mut faces {
        *face = number % 6 + 1;
        number /= 6;
    }
    faces
}

/// The table of 2.4.1.1.
fn cumul_table(score: u32) -> Option<&'static str> {
    Some(match score {
        42 => "cumul-42",
        40 | 41 => "cumul-40-41",
        38 | 39 => "cumul-38-39",
        36 | 37 => "cumul-36-37",
        34 | 35 => "cumul-34-35",
        30..=33 => "cumul-30-33",
        20..=22 => "cumul-20-22",
        16..=19 => "cumul-16-19",
        13..=15 => "cumul-13-15",
        11 | 12 => "cumul-11-12",
        7..=10 => "cumul-7-10",
        _ => return None,
    })
}

/// All 279 936 throws of seven dice; a 27 is followed by up to 200 more throws.
fn cumul(answers: &Answers) -> Ways {
    let mut count = BTreeMap::new();
    let mut again = 0_u32;
    for number in 0..6_u32.pow(7) {
        let score: u32 = dice::<7>(number).iter().sum();
        if score == 27 {
            again += 1;
        } else if let Some(table) = cumul_table(score) {
            *count.entry(table).or_insert(0_u32) += 1;
        }
    }
    let share = |count: u32| f64::from(count) / 279_936.0;
    let throws = match answers["reroll-27"].as_str() {
        "never" => 1,
        "once" => 2,
        _ => 200,
    };
    let looks: f64 = (0..throws).map(|t| share(again).powi(t)).sum();
    count
        .into_iter()
        .map(|(table, count)| (share(count) * looks, vec![table]))
        .collect()
}

/// All 7 776 throws of five dice.
fn figures(answers: &Answers) -> Ways {
    let is = |question: &str, answer: &str| answers[question] == answer;
    let mut count = BTreeMap::new();
    for number in 0..6_u32.pow(5) {
        let thrown = dice::<5>(number);
        let mut sorted = thrown;
        sorted.sort_unstable();
        let [a, b, c, d, e] = sorted;
        let ascending = |dice: [u32; 5]| dice.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let (five, carre, brelan) = ("figures-five", "figures-carre", "figures-brelan");
        let paid = if a == e {
            if is("figures", "cumulated") {
                vec![five, carre, brelan]
            } else {
                vec![five]
            }
        } else if a == d || b == e {
            if is("figures", "cumulated") {
                vec![carre, brelan]
            } else {
                vec![carre]
            }
        } else if a == c && d == e || a == b && c == e {
            if is("full-house", "loses") {
                vec![]
            } else {
                vec![brelan]
            }
        } else if a == c || b == d || c == e {
            vec![brelan]
        } else if ascending(if is("suite", "throw-order") {
            thrown
        } else {
            sorted
        }) {
            vec!["figures-suite"]
        } else {
            vec![]
        };
        if !paid.is_empty() {
            *count.entry(paid).or_insert(0_u32) += 1;
        }
    }
    count
        .into_iter()
        .map(|(paid, count)| (f64::from(count) / 7776.0, paid))
        .collect()
}

/// All 216 throws of three dice, fifteen times.
fn identiques() -> Ways {
    let tables = [
        "identiques-1",
        "identiques-2",
        "identiques-3",
        "identiques-4",
        "identiques-5",
        "identiques-6",
        "identiques-7",
        "identiques-8",
        "identiques-9",
        "identiques-10",
        "identiques-11",
        "identiques-12",
        "identiques-13",
        "identiques-14",
        "identiques-15",
    ];
    let equal = (0..216).filter(|&number| {
        let [a, b, c] = dice::<3>(number);
        a == b && b == c
    });
    let p = equal.count() as f64 / 216.0;
    let mut left = 1.0;
    let mut ways = Ways::new();
    for table in tables {
        ways.push((left * p, vec![table]));
        left -= left * p;
    }
    ways
}

pub(crate) fn ways(universe: &str, answers: &Answers) -> Ways {
    match universe {
        "cumul" => cumul(answers),
        "figures" => figures(answers),
        _ => identiques(),
    }
}

pub(crate) fn table<'a>(game: &'a HappyDes, id: &str) -> &'a Table {
    let tables = &GameEntry::card(game).tables;
    let found = tables
        .iter()
        .find(|table| table.id == format!("happy-des/{id}"));
    found.expect(id)
}

/// The rows of a table: cents and probability.
fn rows(game: &HappyDes, id: &str) -> Vec<(f64, f64)> {
    let table = table(game, id);
    let whole = table.weights.denominator as f64;
    let row = table.rows.iter().zip(&table.weights.values);
    row.map(|(row, &weight)| (row.amount.expect("money").0 as f64, weight as f64 / whole))
        .collect()
}

/// The law of a round that always goes to `universe`; payouts in hundredths of a cent.
fn law(game: &HappyDes, universe: &str, euros: f64, answers: &Answers) -> BTreeMap<i64, f64> {
    let scale = if answers["coefficient"] == "table" {
        1.0
    } else {
        euros
    };
    let mut law = BTreeMap::new();
    // 1, 5 and 6 end the first die, and 1 loses.
    let won = 2.0 / 3.0;
    let ways = ways(universe, answers);
    for (amount, p_amount) in rows(game, "stage-1") {
        for (p_way, tables) in &ways {
            let mut prizes = vec![(0.0, won * p_amount * p_way)];
            for id in tables {
                let with = |&(sum, p): &(f64, f64)| {
                    rows(game, id)
                        .into_iter()
                        .map(move |(prize, q)| (sum + prize, p * q))
                };
                prizes = prizes.iter().flat_map(with).collect();
            }
            for (prize, p) in prizes {
                let payout = prize * amount * scale;
                *law.entry(payout.round() as i64).or_insert(0.0) += p;
            }
        }
    }
    let paid: f64 = law.values().sum();
    law.insert(0, 1.0 - paid);
    law
}

#[test]
fn the_solver_finds_what_all_throws_add_up_to() {
    let game = game();
    for stake in stakes() {
        let euros = stake.cents() as f64 / 100.0;
        for answers in all_answers(&game) {
            for universe in ["cumul", "figures", "identiques"] {
                let found = solve(&game, universe, stake, &answers).floats();
                let thrown = law(&game, universe, euros, &answers);
                assert_eq!(found.len(), thrown.len(), "{universe} {answers:?}");
                for ((cents, p), (hundredths, q)) in found.into_iter().zip(thrown) {
                    assert_eq!(cents.0 * 100, hundredths, "{universe} {answers:?}");
                    assert!(
                        (p - q).abs() < 1e-14 + 1e-11 * q,
                        "{universe} {cents} {p} {q}"
                    );
                }
            }
        }
    }
}

/// Figures known by heart.
#[test]
fn well_known_chances() {
    let game = game();
    let none = crate::answers(&[]);
    let fact = |strategy: &str, id: &str| {
        let solution = solve(&game, strategy, stakes()[0], &none);
        let found = solution.facts.into_iter().find(|fact| fact.id == id);
        to_f64(&found.expect(id).value)
    };
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-14, "{a} {b}");
    near(fact("stop", "stage-1-rolls"), 2.0);
    near(fact("stop", "stage-1-lost"), 1.0 / 3.0);
    near(fact("figures", "win:figures-five"), 6.0 / 7776.0);
    near(fact("figures", "win:figures-carre"), 150.0 / 7776.0);
    near(fact("figures", "win:figures-suite"), 240.0 / 7776.0);
    near(fact("figures", "win:figures-full-house"), 300.0 / 7776.0);
    near(fact("figures", "win:figures-brelan"), 1200.0 / 7776.0);
    near(
        fact("cumul", "win:cumul-42"),
        1.0 / 279_936.0 / (1.0 - 20_993.0 / 279_936.0),
    );
    let reached = 1.0 - (35.0_f64 / 36.0).powi(15);
    near(fact("identiques", "win:identiques"), reached);
    near(
        fact("identiques", "identiques-throws"),
        2.0 / 3.0 * 36.0 * reached,
    );
}
