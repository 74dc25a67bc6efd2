//! `tirage compare`.

use serde_json::{Value, json};

use crate::support::tirage;

fn document(arguments: &str) -> Value {
    let ran = tirage(&format!("compare {arguments} --format json"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(ran.err, "");
    serde_json::from_str(&ran.out).expect("one document")
}

fn rows(report: &Value) -> &[Value] {
    report["strategies"].as_array().expect("strategies")
}

fn row<'a>(report: &'a Value, strategy: &str) -> &'a Value {
    let found = rows(report).iter().find(|row| row["strategy"] == strategy);
    found.expect("the strategy is compared")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn happy_des_exact_beside_simulated() {
    let report = document("--game happy-des --rounds 20000 --seed 7");
    assert_eq!(report["schema"], "tirage/1");
    assert_eq!(report["game"], "happy-des");
    assert_eq!(report["stake_cents"], 100, "the smallest stake");
    assert_eq!(report["rounds"], 20_000);
    assert_eq!(report["seed"], 7);
    assert_eq!(report["partial"], false);
    assert_eq!(report["readings"]["suite"], "any-order");
    assert_eq!(report["refused"], json!([]));
    for name in [
        "stop",
        "cumul",
        "figures",
        "identiques",
        "threshold:1.00:cumul",
        "threshold:4.00:identiques",
        "optimal",
        "worst",
    ] {
        row(&report, name);
    }
    let values = rows(&report)
        .iter()
        .map(|row| number(&row["exact"]["rtp"]["value"]));
    let values: Vec<f64> = values.collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "the best RTP first");

    let stop = row(&report, "stop");
    assert_eq!(stop["exact"]["rtp"]["fraction"], "7/10");
    assert_eq!(stop["exact"]["hit_frequency"]["fraction"], "2/3");
    // More than 1 EUR: 4 or 2 EUR, two thirds of 0.015 + 0.15.
    assert_eq!(stop["exact"]["profit"]["fraction"], "11/100");
    assert_eq!(stop["exact"]["max_payout_cents"], 400);
    assert_eq!(stop["exact"]["max_payout_probability"], 0.01);
    assert_eq!(stop["simulated"]["rounds"], 20_000);
    assert_eq!(stop["simulated"]["max_payout_cents"], 400);
    for row in rows(&report) {
        let (exact, played) = (&row["exact"], &row["simulated"]);
        assert_eq!(played["rtp"]["exact"], exact["rtp"]["value"]);
        assert!(
            number(&played["profit"]["estimate"]) <= number(&played["hit_frequency"]["estimate"])
        );
        let reach = number(&played["rtp"]["ci_high"]) - number(&played["rtp"]["estimate"]);
        let errors = reach / number(&played["rtp"]["standard_error"]);
        assert!(
            (errors - 2.575_829_303_55).abs() < 1e-6,
            "a normal interval: {errors}"
        );
        let distance = number(&played["rtp"]["estimate"]) - number(&exact["rtp"]["value"]);
        let z = distance / number(&exact["standard_deviation"]) * 20_000_f64.sqrt();
        assert!((number(&row["z"]) - z).abs() < 1e-6);
    }
}

#[test]
fn the_figures_are_those_of_run_and_exact() {
    let report = document("--game happy-des --stake 2 --rounds 10000 --reading suite=throw-order");
    let figures = row(&report, "figures");
    let options =
        "--game happy-des --strategy figures --stake 2 --reading suite=throw-order --format json";
    let exact = tirage(&format!("exact {options}")).out;
    let exact: Value = serde_json::from_str(&exact).expect("JSON");
    assert_eq!(figures["exact"]["rtp"], exact["rtp"]);
    assert_eq!(
        figures["exact"]["standard_deviation"],
        exact["standard_deviation"]
    );
    let run = tirage(&format!("run {options} --rounds 10000")).out;
    let run: Value = serde_json::from_str(&run).expect("JSON");
    assert_eq!(figures["simulated"]["rtp"], run["runs"][0]["rtp"]);
    assert_eq!(
        figures["simulated"]["hit_frequency"],
        run["runs"][0]["hit_frequency"]
    );
}

/// Whether or not a game has a solver, every one of its families stands in the comparison.
#[test]
fn every_game_is_compared() {
    for game in tirage::games::registry().expect("the games") {
        if is_slow(game.as_ref()) {
            continue;
        }
        let id = &game.card().id;
        let report = document(&format!("--game {id} --rounds 2000"));
        let names = |list: &str| -> Vec<String> {
            let rows = report[list].as_array().expect("a list").iter();
            rows.map(|row| row["strategy"].as_str().expect("a name").to_owned())
                .collect()
        };
        let named = [names("strategies"), names("refused")].concat();
        let head = |name: &str| name.split(':').next().map(str::to_owned);
        for family in game.families() {
            assert!(
                named.iter().any(|name| head(name) == head(family.pattern)),
                "{id}: {} is not among {named:?}",
                family.pattern
            );
        }
        for row in rows(&report) {
            assert_eq!(row["simulated"]["rounds"], 2000);
            assert_eq!(row["exact"].is_null(), row["independent"].is_null());
            assert_eq!(row["exact"].is_null(), !game.has_solver(), "{row}");
        }
    }
}

/// Whether the strategies of Trésors Ensablés take a build without optimisation minutes to solve.
fn is_slow(game: &dyn tirage::game::GameEntry) -> bool {
    cfg!(debug_assertions) && game.card().id == "tresors-ensables" && game.has_solver()
}

/// Examples of every argument, and what cannot be played, with the reason.
#[test]
fn tresors_ensables_on_one_draw() {
    let games = tirage::games::registry().expect("the games");
    if games.iter().any(|game| is_slow(game.as_ref())) {
        return;
    }
    let report = document("--game tresors-ensables --rounds 1000 --reading layout=one-draw");
    for name in [
        "chests:1",
        "chests:10",
        "lives:2",
        "gain:0.50",
        "gain:10.00",
    ] {
        row(&report, name);
    }
    for refused in report["refused"].as_array().expect("a list") {
        let reason = refused["reason"].as_str().expect("a reason");
        assert!(reason.contains("layout=one-draw"), "{refused}");
    }
    assert!(!rows(&report).iter().any(|row| row["strategy"] == "optimal"));
}

#[test]
fn the_text_fits_a_terminal() {
    let ran = tirage("compare --game happy-des --rounds 1000");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    for part in [
        "Happy Dés · 1.00 EUR",
        "1 000 rounds each · seed 20180709",
        "coefficient=stake-scaled",
        "threshold:2.00:figures",
        "70.0000",
        "40000.00",
    ] {
        assert!(ran.out.contains(part), "`{part}` is not in:\n{}", ran.out);
    }
    assert!(!ran.out.contains('~'), "nothing is estimated here");
    for line in ran.out.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

#[test]
fn csv_has_a_line_per_strategy() {
    let ran = tirage("compare --game happy-des --rounds 1000 --format csv");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let mut lines = ran.out.split("\r\n");
    assert_eq!(
        lines.next(),
        Some(
            "game,strategy,stake_cents,seed,rounds,rtp_exact,rtp_exact_low,rtp_exact_high,rtp,\
             rtp_standard_error,rtp_ci_low,rtp_ci_high,z,hit_frequency_exact,hit_frequency,\
             hit_frequency_standard_error,standard_deviation_exact,standard_deviation,profit_exact,\
             profit,profit_standard_error,max_payout_cents_exact,max_payout_probability_exact,\
             max_payout_cents,refused"
        )
    );
    let rows: Vec<Vec<&str>> = lines
        .filter(|line| !line.is_empty())
        .map(|line| line.split(',').collect())
        .collect();
    assert!(rows.iter().all(|row| row.len() == 25));
    let stop = rows.iter().find(|row| row[1] == "stop").expect("stop");
    assert_eq!(
        stop[..6],
        ["happy-des", "stop", "100", "20180709", "1000", "0.7"]
    );
    assert_eq!(stop[18], "0.11");
}

#[test]
fn threads_change_nothing() {
    let of = |threads: &str| {
        tirage(&format!(
            "compare --game happy-des --rounds 5000 --format json --threads {threads}"
        ))
    };
    assert_eq!(of("1").out, of("3").out);
}

#[test]
fn invalid_input_is_refused() {
    for (arguments, said) in [
        ("--game hapy-des", "did you mean `happy-des`"),
        ("--game happy-des --stake 3", "1.00, 2.00"),
        ("--game happy-des --reading suite=none", "any-order"),
        (
            "--game happy-des --reading sweet=any-order",
            "unknown reading `sweet`",
        ),
        (
            "--game happy-des --reading suite=any-order --reading suite=any-order",
            "given twice",
        ),
        ("--game happy-des --rounds 0", "rounds"),
        ("--game happy-des --seed -1", "seed"),
        ("--game happy-des --threads 0", "threads"),
        ("--game happy-des --format html", "html"),
        ("", "--game"),
    ] {
        let ran = tirage(&format!("compare {arguments}"));
        assert_eq!(ran.status, 2, "{arguments}: {}", ran.err);
        assert_eq!(ran.out, "");
        assert!(ran.err.contains(said), "{arguments}: {}", ran.err);
    }
}
