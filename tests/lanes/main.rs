//! The kernels of many rounds: against the readable ones cell by cell, against the exact laws, and one
//! instruction set against the other.

mod billions;
mod cells;
mod pairs;
mod program;
mod rounds;

use cells::Cells;
use pairs::{name, pairs, play, players, single};
use tirage::games;
use tirage::rng::Family;

/// About 4000 comparisons.
#[test]
fn a_million_rounds_of_both_kernels_have_one_law() {
    let registry = games::registry().expect("the built-in tables");
    let mut cells = Cells::default();
    let mut runs: Vec<_> = pairs(&registry)
        .into_iter()
        .map(|pair| {
            let single = single(&registry, &*pair[0]);
            (pair, single)
        })
        .collect();
    for tickets in [1, 10, 1000] {
        runs.extend(
            players(&registry, tickets)
                .into_iter()
                .map(|pair| (pair, Vec::new())),
        );
    }
    for (pair, single) in runs {
        for family in [Family::Pcg64Dxsm, Family::ChaCha8] {
            // Fewer than a block's tickets.
            let rounds = pair[0].chunk_rounds().min(900_000);
            let [fast, reference] = pair.each_ref().map(|run| play(&**run, family, rounds));
            cells.add(&name(&*pair[0]), &fast, &reference, &single);
        }
    }
    assert!(cells.0.len() > 2000);
    cells.check();
}
