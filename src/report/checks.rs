//! The tests a run's counts are put to, and their identifiers.

use std::collections::{BTreeMap, BTreeSet};

use crate::audit::{
    Method, Null, RawTest, block_test, long_run_check, payout_fit, proportion_check, rtp_check,
    rtp_check_of_chain, table_test, whole_blocks,
};
use crate::error::Result;
use crate::exact::to_f64;
use crate::game::{Certainty, CountSpread, GameCard, Prepared, Solution};
use crate::published::Table;
use crate::tally::{Moments, Tally};
use crate::units::Cents;

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

/// The identifier of the test of a counter; part of the public document.
pub(crate) fn count_check_id(game: &str, counter: &str) -> String {
    format!("count:{game}/{counter}")
}

/// The tests of the payouts and of their mean against an exact law of independent rounds, or of rounds
/// that walk through states; and those of players, who are always independent of each other.
///
/// Where rounds walk through states, the counts of payouts vary less than independent ones, so that the
/// test of their right tail is conservative.
fn payout_tests(card: &GameCard, tally: &Tally, solution: Option<&Solution>) -> Vec<RawTest> {
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
            let made =
                chance.map(|chance| proportion_check(id, count, players.count, chance, "players"));
            tests.extend(made);
        }
    }
    tests
}

/// The tests of what the kernel counted beside the tables, where the solver knows the mean count of a round
/// and how the count spreads.
///
/// Rounds that depend on each other do so within a stretch: each of them adds what its two ends add.
fn count_tests(
    card: &GameCard,
    tally: &Tally,
    solution: Option<&Solution>,
    stretches: u64,
) -> Vec<RawTest> {
    let facts = solution
        .iter()
        .filter(|solution| solution.sampled.is_none());
    let facts = facts.flat_map(|solution| &solution.facts);
    let tests = facts.filter_map(|fact| {
        let spread = fact.spread.as_ref()?;
        let number = card
            .counters
            .iter()
            .position(|counter| counter.id == fact.id)?;
        let (id, count) = (count_check_id(&card.id, &fact.id), tally.counters[number]);
        let mean = to_f64(&fact.value);
        Some(match spread {
            CountSpread::Bernoulli => proportion_check(id, count, tally.rounds, mean, "rounds"),
            CountSpread::LongRun { variance, edge } => {
                let rounds = tally.rounds as f64;
                let stretches = (tally.streams.chunks * stretches) as f64;
                let variance = to_f64(variance) + to_f64(edge) * stretches.min(rounds) / rounds;
                long_run_check(id, count, tally.rounds, mean, variance)
            }
        })
    });
    tests.collect()
}

/// The identifier of the test of a table; part of the public document.
pub(crate) fn fit_check_id(table: &str) -> String {
    format!("fit:{table}")
}

/// The identifier of the check of a table's blocks sold out; part of the public document.
pub(crate) fn whole_check_id(table: &str) -> String {
    format!("whole:{table}")
}

/// The identifier of the check of what the tickets of a game's blocks were paid; part of the public
/// document.
pub(crate) fn paid_check_id(game: &str) -> String {
    format!("paid:{game}")
}

/// The identifier of the check of a run's chunks; part of the public document.
pub(crate) fn chunks_check_id(game: &str) -> String {
    format!("chunks:{game}")
}

/// The identifier of the check of what holds in every round; part of the public document.
pub(crate) fn certainty_id(certainty: Certainty, game: &str) -> String {
    format!("{}:{game}", certainty.id)
}

/// One goodness-of-fit test per table that was drawn from, those of blocks, and what must hold in
/// every round.
fn tests_of(card: &GameCard, tally: &Tally) -> Result<Vec<RawTest>> {
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

/// How a run was to be played.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    /// Rounds.
    pub(crate) planned: u64,
    chunk_rounds: u64,
    /// Stretches of rounds that a chunk is made of.
    stretches: u64,
}

impl Size {
    /// Of so many rounds of `run`.
    pub(crate) fn new(run: &dyn Prepared, planned: u64) -> Self {
        Self {
            planned,
            chunk_rounds: run.chunk_rounds(),
            stretches: run.stretches(),
        }
    }
}

/// All tests of a run.
pub(crate) fn all_tests(
    card: &GameCard,
    tally: &Tally,
    solution: Option<&Solution>,
    size: Size,
) -> Result<Vec<RawTest>> {
    let mut tests = tests_of(card, tally)?;
    tests.extend(payout_tests(card, tally, solution));
    tests.extend(count_tests(card, tally, solution, size.stretches));
    let blocks = (0..).zip(&card.tables).filter(|(_, table)| table.is_block);
    let sold = blocks.filter(|&(number, _)| tally.trials(number) > 0);
    tests.extend(sold.map(|(number, table)| paid_test(table, number, &card.id, tally)));
    tests.push(chunks_test(
        &card.id,
        tally,
        size.planned,
        size.chunk_rounds,
    ));
    Ok(tests)
}

/// Whether every chunk was played once, from a stream of its own, and every round counted once.
///
/// A stopped run has fewer rounds than planned, never more, and chunks for those it has. The false-alarm
/// rate is that of [`Streams`](crate::tally::Streams): below 1e-12 up to 4096 chunks.
fn chunks_test(game: &str, tally: &Tally, planned: u64, chunk_rounds: u64) -> RawTest {
    let chunks = tally.rounds.div_ceil(chunk_rounds.max(1));
    let paid: u64 = tally.payouts.values().sum();
    let repeated = tally.streams.repeated();
    let broken = [
        repeated,
        tally.streams.chunks.abs_diff(chunks),
        tally.rounds.abs_diff(paid),
        tally.rounds.saturating_sub(planned),
    ];
    let mut note = format!(
        "chunks counted: {} of {chunks}, of {chunk_rounds} rounds each; {repeated} of them played from draws played \
         before; {} rounds counted, {paid} payouts",
        tally.streams.chunks, tally.rounds
    );
    if tally.rounds > planned {
        note += &format!(", but {planned} rounds planned");
    }
    let id = chunks_check_id(game);
    RawTest::certainty(id, Method::DistinctStreams, broken.iter().sum(), note)
}

/// Whether the tickets of a block were paid the amounts of their rows.
fn paid_test(table: &Table, number: usize, game: &str, tally: &Tally) -> RawTest {
    let mut due: BTreeMap<Cents, u64> = BTreeMap::new();
    for (row, count) in table.rows.iter().zip(&tally.tables[number]) {
        *due.entry(row.amount.unwrap_or_default()).or_default() += count;
    }
    let mut wrong = 0;
    let mut notes = vec!["tickets paid otherwise than their rows say".to_owned()];
    let amounts: BTreeSet<Cents> = due.keys().chain(tally.payouts.keys()).copied().collect();
    for amount in amounts {
        let of = |counts: &BTreeMap<Cents, u64>| counts.get(&amount).copied().unwrap_or(0);
        let (due, paid) = (of(&due), of(&tally.payouts));
        wrong += due.saturating_sub(paid);
        if due != paid {
            notes.push(format!("{amount} EUR: due {due} times, paid {paid} times"));
        }
    }
    notes[0] = format!("{wrong} {}", notes[0]);
    RawTest::certainty(
        paid_check_id(game),
        Method::LotsPaid,
        wrong,
        notes.join("; "),
    )
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
