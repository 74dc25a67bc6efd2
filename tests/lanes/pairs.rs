//! The runs that two kernels play.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::sync::Arc;

use tirage::game::{CountSpread, GameEntry, Kernel, Prepared, Sessions};
use tirage::rng::Family;
use tirage::tally::Tally;

/// Fixed before the first run.
pub(crate) const SEED: u64 = 20_180_709;

pub(crate) fn prepare(
    game: &dyn GameEntry,
    strategy: &str,
    stake: tirage::units::Stake,
    sessions: Option<&Sessions>,
) -> [Arc<dyn Prepared>; 2] {
    let pair = [Kernel::Fast, Kernel::Reference].map(|kernel| {
        let run = game.prepare_with(kernel, strategy, stake, &BTreeMap::new(), sessions);
        run.expect(strategy)
    });
    assert_eq!(pair[1].kernel(), Kernel::REFERENCE);
    pair
}

/// Every strategy with one of its arguments at every stake, with the default readings, by kernel: those
/// that have a kernel of many rounds.
pub(crate) fn pairs(registry: &[Box<dyn GameEntry>]) -> Vec<[Arc<dyn Prepared>; 2]> {
    let mut pairs = Vec::new();
    for game in registry {
        for family in game.families() {
            let examples = family.examples();
            let strategy = &examples[examples.len() / 3];
            for &stake in &game.card().stakes {
                pairs.push(prepare(&**game, strategy, stake, None));
            }
        }
    }
    pairs.retain(|pair| pair[0].kernel() != Kernel::REFERENCE);
    assert!(pairs.len() >= 19, "the kernels are there");
    pairs
}

/// Players of so many tickets of the games in blocks, by kernel.
pub(crate) fn players(
    registry: &[Box<dyn GameEntry>],
    tickets: u64,
) -> Vec<[Arc<dyn Prepared>; 2]> {
    let sessions = Sessions {
        option: "tickets".to_owned(),
        rounds: NonZeroU64::new(tickets).expect("some tickets"),
    };
    let in_blocks = registry
        .iter()
        .filter(|game| game.card().tables[0].is_block);
    let pairs =
        in_blocks.map(|game| prepare(&**game, "buy", game.card().stakes[0], Some(&sessions)));
    let pairs: Vec<[Arc<dyn Prepared>; 2]> = pairs.collect();
    assert_eq!(pairs.len(), 2);
    assert!(
        pairs
            .iter()
            .all(|pair| pair[0].kernel() != Kernel::REFERENCE)
    );
    pairs
}

pub(crate) fn name(run: &dyn Prepared) -> String {
    format!("{:?}", run.spec())
}

pub(crate) fn play(run: &dyn Prepared, family: Family, rounds: u64) -> Tally {
    let key = run.spec().stream_key(SEED, run.kernel());
    let mut tally = run.empty_tally();
    run.play(key.generator(family, 1), rounds, &mut tally);
    tally
}

/// The counters that rounds which are independent raise once at most.
pub(crate) fn single(registry: &[Box<dyn GameEntry>], run: &dyn Prepared) -> Vec<usize> {
    let spec = run.spec();
    let game = registry.iter().find(|game| game.card().id == spec.game);
    let game = game.expect("the game of the run");
    let solved = game.solve(&spec.strategy, spec.stake, &spec.readings, None);
    let facts = solved.expect("solved").1.expect("a solver").facts;
    let facts = facts
        .iter()
        .filter(|fact| fact.spread == Some(CountSpread::Bernoulli));
    let counters = &game.card().counters;
    facts
        .filter_map(|fact| counters.iter().position(|counter| counter.id == fact.id))
        .collect()
}
