//! Sizes of the exact test of a single count, summed up over all counts that it rejects.
//!
//! Nothing is simulated: probabilities come from their recurrences, and are exact to twelve digits.

use tirage::audit::special::Hypergeometric;
use tirage::audit::{Interval, Tails};

use crate::LEVELS;

/// Probability of the counts with a p-value at most `level`, `law` giving those of 0, 1, ...
fn size(law: &[f64], level: f64, ln_p: impl Fn(u64) -> f64) -> f64 {
    let rejected = (0..).zip(law).filter(|(x, _)| ln_p(*x) <= level.ln());
    rejected.map(|(_, mass)| mass).sum()
}

/// Binomial probabilities of 0, 1, ... until they no longer matter.
fn binomial_law(n: u64, p: f64) -> Vec<f64> {
    let mut mass = (n as f64 * (-p).ln_1p()).exp();
    let mut law = Vec::new();
    for x in 0..=n.min(400) {
        law.push(mass);
        mass *= (n - x) as f64 / (x + 1) as f64 * p / (1.0 - p);
    }
    law
}

/// Hypergeometric ones.
fn hypergeometric_law(block: &Hypergeometric) -> Vec<f64> {
    let (all, kind, sold) = (block.tickets, block.kind, block.sold);
    let none = (0..kind).map(|i| ((all - sold - i) as f64 / (all - i) as f64).ln());
    let mut mass = none.sum::<f64>().exp();
    let mut law = Vec::new();
    for x in 0..=kind {
        law.push(mass);
        let (x, more) = (x as f64, (x + 1) as f64);
        mass *=
            (kind as f64 - x) * (sold as f64 - x) / (more * ((all - kind - sold) as f64 + more));
    }
    law
}

/// `per cent per cent`, as in the other tables.
fn shown(sizes: [f64; 2]) -> String {
    let [first, second] = sizes.map(|size| 100.0 * size.abs());
    format!("{first:.3} {second:.4}")
}

#[test]
fn a_rare_row_alone_keeps_its_level_exactly() {
    println!("| expected | exact | lower end of a box | upper end |\n|---|---|---|---|");
    for expected in [0.01, 0.1, 0.5, 1.0, 3.0, 10.0, 30.0, 100.0] {
        let mut line = Vec::new();
        for n in [10_000_u64, 1_000_000, 1_000_000_000_000] {
            let p = expected / n as f64;
            let law = binomial_law(n, p);
            assert!(
                (law.iter().sum::<f64>() - 1.0).abs() < 1e-9,
                "{n} {expected}"
            );
            // A box as wide as that of odds printed with two digits after the point, about the law and beside it.
            let boxes = [(p, p), (p, p * 1.01), (p * 0.99, p)];
            let sizes = boxes.map(|(low, high)| {
                LEVELS.map(|level| {
                    size(&law, level, |x| {
                        Tails::binomial(x, n, Interval { low, high }).ln_two_sided()
                    })
                })
            });
            for (level, at) in LEVELS.iter().zip(0..) {
                for sizes in &sizes {
                    assert!(
                        sizes[at] <= level * (1.0 + 1e-9),
                        "{n} {expected}: {sizes:?}"
                    );
                }
            }
            line = sizes.map(shown).to_vec();
        }
        println!("| {expected} | {} |", line.join(" | "));
    }
}

#[test]
fn a_rare_lot_alone_keeps_its_level_exactly() {
    println!("| lots | sold | exact |\n|---|---|---|");
    let tickets = 1_000_000;
    for kind in [1_u64, 4, 20, 100] {
        for sold in [1_000, 100_000, 500_000, 950_000] {
            let block = Hypergeometric {
                tickets,
                kind,
                sold,
            };
            let law = hypergeometric_law(&block);
            assert!(
                (law.iter().sum::<f64>() - 1.0).abs() < 1e-9,
                "{kind} {sold}"
            );
            let sizes = LEVELS.map(|level| {
                size(&law, level, |x| {
                    Tails::hypergeometric(x, &block).ln_two_sided()
                })
            });
            for (size, level) in sizes.iter().zip(LEVELS) {
                assert!(*size <= level * (1.0 + 1e-9), "{kind} {sold}: {sizes:?}");
            }
            println!("| {kind} | {sold} | {} |", shown(sizes));
        }
    }
}
