//! Trésors Ensablés: both kernels against an independent chain, themselves, and the article.

mod chain;
mod lanes;
mod law;
mod rounds;

use std::collections::BTreeMap;
use std::sync::Arc;

use tirage::game::{GameEntry, Kernel, Prepared};
use tirage::games::tresors_ensables::TresorsEnsables;
use tirage::rng::Family;
use tirage::tally::Tally;
use tirage::units::Stake;

const SEED: u64 = 20_180_709;
const STRATEGIES: [&str; 7] = [
    "first-chest",
    "gold",
    "chests:3",
    "gain:2.00",
    "lives:1",
    "lives:2",
    "chests:10",
];
/// Every answer at least once, and the combinations that share code.
const READINGS: [&[(&str, &str)]; 10] = [
    &[],
    &[("starting-lives", "2")],
    &[("starting-lives", "1")],
    &[("board", "visible")],
    &[("decisions", "chest-cell")],
    &[("overshoot", "lost-roll")],
    &[("life-cap", "refused")],
    &[("layout", "one-draw")],
    &[("board", "visible"), ("layout", "one-draw")],
    &[
        ("board", "visible"),
        ("overshoot", "lost-roll"),
        ("life-cap", "refused"),
    ],
];

fn game() -> TresorsEnsables {
    TresorsEnsables::new().expect("the built-in tables")
}

fn prepare(strategy: &str, readings: &[(&str, &str)]) -> Arc<dyn Prepared> {
    prepare_with(Kernel::Fast, strategy, readings)
}

fn prepare_with(kernel: Kernel, strategy: &str, readings: &[(&str, &str)]) -> Arc<dyn Prepared> {
    let readings: BTreeMap<_, _> = readings
        .iter()
        .map(|(q, a)| ((*q).to_owned(), (*a).to_owned()))
        .collect();
    game()
        .prepare_with(kernel, strategy, Stake::from_cents(100), &readings, None)
        .expect("a strategy of the game")
}

/// The run by either kernel.
fn by_both(strategy: &str, readings: &[(&str, &str)]) -> [Arc<dyn Prepared>; 2] {
    [Kernel::Fast, Kernel::Reference].map(|kernel| prepare_with(kernel, strategy, readings))
}

/// The first `rounds` rounds of each of the first `chunks` chunks.
fn play(run: &dyn Prepared, chunks: u64, rounds: u64) -> Tally {
    let key = run.spec().stream_key(SEED, run.kernel());
    let mut tally = run.empty_tally();
    for chunk in 0..chunks {
        run.play(key.generator(Family::Pcg64Dxsm, chunk), rounds, &mut tally);
    }
    tally
}

/// The counter called `id`.
fn counter(tally: &Tally, id: &str) -> u64 {
    let game = game();
    let counters = &GameEntry::card(&game).counters;
    let at = counters.iter().position(|counter| counter.id == id);
    tally.counters[at.expect("a counter")]
}

/// Landings on the ten chests.
fn landed(tally: &Tally) -> [u64; 10] {
    std::array::from_fn(|chest| counter(tally, &format!("landed-{}", 6 * (chest + 1))))
}
