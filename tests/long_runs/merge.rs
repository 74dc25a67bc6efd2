//! `run --shard` and `tirage merge` as commands.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{checkpoints, ended, rewrite, shell, timeless, tirage};

const SCENARIO: &str = "title = \"Cut\"\nseed = 9\n\
    [[run]]\ngame = \"happy-des\"\nstrategy = \"figures\"\nrounds = 5_000_000\n\
    [[run]]\ngame = \"clefs-du-tresor\"\nstrategy = \"play\"\nplays = 10\nrounds = 3_000_000\n";

/// A folder with the scenario and its three shards.
fn three() -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fs::write(at.join("s.toml"), SCENARIO).expect("a file");
    for shard in 1..=3 {
        let ran = tirage(
            at,
            &format!("run s.toml --shard {shard}/3 --out parts --threads {shard}"),
        );
        ended(&ran, 0, &["wrote parts", ".tally"]);
        assert_eq!(ran.out, "", "a shard has no report");
    }
    let files = checkpoints(&at.join("parts"));
    assert_eq!(files.len(), 3);
    (folder, files)
}

fn merge(at: &Path, files: &str) -> crate::program::Ran {
    tirage(at, &format!("merge {files} --format json"))
}

fn name(path: &Path) -> String {
    format!(
        "parts/{}",
        path.file_name().expect("a name").to_string_lossy()
    )
}

#[test]
fn shards_join_into_the_bytes_of_one_process() {
    let (folder, files) = three();
    let at = folder.path();
    let [a, b, c] = [0, 1, 2].map(|file| name(&files[file]));
    let whole = tirage(at, "run s.toml --format json");
    let joined = merge(at, &format!("{c} {a} {b} {a}"));
    ended(&joined, 0, &["1 of 4 files repeat"]);
    assert_eq!(timeless(&joined.out), timeless(&whole.out));
    ended(
        &tirage(at, &format!("merge {a} {b} {c} --out report")),
        0,
        &["wrote report.txt"],
    );
    let report = fs::read_to_string(at.join("report/report.json")).expect("a report");
    assert_eq!(timeless(&report), timeless(&whole.out));
    // A shard that is there ends at once, and the same whoever played it.
    let before = fs::read(&files[1]).expect("a shard");
    ended(
        &tirage(at, "run s.toml --shard 2/3 --out parts"),
        0,
        &[&b, "is there already"],
    );
    assert_eq!(fs::read(&files[1]).expect("a shard"), before);
    // A whole run as one shard, cut otherwise, and from the state of a run.
    ended(
        &tirage(at, "run s.toml --shard 1/1 --out whole --checkpoint state"),
        0,
        &[],
    );
    let state = checkpoints(&at.join("state"));
    let state = state.last().expect("a state").display().to_string();
    assert_eq!(timeless(&merge(at, &state).out), timeless(&whole.out));
    // What is damaged is played anew.
    fs::write(&files[1], &before[..before.len() / 2]).expect("a file");
    ended(
        &tirage(at, "run s.toml --shard 2/3 --out parts"),
        0,
        &[&b, "damaged", "played anew"],
    );
    assert_eq!(
        timeless(&merge(at, &format!("{a} {b} {c}")).out),
        timeless(&whole.out)
    );
}

#[test]
fn gaps_overlaps_and_conflicts_are_refused() {
    let (folder, files) = three();
    let at = folder.path();
    let [a, b, c] = [0, 1, 2].map(|file| name(&files[file]));
    ended(
        &merge(at, &format!("{a} {c}")),
        2,
        &[
            "incomplete",
            "run 1 (happy-des figures",
            "missing: shard 2/3",
        ],
    );
    ended(&tirage(at, "run s.toml --shard 1/2 --out parts"), 0, &[]);
    let half = checkpoints(&at.join("parts"))
        .into_iter()
        .find(|path| !files.contains(path));
    let half = name(&half.expect("a shard"));
    ended(
        &merge(at, &format!("{a} {b} {c} {half}")),
        2,
        &["overlap", &half],
    );
    ended(
        &merge(at, &format!("{a} {b} parts/nothing.tally")),
        2,
        &["parts/nothing.tally", "cannot read"],
    );
    ended(&merge(at, "parts"), 2, &["parts", "cannot read"]);
    ended(
        &merge(at, "s.toml"),
        2,
        &["s.toml", "damaged", "does not begin"],
    );
    ended(&tirage(at, "merge"), 2, &["FILE"]);
    let keep = fs::read(&files[1]).expect("a shard");
    fs::copy(&files[1], at.join("other.tally")).expect("a copy");
    // One player fewer with a win: the hash is right, and the counts are not those of the other file.
    let fewer = |body: &mut serde_json::Value| {
        let winners = &mut body["runs"][1]["parts"][0]["tally"]["players"]["winners"];
        *winners = (winners.as_u64().expect("a count") - 1).into();
    };
    rewrite(&at.join("other.tally"), 1, fewer);
    let conflict = merge(at, &format!("{a} {b} {c} other.tally"));
    ended(&conflict, 2, &["other.tally", "other counts of chunks", &b]);
    fs::write(&files[1], &keep[..keep.len() - 9]).expect("a file");
    ended(&merge(at, &format!("{a} {b} {c}")), 2, &[&b, "damaged"]);
    fs::write(&files[1], &keep).expect("a file");
    // Elapsed time and the moment of the start are no conflict.
    fs::copy(&files[1], at.join("later.tally")).expect("a copy");
    rewrite(&at.join("later.tally"), 1, |body| {
        body["runs"][0]["elapsed_ms"] = 1.into();
        body["started_at"] = "2031-01-01T00:00:00Z".into();
    });
    ended(
        &merge(at, &format!("{a} later.tally {b} {c}")),
        0,
        &["1 of 4 files repeat"],
    );
}

#[test]
fn files_of_different_runs_do_not_join() {
    let (folder, files) = three();
    let at = folder.path();
    let [a, b, c] = [0, 1, 2].map(|file| name(&files[file]));
    let other = |change: &dyn Fn(&mut serde_json::Value), said: &str| {
        fs::copy(&files[1], at.join("other.tally")).expect("a copy");
        rewrite(&at.join("other.tally"), 1, change);
        let ran = merge(at, &format!("{a} other.tally {c}"));
        ended(&ran, 2, &["other.tally", "is of another run", &a, said]);
    };
    other(
        &|body| body["identity"]["seed"] = 10.into(),
        "seed 10, not 9",
    );
    other(
        &|body| body["identity"]["sampler_version"] = 7.into(),
        "sampler version 7",
    );
    other(
        &|body| body["identity"]["runs"][0]["strategy"] = "stop".into(),
        "happy-des stop",
    );
    other(
        &|body| body["identity"]["runs"][0]["rounds"] = 5_000_001.into(),
        "rounds 5000001",
    );
    other(
        &|body| body["identity"]["runs"][0]["kernel"] = "other".into(),
        "kernel other",
    );
    other(
        &|body| body["identity"]["runs"][0]["chunk_rounds"] = 4.into(),
        "chunks of 4",
    );
    other(
        &|body| body["identity"]["generator"] = "chacha8".into(),
        "generator chacha8",
    );
    other(
        &|body| body["identity"]["rules"]["happy-des"] = "0".into(),
        "other tables",
    );
    other(
        &|body| body["written_by"]["version"] = "9.9.9".into(),
        "program version 9.9.9",
    );
    other(
        &|body| body["ask"]["judged"]["alpha"] = "0.5".into(),
        "level",
    );
    ended(&merge(at, &format!("{a} {b} {c}")), 0, &[]);
}

#[test]
fn shards_that_make_no_sense() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let run = "run --game happy-des --strategy stop --rounds 3e6";
    for shard in ["0/3", "4/3", "3", "a/b", "1/0"] {
        ended(
            &tirage(at, &format!("{run} --out o --shard {shard}")),
            2,
            &[shard, "shard", "K/N"],
        );
    }
    ended(
        &tirage(at, &format!("{run} --shard 1/2")),
        2,
        &["--out DIR"],
    );
    ended(
        &tirage(at, &format!("{run} --shard 1/2 --out o --format json")),
        2,
        &["--format"],
    );
    ended(
        &tirage(at, &format!("{run} --shard 1/2 --out o --max-time 1s")),
        2,
        &["--max-time"],
    );
    assert!(!at.join("o").exists(), "nothing was written");
    // Far more shards than chunks: most have nothing to play, and are written all the same.
    let script = format!(
        "for k in 1 2 3 4 5 6 7 8 9; do \"$0\" {run} --shard $k/9 --out many || exit; done; \
         exec \"$0\" merge many/* --format json"
    );
    let joined = shell(at, &script);
    ended(&joined, 0, &[]);
    assert_eq!(
        timeless(&joined.out),
        timeless(&tirage(at, &format!("{run} --format json")).out)
    );
    // A shard cannot be made longer: its chunks would be others.
    ended(
        &tirage(at, &format!("{run} --shard 1/2 --out o --checkpoint state")),
        0,
        &[],
    );
    ended(
        &tirage(at, "run --resume state --out o --rounds 9e6"),
        2,
        &["shard 1/2", "longer"],
    );
    ended(&tirage(at, "run --resume state"), 2, &["--out DIR"]);
    ended(
        &tirage(at, "run --resume state --out o"),
        0,
        &["is there already"],
    );
}
