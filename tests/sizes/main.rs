//! Size and power of the tests of tables, by simulation of counts (not of rounds).
//!
//! Stated beforehand, for all of this file: seeds are fixed; a size may exceed 1.3 times its nominal level
//! by four standard deviations of the simulation, which a test that meets the bound passes with a probability
//! above 0.9999; a power of 0.9 may be missed by four standard deviations.

#![expect(clippy::print_stdout, reason = "the tables are what it is run for")]

mod sampler;

use rand::SeedableRng;
use rand_pcg::Pcg64Dxsm;
use sampler::{binomial, multinomial};
use tirage::audit::{
    Check, Interval, Null, RawTest, Rules, TableOutcome, TableTest, composite_fit, judge,
    table_test,
};
use tirage::units::{Probability, RoundingInterval};

/// A published table with the boxes of its printed odds and the model weights.
struct Published {
    id: &'static str,
    boxes: Vec<RoundingInterval>,
    weights: Vec<u64>,
    denominator: u64,
}

const TABLES: [&str; 3] = [
    "happy-des/stage-1",
    "tresors-ensables/gold",
    "clefs-du-tresor/jeu-1",
];

fn published(id: &'static str) -> Published {
    let games = tirage::games::registry().expect("games");
    let mut tables = games.iter().flat_map(|game| &game.card().tables);
    let table = tables.find(|table| table.id == id).expect("a table");
    let denominator = table.weights.denominator;
    Published {
        id,
        boxes: table
            .rows
            .iter()
            .map(|row| row.printed.interval(denominator))
            .collect(),
        weights: table.weights.values.clone(),
        denominator,
    }
}

fn float(p: Probability) -> f64 {
    *p.numer() as f64 / *p.denom() as f64
}

impl Published {
    fn ends(&self) -> Vec<Interval> {
        let ends = self.boxes.iter().map(|b| Interval {
            low: float(b.low),
            high: float(b.high),
        });
        ends.collect()
    }

    fn model(&self) -> Vec<f64> {
        let whole = self.denominator as f64;
        self.weights.iter().map(|&w| w as f64 / whole).collect()
    }

    /// The corner of the box where rows are filled up in `order`.
    fn corner(&self, order: impl Iterator<Item = usize>) -> Vec<f64> {
        let ends = self.ends();
        let mut law: Vec<f64> = ends.iter().map(|ends| ends.low).collect();
        let mut missing = 1.0 - law.iter().sum::<f64>();
        for row in order {
            let more = missing.min(ends[row].high - ends[row].low);
            law[row] += more;
            missing -= more;
        }
        assert!(missing.abs() < 1e-12, "{} has a law", self.id);
        law
    }

    /// The model in the middle, two corners far apart, the edge between them, and a face.
    fn laws(&self) -> [(&'static str, Vec<f64>); 5] {
        let k = self.boxes.len();
        let (first, last) = (self.corner(0..k), self.corner((0..k).rev()));
        let half = |a: &[f64], b: &[f64]| -> Vec<f64> {
            a.iter().zip(b).map(|(a, b)| 0.5 * (a + b)).collect()
        };
        let model = self.model();
        [
            ("edge", half(&first, &last)),
            ("face", half(&model, &last)),
            ("model", model),
            ("corner, first rows high", first),
            ("corner, last rows high", last),
        ]
    }

    fn composite(&self, counts: &[u64]) -> TableTest {
        test_of(composite_fit(counts, &self.boxes).expect("valid"))
    }

    fn exact(&self, counts: &[u64]) -> TableTest {
        test_of(table_test(counts, &self.weights, self.denominator).expect("valid"))
    }
}

fn test_of(outcome: TableOutcome) -> TableTest {
    match outcome {
        TableOutcome::Tested(test) => *test,
        other => panic!("not tested: {other:?}"),
    }
}

const LEVELS: [f64; 2] = [0.01, 0.001];

/// Rejections at both levels.
#[derive(Clone, Copy, Default)]
struct Rejected([u64; 2]);

impl Rejected {
    fn count(&mut self, ln_p: f64) {
        for (rejected, level) in self.0.iter_mut().zip(LEVELS) {
            *rejected += u64::from(ln_p <= level.ln());
        }
    }

    /// Per cent at both levels.
    fn shown(self, replicates: u64) -> String {
        let share = |n: u64| 100.0 * n as f64 / replicates as f64;
        format!("{:.2} {:.3}", share(self.0[0]), share(self.0[1]))
    }

    fn is_allowed(self, replicates: u64) -> bool {
        self.0.iter().zip(LEVELS).all(|(&rejected, level)| {
            let most = 1.3 * level * replicates as f64;
            rejected as f64 <= most + 4.0 * most.sqrt()
        })
    }
}

fn generator(stream: u64) -> Pcg64Dxsm {
    Pcg64Dxsm::seed_from_u64(20_180_709 + stream)
}

/// Sizes under laws that the null allows. In per cent, nominal 1 and 0.1: the whole test, then its
/// chi-square part alone by Pearson and by G. 50 000 samples per line (10 000 at composite nulls); under a
/// composite null conditional, then conservative.
#[test]
#[ignore = "minutes of CPU"]
fn sizes() {
    println!(
        "| null | table | law | draws | test | conservative | chi-square | G |\n|---|---|---|---|---|---|---|---|"
    );
    let mut stream = 0;
    let mut broken = Vec::new();
    for id in TABLES {
        let table = published(id);
        for n in [10_000, 1_000_000, 1_000_000_000, 1_000_000_000_000] {
            let mut nulls = vec![("exact", "model", table.model(), 50_000)];
            nulls.extend(
                table
                    .laws()
                    .map(|(name, law)| ("composite", name, law, 10_000)),
            );
            for (null, name, law, replicates) in nulls {
                stream += 1;
                let mut rng = generator(stream);
                let [mut whole, mut conservative, mut pearson, mut g] = [Rejected::default(); 4];
                for _ in 0..replicates {
                    let counts = multinomial(n, &law, &mut rng);
                    let test = if null == "exact" {
                        table.exact(&counts)
                    } else {
                        table.composite(&counts)
                    };
                    whole.count(test.ln_p);
                    conservative.count(test.ln_p_conservative.unwrap_or(test.ln_p));
                    let fit = test.fit.expect("chi-square");
                    pearson.count(fit.ln_p);
                    g.count(fit.ln_p_g.expect("G"));
                }
                println!(
                    "| {null} | {id} | {name} | {n:e} | {} | {} | {} | {} |",
                    whole.shown(replicates),
                    conservative.shown(replicates),
                    pearson.shown(replicates),
                    g.shown(replicates)
                );
                let all = [whole, conservative, pearson, g];
                if !all.iter().all(|rejected| rejected.is_allowed(replicates)) {
                    broken.push(format!("{null} {id} {name} {n:e}"));
                }
            }
        }
    }
    assert!(
        broken.is_empty(),
        "size above 1.3 times nominal: {broken:?}"
    );
}

/// A row outside its interval by six standard deviations of its count, as observed, is rejected with
/// certainty, at 1e-3 shared by a family of a hundred; and a law ten outside in every one of 20 samples (a
/// normal deviate below -4 would be needed in one of 680).
#[test]
fn a_row_outside_its_interval_is_always_found() {
    let level = (1e-3_f64 / 100.0).ln();
    let mut rng = generator(1_000);
    let n = 1_000_000_000_000_u64;
    for id in TABLES {
        let table = published(id);
        let (ends, model) = (table.ends(), table.model());
        for row in 0..model.len() {
            for (end, sign) in [(ends[row].high, 1.0), (ends[row].low, -1.0)] {
                let sd = (end * (1.0 - end) / n as f64).sqrt();
                let outside = |distance: f64| -> Vec<f64> {
                    let p = end + sign * distance * sd;
                    let rest = (1.0 - p) / (1.0 - model[row]);
                    let mut law: Vec<f64> = model.iter().map(|q| q * rest).collect();
                    law[row] = p;
                    law
                };
                let mut counts: Vec<u64> = outside(6.0)
                    .iter()
                    .map(|p| (p * n as f64).round() as u64)
                    .collect();
                counts[row] = if sign > 0.0 {
                    counts[row] + 1
                } else {
                    counts[row] - 1
                };
                assert!(table.composite(&counts).ln_p <= level, "{id} {row} {sign}");
                let law = outside(10.0);
                for _ in 0..20 {
                    let counts = multinomial(n, &law, &mut rng);
                    assert!(table.composite(&counts).ln_p <= level, "{id} {row} {sign}");
                }
            }
        }
    }
}

/// The smallest change stated for a row is found in at least 90 % of samples that have it: 1000 samples
/// for each row, at a level of 1 %; four standard deviations below 0.9 are 0.862.
#[test]
fn the_stated_power_is_reached() {
    const REPLICATES: u32 = 1000;
    let rules = Rules {
        alpha: 0.01,
        ..Rules::default()
    };
    let mut rng = generator(2_000);
    for (id, n) in [
        ("happy-des/stage-1", 20_000),
        ("tresors-ensables/gold", 3_000_000),
    ] {
        let table = published(id);
        let model = table.model();
        let labels: Vec<String> = (0..model.len()).map(|row| row.to_string()).collect();
        let checked = |counts: &[u64]| -> Check {
            let outcome = table_test(counts, &table.weights, table.denominator).expect("valid");
            let test = RawTest::of_table("fit", id, Null::Exact, &outcome, &labels);
            judge(vec![test], &rules).expect("rules").remove(0)
        };
        let stated = checked(&multinomial(n, &model, &mut rng));
        assert_eq!(
            stated.smallest_detectable,
            stated
                .rows
                .iter()
                .filter_map(|row| row.smallest_detectable)
                .reduce(f64::max)
        );
        for (row, found) in stated.rows.iter().enumerate() {
            let change = found.smallest_detectable.expect("detectable");
            let p = model[row] * (1.0 + change);
            let rest = (1.0 - p) / (1.0 - model[row]);
            let mut law: Vec<f64> = model.iter().map(|q| q * rest).collect();
            law[row] = p;
            let hits = (0..REPLICATES).filter(|_| {
                let counts = multinomial(n, &law, &mut rng);
                table.exact(&counts).ln_p <= rules.alpha.ln()
            });
            let power = hits.count() as f64 / f64::from(REPLICATES);
            println!("{id} row {row}: {change:.5} found with {power:.3}");
            assert!(power >= 0.862, "{id} row {row}: {power}");
            assert!(
                power < 0.995,
                "{id} row {row}: stated far too large, {power}"
            );
        }
    }
}

/// The sampler itself: mean and variance of binomial counts. Stated beforehand: 40 000 counts each, their
/// mean within five standard errors and their variance within 5 % (seven standard errors).
#[test]
fn the_sampler_has_the_right_moments() {
    let mut rng = generator(3_000);
    for (n, p) in [
        (20, 0.3),
        (1_000_000, 3e-6),
        (1_000, 0.4),
        (1_000_000_000_000, 0.7),
        (1_000_000_000, 1e-5),
    ] {
        let counts: Vec<f64> = (0..40_000)
            .map(|_| binomial(n, p, &mut rng) as f64)
            .collect();
        let (mean, variance) = (n as f64 * p, n as f64 * p * (1.0 - p));
        let average = counts.iter().sum::<f64>() / 4e4;
        assert!(
            (average - mean).abs() < 5.0 * (variance / 4e4).sqrt(),
            "{n} {p}: {average}"
        );
        let spread = counts.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 4e4;
        assert!((spread / variance - 1.0).abs() < 0.05, "{n} {p}: {spread}");
    }
}
