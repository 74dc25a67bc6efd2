//! `tirage readings`.

use serde_json::{Value, json};

use crate::support::tirage;

fn document(arguments: &str) -> Value {
    let ran = tirage(&format!("readings {arguments} --format json"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(ran.err, "");
    serde_json::from_str(&ran.out).expect("one document")
}

fn effects(report: &Value) -> &[Value] {
    report["effects"].as_array().expect("effects")
}

/// Question, answer and strategy of every effect that is not exactly nothing.
fn moved(report: &Value) -> Vec<[&str; 3]> {
    let moved = effects(report).iter();
    let moved = moved.filter(|effect| effect["difference_fraction"] != "0");
    moved
        .map(|effect| {
            ["question", "answer", "strategy"].map(|key| effect[key].as_str().expect("a name"))
        })
        .filter(|[_, _, strategy]| *strategy != "optimal")
        .collect()
}

#[test]
fn the_fields_of_the_contract() {
    let report = document("--game happy-des");
    assert_eq!(report["schema"], "tirage/1");
    assert_eq!(report["game"], "happy-des");
    assert_eq!(report["stake_cents"], 100);
    assert_eq!(
        report["base"],
        json!({
            "coefficient": "stake-scaled",
            "reroll-27": "unlimited",
            "full-house": "pays-as-brelan",
            "suite": "any-order",
            "figures": "best-only",
        })
    );
    let names = report["strategies"].as_array().expect("strategies").iter();
    let names: Vec<&str> = names.filter_map(|s| s["strategy"].as_str()).collect();
    assert_eq!(names, ["stop", "cumul", "figures", "identiques", "optimal"]);
    assert_eq!(report["strategies"][0]["fraction"], "7/10");
    // Five questions with eleven answers, each under five strategies.
    assert_eq!(effects(&report).len(), 11 * 5);
    for effect in effects(&report) {
        for key in [
            "question",
            "answer",
            "strategy",
            "rtp",
            "difference",
            "fraction",
        ] {
            assert!(!effect[key].is_null(), "{key} of {effect}");
        }
    }
}

#[test]
fn an_effect_is_the_difference_of_two_exact_rtps() {
    let report = document("--game happy-des --stake 2");
    for effect in effects(&report) {
        let base = report["strategies"].as_array().expect("strategies");
        let base = base.iter().find(|s| s["strategy"] == effect["strategy"]);
        let number = |value: &Value| value.as_f64().expect("a number");
        let expected = number(&effect["rtp"]) - number(&base.expect("a base")["rtp"]);
        assert!(
            (number(&effect["difference"]) - expected).abs() < 1e-11,
            "{effect}"
        );
        let answer = effect["answer"].as_str().expect("an answer");
        if report["base"][effect["question"].as_str().expect("a question")] == answer {
            assert_eq!(effect["default"], true);
            assert_eq!(effect["difference_fraction"], "0");
            assert_eq!(effect["same_law"], true);
        }
    }
    let found = effects(&report)
        .iter()
        .find(|effect| effect["answer"] == "never" && effect["strategy"] == "cumul");
    let exact = tirage(
        "exact --game happy-des --strategy cumul --stake 2 --reading reroll-27=never --format json",
    );
    let exact: Value = serde_json::from_str(&exact.out).expect("JSON");
    assert_eq!(
        found.expect("an effect")["fraction"],
        exact["rtp"]["fraction"]
    );
}

#[test]
fn the_questions_that_move_the_odds_of_happy_des() {
    let elsewhere = [
        ["reroll-27", "once", "cumul"],
        ["reroll-27", "never", "cumul"],
        ["full-house", "loses", "figures"],
        ["suite", "throw-order", "figures"],
        ["figures", "cumulated", "figures"],
    ];
    assert_eq!(moved(&document("--game happy-des")), elsewhere);
    let coefficient = ["cumul", "figures", "identiques"].map(|to| ["coefficient", "table", to]);
    let at_two = [&coefficient[..], &elsewhere].concat();
    assert_eq!(moved(&document("--game happy-des --stake 2")), at_two);
    for effect in effects(&document("--game happy-des")) {
        let same = effect["difference_fraction"] == "0";
        assert_eq!(effect["same_law"], same, "{effect}");
    }
}

/// The odds change where the articles leave them open, and on a visible board for best play alone.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimisation")]
fn the_questions_that_move_the_odds_of_tresors_ensables() {
    let report = document("--game tresors-ensables");
    let strategies = ["first-chest", "gold", "chests:3", "gain:2.00", "lives:1"];
    let all = |question, answer| {
        strategies
            .map(|strategy| [question, answer, strategy])
            .to_vec()
    };
    let wanted = [
        all("starting-lives", "2"),
        all("starting-lives", "1"),
        vec![["decisions", "chest-cell", "lives:1"]],
        all("overshoot", "lost-roll"),
        all("life-cap", "refused"),
        all("layout", "one-draw"),
    ];
    assert_eq!(moved(&report), wanted.concat());
    let best = effects(&report).iter();
    for effect in best.filter(|effect| effect["strategy"] == "optimal") {
        let moved = effect["difference"].as_f64();
        match (effect["answer"].as_str(), effect["default"].as_bool()) {
            (_, Some(true)) => assert_eq!(moved, Some(0.0)),
            (Some("one-draw"), _) => assert_eq!(moved, None, "refused"),
            (Some("visible"), _) => assert!(moved > Some(0.02), "{effect}"),
            _ => assert!(moved < Some(-0.004), "{effect}"),
        }
    }
}

#[test]
fn best_play_never_loses_to_the_others() {
    let report = document("--game happy-des --stake 2");
    let rtp = |effect: &Value| effect["rtp"].as_f64().expect("a number");
    for effects in effects(&report).chunks(5) {
        let best = rtp(&effects[4]);
        assert_eq!(effects[4]["strategy"], "optimal");
        assert!(
            effects.iter().all(|effect| rtp(effect) <= best + 1e-12),
            "{effects:?}"
        );
    }
}

#[test]
fn the_text_is_made_to_be_read() {
    let ran = tirage("readings --game happy-des");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    for part in [
        "Happy Dés · 1.00 EUR",
        "all defaults",
        "70.0000",
        "stake-scaled",
        "-5.2494",
        "No effect on the law of payouts of these strategies at this stake: coefficient.",
        "reroll-27 (article 2.4.1.3): how often a score of 27 is thrown again",
        "never: not at all",
    ] {
        assert!(
            ran.said().contains(part),
            "`{part}` is not in:\n{}",
            ran.out
        );
    }
    for line in ran.out.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

/// A game has a solver, and then effects, or it is refused with the names of those that have one.
#[test]
fn games_without_a_solver_are_refused() {
    for game in tirage::games::registry().expect("the games") {
        let id = game.card().id.as_str();
        // Best play takes a test build long.
        if id == "tresors-ensables" && game.has_solver() {
            continue;
        }
        let ran = tirage(&format!("readings --game {id} --format json"));
        if game.has_solver() {
            assert_eq!(ran.status, 0, "{id}: {}", ran.err);
            let report: Value = serde_json::from_str(&ran.out).expect("JSON");
            assert!(!effects(&report).is_empty(), "{id}");
        } else {
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{id}: {}", ran.err);
            assert!(ran.err.contains("no exact solver"), "{}", ran.err);
            assert!(ran.err.contains("happy-des"), "{}", ran.err);
        }
    }
}

#[test]
fn invalid_input_is_refused() {
    for (arguments, said) in [
        ("--game hapy-des", "did you mean `happy-des`"),
        ("--game happy-des --stake 3", "1.00, 2.00"),
        ("--game happy-des --format csv", "csv"),
        ("", "--game"),
    ] {
        let ran = tirage(&format!("readings {arguments}"));
        assert_eq!(ran.status, 2, "{arguments}: {}", ran.err);
        assert_eq!(ran.out, "");
        assert!(ran.err.contains(said), "{arguments}: {}", ran.err);
    }
}
