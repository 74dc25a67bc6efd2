//! Plays of Les Clefs du Trésor that depend on each other, in the stretches of either kernel: whether counts
//! spread as they are judged, and whether p-values are what they say.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use tirage::audit::special::{ln_binomial_cdf, ln_binomial_sf};
use tirage::audit::{Method, Rules};
use tirage::engine::{Plan, PlannedRun, Pool};
use tirage::exact::to_f64;
use tirage::game::{CountSpread, GameEntry, Kernel, Prepared};
use tirage::games::clefs_du_tresor::ClefsDuTresor;
use tirage::report::{Finished, build};
use tirage::rng::Family;

fn prepared(kernel: Kernel) -> Arc<dyn Prepared> {
    let game = ClefsDuTresor::new().expect("the built-in tables");
    let stake = game.card().stakes[0];
    let run = game.prepare_with(kernel, "play", stake, &BTreeMap::new(), None);
    run.expect("a run")
}

/// 10 000 plays, the fewest whose counts are judged: one stretch of the readable kernel, 256 stretches of 39
/// or 40 plays of the other. Seeds 0 to 3999, stated beforehand: the sum of 4000 squared deviations in
/// standard deviations is within 5 of its own, and so is the sum of deviations; of these 20 sums one
/// leaves that by chance once in 80 000 times.
#[test]
fn counts_of_short_runs_spread_as_they_are_judged() {
    const SEEDS: u64 = 4000;
    const ROUNDS: u64 = 10_000;
    let game = ClefsDuTresor::new().expect("the built-in tables");
    let stake = game.card().stakes[0];
    let solved = game.solve("play", stake, &BTreeMap::new(), None);
    let facts = solved.expect("solved").1.expect("a solver").facts;
    for (kernel, stretches) in [(Kernel::Reference, 1), (Kernel::Fast, 256)] {
        let run = prepared(kernel);
        assert_eq!(run.stretches(), stretches);
        let tallies: Vec<_> = (0..SEEDS)
            .map(|seed| {
                let key = run.spec().stream_key(seed, run.kernel());
                let mut tally = run.empty_tally();
                run.play(key.generator(Family::Pcg64Dxsm, 0), ROUNDS, &mut tally);
                tally
            })
            .collect();
        let mut judged = 0;
        for fact in &facts {
            let Some(CountSpread::LongRun { variance, edge }) = &fact.spread else {
                continue;
            };
            judged += 1;
            let known = |counter: &tirage::game::Counter| counter.id == fact.id;
            let counter = game
                .card()
                .counters
                .iter()
                .position(known)
                .expect("a counter");
            let rounds = ROUNDS as f64;
            let (long, ends) = (rounds * to_f64(variance), stretches as f64 * to_f64(edge));
            let deviations = tallies.iter().map(|tally| {
                let expected = rounds * to_f64(&fact.value);
                (tally.counters[counter] as f64 - expected) / (long + ends).sqrt()
            });
            let (sum, squares) = deviations.fold((0.0, 0.0), |(s, q), d| (s + d, q + d * d));
            let seeds = SEEDS as f64;
            let what = format!("{} by {kernel}: {sum} and {squares}", fact.id);
            assert!(sum.abs() <= 5.0 * seeds.sqrt(), "{what}");
            assert!(
                (squares - seeds).abs() <= 5.0 * (2.0 * seeds).sqrt(),
                "{what}"
            );
            if fact.id == "chests-opened" && kernel == Kernel::Fast {
                // The ends matter: without them seven of these standard deviations would lack.
                assert!(ends / long > 0.15);
            }
        }
        assert_eq!(judged, 5);
    }
}

/// P-values of the checks of payouts, their mean and the counters over 300 seeds each at 10^5 and 10^6 plays
/// of the kernel of many rounds, and 10^5 of the readable one.
///
/// Stated beforehand: seeds 1 to 300; for every check and x of 0.5, 0.2, 0.1, 0.05 and 0.01 the number of
/// p-values up to x is no surprise as a binomial count on the high side, and but for payouts, whose
/// counts come more evenly than independent ones, on the low side; 195 tails in all, at 1e-5 / 195 each.
#[test]
#[ignore = "a minute or more: cargo test --release --test stretches -- --ignored --nocapture"]
#[expect(clippy::print_stdout, reason = "figures for the reader of the run")]
fn p_values_are_uniform() {
    const SEEDS: u64 = 300;
    const LEVEL: f64 = 1e-5 / 195.0;
    let registry = tirage::games::registry().expect("the built-in tables");
    let pool = Pool::new(None).expect("threads");
    for (kernel, rounds) in [
        (Kernel::Fast, 100_000),
        (Kernel::Fast, 1_000_000),
        (Kernel::Reference, 100_000),
    ] {
        let mut found: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for seed in 1..=SEEDS {
            let plan = Plan {
                seed,
                generator: Family::Pcg64Dxsm,
                runs: vec![PlannedRun {
                    prepared: prepared(kernel),
                    rounds,
                }],
            };
            let outcomes = pool.play(&plan, &AtomicBool::new(false), &());
            let finished = Finished {
                titles: &[],
                plan: &plan,
                outcomes: &outcomes,
                rules: Rules::default(),
                started_at: SystemTime::now(),
            };
            let report = build(&registry, &finished).expect("a report");
            for check in &report.runs[0].checks {
                let kind = check.id.split(':').next().expect("a kind");
                if ["rtp", "payouts", "count"].contains(&kind) {
                    assert_ne!(check.method, Method::Untested, "{}", check.id);
                    let p = 10_f64.powf(check.log10_p);
                    found.entry(check.id.clone()).or_default().push(p);
                }
            }
        }
        assert_eq!(found.len(), 7);
        for (id, values) in &found {
            for x in [0.5, 0.2, 0.1, 0.05, 0.01] {
                let below = values.iter().filter(|&&p| p <= x).count() as u64;
                println!("{kernel} {rounds} {id}: {below} of {SEEDS} up to {x}");
                assert!(
                    ln_binomial_sf(below, SEEDS, x) >= LEVEL.ln(),
                    "{id}: {below} up to {x}"
                );
                let is_mild = id.starts_with("payouts");
                let low = ln_binomial_cdf(below, SEEDS, x);
                assert!(is_mild || low >= LEVEL.ln(), "{id}: {below} up to {x}");
            }
        }
    }
}
