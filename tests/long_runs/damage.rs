//! States that are damaged, of another version or of another run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{checkpoints, ended, rewrite, timeless, tirage};

const RUN: &str = "run --game happy-des --strategy cumul --seed 4 --rounds 6e6 --format json";

/// A folder with two states of a run that was stopped on its way, and the report of the whole.
fn two_states() -> (tempfile::TempDir, Vec<PathBuf>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let first = tirage(
        at,
        &format!("{} --checkpoint state", RUN.replace("6e6", "2e6")),
    );
    ended(&first, 0, &[]);
    let states = checkpoints(&at.join("state"));
    assert_eq!(states.len(), 2);
    let whole = timeless(&tirage(at, RUN).out);
    (folder, states, whole)
}

/// Going on gives the whole.
fn goes_on(at: &Path, whole: &str, said: &[&str]) {
    let ran = tirage(at, "run --resume state --rounds 6e6 --format json");
    ended(&ran, 0, said);
    assert_eq!(timeless(&ran.out), whole);
}

/// Truncated at any place, or one bit changed at any place: the state before it is used, and both are named.
#[test]
fn a_damaged_newest_state_falls_back() {
    let (folder, states, whole) = two_states();
    let (old, new) = (&states[0], &states[1]);
    let bytes = [old, new].map(|path| fs::read(path).expect("a state"));
    let restore = || {
        for path in checkpoints(&folder.path().join("state")) {
            fs::remove_file(path).expect("a file");
        }
        fs::write(old, &bytes[0]).expect("a file");
    };
    let length = bytes[1].len();
    let said = [
        "checkpoint-000002.tally: damaged",
        "checkpoint-000001.tally",
    ];
    for cut in [0, 5, 20, 90, 700, length - 1] {
        restore();
        fs::write(new, &bytes[1][..cut]).expect("a file");
        goes_on(folder.path(), &whole, &said);
    }
    // The first digit of the version, the hash, the seed, the counts, the last line end.
    for (at, bit) in [
        (13, 1),
        (25, 4),
        (400, 0),
        (length - 200, 2),
        (length - 1, 7),
    ] {
        restore();
        let mut changed = bytes[1].clone();
        changed[at] ^= 1 << bit;
        fs::write(new, changed).expect("a file");
        goes_on(folder.path(), &whole, &said);
    }
    restore();
    fs::write(old, b"x").expect("a file");
    fs::write(new, b"").expect("a file");
    let ran = tirage(folder.path(), "run --resume state");
    let said = [
        "no checkpoint here can be read",
        "checkpoint-000002.tally is damaged",
        "another folder",
    ];
    ended(&ran, 2, &said);
}

/// A whole state of another version of the format is not damaged: nothing is done with it.
#[test]
fn another_version_is_refused() {
    let (folder, states, _) = two_states();
    let new = &states[1];
    for version in [0, 2] {
        rewrite(new, version, |_| {});
        let before = fs::read(new).expect("a state");
        let ran = tirage(folder.path(), "run --resume state");
        let said = format!("is in format {version} of partial results");
        ended(
            &ran,
            2,
            &["checkpoint-000002.tally", &said, "reads format 1"],
        );
        assert_eq!(fs::read(new).expect("a state"), before);
        assert_eq!(checkpoints(&folder.path().join("state")).len(), 2);
    }
    rewrite(new, 1, |body| {
        body["identity"]["sampler_version"] = 99.into();
    });
    ended(
        &tirage(folder.path(), "run --resume state"),
        2,
        &["sampler version 99, not"],
    );
    rewrite(new, 1, |body| {
        body["identity"]["sampler_version"] = 1.into();
    });
    rewrite(new, 1, |body| {
        body["identity"]["rules"]["happy-des"] = "00".into();
    });
    ended(
        &tirage(folder.path(), "run --resume state"),
        2,
        &["tables or weights of happy-des"],
    );
    rewrite(new, 1, |body| {
        body["extra"] = 1.into();
    });
    ended(
        &tirage(folder.path(), "run --resume state"),
        2,
        &["does not follow format 1"],
    );
}

/// Counts that contradict each other are refused even where the hash is right.
#[test]
fn impossible_counts_are_refused() {
    let (folder, states, _) = two_states();
    rewrite(&states[1], 1, |body| {
        body["runs"][0]["parts"][0]["tally"]["payouts"][0][1] = 7.into();
    });
    let ran = tirage(folder.path(), "run --resume state");
    ended(
        &ran,
        2,
        &[
            "checkpoint-000002.tally",
            "chunks 0 to 1 of run 1",
            "payouts",
        ],
    );
}

/// Another scenario, seed, strategy, generator or shard is refused, and the message says which.
#[test]
fn another_run_is_refused() {
    let (folder, _, whole) = two_states();
    let at = folder.path();
    let refused = |arguments: &str, said: &str| {
        ended(
            &tirage(at, arguments),
            2,
            &["state/checkpoint-000002.tally", said],
        );
    };
    refused("run --resume state --seed 5", "seed 4, not 5");
    refused(
        "run --resume state --generator chacha8",
        "generator pcg64dxsm, not chacha8",
    );
    refused(
        "run --resume state --game happy-des --strategy stop",
        "happy-des cumul",
    );
    refused(
        "run --resume state --shard 1/2 --out o",
        "holds the whole run, not shard 1/2",
    );
    let scenario = "[[run]]\ngame = \"happy-des\"\nstrategy = \"cumul\"\n[[run]]\ngame = \"piece-dor\"\nstrategy = \"buy\"\n";
    fs::write(at.join("two.toml"), scenario).expect("a file");
    refused("run two.toml --resume state", "number of runs 1, not 2");
    refused(
        "run two.toml --seed 4 --checkpoint state",
        "number of runs 1, not 2",
    );
    refused(
        &format!("{} --checkpoint state", RUN.replace("seed 4", "seed 6")),
        "seed 4, not 6",
    );
    ended(
        &tirage(at, "run --resume nowhere"),
        2,
        &["nowhere", "no such folder"],
    );
    fs::create_dir(at.join("empty")).expect("a folder");
    ended(
        &tirage(at, "run --resume empty"),
        2,
        &["empty", "no checkpoint"],
    );
    ended(
        &tirage(at, "run --resume state --checkpoint other"),
        2,
        &["--checkpoint"],
    );
    // The same run may be named again.
    let ran = tirage(
        at,
        "run --resume state --game happy-des --strategy cumul --seed 4 --rounds 6e6 --format json",
    );
    ended(&ran, 0, &[]);
    assert_eq!(timeless(&ran.out), whole);
}
