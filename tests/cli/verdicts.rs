//! Levels, tolerances, and what a verdict does not cover.

use serde_json::Value;

use crate::support::{tirage, tirage_with, write};

const RUN: &str = "run --game happy-des --strategy stop --rounds 1e5 --format json";

fn report(arguments: &str, status: i32) -> Value {
    let ran = tirage(arguments);
    assert_eq!(ran.status, status, "{arguments}: {}", ran.err);
    serde_json::from_str(&ran.out).expect("one document")
}

fn check<'a>(report: &'a Value, id: &str) -> &'a Value {
    let checks = report["runs"][0]["checks"].as_array().expect("checks");
    let found = checks.iter().find(|check| check["id"] == id);
    found.expect("the check")
}

#[test]
fn a_run_too_short_for_the_tolerance_is_inconclusive() {
    let plain = report(RUN, 0);
    assert_eq!(plain["verdict"], "pass");
    let stage = check(&plain, "fit:happy-des/stage-1");
    let seen = stage["smallest_detectable"].as_f64().expect("a deviation");
    assert!(seen > 0.05 && seen < 0.5, "{seen}");
    // Just below and just above what the rarest row allows.
    let fine = report(&format!("{RUN} --cell-tolerance {}", 0.99 * seen), 0);
    assert_eq!(fine["verdict"], "inconclusive");
    assert_eq!(
        check(&fine, "fit:happy-des/stage-1")["verdict"],
        "inconclusive"
    );
    assert_eq!(check(&fine, "rtp:happy-des")["verdict"], "pass");
    report(
        &format!("{RUN} --cell-tolerance {} --strict", 0.99 * seen),
        4,
    );
    let coarse = report(
        &format!("{RUN} --cell-tolerance {} --strict", 1.01 * seen),
        0,
    );
    assert_eq!(coarse["verdict"], "pass");
    let rtp = report(&format!("{RUN} --rtp-tolerance 1e-5 --strict"), 4);
    assert_eq!(check(&rtp, "rtp:happy-des")["verdict"], "inconclusive");
    assert_eq!(check(&rtp, "fit:happy-des/stage-1")["verdict"], "pass");
    assert_eq!(rtp["rtp_tolerance"], 1e-5);
}

/// The worst of its checks, run by run; nothing known is no pass. The report has the worst of its runs.
#[test]
fn every_run_has_its_verdict() {
    const RANK: [&str; 3] = ["pass", "inconclusive", "fail"];
    let rank = |value: &Value| {
        RANK.iter()
            .position(|name| value == name)
            .expect("a verdict")
    };
    let worst = |values: &Value, least: usize| {
        let all = values.as_array().expect("a list").iter();
        all.fold(least, |most, one| most.max(rank(&one["verdict"])))
    };
    let folder = tempfile::tempdir().expect("a folder");
    let text = "rounds = \"1e5\"\n[verdict]\nrtp_tolerance = 0.1\n\
                [[run]]\ngame = \"happy-des\"\nstrategy = \"stop\"\n\
                [[run]]\ngame = \"happy-des\"\nstrategy = \"identiques\"\n\
                [[run]]\ngame = \"tresors-ensables\"\nstrategy = \"gold\"\nrounds = 1\n";
    let path = write(folder.path(), "s.toml", text);
    let ran = tirage_with(&["run", &path, "--format", "json"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let found: Value = serde_json::from_str(&ran.out).expect("one document");
    let runs = found["runs"].as_array().expect("runs");
    let verdicts: Vec<&Value> = runs.iter().map(|run| &run["verdict"]).collect();
    assert_eq!(verdicts, ["pass", "inconclusive", "inconclusive"]);
    for run in runs {
        assert!(rank(&run["verdict"]) >= worst(&run["checks"], 0));
    }
    assert_eq!(rank(&found["verdict"]), worst(&found["runs"], 0));
    let ran = tirage_with(&[
        "run",
        &path,
        "--format",
        "csv",
        "--out",
        &folder.path().to_string_lossy(),
    ]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let csv = std::fs::read_to_string(folder.path().join("runs.csv")).expect("a file");
    let last = csv
        .lines()
        .map(|line| line.rsplit(',').next().expect("a field"));
    assert_eq!(
        last.collect::<Vec<_>>(),
        ["verdict", "pass", "inconclusive", "inconclusive"]
    );
}

#[test]
fn a_scenario_sets_its_verdict_and_options_override_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "rounds = \"1e5\"\n[verdict]\nalpha = 0.01\nrtp_tolerance = 0.5\ncell_tolerance = \"1e-3\"\n\
                [[run]]\ngame = \"happy-des\"\nstrategy = \"stop\"\n";
    let path = write(folder.path(), "s.toml", text);
    let ran = tirage_with(&["run", &path, "--format", "json", "--strict"]);
    assert_eq!(ran.status, 4, "{}", ran.err);
    let found: Value = serde_json::from_str(&ran.out).expect("one document");
    assert_eq!(found["alpha"], 0.01);
    assert_eq!(found["cell_tolerance"], 1e-3);
    let over = ["--cell-tolerance", "2", "--alpha", "1e-4"];
    let ran = tirage_with(&[&["run", &path, "--format", "json", "--strict"][..], &over].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let found: Value = serde_json::from_str(&ran.out).expect("one document");
    assert_eq!(
        (&found["alpha"], &found["cell_tolerance"]),
        (&1e-4.into(), &2.0.into())
    );
}

#[test]
fn tolerances_that_are_none_are_refused() {
    for value in ["0", "-0.1", "nan", "x", "1e3"] {
        for option in ["--rtp-tolerance", "--cell-tolerance"] {
            let ran = tirage_with(&["run", "--rounds", "10", option, value]);
            assert_eq!(ran.status, 2, "{option} {value}");
            assert!(
                ran.err.contains(option) && ran.err.contains("tolerance"),
                "{}",
                ran.err
            );
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let run = "[[run]]\ngame = \"happy-des\"\nstrategy = \"stop\"\n";
    let path = write(
        folder.path(),
        "s.toml",
        format!("[verdict]\ncell_tolerance = 0\n{run}"),
    );
    let ran = tirage_with(&["run", &path]);
    assert!(
        ran.status == 2 && ran.err.contains("s.toml:2:18"),
        "{}",
        ran.err
    );
}

/// What a check of a table says, part by part and row by row.
#[test]
fn a_table_is_told_by_its_parts_and_rows() {
    let found = report(RUN, 0);
    let stage = check(&found, "fit:happy-des/stage-1");
    assert_eq!(stage["method"], "chi2-and-exact-rows");
    assert_eq!(stage["df"], 3);
    let parts = stage["parts"].as_array().expect("parts");
    let names: Vec<&str> = parts
        .iter()
        .filter_map(|part| part["method"].as_str())
        .collect();
    assert_eq!(names, ["pearson-chi2", "worst-row"]);
    // Holm's correction of two: twice the smaller.
    let least = parts
        .iter()
        .filter_map(|part| part["log10_p"].as_f64())
        .fold(0.0, f64::min);
    let together = (least + 2_f64.log10()).min(0.0);
    assert!((stage["log10_p"].as_f64().expect("p") - together).abs() < 1e-9);
    let rows = stage["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 4);
    let largest = rows
        .iter()
        .filter_map(|row| row["smallest_detectable"].as_f64())
        .fold(0.0, f64::max);
    assert_eq!(stage["smallest_detectable"].as_f64(), Some(largest));
    assert!(stage["g"].is_number() && stage["conservative_p"].is_null());
    assert!(found["worth_looking_at"].is_array());
}

/// Tables that a strategy never draws from are no pass: they are listed.
#[test]
fn what_was_not_tested_is_listed() {
    let found = report(RUN, 0);
    let untested = found["runs"][0]["untested"].as_array().expect("a list");
    let cumul = untested
        .iter()
        .find(|one| one["id"] == "fit:happy-des/cumul-42");
    assert_eq!(cumul.expect("listed")["reason"], "never drawn from");
    let text = tirage("run --game happy-des --strategy stop --rounds 1e5").out;
    for part in [
        "Not tested, and no pass",
        "would have found",
        "What the checks mean",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// A handful of rounds is tested exactly, not given up.
#[test]
fn a_few_rounds_are_tested_by_enumeration() {
    let found = report(
        "run --game happy-des --strategy stop --rounds 12 --format json",
        0,
    );
    let stage = check(&found, "fit:happy-des/stage-1");
    assert_eq!(stage["method"], "exact-multinomial");
    assert!(stage["df"].is_null() && stage["p"].as_f64().expect("p") > 0.0);
}
