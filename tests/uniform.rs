//! Whether p-values of faultless runs are spread as they should be: over 2000 seeds, table by table.
//!
//! Stated before the first run: seeds 1 to 2000. The chi-square part of a table's test is all but continuous, so that
//! its p-values must be uniform: Kolmogorov's statistic √n D stays below 2.23 with a probability of 1 - 1e-4 a table;
//! and the numbers at most 1e-2 and 1e-3 within 1.3 times what is expected by four standard deviations, upwards and
//! downwards. The whole test allows for its several parts and rejects less often: only upwards. All this fails for a
//! faultless program with a probability below 1 % in all.

#![expect(clippy::print_stdout, reason = "the table is the result")]

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use tirage::audit::{TableOutcome, TableTest, block_table_test, table_test};
use tirage::engine::{Plan, PlannedRun, Pool};
use tirage::game::GameEntry;
use tirage::rng::Family;
use tirage::tally::Tally;

const KOLMOGOROV: f64 = 2.23;
const LEVELS: [f64; 2] = [1e-2, 1e-3];

fn game(id: &str) -> Box<dyn GameEntry> {
    let games = tirage::games::registry().expect("games").into_iter();
    games
        .into_iter()
        .find(|game| game.card().id == id)
        .expect("a game")
}

/// The test of a table of a run.
fn tested(game: &dyn GameEntry, tally: &Tally, id: &str) -> TableTest {
    let tables = &game.card().tables;
    let number = tables.iter().position(|table| table.id == id);
    let number = number.expect("a table");
    let (weights, counts) = (&tables[number].weights, &tally.tables[number]);
    let outcome = if tables[number].is_block {
        block_table_test(&tally.blocks, &weights.values)
    } else {
        table_test(counts, &weights.values, weights.denominator)
    };
    match outcome.expect("valid") {
        TableOutcome::Tested(test) => *test,
        other => panic!("{id}: {other:?}"),
    }
}

/// Natural logarithms of the p-values of tables, whole tests and chi-square parts, seed by seed.
fn p_values(
    (id, strategy, rounds): (&str, &str, u64),
    tables: &[&str],
    seeds: std::ops::RangeInclusive<u64>,
) -> Vec<[Vec<f64>; 2]> {
    let game = game(id);
    let stake = game.card().stakes[0];
    let prepared = game.prepare(strategy, stake, &BTreeMap::new(), None);
    let prepared = prepared.expect("a run");
    let pool = Pool::new(None).expect("threads");
    let mut found = vec![[Vec::new(), Vec::new()]; tables.len()];
    for seed in seeds {
        let plan = Plan {
            seed,
            generator: Family::default(),
            runs: vec![PlannedRun {
                prepared: prepared.clone(),
                rounds,
            }],
        };
        let outcomes = pool.play(&plan, &AtomicBool::new(false), &());
        assert!(outcomes[0].is_complete());
        for (table, [whole, part]) in tables.iter().zip(&mut found) {
            let test = tested(game.as_ref(), &outcomes[0].tally, table);
            whole.push(test.ln_p);
            part.push(test.fit.expect("chi-square").ln_p);
        }
    }
    found
}

/// √n times the greatest distance between the shares of p-values and p itself.
fn kolmogorov(ln_p: &[f64]) -> f64 {
    let mut p: Vec<f64> = ln_p.iter().map(|ln_p| ln_p.exp()).collect();
    p.sort_by(f64::total_cmp);
    let n = p.len() as f64;
    let off = (0..).zip(&p).map(|(rank, &p)| {
        let (below, up_to) = (f64::from(rank) / n, f64::from(rank + 1) / n);
        (up_to - p).max(p - below)
    });
    n.sqrt() * off.fold(0.0, f64::max)
}

fn at_most(ln_p: &[f64], level: f64) -> f64 {
    ln_p.iter().filter(|ln_p| **ln_p <= level.ln()).count() as f64
}

fn are_uniform(run: (&str, &str, u64), tables: &[&str], seeds: std::ops::RangeInclusive<u64>) {
    let mut wrong = Vec::new();
    for (table, [whole, part]) in tables.iter().zip(p_values(run, tables, seeds)) {
        let distance = kolmogorov(&part);
        let [parts, wholes] = [&part, &whole].map(|ln_p| LEVELS.map(|level| at_most(ln_p, level)));
        let least = whole.iter().copied().fold(0.0, f64::min).exp();
        let n = whole.len() as f64;
        println!(
            "| {table} | {} | {n} | {distance:.2} | {} {} | {} {} | {least:.1e} |",
            run.2, parts[0], parts[1], wholes[0], wholes[1]
        );
        let mut fits = distance <= KOLMOGOROV;
        for (level, (part, whole)) in LEVELS.iter().zip(parts.iter().zip(&wholes)) {
            let (most, few) = (1.3 * level * n, level * n / 1.3);
            fits &= part.max(*whole) <= most + 4.0 * most.sqrt();
            fits &= *part >= few - 4.0 * few.sqrt();
        }
        if !fits {
            wrong.push(*table);
        }
    }
    assert!(wrong.is_empty(), "not uniform: {wrong:?}");
}

#[test]
#[ignore = "some minutes of CPU"]
fn p_values_of_clefs() {
    // The rounds under which seed 7 gave 1.7e-5 for game 1.
    let tables = ["jeu-1", "clef-0", "clef-1", "clef-2", "tresor"];
    let tables = tables.map(|table| format!("clefs-du-tresor/{table}"));
    are_uniform(
        ("clefs-du-tresor", "play", 4_345_678),
        &tables.each_ref().map(String::as_str),
        1..=2000,
    );
}

/// Two tables once more, without the seeds above: stated after those gave 30 and 31 of 2000 at 1e-2, of which seed 7
/// was known, and before the first of these.
#[test]
#[ignore = "two minutes of CPU"]
fn p_values_of_clefs_under_other_seeds() {
    are_uniform(
        ("clefs-du-tresor", "play", 4_345_678),
        &["clefs-du-tresor/jeu-1", "clefs-du-tresor/tresor"],
        2001..=5000,
    );
}

#[test]
#[ignore = "a minute of CPU"]
fn p_values_of_happy_des() {
    let tables = [
        "happy-des/stage-1",
        "happy-des/stage-1-die",
        "happy-des/figures-brelan",
    ];
    are_uniform(("happy-des", "figures", 500_000), &tables, 1..=2000);
}

#[test]
#[ignore = "a minute of CPU"]
fn p_values_of_tresors() {
    let tables = ["placement-1", "rule-1", "die", "bronze", "silver"];
    let tables = tables.map(|table| format!("tresors-ensables/{table}"));
    are_uniform(
        ("tresors-ensables", "gold", 100_000),
        &tables.each_ref().map(String::as_str),
        1..=2000,
    );
}

#[test]
#[ignore = "a minute of CPU"]
fn p_values_of_blocks() {
    are_uniform(
        ("o-secousses", "buy", 400_000),
        &["o-secousses/block"],
        1..=2000,
    );
    are_uniform(
        ("piece-dor", "buy", 300_000),
        &["piece-dor/block-0.50"],
        1..=2000,
    );
}

/// The statistic itself: of 1/4, 1/2 and 3/4 the greatest distance is 1/4, below 1/4 and above 3/4.
#[test]
fn the_statistic_by_hand() {
    let p = [0.25_f64, 0.5, 0.75].map(f64::ln);
    assert!((kolmogorov(&p) - 3.0_f64.sqrt() * 0.25).abs() < 1e-12);
}
