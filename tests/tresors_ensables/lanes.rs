//! The kernel of many rounds against its own telling, round by round, and against the exact law.

use std::sync::Arc;

use tirage::audit::{Rules, Verdict, judge, payout_fit, rtp_check};
use tirage::game::{GameEntry, Kernel, Prepared};
use tirage::rng::Family;
use tirage::tally::{Moments, Tally};

use crate::{READINGS, SEED, STRATEGIES, game, prepare, prepare_with};

/// A million rounds in a release build; unoptimised kernels are some twenty times slower.
const ROUNDS: u64 = if cfg!(debug_assertions) {
    10_000
} else {
    1_000_000
};

fn played(run: &dyn Prepared, family: Family, chunk: u64, rounds: u64) -> Tally {
    let mut tally = run.empty_tally();
    let key = run.spec().stream_key(SEED, run.kernel());
    run.play(key.generator(family, chunk), rounds, &mut tally);
    tally
}

/// Adds round number `index` of chunk 0, as the readable kernel tells it, to `tally`.
fn tell(run: &dyn Prepared, index: u64, tally: &mut Tally) {
    let key = run.spec().stream_key(SEED, run.kernel());
    let told = run.tell(key.generator(Family::Pcg64Dxsm, 0), index);
    for draw in told.steps.iter().filter_map(|step| step.draw) {
        tally.tables[draw.table][draw.row] += 1;
    }
    told.counters.iter().for_each(|&n| tally.counters[n] += 1);
    tally.pay(told.payout, 1);
}

/// Strategies and readings that have a kernel of many rounds.
fn runs() -> Vec<Arc<dyn Prepared>> {
    let mut runs: Vec<_> = STRATEGIES.map(|strategy| prepare(strategy, &[])).to_vec();
    for readings in [
        [("starting-lives", "1")],
        [("starting-lives", "2")],
        [("decisions", "chest-cell")],
        [("life-cap", "refused")],
    ] {
        runs.push(prepare("gold", &readings));
        runs.push(prepare("lives:1", &readings));
    }
    runs
}

/// The readable kernel, given what each of the first rounds drew, counts and pays what these rounds
/// counted and paid together: every cell and counter, however many rounds there are.
#[test]
fn rounds_told_one_by_one_add_up() {
    for run in runs() {
        assert_eq!(run.kernel(), Kernel::SECOND_LANES, "{:?}", run.spec());
        let mut sum = run.empty_tally();
        for index in 0..1100 {
            if matches!(
                index,
                0 | 1 | 2 | 15 | 17 | 255 | 256 | 257 | 1000 | 1023 | 1024 | 1025
            ) {
                let tally = played(&*run, Family::Pcg64Dxsm, 0, index);
                assert_eq!(tally.rounds, index);
                sum.streams = tally.streams.clone();
                assert_eq!(sum, tally, "{:?}, {index} rounds", run.spec());
            }
            tell(&*run, index, &mut sum);
        }
    }
}

/// In the middle of a chunk and at its end, where plays begin in slots that others have left.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimisation")]
fn rounds_late_in_a_chunk_are_told() {
    for run in runs() {
        for first in [2_040, 30_000, (1 << 20) - 4] {
            let mut sum = played(&*run, Family::Pcg64Dxsm, 0, first);
            for index in first..first + 3 {
                tell(&*run, index, &mut sum);
            }
            let tally = played(&*run, Family::Pcg64Dxsm, 0, first + 3);
            assert_eq!(sum, tally, "{:?}, {first} rounds", run.spec());
        }
    }
}

/// Every payout and the mean against the exact law, under both families of generators. Seed and a family-wise
/// error rate of 1e-6 stated before the first run.
#[test]
fn the_kernel_has_the_exact_law() {
    let mut tests = Vec::new();
    for run in runs() {
        let spec = run.spec();
        let solved = game().solve(&spec.strategy, spec.stake, &spec.readings, None);
        let solution = solved.expect("a solver").1.expect("a solution");
        for family in [Family::Pcg64Dxsm, Family::ChaCha8] {
            let tally = played(&*run, family, 7, ROUNDS);
            let what = format!("{:?} {family:?}", run.spec());
            let moments = Moments::of(&tally);
            tests.push(payout_fit(&what, &tally.payouts, &solution.law));
            tests.push(rtp_check(&what, &solution.law, moments.n, moments.sum));
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

/// Readings without the kernel fall back, and name the readable one.
#[test]
fn boards_drawn_ahead_and_lost_rolls_are_played_by_the_readable_kernel() {
    for readings in READINGS {
        let is_lanes = readings.iter().all(|(question, answer)| {
            !matches!(
                (*question, *answer),
                ("board", "visible") | ("layout", "one-draw") | ("overshoot", "lost-roll")
            )
        });
        let expected = if is_lanes {
            Kernel::SECOND_LANES
        } else {
            Kernel::REFERENCE
        };
        for strategy in ["gold", "lives:1"] {
            assert_eq!(
                prepare(strategy, readings).kernel(),
                expected,
                "{readings:?}"
            );
        }
    }
    let reference = prepare_with(Kernel::Reference, "gold", &[]);
    assert_eq!(reference.kernel(), Kernel::REFERENCE);
}
