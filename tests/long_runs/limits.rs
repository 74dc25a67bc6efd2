//! `--max-time` and `--rtp-half-width`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::program::{ended, timeless, tirage};

fn report(ran: &crate::program::Ran) -> Value {
    serde_json::from_str(&ran.out).expect("a report")
}

/// Every run gets its share, ends with a whole chunk, and the exit status is that of the verdict: to stop was
/// asked for. The state can be gone on with.
#[test]
fn the_time_is_shared_among_the_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let scenario = "seed = 2\nrounds = \"1e12\"\n\
        [[run]]\ngame = \"happy-des\"\nstrategy = \"stop\"\n\
        [[run]]\ngame = \"happy-des\"\nstrategy = \"cumul\"\n\
        [[run]]\ngame = \"clefs-du-tresor\"\nstrategy = \"play\"\n";
    std::fs::write(at.join("s.toml"), scenario).expect("a file");
    let ran = tirage(
        at,
        "run s.toml --max-time 1500ms --format json --checkpoint state",
    );
    ended(&ran, 0, &["the time allowed is over"]);
    let stopped = report(&ran);
    assert_eq!(stopped["stopped"], "max-time");
    assert_eq!(stopped["partial"], true);
    let mut rounds = Vec::new();
    for run in stopped["runs"].as_array().expect("runs") {
        assert_eq!(run["ended"], "max-time");
        let played = run["rounds"].as_u64().expect("rounds");
        assert!(played > 0 && played.is_multiple_of(1 << 20), "{played}");
        rounds.push(played);
    }
    // What was played is the beginning of the run.
    let same = tirage(
        at,
        &format!(
            "run --game happy-des --strategy cumul --seed 2 --rounds {} --format json",
            rounds[1]
        ),
    );
    let same = report(&same);
    assert_eq!(same["runs"][0]["payouts"], stopped["runs"][1]["payouts"]);
    assert_eq!(same["runs"][0]["tables"], stopped["runs"][1]["tables"]);
    let more = report(&tirage(
        at,
        "run --resume state --max-time 300ms --format json",
    ));
    assert!(more["runs"][0]["rounds"].as_u64() > Some(rounds[0]));
    let text = tirage(at, "run --resume state --max-time 100ms");
    assert!(
        text.out.contains("STOPPED  The time allowed was over"),
        "{}",
        text.out
    );
    for wrong in ["0s", "10", "soon", "-1s"] {
        ended(
            &tirage(at, &format!("run --max-time={wrong}")),
            2,
            &[wrong, "90s"],
        );
    }
    // Enough time changes nothing.
    let run = "run --game happy-des --strategy stop --rounds 1e6 --format json";
    let (with, without) = (tirage(at, &format!("{run} --max-time 1h")), tirage(at, run));
    assert_eq!(timeless(&with.out), timeless(&without.out));
}

/// z of 99 %, two-sided.
const Z: f64 = 2.575_829_303_548_9;

/// The rounds are (z σ / w)², σ² from the law that `tirage exact` prints, summed here.
#[test]
fn a_half_width_is_turned_into_rounds_beforehand() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let law = report(&tirage(
        at,
        "exact --game happy-des --strategy stop --format json",
    ));
    let moment = |power: i32| -> f64 {
        let payouts = law["payouts"].as_array().expect("payouts");
        let term = |p: &Value| {
            let euros = p["cents"].as_f64().expect("cents") / 100.0;
            p["probability"].as_f64().expect("a number") * euros.powi(power)
        };
        payouts.iter().map(term).sum()
    };
    let variance = moment(2) - moment(1).powi(2);
    let expected = (Z / 0.001).powi(2) * variance;
    let ran = tirage(
        at,
        "run --game happy-des --strategy stop --rtp-half-width 0.001 --format json",
    );
    ended(&ran, 0, &["a half width of 0.001 takes"]);
    let run = report(&ran)["runs"][0].clone();
    let rounds = run["rounds"].as_u64().expect("rounds") as f64;
    assert!((rounds - expected).abs() < 2.0, "{rounds} {expected}");
    assert_eq!(run["ended"], "rtp-half-width");
    assert_eq!(run["precision"]["rounds_needed"], run["rounds"]);
    let width = run["rtp"]["ci_high"].as_f64().expect("a number")
        - run["rtp"]["ci_low"].as_f64().expect("a number");
    assert!((width / 0.002 - 1.0).abs() < 0.01, "{width}");
    // A number of rounds given is the most.
    let ran = tirage(
        at,
        "run --game happy-des --strategy stop --rounds 1e6 --rtp-half-width 0.001 --format json",
    );
    ended(&ran, 0, &["takes", "1000000 were asked for"]);
    let run = report(&ran)["runs"][0].clone();
    assert_eq!(
        (run["rounds"].as_u64(), run["ended"].as_str()),
        (Some(1_000_000), Some("rounds"))
    );
    // A block is certain once it is sold out; players are whole.
    let ran = tirage(
        at,
        "run --game o-secousses --strategy buy --rtp-half-width 0.000001 --format json",
    );
    let run = report(&ran)["runs"][0].clone();
    let block = run["tables"]
        .as_array()
        .expect("tables")
        .iter()
        .find(|t| t["block"] == true);
    let block = block.expect("a block")["denominator"]
        .as_u64()
        .expect("tickets");
    let rounds = run["rounds"].as_u64().expect("rounds");
    assert!(rounds <= block && rounds + 2 > block, "{rounds} of {block}");
    let ran = tirage(
        at,
        "run --game clefs-du-tresor --strategy play --plays 7 --rtp-half-width 0.02 --format json",
    );
    let run = report(&ran)["runs"][0].clone();
    assert!(run["rounds"].as_u64().expect("rounds").is_multiple_of(7));
    for wrong in ["0", "1", "-0.1", "x"] {
        ended(
            &tirage(at, &format!("run --rtp-half-width={wrong}")),
            2,
            &[wrong, "half width"],
        );
    }
    let tiny = tirage(
        at,
        "run --game happy-des --strategy stop --rtp-half-width 1e-9",
    );
    ended(&tiny, 2, &["1e15"]);
}

/// Plays depend on each other in the long run: the exact variance says by how much. Of 200 means of stretches of
/// 20 000 plays, as many of the intervals hold the exact RTP as at 99 %: the number outside is binomial
/// with mean 2, and more than 9 are seen with a chance of 4e-5. The seeds are fixed.
#[test]
fn the_long_run_variance_is_that_of_the_means() {
    use tirage::tally::Moments;
    let games = tirage::games::registry().expect("games");
    let clefs = games
        .iter()
        .find(|game| game.card().id == "clefs-du-tresor")
        .expect("a game");
    let stake = clefs.card().stakes[0];
    let run = clefs
        .prepare("play", stake, &BTreeMap::new(), None)
        .expect("a run");
    let (_, solution) = clefs
        .solve("play", stake, &BTreeMap::new(), None)
        .expect("a law");
    let solution = solution.expect("a solver");
    let chain = solution.chain.as_ref().expect("states");
    let long = chain
        .long_run(|_, _, payout| tirage::exact::ratio(payout.0, 1))
        .expect("moments");
    let (mean, variance) = (
        tirage::exact::to_f64(&long.mean),
        tirage::exact::to_f64(&long.asymptotic),
    );
    let reach = Z * (variance / 20_000.0).sqrt();
    let mut outside = 0;
    for chunk in 0..200 {
        let mut tally = run.empty_tally();
        let key = run.spec().stream_key(77, run.kernel());
        run.play(
            key.generator(tirage::rng::Family::Pcg64Dxsm, chunk),
            20_000,
            &mut tally,
        );
        outside += u32::from((Moments::of(&tally).mean() - mean).abs() > reach);
    }
    assert!(outside <= 9, "{outside} of 200");
}
