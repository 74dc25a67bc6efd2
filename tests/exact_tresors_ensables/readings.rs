//! Which answers change the law of which strategies, and every combination of answers.

use std::collections::BTreeMap;

use tirage::exact::{Ratio, ratio};
use tirage::game::GameEntry;
use tirage::units::Stake;

use crate::{game, rtp, solve};

/// Question and answer, and the strategies whose law stays as it is.
///
/// A player who stops on the chest that counts has no use for decisions elsewhere. A board in sight bears on
/// those alone who look at it.
const EFFECTS: [(&str, &str, &[&str]); 7] = [
    ("starting-lives", "2", &[]),
    ("starting-lives", "1", &[]),
    (
        "board",
        "visible",
        &["first-chest", "gold", "chests:3", "gain:2.00", "lives:1"],
    ),
    (
        "decisions",
        "chest-cell",
        &["first-chest", "gold", "chests:3", "gain:2.00"],
    ),
    ("overshoot", "lost-roll", &[]),
    ("life-cap", "refused", &[]),
    ("layout", "one-draw", &[]),
];

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn answers_that_change_the_law() {
    for strategy in [
        "first-chest",
        "gold",
        "chests:3",
        "gain:2.00",
        "lives:1",
        "optimal",
        "worst",
    ] {
        let base = solve(strategy, &[]);
        for (question, answer, same) in EFFECTS {
            let is_searched = ["optimal", "worst"].contains(&strategy);
            if is_searched && answer == "one-draw" {
                continue;
            }
            let other = solve(strategy, &[(question, answer)]);
            let name = format!("{strategy} {question}={answer}");
            let is_same = same.contains(&strategy);
            assert_eq!(other.law.agrees_with(&base.law), is_same, "{name}");
            let moved = (rtp(&other) - rtp(&base)).abs();
            let noise = other.sampled.map_or(0.0, |errors| 5.0 * errors.rtp);
            assert_eq!(moved > noise, !is_same, "{name}: {moved}");
        }
    }
}

/// All 96 combinations of answers are solved or refused with the reason; probabilities sum to 1.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn every_combination_of_answers() {
    let game = game();
    let mut combinations = vec![BTreeMap::new()];
    for question in &GameEntry::card(&game).questions {
        let with = |known: &BTreeMap<String, String>| {
            let answers = question.answers.iter().map(|answer| {
                let mut more = known.clone();
                more.insert(question.id.to_owned(), answer.id.to_owned());
                more
            });
            answers.collect::<Vec<_>>()
        };
        combinations = combinations.iter().flat_map(with).collect();
    }
    assert_eq!(combinations.len(), 96);
    let stake = Stake::from_cents(100);
    for (number, readings) in combinations.iter().enumerate() {
        // The dear ones take turns, on every fifth combination.
        let dear = ["gain:0.80", "optimal", "worst"][number / 5 % 3];
        let is_turn = number % 5 == 0;
        let strategies = ["first-chest", "lives:2"]
            .into_iter()
            .chain(is_turn.then_some(dear));
        for strategy in strategies {
            let is_refused =
                readings["layout"] == "one-draw" && ["optimal", "worst"].contains(&strategy);
            let solved = game.solve(strategy, stake, readings, None);
            assert_eq!(solved.is_err(), is_refused, "{strategy} {readings:?}");
            let Ok((_, Some(solution))) = solved else {
                continue;
            };
            let sum: Ratio = solution.law.probabilities().map(|(_, p)| p).sum();
            assert_eq!(sum, ratio(1, 1));
            let (value, bounds) = (solution.rtp(stake), &solution.rtp_bounds);
            assert!(
                bounds.low < value && value < bounds.high,
                "{strategy} {readings:?}"
            );
            let is_sampled =
                ["optimal", "worst"].contains(&strategy) && readings["board"] == "visible";
            assert_eq!(
                solution.sampled.is_some(),
                is_sampled,
                "{strategy} {readings:?}"
            );
            assert!(solution.sampled.is_none_or(|errors| errors.rtp <= 0.0003));
        }
    }
}
