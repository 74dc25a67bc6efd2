//! Plans, whole and in pieces, through the library.

use std::collections::BTreeMap;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::SystemTime;

use tirage::audit::Rules;
use tirage::engine::store::{Ask, Document, Identity, Judged, Stored, Written, decode, encode};
use tirage::engine::{Ended, Observer, Outcome, Pace, Plan, PlannedRun, Played, Pool, Shard};
use tirage::game::{GameEntry, Sessions};
use tirage::report::{self, Finished};
use tirage::rng::Family;

/// One run of every game, players of both kinds, and a run shorter than a chunk; `rounds` of the first.
pub(crate) fn plan(registry: &[Box<dyn GameEntry>], rounds: u64) -> Plan {
    let players = |option: &str| Sessions {
        option: option.to_owned(),
        rounds: NonZeroU64::new(10).expect("ten"),
    };
    let run = |game: &str, strategy: &str, sessions: Option<Sessions>, rounds: u64| {
        let entry = registry.iter().find(|entry| entry.card().id == game);
        let entry = entry.expect("a built-in game");
        let stake = entry.card().stakes[0];
        let prepared = entry.prepare(strategy, stake, &BTreeMap::new(), sessions.as_ref());
        PlannedRun {
            prepared: prepared.expect("a run"),
            rounds,
        }
    };
    Plan {
        seed: 11,
        generator: Family::Pcg64Dxsm,
        runs: vec![
            run("happy-des", "identiques", None, rounds),
            run("tresors-ensables", "gold", None, rounds / 2 + 1),
            run("clefs-du-tresor", "play", None, rounds / 3 + 1),
            run(
                "clefs-du-tresor",
                "play",
                Some(players("plays")),
                rounds / 10 * 10 + 10,
            ),
            run("o-secousses", "buy", None, rounds / 4 + 1),
            run(
                "piece-dor",
                "buy",
                Some(players("tickets")),
                rounds / 10 * 10 + 10,
            ),
            run("happy-des", "stop", None, 1),
        ],
    }
}

pub(crate) fn pool(threads: usize) -> Pool {
    Pool::new(NonZeroUsize::new(threads)).expect("threads")
}

/// The plan in one go.
pub(crate) fn whole(plan: &Plan) -> Vec<Outcome> {
    pool(1).play(plan, &AtomicBool::new(false), &())
}

/// What files of the plan say beside the counts.
pub(crate) fn written(
    registry: &[Box<dyn GameEntry>],
    plan: &Plan,
    shard: Option<Shard>,
) -> Written {
    Written {
        identity: Identity::of(registry, plan).expect("registered games"),
        ask: Ask {
            titles: vec!["Pièces".to_owned()],
            judged: Judged {
                alpha: "0.001".to_owned(),
                rtp_tolerance: None,
                cell_tolerance: None,
            },
            precision: None,
        },
        shard,
        started_at: SystemTime::UNIX_EPOCH,
    }
}

/// Raises a flag after so many chunks.
pub(crate) struct StopAfter {
    left: AtomicU64,
    pub(crate) stop: AtomicBool,
}

impl StopAfter {
    pub(crate) fn chunks(chunks: u64) -> Self {
        Self {
            left: AtomicU64::new(chunks),
            stop: AtomicBool::new(chunks == 0),
        }
    }
}

impl Observer for StopAfter {
    fn starts(&self, _: &PlannedRun) {}

    fn played(&self, _: u64) {
        if self.left.fetch_sub(1, Ordering::Relaxed) <= 1 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Plays on for `chunks` chunks (a few more with several threads), or to the end.
pub(crate) fn play_on(plan: &Plan, played: &mut Played, threads: usize, chunks: u64) -> Ended {
    let observer = StopAfter::chunks(chunks);
    let pace = Pace {
        stop: &observer.stop,
        max_time: None,
        keep_every: None,
    };
    pool(threads).drive(plan, played, pace, &mut |_| {}, &observer)
}

/// The bytes of a state, and back.
pub(crate) fn stored(registry: &[Box<dyn GameEntry>], document: &Document) -> Stored {
    let bytes = encode(document).expect("a document");
    let back = decode(&bytes).expect("a whole document");
    assert_eq!(back, *document);
    Stored::new(registry, back).expect("the same program")
}

/// Plays a shard and writes its file into `folder`.
pub(crate) fn shard_file(
    registry: &[Box<dyn GameEntry>],
    plan: &Plan,
    shard: Shard,
    threads: usize,
    folder: &Path,
) -> PathBuf {
    let mut played = Played::nothing(plan, Some(shard));
    play_on(plan, &mut played, threads, u64::MAX);
    let written = written(registry, plan, Some(shard));
    let path = folder.join(written.part_name().expect("a name"));
    let bytes = encode(&written.document(&played)).expect("a document");
    std::fs::write(&path, bytes).expect("a file");
    path
}

/// Asserts that two ways to play a plan counted the same.
pub(crate) fn same(found: &[Outcome], whole: &[Outcome]) {
    assert_eq!(found.len(), whole.len());
    for (number, (found, whole)) in found.iter().zip(whole).enumerate() {
        assert_eq!(found.tally, whole.tally, "run {}", number + 1);
        assert_eq!(found.planned, whole.planned);
        assert!(found.is_complete());
    }
}

/// The report as JSON, without the lines that may differ.
pub(crate) fn json(registry: &[Box<dyn GameEntry>], plan: &Plan, outcomes: &[Outcome]) -> String {
    let model = report::build(
        registry,
        &Finished {
            titles: &["Pièces".to_owned()],
            plan,
            outcomes,
            rules: Rules::default(),
            started_at: SystemTime::UNIX_EPOCH,
        },
    )
    .expect("a report");
    let exporter = report::EXPORTERS
        .iter()
        .find(|format| format.name == "json");
    let files = (exporter.expect("JSON").export)(&model).expect("a document");
    crate::program::timeless(&String::from_utf8_lossy(&files[0].bytes))
}
