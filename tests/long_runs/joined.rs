//! Any split of a plan gives the same counts, and the same bytes.

use proptest::prelude::*;
use tirage::engine::store::join;
use tirage::engine::{Chunks, Ended, PlannedRun, Played, Shard};

use crate::pieces::{json, plan, play_on, same, shard_file, stored, whole, written};
use crate::small::{CHUNK, registry};

/// Shards of a plan cover every chunk of every run once, in order, and their loads differ little.
#[test]
fn shards_cover_the_plan_once() {
    let registry = registry();
    let plan = plan(&registry, 5000);
    for of in [1_u64, 2, 3, 7, 64, 1000] {
        let mut next = vec![0; plan.runs.len()];
        let mut loads = Vec::new();
        for index in 1..=of {
            let ranges = Shard::new(index, of).expect("a shard").ranges(&plan);
            for (next, range) in next.iter_mut().zip(&ranges) {
                assert_eq!(range.start, *next);
                *next = range.end;
            }
            loads.push(
                ranges
                    .iter()
                    .map(|range| range.end - range.start)
                    .sum::<u64>(),
            );
        }
        let chunks: Vec<u64> = plan.runs.iter().map(PlannedRun::chunks).collect();
        assert_eq!(next, chunks);
        let (least, most) = (loads.iter().min(), loads.iter().max());
        let (least, most) = (*least.expect("shards"), *most.expect("shards"));
        assert!(
            most - least <= plan.runs.len() as u64,
            "{of}: {least} to {most}"
        );
    }
}

/// Sums over ranges of chunks against the chunks themselves, each played alone: 0, 1, ..., 7, then ranges
/// that end before 10, 12, 14, 16, 20, 24, 28, 32, 40 and so on.
#[test]
fn the_sums_of_ranges_are_those_of_their_chunks() {
    let registry = registry();
    let plan = plan(&registry, 5000);
    let ends = (0..8).chain([10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96]);
    let ends: Vec<u64> = ends.skip(1).chain([8]).collect();
    for (run, outcome) in plan.runs.iter().zip(whole(&plan)) {
        let chunks = Chunks::new(run.rounds, CHUNK);
        let prepared = &run.prepared;
        let key = prepared.spec().stream_key(plan.seed, prepared.kernel());
        let mut all = prepared.empty_tally();
        let mut expected = Vec::new();
        for chunk in 0..chunks.count() {
            let generator = key.generator(plan.generator, chunk);
            prepared.play(generator, chunks.rounds_in(chunk), &mut all);
            if ends.contains(&(chunk + 1)) || chunk + 1 == chunks.count() {
                let paid = all.payouts.iter();
                let cents: i64 = paid
                    .map(|(cents, &n)| cents.0 * i64::try_from(n).expect("few"))
                    .sum();
                expected.push((all.rounds, i128::from(cents)));
            }
        }
        let mut sum = (0, 0);
        let found: Vec<(u64, i128)> = outcome
            .tally
            .stretches
            .sums
            .values()
            .map(|stretch| {
                sum = (sum.0 + stretch.rounds, sum.1 + stretch.cents);
                sum
            })
            .collect();
        assert_eq!(found, expected, "{:?}", prepared.spec());
    }
}

/// The numbers of shards that are promised, in one report each.
#[test]
fn the_report_of_shards_is_that_of_one_process() {
    let registry = registry();
    let plan = plan(&registry, 3001);
    let expected = json(&registry, &plan, &whole(&plan));
    for of in [1, 2, 3, 7, 64] {
        let folder = tempfile::tempdir().expect("a folder");
        let shards = (1..=of).map(|index| Shard::new(index, of).expect("a shard"));
        let mut files: Vec<_> = shards
            .map(|shard| shard_file(&registry, &plan, shard, 2, folder.path()))
            .collect();
        files.reverse();
        let joined = join(&registry, &files).expect("all shards");
        let outcomes = joined.played.outcomes(&joined.plan, Ended::Rounds);
        assert_eq!(
            json(&registry, &joined.plan, &outcomes),
            expected,
            "{of} shards"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Shards in any order, some twice and played by other numbers of threads, more shards than chunks.
    #[test]
    fn any_split_is_the_whole(
        rounds in 1_u64..4000,
        of in prop_oneof![Just(1_u64), Just(2), Just(3), Just(7), Just(64), 1_u64..200],
        threads in proptest::collection::vec(1_usize..4, 1..5),
        order in any::<u64>(),
        twice in any::<u64>(),
    ) {
        let registry = registry();
        let plan = plan(&registry, rounds);
        let folder = tempfile::tempdir().expect("a folder");
        let again = tempfile::tempdir().expect("a folder");
        let mut files = Vec::new();
        for index in 1..=of {
            let shard = Shard::new(index, of).expect("a shard");
            let threads = |at: u64| threads[at as usize % threads.len()];
            files.push(shard_file(&registry, &plan, shard, threads(index), folder.path()));
            if twice.rotate_left(index as u32) & 1 == 1 {
                files.push(shard_file(&registry, &plan, shard, threads(index + 1), again.path()));
            }
        }
        // Any order: sorted by a hash of the place.
        let mut places: Vec<(u64, _)> = (1_u64..).map(|at| (at ^ order).wrapping_mul(0x9e37_79b9_7f4a_7c15)).zip(files).collect();
        places.sort();
        let files: Vec<_> = places.into_iter().map(|(_, file)| file).collect();
        let joined = join(&registry, &files).expect("all shards");
        same(&joined.played.outcomes(&joined.plan, Ended::Rounds), &whole(&plan));
    }

    /// A run that is stopped again and again, its state written, read and gone on with by any number of
    /// threads, and made longer on the way: a shorter last chunk is played anew.
    #[test]
    fn any_interruptions_and_extensions_are_the_whole(
        rounds in 1_u64..2000,
        legs in proptest::collection::vec((1_usize..4, 0_u64..40, 0_u64..400), 1..8),
    ) {
        let registry = registry();
        let mut now = plan(&registry, rounds);
        let mut all = rounds;
        let mut played = Played::nothing(&now, None);
        for (threads, chunks, more) in legs {
            play_on(&now, &mut played, threads, chunks);
            let state = written(&registry, &now, None).document(&played);
            all += more;
            let longer = plan(&registry, all);
            for (run, part) in longer.runs.iter().zip(played.runs()) {
                prop_assert!(part.rounds().is_multiple_of(CHUNK) || part.is_complete());
                prop_assert!(Chunks::new(run.rounds, CHUNK).count() >= part.chunks().end);
            }
            played = stored(&registry, &state).played(&longer).expect("the same run");
            now = longer;
        }
        play_on(&now, &mut played, 2, u64::MAX);
        same(&played.outcomes(&now, Ended::Rounds), &whole(&now));
    }
}

/// Fewer rounds than were played cannot be taken back, but a plan may shrink to what was played.
#[test]
fn what_was_played_is_not_taken_back() {
    let registry = registry();
    let long = plan(&registry, 3000);
    let mut played = Played::nothing(&long, None);
    play_on(&long, &mut played, 1, 10);
    let state = stored(
        &registry,
        &written(&registry, &long, None).document(&played),
    );
    let refused = |rounds| {
        let mut short = long.clone();
        short.runs[0].rounds = rounds;
        state.played(&short).err().map(|error| error.to_string())
    };
    let ten = 10 * CHUNK;
    assert_eq!(refused(ten), None);
    assert_eq!(refused(ten + 1), None);
    let message = refused(ten - 1).expect("too few");
    assert!(
        message.contains("has 600 rounds of run 1 already: 599 are fewer"),
        "{message}"
    );
}
