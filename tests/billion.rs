//! A billion rounds of every game and strategy against the tables drawn from and the exact law.

#![expect(
    clippy::print_stdout,
    reason = "the figures are for the reader of the run"
)]

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use tirage::audit::{Method, Rules, Verdict};
use tirage::engine::{Plan, PlannedRun, Pool};
use tirage::games;
use tirage::report::{Finished, build};
use tirage::rng::Family;

/// Seed 20261130 and a family-wise error rate of 1e-4 over all checks of all runs, stated before the
/// first run. Every strategy family, with one of its arguments, at the smallest
/// stake under the default readings.
#[test]
#[ignore = "1.7e10 rounds, some minutes: cargo test --release --test billion -- --ignored --nocapture"]
fn a_billion_rounds_of_every_strategy_agree_with_the_solution() {
    let registry = games::registry().expect("the built-in tables");
    let mut runs = Vec::new();
    for game in &registry {
        for family in game.families() {
            let examples = family.examples();
            let strategy = &examples[examples.len() / 3];
            let stake = game.card().stakes[0];
            let prepared = game.prepare(strategy, stake, &BTreeMap::new(), None);
            runs.push(PlannedRun {
                prepared: prepared.expect(strategy),
                rounds: 1_000_000_000,
            });
        }
    }
    let plan = Plan {
        seed: 20_261_130,
        generator: Family::Pcg64Dxsm,
        runs,
    };
    let outcomes = Pool::new(None)
        .expect("threads")
        .play(&plan, &AtomicBool::new(false), &());
    let finished = Finished {
        titles: &[],
        plan: &plan,
        outcomes: &outcomes,
        rules: Rules {
            alpha: 1e-4,
            ..Rules::default()
        },
        started_at: SystemTime::now(),
    };
    let report = build(&registry, &finished).expect("a report");
    for run in &report.runs {
        let made = run.checks.iter().filter(|c| c.method != Method::Untested);
        let least = made.min_by(|a, b| a.log10_p.total_cmp(&b.log10_p));
        println!(
            "{} {}: RTP {} exact {:?}, least p {:?}",
            run.game,
            run.strategy,
            run.rtp.estimate,
            run.rtp.exact,
            least.map(|check| (&check.id, check.p))
        );
        assert!(run.rtp.exact.is_some(), "{} {}", run.game, run.strategy);
    }
    assert_eq!(report.verdict, Verdict::Pass);
}
