//! `tirage audit` as a program: exit status, documents, messages.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use crate::sample::{file, game, games, law, multinomial};

pub(crate) struct Out {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

pub(crate) fn audit(text: &str, arguments: &[&str]) -> Out {
    let folder = TempDir::new().expect("a folder");
    let path: PathBuf = folder.path().join("plays.csv");
    fs::write(&path, text).expect("a file");
    let mut command = Command::cargo_bin("tirage").expect("the program");
    let output = command
        .arg("audit")
        .args(arguments)
        .arg(&path)
        .output()
        .expect("it runs");
    Out {
        status: output.status.code().expect("it ends"),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

pub(crate) fn json(out: &Out) -> Value {
    serde_json::from_str(&out.stdout).expect("one document")
}

fn clefs(reading: &str) -> String {
    let games = games();
    let game = game(&games, "clefs-du-tresor");
    let stake = game.card().stakes[0];
    let counts = multinomial(
        &law(game, "play", stake, &[("key-draw", reading)]),
        1_000_000,
        11,
    );
    file("clefs-du-tresor", stake, None, &counts)
}

#[test]
fn a_lawful_log_ends_with_0_and_names_the_readings() {
    let text = clefs("independent");
    let long = ["--game", "clefs-du-tresor", "--long-run"];
    let out = audit(&text, &[&long[..], &["--format", "json"]].concat());
    assert_eq!(out.status, 0, "{}", out.stderr);
    let report = json(&out);
    assert_eq!(
        (&report["schema"], &report["verdict"]),
        (&"tirage/1".into(), &"pass".into())
    );
    assert_eq!(report["answers"]["key-draw"], "independent");
    let verdicts: Vec<(&str, &str)> = report["readings"]
        .as_array()
        .expect("readings")
        .iter()
        .map(|one| {
            (
                one["answers"]["key-draw"].as_str().expect("an answer"),
                one["verdict"].as_str().expect("a verdict"),
            )
        })
        .collect();
    assert_eq!(
        verdicts,
        [
            ("on-losing-play", "fail"),
            ("per-play", "fail"),
            ("independent", "pass")
        ]
    );
    assert_eq!(report["file"]["total"], 1_000_000);
    assert_eq!(report["file"]["sha256"].as_str().map(str::len), Some(64));
    for check in report["checks"].as_array().expect("checks") {
        for field in [
            "id",
            "table",
            "null",
            "method",
            "statistic",
            "df",
            "log10_p",
            "p",
            "adjusted_p",
            "alpha",
            "smallest_detectable",
            "verdict",
        ] {
            assert!(check.get(field).is_some(), "{check} lacks {field}");
        }
    }
    // Held to the default reading alone, it is rejected.
    let default = ["--reading", "key-draw=on-losing-play"];
    let out = audit(&text, &[&long[..], &default].concat());
    assert_eq!(out.status, 3);
    assert!(out.stdout.contains("NON-COMPLIANT"), "{}", out.stdout);
    let out = audit(&text, &long);
    assert!(
        plain(&out.stdout).contains("not under the default one"),
        "{}",
        out.stdout
    );
    assert!(
        plain(&out.stdout).contains("key-draw=independent: compatible"),
        "{}",
        out.stdout
    );
}

#[test]
fn an_impossible_payout_is_a_failure_and_no_input_error() {
    let text = clefs("on-losing-play") + "clefs-du-tresor,50,333,1,\n";
    let out = audit(&text, &["--game", "clefs-du-tresor", "--format", "json"]);
    assert_eq!(out.status, 3, "{}", out.stderr);
    let report = json(&out);
    let check = report["checks"]
        .as_array()
        .expect("checks")
        .iter()
        .find(|check| check["method"] == "impossible-outcome");
    assert!(
        check.expect("a check")["note"]
            .as_str()
            .expect("a note")
            .contains("3.33 EUR (1 times)")
    );
    assert_eq!(report["verdict"], "fail");
}

#[test]
fn bad_input_ends_with_2_and_names_each_line() {
    let text = "game,stake_cents,payout_cents\nhappy-des,100,0\nhappy-des,100,x\nhappy-des,99,0\n";
    let out = audit(text, &["--game", "happy-des"]);
    assert_eq!(out.status, 2);
    assert!(out.stdout.is_empty());
    assert!(
        out.stderr.contains("line 3: payout_cents `x`"),
        "{}",
        out.stderr
    );
    assert!(
        out.stderr.contains("line 4: stake_cents `99`"),
        "{}",
        out.stderr
    );
    assert!(
        out.stderr.contains("2 of 4 lines cannot be read"),
        "{}",
        out.stderr
    );
    let good = "game,stake_cents,payout_cents\nhappy-des,100,0\n";
    for arguments in [
        &["--game", "hapy-des"][..],
        &["--game", "happy-des", "--strategy", "stopp"],
        &["--game", "happy-des", "--reading", "suite=sideways"],
        &["--game", "happy-des", "--stake", "2"],
        &["--game", "happy-des", "--stake", "3"],
        &["--game", "happy-des", "--alpha", "0"],
        &["--game", "happy-des", "--cell-tolerance", "-1"],
    ] {
        let out = audit(good, arguments);
        assert_eq!(out.status, 2, "{arguments:?}: {}{}", out.stdout, out.stderr);
    }
    assert_eq!(
        audit("game,stake_cents,payout_cents\n", &["--game", "happy-des"]).status,
        2
    );
    assert_eq!(audit("", &["--game", "happy-des"]).status, 2);
}

#[test]
fn strict_tells_what_a_small_log_cannot_see() {
    let text = "game,stake_cents,payout_cents,count,strategy\nhappy-des,100,0,36,stop\nhappy-des,100,50,20,stop\n\
                happy-des,100,100,37,stop\nhappy-des,100,200,7,stop\n";
    let tolerance = [
        "--game",
        "happy-des",
        "--cell-tolerance",
        "0.01",
        "--format",
        "json",
    ];
    let out = audit(text, &tolerance);
    assert_eq!(
        (out.status, &json(&out)["verdict"]),
        (0, &"inconclusive".into())
    );
    let strict: Vec<&str> = tolerance.iter().copied().chain(["--strict"]).collect();
    assert_eq!(audit(text, &strict).status, 4);
    assert_eq!(audit(text, &["--game", "happy-des", "--strict"]).status, 0);
}

#[test]
fn csv_has_a_line_per_check() {
    let out = audit(
        &clefs("on-losing-play"),
        &["--game", "clefs-du-tresor", "--format", "csv"],
    );
    let lines: Vec<&str> = out.stdout.lines().collect();
    assert!(
        lines[0].starts_with("game,reading,check,table,null,method"),
        "{}",
        lines[0]
    );
    let checks: Vec<&str> = lines[1..]
        .iter()
        .map(|line| line.split(',').nth(2).expect("a check"))
        .collect();
    assert_eq!(
        checks,
        [
            "impossible-outcome:clefs-du-tresor",
            "payouts:clefs-du-tresor",
            "rtp:clefs-du-tresor"
        ]
    );
}

/// What the README shows is what the program prints.
#[test]
fn the_example_of_the_readme() {
    let readme = include_str!("../../README.md");
    let section = readme
        .split("## Auditing observed plays")
        .nth(1)
        .expect("a section");
    let shown = section
        .split("    $ tirage audit")
        .nth(1)
        .expect("a command");
    let mut lines = shown.lines();
    let command = lines.next().expect("arguments").trim();
    assert_eq!(command, "--game happy-des tests/audit/example.csv");
    let out = audit(include_str!("example.csv"), &["--game", "happy-des"]);
    assert_eq!(out.status, 3);
    let printed = out.stdout.replace("plays.csv", "example.csv");
    let told: Vec<&str> = lines
        .take_while(|line| line.is_empty() || line.starts_with("    "))
        .collect();
    let told = told
        .iter()
        .map(|line| line.trim())
        .filter(|line| !line.is_empty() && *line != "[...]");
    let mut count = 0;
    for line in told {
        assert!(
            printed.lines().any(|printed| printed.trim() == line),
            "`{line}` is not in\n{printed}"
        );
        count += 1;
    }
    assert!(count > 5);
}

/// A text as one line.
pub(crate) fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Both kinds of interval, the list of rows, what was never paid, and what the checks mean.
#[test]
fn what_a_passed_audit_tells() {
    let text = clefs("on-losing-play");
    let out = audit(&text, &["--game", "clefs-du-tresor", "--format", "json"]);
    let report = json(&out);
    let group = &report["groups"][0];
    let end = |value: &Value| value.as_f64().expect("a number");
    let likely = [&group["rtp"]["ci_low"], &group["rtp"]["ci_high"]].map(end);
    let guaranteed = [&group["rtp_guaranteed_low"], &group["rtp_guaranteed_high"]].map(end);
    let width = |ends: [f64; 2]| ends[1] - ends[0];
    assert!(
        width(guaranteed) > width(likely),
        "{guaranteed:?} {likely:?}"
    );
    assert_eq!(report["worth_looking_at"].as_array().map(Vec::len), Some(0));
    let out = audit(&text, &["--game", "clefs-du-tresor"]);
    for said in [
        "guaranteed, even if looked at while it grew",
        "What the checks mean",
        "Every set of chances that, rounded, prints as the published odds.",
    ] {
        assert!(plain(&out.stdout).contains(said), "{said}: {}", out.stdout);
    }
    // A prize of 1 in 3 million among a few plays: nothing is known of it.
    let few = "game,stake_cents,payout_cents,count\nclefs-du-tresor,50,0,663\nclefs-du-tresor,50,50,204\n\
               clefs-du-tresor,50,100,114\nclefs-du-tresor,50,500,19\n";
    let out = audit(few, &["--game", "clefs-du-tresor"]);
    assert_eq!(out.status, 0, "{}", out.stderr);
    assert!(
        plain(&out.stdout).contains("no evidence that it cannot happen"),
        "{}",
        out.stdout
    );
}

/// Draws are also held against the weights inferred from the odds, without a verdict; rows that stand out are listed.
#[test]
fn draws_against_the_inferred_chances() {
    let head = "game,stake_cents,table,label,count\n";
    let of = |rows: [u64; 4]| {
        let labels = ["4,00 EUR", "2,00 EUR", "1,00 EUR", "0,50 EUR"];
        let lines = labels.iter().zip(rows);
        let lines =
            lines.map(|(label, n)| format!("happy-des,100,happy-des/stage-1,\"{label}\",{n}\n"));
        head.to_owned() + &lines.collect::<String>()
    };
    // 0.5455 and 0.2895 print as 0.545 and 0.29 do, and 1e9 draws tell them apart by thirty standard deviations.
    let text = of([15_000_000, 150_000_000, 545_500_000, 289_500_000]);
    let out = audit(&text, &["--game", "happy-des", "--format", "json"]);
    let report = json(&out);
    assert_eq!(
        (out.status, &report["verdict"]),
        (0, &"pass".into()),
        "{report}"
    );
    let note = report["checks"][0]["note"].as_str().expect("a note");
    assert!(
        note.contains("against the chances inferred") && note.ends_with("no verdict"),
        "{note}"
    );
    assert!(note.contains("the only ones"), "{note}");
    let p = note
        .split(": p ")
        .last()
        .and_then(|rest| rest.split(',').next());
    let p: f64 = p.and_then(|p| p.parse().ok()).expect("a number");
    assert!(p < 1e-100, "{note}");
    let out = audit(
        &of([15_750, 149_886, 544_585, 289_779]),
        &["--game", "happy-des", "--format", "json"],
    );
    let report = json(&out);
    assert_eq!(out.status, 3);
    assert_eq!(report["worth_looking_at"][0]["label"], "4,00 EUR");
}

/// The help of a command explains every kind of check and everything it may be held against.
#[test]
fn help_explains_the_checks() {
    use tirage::audit::{Method, Null};
    for command in ["audit", "run"] {
        let help = Command::cargo_bin("tirage")
            .expect("the program")
            .args([command, "--help"])
            .output();
        let help = String::from_utf8(help.expect("runs").stdout).expect("UTF-8");
        let help = plain(&help);
        let said = Method::ALL.map(Method::explanation);
        let held = Null::ALL.map(Null::explanation);
        for text in said.iter().chain(&held) {
            assert!(help.contains(&plain(text)), "{command}: {text}");
        }
    }
}
