//! The law of the simulated rounds against the chain of the articles.
//!
//! Every comparison is a z test at 1e-6, two-sided. There are about fifty per run and 28 runs, so a
//! right kernel fails for some seed with probability below 2e-3, and so does the other; the seed is fixed.

use tirage::game::GameEntry;
use tirage::tally::{Moments, Tally};

use crate::chain::{Answers, Law, Plan, law};
use crate::{READINGS, by_both, counter, game, landed, play};

const Z: f64 = 4.8916;
/// 2^22 rounds in a release build; unoptimised kernels are some twenty times slower.
const CHUNKS: u64 = 4;
const ROUNDS: u64 = if cfg!(debug_assertions) {
    1 << 13
} else {
    1 << 20
};

#[test]
fn every_strategy_has_the_law_of_the_article() {
    for (strategy, plan) in [
        ("first-chest", Plan::FirstChest),
        ("gold", Plan::Gold),
        ("chests:3", Plan::Chests(3)),
        ("gain:2.00", Plan::Gain(20)),
        ("lives:1", Plan::Lives(1)),
        ("lives:2", Plan::Lives(2)),
        ("chests:10", Plan::Gold),
    ] {
        compare(strategy, plan, &[]);
    }
}

#[test]
fn every_reading_has_the_law_of_the_article() {
    for readings in READINGS {
        compare("gold", Plan::Gold, readings);
        compare("first-chest", Plan::FirstChest, readings);
    }
    compare("lives:1", Plan::Lives(1), &[("decisions", "chest-cell")]);
}

/// The figures of the chain itself, so that a change of the test is seen too.
#[test]
fn the_chain_gives_these_figures() {
    let figures = |plan| {
        let law = law(plan, Answers::default());
        format!("{:.6} {:.6} {:.6}", law.gold, law.hits(), law.rtp())
    };
    assert_eq!(figures(Plan::FirstChest), "0.008143 0.675099 0.280644");
    assert_eq!(figures(Plan::Gold), "0.180721 0.180721 0.651566");
    assert_eq!(figures(Plan::Chests(3)), "0.075819 0.299798 0.546193");
    assert_eq!(figures(Plan::Gain(20)), "0.128783 0.256488 0.681297");
    assert_eq!(figures(Plan::Lives(1)), "0.085079 0.435544 0.559171");
}

fn answers(readings: &[(&str, &str)]) -> Answers {
    let mut answers = Answers::default();
    for reading in readings {
        match reading {
            ("starting-lives", lives) => answers.lives = lives.parse().expect("a number"),
            ("decisions", "chest-cell") => answers.any_cell = false,
            ("overshoot", "lost-roll") => answers.lost_roll = true,
            ("life-cap", "refused") => answers.refused = true,
            ("layout", "one-draw") => answers.one_draw = true,
            ("board", "visible") => {}
            other => panic!("{other:?}"),
        }
    }
    answers
}

fn compare(strategy: &str, plan: Plan, readings: &[(&str, &str)]) {
    let name = format!("{strategy} {readings:?}");
    let law = law(plan, answers(readings));
    let total = law.deaths + law.stopped + law.gold;
    assert!(
        (total - 1.0).abs() < 1e-12,
        "{name}: the chain sums to {total}"
    );
    for run in by_both(strategy, readings) {
        let name = format!("{name}, {}", run.kernel());
        compare_run(&name, &law, &play(&*run, CHUNKS, ROUNDS));
    }
}

fn compare_run(name: &str, law: &Law, tally: &Tally) {
    let n = tally.rounds as f64;
    let share =
        |what: &str, count: u64, p: f64| near(name, what, count as f64, n, p, p * (1.0 - p));
    share("deaths", counter(tally, "deaths"), law.deaths);
    share("stopped", counter(tally, "stopped"), law.stopped);
    share("gold", counter(tally, "gold-reached"), law.gold);
    share("hits", Moments::of(tally).hits, law.hits());
    for (chest, count) in landed(tally).into_iter().enumerate() {
        share(&format!("chest {}", chest + 1), count, law.landed[chest]);
    }
    gains(name, tally, law);
    rows(name, tally);
}

/// The part of the payouts that comes from bronze and silver chests, in steps of 10 cents. With the
/// gold chest's rows, which are tested on their own, it is all of the RTP.
fn gains(name: &str, tally: &Tally, law: &Law) {
    let gold = [100, 200, 500, 1_000, 10_000, 1_000_000];
    let from_gold: u64 = tally.tables[9]
        .iter()
        .zip(gold)
        .map(|(n, cents)| n * cents)
        .sum();
    let steps = (Moments::of(tally).sum - i128::from(from_gold)) / 10;
    let [mean, square] = law.gain;
    near(
        name,
        "gain",
        steps as f64,
        tally.rounds as f64,
        mean,
        square - mean * mean,
    );
}

/// Every row of every table has its weight among the draws made.
fn rows(name: &str, tally: &Tally) {
    let game = game();
    for (table, counts) in GameEntry::card(&game).tables.iter().zip(&tally.tables) {
        let trials = counts.iter().sum::<u64>() as f64;
        for ((row, &count), &weight) in table.rows.iter().zip(counts).zip(&table.weights.values) {
            let p = weight as f64 / table.weights.denominator as f64;
            let what = format!("{} {}", table.id, row.label);
            if p * trials >= 100.0 {
                near(name, &what, count as f64, trials, p, p * (1.0 - p));
            } else {
                assert!(
                    poisson_tail(p * trials, count) > 1e-6,
                    "{name}: {what}: {count}"
                );
            }
        }
    }
}

/// P(X >= count) for a Poisson law: too few of a rare row cannot be told.
fn poisson_tail(mean: f64, count: u64) -> f64 {
    let mut term = (-mean).exp();
    let mut below = 0.0;
    for k in 0..count {
        below += term;
        term *= mean / (k + 1) as f64;
    }
    1.0 - below
}

fn near(name: &str, what: &str, sum: f64, n: f64, mean: f64, variance: f64) {
    let off = sum - n * mean;
    let bound = Z * (n * variance).sqrt() + 1e-6;
    assert!(
        off.abs() <= bound,
        "{name}: {what}: {off} from {}, bound {bound}",
        n * mean
    );
}
