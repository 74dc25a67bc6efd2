//! Nanoseconds per round of every kernel on one core, divided by the nanoseconds that `Pcg64Dxsm`
//! needs per 64-bit word in the same run, so that the figures carry over between machines.
//!
//! `cargo bench --bench kernels [-- FILTER]`; every figure is the median of five. `-- --quick` takes
//! one short sample of each, to see that it still works.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::num::NonZeroU64;
use std::time::Instant;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Dxsm;
use tirage::game::{Prepared, Sessions};
use tirage::games;
use tirage::rng::Family;

const WORDS: u64 = 1 << 26;
const SEED: u64 = 20_180_709;

/// Game, strategy, tickets of each player (0: whole blocks) and the ratio that the kernel is meant to
/// stay below.
const CASES: &[(&str, &str, u64, f64)] = &[
    ("happy-des", "stop", 0, 3.0),
    ("happy-des", "cumul", 0, 8.0),
    ("happy-des", "figures", 0, 7.0),
    ("happy-des", "identiques", 0, 30.0),
    ("tresors-ensables", "first-chest", 0, 28.0),
    ("tresors-ensables", "gold", 0, 48.0),
    ("tresors-ensables", "chests:3", 0, f64::NAN),
    ("tresors-ensables", "gain:2.00", 0, f64::NAN),
    ("tresors-ensables", "lives:1", 0, f64::NAN),
    ("tresors-ensables", "optimal", 0, f64::NAN),
    ("clefs-du-tresor", "play", 0, 5.0),
    ("o-secousses", "buy", 0, 8.0),
    ("o-secousses", "buy", 10, f64::NAN),
    ("piece-dor", "buy", 0, 10.0),
    ("piece-dor", "buy", 10, f64::NAN),
];

fn main() {
    let quick = std::env::args().any(|arg| arg == "--quick");
    let (samples, chunks) = if quick { (1, 1) } else { (5, 4) };
    let filter = std::env::args().skip(1).find(|arg| !arg.starts_with("--"));
    let registry = games::registry().expect("the built-in tables");
    println!(
        "{:<32} {:>9} {:>7} {:>7} {:>6}",
        "kernel", "ns/round", "u (ns)", "ratio", "limit"
    );
    for &(game, strategy, tickets, limit) in CASES {
        let sessions = NonZeroU64::new(tickets).map(|rounds| Sessions {
            option: "tickets".to_owned(),
            rounds,
        });
        let players = sessions.as_ref().map(|s| format!("/tickets={}", s.rounds));
        let name = format!("{game}/{strategy}{}", players.unwrap_or_default());
        if filter
            .as_ref()
            .is_some_and(|part| !name.contains(part.as_str()))
        {
            continue;
        }
        let Some(entry) = registry.iter().find(|entry| entry.card().id == game) else {
            continue;
        };
        let run = entry
            .prepare(
                strategy,
                entry.card().stakes[0],
                &BTreeMap::new(),
                sessions.as_ref(),
            )
            .expect("a strategy of the game");
        // Word and round alternate, so that a change of clock speed meets both.
        let (words, rounds): (Vec<f64>, Vec<f64>) = (0..samples)
            .map(|sample| (word(), round(&*run, sample, chunks)))
            .unzip();
        let (word, round) = (median(words), median(rounds));
        println!(
            "{name:<32} {round:>9.2} {word:>7.3} {:>7.2} {limit:>6.1}",
            round / word
        );
    }
}

/// Nanoseconds per word of the generator in a summing loop.
fn word() -> f64 {
    let mut rng = Pcg64Dxsm::from_seed(black_box([7; 32]));
    let start = Instant::now();
    let sum = (0..WORDS).fold(0_u64, |sum, _| sum.wrapping_add(rng.next_u64()));
    black_box(sum);
    start.elapsed().as_nanos() as f64 / WORDS as f64
}

/// Nanoseconds per round over a few chunks.
fn round(run: &dyn Prepared, sample: u64, chunks: u64) -> f64 {
    let key = run.spec().stream_key(SEED, run.kernel());
    let mut tally = run.empty_tally();
    let start = Instant::now();
    for chunk in 0..chunks {
        let generator = key.generator(Family::Pcg64Dxsm, sample * chunks + chunk);
        run.play(generator, run.chunk_rounds(), &mut tally);
    }
    let elapsed = start.elapsed().as_nanos() as f64;
    assert_eq!(tally.rounds, chunks * run.chunk_rounds());
    elapsed / tally.rounds as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
