//! The solver of games sold in blocks by routes that share nothing with it: the article's sums, every
//! choice of tickets of small blocks, exact counting of ways, and simulation.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use proptest::prelude::*;
use tirage::engine::{Plan, PlannedRun, Pool};
use tirage::exact::{Block, ratio, to_f64};
use tirage::game::{GameEntry, Sessions, Solution};
use tirage::rng::Family;
use tirage::units::{Cents, Stake};

/// Fixed before the first run.
const SEED: u64 = 20_180_709;

/// Standard deviations that a count may lie off: 1e-6 for each of two dozen of them.
const SIGMAS: f64 = 4.9;

fn game(id: &str) -> Box<dyn GameEntry> {
    let games = tirage::games::registry().expect("the built-in tables");
    let found = games.into_iter().find(|game| game.card().id == id);
    found.expect("a built-in game")
}

fn tickets(number: u64) -> Sessions {
    Sessions {
        option: "tickets".to_owned(),
        rounds: NonZeroU64::new(number).expect("above 0"),
    }
}

fn solve(id: &str, cents: i64, bought: Option<u64>) -> Solution {
    let sessions = bought.map(tickets);
    let (_, solution) = game(id)
        .solve(
            "buy",
            Stake::from_cents(cents),
            &BTreeMap::new(),
            sessions.as_ref(),
        )
        .expect("solved");
    solution.expect("the game has a solver")
}

/// Game, stake, tickets of a block, and its lots: cents and tickets.
type Printed = (&'static str, i64, u64, Vec<(i64, u64)>);

/// Article 3, written down once more.
fn blocks() -> Vec<Printed> {
    let secousses = vec![
        (1_500_000, 2),
        (100_000, 10),
        (10_000, 60),
        (5_000, 500),
        (1_000, 38_000),
        (400, 22_300),
        (200, 120_000),
        (100, 269_800),
    ];
    let mut all = vec![("o-secousses", 100, 1_500_000, secousses)];
    for stake in [50, 100, 200] {
        let lots = [
            (10_000, 1),
            (500, 1),
            (50, 32),
            (15, 26_000),
            (10, 80),
            (5, 46),
            (2, 103_435),
            (1, 90_000),
        ];
        let lots = lots.map(|(stakes, number)| (stakes * stake, number));
        all.push(("piece-dor", stake, 1_000_000, lots.to_vec()));
    }
    all
}

#[test]
fn a_ticket_is_any_of_its_block() {
    for (id, stake, tickets, lots) in blocks() {
        let solution = solve(id, stake, None);
        assert_eq!(solution.rtp(Stake::from_cents(stake)), ratio(7, 10));
        assert_eq!(solution.rtp_bounds.low, ratio(7, 10));
        assert_eq!(solution.rtp_bounds.high, ratio(7, 10));
        assert!(!solution.independent && solution.player.is_none());
        let paying: u64 = lots.iter().map(|(_, number)| number).sum();
        let hit = solution.law.hit_frequency();
        assert_eq!(hit, ratio(paying, tickets), "{id}");
        for &(cents, number) in &lots {
            assert_eq!(
                solution.law.probability(Cents(cents)),
                ratio(number, tickets)
            );
        }
        let total: BigRational = solution.law.probabilities().map(|(_, p)| p).sum();
        assert_eq!(total, ratio(1, 1));
        assert_eq!(solution.law.maximum().0, lots[0].0);
        let square: f64 = lots.iter().map(|&(v, k)| (v * v) as f64 * k as f64).sum();
        let mean = 0.7 * stake as f64;
        let spread = (square / tickets as f64 - mean * mean).sqrt();
        assert!((solution.law.standard_deviation() / spread - 1.0).abs() < 1e-12);
    }
}

#[test]
fn one_ticket_is_one_draw() {
    let player = solve("o-secousses", 100, Some(1)).player.expect("a player");
    let share = |number: f64| number / 1_500_000.0;
    assert!((player.at_least_one_win - share(450_672.0)).abs() < 1e-15);
    // More than 1 EUR: all lots but those of 1 EUR.
    let more = share(450_672.0 - 269_800.0);
    assert!((player.net_profit.expect("short") - more).abs() < 1e-14);
    assert!((player.top_prize - share(2.0)).abs() < 1e-18);
    for (id, stake, tickets, lots) in blocks() {
        let player = solve(id, stake, Some(1)).player.expect("a player");
        let top = lots[0].1 as f64 / tickets as f64;
        assert!((player.top_prize / top - 1.0).abs() < 1e-12);
    }
}

/// Every set of tickets of a small block, one by one.
fn by_hand(pays: &[i64], bought: u32, stake: i64) -> (f64, f64, f64, BigRational) {
    let top = pays.iter().copied().max().unwrap_or_default();
    let (mut sets, mut wins, mut gains, mut tops) = (0_u32, 0_u32, 0_u32, 0_u32);
    let (mut sum, mut square) = (0_i64, 0_i64);
    for set in (0_u32..1 << pays.len()).filter(|set| set.count_ones() == bought) {
        let chosen = pays.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        let chosen: Vec<i64> = chosen.map(|(_, &pays)| pays).collect();
        let paid: i64 = chosen.iter().sum();
        sets += 1;
        wins += u32::from(paid > 0);
        gains += u32::from(paid > stake * i64::from(bought));
        tops += u32::from(top > 0 && chosen.contains(&top));
        sum += paid;
        square += paid * paid;
    }
    let share = |count: u32| f64::from(count) / f64::from(sets);
    let mean = ratio(sum, sets * bought);
    let variance = ratio(square, BigInt::from(sets) * bought * bought) - &mean * &mean;
    (share(wins), share(gains), share(tops), variance)
}

proptest! {
    #[test]
    fn small_blocks_by_every_choice(
        pays in prop::collection::vec(prop::sample::select(vec![0_i64, 0, 0, 10, 15, 20, 50, 300]), 1..11),
        bought in 1_u32..11,
        stake in 1_i64..25,
    ) {
        let bought = bought.min(pays.len() as u32);
        let lots = pays.iter().map(|&pays| (Cents(pays), 1));
        let block = Block::new(lots).expect("a block");
        let player = block.player(u64::from(bought), Stake::from_cents(stake)).expect("enough tickets");
        let (win, gain, top, variance) = by_hand(&pays, bought, stake);
        prop_assert!((player.at_least_one_win - win).abs() < 1e-12);
        prop_assert!((player.net_profit.expect("short") - gain).abs() < 1e-12);
        prop_assert!((player.top_prize - top).abs() < 1e-12);
        prop_assert_eq!(block.mean_variance(u64::from(bought)), variance);
    }
}

/// C(n, k) for k up to `most`.
fn choose(n: u64, most: u64) -> Vec<BigUint> {
    let mut row = vec![BigUint::from(1_u32)];
    for k in 1..=most.min(n) {
        let next = row.last().expect("not empty") * (n + 1 - k) / k;
        row.push(next);
    }
    row
}

/// Ways to buy `bought` tickets that pay nothing, at most what they cost, or no top prize, over all ways, in
/// integers: amounts from the smallest, all numbers of tickets.
fn by_counting(lots: &[(i64, u64)], tickets: u64, bought: u64, stake: i64) -> [f64; 3] {
    let all = choose(tickets, bought);
    let all = &all[usize::try_from(bought).expect("small")];
    let cost = usize::try_from(bought).expect("small");
    // ways[j][s]: j paying tickets that pay s stakes together.
    let mut ways = vec![vec![BigUint::default(); cost + 1]; cost + 1];
    ways[0][0] = BigUint::from(1_u32);
    for &(cents, number) in lots.iter().rev() {
        let step = usize::try_from(cents / stake).expect("an amount");
        let choices = choose(number, bought);
        let mut next = ways.clone();
        for (j, row) in ways.iter().enumerate() {
            for (s, count) in row
                .iter()
                .enumerate()
                .filter(|(_, count)| **count != BigUint::default())
            {
                for (k, choice) in choices.iter().enumerate().skip(1) {
                    if j + k > cost || s + k * step > cost {
                        break;
                    }
                    next[j + k][s + k * step] += count * choice;
                }
            }
        }
        ways = next;
    }
    let paying: u64 = lots.iter().map(|(_, number)| number).sum();
    let losing = choose(tickets - paying, bought);
    let mut lost = BigUint::default();
    for (j, row) in ways.iter().enumerate() {
        lost += row.iter().sum::<BigUint>() * &losing[cost - j];
    }
    let none_of = |marked: u64| choose(tickets - marked, bought).pop().expect("not empty");
    [none_of(paying), lost, none_of(lots[0].1)].map(|ways| {
        let one = ratio(1, 1);
        to_f64(&(one - ratio(ways, all.clone())))
    })
}

#[test]
fn players_by_counting_ways() {
    for (id, stake, tickets, lots) in blocks() {
        for bought in [2, 3, 10, 40] {
            let player = solve(id, stake, Some(bought)).player.expect("a player");
            let [win, gain, top] = by_counting(&lots, tickets, bought, stake);
            assert!(
                (player.at_least_one_win - win).abs() < 1e-12,
                "{id} {bought}"
            );
            assert!(
                (player.net_profit.expect("short") - gain).abs() < 1e-12,
                "{id} {bought}"
            );
            assert!((player.top_prize / top - 1.0).abs() < 1e-9, "{id} {bought}");
        }
    }
}

/// All stakes of Pièce d'or are the same game.
#[test]
fn stakes_scale() {
    let player = |stake| solve("piece-dor", stake, Some(200)).player;
    assert!(player(50).is_some());
    assert_eq!(player(50), player(100));
    assert_eq!(player(50), player(200));
}

#[test]
fn a_block_bought_whole_leaves_nothing_to_chance() {
    let all = solve("o-secousses", 100, Some(1_500_000));
    let player = all.player.expect("a player");
    assert!(
        (player.at_least_one_win - 1.0).abs() < 1e-15 && (player.top_prize - 1.0).abs() < 1e-15
    );
    assert!(player.net_profit.expect("one way") < 1e-12);
    let fact = all
        .facts
        .iter()
        .find(|fact| fact.id == "player-mean-variance");
    assert_eq!(fact.expect("a fact").value, ratio(0, 1));
}

/// Whatever part of a block is bought, the chance of a profit is found, and keeps Cantelli's inequality: with
/// variance v and d lacking on average it is at most v / (v + d²).
#[test]
fn any_number_of_tickets() {
    for (id, stake, tickets, lots) in blocks() {
        let mut least = 1.0_f64;
        let square: f64 = lots.iter().map(|&(v, k)| (v * v) as f64 * k as f64).sum();
        let mean = 0.7 * stake as f64;
        let variance = square / tickets as f64 - mean * mean;
        let numbers = [
            1_000,
            2_000,
            5_000,
            20_000,
            100_000,
            400_000,
            tickets / 2,
            tickets / 2 + 1,
            tickets - 5_000,
            tickets - 7,
        ];
        for bought in numbers {
            let player = solve(id, stake, Some(bought)).player.expect("a player");
            let profit = player.net_profit.expect("found");
            let n = bought as f64;
            let spread = n * variance * (tickets - bought) as f64 / (tickets - 1) as f64;
            let lacking = 0.3 * stake as f64 * n;
            let most = spread / (spread + lacking * lacking);
            assert!(
                (0.0..=most + 1e-11).contains(&profit),
                "{id} {bought}: {profit} {most}"
            );
            least = least.min(profit);
        }
        assert!(least < 1e-11, "{id}: {least}");
    }
}

#[test]
fn simulated_players_live_through_it() {
    for (id, stake, bought, players) in [
        ("o-secousses", 100, 10, 100_000_u64),
        ("o-secousses", 100, 1000, 1_000),
        ("o-secousses", 100, 4000, 1_000),
        ("piece-dor", 50, 7, 100_000),
        ("piece-dor", 200, 1000, 1_000),
    ] {
        let game = game(id);
        let sessions = tickets(bought);
        let prepared = game
            .prepare(
                "buy",
                Stake::from_cents(stake),
                &BTreeMap::new(),
                Some(&sessions),
            )
            .expect("prepared");
        let plan = Plan {
            seed: SEED,
            generator: Family::Pcg64Dxsm,
            runs: vec![PlannedRun {
                prepared,
                rounds: players * bought,
            }],
        };
        let pool = Pool::new(None).expect("threads");
        let outcomes = pool.play(&plan, &AtomicBool::new(false), &());
        let met = outcomes[0].tally.players;
        let solution = solve(id, stake, Some(bought));
        let exact = solution.player.expect("a player");
        let n = players as f64;
        for (count, chance) in [
            (met.winners, exact.at_least_one_win),
            (met.in_profit, exact.net_profit.expect("short")),
            (met.with_top_prize, exact.top_prize),
        ] {
            // A count expected below one is Poisson: at most eight of it, 1e-6.
            let spread = (n * chance * (1.0 - chance)).sqrt();
            let reach = (SIGMAS * spread).max(8.0);
            assert!(
                (count as f64 - n * chance).abs() <= reach,
                "{id} {bought}: {count} of {n}, {chance}"
            );
        }
    }
}
