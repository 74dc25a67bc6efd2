//! `tirage selftest` from the command line.

use serde_json::Value;

use crate::support::tirage;

fn document(arguments: &str, status: i32) -> Value {
    let ran = tirage(&format!("selftest {arguments} --format json"));
    assert_eq!(ran.status, status, "{}", ran.err);
    serde_json::from_str(&ran.out).expect("one JSON document")
}

#[test]
fn the_list_names_every_fault_with_its_game_article_and_seam() {
    let list = document("--list", 0);
    let faults = list["faults"].as_array().expect("faults");
    assert!(faults.len() >= 40);
    for fault in faults {
        for field in ["id", "game", "about", "seam", "strategy", "limit"] {
            assert!(!fault[field].is_null(), "{fault}");
        }
        assert!(fault["caught"].is_null(), "none was played");
    }
    let text = tirage("selftest --list").out;
    assert!(text.contains("happy-27-not-rerolled"), "{text}");
}

#[test]
fn chosen_faults_are_played_and_told() {
    let faults = "--fault happy-four-wins --fault secousses-lot-too-many";
    let report = document(&format!("{faults} --threads 2"), 0);
    assert_eq!(report["verdict"], "pass");
    assert_eq!(report["seed"], 20_180_709);
    assert!(report["faultless"].is_null());
    let caught = report["faults"].as_array().expect("faults");
    assert_eq!(caught.len(), 2);
    assert_eq!(caught[0]["check"], "count:happy-des/stopped");
    assert_eq!(caught[0]["rounds"], 10_000);
    assert!(caught[0]["log10_p"].as_f64().expect("a number") < -6.0);
    // By the first block sold out, or before, if so large a part of it has more lots than there are.
    let check = caught[1]["check"].as_str().expect("a check");
    let rounds = caught[1]["rounds"].as_u64().expect("rounds");
    assert!(
        (check, rounds) == ("whole:o-secousses/block", 1_500_000)
            || check == "fit:o-secousses/block" && rounds < 1_500_000,
        "{check} after {rounds}"
    );
    assert_eq!(report, document(&format!("{faults} --threads 1"), 0));
    let other = document(&format!("{faults} --seed 5"), 0);
    assert_eq!(other["seed"], 5);
    assert_ne!(other["faults"][0]["log10_p"], caught[0]["log10_p"]);
    let text = tirage("selftest --fault happy-four-wins --fault happy-four-wins").out;
    assert!(text.contains("1 of 1 faults caught"), "{text}");
}

#[test]
fn an_unknown_fault_is_refused_by_name() {
    let ran = tirage("selftest --fault happy-five-wins");
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("did you mean `happy-four-wins`?"),
        "{}",
        ran.err
    );
    assert_eq!(tirage("selftest --list --fault happy-four-wins").status, 2);
}
