//! `tirage power`.

use serde_json::Value;

use crate::support::{tirage, tirage_with};

fn document(arguments: &str) -> Value {
    let ran = tirage(&format!("power {arguments} --format json"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(ran.err, "");
    serde_json::from_str(&ran.out).expect("one document")
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("no number: {value}"))
}

fn named<'a>(list: &'a Value, key: &str, name: &str) -> &'a Value {
    let mut list = list.as_array().expect("a list").iter();
    list.find(|item| item[key] == name).expect(name)
}

fn row<'a>(table: &'a Value, label: &str) -> &'a Value {
    named(&table["rows"], "label", label)
}

/// The sum of the normal quantiles at 1 % (two-sided) and 90 %.
const FACTOR: f64 = 3.857_380_869;

/// Every round of `stop` draws stage 1 once: the numbers follow by hand.
#[test]
fn what_a_million_rounds_see() {
    let report = document("--game happy-des --strategy stop --rounds 1e6 --pilot 20000");
    assert_eq!(report["schema"], "tirage/1");
    assert_eq!(
        (&report["rounds"], &report["deviation"]),
        (&1_000_000.into(), &Value::Null)
    );
    assert_eq!(
        (&report["alpha"], &report["power"]),
        (&0.01.into(), &0.9.into())
    );
    assert_eq!(report["pilot"]["rounds"], 20_000);
    let stage = named(&report["tables"], "id", "happy-des/stage-1");
    assert!((number(&stage["draws_per_round"]) - 1.0).abs() < 1e-12);
    assert_eq!(
        (&stage["draws"], &stage["df"]),
        (&1_000_000.into(), &3.into())
    );
    // The noncentrality of 3 degrees of freedom at 1 % and 90 % is 19.247 (Haynam, Govindarajulu & Leone).
    assert!((number(&stage["smallest_shift"]) - 19.247_f64.sqrt() / 1000.0).abs() < 1e-6);
    let common = &stage["rows"][2];
    assert!((number(&common["probability"]) - 0.545).abs() < 1e-12);
    assert!((number(&common["expected"]) - 545_000.0).abs() < 1e-6);
    for side in ["smallest_excess", "smallest_shortfall"] {
        let by_hand = FACTOR * (0.455 / 0.545 / 1e6_f64).sqrt();
        assert!((number(&common[side]) / by_hand - 1.0).abs() < 0.01);
    }
    assert!((number(&common["absence_seen_after"]) - 7.0).abs() < 1e-9);
    let rtp = &report["rtp"];
    assert_eq!(
        (&rtp["source"], &rtp["certain"]),
        (&"solver".into(), &false.into())
    );
    assert!((number(&rtp["mean_cents"]) - 70.0).abs() < 1e-9);
    let shift = FACTOR * number(&rtp["standard_deviation_cents"]) / 1000.0;
    assert!((number(&rtp["smallest_cents"]) / shift - 1.0).abs() < 1e-8);
    assert!((number(&rtp["smallest_rtp"]) - shift / 100.0).abs() < 1e-9);
    assert!((number(&rtp["smallest_relative"]) - shift / 70.0).abs() < 1e-9);
}

#[test]
fn rounds_for_a_deviation() {
    let report = document("--game happy-des --strategy stop --deviation 5% --pilot 20000");
    assert_eq!(
        (&report["rounds"], &report["deviation"]),
        (&Value::Null, &0.05.into())
    );
    let stage = named(&report["tables"], "id", "happy-des/stage-1");
    // Fleiss: p0 = 0.545, p1 = 0.57225.
    let (p, q) = (0.545_f64, 0.572_25_f64);
    let root =
        2.575_829_303_55 * (p * (1.0 - p)).sqrt() + 1.281_551_565_54 * (q * (1.0 - q)).sqrt();
    let by_hand = (root / (q - p)).powi(2).ceil();
    assert!((number(&stage["rows"][2]["rounds_needed"]) - by_hand).abs() < 1e-9);
    let needed = number(&stage["rounds_needed"]);
    assert!((needed * 0.0025 - 19.247).abs() < 0.003, "{needed}");
    let rtp = &report["rtp"];
    let sd = number(&rtp["standard_deviation_cents"]);
    assert!((number(&rtp["rounds_needed"]) - (FACTOR * sd / 3.5).powi(2).ceil()).abs() < 1.5);

    // A row cannot be twice as likely as it is if that is more than certain, but it can be missing.
    let twice =
        document("--game happy-des --strategy stop --deviation 100% --pilot 20000 --table stage-1");
    assert_eq!(twice["tables"][0]["rows"][2]["rounds_needed"], Value::Null);
    assert_eq!(twice["rtp"], Value::Null);
    let missing = document("--game happy-des --strategy stop --deviation -100% --pilot 20000");
    let stage = named(&missing["tables"], "id", "happy-des/stage-1");
    for row in stage["rows"].as_array().expect("rows") {
        assert_eq!(row["rounds_needed"], row["absence_seen_after"]);
    }
}

/// Whole blocks are certain; a part of one is worth more than draws with replacement.
#[test]
fn blocks() {
    let whole = document("--game piece-dor --stake 1 --rounds 1e6 --pilot 20000");
    let block = named(&whole["tables"], "id", "piece-dor/block-1.00");
    assert_eq!(
        (&block["certain"], &whole["rtp"]["certain"]),
        (&true.into(), &true.into())
    );
    assert!((number(&whole["rtp"]["smallest_cents"])).abs() < 1e-300);
    for row in block["rows"].as_array().expect("rows") {
        let lots = 1e6 * number(&row["probability"]);
        assert!(
            (number(&row["smallest_excess"]) * lots - 1.0).abs() < 1e-9,
            "one ticket"
        );
    }
    assert_eq!(whole["not_drawn"].as_array().map(Vec::len), Some(2));

    let part = document("--game piece-dor --stake 1 --rounds 500000 --pilot 20000");
    let block = named(&part["tables"], "id", "piece-dor/block-1.00");
    assert_eq!(block["certain"], false);
    // Half a block is worth 999 999 draws with replacement.
    let losing = block["rows"]
        .as_array()
        .expect("rows")
        .last()
        .expect("a row");
    let p = number(&losing["probability"]);
    let by_hand = FACTOR * ((1.0 - p) / p / 999_999.0).sqrt();
    assert!((number(&losing["smallest_excess"]) / by_hand - 1.0).abs() < 0.01);
    let shift = FACTOR * number(&part["rtp"]["standard_deviation_cents"]) / 999_999_f64.sqrt();
    assert!((number(&part["rtp"]["smallest_cents"]) / shift - 1.0).abs() < 1e-8);

    let needed = document("--game piece-dor --stake 1 --deviation 1e-6 --pilot 20000");
    let block = named(&needed["tables"], "id", "piece-dor/block-1.00");
    for row in block["rows"].as_array().expect("rows") {
        assert!(
            number(&row["rounds_needed"]) <= 1e6,
            "a whole block shows everything"
        );
    }
}

/// A table that one round in several draws from takes so many rounds more.
#[test]
fn conditional_tables() {
    let report = document("--game tresors-ensables --strategy gold --rounds 1e9 --table gold");
    let gold = &report["tables"][0];
    let draws = number(&gold["draws_per_round"]);
    assert!(draws > 0.01 && draws < 1.0, "{draws}");
    assert!((number(&gold["draws"]) / 1e9 / draws - 1.0).abs() < 1e-6);
    let jackpot = row(gold, "10 000,00 EUR");
    assert!((number(&jackpot["expected"]) / (1e4 * draws) - 1.0).abs() < 1e-6);
    let needed = document("--game tresors-ensables --strategy gold --deviation -100% --table gold");
    let jackpot_needed = number(&row(&needed["tables"][0], "10 000,00 EUR")["rounds_needed"]);
    assert!(
        (jackpot_needed * draws / 529_830.0 - 1.0).abs() < 1e-4,
        "{jackpot_needed}"
    );
}

#[test]
fn text_and_csv() {
    let text = tirage("power --game happy-des --strategy stop --rounds 1e6 --pilot 20000");
    assert_eq!((text.status, text.err.as_str()), (0, ""));
    for expected in [
        "what 1 000 000 rounds can see",
        "0.352",
        "happy-des/stage-1",
        "seed 20180709",
    ] {
        assert!(text.out.contains(expected), "{expected} in\n{}", text.out);
    }
    let csv =
        tirage("power --game happy-des --strategy stop --rounds 1e6 --pilot 20000 --format csv");
    let mut lines = csv.out.lines();
    let columns = lines.next().expect("a header").split(',').count();
    assert!(
        lines.clone().count() > 5
            && lines.all(|line| line.split(',').count() == columns || line.contains('"'))
    );
    let again =
        tirage("power --game happy-des --strategy stop --rounds 1e6 --pilot 20000 --format csv");
    assert_eq!(csv.out, again.out);
}

#[test]
fn what_cannot_be_answered_is_refused() {
    for (arguments, said) in [
        (
            &["--game", "happy-des", "--deviation", "0"][..],
            "no relative deviation",
        ),
        (
            &["--game", "happy-des", "--deviation", "5"],
            "write 5% or 500%",
        ),
        (&["--game", "happy-des", "--alpha", "1"], "no probability"),
        (
            &["--game", "happy-des", "--rounds", "0"],
            "no number of rounds",
        ),
        (
            &["--game", "happy-des", "--rounds", "5", "--deviation", "1%"],
            "cannot be used with",
        ),
        (&["--game", "happy-des", "--row", "4,00 EUR"], "--table"),
        (
            &["--game", "happy-des", "--table", "stage-2", "--pilot", "10"],
            "did you mean `stage-1`",
        ),
        (
            &[
                "--game",
                "happy-des",
                "--table",
                "stage-1",
                "--row",
                "5 EUR",
                "--pilot",
                "10",
            ],
            "unknown row of happy-des/stage-1",
        ),
        (
            &[
                "--game",
                "happy-des",
                "--strategy",
                "stop",
                "--table",
                "cumul-42",
                "--pilot",
                "10",
            ],
            "was not drawn from in 10 pilot rounds of `stop`",
        ),
        (&["--game", "happy"], "did you mean `happy-des`"),
        (
            &[
                "--game",
                "happy-des",
                "--deviation",
                "5%",
                "--power",
                "0.001",
            ],
            "--power 0.001 is no more than the level --alpha 0.01",
        ),
    ] {
        let arguments: Vec<&str> = [&["power"], arguments].concat();
        let ran = tirage_with(&arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(said), "{said} in {}", ran.err);
    }
}

/// 200 000 players of five tickets: what each buys is drawn from a fresh block, (N - 5)/(N - 1) of the variance
/// of draws with replacement, and nothing is ever certain.
#[test]
fn players_of_tickets() {
    let report = document("--game piece-dor --tickets 5 --rounds 1e6 --pilot 20000");
    assert_eq!(
        (&report["tickets"], &report["plays"]),
        (&5.into(), &Value::Null)
    );
    let block = named(&report["tables"], "id", "piece-dor/block-0.50");
    assert_eq!(
        (&block["certain"], &block["draws"]),
        (&false.into(), &1_000_000.into())
    );
    let (all, p) = (1e6_f64, 0.780_405);
    let common = block["rows"]
        .as_array()
        .expect("rows")
        .last()
        .expect("a row");
    assert!((number(&common["probability"]) - p).abs() < 1e-12);
    let share = ((all - 5.0) / (all - 1.0)).sqrt();
    let by_hand = FACTOR * ((1.0 - p) / p / 1e6).sqrt() * share;
    for side in ["smallest_excess", "smallest_shortfall"] {
        assert!((number(&common[side]) / by_hand - 1.0).abs() < 0.01);
    }
    // Five tickets all win with a chance of about 0.219595^5: after one player without a losing ticket it is missing.
    assert!((number(&common["absence_seen_after"]) - 5.0).abs() < 1e-9);
    // A win: not all five tickets lose.
    let lose: f64 = (0..5)
        .map(|i| (780_405.0 - f64::from(i)) / (all - f64::from(i)))
        .product();
    let win = named(&report["players"], "label", "players with a win");
    assert!((number(&win["probability"]) - (1.0 - lose)).abs() < 1e-9);
    assert!((number(&win["expected"]) - 200_000.0 * (1.0 - lose)).abs() < 1e-3);
    let by_hand = FACTOR * (lose / (1.0 - lose) / 200_000.0).sqrt();
    assert!((number(&win["smallest_excess"]) / by_hand - 1.0).abs() < 0.01);
    let text = tirage("power --game piece-dor --tickets 5 --rounds 1e6 --pilot 20000");
    assert!(text.out.contains("players of 5 tickets"), "{}", text.out);
}

/// Players who begin without a key draw from its table less often than the long run does, and their RTP is not
/// tested: there is no answer about it.
#[test]
fn players_of_plays() {
    let report = document("--game clefs-du-tresor --plays 1 --rounds 1e6 --pilot 20000");
    assert_eq!(
        (&report["plays"], &report["rtp"]),
        (&1.into(), &Value::Null)
    );
    // The first play of everyone: no key held, and no chest.
    assert!(
        report["not_drawn"]
            .as_array()
            .expect("tables")
            .contains(&"clefs-du-tresor/tresor".into())
    );
    let game = named(&report["tables"], "id", "clefs-du-tresor/jeu-1");
    assert!((number(&game["draws_per_round"]) - 1.0).abs() < 1e-12);
    // A win and a profit; the top prize lies in the chest.
    assert_eq!(report["players"].as_array().map(Vec::len), Some(2));
    let asked = tirage("power --game clefs-du-tresor --plays 7 --rounds 1e6");
    assert_eq!(asked.status, 2);
    assert!(asked.err.contains("the nearest is 999999"), "{}", asked.err);
    let deviation = document("--game clefs-du-tresor --plays 7 --deviation 5% --pilot 20000");
    let win = named(&deviation["players"], "label", "players with a win");
    assert!(number(&win["rounds_needed"]) % 7.0 < 1e-9, "whole players");
    let refused = tirage("power --game happy-des --plays 7");
    assert_eq!(refused.status, 2, "{}", refused.out);
}
