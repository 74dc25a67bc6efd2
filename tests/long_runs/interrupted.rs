//! Kills, signals, full disks.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{Ran, checkpoints, ended, shell, start, start_into, timeless, tirage};

/// Three runs, the second with a last chunk that is not full.
fn scenario(rounds: u64) -> String {
    let (some, fewer) = (rounds, rounds - 1);
    format!(
        "title = \"Interrupted\"\nseed = 5\n\
        [[run]]\ngame = \"happy-des\"\nstrategy = \"identiques\"\nrounds = {some}\n\
        [[run]]\ngame = \"tresors-ensables\"\nstrategy = \"gold\"\nrounds = {fewer}\n\
        [[run]]\ngame = \"o-secousses\"\nstrategy = \"buy\"\nrounds = {some}\n"
    )
}

/// Waits for what must come, however busy the machine is.
fn wait_until(what: &str, mut is_there: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_there() {
        assert!(begin.elapsed() < Duration::from_mins(5), "no {what}");
        sleep(Duration::from_millis(5));
    }
}

/// Waits until there are `number` checkpoints to be seen, or the highest number is at least that.
fn wait_for(folder: &Path, number: usize) {
    wait_until("checkpoint", || newest(folder) >= number);
}

/// The number of the newest checkpoint.
fn newest(folder: &Path) -> usize {
    let last = checkpoints(folder).pop();
    let name = last.and_then(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
    let number = name.map(|name| name.replace("checkpoint-", ""));
    number.map_or(0, |number| number.parse().expect("a number"))
}

/// 20 times kill -9: every state that is left can be gone on with, and has no fewer rounds than before.
#[test]
fn twenty_kills_change_nothing() {
    // A few seconds of one core: usually enough for 20 kills. How fast the machine is, and how busy, is not known
    // beforehand: where the run ends before it was killed as often, all begins anew with twice the rounds.
    let mut rounds = 40_000_000;
    let (folder, states) = loop {
        let folder = tempfile::tempdir().expect("a folder");
        if let Some(states) = killed(folder.path(), rounds) {
            break (folder, states);
        }
        rounds *= 2;
        assert!(rounds < 1 << 40, "no run is long enough");
    };
    assert!(states.len() >= 15 && states.is_sorted(), "{states:?}");
    assert!(states.last() > states.first(), "the run got on: {states:?}");
    let resumed = tirage(folder.path(), "run --resume state --format json");
    ended(&resumed, 0, &["going on from"]);
    let whole = tirage(folder.path(), "run s.toml --format json --threads 2");
    ended(&whole, 0, &[]);
    assert_eq!(timeless(&resumed.out), timeless(&whole.out));
}

/// Kills a run of so many rounds 20 times, from 0 to 250 ms after the process has kept its first state, or, one time
/// in five each, its second, or after its start; a fixed generator decides. Returns the rounds of the states gone on
/// from, in order of time, or nothing if the run ended before the last kill.
fn killed(at: &Path, rounds: u64) -> Option<Vec<u64>> {
    let state = at.join("state");
    fs::write(at.join("s.toml"), scenario(rounds)).expect("a file");
    let mut dice = 20_180_709_u64;
    let mut states = Vec::new();
    for kill in 0..20 {
        let what = if kill == 0 {
            "s.toml --checkpoint state"
        } else {
            "--resume state"
        };
        let before = newest(&state);
        let run = format!("run {what} --checkpoint-every 50ms --threads 1 --format json");
        let mut child = start_into(at, &run, "report.json");
        // However slow the machine, some get as far as a chunk: the first state of a process has none.
        let wanted = [1, 2, 1, 1, 0][kill % 5];
        wait_until("a new state", || {
            newest(&state) >= before + wanted || child.try_wait().expect("a state").is_some()
        });
        dice = dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        sleep(Duration::from_millis((dice >> 33) % 250));
        // A process that has ended already takes no harm.
        child.kill().expect("kill -9");
        let ran: Ran = child.wait_with_output().expect("an end").into();
        if ran.status == 0 {
            return None;
        }
        assert_eq!(ran.status, -1, "{}", ran.err);
        assert_eq!(
            fs::read_to_string(at.join("report.json")).expect("text"),
            ""
        );
        assert!(newest(&state) >= before.max(1));
        if let Some(rounds) = ran.err.split("tally: ").nth(1) {
            let rounds = rounds.split(' ').next().expect("a number");
            states.push(rounds.parse::<u64>().expect("rounds"));
        }
    }
    Some(states)
}

/// SIGTERM: the state is kept at once, a partial report is shown, and the run goes on from there. In
/// between, no other process may work in the folder.
#[cfg(unix)]
#[test]
fn a_signal_keeps_the_state() {
    // About a second of one core; more, anew, where the run ends before the signal is there.
    let mut rounds = 60_000_000_u64;
    let run = |rounds| {
        format!(
            "run --game happy-des --strategy identiques --seed 3 --rounds {rounds} --format json"
        )
    };
    let (folder, ran) = loop {
        let folder = tempfile::tempdir().expect("a folder");
        let ran = terminated(folder.path(), &run(rounds));
        if ran.status != 0 {
            break (folder, ran);
        }
        rounds *= 2;
        assert!(rounds < 1 << 40, "no run is long enough");
    };
    ended(&ran, 1, &["interrupted", "goes on"]);
    let partial: serde_json::Value = serde_json::from_str(&ran.out).expect("a report");
    assert_eq!(partial["partial"], true);
    assert_eq!(partial["stopped"], "interrupted");
    assert_eq!(partial["runs"][0]["ended"], "interrupted");
    let played = partial["runs"][0]["rounds"].as_u64().expect("rounds");
    let resumed = tirage(folder.path(), "run --resume state --format json");
    ended(&resumed, 0, &[&format!("{played} rounds were played")]);
    let whole = tirage(folder.path(), &run(rounds));
    assert_eq!(timeless(&resumed.out), timeless(&whole.out));
    let report: serde_json::Value = serde_json::from_str(&resumed.out).expect("a report");
    assert_eq!(report["stopped"], serde_json::Value::Null);
    assert_eq!(report["runs"][0]["ended"], "rounds");
}

/// A run that is sent SIGTERM 300 ms after its first state, and another process refused in between.
#[cfg(unix)]
fn terminated(at: &Path, run: &str) -> Ran {
    let mut child = start(at, &format!("{run} --checkpoint state --threads 1"));
    wait_for(&at.join("state"), 1);
    let other = tirage(at, "run --resume state");
    let is_at_work = child.try_wait().expect("a state").is_none();
    if is_at_work {
        ended(&other, 1, &["state", "another process"]);
    }
    sleep(Duration::from_millis(300));
    let sent = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    // A process that has ended and was waited for cannot be sent anything.
    assert!(sent.expect("kill").success() || !is_at_work);
    child.wait_with_output().expect("an end").into()
}

/// Runs are played one after the other: who stops the first is told that the others were not begun.
#[cfg(unix)]
#[test]
fn runs_that_were_not_begun_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let child = start(
        at,
        "run --game happy-des --rounds 1e12 --format json --checkpoint state --threads 1",
    );
    wait_for(&at.join("state"), 1);
    let sent = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill").success());
    let ran: Ran = child.wait_with_output().expect("an end").into();
    let partial: serde_json::Value = serde_json::from_str(&ran.out).expect("a report");
    let runs = partial["runs"].as_array().expect("runs");
    let none = runs.iter().filter(|run| run["rounds"] == 0).count();
    assert!(none >= runs.len() - 1 && runs.len() == 8);
    let said = format!("{none} of 8 runs were not begun");
    ended(&ran, 1, &["interrupted", &said, "--max-time"]);
}

/// The first state is there within two seconds, without waiting for the first minute to pass. (The limit
/// here is wide: the machine may be busy.)
#[test]
fn the_first_state_comes_soon() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let mut child = start(
        at,
        "run --game happy-des --strategy identiques --rounds 1e12 --threads 1 --checkpoint state",
    );
    wait_for(&at.join("state"), 2);
    child.kill().expect("kill -9");
    child.wait().expect("an end");
    let text = fs::read_to_string(checkpoints(&at.join("state")).last().expect("a state"));
    let text = text.expect("text");
    let body: serde_json::Value =
        serde_json::from_str(text.lines().nth(2).expect("a body")).expect("JSON");
    assert!(body["runs"][0]["parts"][0]["tally"]["rounds"].as_u64() >= Some(1 << 20));
}

/// Files may have 2 KiB (4 blocks of 512 bytes in a POSIX shell): the first state fits, later ones do not. The
/// run is played to its end and reported, the trouble is told, the exit status says so, and the state that
/// fitted is still there to go on from.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_no_state() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let run = "run --game tresors-ensables --strategy gold --seed 3 --rounds 3e7 --format json";
    let whole = tirage(at, run);
    let script = format!(
        "ulimit -f 4; exec \"$0\" {run} --threads 1 --checkpoint state --checkpoint-every 50ms"
    );
    let ran = shell(at, &script);
    ended(
        &ran,
        1,
        &[
            "cannot write",
            "checkpoint-000002.tally",
            "the checkpoint before it stays",
        ],
    );
    let told = ran.err.matches("cannot write").count();
    assert_eq!(told, 2, "at once and at the end: {}", ran.err);
    assert_eq!(
        timeless(&ran.out),
        timeless(&whole.out),
        "the report is shown all the same"
    );
    let left: Vec<_> = fs::read_dir(at.join("state"))
        .expect("a folder")
        .flatten()
        .collect();
    assert_eq!(left.len(), 2, "the first state and the lock: {left:?}");
    let resumed = tirage(at, "run --resume state --format json");
    ended(
        &resumed,
        0,
        &["checkpoint-000001.tally: 0 rounds were played"],
    );
    assert_eq!(timeless(&resumed.out), timeless(&whole.out));
    // Nor does a shard leave half a file.
    let shard = "run --game tresors-ensables --strategy gold --rounds 2e6 --shard 1/2 --out parts";
    ended(
        &shell(at, &format!("ulimit -f 4; exec \"$0\" {shard}")),
        1,
        &["cannot write", ".tally"],
    );
    assert_eq!(fs::read_dir(at.join("parts")).expect("a folder").count(), 0);
    ended(&tirage(at, shard), 0, &["wrote"]);
    // Where not even the first state fits, nothing is played.
    let none = format!("ulimit -f 1; exec \"$0\" {run} --checkpoint none");
    ended(
        &shell(at, &none),
        1,
        &["cannot write", "checkpoint-000001.tally"],
    );
}

/// The folder goes away during the run: told once, without a promise that nothing stands behind.
#[test]
fn a_lost_folder_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let child = start(
        at,
        "run --game happy-des --strategy stop --rounds 1e12 --max-time 6s --threads 1 \
         --checkpoint state --checkpoint-every 50ms --format json",
    );
    wait_for(&at.join("state"), 1);
    fs::rename(at.join("state"), at.join("elsewhere")).expect("another name");
    let ran: Ran = child.wait_with_output().expect("an end").into();
    ended(&ran, 1, &["no checkpoint is left there"]);
    assert_eq!(
        ran.err.matches("no checkpoint is left").count(),
        1,
        "{}",
        ran.err
    );
    for promise in ["stays", "goes on\n"] {
        let is_promised = ran.err.replace("the run goes on\n", "").contains(promise);
        assert!(!is_promised, "{}", ran.err);
    }
}

/// A disk that takes no byte: nothing is left of the attempt to find that out.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_no_probe() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let run = "run --game happy-des --strategy stop --rounds 1e15 --out there";
    let script = format!("trap '' XFSZ; ulimit -f 0; exec \"$0\" {run}");
    ended(&shell(at, &script), 1, &["there: cannot write reports"]);
    let left: Vec<_> = fs::read_dir(at.join("there")).expect("a folder").collect();
    assert!(left.is_empty(), "{left:?}");
}

/// The same command goes on where it was, and a finished run can be made longer but not shorter.
#[test]
fn a_finished_run_can_be_extended() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let run = |rounds: &str| {
        format!("run --game happy-des --strategy stop --seed 8 --rounds {rounds} --format json")
    };
    let short = tirage(at, &format!("{} --checkpoint state", run("2500000")));
    ended(&short, 0, &["--rounds N plays more"]);
    let again = tirage(at, &format!("{} --checkpoint state", run("2500000")));
    ended(&again, 0, &["2500000 rounds were played"]);
    assert_eq!(timeless(&again.out), timeless(&short.out));
    // Two whole chunks are kept; the third was a shorter one and is played anew.
    let longer = tirage(at, "run --resume state --rounds 4e6 --format json");
    ended(&longer, 0, &["2097152 rounds were played"]);
    assert_eq!(
        timeless(&longer.out),
        timeless(&tirage(at, &run("4e6")).out)
    );
    let shorter = tirage(at, "run --resume state --rounds 3e6 --format json");
    ended(&shorter, 2, &["state/checkpoint-", "3000000 are fewer"]);
    let level = tirage(at, "run --resume state --alpha 0.01 --format json");
    let level: serde_json::Value = serde_json::from_str(&level.out).expect("a report");
    assert_eq!(
        level["alpha"], 0.01,
        "the verdict may be asked for at another level"
    );
}
