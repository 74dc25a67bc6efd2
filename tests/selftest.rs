//! The alarm, tested: faults are caught, games without are not, and the seams change nothing by themselves.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use tirage::engine::Pool;
use tirage::game::{GameEntry, Kernel, Prepared};
use tirage::games;
use tirage::rng::Family;
use tirage::selftest::{ALARM_LEVEL, Catch, control, faults, find, hunt, selftest};
use tirage::tally::Tally;

const SEED: u64 = 20_180_709;

fn registry() -> Vec<Box<dyn GameEntry>> {
    games::registry().expect("the built-in games")
}

fn pool() -> Pool {
    Pool::new(NonZeroUsize::new(1)).expect("a thread")
}

#[test]
fn there_are_faults_enough_in_every_game() {
    let ids: BTreeSet<&str> = faults().map(|fault| fault.id).collect();
    assert_eq!(ids.len(), faults().count(), "an id stands twice");
    assert!(ids.len() >= 40, "{} faults", ids.len());
    let mut games: BTreeMap<&str, u32> = BTreeMap::new();
    for fault in faults() {
        *games.entry(fault.game).or_default() += 1;
        assert_eq!(
            fault.article.is_empty(),
            fault.id.starts_with("chunks-") && fault.game == "happy-des"
        );
        assert!(
            fault.limit <= 2_000_000_000,
            "{}: half a minute at most",
            fault.id
        );
    }
    for entry in registry() {
        assert!(games[&*entry.card().id] >= 5, "{games:?}");
    }
}

fn first_chunk(run: &dyn Prepared, rounds: u64) -> Tally {
    let key = run.spec().stream_key(SEED, run.kernel());
    let mut tally = run.empty_tally();
    run.play(key.generator(Family::default(), 0), rounds, &mut tally);
    tally
}

/// The seam of every fault, without its fault, plays what the game plays; with it, something else, but for
/// those few that show later or only over several chunks.
#[test]
fn a_seam_without_a_fault_changes_nothing() {
    const ROUNDS: u64 = 20_000;
    let registry = registry();
    let mut alike = Vec::new();
    for fault in faults() {
        let entry = registry
            .iter()
            .find(|entry| entry.card().id == fault.game)
            .expect(fault.id);
        let plain = fault.prepare_unfaulted(&**entry).expect(fault.id);
        let neutral = fault.prepare_neutral(&**entry).expect(fault.id);
        let faulty = fault.prepare(&**entry).expect(fault.id);
        assert_eq!(plain.spec(), neutral.spec(), "{}", fault.id);
        assert_eq!(
            plain.spec(),
            faulty.spec(),
            "{}: judged as the game's own",
            fault.id
        );
        assert_eq!(plain.chunk_rounds(), neutral.chunk_rounds(), "{}", fault.id);
        // Faults of rules are played by the readable kernel.
        let by = Kernel::called(neutral.kernel()).expect("a kernel");
        let (readings, sessions) = (BTreeMap::new(), fault.sessions());
        let same = entry.prepare_with(
            by,
            fault.strategy,
            fault.stake,
            &readings,
            sessions.as_ref(),
        );
        let expected = first_chunk(&*same.expect(fault.id), ROUNDS);
        assert_eq!(expected, first_chunk(&*neutral, ROUNDS), "{}", fault.id);
        if expected == first_chunk(&*faulty, ROUNDS) {
            alike.push(fault.id);
        }
    }
    for id in &alike {
        let shows_later = [
            "chunks-",
            "piece-",
            "secousses-",
            "tresors-jackpot",
            "clefs-jackpot",
            "happy-five",
            "clefs-without",
            "happy-27-rerolled",
        ];
        assert!(
            shows_later.iter().any(|start| id.starts_with(start)),
            "{id} changes nothing"
        );
    }
}

/// Faults of every game and seam that show fast, with the check that fails first under the seed.
#[test]
fn the_fastest_faults_are_caught() {
    let registry = registry();
    let caught = |id: &str| {
        let fault = find(id).expect(id);
        let hunt = hunt(&registry, &pool(), fault, SEED, &AtomicBool::new(false)).expect(id);
        hunt.catch.expect(id)
    };
    for (id, check) in [
        ("tresors-bronze-rows-swapped", "payouts:tresors-ensables"),
        ("tresors-rule-rows-swapped", "fit:tresors-ensables/rule-2"),
        ("happy-n-truncated", "fit:happy-des/stage-1"),
        ("happy-dice-one-to-five", "fit:happy-des/cumul-dice"),
        ("happy-stake-not-doubled", "payouts:happy-des"),
        (
            "clefs-key-odds-reversed",
            "count:clefs-du-tresor/plays-with-0-keys",
        ),
        (
            "clefs-keys-not-reset",
            "count:clefs-du-tresor/chests-opened",
        ),
        ("secousses-reveals-swapped", "replay:o-secousses"),
        ("piece-half-paid", "paid:piece-dor"),
        ("chunks-one-seed", "chunks:happy-des"),
        ("chunks-rounds-miscounted", "chunks:happy-des"),
        ("chunks-last-lost", "partial"),
    ] {
        assert_eq!(caught(id).check, check, "{id}");
    }
    // By the first block sold out, or before, if a part of it has more lots than there are.
    let Catch { rounds, check, .. } = caught("secousses-lot-too-many");
    assert!(
        (check.as_str(), rounds) == ("whole:o-secousses/block", 1_500_000)
            || check == "fit:o-secousses/block" && rounds < 1_500_000,
        "{check} after {rounds}"
    );
    // Nothing but the streams can tell: every count is that of a lawful chunk, and there are as many.
    let Catch { rounds, check, .. } = caught("chunks-8-bit-seeds");
    assert_eq!(check, "chunks:happy-des");
    assert!(rounds > 1 << 21, "two chunks at least: {rounds}");
}

/// Five seeds: one alarm is no excess at 1 %, two are (probability 1e-3).
#[test]
fn games_without_a_fault_are_left_alone() {
    let control = control(&registry(), &pool(), SEED, 5).expect("plays");
    assert_eq!((control.seeds, control.most), (5, 1));
    assert!((ALARM_LEVEL - 0.01).abs() < 1e-12);
    assert!(!control.is_excessive(), "{:?}", control.alarms);
}

/// `cargo test --release --test selftest -- --ignored`
#[test]
#[ignore = "all faults and 500 seeds, minutes: cargo test --release --test selftest -- --ignored"]
fn every_fault_is_caught_and_alarms_are_as_rare_as_stated() {
    let all: Vec<_> = faults().collect();
    let report = selftest(&registry(), &all, true, SEED, None, &AtomicBool::new(false));
    let report = report.expect("plays");
    assert!(report.is_good(), "{}", report.text());
}
