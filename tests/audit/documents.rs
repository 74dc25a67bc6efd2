//! The documents of an audit, and what they say of where they come from.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{audit, json};

const EXAMPLE: &str = include_str!("example.csv");
const LAWFUL: &str = "game,stake_cents,payout_cents,count,strategy\nhappy-des,100,0,33334,stop\n\
                      happy-des,100,50,19333,stop\nhappy-des,100,100,36333,stop\nhappy-des,100,200,10000,stop\n\
                      happy-des,100,400,1000,stop\n";
const GAME: [&str; 2] = ["--game", "happy-des"];

/// Figures that regulators file: two audits of a file differ by the time they were made at.
#[test]
fn a_report_says_where_it_comes_from() {
    let arguments = [&GAME[..], &["--format", "json"]].concat();
    let mut reports = [0, 1].map(|_| json(&audit(EXAMPLE, &arguments)));
    let origin = reports[0]["provenance"].clone();
    assert_eq!(origin["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(origin["rules_sha256"], reports[0]["rules_sha256"]);
    // As the document of a run has them.
    let run = Command::cargo_bin("tirage")
        .expect("the program")
        .args([
            "run",
            "--game",
            "happy-des",
            "--rounds",
            "1000",
            "--format",
            "json",
        ])
        .output();
    let run: Value = serde_json::from_slice(&run.expect("it runs").stdout).expect("JSON");
    for field in ["version", "commit"] {
        assert_eq!(origin[field], run["provenance"][field], "{field}");
    }
    for report in &mut reports {
        let time = report["provenance"]["started_at"].take();
        let time = time.as_str().expect("a time");
        let age = humantime::parse_rfc3339(time)
            .expect("a time")
            .elapsed()
            .expect("past");
        assert!(age.as_secs() < 600, "{time}");
    }
    assert_eq!(reports[0], reports[1]);
    let text = audit(EXAMPLE, &GAME).stdout;
    let footer: Vec<&str> = text.lines().rev().take(3).collect();
    let footer: String = footer.into_iter().rev().collect::<Vec<_>>().join(" ");
    for said in [
        origin["commit"].as_str().unwrap_or("unknown"),
        &origin["rules_sha256"].as_str().expect("a hash")[..16],
        "audited at 20",
    ] {
        assert!(footer.contains(said), "{said}: {footer}");
    }
}

#[test]
fn every_format_is_a_file_in_the_folder() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("report");
    let path = out.to_str().expect("UTF-8");
    let all = audit(LAWFUL, &[&GAME[..], &["--out", path]].concat());
    assert_eq!(all.status, 0, "{}", all.stderr);
    let read = |name: &str| fs::read_to_string(out.join(name)).expect(name);
    assert_eq!(read("audit.txt"), all.stdout);
    let report: Value = serde_json::from_str(&read("audit.json")).expect("JSON");
    assert_eq!(report["verdict"], "pass");
    assert!(read("audit.csv").starts_with("game,reading,check,"));
    assert!(read("audit-junit.xml").starts_with("<?xml"));
    assert_eq!(fs::read_dir(&out).expect("a folder").count(), 4);
    // Named ones alone.
    let some = folder.path().join("some");
    let path = some.to_str().expect("UTF-8");
    audit(
        LAWFUL,
        &[&GAME[..], &["--out", path, "--format", "junit,json"]].concat(),
    );
    assert_eq!(fs::read_dir(&some).expect("a folder").count(), 2);
    let several = audit(LAWFUL, &[&GAME[..], &["--format", "junit,json"]].concat());
    assert_eq!(several.status, 2);
    assert!(several.stderr.contains("--out DIR"), "{}", several.stderr);
    // A file is no folder.
    let taken = folder.path().join("taken");
    fs::write(&taken, "").expect("a file");
    let refused = audit(
        LAWFUL,
        &[&GAME[..], &["--out", taken.to_str().expect("UTF-8")]].concat(),
    );
    assert_eq!(refused.status, 2, "{}", refused.stderr);
}

/// A build server counts the verdict and every check.
#[test]
fn build_servers_read_the_verdict() {
    let clefs = |answer: &str| {
        let reading = format!("key-draw={answer}");
        let text = "game,stake_cents,payout_cents,count\nclefs-du-tresor,50,0,10\n";
        audit(
            text,
            &[
                "--game",
                "clefs-du-tresor",
                "--reading",
                &reading,
                "--format",
                "junit",
            ],
        )
    };
    let failing = audit(EXAMPLE, &[&GAME[..], &["--format", "junit"]].concat());
    let passing = audit(LAWFUL, &[&GAME[..], &["--format", "junit"]].concat());
    let open = audit(
        LAWFUL,
        &[
            &GAME[..],
            &["--format", "junit", "--cell-tolerance", "1e-6"],
        ]
        .concat(),
    );
    for (out, status, failures, skipped, verdict) in [
        (failing, 3, 2, 0, "failure"),
        (passing, 0, 0, 0, ""),
        // The verdict and the check of payouts.
        (open, 0, 0, 2, "skipped"),
        // Of players of whom nothing is known the RTP is not tested.
        (clefs("per-play"), 0, 0, 1, ""),
    ] {
        assert_eq!(out.status, status, "{}", out.stderr);
        let document = roxmltree::Document::parse(&out.stdout).expect("XML");
        let suite = document
            .descendants()
            .find(|node| node.has_tag_name("testsuite"))
            .expect("a suite");
        let cases: Vec<_> = suite
            .children()
            .filter(|node| node.has_tag_name("testcase"))
            .collect();
        let with = |tag: &str| {
            cases
                .iter()
                .filter(|case| case.children().any(|node| node.has_tag_name(tag)))
                .count()
        };
        assert_eq!(suite.attribute("tests"), Some(&*cases.len().to_string()));
        assert_eq!(
            (with("failure"), with("skipped")),
            (failures, skipped),
            "{}",
            out.stdout
        );
        assert_eq!(suite.attribute("failures"), Some(&*failures.to_string()));
        assert_eq!(suite.attribute("skipped"), Some(&*skipped.to_string()));
        assert_eq!(cases[0].attribute("name"), Some("verdict"));
        let told = cases[0].children().find(roxmltree::Node::is_element);
        assert_eq!(told.map_or("", |node| node.tag_name().name()), verdict);
        let name = suite.attribute("name").expect("a name");
        assert!(
            name.starts_with("audit/") && name.ends_with("/plays.csv"),
            "{name}"
        );
    }
}
