//! Tests of the loader.

use super::*;

const PUBLISHED: &str = r#"
    game = "toy"
    title = "Toy"
    source = "none"
    [[table]]
    id = "wheel"
    article = "1.2"
    title = "wheel"
    rounding = "centième"
    rows = [
      { label = "4,00 EUR", printed = "3,33", amount = "4,00" },
      { label = "lost", printed = "1,43" },
    ]
    [[table]]
    id = "coin"
    article = "1.3"
    title = "coin"
    rows = [{ label = "heads", printed = "2" }, { label = "tails", printed = "2" }]
"#;
const MODEL: &str = r#"
    [[table]]
    id = "wheel"
    denominator = 10
    weights = [3, 7]
    possible = 1
    why = "the only law with 1 decimal"
"#;

#[test]
fn a_game_in_two_texts() {
    let toy = load(PUBLISHED, MODEL).expect("toy");
    assert_eq!(
        (&*toy.game, &*toy.title, &*toy.source),
        ("toy", "Toy", "none")
    );
    let [wheel, coin] = &toy.tables[..] else {
        panic!("two tables");
    };
    assert_eq!((&*wheel.id, &*wheel.article), ("toy/wheel", "1.2"));
    assert_eq!(wheel.rows[0].amount, Some(Cents(400)));
    assert_eq!(wheel.rows[1].amount, None);
    assert_eq!(wheel.rows[1].printed.text(), Some("1,43"));
    assert_eq!(wheel.weights.values, [3, 7]);
    assert_eq!(coin.weights.values, [1, 1]);
    assert_eq!((coin.weights.denominator, coin.weights.possible), (2, 1));
    let half = coin.rows[0].printed.interval(2);
    assert_eq!(half.low, half.high);
}

/// What `load` says when `from` is replaced by `to` in one of the texts.
fn refusal(from: &str, to: &str) -> String {
    let published = PUBLISHED.replace(from, to);
    let model = MODEL.replace(from, to);
    assert!(
        published != PUBLISHED || model != MODEL,
        "`{from}` is there"
    );
    load(&published, &model).expect_err(to).to_string()
}

#[test]
fn weights_that_do_not_fit_are_refused() {
    let [wheel, coin] = [
        "table `wheel` (article 1.2): ",
        "table `coin` (article 1.3): ",
    ];
    for (place, from, to, said) in [
        (
            wheel,
            "[3, 7]",
            "[4, 6]",
            "row `4,00 EUR`: the weight 4/10 does not round to 1 in 3,33",
        ),
        (
            wheel,
            "[3, 7]",
            "[3, 6]",
            "the weights sum to 9; expected their denominator 10",
        ),
        (wheel, "[3, 7]", "[3, 6, 1]", "3 weights for 2 rows"),
        (coin, "\"2\" }]", "\"3\" }]", "the exact odds sum to 5/6"),
    ] {
        let error = refusal(from, to);
        assert!(error.contains(&format!("{place}{said}")), "{error}");
    }
    let error = load(PUBLISHED, "").expect_err("no weights").to_string();
    assert!(
        error.contains(&format!("{wheel}no model weights")),
        "{error}"
    );
    let twice = [MODEL, MODEL].concat();
    let error = load(PUBLISHED, &twice).expect_err("twice").to_string();
    assert!(
        error.contains("`wheel` comes twice in the model"),
        "{error}"
    );
    let coin = MODEL.replace("wheel", "coin");
    let error = load(PUBLISHED, &[MODEL, &coin].concat()).expect_err("exact");
    assert!(
        error.message().contains("weights for exact odds"),
        "{error}"
    );
    let error = load(PUBLISHED, &MODEL.replace("wheel", "whel")).expect_err("unknown");
    assert!(error.message().contains("did you mean `wheel`"), "{error}");
}

#[test]
fn texts_that_say_something_else_are_refused() {
    for (from, to, said) in [
        (
            "\"tails\"",
            "\"heads\"",
            "table `coin` (article 1.3): row `heads` comes twice",
        ),
        (
            "\"coin\"\n    article",
            "\"wheel\"\n    article",
            "`wheel` (article 1.3) comes twice",
        ),
        ("amount", "prize", "unknown field `prize`"),
        (
            "source",
            "sauce",
            "line 4, column 5: published tables: unknown field `sauce`",
        ),
        (
            "possible",
            "posible",
            "line 6, column 5: model weights: unknown field `posible`",
        ),
        (
            "\"4,00\"",
            "\"4,001\"",
            "row `4,00 EUR`: `4,001` is not an amount",
        ),
        (
            "\"3,33\"",
            "\"3.33\"",
            "row `4,00 EUR`: odds of 1 in `3.33`: only digits",
        ),
        (
            "\"3,33\"",
            "\"3,3\"",
            "row `4,00 EUR`: `3,3` is printed with other decimals than the 2",
        ),
        ("centième", "dixième", "unknown variant `dixième`"),
    ] {
        let error = refusal(from, to);
        assert!(error.contains(said), "{error}");
    }
}
