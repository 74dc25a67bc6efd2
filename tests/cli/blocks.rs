//! Games sold in blocks, from the command line.

use serde_json::{Value, json};

use crate::support::tirage;

fn document(arguments: &str) -> Value {
    let ran = tirage(&format!("{arguments} --format json"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).expect("JSON")
}

/// Id, method and null of each check of the only run.
fn checks(report: &Value) -> Vec<Value> {
    let checks = report["runs"][0]["checks"].as_array().expect("checks");
    let told = |check: &Value| json!([check["id"], check["method"], check["null"]]);
    checks.iter().map(told).collect()
}

const WHOLE: [&str; 3] = ["whole:o-secousses/block", "block-equality", "block"];
const PART: [&str; 3] = ["fit:o-secousses/block", "hypergeometric-chi2", "block"];
const PAID: [&str; 3] = ["paid:o-secousses", "lots-paid", "exact"];
const CHUNKS: [&str; 3] = ["chunks:o-secousses", "distinct-streams", "exact"];
const REPLAY: [&str; 3] = ["replay:o-secousses", "replay", "exact"];

#[test]
fn whole_and_partial_blocks_have_their_own_checks() {
    let of = |rounds: &str| document(&format!("run --game o-secousses --rounds {rounds}"));
    let with_all = |block: &[[&str; 3]]| -> Vec<Value> {
        let ids = block.iter().chain([&REPLAY, &PAID, &CHUNKS]);
        ids.map(|told| json!(told)).collect()
    };
    assert_eq!(checks(&of("3e6")), with_all(&[WHOLE]));
    assert_eq!(checks(&of("1e6")), with_all(&[PART]));
    let both = of("3500000");
    assert_eq!(checks(&both), with_all(&[WHOLE, PART]));
    let table = &both["runs"][0]["tables"][0];
    assert_eq!(
        (&table["block"], &table["trials"]),
        (&json!(true), &json!(3_500_000))
    );
    assert_eq!(table["rows"][4]["printed"], "38 000");
    let whole = &of("1500000")["runs"][0];
    assert_eq!(
        (&whole["rtp"]["exact"], &whole["hit_frequency"]["exact"]),
        (&json!(0.7), &json!(0.300_448))
    );
    assert_eq!(whole["rtp"]["estimate"], 0.7);
    assert_eq!(whole["payouts"][8], json!({"cents": 1_500_000, "count": 2}));
}

#[test]
fn players_buy_tickets_of_fresh_blocks() {
    let report = document("run --game o-secousses --tickets 10 --rounds 1e6");
    let players = ["win", "profit", "top"].map(|what| format!("player-{what}:o-secousses"));
    let players = players.map(|id| json!([id, "binomial", "exact"]));
    assert_eq!(checks(&report)[..2], [json!(PART), json!(REPLAY)]);
    assert_eq!(checks(&report)[2..5], players);
    assert_eq!(checks(&report)[5..], [json!(PAID), json!(CHUNKS)]);
    let run = &report["runs"][0];
    let exact = &run["player"]["exact"];
    assert!(exact["net_profit"].is_number() && exact["top_prize"].is_number());
    assert_eq!(
        (&run["rtp"]["exact"], &run["hit_frequency"]["exact"]),
        (&json!(0.7), &json!(0.300_448))
    );
    assert_eq!(
        (&run["tickets"], &run["player"]["players"]),
        (&json!(10), &json!(100_000))
    );
    let uneven = tirage("run --game o-secousses --tickets 7 --rounds 1e6");
    assert_eq!(uneven.status, 2);
    assert!(
        uneven.err.contains("1000003") || uneven.err.contains("999999"),
        "{}",
        uneven.err
    );
    let many = tirage("run --game o-secousses --tickets 1500001 --rounds 1500001");
    assert_eq!(many.status, 2);
    assert!(many.err.contains("1500000"), "{}", many.err);
    let plays = tirage("run --game o-secousses --plays 10 --rounds 1e6");
    assert_eq!(plays.status, 2);
    assert!(plays.err.contains("`tickets`"), "{}", plays.err);
}

#[test]
fn the_list_names_checks_and_findings() {
    let games = document("games --game o-secousses");
    let game = &games["games"][0];
    let players = ["win", "profit", "top"].map(|what| format!("player-{what}:o-secousses"));
    let checks = game["checks"].as_array().expect("checks");
    assert_eq!(checks[..3], [WHOLE[0], PART[0], REPLAY[0]]);
    assert_eq!(checks[3..6], players);
    assert_eq!(checks[6..], [PAID[0], CHUNKS[0]]);
    let findings = game["findings"].as_array().expect("findings");
    let ids: Vec<&str> = findings
        .iter()
        .filter_map(|finding| finding["id"].as_str())
        .collect();
    assert_eq!(
        ids,
        [
            "attainable-amounts",
            "never-emitted",
            "order-dependent",
            "cumulation",
            "losing",
            "reveals",
            "prizes-without-reveal"
        ]
    );
    let text = tirage("games --game o-secousses").out;
    for part in ["38 000", "never-emitted (article", "proof 372, any 20612"] {
        assert!(text.contains(part), "{part}");
    }
}

/// Of 1e7 tickets six blocks of 1 500 000 are certain; the other n = 1e6 of N vary by n (N - n) / (N - 1) = 333 333.6
/// times the variance of a ticket, whose deviation is 17.6261 stakes: 1.644854 · 17.6261 · 577.35 / 1e7 = 0.00167.
/// Independent tickets would give 0.0092.
#[test]
fn tickets_of_blocks_vary_less_than_independent_ones() {
    let told = tirage("run --game o-secousses --rounds 1.5e6 --format md");
    assert_eq!(told.status, 0, "{}", told.err);
    for line in [
        "| RTP after 10,000,000 tickets, block after block, 9 of 10 cases (normal law) | 69.83% – 70.17% |",
        "| RTP after 1,000,000,000 tickets, block after block, 9 of 10 cases (normal law) | 70.00% |",
        "Whole blocks return exactly what their lots are worth: nothing settles.",
    ] {
        assert!(told.out.contains(line), "{line}: {}", told.out);
    }
    let part = tirage("run --game o-secousses --rounds 1e5 --format md");
    assert!(
        part.out.contains("A single block, sold in part"),
        "{}",
        part.out
    );
    let both = tirage("run --game o-secousses --rounds 1.6e6 --format md --lang fr");
    assert!(
        both.out
            .contains("seul le dernier n'a été vendu qu'en partie"),
        "{}",
        both.out
    );
}
