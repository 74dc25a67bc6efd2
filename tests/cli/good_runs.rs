//! Runs that work.

use std::io::Read;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::support::{timeless, tirage, tirage_with, write};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tirage");

#[test]
fn threads_do_not_change_a_byte_and_the_seed_does() {
    let run = |seed, threads| {
        let ran = tirage(&format!(
            "run --rounds 3e6 --seed {seed} --threads {threads} --format json"
        ));
        assert_eq!(ran.status, 0, "{}", ran.err);
        timeless(&ran.out).to_string()
    };
    let one = run(5, 1);
    assert_eq!(one, run(5, 2));
    assert_eq!(one, run(5, 7));
    assert_ne!(one, run(6, 2));
}

#[test]
fn a_chosen_run_has_the_fields_of_the_contract() {
    let ran = tirage(
        "run --game happy-des --strategy threshold:2:cumul --stake 2 --reading reroll-27=once \
         --rounds 1.5e5 --format json",
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    let report: Value = serde_json::from_str(&ran.out).expect("one document");
    assert_eq!(report["schema"], "tirage/1");
    assert_eq!(report["verdict"], "pass");
    assert_eq!(report["seed"], 20_180_709);
    assert_eq!(report["partial"], false);
    let run = &report["runs"][0];
    assert_eq!(run["game"], "happy-des");
    assert_eq!(run["strategy"], "threshold:2.00:cumul");
    assert_eq!(run["stake_cents"], 200);
    assert_eq!(run["readings"]["reroll-27"], "once");
    assert_eq!(run["readings"]["suite"], "any-order");
    assert_eq!(run["rounds"], 150_000);
    assert_eq!(run["rtp"]["level"], 0.99);
    let exact = run["rtp"]["exact"].as_f64().expect("the game is solved");
    let solved = tirage(
        "exact --game happy-des --strategy threshold:2:cumul --stake 2 --reading reroll-27=once \
         --format json",
    );
    let solved: Value = serde_json::from_str(&solved.out).expect("one document");
    assert_eq!(Some(exact), solved["rtp"]["value"].as_f64());
    let ids: Vec<&str> = run["checks"]
        .as_array()
        .expect("checks")
        .iter()
        .filter_map(|check| check["id"].as_str())
        .collect();
    let solved = [
        "payouts:happy-des",
        "rtp:happy-des",
        "count:happy-des/stage-1-lost",
        "count:happy-des/stopped",
        "count:happy-des/cumul-won",
        "chunks:happy-des",
    ];
    assert!(ids.ends_with(&solved), "{ids:?}");
    let low = run["rtp"]["ci_low"].as_f64().expect("a number");
    let high = run["rtp"]["ci_high"].as_f64().expect("a number");
    let rtp = run["rtp"]["estimate"].as_f64().expect("a number");
    assert!(low < rtp && rtp < high);
    let payouts = run["payouts"].as_array().expect("payouts");
    let rounds: u64 = payouts.iter().filter_map(|p| p["count"].as_u64()).sum();
    assert_eq!(rounds, 150_000);
    let paid: i64 = payouts
        .iter()
        .map(|p| p["cents"].as_i64().unwrap_or(0) * p["count"].as_i64().unwrap_or(0))
        .sum();
    assert!((rtp - paid as f64 / 150_000.0 / 200.0).abs() < 1e-9);
    let stage = &run["tables"][0];
    assert_eq!(stage["id"], "happy-des/stage-1");
    assert_eq!(stage["article"], "2.3.1");
    assert_eq!(stage["rows"][0]["label"], "4,00 EUR");
    assert_eq!(stage["rows"][0]["printed"], "66,67");
    assert_eq!(stage["trials"], 150_000);
    let check = &run["checks"][0];
    assert_eq!(check["id"], "fit:happy-des/stage-1");
    assert_eq!(check["table"], "happy-des/stage-1");
    assert_eq!(check["null"], "exact");
    for field in [
        "method",
        "statistic",
        "df",
        "log10_p",
        "p",
        "adjusted_p",
        "alpha",
        "verdict",
    ] {
        assert!(!check[field].is_null(), "{field}");
    }
    for field in ["version", "rng", "kernel", "rules_sha256", "started_at"] {
        assert!(report["provenance"][field].is_string(), "{field}");
    }
}

#[test]
fn a_scenario_file_is_played_and_overridden() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "title = \"Un <b>titre</b>\\u001b[31m\"\nseed = 3\nrounds = \"2e3\"\n\
                [readings]\nsuite = \"throw-order\"\n\
                [[run]]\ngame = \"happy-des\"\nstrategy = \"figures\"\nstake = \"2.00\"\n\
                [[run]]\ngame = \"tresors-ensables\"\nstrategy = \"gold\"\nrounds = 500\n\
                [run.readings]\nboard = \"visible\"\n";
    let path = write(folder.path(), "s.toml", text);
    let ran = tirage_with(&["run", &path, "--format", "json"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let report: Value = serde_json::from_str(&ran.out).expect("one document");
    assert_eq!(report["seed"], 3);
    assert_eq!(report["runs"][0]["readings"]["suite"], "throw-order");
    assert_eq!(report["runs"][0]["rounds"], 2000);
    assert_eq!(report["runs"][1]["rounds"], 500);
    assert_eq!(report["runs"][1]["readings"]["board"], "visible");
    assert!(report["runs"][1]["readings"]["suite"].is_null());
    let ran = tirage_with(&["run", &path, "--rounds", "100", "--seed", "4"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("Un <b>titre</b> [31m") && !ran.out.contains('\u{1b}'));
    assert!(ran.out.contains("seed 4"), "{}", ran.out);
}

#[test]
fn the_scenario_of_the_readme_is_played() {
    let readme = include_str!("../../README.md");
    let section = readme.split("## Scenarios").nth(1).expect("a section");
    let lines = section.lines().skip_while(|line| !line.starts_with("    "));
    let block = lines.take_while(|line| line.is_empty() || line.starts_with("    "));
    let text = block.map(str::trim_start).collect::<Vec<_>>().join(
        "
",
    );
    let folder = tempfile::tempdir().expect("a folder");
    let path = write(folder.path(), "readme.toml", text);
    let ran = tirage_with(&["run", &path, "--rounds", "1000", "--format", "json"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(timeless(&ran.out)["runs"].as_array().map(Vec::len), Some(3));
}

#[test]
fn reports_are_files_in_the_folder_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("a/b");
    let place_name = place.to_string_lossy().into_owned();
    let arguments = [
        "run",
        "--game",
        "happy-des",
        "--rounds",
        "1e4",
        "--out",
        &place_name,
    ];
    let ran = tirage_with(&arguments);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("PASS"), "the summary is shown");
    let mut names: Vec<String> = std::fs::read_dir(&place)
        .expect("the folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    let expected = [
        "checks.csv",
        "convergence.csv",
        "counters.csv",
        "junit.xml",
        "payouts.csv",
        "report.html",
        "report.json",
        "report.md",
        "report.txt",
        "runs.csv",
        "tables.csv",
    ];
    assert_eq!(names, expected, "nothing else is left behind");
    let mut reader = csv::Reader::from_path(place.join("tables.csv")).expect("CSV");
    let header = reader.headers().expect("a header").clone();
    let wanted = "game,strategy,stake_cents,variant,table,article,label,printed,weight,denominator,count,trials";
    assert_eq!(header.iter().collect::<Vec<_>>().join(","), wanted);
    let records: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows");
    let json = std::fs::read_to_string(place.join("report.json")).expect("JSON");
    let report: Value = serde_json::from_str(&json).expect("JSON");
    let rows: usize = report["runs"]
        .as_array()
        .expect("runs")
        .iter()
        .flat_map(|run| run["tables"].as_array().expect("tables"))
        .map(|table| table["rows"].as_array().expect("rows").len())
        .sum();
    assert_eq!(records.len(), rows);
    assert!(
        records
            .iter()
            .any(|r| &r[6] == "4,00 EUR" && &r[7] == "66,67")
    );
    let text = std::fs::read_to_string(place.join("report.txt")).expect("text");
    assert_eq!(text, ran.out);
}

#[test]
fn a_game_without_a_strategy_plays_its_runs_of_the_standard_scenario() {
    let names = |arguments: &str| -> Vec<String> {
        let ran = tirage(&format!("run {arguments} --rounds 1000 --format json"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        let report: Value = serde_json::from_str(&ran.out).expect("JSON");
        let runs = report["runs"].as_array().expect("runs").clone();
        let name = |r: Value| {
            format!(
                "{} {}",
                r["strategy"].as_str().expect("name"),
                r["stake_cents"]
            )
        };
        runs.into_iter().map(name).collect()
    };
    let stop_to_identiques = ["stop", "cumul", "figures", "identiques"];
    let at = |stake: u32| stop_to_identiques.map(|name| format!("{name} {stake}"));
    assert_eq!(names("--game happy-des"), [at(100), at(200)].concat());
    assert_eq!(names("--game happy-des --stake 2"), at(200));
    let tresors = [
        "first-chest 100",
        "gold 100",
        "chests:3 100",
        "gain:2.00 100",
        "lives:1 100",
    ];
    assert_eq!(names("--game tresors-ensables"), tresors);
}

#[test]
fn a_round_is_told_as_it_was_played() {
    // Round 2^20 + 7 is round 7 of the second chunk.
    for round in [0, 3, (1 << 20) + 7] {
        let arguments = format!(
            "trace --game happy-des --strategy identiques --seed 9 --round {round} --format json"
        );
        let ran = tirage(&arguments);
        assert_eq!(ran.status, 0, "{}", ran.err);
        let told: Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(told["schema"], "tirage/1");
        assert_eq!(told["round"], round);
        let steps = told["steps"].as_array().expect("steps");
        assert_eq!(steps[0]["article"], "2.3.1");
        assert_eq!(steps[0]["table"], "happy-des/stage-1");
        // Runs of n and n + 1 rounds differ by the round told: its payout and its draws.
        let count = |rounds: u64| {
            let ran = tirage(&format!(
                "run --game happy-des --strategy identiques --seed 9 --rounds {rounds} --format json"
            ));
            let report: Value = serde_json::from_str(&ran.out).expect("JSON");
            let run = &report["runs"][0];
            let payouts = run["payouts"].as_array().expect("payouts");
            let paid = payouts
                .iter()
                .find(|p| p["cents"] == told["payout_cents"])
                .map_or(0, |p| p["count"].as_u64().expect("count"));
            let draws: u64 = run["tables"]
                .as_array()
                .expect("tables")
                .iter()
                .map(|t| t["trials"].as_u64().expect("trials"))
                .sum();
            (paid, draws)
        };
        let before = if round == 0 { (0, 0) } else { count(round) };
        let after = count(round + 1);
        assert_eq!(after.0 - before.0, 1, "round {round}");
        let told_draws = steps.iter().filter(|step| step["draw"].is_string()).count() as u64;
        assert_eq!(after.1 - before.1, told_draws, "round {round}");
    }
}

#[test]
fn lists_and_completions() {
    let text = tirage("games");
    assert_eq!(text.status, 0);
    for part in [
        "Trésors Ensablés",
        "chests:K",
        "33 333,33",
        "reroll-27=unlimited",
        "440",
    ] {
        assert!(text.out.contains(part), "{part}");
    }
    let json: Value = serde_json::from_str(&tirage("games --format json").out).expect("JSON");
    assert_eq!(json["games"][0]["id"], "tresors-ensables");
    assert_eq!(json["games"][1]["tables"][0]["rows"][0]["low"], "40/2667");
    let one: Value =
        serde_json::from_str(&tirage("games --game happy-des --format json").out).expect("JSON");
    assert_eq!(one["games"].as_array().map(Vec::len), Some(1));
    for shell in ["bash", "zsh", "fish"] {
        let ran = tirage(&format!("completions {shell}"));
        assert!(ran.status == 0 && ran.out.contains("rounds"), "{shell}");
    }
    assert_eq!(tirage("--version").status, 0);
    let help = tirage("--help");
    assert!(help.status == 0 && help.out.contains("Exit status"));
}

/// A reader that leaves after the first line is no reason to complain.
#[test]
fn a_closed_pipe_ends_quietly() {
    for arguments in [
        &["games"][..],
        &["run", "--rounds", "1e5", "--format", "json"],
        &["--help"],
    ] {
        let mut child = Process::new(PROGRAM)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut first = [0; 1];
        let mut out = child.stdout.take().expect("a pipe");
        out.read_exact(&mut first).expect("a byte");
        drop(out);
        let ended = child.wait_with_output().expect("an end");
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
        assert_eq!(ended.status.code(), Some(0), "{arguments:?}");
    }
}

/// Ctrl-C: the prefix of finished chunks is reported, marked, and is what a run of that length
/// plays.
#[cfg(unix)]
#[test]
fn an_interrupted_run_reports_its_prefix() {
    let arguments = [
        "run",
        "--game",
        "happy-des",
        "--strategy",
        "identiques",
        "--format",
        "json",
    ];
    let child = Process::new(PROGRAM)
        .args(arguments)
        .args(["--rounds", "1e13", "--threads", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    std::thread::sleep(Duration::from_millis(1500));
    let killed = Process::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(killed.success());
    let ended = child.wait_with_output().expect("an end");
    let err = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{err}");
    assert!(err.contains("interrupted"), "{err}");
    let out = String::from_utf8(ended.stdout).expect("UTF-8");
    let mut partial = timeless(&out);
    assert_eq!(partial["partial"], true);
    let rounds = partial["runs"][0]["rounds"].as_u64().expect("rounds");
    assert!(rounds > 0 && rounds.is_multiple_of(1 << 20), "{rounds}");
    let mut whole = arguments.to_vec();
    let rounds = rounds.to_string();
    whole.extend(["--rounds", &rounds]);
    let whole = timeless(&tirage_with(&whole).out);
    assert_eq!(partial["stopped"], "interrupted");
    partial["partial"] = false.into();
    partial["stopped"] = Value::Null;
    partial["runs"][0]["ended"] = "rounds".into();
    partial["runs"][0]["planned_rounds"] = whole["runs"][0]["planned_rounds"].clone();
    assert_eq!(partial, whole);
}

/// What `nohup` arranges: a signal ignored at the start stays ignored.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_hangup_stays_ignored() {
    let script = "trap '' HUP; exec \"$0\" run --game happy-des --strategy stop --rounds 1e13 \
                  --threads 1 --format json";
    let mut child = Process::new("sh")
        .args(["-c", script, PROGRAM])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let id = child.id().to_string();
    let send = |signal: &str| {
        let sent = Process::new("kill").args([signal, &id]).status();
        assert!(sent.expect("kill").success());
    };
    std::thread::sleep(Duration::from_secs(1));
    send("-HUP");
    std::thread::sleep(Duration::from_millis(500));
    let ended = child.try_wait().expect("a state");
    send("-INT");
    assert!(ended.is_none(), "the run goes on");
    let ended = child.wait_with_output().expect("an end");
    assert_eq!(ended.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ended.stderr).contains("interrupted"));
}

/// A limit on the size of files, or a full disk, is an error with a name, not a signal; the summary is
/// shown all the same.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "ulimit -f 4; exec \"$0\" run --game happy-des --rounds 1000 --out \"$1\"";
    let ran = Process::new("sh")
        .args(["-c", script, PROGRAM])
        .arg(folder.path())
        .output()
        .expect("a shell");
    let err = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1), "{err}");
    assert!(
        err.contains("cannot write") && err.contains("report.json"),
        "{err}"
    );
    assert!(String::from_utf8_lossy(&ran.stdout).contains("8 runs"));
    let left = std::fs::read_dir(folder.path()).expect("the folder");
    let hidden = left.filter(|entry| {
        let name = entry.as_ref().expect("an entry").file_name();
        name.to_string_lossy().starts_with('.')
    });
    assert_eq!(hidden.count(), 0, "no temporary file is left");
}
