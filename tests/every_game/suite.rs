//! The checks, over everything a game offers: strategies, stakes, readings.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use tirage::audit::Verdict;
use tirage::engine::{Plan, PlannedRun, Pool};
use tirage::game::{GameEntry, Prepared};
use tirage::report::{self, Finished, ReportModel};
use tirage::rng::{Family, Generator};
use tirage::tally::Tally;
use tirage::units::{Probability, Stake};

const SEED: u64 = 1;

/// A value for each argument that a strategy pattern may name.
fn example(pattern: &str) -> String {
    let argument = |part: &str| {
        match part {
            "K" => "3",
            "EUR" => "2.00",
            "L" => "1",
            "UNIVERSE" => "identiques",
            literal => literal,
        }
        .to_owned()
    };
    pattern
        .split(':')
        .map(argument)
        .collect::<Vec<_>>()
        .join(":")
}

/// Every strategy at every stake with the default readings, and at the smallest stake with each
/// other answer to each question.
fn runs(game: &dyn GameEntry) -> Vec<Arc<dyn Prepared>> {
    let card = game.card();
    let mut runs = Vec::new();
    for family in game.families() {
        let strategy = example(family.pattern);
        let is_solved = ["optimal", "worst"].contains(&family.pattern);
        let mut prepare = |stake: Stake, readings: &BTreeMap<String, String>| {
            if is_solved && cfg!(debug_assertions) && !readings.is_empty() {
                // A search for every reading takes minutes without optimisation.
                return;
            }
            match game.prepare(&strategy, stake, readings, None) {
                Ok(run) => runs.push(run),
                // Best play may not be on offer under a reading, and then the reason names it.
                Err(error) => {
                    let reason = error.to_string();
                    let mut names = readings.iter().map(|(q, a)| format!("{q}={a}"));
                    assert!(
                        is_solved && names.any(|name| reason.contains(&name)),
                        "{reason}"
                    );
                }
            }
        };
        for &stake in &card.stakes {
            prepare(stake, &BTreeMap::new());
        }
        for question in &card.questions {
            for answer in &question.answers[1..] {
                let chosen = BTreeMap::from([(question.id.to_owned(), answer.id.to_owned())]);
                prepare(card.stakes[0], &chosen);
            }
        }
    }
    runs
}

fn generator(run: &dyn Prepared, family: Family, chunk: u64) -> Generator {
    run.spec()
        .stream_key(SEED, run.kernel())
        .generator(family, chunk)
}

fn play(run: &dyn Prepared, family: Family, chunk: u64, rounds: u64) -> Tally {
    let mut tally = run.empty_tally();
    run.play(generator(run, family, chunk), rounds, &mut tally);
    tally
}

fn describe(run: &dyn Prepared) -> String {
    format!("{:?}", run.spec())
}

pub(crate) fn names(game: &dyn GameEntry) {
    let card = game.card();
    let unique = |names: Vec<&str>| {
        let distinct: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(distinct.len(), names.len(), "{}: {names:?}", card.id);
        assert!(names.iter().all(|name| !name.trim().is_empty()));
    };
    unique(card.tables.iter().map(|table| table.id.as_str()).collect());
    unique(card.counters.iter().map(|counter| counter.id).collect());
    unique(card.questions.iter().map(|question| question.id).collect());
    unique(
        game.families()
            .iter()
            .map(|family| family.pattern)
            .collect(),
    );
    for table in &card.tables {
        unique(table.rows.iter().map(|row| row.label.as_str()).collect());
        assert!(
            table.id.starts_with(&format!("{}/", card.id)),
            "{}",
            table.id
        );
        assert!(
            !table.article.is_empty() && !table.title.is_empty(),
            "{}",
            table.id
        );
    }
    for question in &card.questions {
        unique(question.answers.iter().map(|answer| answer.id).collect());
        assert!(
            question.answers.len() > 1,
            "{} leaves no choice",
            question.id
        );
        assert!(!question.article.is_empty() && !question.about.is_empty());
        assert!(
            question
                .answers
                .iter()
                .all(|answer| !answer.about.is_empty())
        );
    }
    assert!(
        game.families()
            .iter()
            .all(|family| !family.about.is_empty())
    );
    assert!(card.stakes.is_sorted() && !card.stakes.is_empty());
}

pub(crate) fn weights(game: &dyn GameEntry) {
    for table in &game.card().tables {
        let weights = &table.weights;
        assert_eq!(weights.values.len(), table.rows.len(), "{}", table.id);
        assert_eq!(
            weights.values.iter().sum::<u64>(),
            weights.denominator,
            "{}",
            table.id
        );
        assert!(
            weights.possible >= 1 && !weights.why.is_empty(),
            "{}",
            table.id
        );
        for (row, &weight) in table.rows.iter().zip(&weights.values) {
            let p = Probability::new(weight.into(), weights.denominator.into());
            assert!(
                row.printed.interval(weights.denominator).contains(p),
                "{} {}",
                table.id,
                row.label
            );
        }
    }
}

pub(crate) fn streams(game: &dyn GameEntry) {
    for run in runs(game) {
        let of = |family, chunk| play(&*run, family, chunk, 1000);
        let base = of(Family::Pcg64Dxsm, 0);
        assert_eq!(base, of(Family::Pcg64Dxsm, 0), "{}", describe(&*run));
        assert_ne!(base, of(Family::Pcg64Dxsm, 1), "{}", describe(&*run));
        assert_ne!(base, of(Family::ChaCha8, 0), "{}", describe(&*run));
    }
}

pub(crate) fn sums(game: &dyn GameEntry) {
    for run in runs(game) {
        let tally = play(&*run, Family::Pcg64Dxsm, 0, 20_000);
        assert_eq!(tally.rounds, 20_000, "{}", describe(&*run));
        assert_eq!(
            tally.payouts.values().sum::<u64>(),
            20_000,
            "{}",
            describe(&*run)
        );
        assert!(tally.payouts.keys().all(|payout| payout.0 >= 0));
        assert!((0..tally.tables.len()).any(|table| tally.trials(table) >= 20_000));
    }
}

pub(crate) fn merge(game: &dyn GameEntry) {
    for run in runs(game) {
        let parts: Vec<Tally> = (0..3)
            .map(|c| play(&*run, Family::Pcg64Dxsm, c, 500))
            .collect();
        let join = |order: [usize; 3]| {
            let mut whole = run.empty_tally();
            order.iter().for_each(|&part| whole.merge(&parts[part]));
            whole
        };
        let whole = join([0, 1, 2]);
        assert_eq!(whole, join([2, 0, 1]), "{}", describe(&*run));
        assert_eq!(whole.rounds, 1500);
        let mut one_by_one = run.empty_tally();
        for chunk in 0..3 {
            run.play(
                generator(&*run, Family::Pcg64Dxsm, chunk),
                500,
                &mut one_by_one,
            );
        }
        assert_eq!(whole, one_by_one, "{}", describe(&*run));
    }
}

/// Rounds 0 to n of a chunk, told one by one, are the rounds that a run of n plays: every row,
/// every counter, every payout.
pub(crate) fn transcripts(game: &dyn GameEntry) {
    const ROUNDS: u64 = 250;
    for run in runs(game) {
        let mut told = run.empty_tally();
        for index in 0..ROUNDS {
            let round = run.tell(generator(&*run, Family::Pcg64Dxsm, 5), index);
            for draw in round.steps.iter().filter_map(|step| step.draw) {
                told.tables[draw.table][draw.row] += 1;
            }
            round
                .counters
                .iter()
                .for_each(|&counter| told.counters[counter] += 1);
            told.pay(round.payout, 1);
            assert!(
                round
                    .steps
                    .iter()
                    .all(|s| !s.article.is_empty() && !s.what.is_empty())
            );
        }
        assert_eq!(
            told,
            play(&*run, Family::Pcg64Dxsm, 5, ROUNDS),
            "{}",
            describe(&*run)
        );
    }
}

/// Plays `rounds` rounds of the default runs of `game` on so many threads.
fn report(registry: &[Box<dyn GameEntry>], seed: u64, rounds: u64, threads: usize) -> ReportModel {
    let game = &*registry[0];
    let run = |pattern: &str| PlannedRun {
        prepared: game
            .prepare(
                &example(pattern),
                game.card().stakes[0],
                &BTreeMap::new(),
                None,
            )
            .expect(pattern),
        rounds,
    };
    let plan = Plan {
        seed,
        generator: Family::Pcg64Dxsm,
        runs: game
            .families()
            .iter()
            .map(|family| run(family.pattern))
            .collect(),
    };
    let pool = Pool::new(threads.try_into().ok()).expect("threads");
    let outcomes = pool.play(&plan, &AtomicBool::new(false), &());
    let finished = Finished {
        titles: &[],
        plan: &plan,
        outcomes: &outcomes,
        alpha: 1e-6,
        started_at: SystemTime::UNIX_EPOCH,
    };
    let mut model = report::build(registry, &finished).expect("a report");
    for run in &mut model.runs {
        run.elapsed_seconds = 0.0;
        run.rounds_per_second = 0.0;
    }
    model
}

pub(crate) fn threads(game: Box<dyn GameEntry>) {
    let registry = [game];
    let rounds = (5 << 20) + 17;
    let json = |seed, threads| {
        serde_json::to_string(&report(&registry, seed, rounds, threads)).expect("JSON")
    };
    let one = json(7, 1);
    assert_eq!(one, json(7, 2));
    assert_eq!(one, json(7, 7));
    assert_ne!(one, json(8, 2));
}

/// Seed 20180709, stated beforehand; a faultless game fails here with probability 1e-6 at most,
/// by Holm's bound.
pub(crate) fn audit(game: Box<dyn GameEntry>) {
    let registry = [game];
    let model = report(&registry, 20_180_709, 2_000_000, 2);
    assert_eq!(model.verdict, Verdict::Pass, "{:?}", model.runs[0].checks);
    assert!(!model.partial);
    for run in &model.runs {
        assert_eq!(run.rounds, 2_000_000);
        assert!(
            run.checks.iter().any(|check| check.df.is_some()),
            "{}",
            run.strategy
        );
        for (_, exporter) in report::EXPORTERS {
            assert!(
                exporter(&model)
                    .expect("bytes")
                    .iter()
                    .all(|file| !file.bytes.is_empty())
            );
        }
    }
}

pub(crate) fn refusals(game: &dyn GameEntry) {
    let card = game.card();
    let stake = card.stakes[0];
    let strategy = example(game.families()[0].pattern);
    let none = BTreeMap::new();
    let message = |strategy: &str, stake, readings: &BTreeMap<String, String>| {
        let refused = game.prepare(strategy, stake, readings, None).err();
        refused.expect("refused").to_string()
    };
    let unknown = message("no-such-strategy", stake, &none);
    for family in game.families() {
        assert!(unknown.contains(family.pattern), "{unknown}");
    }
    let wrong_stake = message(&strategy, Stake::from_cents(12_345), &none);
    assert!(wrong_stake.contains(&stake.to_string()), "{wrong_stake}");
    let strange = BTreeMap::from([("no-such-question".to_owned(), "yes".to_owned())]);
    let wrong_question = message(&strategy, stake, &strange);
    for question in &card.questions {
        assert!(wrong_question.contains(question.id), "{wrong_question}");
        let strange = BTreeMap::from([(question.id.to_owned(), "no-such-answer".to_owned())]);
        let wrong_answer = message(&strategy, stake, &strange);
        assert!(
            question
                .answers
                .iter()
                .all(|answer| wrong_answer.contains(answer.id))
        );
    }
}
