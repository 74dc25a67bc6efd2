//! States that are damaged, of another version or of another run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{checkpoints, ended, rewrite, shell, timeless, tirage};

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
        "checkpoint-000002.tally: damaged",
        "another folder",
    ];
    ended(&ran, 2, &said);
}

/// The newest state cannot even be read, whatever stands in its place: the one before it is used.
#[cfg(unix)]
#[test]
fn an_unreadable_newest_state_falls_back() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (folder, states, whole) = two_states();
    let at = folder.path();
    let (old, new) = (&states[0], &states[1]);
    let bytes = [old, new].map(|path| fs::read(path).expect("a state"));
    let falls_back = |reason: &str| {
        let said = [
            "checkpoint-000002.tally: cannot read",
            reason,
            "checkpoint-000001.tally",
        ];
        goes_on(at, &whole, &said);
        for path in checkpoints(&at.join("state")) {
            let removed = fs::remove_file(&path).or_else(|_| fs::remove_dir(&path));
            removed.expect("removed");
        }
        fs::write(old, &bytes[0]).expect("a file");
    };
    fs::remove_file(new).expect("a file");
    fs::create_dir(new).expect("a folder");
    falls_back("a folder");
    symlink("nowhere", new).expect("a link");
    falls_back("No such file");
    symlink(new, new).expect("a link");
    falls_back("symbolic links");
    ended(&shell(at, &format!("mkfifo {}", new.display())), 0, &[]);
    falls_back("a pipe or a device");
    fs::write(new, &bytes[1]).expect("a file");
    fs::set_permissions(new, fs::Permissions::from_mode(0o000)).expect("a mode");
    // Root reads it all the same.
    if fs::read(new).is_err() {
        falls_back("ermission denied");
    }
    for path in checkpoints(&at.join("state")) {
        fs::remove_file(path).expect("a file");
    }
    symlink("nowhere", old).expect("a link");
    let said = [
        "no checkpoint here can be read",
        "checkpoint-000001.tally: cannot read",
    ];
    ended(&tirage(at, "run --resume state"), 2, &said);
}

/// Only names that are given count; after the last of them there is no room.
#[test]
fn numbers_of_checkpoints_do_not_wrap() {
    let (folder, states, whole) = two_states();
    let state = folder.path().join("state");
    for name in ["18446744073709551615", "0000000000000000000009", "00007"] {
        let other = state.join(format!("checkpoint-{name}.tally"));
        fs::write(other, b"x").expect("a file");
    }
    let last = state.join("checkpoint-999999999999.tally");
    fs::copy(&states[1], &last).expect("a copy");
    let full = tirage(folder.path(), "run --resume state --rounds 6e6");
    ended(&full, 2, &["state", "999999999999", "another folder"]);
    fs::remove_file(last).expect("a file");
    goes_on(
        folder.path(),
        &whole,
        &["going on from state/checkpoint-000002.tally"],
    );
    let left: Vec<_> = checkpoints(&state);
    assert!(
        left.contains(&state.join("checkpoint-000003.tally")),
        "{left:?}"
    );
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
    let kernel = |name: &'static str| {
        rewrite(new, 1, |body| {
            body["identity"]["runs"][0]["kernel"] = name.into();
        });
    };
    kernel("lanes-2");
    ended(
        &tirage(folder.path(), "run --resume state"),
        2,
        &["kernel `lanes-2`", "draws otherwise"],
    );
    kernel("lanes");
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
    refused("run two.toml --resume state", "1 run, not 2");
    refused(
        "run two.toml --seed 4 --checkpoint state",
        "1 run, not 2; ask for that run, or name another folder",
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
    fs::write(at.join("file"), b"x").expect("a file");
    for what in [
        "--resume file",
        "--game happy-des --checkpoint file",
        "--game happy-des --rounds 9 --out file",
        "--game happy-des --rounds 3e6 --shard 1/2 --out file",
    ] {
        ended(
            &tirage(at, &format!("run {what}")),
            2,
            &["file", "it is a file, expected a folder"],
        );
    }
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
