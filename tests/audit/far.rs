//! P-values far below the smallest float, and which questions a strategy leaves idle.

use serde_json::Value;
use tirage::exact::{Bounds, ratio};
use tirage::units::Cents;

use crate::cli::{audit, json};
use crate::sample::{answers, game, games};

/// Plays of Happy Dés, stopped at once, that all paid 4 EUR.
fn all_won(plays: u64) -> Value {
    let text =
        format!("game,stake_cents,payout_cents,count,strategy\nhappy-des,100,400,{plays},stop\n");
    json(&audit(&text, &["--game", "happy-des", "--format", "json"]))
}

fn check<'a>(report: &'a Value, id: &str) -> &'a Value {
    let checks = report["checks"].as_array().expect("checks").iter();
    checks
        .into_iter()
        .find(|check| check["id"] == id)
        .expect("the check")
}

/// ln P(χ² >= x) of one degree of freedom: P is twice the normal tail at √x, by its asymptotic series.
fn ln_chi2_sf(x: f64) -> f64 {
    let z = x.sqrt();
    let series = 1.0 - 1.0 / x + 3.0 / (x * x) - 15.0 / (x * x * x);
    2.0_f64.ln() - 0.5 * x - 0.5 * std::f64::consts::TAU.ln() - z.ln() + series.ln()
}

/// The likelihood of a mean m where n plays all paid the most, 400, of 0 to 400: the best law with that mean
/// pays 400 with probability m / 400, and nothing between.
#[test]
fn the_rtp_is_rejected_by_its_logarithm() {
    for plays in [200, 10_000, 130_000] {
        let report = all_won(plays);
        let most = 100.0 * report["groups"][0]["rtp_high"].as_f64().expect("a number");
        assert!((70.0..71.0).contains(&most), "the RTP is 0.7");
        let ratio = 2.0 * plays as f64 * (400.0 / most).ln();
        let expected = ln_chi2_sf(ratio) / 10.0_f64.ln();
        let found = check(&report, "rtp:happy-des")["log10_p"]
            .as_f64()
            .expect("a number");
        assert!(
            (found / expected - 1.0).abs() < 1e-9,
            "{plays}: {found} {expected}"
        );
        assert!(plays == 200 || expected < -7_000.0, "far below floats");
    }
    // A million plays: about 1e-1200000, of which it is said that it is at most 1e-100000.
    let report = all_won(1_000_000);
    let rtp = check(&report, "rtp:happy-des");
    assert!((rtp["log10_p"].as_f64().expect("a number") + 100_000.0).abs() < 1e-6);
    let note = rtp["note"].as_str().expect("a note");
    assert!(note.ends_with("p is at most 1e-100000"), "{note}");
}

/// What is shown is no 0 either, before and after the correction.
#[test]
fn tiny_p_values_are_shown() {
    let text = "game,stake_cents,payout_cents,count,strategy\nhappy-des,100,400,10000,stop\n";
    let out = audit(text, &["--game", "happy-des"]);
    assert_eq!(out.status, 3);
    for id in ["payouts:happy-des", "rtp:happy-des"] {
        let mut lines = out.stdout.lines();
        lines.find(|line| line.trim() == id).expect(id);
        let line = lines.next().expect("figures");
        let exponents = line.split("e-").skip(1);
        let exponents = exponents.map(|rest| {
            rest.split(' ')
                .next()
                .and_then(|digits| digits.parse().ok())
        });
        let exponents: Option<Vec<u32>> = exponents.collect();
        let exponents = exponents.expect("numbers");
        assert!(
            exponents.len() == 2 && exponents.iter().all(|e| *e > 7_000),
            "{line}"
        );
    }
    let rejected = out
        .stdout
        .lines()
        .find(|line| line.contains("rejected by payouts"));
    assert!(
        rejected.is_none_or(|line| line.contains("e-1")),
        "{rejected:?}"
    );
    let report = all_won(10_000);
    let log10 = report["readings"][0]["adjusted_log10_p"]
        .as_f64()
        .expect("a number");
    assert!(
        log10 < -7_000.0 && report["readings"][0]["adjusted_p"] == 0.0,
        "{log10}"
    );
}

/// Questions that are said to be idle change no bound of any payout, whatever the answers to the others; those
/// that are not said to be do under some.
#[test]
fn idle_questions_change_no_law() {
    let games = games();
    let game = game(&games, "tresors-ensables");
    let stake = game.card().stakes[0];
    let bounds = |strategy: &str, pairs: &[(&str, &str)]| {
        let found = game.payout_bounds(strategy, stake, &answers(pairs), None);
        found.expect("a lawful run").expect("bounds")
    };
    for (strategy, idle) in [
        ("first-chest", &["board", "decisions"][..]),
        ("gold", &["board", "decisions"]),
        ("chests:2", &["board", "decisions"]),
        ("gain:1.00", &["board", "decisions"]),
        ("lives:2", &["board"]),
        ("optimal", &[]),
        ("worst", &[]),
    ] {
        assert_eq!(
            game.idle_questions(strategy).expect("a strategy"),
            idle,
            "{strategy}"
        );
        if idle.is_empty() {
            continue;
        }
        for others in [
            &[][..],
            &[("starting-lives", "1"), ("life-cap", "refused")],
            &[
                ("layout", "one-draw"),
                ("overshoot", "lost-roll"),
                ("starting-lives", "2"),
            ],
        ] {
            let base = bounds(strategy, others);
            for (question, answer) in [("board", "visible"), ("decisions", "chest-cell")] {
                let other = bounds(strategy, &[others, &[(question, answer)]].concat());
                assert_eq!(
                    base == other,
                    idle.contains(&question),
                    "{strategy} {question} {others:?}"
                );
            }
            let sum = |end: fn(&Bounds) -> &tirage::exact::Ratio| {
                base.values().map(end).sum::<tirage::exact::Ratio>()
            };
            assert!(
                sum(|b| &b.low) <= ratio(1, 1) && ratio(1, 1) <= sum(|b| &b.high),
                "{strategy}"
            );
            assert!(base.contains_key(&Cents(0)), "{strategy}");
        }
    }
    assert!(game.idle_questions("golden").is_err());
}
