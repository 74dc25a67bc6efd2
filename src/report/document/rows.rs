//! Published tables, row by row.

use super::blocks::{Block, Cell, Table, Tone, numbers, words};
use super::verdict::{tone, word};
use crate::audit::{Check, DISPLAY_LEVEL, clopper_pearson};
use crate::report::lang::Lang;
use crate::report::model::{RowReport, RunReport, TableReport};
use crate::report::plot::{Row, forest};

/// The tables a run drew from, with their figures.
pub(super) fn tables(run: &RunReport, lang: Lang) -> Vec<Block> {
    let drawn = run.tables.iter().filter(|table| table.trials > 0);
    let mut blocks: Vec<Block> = drawn
        .flat_map(|table| {
            let check = run
                .checks
                .iter()
                .find(|check| check.table.as_ref() == Some(&table.id));
            let mut blocks = vec![Block::Table(rows(table, check, lang))];
            blocks.extend(figure(run, table, lang));
            blocks
        })
        .collect();
    let unused: Vec<&str> = run
        .tables
        .iter()
        .filter(|t| t.trials == 0)
        .map(|t| t.id.as_str())
        .collect();
    if !unused.is_empty() {
        blocks.push(Block::Paragraph(format!(
            "{} {}",
            lang.pick(
                "Not drawn from in this run, hence not tested:",
                "Pas de tirage dans cette série, donc non testés :"
            ),
            unused.join(", ")
        )));
    }
    vec![Block::Folded {
        title: format!("{} · {}", run.name(), lang.euros(run.stake_cents)),
        blocks,
    }]
}

fn rows(table: &TableReport, check: Option<&Check>, lang: Lang) -> Table {
    let printed = if table.block {
        lang.pick("lots", "lots")
    } else {
        lang.pick("1 chance in", "1 chance sur")
    };
    let columns = [
        words([lang.pick("row", "ligne")]),
        numbers([
            printed,
            lang.pick("rounding interval", "intervalle d'arrondi"),
            lang.pick("expected", "attendu"),
            lang.pick("simulated", "simulé"),
            lang.pick("count", "nombre"),
            "z",
        ]),
    ];
    let verdict = check.map_or(String::new(), |check| {
        format!(" · {}", word(check.verdict, lang))
    });
    Table {
        caption: format!(
            "{} · {} · {} {} · {} {}{verdict}",
            table.id,
            super::translate(&table.title, lang),
            lang.pick("article", "article"),
            table.article,
            lang.count(table.trials),
            lang.pick("draws", "tirages"),
        ),
        columns: columns.concat(),
        rows: table
            .rows
            .iter()
            .map(|row| line(table, row, check, lang))
            .collect(),
    }
}

fn line(table: &TableReport, row: &RowReport, check: Option<&Check>, lang: Lang) -> Vec<Cell> {
    let p = row.weight as f64 / table.denominator as f64;
    let n = table.trials as f64;
    let share = row.count as f64 / n;
    let deviation = (row.count as f64 - n * p) / (n * p * (1.0 - p)).sqrt();
    let is_bad = check.is_some_and(|check| check.verdict == crate::audit::Verdict::Fail)
        && deviation.abs() > 4.0;
    let six = |share: f64| match lang {
        Lang::En => format!("{}%", lang.significant(100.0 * share, 6)),
        Lang::Fr => format!("{}\u{a0}%", lang.significant(100.0 * share, 6)),
    };
    let means = match (row.probability_low, row.probability_high) {
        (Some(low), Some(high)) if six(low) != six(high) => format!("{} – {}", six(low), six(high)),
        _ => six(p),
    };
    vec![
        row.label.as_str().into(),
        Cell {
            text: printed(row, lang),
            key: row
                .printed
                .is_some()
                .then(|| if table.block { p } else { 1.0 / p }),
            tone: Tone::Plain,
        },
        Cell::number(means, p),
        Cell::number(six(p), p),
        Cell::number(six(share), share),
        Cell::number(lang.count(row.count), row.count as f64),
        // Tickets of a block vary less than independent draws: their test has its own deviation.
        if table.block {
            lang.missing().into()
        } else {
            Cell {
                text: lang.decimal(deviation, 2),
                key: Some(deviation),
                tone: if is_bad { Tone::Bad } else { Tone::Plain },
            }
        },
    ]
}

/// The rows against what their printed odds stand for. Whole blocks are certain: there is nothing to
/// draw.
fn figure(run: &RunReport, table: &TableReport, lang: Lang) -> Option<Block> {
    if table.block {
        return None;
    }
    let rows: Vec<Row> = table
        .rows
        .iter()
        .filter_map(|row| mark(table, row, lang))
        .collect();
    let id = format!(
        "rows-{}-{}-{}",
        table.id.replace('/', "-"),
        super::par::slug(&run.name()),
        run.stake_cents
    );
    let title = format!(
        "{} · {} {} · {} · {}",
        table.id,
        lang.pick("article", "article"),
        table.article,
        run.name(),
        lang.euros(run.stake_cents)
    );
    (rows.len() > 1).then(|| Block::Figure(forest(lang, &id, &title, DISPLAY_LEVEL, &rows)))
}

fn mark(table: &TableReport, row: &RowReport, lang: Lang) -> Option<Row> {
    let p = row.weight as f64 / table.denominator as f64;
    if row.weight == 0 {
        return None;
    }
    let interval = clopper_pearson(row.count, table.trials, 1.0 - DISPLAY_LEVEL)?;
    let over = |share: f64| share / p - 1.0;
    Some(Row {
        label: row.label.clone(),
        printed: printed(row, lang),
        seen: (row.count > 0).then(|| over(row.count as f64 / table.trials as f64)),
        interval: (over(interval.low), over(interval.high)),
        rounding: row
            .probability_low
            .zip(row.probability_high)
            .map(|(low, high)| (over(low), over(high))),
    })
}

/// The number that is printed, as the language writes it: 400,000 in a French text is 400 and no more.
fn printed(row: &RowReport, lang: Lang) -> String {
    let printed = row.printed.as_deref();
    printed.map_or(lang.missing().to_owned(), |text| lang.published(text))
}

/// A verdict as a cell.
pub(super) fn verdict_cell(check: &Check, lang: Lang) -> Cell {
    Cell::toned(word(check.verdict, lang), tone(check.verdict))
}
