//! The solver of Happy Dés by routes that share nothing with it: every outcome of the dice thrown one by
//! one and added up as floats, tables squeezed onto one row, all policies there are, and simulation.

mod degenerate;
mod enumerated;
mod extremes;
mod simulated;

use std::collections::BTreeMap;

use tirage::error::Result;
use tirage::exact::{Ratio, ratio};
use tirage::game::{GameEntry, Solution};
use tirage::games::happy_des::HappyDes;
use tirage::units::Stake;

/// Every strategy without an argument, and a threshold that keeps some amounts of each kind.
const STRATEGIES: [&str; 9] = [
    "stop",
    "cumul",
    "figures",
    "identiques",
    "threshold:2.00:cumul",
    "threshold:1.00:figures",
    "threshold:4.00:identiques",
    "optimal",
    "worst",
];

type Answers = BTreeMap<String, String>;

fn game() -> HappyDes {
    HappyDes::new().expect("the built-in tables")
}

fn answers(pairs: &[(&str, &str)]) -> Answers {
    let owned = pairs
        .iter()
        .map(|(q, a)| ((*q).to_owned(), (*a).to_owned()));
    owned.collect()
}

/// Every combination of answers to all questions.
fn all_answers(game: &HappyDes) -> Vec<Answers> {
    let mut all = vec![Answers::new()];
    for question in &GameEntry::card(game).questions {
        let with = |answers: &Answers| {
            let answers = answers.clone();
            question.answers.iter().map(move |answer| {
                let mut more = answers.clone();
                more.insert(question.id.to_owned(), answer.id.to_owned());
                more
            })
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

fn stakes() -> [Stake; 2] {
    [Stake::from_cents(100), Stake::from_cents(200)]
}

fn try_solve(game: &HappyDes, strategy: &str, stake: Stake, answers: &Answers) -> Result<Solution> {
    let (_, solution) = game.solve(strategy, stake, answers, None)?;
    Ok(solution.expect("the game has a solver"))
}

fn solve(game: &HappyDes, strategy: &str, stake: Stake, answers: &Answers) -> Solution {
    try_solve(game, strategy, stake, answers).expect(strategy)
}

fn rtp(game: &HappyDes, strategy: &str, stake: Stake, answers: &Answers) -> Ratio {
    solve(game, strategy, stake, answers).rtp(stake)
}

#[test]
fn stopping_pays_exactly_seven_tenths() {
    let game = game();
    for stake in stakes() {
        for answers in all_answers(&game) {
            assert_eq!(rtp(&game, "stop", stake, &answers), ratio(7, 10));
        }
    }
    // A threshold that nothing reaches never stops, one of 0 always does.
    let none = Answers::new();
    for stake in stakes() {
        let cumul = rtp(&game, "cumul", stake, &none);
        assert_eq!(rtp(&game, "threshold:4.01:cumul", stake, &none), cumul);
        assert_eq!(
            rtp(&game, "threshold:0.50:cumul", stake, &none),
            ratio(7, 10)
        );
    }
}

/// The stake of 2 EUR doubles every payout, unless the coefficient is read from the table.
#[test]
fn the_second_stake_doubles_or_halves() {
    let game = game();
    let [one, two] = stakes();
    let scaled = Answers::new();
    let table = answers(&[("coefficient", "table")]);
    for strategy in ["stop", "cumul", "figures", "identiques"] {
        let base = solve(&game, strategy, one, &scaled).law;
        let doubled = solve(&game, strategy, two, &scaled).law;
        for (amount, p) in base.probabilities() {
            assert_eq!(doubled.probability(amount + amount), p);
        }
        let unscaled = rtp(&game, strategy, two, &table);
        let share = if strategy == "stop" { 1 } else { 2 };
        assert_eq!(
            unscaled * ratio(share, 1),
            rtp(&game, strategy, one, &scaled)
        );
    }
}

#[test]
fn every_answer_sums_to_one_and_is_quick() {
    let game = game();
    let mut slowest = 0.0_f64;
    for stake in stakes() {
        for answers in all_answers(&game) {
            for strategy in STRATEGIES {
                let start = std::time::Instant::now();
                let solution = solve(&game, strategy, stake, &answers);
                let total: Ratio = solution.law.probabilities().map(|(_, p)| p).sum();
                slowest = slowest.max(start.elapsed().as_secs_f64());
                assert_eq!(total, ratio(1, 1), "{strategy}");
                let rtp = solution.rtp(stake);
                let bounds = &solution.rtp_bounds;
                assert!(bounds.low <= rtp && rtp <= bounds.high, "{strategy}");
            }
        }
    }
    assert!(slowest < 1.0, "{slowest} s");
}
