//! One game: what it pays, what is printed, what came out.

use super::blocks::{Block, Cell, Table, Tone, numbers, words};
use super::build::{part, section as heading};
use super::{par, rows, strategies};
use crate::report::lang::Lang;
use crate::report::model::{GameSheet, ReportModel, RunReport};
use crate::report::plot::{Figure, Lots, Map, Stop, block, cycle, stopping};
use crate::report::policy::PolicyReport;

pub(super) fn section(model: &ReportModel, sheet: &GameSheet, lang: Lang) -> Vec<Block> {
    let runs: Vec<&RunReport> = model
        .runs
        .iter()
        .filter(|run| run.game == sheet.id)
        .collect();
    let mut blocks = vec![
        heading(format!("game-{}", sheet.id), sheet.title.as_str()),
        Block::Paragraph(super::translate(&sheet.source, lang)),
    ];
    blocks.extend(strategies::players(sheet, &runs, lang));
    blocks.extend(strategies::strategies(sheet, &runs, lang));
    for run in &runs {
        blocks.extend(par::sheet(run, lang));
    }
    blocks.push(part(
        format!("tables-{}", sheet.id),
        lang.pick("Published tables", "Tableaux publiés"),
    ));
    for run in &runs {
        blocks.extend(rows::tables(run, lang));
    }
    blocks.extend(special(sheet, &runs, lang));
    blocks.extend(readings(sheet, &runs, lang));
    blocks
}

/// What only this kind of game has: where plays end on a board, the map of best play, the length of a
/// cycle, a block as it sells.
fn special(sheet: &GameSheet, runs: &[&RunReport], lang: Lang) -> Vec<Block> {
    let mut figures: Vec<Figure> = super::ends::figures(sheet, runs, lang);
    if let Some(policy) = &sheet.policy {
        let title = format!(
            "{} · {}",
            sheet.title,
            lang.pick("when best play stops", "quand s'arrête le meilleur jeu")
        );
        if let Some(map) = map(policy, lang) {
            figures.push(stopping(
                lang,
                &format!("stopping-{}", sheet.id),
                &title,
                &map,
            ));
        }
    }
    if !sheet.cycle.is_empty() {
        let title = format!(
            "{} · {}",
            sheet.title,
            lang.pick("plays a treasure takes", "parties par trésor")
        );
        let marks = quantiles(&sheet.cycle, lang);
        figures.push(cycle(
            lang,
            &format!("cycle-{}", sheet.id),
            &title,
            &sheet.cycle,
            &marks,
        ));
    }
    let mut stakes = Vec::new();
    for run in runs {
        let is_block = run.tables.iter().any(|table| table.block);
        if !is_block || stakes.contains(&run.stake_cents) {
            continue;
        }
        stakes.push(run.stake_cents);
        if let Some(lots) = lots(run) {
            let id = format!("block-{}-{}", sheet.id, run.stake_cents);
            let title = format!(
                "{} {} · {}",
                sheet.title,
                lang.euros(run.stake_cents),
                lang.pick(
                    "the tickets left as a block sells",
                    "les tickets restants d'un bloc"
                )
            );
            figures.push(block(lang, &id, &title, &lots));
        }
    }
    figures.into_iter().map(Block::Figure).collect()
}

/// The lots of the block a run sold, from its exact law.
fn lots(run: &RunReport) -> Option<Lots> {
    let exact = run.exact.as_ref()?;
    let tickets = run
        .tables
        .iter()
        .find(|table| table.block && table.trials > 0)?
        .denominator;
    let count = |probability: f64| (probability * tickets as f64).round() as u64;
    Some(Lots {
        stake: run.stake_cents,
        payouts: exact
            .payouts
            .iter()
            .map(|p| (p.cents, count(p.probability)))
            .collect(),
    })
}

/// Where a law of lengths has collected 5, 50 and 95 %.
fn quantiles(chances: &[f64], lang: Lang) -> Vec<(u64, String)> {
    let mut marks = Vec::new();
    let mut sum = 0.0;
    for (number, chance) in chances.iter().enumerate() {
        let before = sum;
        sum += chance;
        for share in [0.05, 0.5, 0.95] {
            if before < share && sum >= share {
                marks.push((number as u64 + 1, lang.percent(share, 0)));
            }
        }
    }
    marks
}

/// The states of a policy in which nothing of the current series was seen, as a map of squares and lives.
fn map(policy: &PolicyReport, lang: Lang) -> Option<Map> {
    let fresh: Vec<_> = policy
        .states
        .iter()
        .filter(|state| state.seen.is_empty())
        .collect();
    let last = fresh.iter().map(|state| state.cell).max()?;
    let most = fresh.iter().map(|state| state.lives).max()?;
    let stop = |cell: usize, lives: usize| {
        let found = fresh
            .iter()
            .find(|state| state.cell == cell && state.lives == lives);
        match found {
            None => Stop::Unseen,
            Some(state) => match state.stop_from_cents {
                None => Stop::Never,
                Some(from) if from <= state.least_cents => Stop::Always,
                Some(from) => Stop::From(from),
            },
        }
    };
    let cells: Vec<usize> = (0..=last)
        .filter(|&cell| fresh.iter().any(|state| state.cell == cell))
        .collect();
    let rows = (1..=most).map(|lives| {
        let stops = cells.iter().map(|&cell| stop(cell, lives)).collect();
        let life = if lives == 1 {
            lang.pick("life", "vie")
        } else {
            lang.pick("lives", "vies")
        };
        (format!("{lives} {life}"), stops)
    });
    Some(Map {
        places: cells.iter().map(ToString::to_string).collect(),
        rows: rows.collect(),
    })
}

/// The readings in force, and what the other answers would change.
fn readings(sheet: &GameSheet, runs: &[&RunReport], lang: Lang) -> Vec<Block> {
    if sheet.questions.is_empty() {
        return Vec::new();
    }
    let in_force = |question: &str, answer: &str| {
        runs.iter().any(|run| {
            run.readings
                .get(question)
                .is_some_and(|chosen| chosen == answer)
        })
    };
    let mut columns = words([
        lang.pick("question (article)", "question (article)"),
        lang.pick("answer", "réponse"),
        lang.pick("in force", "retenue"),
    ]);
    let strategies: Vec<&str> = sheet
        .effects
        .iter()
        .flat_map(|report| &report.strategies)
        .map(|base| base.strategy.as_str())
        .collect();
    for strategy in &strategies {
        columns.extend(numbers([*strategy]));
    }
    let colon = lang.pick(":", " :");
    let mut table_rows = Vec::new();
    for question in &sheet.questions {
        for (number, answer) in question.answers.iter().enumerate() {
            let is_used = in_force(question.id, answer.id);
            let name = if number == 0 {
                format!(
                    "{} ({}){colon} {}",
                    question.id,
                    question.article,
                    super::translate(question.about, lang)
                )
            } else {
                // A row sorted or filtered away from the first one still says what it answers.
                question.id.to_owned()
            };
            let mut row: Vec<Cell> = vec![
                name.into(),
                format!(
                    "{}{colon} {}",
                    answer.id,
                    super::translate(answer.about, lang)
                )
                .into(),
                Cell::toned(
                    if is_used { lang.pick("yes", "oui") } else { "" },
                    if is_used { Tone::Good } else { Tone::Plain },
                ),
            ];
            for strategy in &strategies {
                let effect = sheet
                    .effects
                    .iter()
                    .flat_map(|report| &report.effects)
                    .find(|effect| {
                        effect.question == question.id
                            && effect.answer == answer.id
                            && effect.strategy == *strategy
                    });
                row.push(match effect.and_then(|effect| effect.difference) {
                    Some(0.0) => Cell::number("0".to_owned(), 0.0),
                    Some(difference) => {
                        let sign = if difference > 0.0 { "+" } else { "" };
                        let points = lang.decimal(100.0 * difference, 3);
                        Cell::number(format!("{sign}{points}"), difference)
                    }
                    None => lang.missing().into(),
                });
            }
            table_rows.push(row);
        }
    }
    vec![
        part(
            format!("readings-{}", sheet.id),
            lang.pick("Readings of the text", "Lectures du texte"),
        ),
        Block::Paragraph(
            lang.pick(
                "Where the text leaves a question open, the answer in force was assumed; the figures are what each answer would change in the return to player, the others staying at their defaults.",
                "Là où le texte laisse une question ouverte, la réponse retenue a été supposée ; les chiffres donnent ce que chaque réponse changerait au taux de retour, les autres restant à leur valeur par défaut.",
            )
            .to_owned(),
        ),
        Block::Table(Table {
            caption: lang
                .pick(
                    "Effect of each answer on the return to player, in points, by strategy",
                    "Effet de chaque réponse sur le taux de retour au joueur, en points, par stratégie",
                )
                .to_owned(),
            columns,
            rows: table_rows,
        }),
    ]
}
