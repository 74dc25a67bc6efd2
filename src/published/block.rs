//! Finite blocks of tickets: how many there are, and how many of each lot.

use super::load::finish_row;
use super::table::{Printed, Row, Weights};
use super::text::{BlockText, TableText, WeightsText};
use crate::error::{Error, Result};
use crate::units::{Cents, Lots, RoundingInterval};

/// The rows of a block, the losing tickets last, and the number of tickets of each.
///
/// # Errors
/// A number cannot be read, the losing row is missing, a printed total is not that of its lots, or
/// the lots do not add up to what is printed below them.
pub(super) fn block_rows(
    text: &TableText,
    block: &BlockText,
    model: Option<&WeightsText>,
) -> Result<(Vec<Row>, Weights)> {
    if text.rounding.is_some() || text.overall.is_some() || model.is_some() {
        return Err(Error::input(
            "a block has exact numbers: expected no rounding, no overall odds, no model weights",
        ));
    }
    let Some((losing, winning)) = text.rows.split_last() else {
        return Err(Error::input("a block without rows"));
    };
    if losing.printed.is_some() || winning.iter().any(|row| row.printed.is_none()) {
        return Err(Error::input(
            "the last row of a block, and no other, is that of the losing tickets: it prints nothing",
        ));
    }
    let tickets = Lots::parse(&block.tickets)?.count();
    let mut rows = Vec::with_capacity(text.rows.len());
    let mut values = Vec::with_capacity(text.rows.len());
    let mut paid = Cents::ZERO;
    for row in winning {
        let lots = Lots::parse(row.printed.as_deref().unwrap_or_default());
        let count = lots.as_ref().map_or(0, Lots::count);
        let built = finish_row(row, lots.map(Printed::Lots))?;
        paid = paid + row_total(&built, count, row.total.as_deref())?;
        rows.push(built);
        values.push(count);
    }
    let lots: u64 = values.iter().sum();
    check_sums(block, lots, paid)?;
    let rest = tickets.checked_sub(lots).ok_or_else(|| {
        Error::input(format!(
            "{lots} lots in {tickets} tickets: more lots than tickets"
        ))
    })?;
    let share = num_rational::Ratio::new(rest.into(), i128::from(tickets.max(1)));
    let printed = Printed::Nothing(RoundingInterval::point(share));
    rows.push(finish_row(losing, Ok(printed))?);
    values.push(rest);
    Ok((
        rows,
        Weights {
            values,
            denominator: tickets,
            possible: 1,
            why: "the numbers of tickets themselves".to_owned(),
        },
    ))
}

/// What the lots of a row come to, which must be the printed total.
fn row_total(row: &Row, count: u64, printed: Option<&str>) -> Result<Cents> {
    let within = |what: String| Error::input(format!("row `{}`: {what}", row.label));
    let amount = row
        .amount
        .ok_or_else(|| within("a lot without an amount".into()))?;
    let total = i64::try_from(count)
        .ok()
        .and_then(|count| amount.0.checked_mul(count));
    let total = total
        .map(Cents)
        .ok_or_else(|| within("its total is too large".into()))?;
    let printed = printed.ok_or_else(|| within("no printed total".into()))?;
    let printed = Cents::parse(printed).map_err(|error| within(error.message().into()))?;
    if printed != total {
        return Err(within(format!(
            "{count} lots of {amount} EUR come to {total}, not to the printed {printed}"
        )));
    }
    Ok(total)
}

/// The sums printed below the lots.
fn check_sums(block: &BlockText, lots: u64, paid: Cents) -> Result<()> {
    let printed = Lots::parse(&block.lots)?.count();
    if printed != lots {
        return Err(Error::input(format!(
            "the rows come to {lots} lots, not to the printed {printed}"
        )));
    }
    let total = Cents::parse(&block.total)?;
    if total != paid {
        return Err(Error::input(format!(
            "the lots come to {paid} EUR, not to the printed {total}"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::published::load;

    const BLOCK: &str = r#"
        game = "toy"
        title = "Toy"
        source = "none"
        [[table]]
        id = "block"
        article = "3"
        title = "lots of a block"
        block = { tickets = "1 000", lots = "12", total = "70" }
        rows = [
          { label = "20 EUR", printed = "2", amount = "20", total = "40" },
          { label = "3 EUR", printed = "10", amount = "3", total = "30" },
          { label = "perdant" },
        ]
    "#;

    #[test]
    fn a_block_by_hand() {
        let toy = load(BLOCK, "").expect("a block");
        let block = &toy.tables[0];
        assert!(block.is_block);
        assert_eq!(block.weights.values, [2, 10, 988]);
        assert_eq!(block.weights.denominator, 1000);
        assert_eq!(block.rows[1].printed.text(), Some("10"));
        assert_eq!(block.rows[2].printed.text(), None);
    }

    #[test]
    fn blocks_that_do_not_add_up_are_refused() {
        for (from, to, said) in [
            (
                "\"40\"",
                "\"41\"",
                "row `20 EUR`: 2 lots of 20.00 EUR come to 40.00, not to the printed 41.00",
            ),
            (
                "\"12\"",
                "\"13\"",
                "the rows come to 12 lots, not to the printed 13",
            ),
            (
                "\"70\"",
                "\"71\"",
                "the lots come to 70.00 EUR, not to the printed 71.00",
            ),
            ("1 000", "11", "12 lots in 11 tickets"),
            (
                "label = \"perdant\"",
                "label = \"perdant\", printed = \"5\"",
                "the losing tickets",
            ),
            (
                "block =",
                "rounding = \"centième\"\n        block =",
                "a block has exact numbers",
            ),
            (", total = \"30\"", "", "row `3 EUR`: no printed total"),
        ] {
            let text = BLOCK.replace(from, to);
            assert_ne!(text, BLOCK, "{from}");
            let error = load(&text, "").expect_err(to).to_string();
            assert!(
                error.contains(said) && error.contains("`block` (article 3)"),
                "{error}"
            );
        }
    }
}
