//! What it costs, in figures that are judged on a quiet machine only: run with `--ignored --nocapture`.

#![expect(clippy::print_stdout, reason = "figures for a person")]

use std::time::Instant;

use tirage::engine::store::{PartRecord, RunRecord, ShardRecord, TallyRecord, encode, join};
use tirage::engine::{Plan, PlannedRun, Shard};
use tirage::scenario::{Job, Overrides, standard};
use tirage::tally::Tally;

use crate::pieces::written;
use crate::program::{ended, tirage};

/// A thousand shards of the standard scenario, a chunk of every run in each. One chunk of every run is
/// played and stands for all of its kind.
#[test]
#[ignore = "a timing"]
fn a_thousand_shards_are_joined_within_two_seconds() {
    let games = tirage::games::registry().expect("games");
    let job = Job::new(
        &games,
        &[standard().expect("a scenario")],
        Overrides::default(),
    );
    let plan = job.expect("a job").plan;
    let runs = plan.runs.iter().map(|run| PlannedRun {
        rounds: 1000 * run.prepared.chunk_rounds(),
        prepared: run.prepared.clone(),
    });
    let plan = Plan {
        runs: runs.collect(),
        ..plan
    };
    let tallies: Vec<Tally> = plan
        .runs
        .iter()
        .map(|run| {
            let mut tally = run.prepared.empty_tally();
            let key = run
                .prepared
                .spec()
                .stream_key(plan.seed, run.prepared.kernel());
            let rounds = run.prepared.chunk_rounds();
            run.prepared
                .play(key.generator(plan.generator, 0), rounds, &mut tally);
            tally
        })
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let nothing = tirage::engine::Played::nothing(&plan, None);
    let mut document = written(&games, &plan, None).document(&nothing);
    let mut files = Vec::new();
    let mut bytes_written = 0;
    for index in 1..=1000 {
        let shard = Shard::new(index, 1000).expect("a shard");
        document.shard = Some(ShardRecord { index, of: 1000 });
        let ranges = shard.ranges(&plan);
        let record = |(tally, range): (&Tally, &std::ops::Range<u64>)| {
            let mut tally = tally.clone();
            tally.close(range.start, (0, 0));
            RunRecord {
                elapsed_ms: 1,
                parts: vec![PartRecord {
                    from: range.start,
                    to: range.end,
                    tally: TallyRecord::from(&tally),
                }],
            }
        };
        document.runs = tallies.iter().zip(&ranges).map(record).collect();
        let path = folder.path().join(format!("{index}.tally"));
        let bytes = encode(&document).expect("a document");
        bytes_written += bytes.len();
        std::fs::write(&path, bytes).expect("a file");
        files.push(path);
    }
    let start = Instant::now();
    let joined = join(&games, &files).expect("all shards");
    let spent = start.elapsed();
    println!("1000 shards, {bytes_written} bytes: joined in {spent:?}");
    let rounds: u64 = plan.runs.iter().map(|run| run.rounds).sum();
    assert_eq!(joined.played.rounds(), rounds);
    assert!(spent.as_secs_f64() < 2.0, "{spent:?}");
    let start = Instant::now();
    let names: Vec<String> = (1..=1000).map(|index| format!("{index}.tally")).collect();
    let ran = tirage(folder.path(), &format!("merge {}", names.join(" ")));
    println!(
        "`tirage merge` of them, with the report: {:?}",
        start.elapsed()
    );
    // The same chunk a thousand times over is no fair sample, and the checks see it.
    ended(&ran, 3, &[]);
}

/// The standard scenario keeps its state once a minute; here it does once a second, so a sixtieth of the share of
/// the time that takes is what a run pays.
#[test]
#[ignore = "a timing"]
fn checkpoints_cost_less_than_a_hundredth() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = "run --max-time 10s --checkpoint state --checkpoint-every 1s --rounds 1e12";
    let ran = tirage(folder.path(), run);
    ended(&ran, 0, &["checkpoints took"]);
    let share = ran
        .err
        .split(" s, ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    let share: f64 = share.and_then(|share| share.parse().ok()).expect("a share");
    println!("{}once a minute: {:.4} %", ran.err, share / 60.0);
    assert!(share / 60.0 < 1.0, "{share} %");
}
