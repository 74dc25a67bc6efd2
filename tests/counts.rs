//! Counters against the solution: what is tested, and what is found.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use tirage::audit::{Check, Method, Verdict};
use tirage::engine::{Outcome, Plan, PlannedRun, Pool};
use tirage::exact::to_f64;
use tirage::game::CountSpread;
use tirage::games::registry;
use tirage::report::{Finished, build};
use tirage::rng::Family;
use tirage::tally::Tally;

/// Fixed before the first run. Half a dozen runs are judged at a family-wise level of 1e-3 each.
const SEED: u64 = 20_180_709;

const ROUNDS: u64 = 200_000;

/// One run of a game's first stake, played.
struct Played {
    plan: Plan,
    outcomes: Vec<Outcome>,
}

impl Played {
    fn new(game: &str, strategy: &str, readings: &[(&str, &str)]) -> Self {
        let games = registry().expect("the built-in tables");
        let entry = games
            .iter()
            .find(|entry| entry.card().id == game)
            .expect("a game");
        let readings: BTreeMap<String, String> = readings
            .iter()
            .map(|(q, a)| ((*q).to_owned(), (*a).to_owned()))
            .collect();
        let prepared = entry.prepare(strategy, entry.card().stakes[0], &readings, None);
        let plan = Plan {
            seed: SEED,
            generator: Family::Pcg64Dxsm,
            runs: vec![PlannedRun {
                prepared: prepared.expect("prepared"),
                rounds: ROUNDS,
            }],
        };
        let pool = Pool::new(None).expect("threads");
        let outcomes = pool.play(&plan, &AtomicBool::new(false), &());
        Self { plan, outcomes }
    }

    /// The checks of counters, all checks of the run being judged together.
    fn counts(&self) -> Vec<Check> {
        let games = registry().expect("the built-in tables");
        let finished = Finished {
            titles: &[],
            plan: &self.plan,
            outcomes: &self.outcomes,
            rules: tirage::audit::Rules::default(),
            started_at: SystemTime::now(),
        };
        let report = build(&games, &finished).expect("a report");
        let checks = report.runs[0].checks.clone();
        checks
            .into_iter()
            .filter(|check| check.id.starts_with("count:"))
            .collect()
    }

    /// Adds to a counter.
    fn tamper(&mut self, game: &str, counter: &str, more: i64) {
        let games = registry().expect("the built-in tables");
        let entry = games
            .iter()
            .find(|entry| entry.card().id == game)
            .expect("a game");
        let at = entry
            .card()
            .counters
            .iter()
            .position(|known| known.id == counter)
            .expect("a counter");
        let tally: &mut Tally = &mut self.outcomes[0].tally;
        tally.counters[at] = tally.counters[at]
            .checked_add_signed(more)
            .expect("a count");
    }
}

fn names(checks: &[Check]) -> Vec<&str> {
    checks
        .iter()
        .map(|check| check.id.split_once('/').expect("a counter").1)
        .collect()
}

#[test]
fn what_comes_at_most_once_is_binomial() {
    let gold = Played::new("tresors-ensables", "gold", &[]).counts();
    let mut expected = vec!["deaths", "gold-reached"];
    let landed: Vec<String> = (1..=10)
        .map(|chest| format!("landed-{}", 6 * chest))
        .collect();
    let chests: Vec<String> = (0..=10).map(|chests| format!("chests-{chests}")).collect();
    expected.extend(landed.iter().chain(&chests).map(String::as_str));
    assert_eq!(names(&gold), expected);
    let happy = Played::new("happy-des", "figures", &[]).counts();
    assert!(names(&happy).contains(&"figures-carre") && !names(&happy).contains(&"stage-1-rolls"));
    for check in gold.iter().chain(&happy) {
        assert_eq!(
            (check.method, check.verdict),
            (Method::Binomial, Verdict::Pass),
            "{check:?}"
        );
    }
}

#[test]
fn keys_and_chests_have_the_variance_of_the_chain() {
    let counters = [
        "keys",
        "chests-opened",
        "plays-with-0-keys",
        "plays-with-1-key",
        "plays-with-2-keys",
    ];
    for reading in ["on-losing-play", "per-play", "independent"] {
        let checks = Played::new("clefs-du-tresor", "play", &[("key-draw", reading)]).counts();
        assert_eq!(names(&checks), counters);
        for check in &checks {
            assert_eq!(
                (check.method, check.verdict),
                (Method::LongRunNormal, Verdict::Pass),
                "{check:?}"
            );
        }
    }
}

/// Seven deviations of the chain are fewer than four of a binomial count, which would have let them pass.
#[test]
fn a_few_chests_too_many_are_found() {
    let game = "clefs-du-tresor";
    let mut played = Played::new(game, "play", &[]);
    let games = registry().expect("the built-in tables");
    let entry = games
        .iter()
        .find(|entry| entry.card().id == game)
        .expect("a game");
    let solved = entry.solve("play", entry.card().stakes[0], &BTreeMap::new(), None);
    let facts = solved.expect("solved").1.expect("a solver").facts;
    let fact = facts
        .iter()
        .find(|fact| fact.id == "chests-opened")
        .expect("a fact");
    let Some(CountSpread::LongRun { variance, .. }) = &fact.spread else {
        panic!("no spread");
    };
    let (p, n) = (to_f64(&fact.value), ROUNDS as f64);
    let spread = (n * to_f64(variance)).sqrt();
    assert!(7.0 * spread < 4.0 * (n * p * (1.0 - p)).sqrt());
    let opened = played
        .counts()
        .into_iter()
        .find(|check| check.id.ends_with("chests-opened"));
    let excess = (7.0 - opened.expect("tested").statistic) * spread;
    played.tamper(game, "chests-opened", excess as i64);
    let failed: Vec<Check> = played
        .counts()
        .into_iter()
        .filter(|check| check.verdict == Verdict::Fail)
        .collect();
    assert_eq!(names(&failed), ["chests-opened"]);
}

#[test]
fn a_chest_skipped_once_in_twenty_landings_is_found() {
    let mut played = Played::new("tresors-ensables", "gold", &[]);
    let landed = played.outcomes[0].tally.counters[4];
    played.tamper("tresors-ensables", "landed-6", -(landed.cast_signed() / 20));
    let checks = played.counts();
    let failed: Vec<&Check> = checks
        .iter()
        .filter(|check| check.verdict == Verdict::Fail)
        .collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0].id, "count:tresors-ensables/landed-6");
}
