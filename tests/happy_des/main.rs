//! Happy Dés: what the kernel simulates against laws enumerated here, and against its own transcripts.
//!
//! Seeds are fixed, so a test that passes once passes always. Where a count is compared with its law,
//! a correct kernel would be called wrong with probability at most [`ALARM`] per count under a fresh
//! seed; there are about 5 000 counts, so 0.5 % for the whole file.

mod law;
mod referee;

use std::collections::BTreeMap;
use std::sync::Arc;

use law::{Assumed, Universe};
use tirage::audit::special::{ln_binomial_cdf, ln_binomial_sf};
use tirage::game::{GameEntry, Kernel, Prepared};
use tirage::games::happy_des::HappyDes;
use tirage::rng::Family;
use tirage::tally::{Moments, Tally};
use tirage::units::{Cents, Stake};

const SEED: u64 = 20_160_421;
const ALARM: f64 = 1e-6;
/// The quantile of the normal law that [`ALARM`] leaves on both sides together.
const Z: f64 = 4.892;

/// Rounds per simulated run and per replayed run: fewer where the code is not optimised.
const ROUNDS: u64 = if cfg!(debug_assertions) {
    1 << 15
} else {
    1 << 22
};
const TOLD: u64 = if cfg!(debug_assertions) { 100 } else { 2000 };

fn game() -> HappyDes {
    HappyDes::new().expect("the built-in tables")
}

fn names(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    let owned = pairs.iter().map(|(q, a)| ((*q).into(), (*a).into()));
    owned.collect()
}

fn prepare(strategy: &str, stake: i64, readings: &[(&str, &str)]) -> Arc<dyn Prepared> {
    game()
        .prepare(strategy, Stake::from_cents(stake), &names(readings), None)
        .expect("a run of the game")
}

/// The same run by the readable kernel.
fn readable(strategy: &str) -> Arc<dyn Prepared> {
    let (stake, none) = (Stake::from_cents(100), BTreeMap::new());
    game()
        .prepare_with(Kernel::Reference, strategy, stake, &none, None)
        .expect("a run")
}

fn play(run: &dyn Prepared, rounds: u64) -> Tally {
    let key = run.spec().stream_key(SEED, run.kernel());
    let mut tally = run.empty_tally();
    let mut left = rounds;
    for chunk in 0.. {
        let part = left.min(run.chunk_rounds());
        run.play(key.generator(Family::Pcg64Dxsm, chunk), part, &mut tally);
        left -= part;
        if left == 0 {
            break;
        }
    }
    tally
}

/// Strategy, stake in cents, readings.
type Run = (&'static str, i64, Vec<(&'static str, &'static str)>);

/// Every strategy under every answer that bears on it, at both stakes.
fn runs() -> Vec<Run> {
    let mut runs = Vec::new();
    for stake in [100, 200] {
        for strategy in [
            "threshold:2:cumul",
            "threshold:1:figures",
            "threshold:4:identiques",
        ] {
            runs.push((strategy, stake, vec![]));
        }
        for coefficient in ["stake-scaled", "table"] {
            let coefficient = ("coefficient", coefficient);
            for strategy in ["stop", "identiques"] {
                runs.push((strategy, stake, vec![coefficient]));
            }
            for reroll in ["unlimited", "once", "never"] {
                runs.push(("cumul", stake, vec![coefficient, ("reroll-27", reroll)]));
            }
            for full_house in ["pays-as-brelan", "loses"] {
                for suite in ["any-order", "throw-order"] {
                    for figures in ["best-only", "cumulated"] {
                        let readings = vec![
                            coefficient,
                            ("full-house", full_house),
                            ("suite", suite),
                            ("figures", figures),
                        ];
                        runs.push(("figures", stake, readings));
                    }
                }
            }
        }
    }
    runs
}

/// The universe a strategy plays, and the amount in cents from which it stops.
fn meaning(strategy: &str, assumed: &Assumed<'_>) -> (Universe, i64) {
    let (below, universe) = match strategy.split(':').collect::<Vec<_>>()[..] {
        ["threshold", amount, universe] => (Cents::parse(amount).expect("an amount").0, universe),
        ["stop"] => (0, "cumul"),
        _ => (i64::MAX, strategy),
    };
    let universe = match universe {
        "cumul" => law::cumul(assumed),
        "figures" => law::figures(assumed),
        _ => law::identiques(assumed),
    };
    (universe, below)
}

/// Checks that `count` of `trials` is no surprise at probability `p`, by tails that have tests of their own
/// up to 10^8 trials.
fn check(what: &str, count: u64, trials: u64, p: f64) {
    if p <= 0.0 || p >= 1.0 {
        let certain = if p <= 0.0 { 0 } else { trials };
        assert_eq!(count, certain, "{what}: of {trials}");
        return;
    }
    let low = ln_binomial_cdf(count, trials, p);
    let high = ln_binomial_sf(count, trials, p);
    let tail = low.min(high) + std::f64::consts::LN_2;
    assert!(
        tail >= ALARM.ln(),
        "{what}: {count} of {trials} at {p}, tail {:e}",
        tail.exp()
    );
}

/// Checks that `sum` is no surprise as a sum of `n` terms of this mean and variance.
fn check_sum(what: &str, sum: u64, n: u64, mean: f64, variance: f64) {
    let z = (sum as f64 - n as f64 * mean) / (n as f64 * variance).sqrt().max(1e-6);
    assert!(z.abs() <= Z, "{what}: {sum} over {n} at mean {mean}, z {z}");
}

#[test]
fn simulated_counts_follow_the_enumerated_laws() {
    let game = game();
    for (strategy, stake, readings) in runs() {
        let run = prepare(strategy, stake, &readings);
        let what = format!("{strategy} at {stake} under {readings:?}");
        let assumed = Assumed {
            card: GameEntry::card(&game),
            stake,
            readings: &run.spec().readings,
        };
        let (universe, below) = meaning(strategy, &assumed);
        let tally = play(&*run, ROUNDS);
        assert_eq!(tally.rounds, ROUNDS);
        assert_eq!(tally.payouts.values().sum::<u64>(), ROUNDS);

        // Every payout, and none that the rules cannot produce.
        let payouts = assumed.payouts(&universe, below);
        assert!((payouts.values().sum::<f64>() - 1.0).abs() < 1e-12);
        for (cents, &p) in &payouts {
            let count = tally.payouts.get(&Cents(*cents)).copied().unwrap_or(0);
            check(&format!("{what}: {cents} cents"), count, ROUNDS, p);
        }
        for cents in tally.payouts.keys() {
            assert!(payouts.contains_key(&cents.0), "{what}: paid {cents}");
        }

        // Every row of every table, given the draws made. The number of throws may depend on the dice;
        // the deviations are then a martingale with the variance of the binomial law.
        let card = GameEntry::card(&game);
        for (number, table) in card.tables.iter().enumerate() {
            let trials = tally.trials(number);
            let weights = &table.weights;
            for (row, &weight) in weights.values.iter().enumerate() {
                let p = weight as f64 / weights.denominator as f64;
                let row_is = format!("{what}: {} row {row}", table.id);
                check(&row_is, tally.tables[number][row], trials, p);
            }
        }
        assert_eq!(tally.trials(0), ROUNDS);

        // Counters.
        let counter = |id: &str| {
            let place = card.counters.iter().position(|counter| counter.id == id);
            tally.counters[place.unwrap_or_else(|| panic!("no counter {id}"))]
        };
        check(&what, counter("stage-1-lost"), ROUNDS, 1.0 / 3.0);
        check_sum(&what, counter("stage-1-rolls"), ROUNDS, 2.0, 2.0);
        let stops = assumed.rows("stage-1").into_iter();
        let stop: f64 = stops.filter(|row| row.0 >= below).map(|row| row.1).sum();
        check(&what, counter("stopped"), ROUNDS, stop * 2.0 / 3.0);
        let plays = (1.0 - stop) * 2.0 / 3.0;
        for (id, p) in universe.counters {
            check(&format!("{what}: {id}"), counter(id), ROUNDS, plays * p);
        }
        let rounds = ROUNDS - counter("stage-1-lost") - counter("stopped");
        let throws = ["cumul-throws", "figures-throws", "identiques-throws"].map(counter);
        let (mean, variance) = universe.throws;
        let thrown = throws.iter().sum();
        check_sum(&format!("{what}: throws"), thrown, rounds, mean, variance);
        assert_eq!(tally.trials(1), counter("stage-1-rolls"));
        // The last roll of a round, and no other, shows a one, a five or a six; a one loses.
        let die = &tally.tables[1];
        assert_eq!(die[0] + die[4] + die[5], ROUNDS, "{what}");
        assert_eq!(die[0], counter("stage-1-lost"), "{what}");
        for (id, (dice, throws)) in ["cumul-dice", "figures-dice", "identiques-dice"]
            .into_iter()
            .zip([7, 5, 3].into_iter().zip(throws))
        {
            let place = card
                .tables
                .iter()
                .position(|t| t.id == format!("happy-des/{id}"));
            assert_eq!(
                tally.trials(place.expect("a table")),
                dice * throws,
                "{what}"
            );
        }
    }
}

#[test]
fn rerolls_are_the_throws_beyond_the_first() {
    const MANY: u64 = 1 << 19;
    for (reroll, most) in [("unlimited", u64::MAX), ("once", 1), ("never", 0)] {
        let run = prepare("cumul", 100, &[("reroll-27", reroll)]);
        let tally = play(&*run, MANY);
        let (lost, throws, rerolls) = (tally.counters[1], tally.counters[3], tally.counters[4]);
        assert_eq!(throws - rerolls, MANY - lost);
        assert!(rerolls <= most.saturating_mul(MANY - lost));
        let first_throws = if reroll == "unlimited" {
            throws
        } else {
            MANY - lost
        };
        let trials = if most == 0 { 0 } else { first_throws };
        let again = law::seven_dice()[27] as f64 / 279_936.0;
        check(reroll, rerolls, trials, again);
    }
}

/// 2/3 · (0.015 · 4 + 0.15 · 2 + 0.545 · 1 + 0.29 · 0.5) = 0.70, in integers.
#[test]
fn stopping_pays_seventy_cents_per_euro() {
    let game = game();
    let table = &GameEntry::card(&game).tables[0];
    let amounts = table
        .rows
        .iter()
        .map(|row| row.amount.expect("an amount").0);
    let sum: i64 = amounts
        .zip(&table.weights.values)
        .map(|(amount, &weight)| amount * i64::try_from(weight).expect("a small weight"))
        .sum();
    let total = i64::try_from(table.weights.denominator).expect("a small total");
    assert_eq!(2 * sum, 3 * 70 * total);
}

#[test]
fn transcripts_keep_the_rules_and_add_up_to_the_run() {
    let game = game();
    for (strategy, stake, readings) in runs() {
        let run = prepare(strategy, stake, &readings);
        let key = run.spec().stream_key(SEED, run.kernel());
        let assumed = Assumed {
            card: GameEntry::card(&game),
            stake,
            readings: &run.spec().readings,
        };
        let below = meaning(strategy, &assumed).1;
        let mut told = run.empty_tally();
        for round in 0..TOLD {
            let transcript = run.tell(key.generator(Family::Pcg64Dxsm, 0), round);
            let due = referee::payout(&assumed, &transcript, below);
            assert_eq!(transcript.payout, Cents(due), "{strategy}, round {round}");
            for drawn in transcript.steps.iter().filter_map(|step| step.draw) {
                told.tables[drawn.table][drawn.row] += 1;
            }
            for counter in transcript.counters {
                told.counters[counter] += 1;
            }
            told.pay(transcript.payout, 1);
        }
        told.streams
            .add(key.generator(Family::Pcg64Dxsm, 0).print());
        let played = play(&*run, TOLD);
        // Rounds are told without their chunk.
        told.streams = played.streams.clone();
        assert_eq!(told, played, "{strategy} at {stake}, {readings:?}");
    }
}

#[test]
fn prizes_of_a_quarter_euro_are_paid_exactly() {
    let tally = play(&*prepare("identiques", 100, &[]), ROUNDS);
    assert!(tally.payouts.contains_key(&Cents(25)));
    assert!(tally.payouts.contains_key(&Cents(75)));
}

/// Pins the first 1000 rounds of chunk 0: a change here changes every published result and must raise
/// `tirage::rng::SAMPLER_VERSION`.
#[test]
fn value_stability() {
    for (strategy, cents, hits, counters) in PINS {
        let tally = play(&*readable(strategy), 1000);
        let moments = Moments::of(&tally);
        let found = (moments.sum, moments.hits, &tally.counters[..]);
        assert_eq!(found, (cents, hits, &counters[..]), "{strategy}");
    }
}

/// Strategy, sum of the payouts in cents, rounds that paid, counters.
type Pin = (&'static str, i128, u64, [u64; 14]);

const PINS: [Pin; 6] = [
    (
        "stop",
        66450,
        632,
        [1984, 368, 632, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ),
    (
        "cumul",
        62050,
        328,
        [2027, 328, 0, 726, 54, 328, 0, 0, 0, 0, 0, 0, 0, 0],
    ),
    (
        "figures",
        190_200,
        178,
        [1963, 329, 0, 0, 0, 0, 671, 4, 8, 24, 28, 114, 0, 0],
    ),
    (
        "identiques",
        65300,
        236,
        [1910, 334, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8199, 236],
    ),
    (
        "threshold:2.00:cumul",
        65750,
        386,
        [1983, 311, 99, 633, 43, 287, 0, 0, 0, 0, 0, 0, 0, 0],
    ),
    (
        "threshold:1.00:identiques",
        72100,
        553,
        [2055, 311, 469, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2645, 84],
    ),
];
