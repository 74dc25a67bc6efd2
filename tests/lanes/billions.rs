//! Billions of rounds by both kernels.

use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use tirage::audit::{Method, Rules, Verdict};
use tirage::engine::{Plan, PlannedRun, Pool};
use tirage::games;
use tirage::report::{Finished, build};
use tirage::rng::Family;

use crate::cells::{ALPHA, Cells};
use crate::pairs::{name, pairs, players, single};

/// Seed 20261130, and [`ALPHA`] for each game: for the comparisons of its kernels, and once more for all
/// checks of a report on its runs by both of them.
#[expect(clippy::print_stdout, reason = "figures for the reader of the run")]
fn billion(game: &str) {
    let registry = games::registry().expect("the built-in tables");
    let mut cells = Cells::default();
    let mut plan = Plan {
        seed: 20_261_130,
        generator: Family::Pcg64Dxsm,
        runs: Vec::new(),
    };
    let mut runs = pairs(&registry);
    runs.retain(|pair| pair[0].spec().game == game);
    runs.extend(
        players(&registry, 10)
            .into_iter()
            .filter(|pair| pair[0].spec().game == game),
    );
    for run in runs.into_iter().flatten() {
        plan.runs.push(PlannedRun {
            prepared: run,
            rounds: 1_000_000_000,
        });
    }
    let pool = Pool::new(None).expect("threads");
    let outcomes = pool.play(&plan, &AtomicBool::new(false), &());
    for (runs, outcomes) in plan.runs.chunks(2).zip(outcomes.chunks(2)) {
        let run = &*runs[0].prepared;
        let single = match run.spec().sessions {
            None => single(&registry, run),
            Some(_) => Vec::new(),
        };
        cells.add(&name(run), &outcomes[0].tally, &outcomes[1].tally, &single);
    }
    println!(
        "{game}: {} comparisons, least p times their number {}",
        cells.0.len(),
        cells.check()
    );
    let finished = Finished {
        titles: &[],
        plan: &plan,
        outcomes: &outcomes,
        rules: Rules {
            alpha: ALPHA,
            ..Rules::default()
        },
        started_at: SystemTime::now(),
    };
    let report = build(&registry, &finished).expect("a report");
    for run in &report.runs {
        let made = run
            .checks
            .iter()
            .filter(|check| check.method != Method::Untested);
        let least = made.clone().min_by(|a, b| a.log10_p.total_cmp(&b.log10_p));
        println!(
            "{} {} at {} cents by {}: RTP {}, exact {:?}; {} checks, least p {:?}; {:.0} s",
            run.game,
            run.strategy,
            run.stake_cents,
            run.kernel,
            run.rtp.estimate,
            run.rtp.exact,
            made.count(),
            least.map(|check| (&check.id, check.p)),
            run.elapsed_seconds
        );
        assert!(run.rtp.exact.is_some());
    }
    assert_eq!(report.verdict, Verdict::Pass);
}

/// Defines a test of a game that takes minutes.
macro_rules! billions {
    ($($test:ident: $game:literal),* $(,)?) => {
        $(
            #[test]
            #[ignore = "billions of rounds, minutes: cargo test --release --test lanes billion -- --ignored --nocapture"]
            fn $test() {
                billion($game);
            }
        )*
    };
}

billions! {
    billions_of_clefs_du_tresor: "clefs-du-tresor",
    billions_of_happy_des: "happy-des",
    billions_of_o_secousses: "o-secousses",
    billions_of_piece_dor: "piece-dor",
    billions_of_tresors_ensables: "tresors-ensables",
}
