//! Sizes of the test of blocks sold in part, by simulation of the tickets sold.

use rand_pcg::Pcg64Dxsm;
use tirage::audit::special::Hypergeometric;
use tirage::audit::{TableOutcome, TableTest, block_table_test};
use tirage::rng::Draw;
use tirage::tally::Blocks;

use crate::{Rejected, generator};

/// Tickets of a kind among those sold, by inversion outwards from the mode.
fn hypergeometric(block: &Hypergeometric, rng: &mut Pcg64Dxsm) -> u64 {
    let (least, most) = block.support();
    let (all, kind, sold) = (block.tickets, block.kind, block.sold);
    let mode = u128::from(kind + 1) * u128::from(sold + 1) / u128::from(all + 2);
    let mode = (mode as u64).clamp(least, most);
    // P(x + 1) / P(x).
    let ratio = |x: u64| {
        (kind - x) as f64 * (sold - x) as f64
            / ((x + 1) as f64 * (all - kind - sold + x + 1) as f64)
    };
    let at_mode = block.ln_pmf(mode).exp();
    let mut left = ((rng.bits() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64 - at_mode;
    let (mut low, mut high) = (mode, mode);
    let (mut below, mut above) = (at_mode, at_mode);
    while left >= 0.0 && (low > least || high < most) && below + above > 1e-18 {
        if high < most {
            above *= ratio(high);
            high += 1;
            left -= above;
            if left < 0.0 {
                return high;
            }
        } else {
            above = 0.0;
        }
        if low > least {
            below /= ratio(low - 1);
            low -= 1;
            left -= below;
            if left < 0.0 {
                return low;
            }
        } else {
            below = 0.0;
        }
    }
    mode
}

/// Tickets of every kind among `sold` of a block.
fn tickets(lots: &[u64], sold: u64, rng: &mut Pcg64Dxsm) -> Vec<u64> {
    let (mut all, mut sold) = (lots.iter().sum::<u64>(), sold);
    let counts = lots.iter().map(|&kind| {
        let block = Hypergeometric {
            tickets: all,
            kind,
            sold,
        };
        let count = hypergeometric(&block, rng);
        all -= kind;
        sold -= count;
        count
    });
    counts.collect()
}

fn sold(lots: &[u64], parts: &[(u64, u64)], rng: &mut Pcg64Dxsm) -> TableTest {
    let mut blocks = Blocks::default();
    for &(number, each) in parts {
        for _ in 0..number {
            blocks.add(lots, &tickets(lots, each, rng), 1, each);
        }
    }
    match block_table_test(&blocks, lots).expect("valid") {
        TableOutcome::Tested(test) => *test,
        other => panic!("not tested: {other:?}"),
    }
}

fn lots(table: &str) -> Vec<u64> {
    let games = tirage::games::registry().expect("games");
    let mut tables = games.iter().flat_map(|game| &game.card().tables);
    let table = tables.find(|one| one.id == table).expect("a table");
    table.weights.values.clone()
}

/// What a line of the table is called, the lots of a block, how many blocks with how many tickets sold of each, and
/// samples.
type Line<'a> = (&'a str, &'a [u64], Vec<(u64, u64)>, u64);

/// In per cent, nominal 1 and 0.1. Stated beforehand: 100 000 samples a line, 20 000 of players; otherwise as in
/// [`crate`].
#[test]
#[ignore = "a minute of CPU"]
fn sizes_of_blocks() {
    let small = vec![2, 50, 150, 798];
    let secousses = lots("o-secousses/block");
    let piece = lots("piece-dor/block-0.50");
    let lines: [Line<'_>; 9] = [
        ("1 000 tickets, one block", &small, vec![(1, 400)], 100_000),
        ("1 000 tickets, nearly all", &small, vec![(1, 930)], 100_000),
        (
            "Ô Secousses, one block",
            &secousses,
            vec![(1, 10_000)],
            100_000,
        ),
        (
            "Ô Secousses, one block",
            &secousses,
            vec![(1, 500_000)],
            100_000,
        ),
        (
            "Ô Secousses, nearly all",
            &secousses,
            vec![(1, 1_450_000)],
            100_000,
        ),
        (
            "Pièce d'or, three blocks",
            &piece,
            vec![(1, 200_000), (1, 500_000), (1, 900_000)],
            100_000,
        ),
        ("1 000 tickets, players", &small, vec![(100, 10)], 100_000),
        ("1 000 tickets, players", &small, vec![(20, 500)], 100_000),
        ("Pièce d'or, players", &piece, vec![(200, 1_000)], 20_000),
    ];
    println!("| block | sold | test | chi-square |\n|---|---|---|---|");
    let mut broken = Vec::new();
    for (stream, (name, lots, parts, replicates)) in (0..).zip(lines) {
        let mut rng = generator(4_000 + stream);
        let [mut whole, mut pearson] = [Rejected::default(); 2];
        for _ in 0..replicates {
            let test = sold(lots, &parts, &mut rng);
            whole.count(test.ln_p);
            if let Some(fit) = &test.fit {
                pearson.count(fit.ln_p);
            }
        }
        let told = parts
            .iter()
            .map(|(number, each)| format!("{number} × {each}"));
        println!(
            "| {name} | {} | {} | {} |",
            told.collect::<Vec<_>>().join(", "),
            whole.shown(replicates),
            pearson.shown(replicates)
        );
        if ![whole, pearson]
            .iter()
            .all(|one| one.is_allowed(replicates))
        {
            broken.push(format!("{name} {parts:?}"));
        }
    }
    assert!(
        broken.is_empty(),
        "size above 1.3 times nominal: {broken:?}"
    );
}

/// Mean and variance of 40 000 counts, within five standard errors and 5 % (seven of them).
#[test]
fn the_sampler_of_tickets_has_the_right_moments() {
    let mut rng = generator(5_000);
    for (all, kind, sold) in [
        (1_000_u64, 50_u64, 400_u64),
        (1_000_000, 4, 500_000),
        (1_500_000, 300_000, 750_000),
    ] {
        let block = Hypergeometric {
            tickets: all,
            kind,
            sold,
        };
        let counts: Vec<f64> = (0..40_000)
            .map(|_| hypergeometric(&block, &mut rng) as f64)
            .collect();
        let p = kind as f64 / all as f64;
        let mean = sold as f64 * p;
        let variance = mean * (1.0 - p) * (all - sold) as f64 / (all - 1) as f64;
        let average = counts.iter().sum::<f64>() / 4e4;
        assert!(
            (average - mean).abs() < 5.0 * (variance / 4e4).sqrt(),
            "{all} {kind}: {average}"
        );
        let spread = counts.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 4e4;
        assert!(
            (spread / variance - 1.0).abs() < 0.05,
            "{all} {kind}: {spread}"
        );
    }
}
