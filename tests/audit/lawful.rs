//! Lawful logs are not accused.
//!
//! At a level of 1e-5 per audit the chance of a false alarm is at most 1e-5 in each: at most 0.6 % in all
//! 520 audits of the long test together, and under 0.1 % in the short one.

use std::sync::atomic::AtomicBool;

use tirage::audit::{Rules, Verdict};
use tirage::engine::{Plan, PlannedRun, Pool};
use tirage::game::GameEntry;
use tirage::observed::{Auditor, read_from};
use tirage::rng::Family;
use tirage::units::Stake;

use crate::sample::{answers, defaults, game, games, law, log, multinomial};

const RULES: Rules = Rules {
    alpha: 1e-5,
    power: 0.9,
    cell_tolerance: None,
    rtp_tolerance: None,
};

/// Every strategy of a game, with some argument where it has one.
pub(crate) fn strategies(game: &dyn GameEntry) -> &'static [&'static str] {
    match game.card().id.as_str() {
        "tresors-ensables" => &[
            "first-chest",
            "gold",
            "chests:3",
            "gain:2.00",
            "lives:1",
            "optimal",
            "worst",
        ],
        "happy-des" => &[
            "stop",
            "cumul",
            "figures",
            "identiques",
            "threshold:2.00:figures",
            "optimal",
            "worst",
        ],
        "clefs-du-tresor" => &["play"],
        _ => &["buy"],
    }
}

/// 1e6 plays, of Trésors 2e7.
fn plays(game: &dyn GameEntry) -> u64 {
    if game.card().id == "tresors-ensables" {
        20_000_000
    } else {
        1_000_000
    }
}

fn audit(
    auditor: &Auditor<'_>,
    game: &dyn GameEntry,
    strategy: &str,
    stake: Stake,
    seeds: std::ops::Range<u64>,
) {
    let law = law(game, strategy, stake, &[]);
    for seed in seeds {
        let counts = multinomial(&law, plays(game), seed);
        let log = log(game, stake, Some(strategy), &counts);
        let found = auditor
            .judge(&log, &defaults(game), &RULES)
            .expect("an audit");
        let checks = &found.alternatives[found.shown].checks;
        assert_eq!(
            found.verdict,
            Verdict::Pass,
            "{} {strategy} {stake}, seed {seed}: {checks:#?}",
            game.card().id
        );
        assert!(checks.len() >= 2, "something was tested");
    }
}

#[test]
fn lawful_logs_pass() {
    let games = games();
    for game in &games {
        let auditor = Auditor::new(game.as_ref());
        let stake = game.card().stakes[0];
        for strategy in strategies(game.as_ref()) {
            audit(&auditor, game.as_ref(), strategy, stake, 0..1);
        }
    }
}

/// 20 seeds of every game, stake and strategy: some minutes.
#[test]
#[ignore = "some minutes; run with --release -- --ignored"]
fn lawful_logs_pass_under_twenty_seeds() {
    let games = games();
    for game in &games {
        let auditor = Auditor::new(game.as_ref());
        for stake in &game.card().stakes {
            for strategy in strategies(game.as_ref()) {
                audit(&auditor, game.as_ref(), strategy, *stake, 100..120);
            }
        }
    }
}

/// All readings are tried, and the one that was played is among those that fit.
#[test]
fn clefs_under_another_reading_is_compatible_with_that_reading() {
    let games = games();
    let game = game(&games, "clefs-du-tresor");
    let stake = game.card().stakes[0];
    let auditor = Auditor::new(game);
    for answer in ["on-losing-play", "per-play", "independent"] {
        let law = law(game, "play", stake, &[("key-draw", answer)]);
        let log = log(game, stake, None, &multinomial(&law, 1_000_000, 7));
        let named = tirage::observed::Log {
            plays: named(&log, "play"),
            ..log
        };
        let found = auditor
            .judge(&named, &answers(&[]), &RULES)
            .expect("an audit");
        assert_eq!(found.verdict, Verdict::Pass, "{answer}");
        assert_eq!(found.alternatives.len(), 3);
        let fits = found
            .alternatives
            .iter()
            .filter(|one| one.verdict == Some(Verdict::Pass));
        let fits: Vec<&str> = fits.map(|one| one.answers["key-draw"].as_str()).collect();
        assert_eq!(fits, [answer], "only the reading that was played");
        assert_eq!(found.alternatives[found.shown].answers["key-draw"], answer);
    }
}

fn named(
    log: &tirage::observed::Log,
    strategy: &str,
) -> std::collections::BTreeMap<tirage::observed::Group, tirage::observed::Plays> {
    let name = |(group, plays): (&tirage::observed::Group, &tirage::observed::Plays)| {
        let group = tirage::observed::Group {
            strategy: Some(strategy.to_owned()),
            ..group.clone()
        };
        (group, plays.clone())
    };
    log.plays.iter().map(name).collect()
}

/// A log that happens to fit several readings names them all, and a whole product of answers is tried.
#[test]
fn readings_of_happy_des_are_told_apart() {
    let games = games();
    let game = game(&games, "happy-des");
    let stake = Stake::from_cents(200);
    let auditor = Auditor::new(game);
    let played = [("coefficient", "table"), ("full-house", "loses")];
    let law = law(game, "figures", stake, &played);
    let log = log(
        game,
        stake,
        Some("figures"),
        &multinomial(&law, 1_000_000, 3),
    );
    let found = auditor
        .judge(&log, &answers(&[]), &RULES)
        .expect("an audit");
    assert_eq!(found.verdict, Verdict::Pass);
    // Four questions bear on figures, reroll-27 does not: 16 sets of answers.
    assert_eq!(found.alternatives.len(), 16);
    assert!(
        found.notes.iter().any(|note| note.contains("reroll-27")),
        "{:?}",
        found.notes
    );
    let shown = &found.alternatives[found.shown];
    assert_eq!(
        (
            shown.answers["coefficient"].as_str(),
            shown.answers["full-house"].as_str()
        ),
        ("table", "loses")
    );
    assert_eq!(
        found.alternatives[0].verdict,
        Some(Verdict::Fail),
        "not the default"
    );
}

/// Draws that the engine made, as an operator would write them down.
#[test]
fn the_draws_of_the_engine_pass() {
    for game in &games() {
        let game = game.as_ref();
        let stake = game.card().stakes[0];
        let strategy = strategies(game)[0];
        let prepared = game
            .prepare(strategy, stake, &answers(&[]), None)
            .expect("a run");
        let plan = Plan {
            seed: 77,
            generator: Family::Pcg64Dxsm,
            runs: vec![PlannedRun {
                prepared,
                rounds: 100_000,
            }],
        };
        let pool = Pool::new(None).expect("threads");
        let outcomes = pool.play(&plan, &AtomicBool::new(false), &());
        let mut text = "game,stake_cents,table,label,count\n".to_owned();
        for (table, counts) in game.card().tables.iter().zip(&outcomes[0].tally.tables) {
            for (row, count) in table
                .rows
                .iter()
                .zip(counts)
                .filter(|(_, count)| **count > 0)
            {
                let (id, label) = (&game.card().id, &row.label);
                text += &format!("{id},{},{},\"{label}\",{count}\n", stake.cents(), table.id);
            }
        }
        let log = read_from(text.as_bytes(), game).expect("a file");
        assert_eq!(log.bad, 0, "{:?}", log.faults);
        let found = Auditor::new(game)
            .judge(&log, &answers(&[]), &RULES)
            .expect("an audit");
        assert_eq!(
            found.verdict,
            Verdict::Pass,
            "{}: {:#?}",
            game.card().id,
            found.alternatives[0].checks
        );
        assert_eq!(found.alternatives.len(), 1);
    }
}

/// Plays of Clefs depend on each other through the keys. Per payout, the variance of a long log's count over
/// that of as many independent plays is at most 1 to five digits, so that tests made for independent plays, which
/// look at too large deviations only, keep their level.
#[test]
fn the_keys_do_not_widen_counts() {
    let games = games();
    let game = game(&games, "clefs-du-tresor");
    for answer in ["on-losing-play", "per-play", "independent"] {
        let solved = game.solve(
            "play",
            game.card().stakes[0],
            &answers(&[("key-draw", answer)]),
            None,
        );
        let chain = solved
            .expect("a run")
            .1
            .expect("a solution")
            .chain
            .expect("a chain");
        let payouts = chain
            .stages()
            .iter()
            .flat_map(|stage| stage.stays.keys().chain(stage.moves.keys()));
        for &payout in payouts.collect::<std::collections::BTreeSet<_>>() {
            let one = |wanted: bool| tirage::exact::ratio(i64::from(wanted), 1);
            let counts = chain
                .long_run(|_, _, paid| one(paid == payout))
                .expect("a chain");
            let wider = tirage::exact::to_f64(&(counts.asymptotic / counts.marginal));
            assert!(wider < 1.00001, "{answer} {payout}: {wider}");
        }
    }
}
