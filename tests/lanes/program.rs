//! The program with one kernel or the other, one instruction set or the other.

use std::collections::BTreeMap;

use assert_cmd::Command;
use serde_json::Value;
use tirage::games;

#[test]
fn a_reading_without_a_kernel_of_many_rounds_falls_back_and_says_so() {
    let registry = games::registry().expect("the built-in tables");
    let kernel = |game: &str, strategy: &str, question: &str, answer: &str| {
        let game = registry.iter().find(|entry| entry.card().id == game);
        let game = game.expect("a built-in game");
        let readings = BTreeMap::from([(question.to_owned(), answer.to_owned())]);
        let stake = game.card().stakes[0];
        let run = game.prepare(strategy, stake, &readings, None);
        run.expect("a run").kernel()
    };
    for (game, strategy, question, answer, expected) in [
        (
            "clefs-du-tresor",
            "play",
            "key-draw",
            "on-losing-play",
            "lanes",
        ),
        ("clefs-du-tresor", "play", "key-draw", "per-play", "lanes"),
        (
            "clefs-du-tresor",
            "play",
            "key-draw",
            "independent",
            "reference",
        ),
        ("happy-des", "cumul", "reroll-27", "once", "reference"),
        ("happy-des", "figures", "reroll-27", "once", "lanes"),
        ("happy-des", "figures", "figures", "cumulated", "reference"),
        ("happy-des", "figures", "suite", "throw-order", "lanes"),
        ("o-secousses", "buy", "emitter", "proof", "lanes"),
        ("o-secousses", "buy", "order", "by-tree", "reference"),
        ("piece-dor", "buy", "emitter", "proof", "lanes"),
        (
            "tresors-ensables",
            "optimal",
            "life-cap",
            "refused",
            "lanes-2",
        ),
        (
            "tresors-ensables",
            "worst",
            "decisions",
            "chest-cell",
            "lanes-2",
        ),
        (
            "tresors-ensables",
            "lives:2",
            "decisions",
            "chest-cell",
            "lanes-2",
        ),
        ("tresors-ensables", "gold", "starting-lives", "1", "lanes-2"),
        (
            "tresors-ensables",
            "gold",
            "overshoot",
            "lost-roll",
            "reference",
        ),
        (
            "tresors-ensables",
            "optimal",
            "board",
            "visible",
            "reference",
        ),
        (
            "tresors-ensables",
            "gold",
            "layout",
            "one-draw",
            "reference",
        ),
    ] {
        assert_eq!(
            kernel(game, strategy, question, answer),
            expected,
            "{question}={answer}"
        );
    }
}

fn report(arguments: &str, instructions: Option<&str>) -> Value {
    let mut command = Command::cargo_bin("tirage").expect("the program");
    command.args(arguments.split_whitespace());
    if let Some(instructions) = instructions {
        command.env("TIRAGE_SIMD", instructions);
    }
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    let mut report: Value = serde_json::from_slice(&output.stdout).expect("one document");
    report["provenance"]["started_at"] = Value::Null;
    for run in report["runs"].as_array_mut().expect("runs") {
        run["elapsed_seconds"] = Value::Null;
        run["rounds_per_second"] = Value::Null;
    }
    report
}

/// AVX-512, AVX2 and neither; where a processor lacks one it is the same code as the next.
#[test]
fn instruction_sets_do_not_change_a_byte() {
    let arguments = "run --rounds 3e6 --seed 11 --format json";
    let best = report(arguments, None);
    for instructions in ["avx2", "portable"] {
        assert_eq!(
            best,
            report(arguments, Some(instructions)),
            "{instructions}"
        );
    }
    let kernels = best["provenance"]["kernel"].as_str().expect("kernels");
    assert!(kernels.contains("lanes"), "{kernels}");
}

#[test]
fn the_kernel_of_choice_plays_and_names_itself() {
    let arguments = "run --game happy-des --strategy stop --rounds 1e5 --format json";
    let fast = report(arguments, None);
    assert_eq!(fast["runs"][0]["kernel"], "lanes");
    assert_eq!(fast["provenance"]["kernel"], "lanes");
    assert_eq!(fast["provenance"]["rng"], "xoshiro256++");
    let reference = report(&format!("{arguments} --kernel reference"), None);
    assert_eq!(reference["runs"][0]["kernel"], "reference");
    assert_eq!(reference["provenance"]["kernel"], "reference");
    assert_eq!(reference["provenance"]["rng"], "pcg64dxsm");
    assert_ne!(fast["runs"][0]["payouts"], reference["runs"][0]["payouts"]);
    let chacha = report(&format!("{arguments} --generator chacha8"), None);
    assert_eq!(chacha["provenance"]["rng"], "chacha8");
}

/// Every family of strategies but those that the solver makes, a billion rounds of each; played here for
/// fewer, under the scenario's own seed and its family-wise level of 1e-3.
#[test]
fn the_nightly_scenario_leaves_no_strategy_out() {
    let text = std::fs::read_to_string("scenarios/nightly.toml").expect("the scenario");
    assert!(text.contains("\nrounds = \"1e9\"\n"));
    let night = report(
        "run scenarios/nightly.toml --rounds 1e5 --format json",
        None,
    );
    let runs = night["runs"].as_array().expect("runs");
    let played: Vec<(&str, &str)> = runs
        .iter()
        .map(|run| {
            let name = run["strategy"].as_str().expect("a strategy");
            let head = name.split(':').next().expect("a name");
            (run["game"].as_str().expect("a game"), head)
        })
        .collect();
    let mut offered = Vec::new();
    let registry = games::registry().expect("the built-in tables");
    for game in &registry {
        for family in game.families() {
            let head = family.pattern.split(':').next().expect("a name");
            if !["optimal", "worst"].contains(&head) {
                offered.push((game.card().id.as_str(), head));
            }
        }
    }
    assert_eq!(played, offered);
}
