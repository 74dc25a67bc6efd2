//! From counts to a report: estimates, tests, verdict.

use std::collections::BTreeSet;
use std::time::SystemTime;

use crate::audit::{
    Check, DISPLAY_LEVEL, HitFrequency, Method, Null, RawTest, RtpEstimate, Rules, Verdict,
    block_test, goodness_of_fit, judge, payout_fit, proportion_check, rtp_check,
    rtp_check_of_chain, whole_blocks,
};
use crate::engine::{Outcome, Plan, PlannedRun};
use crate::error::{Error, Result};
use crate::exact::to_f64;
use crate::game::{Certainty, GameCard, GameEntry, Solution};
use crate::published::Table;
use crate::report::exact::PlayerFigures;
use crate::report::model::{
    Counted, Estimate, PayoutCount, PlayerReport, ReportModel, RowReport, RunReport, SCHEMA,
    TableReport,
};
use crate::report::number::round12;
use crate::report::provenance::Provenance;
use crate::tally::{Moments, Tally};
use crate::units::Stake;

/// A played plan and how it is to be judged.
pub struct Finished<'a> {
    /// Titles of the scenarios.
    pub titles: &'a [String],
    /// What was to be played.
    pub plan: &'a Plan,
    /// What came out, one per run of the plan.
    pub outcomes: &'a [Outcome],
    /// Family-wise error rate.
    pub alpha: f64,
    /// When the run began.
    pub started_at: SystemTime,
}

/// The report of a played plan; all tests of all runs are one family.
///
/// # Errors
/// A run of a game that `registry` does not list, or counts that do not fit the game.
pub fn build(registry: &[Box<dyn GameEntry>], finished: &Finished<'_>) -> Result<ReportModel> {
    let plan = finished.plan;
    let mut runs = Vec::new();
    let mut tests = Vec::new();
    for (planned, outcome) in plan.runs.iter().zip(finished.outcomes) {
        let game = entry(registry, planned)?;
        let card = game.card();
        let solution = solve(game, planned)?;
        let mut made = tests_of(card, &outcome.tally)?;
        made.extend(payout_tests(card, &outcome.tally, solution.as_ref()));
        let mut run = run_report(card, planned, outcome);
        if let Some(solution) = &solution {
            add_exact(&mut run, solution, planned.prepared.spec().stake);
        }
        runs.push((run, made.len()));
        tests.extend(made);
    }
    let rules = Rules {
        alpha: finished.alpha,
        ..Rules::default()
    };
    let mut checks = judge(tests, &rules)?.into_iter();
    let runs: Vec<RunReport> = runs
        .into_iter()
        .map(|(run, made)| RunReport {
            checks: checks.by_ref().take(made).collect(),
            ..run
        })
        .collect();
    let all: Vec<&Check> = runs.iter().flat_map(|run| &run.checks).collect();
    Ok(ReportModel {
        schema: SCHEMA,
        verdict: Verdict::of(all),
        partial: finished
            .outcomes
            .iter()
            .any(|outcome| !outcome.is_complete()),
        titles: finished.titles.to_vec(),
        seed: plan.seed,
        alpha: finished.alpha,
        runs,
        provenance: provenance(registry, finished),
    })
}

fn entry<'a>(registry: &'a [Box<dyn GameEntry>], run: &PlannedRun) -> Result<&'a dyn GameEntry> {
    let game = &run.prepared.spec().game;
    let found = registry.iter().find(|entry| entry.card().id == *game);
    found
        .map(AsRef::as_ref)
        .ok_or_else(|| Error::internal(format!("game {game} is not registered")))
}

/// The exact law of a run, where its game has a solver.
fn solve(game: &dyn GameEntry, planned: &PlannedRun) -> Result<Option<Solution>> {
    let spec = planned.prepared.spec();
    let sessions = spec.sessions.as_ref();
    let (_, solution) = game.solve(&spec.strategy, spec.stake, &spec.readings, sessions)?;
    Ok(solution)
}

/// Writes what a solver knows beside the estimates.
fn add_exact(run: &mut RunReport, solution: &Solution, stake: Stake) {
    run.rtp.exact = Some(round12(to_f64(&solution.rtp(stake))));
    run.hit_frequency.exact = Some(round12(to_f64(&solution.law.hit_frequency())));
    if let Some(player) = &mut run.player {
        player.exact = solution.player.map(PlayerFigures::from);
    }
}

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
        let fit = goodness_of_fit(counts, &weights.values, weights.denominator)?;
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

fn run_report(card: &GameCard, planned: &PlannedRun, outcome: &Outcome) -> RunReport {
    let spec = planned.prepared.spec();
    let tally = &outcome.tally;
    let moments = Moments::of(tally);
    let seconds = outcome.elapsed.as_secs_f64();
    let payouts = tally.payouts.iter().map(|(cents, &count)| PayoutCount {
        cents: cents.0,
        count,
    });
    let length = |option: &str| {
        let sessions = spec.sessions.as_ref();
        sessions
            .filter(|s| s.option == option)
            .map(|s| s.rounds.get())
    };
    let counters = card.counters.iter().zip(&tally.counters);
    RunReport {
        game: spec.game.clone(),
        title: card.title.clone(),
        strategy: spec.strategy.clone(),
        stake_cents: spec.stake.cents(),
        readings: spec.readings.clone(),
        plays: length("plays"),
        tickets: length("tickets"),
        player: spec.sessions.as_ref().map(|_| PlayerReport {
            players: tally.players.count,
            at_least_one_win: tally.players.winners,
            net_profit: tally.players.in_profit,
            top_prize: tally.players.with_top_prize,
            exact: None,
        }),
        rounds: tally.rounds,
        planned_rounds: outcome.planned,
        rtp: rtp(&moments, spec.stake),
        hit_frequency: hit_frequency(&moments),
        standard_deviation: moments.variance().sqrt() / spec.stake.cents() as f64,
        payouts: payouts.collect(),
        tables: tables(card, tally),
        counters: counters
            .map(|(counter, &count)| Counted {
                id: counter.id,
                about: counter.about,
                count,
            })
            .collect(),
        checks: Vec::new(),
        elapsed_seconds: seconds,
        rounds_per_second: tally.rounds as f64 / seconds,
    }
}

fn rtp(moments: &Moments, stake: Stake) -> Estimate {
    RtpEstimate::of(moments, stake, DISPLAY_LEVEL).map_or(Estimate::UNKNOWN, |rtp| Estimate {
        estimate: rtp.estimate,
        standard_error: rtp.standard_error,
        ci_low: rtp.ci_low,
        ci_high: rtp.ci_high,
        level: rtp.level,
        exact: None,
    })
}

fn hit_frequency(moments: &Moments) -> Estimate {
    HitFrequency::of(moments, DISPLAY_LEVEL).map_or(Estimate::UNKNOWN, |hits| Estimate {
        estimate: hits.estimate,
        standard_error: (hits.estimate * (1.0 - hits.estimate) / moments.n as f64).sqrt(),
        ci_low: hits.exact.low,
        ci_high: hits.exact.high,
        level: hits.level,
        exact: None,
    })
}

fn tables(card: &GameCard, tally: &Tally) -> Vec<TableReport> {
    let table = |(number, table): (usize, &Table)| TableReport {
        id: table.id.clone(),
        article: table.article.clone(),
        title: table.title.clone(),
        block: table.is_block,
        rows: table
            .rows
            .iter()
            .zip(&table.weights.values)
            .zip(&tally.tables[number])
            .map(|((row, &weight), &count)| RowReport {
                label: row.label.clone(),
                printed: row.printed.text().map(str::to_owned),
                weight,
                count,
            })
            .collect(),
        denominator: table.weights.denominator,
        trials: tally.trials(number),
    };
    card.tables.iter().enumerate().map(table).collect()
}

fn provenance(registry: &[Box<dyn GameEntry>], finished: &Finished<'_>) -> Provenance {
    let runs = &finished.plan.runs;
    let played: BTreeSet<&str> = runs
        .iter()
        .map(|r| r.prepared.spec().game.as_str())
        .collect();
    let kernels: BTreeSet<&str> = runs.iter().map(|run| run.prepared.kernel()).collect();
    let kernels: Vec<&str> = kernels.into_iter().collect();
    let games = registry
        .iter()
        .map(AsRef::as_ref)
        .filter(|entry| played.contains(entry.card().id.as_str()));
    Provenance::new(
        games,
        &kernels,
        finished.plan.generator,
        finished.started_at,
    )
}
