//! Every check with what it would have seen.

use super::blocks::{Block, Cell, Table, Tone, numbers, words};
use super::build::{part, section as heading};
use super::rows::verdict_cell;
use super::runs::p_figure;
use crate::audit::{Check, Method};
use crate::report::lang::Lang;
use crate::report::model::{ReportModel, RunReport, by_reason};
use crate::report::text_checks::why;

pub(super) fn section(model: &ReportModel, lang: Lang) -> Vec<Block> {
    let columns = [
        words([
            lang.pick("check", "contrôle"),
            lang.pick("run", "série"),
            lang.pick("held against", "comparé à"),
            lang.pick("method", "méthode"),
        ]),
        numbers([
            lang.pick("statistic", "statistique"),
            lang.pick("df", "ddl"),
            lang.pick("p of all parts", "p de toutes les parties"),
            lang.pick("adjusted p", "p ajustée"),
            lang.pick("would have found", "aurait vu"),
        ]),
        words([
            lang.pick("verdict", "verdict"),
            lang.pick("note", "remarque"),
        ]),
    ];
    let made = model
        .runs
        .iter()
        .flat_map(|run| run.checks.iter().map(move |check| (run, check)));
    let rows = made
        .clone()
        .filter(|(_, check)| check.method != Method::Untested)
        .map(|(run, check)| row(run, check, lang));
    let mut blocks = vec![
        heading("checks", lang.pick("Checks", "Contrôles")),
        Block::Paragraph(match lang {
            Lang::En => format!(
                "All checks are judged together: one fails if its adjusted p is at most {}. \"Would have found\" is the smallest relative change that a check finds in nine cases of ten.",
                lang.point(format!("{:?}", model.alpha))
            ),
            Lang::Fr => format!(
                "Tous les contrôles sont jugés ensemble : un contrôle échoue si sa valeur p ajustée est au plus {}. « Aurait vu » est la plus petite variation relative qu'un contrôle trouve dans neuf cas sur dix.",
                lang.point(format!("{:?}", model.alpha))
            ),
        }),
        Block::Paragraph(
            lang.pick(
                "The check of a table has several parts: chi-square over its common rows, each rare row, and the row that stands out most. Statistic and df are those of chi-square; p is that of all parts together, after Holm's correction over them. Other checks have one part.",
                "Le contrôle d'un tableau a plusieurs parties : le khi-deux sur les lignes fréquentes, chaque ligne rare et la ligne qui ressort le plus. Statistique et ddl sont ceux du khi-deux ; p est celle de toutes les parties ensemble, après correction de Holm entre elles. Les autres contrôles n'ont qu'une partie.",
            )
            .to_owned(),
        ),
        Block::Table(Table {
            caption: String::new(),
            columns: columns.concat(),
            rows: rows.collect(),
        }),
    ];
    let missing = by_reason(model.untested());
    if !missing.is_empty() {
        blocks.push(part("untested", lang.pick("Not tested", "Non testé")));
        let lines = missing.into_iter().map(|(run, reason, ids)| {
            let stake = lang.euros(run.stake_cents);
            let colon = lang.pick(":", "\u{a0}:");
            let why = why(reason, lang);
            format!(
                "{} {} · {stake}{colon} {} ({why})",
                run.title,
                run.name(),
                ids.join(", ")
            )
        });
        blocks.push(Block::List(lines.collect()));
    }
    blocks.extend(p_figure(model, lang));
    blocks
}

fn row(run: &RunReport, check: &Check, lang: Lang) -> Vec<Cell> {
    let is_certain = check.method.is_certain();
    let found = match check.smallest_detectable {
        _ if is_certain => lang.pick("anything", "tout").to_owned(),
        Some(size) => percent(size, lang),
        None => lang.missing().to_owned(),
    };
    let p = if is_certain {
        lang.missing().to_owned()
    } else {
        lang.p_value(check.log10_p)
    };
    let adjusted = if is_certain {
        lang.missing().to_owned()
    } else {
        lang.p_value(check.adjusted_log10_p)
    };
    vec![
        check.id.as_str().into(),
        // The dot stays with the stake.
        format!("{} ·\u{a0}{}", run.name(), lang.euros(run.stake_cents)).into(),
        super::translate(check.null.title(), lang).into(),
        super::translate(check.method.title(), lang).into(),
        Cell::number(
            lang.decimal(check.statistic, if is_certain { 0 } else { 3 }),
            check.statistic,
        ),
        check.df.map_or_else(
            || lang.missing().into(),
            |df| Cell::number(df.to_string(), f64::from(df)),
        ),
        Cell::number(p, check.log10_p),
        Cell::number(adjusted, check.adjusted_p),
        Cell::number(found, check.smallest_detectable.unwrap_or(f64::INFINITY)),
        verdict_cell(check, lang),
        Cell::toned(
            check
                .note
                .as_deref()
                .map_or(String::new(), |note| super::french::note(note, lang)),
            Tone::Plain,
        ),
    ]
}

fn percent(share: f64, lang: Lang) -> String {
    let number = lang.significant(100.0 * share, 2);
    lang.pick(format!("{number}%"), format!("{number}\u{a0}%"))
}
