//! The kernels beside the program that an actuary would write first: `rand`'s default generator, weighted
//! indices over the printed odds as floats, ranges for dice, and a sum of payouts. It counts nothing
//! else: no rows, no payouts, no keys.
//!
//! `cargo bench --bench plain`; rounds per second of the time the thread had on a core, medians of five samples
//! taken in turn.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod clock;

use std::collections::BTreeMap;
use std::hint::black_box;

use rand::distr::weighted::WeightedIndex;
use rand::distr::{Distribution, Uniform};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tirage::game::Kernel;
use tirage::games;
use tirage::rng::Family;

use clock::Clock;

const SEED: u64 = 20_180_709;

/// Plays so many rounds and returns what they paid, in cents.
type Plain = fn(&mut StdRng, u64) -> u64;

const CASES: [(&str, &str, Plain); 3] = [
    ("happy-des", "stop", stop),
    ("happy-des", "cumul", cumul),
    ("clefs-du-tresor", "play", clefs),
];

/// One row drawn by the printed odds; what they leave is the last row.
fn table(printed: &[f64]) -> WeightedIndex<f64> {
    let mut weights: Vec<f64> = printed.iter().map(|n| 1.0 / n).collect();
    let rest = 1.0 - weights.iter().sum::<f64>();
    weights.push(rest.max(0.0));
    WeightedIndex::new(weights).expect("weights")
}

/// Stage 1 of Happy Dés: the amount in cents, if it is won.
fn stage_1(rng: &mut StdRng, amounts: &WeightedIndex<f64>, die: Uniform<u32>) -> Option<u64> {
    let amount = [400, 200, 100, 50, 0][amounts.sample(rng)];
    loop {
        match die.sample(rng) {
            1 => return None,
            5 | 6 => return Some(amount),
            _ => {}
        }
    }
}

fn stop(rng: &mut StdRng, rounds: u64) -> u64 {
    let amounts = table(&[66.67, 6.67, 1.83, 3.45]);
    let die = Uniform::new_inclusive(1, 6).expect("a die");
    let pay = |_| stage_1(rng, &amounts, die).unwrap_or(0);
    (0..rounds).map(pay).sum()
}

fn cumul(rng: &mut StdRng, rounds: u64) -> u64 {
    let amounts = table(&[66.67, 6.67, 1.83, 3.45]);
    let die = Uniform::new_inclusive(1, 6).expect("a die");
    let top = table(&[6.67, 5.56, 1.49]);
    let (second, third) = (table(&[2.69, 1.59]), table(&[5.0, 1.25]));
    let lowest = table(&[1.22, 5.63]);
    let mut paid = 0;
    for _ in 0..rounds {
        let Some(amount) = stage_1(rng, &amounts, die) else {
            continue;
        };
        let mut score = 27;
        while score == 27 {
            score = (0..7).map(|_| die.sample(rng)).sum();
        }
        let prize = match score {
            42 => [10_000, 8_000, 5_000, 0][top.sample(rng)],
            40 | 41 => [500, 200, 0][second.sample(rng)],
            38 | 39 => [100, 50, 0][third.sample(rng)],
            36 | 37 | 11 | 12 => 10,
            34 | 35 | 13..=15 => 5,
            30..=33 | 20..=22 => 1,
            16..=19 => 2,
            7..=10 => [20, 50, 0][lowest.sample(rng)],
            _ => 0,
        };
        paid += amount * prize;
    }
    paid
}

fn clefs(rng: &mut StdRng, rounds: u64) -> u64 {
    let game = table(&[2_000_000.0, 751_879.699, 400.0, 86.207, 14.211, 5.882]);
    let chest = table(&[250_000.0, 16.667, 1.916, 2.392]);
    let (mut keys, mut paid) = (0, 0);
    for _ in 0..rounds {
        let outcome = game.sample(rng);
        paid += [500_000, 10_000, 1_000, 500, 100, 50, 0][outcome];
        if outcome == 6 && rng.random_range(0..keys + 2) == 0 {
            keys += 1;
        }
        if keys == 3 {
            keys = 0;
            paid += [1_000_000, 500, 100, 50, 0][chest.sample(rng)];
        }
    }
    paid
}

fn main() {
    let quick = std::env::args().any(|arg| arg == "--quick");
    let (samples, chunks) = if quick { (1, 1) } else { (5, 8) };
    let registry = games::registry().expect("the built-in tables");
    println!(
        "{:<24} {:>14} {:>14} {:>14}",
        "rounds per second", "plain", "reference", "fast"
    );
    for (game, strategy, plain) in CASES {
        let entry = registry.iter().find(|entry| entry.card().id == game);
        let entry = entry.expect("a built-in game");
        let mut seconds: [Vec<f64>; 3] = Default::default();
        let rounds = chunks << 20;
        for sample in 0..samples {
            let mut rng = StdRng::seed_from_u64(SEED + sample);
            seconds[0].push(timed(|| {
                black_box(plain(&mut rng, rounds));
            }));
            for (kernel, seconds) in [Kernel::Reference, Kernel::Fast]
                .into_iter()
                .zip(&mut seconds[1..])
            {
                let stake = entry.card().stakes[0];
                let run = entry.prepare_with(kernel, strategy, stake, &BTreeMap::new(), None);
                let run = run.expect("a strategy of the game");
                let key = run.spec().stream_key(SEED, run.kernel());
                let mut tally = run.empty_tally();
                seconds.push(timed(|| {
                    for chunk in sample * chunks..(sample + 1) * chunks {
                        let generator = key.generator(Family::Pcg64Dxsm, chunk);
                        run.play(generator, run.chunk_rounds(), &mut tally);
                    }
                }));
                assert_eq!(tally.rounds, rounds);
            }
        }
        let speeds = seconds.map(|seconds| rounds as f64 / median(seconds));
        let [plain, reference, fast] = speeds.map(|speed| format!("{:.0} million", speed / 1e6));
        println!(
            "{:<24} {plain:>14} {reference:>14} {fast:>14}",
            format!("{game}/{strategy}")
        );
    }
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = Clock::start();
    work();
    start.elapsed() / 1e9
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
