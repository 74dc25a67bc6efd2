//! `tirage policy`.

use serde_json::Value;

use crate::support::tirage;

/// The gauge and the chest of one life are written out in the issue: chests first, then the cells between.
#[test]
fn a_table_that_a_person_can_follow() {
    let ran = tirage("policy --game tresors-ensables");
    assert_eq!((ran.status, &*ran.err), (0, ""));
    let line = |start: &str| {
        let line = ran.out.lines().find(|line| line.trim().starts_with(start));
        line.expect(start)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(line("12 chest"), "12 chest 2.00 1.10 0.70");
    assert_eq!(line("59"), "59 never never never");
    assert!(
        ran.said()
            .contains("stop with a gain of at least so many EUR"),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .contains("cell 13, 2 lives\n    1.10    0 | +1\n    1.50    -1\n"),
        "{}",
        ran.out
    );
}

#[test]
fn csv_and_json_have_a_line_per_state() {
    let command = "policy --game tresors-ensables --reading decisions=chest-cell --format";
    let csv = tirage(&format!("{command} csv"));
    assert_eq!(csv.status, 0, "{}", csv.err);
    let mut lines = csv.out.lines();
    assert_eq!(
        lines.next(),
        Some("cell,lives,seen,stop_from_cents,stop_to_cents")
    );
    // Nine chests, three lives; all of them can be met.
    assert_eq!(lines.count(), 27);
    let json = tirage(&format!("{command} json"));
    let document: Value = serde_json::from_str(&json.out).expect("one JSON document");
    assert_eq!(document["schema"], "tirage/1");
    assert_eq!(document["strategy"], "optimal");
    assert_eq!(document["readings"]["decisions"], "chest-cell");
    assert_eq!(document["states"].as_array().map(Vec::len), Some(27));
    assert_eq!(document["states"][0]["cell"], 6);
    assert_eq!(document["states"][0]["stop_from_cents"], Value::Null);
}

#[test]
fn worst_play_stops_with_little() {
    let ran = tirage("policy --game tresors-ensables --worst --reading decisions=chest-cell");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("tresors-ensables · worst"), "{}", ran.out);
    assert!(
        ran.said()
            .contains("stop with a gain of at most so many EUR"),
        "{}",
        ran.out
    );
}

#[test]
fn happy_des_has_few_decisions() {
    let ran = tirage("policy --game happy-des");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.contains("4.00 EUR at a stake of 1 EUR"),
        "{}",
        ran.out
    );
    let csv = tirage("policy --game happy-des --worst --format csv");
    assert_eq!(csv.out.lines().next(), Some("view,action,probability"));
    assert_eq!(csv.out.lines().count(), 5);
}

#[test]
fn what_has_no_table_is_refused_with_the_reason() {
    let refused = |arguments: &str, reason: &str| {
        let ran = tirage(arguments);
        assert_eq!((ran.status, &*ran.out), (2, ""), "{arguments}");
        assert!(ran.err.contains(reason), "{}", ran.err);
    };
    refused("policy --game chess", "unknown game `chess`");
    refused(
        "policy --game tresors-ensables --reading layout=one-draw",
        "not offered under layout=one-draw",
    );
    refused(
        "policy --game tresors-ensables --reading board=visible",
        "all sixty cells",
    );
    refused(
        "policy --game tresors-ensables --stake 2",
        "stake of tresors-ensables",
    );
    refused(
        "exact --game tresors-ensables --strategy optimal --reading layout=one-draw",
        "not offered",
    );
    refused(
        "run --game tresors-ensables --strategy worst --reading layout=one-draw",
        "not offered",
    );
}
