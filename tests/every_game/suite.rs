//! The checks, over everything a game offers: strategies, stakes, readings.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use tirage::audit::{Rules, Verdict, judge, payout_fit, rtp_check};
use tirage::engine::store::TallyRecord;
use tirage::engine::{Plan, PlannedRun, Pool};
use tirage::exact::{Ratio, ratio};
use tirage::game::{GameEntry, Kernel, Prepared, Sessions};
use tirage::report::{self, Finished, ReportModel};
use tirage::rng::{Family, Generator};
use tirage::tally::{Moments, Players, Tally};
use tirage::units::{Probability, Stake};

use crate::players;

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
/// other answer to each question; all of it without players and with, and by the readable kernel too where
/// another plays.
fn runs(game: &dyn GameEntry) -> Vec<Arc<dyn Prepared>> {
    let card = game.card();
    let sessions = players::sessions(game);
    let mut runs = Vec::new();
    for family in game.families() {
        let strategy = example(family.pattern);
        let is_solved = ["optimal", "worst"].contains(&family.pattern);
        let mut prepare = |stake: Stake, readings: &BTreeMap<String, String>| {
            if is_solved && cfg!(debug_assertions) && !readings.is_empty() {
                // A search for every reading takes minutes without optimisation.
                return;
            }
            for sessions in &sessions {
                match game.prepare(&strategy, stake, readings, sessions.as_ref()) {
                    Ok(run) => {
                        if run.kernel() != Kernel::REFERENCE {
                            let sessions = sessions.as_ref();
                            let kernel = Kernel::Reference;
                            let run =
                                game.prepare_with(kernel, &strategy, stake, readings, sessions);
                            runs.push(run.expect("the same run"));
                        }
                        runs.push(run);
                    }
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
    tally.close(chunk, (0, 0));
    tally
}

pub(crate) fn describe(run: &dyn Prepared) -> String {
    format!("{:?} by {}", run.spec(), run.kernel())
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
        let of = |family, chunk| play(&*run, family, chunk, 990);
        let base = of(Family::Pcg64Dxsm, 0);
        assert_eq!(base, of(Family::Pcg64Dxsm, 0), "{}", describe(&*run));
        assert_ne!(base, of(Family::Pcg64Dxsm, 1), "{}", describe(&*run));
        assert_ne!(base, of(Family::ChaCha8, 0), "{}", describe(&*run));
    }
}

pub(crate) fn sums(game: &dyn GameEntry) {
    const ROUNDS: u64 = 21_000;
    for run in runs(game) {
        let tally = play(&*run, Family::Pcg64Dxsm, 0, ROUNDS);
        let what = describe(&*run);
        assert_eq!(tally.rounds, ROUNDS, "{what}");
        assert_eq!(tally.payouts.values().sum::<u64>(), ROUNDS, "{what}");
        assert!(tally.payouts.keys().all(|payout| payout.0 >= 0));
        assert!((0..tally.tables.len()).any(|table| tally.trials(table) >= ROUNDS));
        players::check(&*run, &tally);
    }
}

pub(crate) fn merge(game: &dyn GameEntry) {
    for run in runs(game) {
        let parts: Vec<Tally> = (0..3)
            .map(|c| play(&*run, Family::Pcg64Dxsm, c, 480))
            .collect();
        let join = |order: [usize; 3]| {
            let mut whole = run.empty_tally();
            order.iter().for_each(|&part| whole.merge(&parts[part]));
            whole
        };
        let whole = join([0, 1, 2]);
        assert_eq!(whole, join([2, 0, 1]), "{}", describe(&*run));
        assert_eq!(whole.rounds, 1440);
        players::check(&*run, &whole);
        let mut one_by_one = run.empty_tally();
        for chunk in 0..3 {
            let before = (one_by_one.rounds, one_by_one.paid());
            run.play(
                generator(&*run, Family::Pcg64Dxsm, chunk),
                480,
                &mut one_by_one,
            );
            one_by_one.close(chunk, before);
        }
        assert_eq!(whole, one_by_one, "{}", describe(&*run));
        // What is written to disk is read back.
        let text = serde_json::to_string(&TallyRecord::from(&whole)).expect("JSON");
        let record: TallyRecord = serde_json::from_str(&text).expect("a tally");
        let read = record.tally(&run.empty_tally());
        assert_eq!(read.as_ref(), Ok(&whole), "{}", describe(&*run));
    }
}

/// Rounds 0 to n of a chunk, told one by one, are the rounds that a run of n plays: every row,
/// every counter, every payout, every player.
pub(crate) fn transcripts(game: &dyn GameEntry) {
    const ROUNDS: u64 = 240;
    for run in runs(game) {
        let mut told = run.empty_tally();
        let mut payouts = Vec::new();
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
            payouts.push(round.payout);
            assert!(
                round
                    .steps
                    .iter()
                    .all(|s| !s.article.is_empty() && !s.what.is_empty())
            );
        }
        let played = play(&*run, Family::Pcg64Dxsm, 5, ROUNDS);
        if game.card().tables.iter().any(|table| table.is_block) {
            // The rounds are fewer than a block: all of them are tickets of a partial one.
            // With players, each has a block of their own.
            let partial = run
                .spec()
                .sessions
                .as_ref()
                .map_or(1, |s| ROUNDS / s.rounds);
            assert_eq!((played.blocks.whole, played.blocks.partial), (0, partial));
            assert!(told.tables.contains(&played.blocks.sold));
            told.blocks = played.blocks.clone();
        }
        told.players = Players {
            // What a top prize is, only the game knows.
            with_top_prize: played.players.with_top_prize,
            ..players::played(&*run, &payouts)
        };
        // Rounds are told without their chunk.
        told.streams = played.streams.clone();
        told.stretches = played.stretches.clone();
        assert_eq!(told, played, "{}", describe(&*run));
    }
}

/// A chunk of a game sold in blocks is a block: whole, it gives its lots; cut short, or bought by
/// players, it is a partial one.
pub(crate) fn blocks(game: &dyn GameEntry) {
    let card = game.card();
    if !card.tables.iter().any(|table| table.is_block) {
        return;
    }
    for &stake in &card.stakes {
        let strategy = example(game.families()[0].pattern);
        let prepare = |sessions: Option<&Sessions>| {
            game.prepare(&strategy, stake, &BTreeMap::new(), sessions)
                .expect("a run")
        };
        let run = prepare(None);
        let tickets = run.chunk_rounds();
        let whole = play(&*run, Family::Pcg64Dxsm, 0, tickets);
        // One block is drawn from, that of the stake.
        let dealt = |rows: &Vec<u64>| rows.iter().sum::<u64>() == tickets;
        let number = whole.tables.iter().position(dealt).expect("a block");
        let table = &card.tables[number];
        assert!(table.is_block, "{}", table.id);
        assert_eq!(whole.tables[number], table.weights.values);
        assert_eq!(whole.faults.count, 0);
        let counted = |tally: &Tally| {
            let blocks = &tally.blocks;
            (blocks.whole, blocks.broken, blocks.partial)
        };
        assert_eq!(counted(&whole), (1, 0, 0));
        let part = play(&*run, Family::Pcg64Dxsm, 0, tickets - 1);
        assert_eq!(counted(&part), (0, 0, 1));
        assert_eq!(part.blocks.sold, part.tables[number]);
        let offer = card.sessions.expect("a block is bought by players too");
        let seven = Sessions {
            option: offer.option.to_owned(),
            rounds: 7.try_into().expect("not zero"),
        };
        let players = play(&*prepare(Some(&seven)), Family::Pcg64Dxsm, 0, 700);
        assert_eq!(counted(&players), (0, 0, 100));
    }
    for run in runs(game)
        .iter()
        .filter(|run| run.spec().sessions.is_none())
    {
        assert!(
            card.tables
                .iter()
                .any(|table| table.is_block && table.weights.denominator == run.chunk_rounds()),
            "{}",
            describe(&**run)
        );
    }
}

/// Plays `rounds` rounds of the default runs of `game` on so many threads, and as nearly as many with
/// each of the `sessions`.
fn report(
    registry: &[Box<dyn GameEntry>],
    sessions: &[Option<Sessions>],
    seed: u64,
    rounds: u64,
    threads: usize,
) -> ReportModel {
    let game = &*registry[0];
    let run = |pattern: &str, sessions: Option<&Sessions>| PlannedRun {
        prepared: game
            .prepare(
                &example(pattern),
                game.card().stakes[0],
                &BTreeMap::new(),
                sessions,
            )
            .expect(pattern),
        rounds: rounds - sessions.map_or(0, |sessions| rounds % sessions.rounds),
    };
    let plan = Plan {
        seed,
        generator: Family::Pcg64Dxsm,
        runs: game
            .families()
            .iter()
            .flat_map(|family| sessions.iter().map(|s| run(family.pattern, s.as_ref())))
            .collect(),
    };
    let pool = Pool::new(threads.try_into().ok()).expect("threads");
    let outcomes = pool.play(&plan, &AtomicBool::new(false), &());
    let finished = Finished {
        titles: &[],
        plan: &plan,
        outcomes: &outcomes,
        rules: Rules {
            alpha: 1e-6,
            ..Rules::default()
        },
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
    let sessions = players::sessions(&*game);
    let registry = [game];
    let rounds = (5 << 20) + 17;
    let json = |seed, threads| {
        let report = report(&registry, &sessions, seed, rounds, threads);
        serde_json::to_string(&report).expect("JSON")
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
    // No multiple of a block, so that a part of one is tested too.
    let rounds = 2_250_000;
    let model = report(&registry, &[None], 20_180_709, rounds, 2);
    assert_eq!(model.verdict, Verdict::Pass, "{:?}", model.runs[0].checks);
    assert!(!model.partial);
    for run in &model.runs {
        assert_eq!(run.rounds, rounds);
        assert!(
            run.checks.iter().any(|check| check.df.is_some()),
            "{}",
            run.strategy
        );
        for exporter in report::EXPORTERS {
            let names = exporter.names.iter();
            let files = (exporter.export)(&model).expect("bytes");
            assert!(names.len() == 0 || names.eq(files.iter().map(|file| &file.name)));
            assert!(files.iter().all(|file| !file.bytes.is_empty()));
        }
    }
}

/// What a solver says has the right form, and a kernel is paid by it: seed 1, chunk 0, stated beforehand. A
/// faultless game fails here with probability 1e-6 at most, by Holm's bound. A game without a solver
/// says so.
pub(crate) fn solvers(game: &dyn GameEntry) {
    const ROUNDS: u64 = 200_000;
    let one = ratio(1, 1);
    let mut tests = Vec::new();
    for run in runs(game) {
        let (spec, known) = (run.spec(), describe(&*run));
        let sessions = spec.sessions.as_ref();
        let solved = game.solve(&spec.strategy, spec.stake, &spec.readings, sessions);
        let (named, solution) = solved.expect(&known);
        assert_eq!(named, *spec);
        assert_eq!(solution.is_some(), game.has_solver(), "{known}");
        let Some(solution) = solution else { continue };
        assert_eq!(
            solution.law.probabilities().map(|(_, p)| p).sum::<Ratio>(),
            one,
            "{known}"
        );
        assert!(
            solution.law.weights().all(|(payout, _)| payout.0 >= 0),
            "{known}"
        );
        let (rtp, bounds) = (solution.rtp(spec.stake), &solution.rtp_bounds);
        assert!(bounds.low <= rtp && rtp <= bounds.high, "{known}");
        let facts: BTreeSet<&str> = solution.facts.iter().map(|fact| fact.id.as_str()).collect();
        assert_eq!(facts.len(), solution.facts.len(), "{known}");
        if solution.independent && solution.sampled.is_none() {
            let tally = play(&*run, Family::Pcg64Dxsm, 0, ROUNDS);
            let moments = Moments::of(&tally);
            tests.push(payout_fit(&known, &tally.payouts, &solution.law));
            tests.push(rtp_check(&known, &solution.law, moments.n, moments.sum));
        }
    }
    let rules = Rules {
        alpha: 1e-6,
        ..Rules::default()
    };
    for check in judge(tests, &rules).expect("p-values") {
        assert_eq!(check.verdict, Verdict::Pass, "{check:?}");
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
