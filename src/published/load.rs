//! From the two texts of a game, printed odds and model weights, to checked tables.

use std::collections::HashSet;

use num_rational::Ratio;

use super::block::block_rows;
use super::table::{Printed, Published, Row, Table, Weights};
use super::text::{ModelText, PublishedText, Rounding, RowText, TableText, WeightsText, parse};
use super::weights::choose;
use crate::error::{Error, Result, unknown};
use crate::units::{Cents, Odds, RoundingInterval};

/// Reads the printed tables of a game and their model weights, two TOML texts, and checks them.
///
/// `published` has `game`, `title`, `source` and for each `[[table]]` an `id` (without the game),
/// `article`, `title`, `rounding` ("centième", "millième"; absent where the numbers are exact) and
/// `rows` of `label`, `printed` and, for money, `amount`. The last row may lack `printed`: it takes
/// what the others leave, less closely known unless `overall` gives the printed odds of the
/// others together. A table with `block` (`tickets`, `lots`, `total`) is a finite block: `printed`
/// is a number of lots, `total` their printed total, the last row the losing tickets. `model` has for each rounded table a
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
    for row in &text.rows {
        if !labels.insert(&row.label) {
            return Err(Error::input(format!(
                "row `{}` comes twice; labels are unique in a table",
                row.label
            )));
        }
    }
    let (rows, weights) = match &text.block {
        Some(block) => block_rows(&text, block, model.as_ref())?,
        None => odds_rows(&text, model)?,
    };
    Ok(Table {
        id: format!("{game}/{}", text.id),
        article: text.article,
        title: text.title,
        rows,
        weights,
        is_block: text.block.is_some(),
    })
}

/// The rows and weights of a table of odds.
fn odds_rows(text: &TableText, model: Option<WeightsText>) -> Result<(Vec<Row>, Weights)> {
    let rest = remainder(text)?;
    let mut rows = Vec::with_capacity(text.rows.len());
    for row in &text.rows {
        if row.total.is_some() {
            return Err(Error::input(format!(
                "row `{}` has a `total`, which only the rows of a block have",
                row.label
            )));
        }
        let printed = match (&row.printed, rest) {
            (Some(printed), _) => odds(printed, text.rounding).map(Printed::Odds),
            (None, Some(rest)) => Ok(Printed::Nothing(rest)),
            (None, None) => Err(Error::internal("an unprinted row without a remainder")),
        };
        rows.push(finish_row(row, printed)?);
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
            let odds = rows.iter().filter_map(|row| match &row.printed {
                Printed::Odds(odds) => Some(odds.clone()),
                Printed::Lots(_) | Printed::Nothing(_) => None,
            });
            choose(&odds.collect::<Vec<_>>(), rest)?
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
    Ok((rows, weights))
}

/// The interval of the row that prints nothing: all of [0, 1], or what printed overall odds of the
/// others leave. None where every row prints something.
///
/// # Errors
/// Such a row is not the only one and the last, or overall odds are printed without it.
fn remainder(text: &TableText) -> Result<Option<RoundingInterval>> {
    let unprinted = text.rows.iter().position(|row| row.printed.is_none());
    match (unprinted, &text.overall) {
        (None, None) => Ok(None),
        (None, Some(_)) => Err(Error::input(
            "overall odds without a row that prints nothing: expected one, the last",
        )),
        (Some(at), _) if at + 1 != text.rows.len() => Err(Error::input(format!(
            "row `{}` prints nothing; only the last row of a table may",
            text.rows[at].label
        ))),
        (Some(_), None) => Ok(Some(RoundingInterval::unknown())),
        (Some(_), Some(overall)) => {
            let all = odds(&overall.printed, Some(overall.rounding))?.interval();
            let one = Ratio::from_integer(1);
            Ok(Some(RoundingInterval {
                low: one - all.high,
                high: one - all.low,
            }))
        }
    }
}

/// Printed odds under a rounding note.
fn odds(printed: &str, rounding: Option<Rounding>) -> Result<Odds> {
    let Some(rounding) = rounding else {
        return Odds::exact(printed);
    };
    let odds = Odds::rounded(printed)?;
    if odds.decimals() != rounding.decimals() {
        return Err(Error::input(format!(
            "`{odds}` is printed with other decimals than the {} of its rounding note",
            rounding.decimals()
        )));
    }
    Ok(odds)
}

/// A row from what it prints; errors name it.
pub(super) fn finish_row(row: &RowText, printed: Result<Printed>) -> Result<Row> {
    let within = |error: Error| Error::input(format!("row `{}`: {}", row.label, error.message()));
    let amount = row.amount.as_deref().map(Cents::parse).transpose();
    Ok(Row {
        label: row.label.clone(),
        printed: printed.map_err(within)?,
        amount: amount.map_err(within)?,
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
        let interval = row.printed.interval(denominator);
        if !interval.contains(Ratio::new(weight.into(), denominator.into())) {
            return Err(Error::input(format!(
                "row `{}`: the weight {weight}/{denominator} does not round to {}; \
                 expected a probability in [{}, {}]",
                row.label,
                row.printed
                    .text()
                    .map_or("what is left".into(), |text| format!("1 in {text}")),
                interval.low,
                interval.high
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "load_tests.rs"]
mod tests;
