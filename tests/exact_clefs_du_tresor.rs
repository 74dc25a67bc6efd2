//! The solver of Les Clefs du Trésor by routes that share nothing with it: sums of geometric waits, the
//! chain stepped as floats, every course of a few plays, corners of the printed boxes, and simulation.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use tirage::audit::rtp_test_of_chain;
use tirage::engine::{Outcome, Plan, PlannedRun, Pool};
use tirage::exact::{Ratio, ratio, to_f64};
use tirage::game::{GameEntry, Sessions, Solution};
use tirage::games::clefs_du_tresor::ClefsDuTresor;
use tirage::rng::Family;
use tirage::units::{Cents, Probability, Stake};

/// Fixed before the first run.
const SEED: u64 = 20_180_709;

/// Standard deviations that a figure may lie off: 1e-6 for each.
const SIGMAS: f64 = 4.9;

const STAKE: Stake = Stake::from_cents(50);

const READINGS: [&str; 3] = ["on-losing-play", "per-play", "independent"];

fn answers(reading: &str) -> BTreeMap<String, String> {
    BTreeMap::from([("key-draw".to_owned(), reading.to_owned())])
}

fn plays(number: u64) -> Sessions {
    Sessions {
        option: "plays".to_owned(),
        rounds: NonZeroU64::new(number).expect("above 0"),
    }
}

fn solve(reading: &str, number: Option<u64>) -> Solution {
    let game = ClefsDuTresor::new().expect("the built-in tables");
    let sessions = number.map(plays);
    let solved = game.solve("play", STAKE, &answers(reading), sessions.as_ref());
    solved.expect("solved").1.expect("the game has a solver")
}

fn fact(solution: &Solution, id: &str) -> Ratio {
    let found = solution.facts.iter().find(|fact| fact.id == id);
    found
        .unwrap_or_else(|| panic!("no fact {id}"))
        .value
        .clone()
}

/// Cents and weights of game 1 over 100 000 000, and of the treasure over 1 000 000, written down once more.
const GAME_1: [(i64, u32); 7] = [
    (500_000, 50),
    (10_000, 133),
    (1_000, 250_000),
    (500, 1_160_000),
    (100, 7_037_000),
    (50, 17_000_000),
    (0, 74_552_817),
];
const TREASURE: [(i64, u32); 4] = [(1_000_000, 4), (500, 60_000), (100, 521_996), (50, 418_000)];

/// What a play may come to: chance, payout, keys afterwards, whether the chest was opened.
type Outcomes = Vec<(f64, i64, usize, bool)>;

/// The plays of a player with so many keys, from articles 3.1.2 to 3.2, as floats.
fn outcomes(reading: &str, keys: usize) -> Outcomes {
    let key = 1.0 / (keys as f64 + 2.0);
    let mut all = Vec::new();
    for (prize, weight) in GAME_1 {
        let p = f64::from(weight) / 1e8;
        let found = match (reading, prize) {
            ("on-losing-play", 0) | ("independent", _) => p * key,
            ("per-play", 0) => key,
            _ => 0.0,
        };
        all.push((p - found, prize, keys, false));
        if keys < 2 {
            all.push((found, prize, keys + 1, false));
        } else {
            let chest = TREASURE.map(|(v, w)| (found * f64::from(w) / 1e6, prize + v, 0, true));
            all.extend(chest);
        }
    }
    all.retain(|outcome| outcome.0 > 0.0);
    all
}

#[test]
fn known_figures() {
    for (reading, cycle, rtp) in [
        (
            "on-losing-play",
            ratio(300_000_000, 24_850_939),
            ratio(24_729_039_066_311_i64, 37_500_000_000_000_i64),
        ),
        ("per-play", ratio(9, 1), ratio(3_240_023, 4_500_000)),
        ("independent", ratio(9, 1), ratio(3_240_023, 4_500_000)),
    ] {
        let solution = solve(reading, None);
        assert_eq!(fact(&solution, "plays-per-treasure"), cycle);
        assert_eq!(fact(&solution, "chests-opened"), cycle.recip());
        assert_eq!(fact(&solution, "keys"), ratio(3, 1) / &cycle);
        assert_eq!(solution.rtp(STAKE), rtp);
        assert!(!solution.independent && solution.player.is_none() && solution.chain.is_some());
        // The waits are in proportion 2 : 3 : 4 under every reading.
        for (held, id) in ["plays-with-0-keys", "plays-with-1-key", "plays-with-2-keys"]
            .iter()
            .enumerate()
        {
            assert_eq!(fact(&solution, id), ratio(held + 2, 9));
        }
        let sum: Ratio = solution.law.probabilities().map(|(_, p)| p).sum();
        assert_eq!(sum, ratio(1, 1));
    }
    // A play that wins, and the third key of one that loses.
    let hit = ratio(25_447_183, 100_000_000) + ratio(24_850_939, 300_000_000);
    assert_eq!(solve("on-losing-play", None).law.hit_frequency(), hit);
}

/// Waits for a key are geometric: variance (1 - a) / a², and quantiles by convolution.
#[test]
fn cycles_are_sums_of_geometric_waits() {
    for reading in READINGS {
        let solution = solve(reading, None);
        let lost = if reading == "on-losing-play" {
            0.745_528_17
        } else {
            1.0
        };
        let advance = [lost / 2.0, lost / 3.0, lost / 4.0];
        let variance: f64 = advance.iter().map(|a| (1.0 - a) / (a * a)).sum();
        assert!(
            (to_f64(&fact(&solution, "plays-per-treasure-variance")) / variance - 1.0).abs()
                < 1e-12
        );
        let mut law = vec![1.0];
        law.resize(400, 0.0);
        for a in advance {
            let old = law.clone();
            for (n, p) in law.iter_mut().enumerate() {
                let waits =
                    (1..=n).map(|wait| old[n - wait] * a * (1.0 - a).powf((wait - 1) as f64));
                *p = waits.sum();
            }
        }
        for percent in [5, 50, 95] {
            let mut reached = 0.0;
            let quantile = law.iter().position(|p| {
                reached += p;
                reached >= f64::from(percent) / 100.0
            });
            let id = format!("plays-per-treasure-{percent}");
            assert_eq!(
                fact(&solution, &id),
                ratio(quantile.expect("within 400"), 1),
                "{reading} {id}"
            );
        }
    }
}

/// Shares of keys before each of `plays` plays from none, stepped as floats.
fn stepped(reading: &str, plays: usize) -> Vec<[f64; 3]> {
    let mut held = [1.0, 0.0, 0.0];
    let mut all = Vec::new();
    for _ in 0..plays {
        all.push(held);
        let mut next = [0.0; 3];
        for (keys, share) in held.iter().enumerate() {
            outcomes(reading, keys)
                .iter()
                .for_each(|outcome| next[outcome.2] += share * outcome.0);
        }
        held = next;
    }
    all
}

fn payouts(reading: &str, held: [f64; 3]) -> BTreeMap<i64, f64> {
    let mut law = BTreeMap::new();
    for (keys, share) in held.iter().enumerate() {
        for (p, payout, ..) in outcomes(reading, keys) {
            *law.entry(payout).or_default() += share * p;
        }
    }
    law.retain(|_, p| *p > 0.0);
    law
}

fn assert_law(solution: &Solution, expected: &BTreeMap<i64, f64>, what: &str) {
    let found: BTreeMap<i64, f64> = solution.floats().iter().map(|(v, p)| (v.0, *p)).collect();
    assert!(found.keys().eq(expected.keys()), "{what}");
    for (payout, p) in expected {
        assert!((found[payout] / p - 1.0).abs() < 1e-10, "{what}: {payout}");
    }
}

#[test]
fn the_long_run_by_power_iteration() {
    for reading in READINGS {
        let held = stepped(reading, 1000)[999];
        let solution = solve(reading, None);
        assert_law(&solution, &payouts(reading, held), reading);
        // The variance of a long sum: that of one play and twice all covariances with later ones.
        for (id, value) in [
            (
                "long-run-variance-ratio",
                (|payout, _| payout as f64 / 100.0) as fn(i64, bool) -> f64,
            ),
            ("openings-variance-ratio", |_, opened| {
                f64::from(u8::from(opened))
            }),
        ] {
            let all: Vec<Outcomes> = (0..3).map(|keys| outcomes(reading, keys)).collect();
            let means: Vec<f64> = all
                .iter()
                .map(|all| all.iter().map(|o| o.0 * value(o.1, o.3)).sum())
                .collect();
            let mean: f64 = (0..3).map(|keys| held[keys] * means[keys]).sum();
            let (mut variance, mut later) = (0.0, [0.0; 3]);
            for (keys, share) in held.iter().enumerate() {
                for &(p, payout, next, opened) in &all[keys] {
                    let excess = value(payout, opened) - mean;
                    variance += share * p * excess * excess;
                    later[next] += share * p * excess;
                }
            }
            let mut covariances = 0.0;
            for _ in 0..1000 {
                covariances += (0..3)
                    .map(|keys| later[keys] * (means[keys] - mean))
                    .sum::<f64>();
                let mut next = [0.0; 3];
                for keys in 0..3 {
                    all[keys]
                        .iter()
                        .for_each(|o| next[o.2] += later[keys] * o.0);
                }
                later = next;
            }
            let wide = variance + 2.0 * covariances;
            assert!(
                (to_f64(&fact(&solution, id)) * variance / wide - 1.0).abs() < 1e-9,
                "{reading} {id}"
            );
            if id == "long-run-variance-ratio" {
                assert!((to_f64(&fact(&solution, "long-run-variance")) / wide - 1.0).abs() < 1e-9);
            }
        }
    }
}

/// What the test of dependent payouts stands on: whatever a payout is worth, its long sum spreads no more than
/// that of independent plays.
#[test]
fn no_count_of_payouts_is_more_variable_than_independent_ones() {
    for reading in READINGS {
        let solution = solve(reading, None);
        let chain = solution.chain.as_ref().expect("a chain");
        let amounts: Vec<Cents> = solution.law.weights().map(|(payout, _)| payout).collect();
        let mut state = SEED;
        let mut values = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 58).cast_signed() - 32
        };
        let mut wanted: Vec<Vec<i64>> = (0..amounts.len())
            .map(|one| (0..amounts.len()).map(|at| i64::from(at == one)).collect())
            .collect();
        wanted.extend((0..100).map(|_| amounts.iter().map(|_| values()).collect()));
        for worth in wanted {
            let reward = |payout: Cents| {
                let at = amounts.iter().position(|amount| *amount == payout);
                ratio(worth[at.expect("a payout")], 1)
            };
            let run = chain
                .long_run(|_, _, payout| reward(payout))
                .expect("a chain");
            assert!(run.asymptotic <= run.marginal, "{reading} {worth:?}");
        }
    }
}

/// Chance, sum paid, whether anything was won, whether the top prize was.
type Course = (f64, i64, bool, bool);

/// Every course of `plays` plays.
fn courses(reading: &str, plays: u32) -> Vec<Course> {
    let mut all = vec![(1.0, 0_i64, false, false, 0_usize)];
    for _ in 0..plays {
        let mut next = Vec::new();
        for (p, sum, won, top, keys) in all {
            for (q, payout, keys, _) in outcomes(reading, keys) {
                next.push((
                    p * q,
                    sum + payout,
                    won || payout > 0,
                    top || payout >= 1_000_000,
                    keys,
                ));
            }
        }
        all = next;
    }
    all.into_iter()
        .map(|(p, sum, won, top, _)| (p, sum, won, top))
        .collect()
}

#[test]
fn a_few_plays_course_by_course() {
    for reading in READINGS {
        for plays in 1..=4 {
            let all = courses(reading, plays);
            let chance = |wanted: &dyn Fn(&Course) -> bool| -> f64 {
                all.iter()
                    .filter(|course| wanted(course))
                    .map(|course| course.0)
                    .sum()
            };
            let solution = solve(reading, Some(plays.into()));
            let player = solution.player.expect("a player");
            let what = format!("{reading} {plays}");
            assert!(
                (player.at_least_one_win - chance(&|course| course.2)).abs() < 1e-12,
                "{what}"
            );
            let gain = chance(&|course| course.1 > 50 * i64::from(plays));
            assert!(
                (player.net_profit.expect("short") - gain).abs() < 1e-12,
                "{what}"
            );
            assert!(
                (player.top_prize - chance(&|course| course.3)).abs() < 1e-18,
                "{what}"
            );
            let mean: f64 = all.iter().map(|course| course.0 * course.1 as f64).sum();
            let rtp = to_f64(&solution.rtp(STAKE));
            assert!(
                (rtp - mean / 50.0 / f64::from(plays)).abs() < 1e-12,
                "{what}"
            );
        }
    }
}

#[test]
fn average_plays_by_stepping() {
    for reading in READINGS {
        for plays in [1, 2, 3, 10, 100, 2000, 2001, 5000] {
            let mut held = [0.0; 3];
            for shares in stepped(reading, plays) {
                (0..3).for_each(|keys| held[keys] += shares[keys] / plays as f64);
            }
            let solution = solve(reading, Some(plays as u64));
            assert_law(
                &solution,
                &payouts(reading, held),
                &format!("{reading} {plays}"),
            );
            assert_eq!(solution.error_bound.is_some(), plays > 2000);
            assert!(solution.sampled.is_none());
            assert!(!solution.independent && solution.chain.is_none());
        }
    }
}

#[test]
fn a_long_player_by_stepping() {
    let plays = 400_usize;
    for reading in READINGS {
        let mut sums = vec![vec![0.0; plays + 1]; 3];
        let (mut none, mut without) = ([1.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
        sums[0][0] = 1.0;
        let all: Vec<Outcomes> = (0..3).map(|keys| outcomes(reading, keys)).collect();
        for _ in 0..plays {
            let mut next = vec![vec![0.0; plays + 1]; 3];
            let (mut still_none, mut still_without) = ([0.0; 3], [0.0; 3]);
            for keys in 0..3 {
                for &(p, payout, to, _) in &all[keys] {
                    if payout == 0 {
                        still_none[to] += none[keys] * p;
                    }
                    if payout < 1_000_000 {
                        still_without[to] += without[keys] * p;
                    }
                    let step = (payout / 50) as usize;
                    for sum in step..=plays {
                        next[to][sum] += p * sums[keys][sum - step];
                    }
                }
            }
            (sums, none, without) = (next, still_none, still_without);
        }
        let player = solve(reading, Some(plays as u64)).player.expect("a player");
        let rest = |left: [f64; 3]| 1.0 - left.iter().sum::<f64>();
        assert!((player.at_least_one_win - rest(none)).abs() < 1e-12);
        assert!((player.top_prize - rest(without)).abs() < 1e-12);
        let lost: f64 = sums.iter().flatten().sum();
        assert!((player.net_profit.expect("short") - (1.0 - lost)).abs() < 1e-11);
    }
    let endless = solve("on-losing-play", Some(1_000_000_000));
    assert_eq!(endless.player.expect("a player").net_profit, None);
    let gap = endless.rtp(STAKE) - solve("on-losing-play", None).rtp(STAKE);
    assert!(to_f64(&gap).abs() < 1e-8);
}

/// The corners of the printed boxes: every prize of game 1 at an end, the treasure's at all ends that leave
/// the last row inside its own.
#[test]
fn bounds_by_corners() {
    let game = ClefsDuTresor::new().expect("the built-in tables");
    let tables = &GameEntry::card(&game).tables;
    let ends = |table: usize, row: usize| {
        let rows = &tables[table];
        let interval = rows.rows[row].printed.interval(rows.weights.denominator);
        let end = |p: Probability| ratio(*p.numer(), *p.denom());
        [end(interval.low), end(interval.high)]
    };
    let one = ratio(1, 1);
    // One row takes the rest, the others stand at their ends: laws inside all boxes.
    let corners = |table: usize, rows: usize| {
        let mut laws = Vec::new();
        for rest in 0..rows {
            for corner in 0_u32..1 << rows {
                let mut law: Vec<Ratio> = (0..rows)
                    .map(|row| ends(table, row)[(corner >> row & 1) as usize].clone())
                    .collect();
                law[rest] = ratio(0, 1);
                law[rest] = &one - law.iter().sum::<Ratio>();
                let [low, high] = ends(table, rest);
                if low <= law[rest] && law[rest] <= high {
                    laws.push(law);
                }
            }
        }
        laws
    };
    let treasures: Vec<Ratio> = corners(4, 4)
        .iter()
        .map(|law| {
            law.iter()
                .zip(TREASURE)
                .map(|(p, (v, _))| p * ratio(v, 1))
                .sum()
        })
        .collect();
    let [least, most] =
        [treasures.iter().min(), treasures.iter().max()].map(|end| end.expect("a corner"));
    for reading in READINGS {
        let rtp = |law: &[Ratio], treasure: &Ratio| {
            let opened = if reading == "on-losing-play" {
                &law[6] / ratio(9, 1)
            } else {
                ratio(1, 9)
            };
            let game1: Ratio = law
                .iter()
                .zip(GAME_1)
                .map(|(p, (v, _))| p * ratio(v, 1))
                .sum();
            (game1 + opened * treasure) / ratio(50, 1)
        };
        let laws = corners(0, 7);
        let low = laws
            .iter()
            .map(|law| rtp(law, least))
            .min()
            .expect("a corner");
        let high = laws
            .iter()
            .map(|law| rtp(law, most))
            .max()
            .expect("a corner");
        let solution = solve(reading, None);
        assert_eq!(solution.rtp_bounds.low, low, "{reading}");
        assert_eq!(solution.rtp_bounds.high, high, "{reading}");
        // A player's bounds hold from outside.
        let player = solve(reading, Some(50));
        let rtp = player.rtp(STAKE);
        assert!(
            player.rtp_bounds.low < rtp && rtp < player.rtp_bounds.high,
            "{reading}"
        );
    }
}

fn play(reading: &str, sessions: Option<&Sessions>, rounds: u64) -> Outcome {
    let game = ClefsDuTresor::new().expect("the built-in tables");
    let prepared = game
        .prepare("play", STAKE, &answers(reading), sessions)
        .expect("prepared");
    let plan = Plan {
        seed: SEED,
        generator: Family::Pcg64Dxsm,
        runs: vec![PlannedRun { prepared, rounds }],
    };
    let pool = Pool::new(None).expect("threads");
    let mut outcomes = pool.play(&plan, &AtomicBool::new(false), &());
    outcomes.pop().expect("a run")
}

#[test]
fn simulated_long_runs_follow_the_chain() {
    let rounds = 1_u64 << 22;
    let card = ClefsDuTresor::new().expect("the built-in tables");
    let counters = &GameEntry::card(&card).counters;
    let at = |id: &str| {
        counters
            .iter()
            .position(|counter| counter.id == id)
            .expect("a counter")
    };
    for reading in READINGS {
        let tally = play(reading, None, rounds).tally;
        let solution = solve(reading, None);
        let chain = solution.chain.as_ref().expect("a chain");
        let total: i128 = tally
            .payouts
            .iter()
            .map(|(v, &k)| i128::from(v.0) * i128::from(k))
            .sum();
        let test = rtp_test_of_chain(&solution.law, chain, rounds, total).expect("tested");
        assert!(test.ln_p() > libm::log(1e-6), "{reading}: {test:?}");
        // The openings spread far less than a binomial count: by this much.
        let n = rounds as f64;
        let p = to_f64(&fact(&solution, "chests-opened"));
        let spread =
            (n * p * (1.0 - p) * to_f64(&fact(&solution, "openings-variance-ratio"))).sqrt();
        let opened = tally.counters[at("chests-opened")] as f64;
        assert!(
            (opened - n * p).abs() < SIGMAS * spread,
            "{reading}: {opened} of {}",
            n * p
        );
        // No count of payouts is more variable than binomial.
        for (payout, chance) in solution.floats() {
            let count = tally.payouts.get(&payout).copied().unwrap_or(0) as f64;
            let reach = (SIGMAS * (n * chance * (1.0 - chance)).sqrt()).max(8.0);
            assert!(
                (count - n * chance).abs() <= reach,
                "{reading} {payout}: {count}"
            );
        }
    }
}

#[test]
fn simulated_players_live_through_it() {
    for (reading, length, players) in [
        ("on-losing-play", 3, 400_000_u64),
        ("on-losing-play", 50, 40_000),
        ("on-losing-play", 4000, 2_000),
        ("per-play", 12, 100_000),
        ("independent", 12, 100_000),
    ] {
        let met = play(reading, Some(&plays(length)), players * length)
            .tally
            .players;
        let exact = solve(reading, Some(length)).player.expect("a player");
        let n = players as f64;
        for (count, chance) in [
            (met.winners, exact.at_least_one_win),
            (met.in_profit, exact.net_profit.expect("short")),
            (met.with_top_prize, exact.top_prize),
        ] {
            let spread = (n * chance * (1.0 - chance)).sqrt();
            let reach = (SIGMAS * spread).max(8.0);
            assert!(
                (count as f64 - n * chance).abs() <= reach,
                "{reading} {length}: {count}, {chance}"
            );
        }
    }
}
