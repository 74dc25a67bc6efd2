//! The solver against the simulation, through the public interface alone.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use tirage::audit::{Rules, Verdict, judge, payout_fit, rtp_check};
use tirage::engine::{Plan, PlannedRun, Pool};
use tirage::exact::to_f64;
use tirage::game::{GameEntry, Solution};
use tirage::games::happy_des::HappyDes;
use tirage::rng::Family;
use tirage::tally::{Moments, Tally};

use crate::{Answers, STRATEGIES, game, solve, stakes};

/// Fixed before the first run.
const SEED: u64 = 20_180_709;

const ROUNDS: u64 = 1 << 22;

/// The chance that a faultless program fails the family of all tests of payouts, by Holm's bound.
const ALPHA: f64 = 1e-6;

/// Mean counts may lie so many standard deviations off: 3e-12 for each of some 600 of them.
const SIGMAS: f64 = 7.0;

/// Every stake with the default readings, and each other answer at 1 EUR; those that need it at 2 EUR.
fn settings(game: &HappyDes) -> Vec<(i64, Answers)> {
    let mut settings: Vec<(i64, Answers)> = stakes()
        .iter()
        .map(|stake| (stake.cents(), Answers::new()))
        .collect();
    for question in &GameEntry::card(game).questions {
        for answer in &question.answers[1..] {
            let stake = if question.id == "coefficient" {
                200
            } else {
                100
            };
            settings.push((stake, crate::answers(&[(question.id, answer.id)])));
        }
    }
    settings
}

#[test]
fn payouts_and_counters_follow_the_solution() {
    let game = game();
    let mut runs = Vec::new();
    let mut solutions = Vec::new();
    for (cents, answers) in settings(&game) {
        let stake = tirage::units::Stake::from_cents(cents);
        for strategy in STRATEGIES {
            let prepared = game
                .prepare(strategy, stake, &answers, None)
                .expect(strategy);
            runs.push(PlannedRun {
                prepared,
                rounds: ROUNDS,
            });
            solutions.push(solve(&game, strategy, stake, &answers));
        }
    }
    let plan = Plan {
        seed: SEED,
        generator: Family::Pcg64Dxsm,
        runs,
    };
    let pool = Pool::new(None).expect("threads");
    let outcomes = pool.play(&plan, &AtomicBool::new(false), &());
    let mut tests = Vec::new();
    for (number, (solution, outcome)) in solutions.iter().zip(&outcomes).enumerate() {
        let tally = &outcome.tally;
        assert_eq!(tally.rounds, ROUNDS);
        let run = format!("{:?}", plan.runs[number].prepared.spec());
        let moments = Moments::of(tally);
        tests.push(payout_fit(
            format!("payouts of {run}"),
            &tally.payouts,
            &solution.law,
        ));
        tests.push(rtp_check(
            format!("rtp of {run}"),
            &solution.law,
            moments.n,
            moments.sum,
        ));
        counters(&game, solution, tally, &run);
    }
    let rules = Rules {
        alpha: ALPHA,
        ..Rules::default()
    };
    for check in judge(tests, &rules).expect("p-values") {
        assert!(
            check.df.is_some() || check.id.starts_with("rtp"),
            "{} was not made",
            check.id
        );
        assert_eq!(check.verdict, Verdict::Pass, "{check:?}");
    }
}

/// Every counter against its mean count; one that the solver leaves out must not have moved.
fn counters(game: &HappyDes, solution: &Solution, tally: &Tally, run: &str) {
    let facts: BTreeMap<&str, f64> = solution
        .facts
        .iter()
        .map(|fact| (fact.id.as_str(), to_f64(&fact.value)))
        .collect();
    let n = ROUNDS as f64;
    for (counter, &count) in GameEntry::card(game).counters.iter().zip(&tally.counters) {
        let mean = facts.get(counter.id).copied().unwrap_or(0.0);
        // The square of what one round counts is on average at most so many times its mean.
        let factor = match counter.id {
            "stage-1-rolls" => 3.0,
            "identiques-throws" => 15.0,
            "cumul-throws" | "cumul-rerolls-27" => 1.5,
            _ => 1.0,
        };
        let variance = n * (factor * mean - mean * mean);
        let off = (count as f64 - n * mean).abs();
        assert!(
            off <= SIGMAS * variance.sqrt(),
            "{}: {count}, not {}, in {run}",
            counter.id,
            n * mean
        );
    }
}
