//! `tirage exact`.

use serde_json::Value;

use crate::support::tirage;

fn solved(arguments: &str) -> Value {
    let ran = tirage(&format!("exact --game happy-des {arguments} --format json"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(ran.err, "");
    serde_json::from_str(&ran.out).expect("one document")
}

#[test]
fn the_fields_of_the_contract() {
    let stop = solved("--strategy stop");
    assert_eq!(stop["schema"], "tirage/1");
    assert_eq!(stop["game"], "happy-des");
    assert_eq!(stop["strategy"], "stop");
    assert_eq!(stop["stake_cents"], 100, "the smallest stake");
    assert_eq!(stop["readings"]["reroll-27"], "unlimited");
    assert_eq!(stop["rtp"]["value"], 0.7);
    assert_eq!(stop["rtp"]["fraction"], "7/10");
    let end = |name: &str| stop["rtp"][name].as_f64().expect("a number");
    assert!(0.6995 < end("low") && end("low") < 0.7 && 0.7 < end("high") && end("high") < 0.7005);
    assert_eq!(stop["hit_frequency"]["value"], 0.666_666_666_667);
    assert_eq!(stop["hit_frequency"]["fraction"], "2/3");
    assert_eq!(stop["max_payout_cents"], 400);
    // E[v²] = 2/3 (16 · 0.015 + 4 · 0.15 + 0.545 + 0.25 · 0.29) - 0.49.
    let variance = 2.0 / 3.0 * 1.4575 - 0.49_f64;
    let deviation = stop["standard_deviation"].as_f64().expect("a number");
    assert!((deviation - variance.sqrt()).abs() < 1e-12);
    assert!(stop["skewness"].is_number());
    let payouts = stop["payouts"].as_array().expect("payouts");
    let payout = |at: usize| (&payouts[at]["cents"], &payouts[at]["fraction"]);
    assert_eq!(payouts.len(), 5);
    assert_eq!(payout(0), (&0.into(), &"1/3".into()));
    assert_eq!(payout(4), (&400.into(), &"1/100".into()));
    assert_eq!(payouts[4]["probability"], 0.01);
    assert!(stop["rtp"]["exact"].is_null() && stop["rtp"]["standard_error"].is_null());
}

#[test]
fn strategies_stakes_and_readings_reach_the_solver() {
    let run = solved("--strategy threshold:2:figures --stake 2 --reading full-house=loses");
    assert_eq!(run["strategy"], "threshold:2.00:figures");
    assert_eq!(run["stake_cents"], 200);
    assert_eq!(run["readings"]["full-house"], "loses");
    let action = |at: usize| run["decisions"][at]["action"].as_str().expect("an action");
    assert_eq!(
        [0, 1, 2, 3].map(action),
        ["stop", "stop", "figures", "figures"]
    );
    let fact = |run: &Value, id: &str| {
        let facts = run["facts"].as_array().expect("facts").clone();
        let found = facts.into_iter().find(|fact| fact["id"] == id);
        found.map(|fact| fact["fraction"].clone())
    };
    assert_eq!(fact(&run, "stage-1-rolls"), Some("2".into()));
    assert_eq!(fact(&run, "win:figures-carre"), Some("25/1296".into()));
    assert_eq!(
        fact(&run, "identiques-won"),
        None,
        "what cannot happen is left out"
    );
}

#[test]
fn best_and_worst_play_say_whether_the_odds_determine_them() {
    let best = solved("--strategy optimal");
    assert_eq!(best["strategy"], "optimal");
    let findings = best["findings"].to_string();
    assert!(findings.contains("do not determine"), "{findings}");
    let rtp = |run: &Value| run["rtp"]["value"].as_f64().expect("a number");
    let worst = solved("--strategy worst");
    assert!(rtp(&worst) < 0.7 && 0.7 < rtp(&best));
    for name in ["stop", "cumul", "figures", "identiques"] {
        let other = rtp(&solved(&format!("--strategy {name}")));
        assert!(rtp(&worst) <= other && other <= rtp(&best), "{name}");
    }
    let ran = tirage("run --game happy-des --strategy optimal --rounds 1e5 --format json");
    let report: Value = serde_json::from_str(&ran.out).expect("one document");
    assert_eq!(report["runs"][0]["rtp"]["exact"], best["rtp"]["value"]);
    assert_eq!(report["runs"][0]["strategy"], "optimal");
}

fn solved_of(game: &str, arguments: &str) -> Value {
    let ran = tirage(&format!("exact --game {game} {arguments} --format json"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).expect("one document")
}

fn close(value: &Value, expected: f64) {
    let value = value.as_f64().expect("a number");
    assert!((value - expected).abs() < 1e-11, "{value} {expected}");
}

#[test]
fn the_key_chain_in_the_long_run() {
    let run = solved_of("clefs-du-tresor", "--strategy play");
    assert_eq!(run["rtp"]["fraction"], "24729039066311/37500000000000");
    close(&run["rtp"]["value"], 0.659_441_041_768);
    let end = |name: &str| run["rtp"][name].as_f64().expect("a number");
    assert!(0.6594 < end("low") && end("low") < 0.659_441 && end("high") < 0.6595);
    assert_eq!(run["max_payout_cents"], 1_000_000);
    assert!(run["player"].is_null() && run["plays"].is_null());
    let facts = run["facts"].as_array().expect("facts");
    let fact = |id: &str| facts.iter().find(|fact| fact["id"] == id).expect("a fact");
    close(&fact("plays-per-treasure")["value"], 12.071_978_447_2);
    assert_eq!(fact("plays-per-treasure")["fraction"], "300000000/24850939");
    assert!(fact("plays-per-treasure")["low"].is_number());
    for (id, value) in [("5", 4.0), ("50", 11.0), ("95", 24.0)] {
        assert_eq!(fact(&format!("plays-per-treasure-{id}"))["value"], value);
    }
    close(&fact("openings-variance-ratio")["value"], 0.300_042_704_516);
    let other = "--strategy play --reading key-draw=per-play";
    assert_eq!(
        solved_of("clefs-du-tresor", other)["rtp"]["fraction"],
        "3240023/4500000"
    );
}

#[test]
fn players_of_so_many_plays() {
    let one = solved_of("clefs-du-tresor", "--strategy play --plays 1");
    assert_eq!((&one["plays"], &one["tickets"]), (&1.into(), &Value::Null));
    close(&one["player"]["at_least_one_win"], 0.254_471_83);
    // More than 0.50 EUR.
    close(&one["player"]["net_profit"], 0.084_471_83);
    assert_eq!(one["player"]["top_prize"], 0.0, "no chest opens");
    assert_eq!(one["max_payout_cents"], 500_000);
    let many = solved_of("clefs-du-tresor", "--strategy play --plays 1000");
    let player = |name: &str| many["player"][name].as_f64().expect("a number");
    assert!(player("at_least_one_win") > 0.999_999 && player("top_prize") < 0.001);
    assert!(0.0 < player("net_profit") && player("net_profit") < 0.1);
    assert!(many["rtp"]["fraction"].is_string() && many["rtp"]["exact"].is_null());
    let long = solved_of("clefs-du-tresor", "--strategy play --plays 100000");
    assert!(long["rtp"]["fraction"].is_null(), "{}", long["rtp"]);
    assert_eq!(long["rtp"]["exact"], false);
    assert_eq!(long["rtp"]["error_bound"], 1e-12);
    assert!(long["rtp"]["standard_error"].is_null() && long["payouts"][0]["fraction"].is_null());
    assert!(long["findings"].to_string().contains("40 digits"));
    assert!(long["player"]["net_profit"].is_number());
    let endless = solved_of("clefs-du-tresor", "--strategy play --plays 1000000000");
    assert!(endless["player"]["net_profit"].is_null());
    assert!(endless["findings"].to_string().contains("not computed"));
}

#[test]
fn players_of_so_many_tickets() {
    let one = solved_of("o-secousses", "--strategy buy --tickets 1");
    assert_eq!((&one["plays"], &one["tickets"]), (&Value::Null, &1.into()));
    assert_eq!(one["player"]["at_least_one_win"], 0.300_448);
    close(&one["player"]["net_profit"], 180_872.0 / 1_500_000.0);
    for (game, stake) in [
        ("o-secousses", "1"),
        ("piece-dor", "0.50"),
        ("piece-dor", "1"),
        ("piece-dor", "2"),
    ] {
        let run = solved_of(
            game,
            &format!("--strategy buy --stake {stake} --tickets 1000"),
        );
        assert_eq!(run["rtp"]["fraction"], "7/10");
        assert_eq!(
            (&run["rtp"]["low"], &run["rtp"]["high"]),
            (&0.7.into(), &0.7.into())
        );
        let gain = run["player"]["net_profit"].as_f64().expect("a number");
        assert!(0.001 < gain && gain < 0.01, "{game}: {gain}");
    }
    let text = tirage("exact --game piece-dor --strategy buy --tickets 10").out;
    for part in [
        "of such players",
        "paid more than they staked",
        "tickets 10",
        "43919/200000",
    ] {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

#[test]
fn the_text_is_made_to_be_read() {
    let ran = tirage("exact --game happy-des --strategy stop");
    assert_eq!(ran.status, 0, "{}", ran.err);
    for part in [
        "happy-des · stop · 1.00 EUR",
        "reroll-27=unlimited",
        "70.000000",
        "7/10",
        "69.979474 to 70.021389",
        "4.00 EUR",
        "1/100",
        "rolls of the",
        "The best play under the model weights",
    ] {
        assert!(
            ran.said().contains(part),
            "`{part}` is not in:\n{}",
            ran.out
        );
    }
}

#[test]
fn invalid_input_is_refused() {
    for (arguments, said) in [
        (
            "--game hapy-des --strategy stop",
            "did you mean `happy-des`",
        ),
        ("--game happy-des --strategy stopp", "did you mean `stop`"),
        ("--game happy-des --strategy optimal:1", "takes no argument"),
        ("--game happy-des --strategy stop --stake 3", "1.00, 2.00"),
        (
            "--game happy-des --strategy stop --reading suite=none",
            "any-order",
        ),
        (
            "--game happy-des --strategy stop --reading suite=any-order --reading suite=any-order",
            "given twice",
        ),
        ("--game happy-des --strategy stop --plays 5", "plays"),
        ("--game happy-des --strategy stop --format csv", "csv"),
        ("--game o-secousses --strategy buy --plays 5", "tickets"),
        (
            "--game o-secousses --strategy buy --tickets 1500001",
            "at most 1500000",
        ),
        ("--game piece-dor --strategy buy --tickets 0", "0"),
        ("--strategy stop", "--game"),
        ("--game happy-des", "--strategy"),
    ] {
        let ran = tirage(&format!("exact {arguments}"));
        assert_eq!(ran.status, 2, "{arguments}: {}", ran.err);
        assert_eq!(ran.out, "");
        assert!(ran.err.contains(said), "{arguments}: {}", ran.err);
    }
}
