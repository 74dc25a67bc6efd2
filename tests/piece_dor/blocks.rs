//! The printed blocks by hand, and whole blocks as they are dealt.

use tirage::audit::Verdict;
use tirage::game::GameEntry;
use tirage::games::piece_dor::PieceDor;

use crate::runs::{BLOCK, Run};

/// Lots of each kind, and their amounts in stakes.
const LOTS: [(u64, i64); 8] = [
    (1, 10_000),
    (1, 500),
    (32, 50),
    (26_000, 15),
    (80, 10),
    (46, 5),
    (103_435, 2),
    (90_000, 1),
];

#[test]
fn the_blocks_by_hand() {
    // 1 + 1 + 32 + 26 000 + 80 + 46 + 103 435 + 90 000, and 10 000 + 500 + 1 600 + 390 000 + 800 + 230 +
    // 206 870 + 90 000 stakes.
    assert_eq!(LOTS.iter().map(|(lots, _)| lots).sum::<u64>(), 219_595);
    let stakes: i64 = LOTS
        .iter()
        .map(|&(lots, times)| i64::try_from(lots).expect("few lots") * times)
        .sum();
    assert_eq!(stakes, 700_000);
    let game = PieceDor::new().expect("the built-in tables");
    let card = game.card();
    for (number, total) in [(0, 350_000), (1, 700_000), (2, 1_400_000)] {
        let (table, stake) = (&card.tables[number], card.stakes[number].cents());
        assert!(table.is_block);
        assert_eq!(table.article, ["3.1", "3.2", "3.3"][number]);
        let mut sum = 0;
        for (row, (lots, times)) in LOTS.into_iter().enumerate() {
            let amount = table.rows[row].amount.expect("an amount").0;
            assert_eq!(amount, times * stake, "{}", table.rows[row].label);
            assert_eq!(table.weights.values[row], lots, "{}", table.rows[row].label);
            sum += amount * i64::try_from(lots).expect("few lots");
        }
        assert_eq!(sum, total * 100);
        assert_eq!(table.weights.values[8], 1_000_000 - 219_595);
        // The return to the player: 0.70 at every stake.
        assert_eq!(sum * 10, i64::try_from(BLOCK).expect("a block") * stake * 7);
    }
}

fn whole_blocks(blocks: u64) {
    for (stake, (lots, _)) in [(0, LOTS[0]), (1, LOTS[1]), (2, LOTS[2])] {
        let run = Run {
            stake,
            rounds: blocks * BLOCK,
            ..Run::default()
        };
        let model = run.report();
        let report = &model.runs[0];
        assert_eq!(model.verdict, Verdict::Pass, "{:?}", report.checks);
        let drawn: Vec<u64> = report.tables[stake]
            .rows
            .iter()
            .map(|row| row.count)
            .collect();
        for (row, (lots, _)) in LOTS.into_iter().enumerate() {
            assert_eq!(drawn[row], lots * blocks);
        }
        assert_eq!(drawn[8], 780_405 * blocks);
        assert_eq!(drawn[stake], lots * blocks);
        // Nothing is drawn from the blocks of other stakes.
        for (number, table) in report.tables.iter().enumerate() {
            assert_eq!(
                table.trials,
                if number == stake { blocks * BLOCK } else { 0 }
            );
        }
        assert!((report.rtp.estimate - 0.7).abs() < 1e-12);
        let ids: Vec<&str> = report
            .checks
            .iter()
            .map(|check| check.id.as_str())
            .collect();
        let block = ["0.50", "1.00", "2.00"][stake];
        let whole = format!("whole:piece-dor/block-{block}");
        assert_eq!(
            ids,
            [
                whole.as_str(),
                "replay:piece-dor",
                "paid:piece-dor",
                "chunks:piece-dor"
            ]
        );
    }
}

#[test]
fn twenty_whole_blocks_are_the_lots_exactly() {
    whole_blocks(20);
}

#[test]
#[ignore = "three billion tickets: cargo test --release --test piece_dor -- --ignored thousand"]
fn a_thousand_whole_blocks_are_the_lots_exactly() {
    whole_blocks(1000);
}
