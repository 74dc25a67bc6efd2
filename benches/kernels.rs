//! Nanoseconds per round of every kernel on one core, divided by the nanoseconds that `Pcg64Dxsm`
//! needs per 64-bit word in the same run, so that the figures carry over between machines: `u` of the
//! table. Each game's readable kernel stands beside its kernel of many rounds, where it has one.
//!
//! `cargo bench --bench kernels [-- FILTER]`; every figure is the median of five. The time is that the
//! thread had on a core, where the system tells it, so a busy machine disturbs less. `fixed %` is the time of a chunk
//! of 10 rounds, every stage of which draws a whole column, as a share of a whole chunk's. `-- --quick` takes one
//! short sample of each, to see that it still works. `-- --rounds N FILTER` plays N rounds of every kernel that fits
//! and prints nothing else, for instruction counts:
//!
//! `valgrind --tool=callgrind --toggle-collect=kernels::play target/release/deps/kernels-... --rounds 1048576
//! clefs-du-tresor/play/lanes`
//!
//! Instructions per round so counted, over one chunk (2^20 rounds, a block, or 104 857 players) with AVX2 (Valgrind
//! knows no AVX-512, with which they are fewer):
//!
//! | run | reference | lanes |
//! |---|---|---|
//! | happy-des stop | 45.5 | 12.2 |
//! | happy-des cumul | 92.1 | 33.9 |
//! | happy-des figures | 85.1 | 27.6 |
//! | happy-des identiques | 356.3 | 94.0 |
//! | tresors-ensables first-chest | 397.1 | 130.5 |
//! | tresors-ensables gold | 910.3 | 291.9 |
//! | tresors-ensables chests:3 | 817.6 | 252.6 |
//! | tresors-ensables gain:2.00 | 827.5 | 267.3 |
//! | tresors-ensables lives:1 | 737.6 | 243.6 |
//! | tresors-ensables optimal | 1133.5 | 425.9 |
//! | clefs-du-tresor play | 61.7 | 10.6 |
//! | o-secousses buy | 130.0 | 50.5 |
//! | o-secousses buy, 10 tickets | 140.6 | 64.7 |
//! | piece-dor buy | 95.0 | 31.2 |
//! | piece-dor buy, 10 tickets | 111.9 | 45.3 |

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod clock;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::num::NonZeroU64;
use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Dxsm;
use tirage::engine::Chunks;
use tirage::game::{GameEntry, Kernel, Prepared, Sessions};
use tirage::games;
use tirage::rng::Family;

use clock::Clock;

const WORDS: u64 = 1 << 26;
/// Rounds of a chunk that is timed for its fixed cost, and how many are.
const FEW: u64 = 10;
const FEW_CHUNKS: u64 = 1 << 10;
const SEED: u64 = 20_180_709;

/// Game, strategy, tickets of each player (0: whole blocks) and the ratios that its readable kernel and its
/// kernel of many rounds are meant to stay below.
const CASES: &[(&str, &str, u64, [f64; 2])] = &[
    ("happy-des", "stop", 0, [3.0, 1.8]),
    ("happy-des", "cumul", 0, [8.0, 3.0]),
    ("happy-des", "figures", 0, [7.0, 2.8]),
    ("happy-des", "identiques", 0, [30.0, 8.5]),
    ("happy-des", "threshold:2.00:cumul", 0, NONE),
    ("happy-des", "optimal", 0, NONE),
    ("happy-des", "worst", 0, NONE),
    ("tresors-ensables", "first-chest", 0, [28.0, 6.5]),
    ("tresors-ensables", "gold", 0, [48.0, 13.0]),
    ("tresors-ensables", "chests:3", 0, [f64::NAN, 19.5]),
    ("tresors-ensables", "gain:2.00", 0, [f64::NAN, 19.5]),
    ("tresors-ensables", "lives:1", 0, NONE),
    ("tresors-ensables", "optimal", 0, [f64::NAN, 26.0]),
    ("clefs-du-tresor", "play", 0, [5.0, 1.0]),
    ("o-secousses", "buy", 0, [8.0, 4.0]),
    ("o-secousses", "buy", 10, NONE),
    ("piece-dor", "buy", 0, [10.0, 6.0]),
    ("piece-dor", "buy", 10, NONE),
];

/// No limit.
const NONE: [f64; 2] = [f64::NAN; 2];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let quick = arguments.iter().any(|arg| arg == "--quick");
    let value = |name: &str| {
        let at = arguments.iter().position(|arg| arg == name)?;
        arguments.get(at + 1)?.parse::<u64>().ok()
    };
    let counted = value("--rounds");
    let (samples, chunks) = if quick { (1, 1) } else { (5, 4) };
    let is_filter = |arg: &&String| !arg.starts_with("--") && arg.parse::<u64>().is_err();
    let filter = arguments
        .iter()
        .find(is_filter)
        .cloned()
        .unwrap_or_default();
    let registry = games::registry().expect("the built-in tables");
    if counted.is_none() {
        println!(
            "{:<44} {:>8} {:>7} {:>7} {:>6} {:>7}",
            "kernel", "ns/round", "u (ns)", "ratio", "limit", "fixed %"
        );
    }
    for &(game, strategy, tickets, limits) in CASES {
        let entry = registry.iter().find(|entry| entry.card().id == game);
        let Some(entry) = entry else { continue };
        let players = match tickets {
            0 => String::new(),
            tickets => format!("/tickets={tickets}"),
        };
        let name = |kernel: &str| format!("{game}/{strategy}{players}/{kernel}");
        let is_wanted = |kernel: &str| name(kernel).contains(&filter);
        let names = [Kernel::LANES, Kernel::SECOND_LANES, Kernel::REFERENCE];
        if !names.into_iter().any(is_wanted) {
            continue;
        }
        let kernels = [Kernel::Reference, Kernel::Fast];
        for (kernel, limit) in kernels.into_iter().zip(limits) {
            let run = prepare(&**entry, kernel, strategy, tickets);
            let name = name(run.kernel());
            // A game without a fast kernel plays the readable one in its place.
            let is_twice = kernel == Kernel::Fast && run.kernel() == Kernel::REFERENCE;
            if is_twice || !name.contains(&filter) {
                continue;
            }
            if let Some(rounds) = counted {
                play(&*run, rounds);
                continue;
            }
            // Word and round alternate, so that a change of clock speed meets both.
            let (words, rounds): (Vec<f64>, Vec<f64>) = (0..samples)
                .map(|sample| (word(), round(&*run, sample, chunks)))
                .unzip();
            let (word, round) = (median(words), median(rounds));
            let fixed = median((0..samples).map(|sample| fixed(&*run, sample)).collect());
            let share = 100.0 * fixed / (round * run.chunk_rounds() as f64);
            let limit = if limit.is_nan() {
                String::new()
            } else {
                format!("{limit:.1}")
            };
            println!(
                "{name:<44} {round:>8.2} {word:>7.3} {:>7.2} {limit:>6} {share:>7.2}",
                round / word
            );
        }
    }
}

fn prepare(
    entry: &dyn GameEntry,
    kernel: Kernel,
    strategy: &str,
    tickets: u64,
) -> Arc<dyn Prepared> {
    let sessions = NonZeroU64::new(tickets).map(|rounds| Sessions {
        option: "tickets".to_owned(),
        rounds,
    });
    let stake = entry.card().stakes[0];
    let readings = BTreeMap::new();
    entry
        .prepare_with(kernel, strategy, stake, &readings, sessions.as_ref())
        .expect("a strategy of the game")
}

/// Plays the first `rounds` rounds of a run. Not inlined: instructions are counted here.
#[inline(never)]
fn play(run: &dyn Prepared, rounds: u64) {
    let key = run.spec().stream_key(SEED, run.kernel());
    let chunks = Chunks::new(rounds, run.chunk_rounds());
    let mut tally = run.empty_tally();
    for chunk in 0..chunks.count() {
        let generator = key.generator(Family::Pcg64Dxsm, chunk);
        run.play(generator, chunks.rounds_in(chunk), &mut tally);
    }
    assert_eq!(tally.rounds, rounds);
}

/// Nanoseconds per word of the generator in a summing loop.
fn word() -> f64 {
    let mut rng = Pcg64Dxsm::from_seed(black_box([7; 32]));
    let start = Clock::start();
    let sum = (0..WORDS).fold(0_u64, |sum, _| sum.wrapping_add(rng.next_u64()));
    black_box(sum);
    start.elapsed() / WORDS as f64
}

/// Nanoseconds per round over at least 2^24 of them, in whole chunks.
fn round(run: &dyn Prepared, sample: u64, chunks: u64) -> f64 {
    let key = run.spec().stream_key(SEED, run.kernel());
    let chunks = if chunks == 1 {
        1
    } else {
        chunks.max((1 << 24) / run.chunk_rounds())
    };
    let mut tally = run.empty_tally();
    let start = Clock::start();
    for chunk in 0..chunks {
        let generator = key.generator(Family::Pcg64Dxsm, sample * chunks + chunk);
        run.play(generator, run.chunk_rounds(), &mut tally);
    }
    let elapsed = start.elapsed();
    assert_eq!(tally.rounds, chunks * run.chunk_rounds());
    elapsed / tally.rounds as f64
}

/// Nanoseconds of a chunk of so few rounds that they cost nothing beside what every chunk costs: its streams, its
/// counts, and a column of each stage that is drawn whole for the last rounds.
fn fixed(run: &dyn Prepared, sample: u64) -> f64 {
    let key = run.spec().stream_key(SEED, run.kernel());
    let mut tally = run.empty_tally();
    let start = Clock::start();
    for chunk in 0..FEW_CHUNKS {
        let generator = key.generator(Family::Pcg64Dxsm, sample * FEW_CHUNKS + chunk);
        run.play(generator, FEW, &mut tally);
    }
    let elapsed = start.elapsed();
    assert_eq!(tally.rounds, FEW_CHUNKS * FEW);
    elapsed / FEW_CHUNKS as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
