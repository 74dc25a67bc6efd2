//! How much faster two threads play than one: the median of five ratios, each of two runs played one
//! after the other.
//!
//! `cargo bench --bench threads`; `-- --quick` plays one short pair, to see that it still works.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use tirage::engine::{Plan, PlannedRun, Pool};
use tirage::games;
use tirage::rng::Family;

/// Game, strategy and rounds: about two seconds of one thread, so that the last chunk, which one thread plays alone,
/// does not count.
const CASES: [(&str, &str, u64); 2] = [
    ("tresors-ensables", "gold", 1 << 27),
    ("happy-des", "cumul", 1 << 29),
];

fn main() {
    let quick = std::env::args().any(|arg| arg == "--quick");
    let samples = if quick { 1 } else { 5 };
    let registry = games::registry().expect("the built-in tables");
    println!("{:<28} {:>22}", "run", "two threads over one");
    for (game, strategy, rounds) in CASES {
        let rounds = if quick { 1 << 22 } else { rounds };
        let entry = registry.iter().find(|entry| entry.card().id == game);
        let entry = entry.expect("a built-in game");
        let stake = entry.card().stakes[0];
        let prepared = entry.prepare(strategy, stake, &BTreeMap::new(), None);
        let plan = Plan {
            seed: 20_180_709,
            generator: Family::Pcg64Dxsm,
            runs: vec![PlannedRun {
                prepared: prepared.expect("a strategy of the game"),
                rounds,
            }],
        };
        let mut ratios: Vec<f64> = (0..samples)
            .map(|_| play(&plan, 1) / play(&plan, 2))
            .collect();
        ratios.sort_by(f64::total_cmp);
        println!(
            "{:<28} {:>22.3}",
            format!("{game}/{strategy}"),
            ratios[samples / 2]
        );
    }
}

/// Seconds that so many threads need.
fn play(plan: &Plan, threads: usize) -> f64 {
    let pool = Pool::new(NonZeroUsize::new(threads)).expect("threads");
    let outcomes = pool.play(plan, &AtomicBool::new(false), &());
    assert!(outcomes[0].is_complete());
    outcomes[0].elapsed.as_secs_f64()
}
