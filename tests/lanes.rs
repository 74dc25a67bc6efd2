//! The kernels of many rounds: against the readable ones cell by cell, against the exact laws, and one
//! instruction set against the other.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assert_cmd::Command;
use serde_json::Value;
use statrs::distribution::{Binomial, DiscreteCDF};
use tirage::audit::{Rules, Verdict, judge, payout_fit, rtp_check};
use tirage::engine::{Plan, PlannedRun, Pool};
use tirage::game::{GameEntry, Kernel, Prepared};
use tirage::games;
use tirage::rng::Family;
use tirage::tally::{Moments, Tally};

/// Fixed before the first run.
const SEED: u64 = 20_180_709;

/// Two kernels that play the same law differ in some cell by more than this allows once in 10^12 for
/// each cell; there are below 10^4 of them in a test, so one fails by chance below once in 10^8.
const LEVEL: f64 = 1e-12;

/// The normal quantile of a two-sided [`LEVEL`].
const Z: f64 = 7.13;

/// Every strategy with one of its arguments at every stake, with the default readings, by kernel: those
/// that have a kernel of many rounds.
fn pairs(registry: &[Box<dyn GameEntry>]) -> Vec<[Arc<dyn Prepared>; 2]> {
    let mut pairs = Vec::new();
    for game in registry {
        for family in game.families() {
            let examples = family.examples();
            let strategy = &examples[examples.len() / 3];
            for &stake in &game.card().stakes {
                let prepare = |kernel| {
                    let readings = BTreeMap::new();
                    let run = game.prepare_with(kernel, strategy, stake, &readings, None);
                    run.expect(strategy)
                };
                let pair = [Kernel::Fast, Kernel::Reference].map(prepare);
                assert_eq!(pair[1].kernel(), Kernel::REFERENCE);
                if pair[0].kernel() == Kernel::LANES {
                    pairs.push(pair);
                }
            }
        }
    }
    assert!(pairs.len() >= 15, "the kernels are there");
    pairs
}

fn name(run: &dyn Prepared) -> String {
    format!("{:?}", run.spec())
}

fn play(run: &dyn Prepared, family: Family, rounds: u64) -> Tally {
    let key = run.spec().stream_key(SEED, run.kernel());
    let mut tally = run.empty_tally();
    run.play(key.generator(family, 1), rounds, &mut tally);
    tally
}

/// Whether `a` of `of_a` and `b` of `of_b` may have one probability. Given the sum of both, `a` is
/// hypergeometric: narrower than the binomial law that is taken for small sums.
fn is_one_law((a, of_a): (u64, u64), (b, of_b): (u64, u64)) -> bool {
    let (sum, of) = (a + b, of_a + of_b);
    let share = of_a as f64 / of as f64;
    if sum < 1000 {
        let law = Binomial::new(share, sum).expect("a share");
        let above = if a == 0 { 1.0 } else { law.sf(a - 1) };
        return law.cdf(a).min(above) > LEVEL / 2.0;
    }
    let p = sum as f64 / of as f64;
    let variance = p * (1.0 - p) * (1.0 / of_a as f64 + 1.0 / of_b as f64);
    let difference = a as f64 / of_a as f64 - b as f64 / of_b as f64;
    difference.abs() <= Z * variance.sqrt()
}

/// All rows of all tables among the draws of their table, and all payouts among the rounds. Chests of Les
/// Clefs du Trésor come more evenly than by chance, which only makes the test of their payouts milder.
fn assert_one_law(what: &str, fast: &Tally, reference: &Tally) {
    for (number, (a, b)) in fast.tables.iter().zip(&reference.tables).enumerate() {
        let (of_a, of_b) = (fast.trials(number), reference.trials(number));
        // A table drawn from once a round at most is drawn from as often.
        let draws = [(of_a, fast.rounds), (of_b, reference.rounds)];
        assert!(
            of_a > fast.rounds || of_b > reference.rounds || is_one_law(draws[0], draws[1]),
            "{what}: table {number}: {draws:?}"
        );
        for (row, (&a, &b)) in a.iter().zip(b).enumerate() {
            assert!(
                of_a == 0 || of_b == 0 || is_one_law((a, of_a), (b, of_b)),
                "{what}: table {number}, row {row}: {a} of {of_a} and {b} of {of_b}"
            );
        }
    }
    let payouts = fast.payouts.keys().chain(reference.payouts.keys());
    for payout in payouts {
        let of = |tally: &Tally| {
            let count = tally.payouts.get(payout).copied();
            (count.unwrap_or_default(), tally.rounds)
        };
        let (a, b) = (of(fast), of(reference));
        assert!(is_one_law(a, b), "{what}: {payout} EUR: {a:?} and {b:?}");
    }
}

#[test]
fn a_million_rounds_of_both_kernels_have_one_law() {
    let registry = games::registry().expect("the built-in tables");
    for pair in pairs(&registry) {
        for family in [Family::Pcg64Dxsm, Family::ChaCha8] {
            let [fast, reference] = pair
                .each_ref()
                .map(|run| play(&**run, family, run.chunk_rounds().min(1_000_000)));
            assert_one_law(&name(&*pair[0]), &fast, &reference);
        }
    }
}

/// Seed 20261130 and, for the tests against the exact laws, a family-wise error rate of 1e-6, both stated
/// before the first run.
#[test]
#[ignore = "1.5e10 rounds of either kernel, half an hour: cargo test --release --test lanes -- --ignored --nocapture"]
#[expect(clippy::print_stdout, reason = "figures for the reader of the run")]
fn a_billion_rounds_of_both_kernels_have_the_exact_law() {
    let registry = games::registry().expect("the built-in tables");
    let pool = Pool::new(None).expect("threads");
    let mut tests = Vec::new();
    for pair in pairs(&registry) {
        let what = name(&*pair[0]);
        let plan = Plan {
            seed: 20_261_130,
            generator: Family::Pcg64Dxsm,
            runs: pair
                .each_ref()
                .map(|run| PlannedRun {
                    prepared: Arc::clone(run),
                    rounds: 1_000_000_000,
                })
                .to_vec(),
        };
        let outcomes = pool.play(&plan, &AtomicBool::new(false), &());
        assert_one_law(&what, &outcomes[0].tally, &outcomes[1].tally);
        let spec = pair[0].spec();
        let game = registry.iter().find(|game| game.card().id == spec.game);
        let solved = game.expect("the game of the run").solve(
            &spec.strategy,
            spec.stake,
            &spec.readings,
            None,
        );
        let Some(solution) = solved.expect("a solution").1 else {
            continue;
        };
        println!(
            "{what}: {:?} and {:?}",
            outcomes[0].elapsed, outcomes[1].elapsed
        );
        if solution.independent && solution.sampled.is_none() {
            let tally = &outcomes[0].tally;
            let moments = Moments::of(tally);
            tests.push(payout_fit(&what, &tally.payouts, &solution.law));
            tests.push(rtp_check(&what, &solution.law, moments.n, moments.sum));
        }
    }
    let rules = Rules {
        alpha: 1e-6,
        ..Rules::default()
    };
    for check in judge(tests, &rules).expect("p-values") {
        println!("{}: {:?} p {:?}", check.id, check.method, check.p);
        assert_eq!(check.verdict, Verdict::Pass, "{check:?}");
    }
}

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

#[test]
fn a_reading_without_a_kernel_of_many_rounds_falls_back_and_says_so() {
    let registry = games::registry().expect("the built-in tables");
    let kernel = |game: &str, strategy: &str, question: &str, answer: &str| {
        let game = registry.iter().find(|entry| entry.card().id == game);
        let game = game.expect("a built-in game");
        let readings = BTreeMap::from([(question.to_owned(), answer.to_owned())]);
        let stake = game.card().stakes[0];
        let run = game.prepare(strategy, stake, &readings, None);
        run.expect("a run").kernel()
    };
    for (game, strategy, question, answer, expected) in [
        (
            "clefs-du-tresor",
            "play",
            "key-draw",
            "on-losing-play",
            "lanes",
        ),
        ("clefs-du-tresor", "play", "key-draw", "per-play", "lanes"),
        (
            "clefs-du-tresor",
            "play",
            "key-draw",
            "independent",
            "reference",
        ),
        ("happy-des", "cumul", "reroll-27", "once", "reference"),
        ("happy-des", "figures", "reroll-27", "once", "lanes"),
        ("happy-des", "figures", "figures", "cumulated", "reference"),
        ("happy-des", "figures", "suite", "throw-order", "lanes"),
    ] {
        assert_eq!(
            kernel(game, strategy, question, answer),
            expected,
            "{question}={answer}"
        );
    }
}

fn report(arguments: &str, instructions: Option<&str>) -> Value {
    let mut command = Command::cargo_bin("tirage").expect("the program");
    command.args(arguments.split_whitespace());
    if let Some(instructions) = instructions {
        command.env("TIRAGE_SIMD", instructions);
    }
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    let mut report: Value = serde_json::from_slice(&output.stdout).expect("one document");
    report["provenance"]["started_at"] = Value::Null;
    for run in report["runs"].as_array_mut().expect("runs") {
        run["elapsed_seconds"] = Value::Null;
        run["rounds_per_second"] = Value::Null;
    }
    report
}

/// Where there is no AVX2 both are the same code.
#[test]
fn instruction_sets_do_not_change_a_byte() {
    let arguments = "run --rounds 3e6 --seed 11 --format json";
    let best = report(arguments, None);
    assert_eq!(best, report(arguments, Some("portable")));
    let kernels = best["provenance"]["kernel"].as_str().expect("kernels");
    assert!(kernels.contains("lanes"), "{kernels}");
}

#[test]
fn the_kernel_of_choice_plays_and_names_itself() {
    let arguments = "run --game happy-des --strategy stop --rounds 1e5 --format json";
    let fast = report(arguments, None);
    assert_eq!(fast["runs"][0]["kernel"], "lanes");
    assert_eq!(fast["provenance"]["kernel"], "lanes");
    assert_eq!(fast["provenance"]["rng"], "xoshiro256++");
    let reference = report(&format!("{arguments} --kernel reference"), None);
    assert_eq!(reference["runs"][0]["kernel"], "reference");
    assert_eq!(reference["provenance"]["kernel"], "reference");
    assert_eq!(reference["provenance"]["rng"], "pcg64dxsm");
    assert_ne!(fast["runs"][0]["payouts"], reference["runs"][0]["payouts"]);
    let chacha = report(&format!("{arguments} --generator chacha8"), None);
    assert_eq!(chacha["provenance"]["rng"], "chacha8");
}
