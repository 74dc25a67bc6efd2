//! Les Clefs du Trésor, Ô Secousses and Pièce d'or with odds squeezed to an extreme: the law is then known by
//! heart.

#![allow(
    clippy::cast_possible_wrap,
    clippy::float_cmp,
    reason = "small amounts; chances that are 0 or 1 exactly"
)]

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use proptest::prelude::*;
use tirage::exact::{EXACT_ROUNDS, Ratio, ratio, to_f64};
use tirage::game::{GameEntry, Sessions, Solution};
use tirage::games::clefs_du_tresor::ClefsDuTresor;
use tirage::games::o_secousses::OSecousses;
use tirage::games::piece_dor::PieceDor;
use tirage::published::{Published, load};
use tirage::units::{Cents, Stake};

const CLEFS: [&str; 2] = [
    include_str!("../src/games/clefs_du_tresor/published.toml"),
    include_str!("../src/games/clefs_du_tresor/model.toml"),
];
const SECOUSSES: &str = include_str!("../src/games/o_secousses/published.toml");
const PIECE: &str = include_str!("../src/games/piece_dor/published.toml");

fn solve(
    game: &dyn GameEntry,
    stake: i64,
    readings: &[(&str, &str)],
    bought: Option<u64>,
) -> Solution {
    let readings: BTreeMap<String, String> = readings
        .iter()
        .map(|(q, a)| ((*q).to_owned(), (*a).to_owned()))
        .collect();
    let sessions = bought.map(|rounds| Sessions {
        option: game.card().sessions.expect("sessions").option.to_owned(),
        rounds: NonZeroU64::new(rounds).expect("above 0"),
    });
    let strategy = game.families()[0].pattern;
    let solved = game.solve(
        strategy,
        Stake::from_cents(stake),
        &readings,
        sessions.as_ref(),
    );
    solved.expect("solved").1.expect("a solver")
}

fn total(solution: &Solution) -> Ratio {
    solution.law.probabilities().map(|(_, p)| p).sum()
}

fn fact(solution: &Solution, id: &str) -> Ratio {
    let found = solution.facts.iter().find(|fact| fact.id == id);
    found
        .unwrap_or_else(|| panic!("no fact {id}"))
        .value
        .clone()
}

/// The tables of Les Clefs du Trésor with these weights: of game 1 for the prizes and the losing play, of a key
/// by keys held, and of the chest.
fn clefs(game1: &[u64], keys: [(u64, u64); 3], chest: &[u64]) -> ClefsDuTresor {
    let mut published: Published = load(CLEFS[0], CLEFS[1]).expect("tables");
    let mut set = |id: &str, values: &[u64]| {
        let mut tables = published.tables.iter_mut();
        let table = tables
            .find(|table| table.id == format!("clefs-du-tresor/{id}"))
            .expect("a table");
        table.weights.values = values.to_vec();
        table.weights.denominator = values.iter().sum();
    };
    set("jeu-1", game1);
    for (held, (found, all)) in keys.into_iter().enumerate() {
        set(&format!("clef-{held}"), &[found, all - found]);
    }
    set("tresor", chest);
    ClefsDuTresor::with(published).expect("the same shape")
}

/// All weight on one row.
fn only(rows: usize, row: usize) -> Vec<u64> {
    (0..rows).map(|at| u64::from(at == row)).collect()
}

const LOST: usize = 6;
const PRIZES: [i64; 6] = [500_000, 10_000, 1_000, 500, 100, 50];
const TREASURES: [i64; 4] = [1_000_000, 500, 100, 50];

/// Every play loses and brings a key: the third of every three opens a chest with one content. (Not where the
/// odds of a key are those of a play: the printed ones of a losing play leave no room for a certain key.)
#[test]
fn keys_for_certain() {
    for reading in ["on-losing-play", "independent"] {
        for (row, treasure) in TREASURES.into_iter().enumerate() {
            let game = clefs(&only(7, LOST), [(1, 1); 3], &only(4, row));
            let answers = [("key-draw", reading)];
            let long = solve(&game, 50, &answers, None);
            assert_eq!(long.law.probability(Cents(treasure)), ratio(1, 3));
            assert_eq!(
                (total(&long), fact(&long, "plays-per-treasure")),
                (ratio(1, 1), ratio(3, 1))
            );
            assert_eq!(fact(&long, "plays-per-treasure-variance"), ratio(0, 1));
            // Every third play is certain: the long run does not vary at all.
            assert_eq!(fact(&long, "long-run-variance"), ratio(0, 1));
            for plays in [1, 2, 3, 4, 300, 5000] {
                let some = solve(&game, 50, &answers, Some(plays));
                let share = to_f64(&some.law.probability(Cents(treasure)));
                assert!(
                    (share - (plays / 3) as f64 / plays as f64).abs() < 1e-15,
                    "{plays}"
                );
                let player = some.player.expect("a player");
                let opened = plays / 3;
                let gains = opened.cast_signed() * treasure > 50 * plays.cast_signed();
                let sure = |sure: bool| if sure { 1.0 } else { 0.0 };
                assert!((player.at_least_one_win - sure(opened > 0)).abs() < 1e-12);
                assert!(
                    (player.net_profit.expect("short") - sure(gains)).abs() < 1e-9,
                    "{plays}"
                );
                // One content, and no prize of game 1: it is the top prize.
                assert!((player.top_prize - sure(opened > 0)).abs() < 1e-12);
            }
        }
    }
}

/// A player who never loses finds no key under two of the readings: there is no cycle, and it is said so.
#[test]
fn keys_that_never_come_are_refused() {
    let readings = BTreeMap::from([("key-draw".to_owned(), "on-losing-play".to_owned())]);
    for game in [
        clefs(&only(7, 0), [(1, 2); 3], &only(4, 0)),
        clefs(&only(7, LOST), [(1, 2), (0, 1), (1, 4)], &only(4, 0)),
    ] {
        let refused = game.solve("play", Stake::from_cents(50), &readings, None);
        assert!(
            refused
                .expect_err("no cycle")
                .to_string()
                .contains("never left")
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A prize with one chance, a treasure for certain, keys with any chance: everything is a closed form.
    #[test]
    fn one_prize_and_one_treasure(
        row in 0_usize..6, won in 1_u64..50, content in 0_usize..4,
        keys in prop::array::uniform3((1_u64..6, 1_u64..6).prop_map(|(a, b)| (a.min(b), a.max(b)))),
        plays in 1_u64..400,
    ) {
        let mut game1 = only(7, row);
        game1[row] = won;
        game1[LOST] = 100 - won;
        let game = clefs(&game1, keys, &only(4, content));
        let (prize, treasure) = (PRIZES[row], TREASURES[content]);
        let lost = ratio(100 - won, 100);
        let answers = [("key-draw", "on-losing-play")];
        let long = solve(&game, 50, &answers, None);
        // The waits are geometric.
        let wait = |(found, all): (u64, u64)| ratio(all, found) / &lost;
        let cycle: Ratio = keys.into_iter().map(wait).sum();
        prop_assert_eq!(fact(&long, "plays-per-treasure"), cycle.clone());
        prop_assert_eq!(total(&long), ratio(1, 1));
        let mean = ratio(won * prize.unsigned_abs(), 100) + ratio(treasure, 1) / &cycle;
        prop_assert_eq!(long.law.mean(), mean.clone());
        // Over so many plays the chances of keys are sums of fractions with as many digits as plays.
        let some = solve(&game, 50, &answers, Some(plays));
        prop_assert!(some.error_bound.is_none());
        prop_assert_eq!(total(&some), ratio(1, 1));
        let held: Ratio = ["plays-with-0-keys", "plays-with-1-key", "plays-with-2-keys"]
            .iter().map(|id| fact(&some, id)).sum();
        prop_assert_eq!(held, ratio(1, 1));
        // Whoever holds no key at the start opens no more chests than in the long run.
        prop_assert!(some.law.mean() <= mean);
        let player = some.player.expect("a player");
        let none = libm::pow(to_f64(&lost), plays as f64);
        prop_assert!(player.at_least_one_win >= 1.0 - none - 1e-12);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Whatever the weights, fractions and digits say the same, and digits sum to one.
    #[test]
    fn digits_are_those_of_the_fractions(
        prizes in prop::array::uniform6(1_u64..150), contents in prop::array::uniform3(1_u64..30),
        plays in EXACT_ROUNDS + 1..EXACT_ROUNDS + 2000,
    ) {
        let rest = |of: u64, rows: &[u64]| rows.iter().copied().chain([of - rows.iter().sum::<u64>()]).collect::<Vec<_>>();
        let game = clefs(&rest(1000, &prizes), [(1, 2), (1, 3), (1, 4)], &rest(100, &contents));
        let [last, next] = [EXACT_ROUNDS, plays].map(|plays| solve(&game, 50, &[], Some(plays)));
        prop_assert!(last.error_bound.is_none() && next.error_bound.is_some_and(|bound| bound < 1e-30));
        prop_assert_eq!(total(&last), ratio(1, 1));
        prop_assert_eq!(total(&next), ratio(1, 1));
        // N times the average over N plays grows by the long-run mean per play, up to what is forgotten.
        let long = solve(&game, 50, &[], None).law.mean();
        let sum = |solution: &Solution, plays: u64| solution.law.mean() * ratio(plays, 1);
        let growth = (sum(&next, plays) - sum(&last, EXACT_ROUNDS)) / ratio(plays - EXACT_ROUNDS, 1);
        prop_assert!(to_f64(&(growth / long - ratio(1, 1))).abs() < 1e-12);
    }
}

/// A block game with these numbers of tickets per row, in every block it has.
fn block(published: &str, numbers: &[u64]) -> Published {
    let mut published = load(published, "").expect("tables");
    for table in published.tables.iter_mut().filter(|table| table.is_block) {
        assert_eq!(table.rows.len(), numbers.len());
        table.weights.values = numbers.to_vec();
        table.weights.denominator = numbers.iter().sum();
    }
    published
}

/// Amounts of the rows of the block at a stake.
fn amounts(published: &str, article: &str) -> Vec<i64> {
    let published = load(published, "").expect("tables");
    let table = published
        .tables
        .iter()
        .find(|table| table.article == article)
        .expect("a block");
    table
        .rows
        .iter()
        .map(|row| row.amount.unwrap_or_default().0)
        .collect()
}

/// Game, stake and amounts of every block there is.
fn block_games(numbers: &[u64]) -> Vec<(Box<dyn GameEntry>, i64, Vec<i64>)> {
    let piece = |stake, article| {
        let game = PieceDor::with(block(PIECE, numbers)).expect("the same shape");
        (
            Box::new(game) as Box<dyn GameEntry>,
            stake,
            amounts(PIECE, article),
        )
    };
    let secousses = OSecousses::with(block(SECOUSSES, numbers)).expect("the same shape");
    vec![
        (Box::new(secousses), 100, amounts(SECOUSSES, "3")),
        piece(50, "3.1"),
        piece(100, "3.2"),
        piece(200, "3.3"),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// All tickets pay the same.
    #[test]
    fn blocks_of_one_lot(row in 0_usize..9, tickets in 1_u64..100_000, bought in 1_u64..100_000) {
        let bought = bought.min(tickets);
        let mut numbers = only(9, row);
        numbers[row] = tickets;
        for (game, stake, amounts) in block_games(&numbers) {
            let solution = solve(&*game, stake, &[], Some(bought));
            let pays = amounts[row];
            prop_assert_eq!(solution.law.probability(Cents(pays)), ratio(1, 1));
            prop_assert_eq!(solution.rtp(Stake::from_cents(stake)), ratio(pays, stake));
            let player = solution.player.expect("a player");
            let sure = |sure: bool| if sure { 1.0 } else { 0.0 };
            prop_assert_eq!(Some(player.at_least_one_win), Some(sure(pays > 0)));
            prop_assert_eq!(Some(player.top_prize), Some(sure(pays > 0)));
            prop_assert_eq!(player.net_profit, Some(sure(pays > stake)));
        }
    }

    /// Whoever buys the whole block gets all its lots.
    #[test]
    fn whole_blocks_are_certain(numbers in prop::array::uniform9(0_u64..2000)) {
        let tickets: u64 = numbers.iter().sum();
        prop_assume!(tickets > 0);
        for (game, stake, amounts) in block_games(&numbers) {
            let solution = solve(&*game, stake, &[], Some(tickets));
            prop_assert_eq!(total(&solution), ratio(1, 1));
            let paid: i64 = amounts.iter().zip(&numbers).map(|(pays, number)| pays * number.cast_signed()).sum();
            let player = solution.player.expect("a player");
            let sure = |sure: bool| if sure { 1.0 } else { 0.0 };
            let gains = paid > stake * tickets.cast_signed();
            prop_assert!((player.net_profit.expect("certain") - sure(gains)).abs() < 1e-12);
            prop_assert!((player.at_least_one_win - sure(paid > 0)).abs() < 1e-12);
            prop_assert_eq!(fact(&solution, "player-mean-variance"), ratio(0, 1));
        }
    }

    /// Pièce d'or at another stake is the same game in another coin.
    #[test]
    fn stakes_scale(numbers in prop::array::uniform9(1_u64..2000), bought in 1_u64..3000) {
        let tickets: u64 = numbers.iter().sum();
        let bought = bought.min(tickets);
        let found: Vec<Solution> = block_games(&numbers)[1..]
            .iter()
            .map(|(game, stake, _)| solve(&**game, *stake, &[], Some(bought)))
            .collect();
        for (at, factor) in [(1, 2), (2, 4)] {
            prop_assert!(found[0].law.times(factor, 1).expect("cents").agrees_with(&found[at].law));
            prop_assert_eq!(found[0].player, found[at].player);
        }
    }
}
