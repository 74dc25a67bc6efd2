//! From the two texts of a game, printed odds and model weights, to checked tables.

use std::collections::HashSet;

use num_rational::Ratio;

use super::table::{Published, Row, Table, Weights};
use super::text::{ModelText, PublishedText, Rounding, RowText, TableText, WeightsText, parse};
use super::weights::choose;
use crate::error::{Error, Result, unknown};
use crate::units::{Cents, Odds};

/// Reads the printed tables of a game and their model weights, two TOML texts, and checks them.
///
/// `published` has `game`, `title`, `source` and for each `[[table]]` an `id` (without the game),
/// `article`, `title`, `rounding` ("centième", "millième"; absent where the numbers are exact) and
/// `rows` of `label`, `printed` and, for money, `amount`. `model` has for each rounded table a
/// `[[table]]` with `id`, `denominator`, `weights`, `possible` and `why`; exact tables need none,
/// their weights follow.
///
/// # Errors
/// A text is not such TOML or has a key it should not have; an id or a label comes twice; weights
/// are missing, of another number than the rows, do not sum to their denominator or lie outside
/// the interval that rounds to the printed odds. The message names table, article and row.
pub fn load(published: &str, model: &str) -> Result<Published> {
    let text: PublishedText = parse("published tables", published)?;
    let mut models = parse::<ModelText>("model weights", model)?.tables;
    check_models(&text, &models)?;
    let mut seen = HashSet::new();
    let mut tables = Vec::with_capacity(text.tables.len());
    for table in text.tables {
        if !seen.insert(table.id.clone()) {
            return Err(Error::input(format!(
                "table `{}` (article {}) comes twice; ids are unique",
                table.id, table.article
            )));
        }
        let found = models.iter().position(|model| model.id == table.id);
        let weights = found.map(|at| models.swap_remove(at));
        let place = format!("table `{}` (article {})", table.id, table.article);
        let within = |error: Error| Error::input(format!("{place}: {}", error.message()));
        tables.push(build(&text.game, table, weights).map_err(within)?);
    }
    Ok(Published {
        game: text.game,
        title: text.title,
        source: text.source,
        tables,
    })
}

/// Every model entry is for a table there is, and the only one for it.
fn check_models(text: &PublishedText, models: &[WeightsText]) -> Result<()> {
    let ids = || text.tables.iter().map(|table| table.id.as_str());
    let mut seen = HashSet::new();
    for model in models {
        if !ids().any(|id| id == model.id) {
            return Err(unknown("table in the model weights", &model.id, ids()));
        }
        if !seen.insert(&model.id) {
            return Err(Error::input(format!(
                "table `{}` comes twice in the model weights",
                model.id
            )));
        }
    }
    Ok(())
}

/// One checked table; errors do not name it yet.
fn build(game: &str, text: TableText, model: Option<WeightsText>) -> Result<Table> {
    let mut labels = HashSet::new();
    let mut rows = Vec::with_capacity(text.rows.len());
    for row in text.rows {
        if !labels.insert(row.label.clone()) {
            return Err(Error::input(format!(
                "row `{}` comes twice; labels are unique in a table",
                row.label
            )));
        }
        let label = row.label.clone();
        let within = |error: Error| Error::input(format!("row `{label}`: {}", error.message()));
        rows.push(build_row(row, text.rounding).map_err(within)?);
    }
    let weights = match (text.rounding, model) {
        (Some(_), Some(model)) => {
            check_weights(&rows, &model)?;
            Weights {
                values: model.weights,
                denominator: model.denominator,
                possible: model.possible,
                why: model.why,
            }
        }
        (None, None) => {
            let odds: Vec<Odds> = rows.iter().map(|row| row.odds.clone()).collect();
            choose(&odds, None)?
        }
        (Some(_), None) => {
            return Err(Error::input(
                "no model weights; expected an entry with this id, as its odds are rounded",
            ));
        }
        (None, Some(_)) => {
            return Err(Error::input(
                "model weights for exact odds; expected no entry, as the weights follow",
            ));
        }
    };
    Ok(Table {
        id: format!("{game}/{}", text.id),
        article: text.article,
        title: text.title,
        rows,
        weights,
    })
}

fn build_row(row: RowText, rounding: Option<Rounding>) -> Result<Row> {
    let odds = match rounding {
        None => Odds::exact(&row.printed)?,
        Some(rounding) => {
            let odds = Odds::rounded(&row.printed)?;
            if odds.decimals() != rounding.decimals() {
                return Err(Error::input(format!(
                    "`{odds}` is printed with other decimals than the {} of its rounding note",
                    rounding.decimals()
                )));
            }
            odds
        }
    };
    Ok(Row {
        label: row.label,
        odds,
        amount: row.amount.as_deref().map(Cents::parse).transpose()?,
    })
}

/// One weight per row, summing to the denominator, each inside its row's interval.
fn check_weights(rows: &[Row], model: &WeightsText) -> Result<()> {
    let (weights, denominator) = (&model.weights, model.denominator);
    if weights.len() != rows.len() {
        return Err(Error::input(format!(
            "{} weights for {} rows; expected one each",
            weights.len(),
            rows.len()
        )));
    }
    let sum: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    if sum != u128::from(denominator) || denominator == 0 {
        return Err(Error::input(format!(
            "the weights sum to {sum}; expected their denominator {denominator}, above 0"
        )));
    }
    for (row, &weight) in rows.iter().zip(weights) {
        let interval = row.odds.interval();
        if !interval.contains(Ratio::new(weight.into(), denominator.into())) {
            return Err(Error::input(format!(
                "row `{}`: the weight {weight}/{denominator} does not round to 1 in {}; \
                 expected a probability in [{}, {}]",
                row.label, row.odds, interval.low, interval.high
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
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
        assert_eq!(wheel.rows[1].odds.text(), "1,43");
        assert_eq!(wheel.weights.values, [3, 7]);
        assert_eq!(coin.weights.values, [1, 1]);
        assert_eq!((coin.weights.denominator, coin.weights.possible), (2, 1));
        assert!(!coin.rows[0].odds.is_rounded());
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
                "\"coin\"\n        article",
                "\"wheel\"\n        article",
                "`wheel` (article 1.3) comes twice",
            ),
            ("amount", "prize", "unknown field `prize`"),
            (
                "source",
                "sauce",
                "line 4, column 9: published tables: unknown field `sauce`",
            ),
            (
                "possible",
                "posible",
                "line 6, column 9: model weights: unknown field `posible`",
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
}
