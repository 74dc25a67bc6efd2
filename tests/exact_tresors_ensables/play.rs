//! What is solved against what is played.

use std::collections::BTreeMap;

use statrs::distribution::{ChiSquared, ContinuousCDF};
use tirage::exact::to_f64;
use tirage::game::{self, Game, GameEntry, Player, Prepared, Solution, Strategy};
use tirage::games::tresors_ensables::TresorsEnsables;
use tirage::games::tresors_ensables::strategy::{Action, View};
use tirage::rng::Family;
use tirage::tally::Tally;
use tirage::units::{Cents, Stake};

use crate::{ALARM, Readings, SEED, Z, fact, game, prepare, solve};

/// Rounds per run: fewer where the code is not optimised.
const ROUNDS: u64 = if cfg!(debug_assertions) {
    1 << 15
} else {
    1 << 20
};
const LONG: u64 = if cfg!(debug_assertions) {
    1 << 17
} else {
    1 << 24
};
/// A count is looked at on its own if so many are expected.
const ENOUGH: f64 = 20.0;

fn play(run: &dyn Prepared, rounds: u64) -> Tally {
    let key = run.spec().stream_key(SEED, run.kernel());
    let mut tally = run.empty_tally();
    let mut left = rounds;
    for chunk in 0.. {
        let part = left.min(run.chunk_rounds());
        run.play(key.generator(Family::Pcg64Dxsm, chunk), part, &mut tally);
        left -= part;
        if left == 0 {
            break;
        }
    }
    tally
}

/// Pearson's chi-square of the counts of payouts, rare ones pooled; a payout that cannot be fails.
fn hold(tally: &Tally, solution: &Solution, name: &str) {
    let law: BTreeMap<Cents, f64> = solution.floats().into_iter().collect();
    let rounds = tally.rounds as f64;
    assert!(
        tally.payouts.keys().all(|payout| law.contains_key(payout)),
        "{name}"
    );
    let (mut statistic, mut cells, mut pooled) = (0.0, 0, [0.0; 2]);
    let mut add = |seen: f64, expected: f64| {
        statistic += (seen - expected).powi(2) / expected;
        cells += 1;
    };
    for (payout, p) in &law {
        let (seen, expected) = (
            tally.payouts.get(payout).map_or(0.0, |n| *n as f64),
            p * rounds,
        );
        if expected >= ENOUGH {
            add(seen, expected);
        } else {
            pooled = [pooled[0] + seen, pooled[1] + expected];
        }
    }
    if pooled[1] >= ENOUGH {
        add(pooled[0], pooled[1]);
    }
    let tail = ChiSquared::new(f64::from(cells - 1))
        .expect("cells")
        .sf(statistic);
    assert!(
        tail > ALARM,
        "{name}: chi-square {statistic} on {cells} cells, tail {tail}"
    );
}

#[test]
fn simulation_follows_the_solution() {
    let mut readings: Vec<Vec<(&str, &str)>> = crate::READINGS.iter().map(|r| r.to_vec()).collect();
    readings.push(vec![("layout", "one-draw")]);
    readings.push(vec![("board", "visible")]);
    let best = ["optimal", "worst"];
    for readings in &readings {
        for name in crate::NAMED.iter().chain(&best) {
            let is_searched = best.contains(name);
            let has_search = !readings
                .iter()
                .any(|r| ["one-draw", "visible"].contains(&r.1));
            if is_searched && (!has_search || cfg!(debug_assertions)) {
                continue;
            }
            let tally = play(&*prepare(name, readings), ROUNDS);
            hold(
                &tally,
                &solve(name, readings),
                &format!("{name} {readings:?}"),
            );
        }
    }
}

/// Checks every count against its fact, and the mean payout without the top prize, by z.
fn earns(tally: &Tally, solution: &Solution, name: &str) {
    let rounds = tally.rounds as f64;
    let game = game();
    for (counter, &seen) in GameEntry::card(&game).counters.iter().zip(&tally.counters) {
        let mean = fact(solution, counter.id);
        let z = if counter.id == "rolls" {
            // Rolls of a round have a standard deviation below 8 under every strategy and reading here.
            (seen as f64 / rounds - mean) * rounds.sqrt() / 8.0
        } else {
            (seen as f64 - rounds * mean) / (rounds * mean * (1.0 - mean)).sqrt().max(1.0)
        };
        assert!(z.abs() < Z, "{name}: {} {z}", counter.id);
    }
    let small = |payout: &Cents| payout.0 < 1_000_000;
    let law = solution.floats();
    let moment = |power: i32| -> f64 {
        let rows = law.iter().filter(|row| small(&row.0));
        rows.map(|(payout, p)| (payout.0 as f64).powi(power) * p)
            .sum()
    };
    let paid = tally.payouts.iter().filter(|row| small(row.0));
    let paid: f64 = paid.map(|(payout, n)| payout.0 as f64 * *n as f64).sum();
    let sd = (moment(2) - moment(1).powi(2)).sqrt();
    let z = (paid / rounds - moment(1)) / (sd / rounds.sqrt());
    assert!(z.abs() < Z, "{name}: mean payout {z}");
}

#[test]
fn playing_the_policy_earns_what_was_solved() {
    for name in ["optimal", "worst"] {
        let solution = solve(name, &[]);
        let tally = play(&*prepare(name, &[]), LONG);
        hold(&tally, &solution, name);
        earns(&tally, &solution, name);
    }
    let readings: &Readings = &[
        ("overshoot", "lost-roll"),
        ("decisions", "chest-cell"),
        ("life-cap", "refused"),
    ];
    if !cfg!(debug_assertions) {
        earns(
            &play(&*prepare("optimal", readings), LONG),
            &solve("optimal", readings),
            "all others",
        );
        earns(
            &play(&*prepare("lives:1", readings), LONG),
            &solve("lives:1", readings),
            "lives:1",
        );
    }
}

/// Whatever is counted but the rolls happens at most once a round, so that its count is binomial, and
/// has a fact wherever it can happen.
#[test]
fn counts_but_rolls_are_of_single_events() {
    let game = game();
    let counters = &GameEntry::card(&game).counters;
    for (name, readings) in [
        ("gold", &[][..]),
        ("lives:1", &[("overshoot", "lost-roll")]),
        ("chests:2", &[("layout", "one-draw")]),
    ] {
        let run = prepare(name, readings);
        let facts = solve(name, readings).facts;
        assert!(
            facts
                .iter()
                .all(|fact| counters.iter().any(|c| c.id == fact.id))
        );
        let key = run.spec().stream_key(SEED, run.kernel());
        for chunk in 0..2000 {
            let mut tally = run.empty_tally();
            run.play(key.generator(Family::Pcg64Dxsm, chunk), 1, &mut tally);
            for (counter, count) in counters.iter().zip(&tally.counters) {
                assert!(
                    *count <= 1 || counter.id == "rolls",
                    "{name}: {count} {}",
                    counter.id
                );
                let known = facts.iter().any(|fact| fact.id == counter.id);
                assert!(*count == 0 || known, "{name}: {}", counter.id);
            }
        }
    }
}

/// On a visible board the strategy finds a plan per board; the solution averages over other boards.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn playing_on_a_visible_board_earns_what_was_sampled() {
    let readings: &Readings = &[("board", "visible")];
    let solution = solve("worst", readings);
    let error = solution.sampled.expect("an estimate").hit_frequency;
    let rounds = 1 << 16;
    let tally = play(&*prepare("worst", readings), rounds);
    let hit = to_f64(&solution.law.hit_frequency());
    let paid = tally
        .payouts
        .iter()
        .filter(|row| row.0.0 > 0)
        .map(|row| *row.1)
        .sum::<u64>();
    let spread = (hit * (1.0 - hit) / rounds as f64 + error * error).sqrt();
    let z = (paid as f64 / rounds as f64 - hit) / spread;
    assert!(z.abs() < Z, "{z}");
}

/// Looks at everything a player can see: the gain, and where effects were seen.
struct Odd;

impl Strategy<TresorsEnsables> for Odd {
    fn decide(&self, view: &View<'_>) -> Action {
        let trap = view.effect(1) == Some(-1) || view.effect(3).is_some_and(|effect| effect > 0);
        if trap && view.gain() > Cents(20) || view.cell() == 42 && view.lives() < 3 {
            Action::Stop
        } else {
            Action::Roll
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn a_strategy_that_looks_at_places_is_solved_too() {
    let (game, stake) = (game(), Stake::from_cents(100));
    let none = BTreeMap::new();
    let readings = game::Readings::resolve(&Game::card(&game).questions, &none).expect("defaults");
    let solution = Player::solve(&Odd, &game, stake, &readings, None)
        .expect("solved")
        .expect("a solver");
    let rules = game.rules(stake, &readings).expect("rules");
    let mut tally = Game::card(&game).empty_tally();
    let key = prepare("gold", &[]).spec().stream_key(SEED, "odd");
    Player::play(
        &Odd,
        &rules,
        None,
        key.generator(Family::Pcg64Dxsm, 0),
        1 << 22,
        &mut tally,
    );
    hold(&tally, &solution, "odd");
    earns(&tally, &solution, "odd");
}

/// The last cell that a told round names, and how it ended there.
fn end(transcript: &game::Transcript) -> (&'static str, usize) {
    let landed = transcript.steps.iter().rev().find_map(|step| {
        let rest = step.what.strip_prefix("cell ")?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    });
    let last = &transcript.steps.last().expect("steps").what;
    let way = match () {
        () if last.starts_with("no life") => "deaths",
        () if last.starts_with("the gold chest") => "gold-reached",
        () => "stopped",
    };
    (way, landed.expect("a landing"))
}

/// Where rounds end, told one by one, against the solution: chi-square over all ways and cells, rare ones
/// pooled.
#[test]
fn plays_end_where_was_solved() {
    const TOLD: u64 = if cfg!(debug_assertions) {
        4_000
    } else {
        40_000
    };
    for name in ["first-chest", "gold", "chests:3", "lives:1"] {
        let run = prepare(name, &[]);
        let key = run.spec().stream_key(SEED, run.kernel());
        let mut seen: BTreeMap<(&str, usize), f64> = BTreeMap::new();
        for chunk in 0..TOLD {
            let told = run.tell(key.generator(Family::Pcg64Dxsm, chunk), 0);
            *seen.entry(end(&told)).or_default() += 1.0;
        }
        let ends = solve(name, &[]).ends.expect("a board");
        assert_eq!(ends.places.len(), 60);
        let (mut statistic, mut cells, mut pooled, mut all) = (0.0, 0_u32, [0.0; 2], 0.0);
        for (way, chances) in &ends.ways {
            for (cell, chance) in (1..).zip(chances) {
                let expected = to_f64(chance) * TOLD as f64;
                let count = seen.remove(&(way.as_str(), cell)).unwrap_or(0.0);
                all += to_f64(chance);
                assert!(expected > 0.0 || count == 0.0, "{name}: {way} on {cell}");
                if expected >= ENOUGH {
                    statistic += (count - expected).powi(2) / expected;
                    cells += 1;
                } else {
                    pooled = [pooled[0] + count, pooled[1] + expected];
                }
            }
        }
        assert!(seen.is_empty(), "{name}: {seen:?}");
        assert!((all - 1.0).abs() < 1e-12, "{name}: {all}");
        if pooled[1] >= ENOUGH {
            statistic += (pooled[0] - pooled[1]).powi(2) / pooled[1];
            cells += 1;
        }
        let tail = ChiSquared::new(f64::from(cells - 1))
            .expect("cells")
            .sf(statistic);
        assert!(
            tail > ALARM,
            "{name}: {statistic} on {cells} cells, tail {tail}"
        );
    }
}
