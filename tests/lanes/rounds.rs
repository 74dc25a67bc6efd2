//! Every round, and every player, of the kernels of many rounds.

use std::num::NonZeroU64;

use tirage::game::Sessions;
use tirage::games;
use tirage::rng::Family;

use crate::pairs::{SEED, name, pairs, play, players, prepare};

/// What a run of n + 1 rounds counts beyond one of n is the round number n that is told: at the ends of
/// columns and players' turns, and far into the chunk.
#[test]
fn every_round_is_what_it_adds_to_those_before() {
    let registry = games::registry().expect("the built-in tables");
    for pair in pairs(&registry) {
        let run = &*pair[0];
        let key = run.spec().stream_key(SEED, run.kernel());
        let last = run.chunk_rounds() - 1;
        for index in [0, 255, 256, 1022, 1023, 1024, 1025, 40_000, 300_001, last] {
            let mut tally = play(run, Family::Pcg64Dxsm, index);
            let told = run.tell(key.generator(Family::Pcg64Dxsm, 1), index);
            for draw in told.steps.iter().filter_map(|step| step.draw) {
                tally.tables[draw.table][draw.row] += 1;
            }
            told.counters.iter().for_each(|&n| tally.counters[n] += 1);
            tally.pay(told.payout, 1);
            let with = play(run, Family::Pcg64Dxsm, index + 1);
            // Parts of blocks are not told.
            tally.blocks = with.blocks.clone();
            assert_eq!(tally, with, "{}, round {index}", name(run));
        }
    }
}

/// Tickets of players: what a player more counts is what the tickets told for him add.
#[test]
fn every_player_is_what_he_adds_to_those_before() {
    const TICKETS: u64 = 10;
    let registry = games::registry().expect("the built-in tables");
    for pair in players(&registry, TICKETS) {
        let run = &*pair[0];
        let key = run.spec().stream_key(SEED, run.kernel());
        let last = run.chunk_rounds() / TICKETS - 1;
        for player in [0, 101, 102, 103, 30_000, last] {
            let mut tally = play(run, Family::Pcg64Dxsm, player * TICKETS);
            let mut paid = 0;
            for index in player * TICKETS..(player + 1) * TICKETS {
                let told = run.tell(key.generator(Family::Pcg64Dxsm, 1), index);
                for draw in told.steps.iter().filter_map(|step| step.draw) {
                    tally.tables[draw.table][draw.row] += 1;
                }
                told.counters.iter().for_each(|&n| tally.counters[n] += 1);
                tally.pay(told.payout, 1);
                paid += told.payout.0;
            }
            let with = play(run, Family::Pcg64Dxsm, (player + 1) * TICKETS);
            let staked = run.spec().stake.cents() * TICKETS.cast_signed();
            tally.players.count += 1;
            tally.players.winners += u64::from(paid > 0);
            tally.players.in_profit += u64::from(paid > staked);
            tally.players.with_top_prize = with.players.with_top_prize;
            // Parts of blocks are not told.
            assert_eq!(with.blocks.partial, player + 1);
            tally.blocks = with.blocks.clone();
            assert_eq!(tally, with, "{}, player {player}", name(run));
        }
    }
}

/// Blocks sold out by one player each: every ticket of a block is dealt, whatever the order.
#[test]
fn whole_blocks_are_their_lots() {
    let registry = games::registry().expect("the built-in tables");
    for pair in pairs(&registry) {
        let run = &*pair[0];
        let game = registry
            .iter()
            .find(|game| game.card().id == run.spec().game);
        let card = game.expect("a game").card();
        let tally = play(run, Family::Pcg64Dxsm, run.chunk_rounds());
        let blocks = card
            .tables
            .iter()
            .zip(&tally.tables)
            .filter(|(table, _)| table.is_block);
        let sold = blocks.filter(|(_, counts)| counts.iter().sum::<u64>() > 0);
        for (table, counts) in sold {
            assert_eq!((tally.blocks.whole, tally.blocks.broken), (1, 0));
            assert_eq!(counts, &table.weights.values, "{}", table.id);
            let sessions = Sessions {
                option: "tickets".to_owned(),
                rounds: NonZeroU64::new(run.chunk_rounds()).expect("a block"),
            };
            let [all, _] = prepare(
                &**game.expect("a game"),
                "buy",
                run.spec().stake,
                Some(&sessions),
            );
            let bought = play(&*all, Family::Pcg64Dxsm, run.chunk_rounds());
            assert_eq!((bought.blocks.whole, bought.blocks.broken), (1, 0));
            assert_eq!(
                (bought.players.count, bought.players.with_top_prize),
                (1, 1)
            );
            assert_eq!(&bought.tables, &tally.tables);
        }
    }
}
