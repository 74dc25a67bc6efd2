//! The tests a run's counts are put to, and their identifiers.

use crate::audit::{
    Method, Null, RawTest, block_test, payout_fit, proportion_check, rtp_check, rtp_check_of_chain,
    table_test, whole_blocks,
};
use crate::error::Result;
use crate::game::{Certainty, GameCard, Solution};
use crate::published::Table;
use crate::tally::{Moments, Tally};

/// The identifier of the test of a game's payouts; part of the public document.
pub(crate) fn payouts_check_id(game: &str) -> String {
    format!("payouts:{game}")
}

/// The identifier of the test of a game's return to player; part of the public document.
pub(crate) fn rtp_check_id(game: &str) -> String {
    format!("rtp:{game}")
}

/// The identifiers of the tests of players with a win, in profit, and with a top prize; part of the
/// public document.
pub(crate) fn player_check_ids(game: &str) -> [String; 3] {
    ["win", "profit", "top"].map(|what| format!("player-{what}:{game}"))
}

/// The tests of the payouts and of their mean against an exact law of independent rounds, or of rounds
/// that walk through states; and those of players, who are always independent of each other.
///
/// Where rounds walk through states, the counts of payouts vary less than independent ones, so that the
/// test of their right tail is conservative.
pub(super) fn payout_tests(
    card: &GameCard,
    tally: &Tally,
    solution: Option<&Solution>,
) -> Vec<RawTest> {
    let Some(solution) = solution else {
        return Vec::new();
    };
    let (law, moments) = (&solution.law, Moments::of(tally));
    let mut tests = Vec::new();
    let is_known = solution.sampled.is_none();
    if is_known && (solution.independent || solution.chain.is_some()) {
        let id = rtp_check_id(&card.id);
        tests.push(payout_fit(payouts_check_id(&card.id), &tally.payouts, law));
        tests.push(match &solution.chain {
            None => rtp_check(id, law, moments.n, moments.sum),
            Some(chain) => rtp_check_of_chain(id, law, chain, moments.n, moments.sum),
        });
    }
    if let Some(chances) = solution.player {
        let players = &tally.players;
        let counts = [
            (players.winners, Some(chances.at_least_one_win)),
            (players.in_profit, chances.net_profit),
            (players.with_top_prize, Some(chances.top_prize)),
        ];
        for (id, (count, chance)) in player_check_ids(&card.id).into_iter().zip(counts) {
            let made = chance.map(|chance| proportion_check(id, count, players.count, chance));
            tests.extend(made);
        }
    }
    tests
}

/// The identifier of the test of a table; part of the public document.
pub(crate) fn fit_check_id(table: &str) -> String {
    format!("fit:{table}")
}

/// The identifier of the check of a table's blocks sold out; part of the public document.
pub(crate) fn whole_check_id(table: &str) -> String {
    format!("whole:{table}")
}

/// The identifier of the check of what holds in every round; part of the public document.
pub(crate) fn certainty_id(certainty: Certainty, game: &str) -> String {
    format!("{}:{game}", certainty.id)
}

/// One goodness-of-fit test per table that was drawn from, those of blocks, and what must hold in
/// every round.
pub(super) fn tests_of(card: &GameCard, tally: &Tally) -> Result<Vec<RawTest>> {
    let mut tests = Vec::new();
    for (number, table) in card.tables.iter().enumerate() {
        let counts = &tally.tables[number];
        if tally.trials(number) == 0 {
            continue;
        }
        if table.is_block {
            tests.extend(tests_of_block(table, tally)?);
            continue;
        }
        let weights = &table.weights;
        let fit = table_test(counts, &weights.values, weights.denominator)?;
        let labels = labels(table);
        let id = fit_check_id(&table.id);
        tests.push(RawTest::of_table(
            id,
            &*table.id,
            Null::Exact,
            &fit,
            &labels,
        ));
    }
    if let Some(certainty) = card.certainty {
        tests.push(certainty_test(certainty, &card.id, tally));
    }
    Ok(tests)
}

fn labels(table: &Table) -> Vec<&str> {
    table.rows.iter().map(|row| row.label.as_str()).collect()
}

/// The equality of whole blocks, and the test of partial ones.
fn tests_of_block(table: &Table, tally: &Tally) -> Result<Vec<RawTest>> {
    let labels = labels(table);
    let blocks = &tally.blocks;
    let mut tests = Vec::new();
    if blocks.whole > 0 {
        let id = whole_check_id(&table.id);
        tests.push(whole_blocks(id, &*table.id, blocks, &labels));
    }
    if blocks.partial > 0 {
        let id = fit_check_id(&table.id);
        let lots = &table.weights.values;
        tests.push(block_test(id, &*table.id, blocks, lots, &labels)?);
    }
    Ok(tests)
}

/// What must hold in every round did, or the rounds that broke it.
fn certainty_test(certainty: Certainty, game: &str, tally: &Tally) -> RawTest {
    let faults = &tally.faults;
    let mut notes = vec![format!(
        "{}: not so in {} of {} rounds",
        certainty.about, faults.count, tally.rounds
    )];
    notes.extend(faults.examples.iter().cloned());
    let id = certainty_id(certainty, game);
    RawTest::certainty(id, Method::Replay, faults.count, notes.join("; "))
}
