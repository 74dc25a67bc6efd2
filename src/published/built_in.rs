//! The texts of the games that come with the program: the model weights are what the rule gives,
//! and the printed tables agree with what the articles say beside them.

use std::collections::HashSet;

use super::{Printed, Published, Table, choose, load};
use crate::units::{Cents, Odds};

const HAPPY_DES: [&str; 2] = [
    include_str!("../games/happy_des/published.toml"),
    include_str!("../games/happy_des/model.toml"),
];
const CLEFS_DU_TRESOR: [&str; 2] = [
    include_str!("../games/clefs_du_tresor/published.toml"),
    include_str!("../games/clefs_du_tresor/model.toml"),
];
const TRESORS_ENSABLES: [&str; 2] = [
    include_str!("../games/tresors_ensables/published.toml"),
    include_str!("../games/tresors_ensables/model.toml"),
];

fn game([published, model]: [&str; 2]) -> Published {
    load(published, model).expect("built-in tables")
}

fn table<'a>(game: &'a Published, id: &str) -> &'a Table {
    let id = format!("{}/{id}", game.game);
    let found = game.tables.iter().find(|table| table.id == id);
    found.unwrap_or_else(|| panic!("no table {id}"))
}

/// The mean of a money table in euros, as weighted cents over the denominator.
fn mean(table: &Table) -> (i128, u64) {
    let amount = |i: usize| table.rows[i].amount.map_or(0, |cents| cents.0);
    let weights = table.weights.values.iter().enumerate();
    let sum = weights.map(|(i, &weight)| i128::from(amount(i)) * i128::from(weight));
    (sum.sum(), table.weights.denominator)
}

#[test]
fn the_rule_gives_every_model_weight() {
    for text in [HAPPY_DES, TRESORS_ENSABLES, CLEFS_DU_TRESOR] {
        for table in game(text).tables {
            let mut rest = None;
            let mut rows: Vec<Odds> = Vec::new();
            for row in &table.rows {
                match &row.printed {
                    Printed::Odds(odds) => rows.push(odds.clone()),
                    Printed::Nothing(interval) => rest = Some(*interval),
                    Printed::Lots(_) => {}
                }
            }
            if table.is_block {
                continue;
            }
            let chosen = choose(&rows, rest).expect(&table.id);
            assert_eq!(table.weights, chosen, "{}", table.id);
        }
    }
}

#[test]
fn only_the_tables_known_to_be_open_have_several_laws() {
    let open = |text| -> Vec<(String, u64)> {
        let tables = game(text).tables.into_iter();
        let open = tables.map(|table| (table.id, table.weights.possible));
        open.filter(|&(_, possible)| possible > 1).collect()
    };
    let [happy, tresors] = [open(HAPPY_DES), open(TRESORS_ENSABLES)];
    let clefs = open(CLEFS_DU_TRESOR);
    let ids: Vec<&str> = happy.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "happy-des/cumul-7-10",
            "happy-des/identiques-1",
            "happy-des/identiques-3",
            "happy-des/identiques-4"
        ]
    );
    assert_eq!(tresors, [("tresors-ensables/gold".to_owned(), 440)]);
    // The losing row of game 1 prints nothing, so the others are free of each other:
    // 14 * 496 * 2890 numbers round to the three lowest prizes.
    let expected = [("jeu-1", 20_068_160), ("tresor", 525)];
    assert_eq!(
        clefs,
        expected.map(|(id, laws)| (format!("clefs-du-tresor/{id}"), laws))
    );
}

#[test]
fn money_rows_are_labelled_by_their_amount() {
    for text in [HAPPY_DES, TRESORS_ENSABLES, CLEFS_DU_TRESOR] {
        for table in game(text).tables {
            for row in table.rows {
                let euros = row.label.strip_suffix(" EUR");
                let amount = euros.map(|euros| Cents::parse(euros).expect("amount"));
                assert_eq!(row.amount, amount, "{}", table.id);
            }
        }
    }
}

#[test]
fn happy_des_has_its_tables_in_order() {
    let game = game(HAPPY_DES);
    assert_eq!(game.game, "happy-des");
    let ids: Vec<&str> = game.tables.iter().map(|table| table.id.as_str()).collect();
    assert_eq!(ids.len(), 35);
    assert_eq!(ids[..2], ["happy-des/stage-1", "happy-des/stage-1-die"]);
    assert_eq!(ids[34], "happy-des/identiques-15");
    // The mean of stage 1: 4 * 0.015 + 2 * 0.15 + 0.545 + 0.5 * 0.29 = 1.05.
    assert_eq!(mean(table(&game, "stage-1")), (105_000, 1000));
    let articles: HashSet<&str> = game.tables.iter().map(|t| t.article.as_str()).collect();
    assert_eq!(articles.len(), 8);
}

/// Article 3.2.1 says what the chests hold at least and at most, 3.3.4 the greatest gain:
/// five bronze chests, four of silver and the gold one at their best.
#[test]
fn tresors_ensables_agrees_with_its_other_articles() {
    let game = game(TRESORS_ENSABLES);
    let ends = |id| {
        let amounts = table(&game, id).rows.iter().filter_map(|row| row.amount);
        (amounts.clone().min(), amounts.max())
    };
    let cents = |low, high| (Some(Cents(low)), Some(Cents(high)));
    assert_eq!(ends("bronze"), cents(10, 50));
    assert_eq!(ends("silver"), cents(50, 200));
    assert_eq!(ends("gold"), cents(100, 1_000_000));
    assert_eq!(5 * 50 + 4 * 200 + 1_000_000, 1_001_050);
    // The mean of the gold chest: 2.1899 EUR.
    assert_eq!(mean(table(&game, "gold")), (21_899_000, 100_000));
    assert_eq!(game.tables.len(), 10);
    for (id, faces) in [
        ("placement-1", 5),
        ("placement-2", 4),
        ("placement-3", 3),
        ("die", 6),
    ] {
        let weights = &table(&game, id).weights;
        assert_eq!(
            (weights.values.len(), weights.denominator),
            (faces, faces as u64)
        );
    }
}

/// Article 3.1.3 prints the odds of all wins together, 3.1.4 says that the chest opens at the third key.
#[test]
fn clefs_du_tresor_agrees_with_its_other_articles() {
    let game = game(CLEFS_DU_TRESOR);
    let ids: Vec<&str> = game.tables.iter().map(|table| table.id.as_str()).collect();
    let all = ["jeu-1", "clef-0", "clef-1", "clef-2", "tresor"];
    assert_eq!(ids, all.map(|id| format!("clefs-du-tresor/{id}")));
    let odds = &table(&game, "jeu-1").weights;
    let won: u64 = odds.values[..6].iter().sum();
    assert_eq!((odds.denominator, won), (100_000_000, 25_447_183));
    // 1 in 3.92970..., printed 3,93.
    assert_eq!((2 * 100 * odds.denominator + won) / (2 * won), 393);
    // The means: 0.241003 EUR for game 1, 1.070996 EUR for the chest.
    assert_eq!(mean(table(&game, "jeu-1")), (2_410_030_000, 100_000_000));
    assert_eq!(mean(table(&game, "tresor")), (107_099_600, 1_000_000));
    for (id, parts) in [("clef-0", 2), ("clef-1", 3), ("clef-2", 4)] {
        let weights = &table(&game, id).weights;
        assert_eq!(
            (&weights.values[..], weights.denominator),
            (&[1, parts - 1][..], parts)
        );
    }
}
