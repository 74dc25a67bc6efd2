//! From counts to a report: estimates, tests, verdict.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::SystemTime;

use crate::audit::{
    Check, CheckPart, CheckRow, DISPLAY_LEVEL, Method, PayoutBand, RtpEstimate, Rules, Verdict,
    display_interval, judge,
};
use crate::engine::{Outcome, Plan, PlannedRun};
use crate::error::Result;
use crate::exact::to_f64;
use crate::game::{GameCard, GameEntry, RunSpec, Solution, registered};
use crate::published::Table;
use crate::report::checks::{Size, all_tests, fit_check_id, whole_check_id};
use crate::report::convergence::Convergence;
use crate::report::ended;
use crate::report::exact::{ExactReport, PlayerFigures};
use crate::report::lang::Lang;
use crate::report::model::{
    Counted, Estimate, Notable, PayoutCount, PlayerReport, ReportModel, RowReport, RunReport,
    SCHEMA, TableReport, Untested,
};
use crate::report::notable::standing_out;
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
    /// How the tests are judged.
    pub rules: Rules,
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
        let game = registered(registry, &planned.prepared.spec().game)?;
        let card = game.card();
        let solution = solve(game, planned)?;
        let size = Size::new(&*planned.prepared, outcome.planned);
        let made = all_tests(card, &outcome.tally, solution.as_ref(), size)?;
        let mut run = run_report(card, planned, outcome);
        let spec = planned.prepared.spec();
        let mut band = None;
        if let Some(solution) = &solution {
            add_exact(&mut run, solution, spec);
            band = PayoutBand::of(game, spec, solution)?;
        }
        run.solution = solution.map(Arc::new);
        let is_blocks = spec.sessions.is_none() && card.tables.iter().any(|table| table.is_block);
        run.convergence = Convergence::new(&outcome.tally, spec.stake, band, is_blocks);
        runs.push((run, made.len()));
        tests.extend(made);
    }
    let mut checks = judge(tests, &finished.rules)?.into_iter().map(rounded);
    let runs: Vec<RunReport> = runs
        .into_iter()
        .map(|(run, made)| RunReport {
            checks: checks.by_ref().take(made).collect(),
            ..run
        })
        .map(with_untested)
        .map(|run| RunReport {
            verdict: run.judged(),
            ..run
        })
        .collect();
    Ok(ReportModel {
        schema: SCHEMA,
        verdict: runs
            .iter()
            .map(|run| run.verdict)
            .reduce(Verdict::worst)
            .unwrap_or(Verdict::Inconclusive),
        partial: finished
            .outcomes
            .iter()
            .any(|outcome| !outcome.is_complete()),
        stopped: ended::stopped(finished.outcomes),
        titles: finished.titles.to_vec(),
        seed: plan.seed,
        alpha: finished.rules.alpha,
        rtp_tolerance: finished.rules.rtp_tolerance,
        cell_tolerance: finished.rules.cell_tolerance,
        worth_looking_at: worth_looking_at(&runs),
        runs,
        provenance: provenance(registry, finished),
        lang: Lang::default(),
        games: Vec::new(),
    })
}

/// The run with a list of what was not tested.
fn with_untested(run: RunReport) -> RunReport {
    let never = run.tables.iter().filter(|table| table.trials == 0);
    let never = never.map(|table| Untested {
        id: fit_check_id(&table.id),
        reason: "never drawn from".to_owned(),
    });
    let given_up = run
        .checks
        .iter()
        .filter(|check| check.method == Method::Untested);
    let given_up = given_up.map(|check| {
        let note = check.note.as_deref().unwrap_or_default();
        Untested {
            id: check.id.clone(),
            reason: note.strip_prefix("not tested: ").unwrap_or(note).to_owned(),
        }
    });
    let unsold = run.tables.iter().filter(|table| {
        let id = whole_check_id(&table.id);
        table.block && table.trials > 0 && run.checks.iter().all(|check| check.id != id)
    });
    let unsold = unsold.map(|table| Untested {
        id: whole_check_id(&table.id),
        reason: "no block was sold out: neither blocks nor the return to player are tested, \
                 but how many tickets of each lot were sold"
            .to_owned(),
    });
    let untested = given_up.chain(never).chain(unsold).collect();
    RunReport { untested, ..run }
}

/// The rows that stand out among all rows of all tables, at a false discovery rate of 5 %.
fn worth_looking_at(runs: &[RunReport]) -> Vec<Notable> {
    let checks = runs
        .iter()
        .flat_map(|run| run.checks.iter().map(move |check| (run, check)));
    let checks: Vec<(&RunReport, &Check)> = checks.collect();
    let found = standing_out(checks.iter().map(|(_, check)| *check));
    let notable = found.into_iter().map(|(number, row, log10_adjusted_p)| {
        let (run, check) = checks[number];
        Notable {
            game: run.game.clone(),
            strategy: run.strategy.clone(),
            stake_cents: run.stake_cents,
            check: check.id.clone(),
            label: row.label.clone(),
            log10_p: row.log10_p,
            log10_adjusted_p,
        }
    });
    notable.collect()
}

/// The check with its numbers as documents show them, so that all documents agree.
pub(super) fn rounded(check: Check) -> Check {
    let part = |part: CheckPart| CheckPart {
        log10_p: round12(part.log10_p),
        ..part
    };
    let row = |row: CheckRow| CheckRow {
        log10_p: round12(row.log10_p),
        smallest_detectable: row.smallest_detectable.map(round12),
        ..row
    };
    Check {
        statistic: round12(check.statistic),
        log10_p: round12(check.log10_p),
        p: round12(check.p),
        adjusted_p: round12(check.adjusted_p),
        adjusted_log10_p: round12(check.adjusted_log10_p),
        smallest_detectable: check.smallest_detectable.map(round12),
        conservative_p: check.conservative_p.map(round12),
        conservative_log10_p: check.conservative_log10_p.map(round12),
        g: check.g.map(round12),
        g_log10_p: check.g_log10_p.map(round12),
        parts: check.parts.into_iter().map(part).collect(),
        rows: check.rows.into_iter().map(row).collect(),
        ..check
    }
}

/// The exact law of a run, where its game has a solver.
fn solve(game: &dyn GameEntry, planned: &PlannedRun) -> Result<Option<Solution>> {
    let spec = planned.prepared.spec();
    let sessions = spec.sessions.as_ref();
    let (_, solution) = game.solve(&spec.strategy, spec.stake, &spec.readings, sessions)?;
    Ok(solution)
}

/// Writes what a solver knows beside the estimates.
fn add_exact(run: &mut RunReport, solution: &Solution, spec: &RunSpec) {
    run.rtp.exact = Some(round12(to_f64(&solution.rtp(spec.stake))));
    run.exact = Some(ExactReport::new(spec, solution));
    run.hit_frequency.exact = Some(round12(to_f64(&solution.law.hit_frequency())));
    if let Some(player) = &mut run.player {
        player.exact = solution.player.map(PlayerFigures::from);
    }
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
        variant: variant(card, spec),
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
        kernel: planned.prepared.kernel(),
        ended: ended::reason(outcome),
        precision: ended::precision(outcome),
        verdict: Verdict::Inconclusive,
        rtp: rtp(&moments, spec.stake),
        hit_frequency: share(moments.hits, moments.n),
        standard_deviation: moments.variance().sqrt() / spec.stake.cents() as f64,
        convergence: Convergence::default(),
        payouts: payouts.collect(),
        tables: tables(card, tally),
        exact: None,
        solution: None,
        counters: counters
            .map(|(counter, &count)| Counted {
                id: counter.id,
                about: counter.about,
                count,
            })
            .collect(),
        checks: Vec::new(),
        untested: Vec::new(),
        elapsed_seconds: seconds,
        rounds_per_second: tally.rounds as f64 / seconds,
    }
}

/// See [`RunReport::variant`].
fn variant(card: &GameCard, spec: &RunSpec) -> String {
    let default = |question: &str| {
        let question = card.questions.iter().find(|known| known.id == question);
        question
            .and_then(|question| question.answers.first())
            .map(|answer| answer.id)
    };
    let readings = spec.readings.iter();
    let chosen = readings.filter(|(question, answer)| default(question) != Some(answer.as_str()));
    let sessions = spec
        .sessions
        .iter()
        .map(|s| format!("{}={}", s.option, s.rounds));
    let parts = chosen
        .map(|(question, answer)| format!("{question}={answer}"))
        .chain(sessions);
    parts.collect::<Vec<_>>().join(";")
}

pub(super) fn rtp(moments: &Moments, stake: Stake) -> Estimate {
    RtpEstimate::of(moments, stake, DISPLAY_LEVEL).map_or(Estimate::UNKNOWN, |rtp| Estimate {
        estimate: rtp.estimate,
        standard_error: rtp.standard_error,
        ci_low: rtp.ci_low,
        ci_high: rtp.ci_high,
        level: rtp.level,
        exact: None,
    })
}

/// A share of rounds with its standard error and its interval for display.
pub(super) fn share(count: u64, rounds: u64) -> Estimate {
    let ends = display_interval(count, rounds, 1.0 - DISPLAY_LEVEL);
    let share = count as f64 / rounds as f64;
    ends.map_or(Estimate::UNKNOWN, |ends| Estimate {
        estimate: share,
        standard_error: (share * (1.0 - share) / rounds as f64).sqrt(),
        ci_low: ends.low,
        ci_high: ends.high,
        level: DISPLAY_LEVEL,
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
            .map(|((row, &weight), &count)| {
                RowReport::new(row, (weight, table.weights.denominator), count)
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
    let family = finished.plan.generator;
    let generators = runs.iter().map(|run| run.prepared.generators(family));
    let generators: BTreeSet<&str> = generators.collect();
    let generators: Vec<&str> = generators.into_iter().collect();
    let games = registry
        .iter()
        .map(AsRef::as_ref)
        .filter(|entry| played.contains(entry.card().id.as_str()));
    Provenance::new(games, &kernels, &generators, finished.started_at)
}
