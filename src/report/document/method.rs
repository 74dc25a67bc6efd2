//! The method in plain words.

use super::blocks::{Block, Column, Table, words};
use super::build::section as heading;
use crate::audit::Method;
use crate::report::lang::Lang;
use crate::report::legend::nulls;
use crate::report::model::ReportModel;

pub(super) fn section(model: &ReportModel, lang: Lang) -> Vec<Block> {
    let steps: [(&str, &str); 6] = [
        (
            "Each game is played round by round as its articles say, by a program that draws every die, card, chest and ticket with whole numbers only.",
            "Chaque jeu est joué partie par partie selon ses articles, par un programme qui tire chaque dé, chaque coffre et chaque ticket avec des nombres entiers seulement.",
        ),
        (
            "The odds of the text are rounded. The program plays one set of exact odds that rounds to every printed number; the tables show what else each printed number may stand for.",
            "Les chances du texte sont arrondies. Le programme joue des chances exactes qui s'arrondissent à chaque nombre publié ; les tableaux montrent ce que chaque nombre peut signifier d'autre.",
        ),
        (
            "A second program, written separately from the same articles, computes the exact law of what a round pays. Simulated payouts must agree with it.",
            "Un second programme, écrit séparément d'après les mêmes articles, calcule la loi exacte du gain d'une partie. Les gains simulés doivent s'y accorder.",
        ),
        (
            "All tests are judged together, so that many tests do not make a false alarm likely; a test that found nothing says how small a change it would have found.",
            "Tous les tests sont jugés ensemble, afin que leur nombre ne rende pas une fausse alerte probable ; un test qui n'a rien trouvé dit quelle petite variation il aurait vue.",
        ),
        (
            "The check of a table consists of parts, and its p is that of all of them after Holm's correction; the statistic and the degrees of freedom beside it are those of its chi-square part, from which alone another p would follow.",
            "Le contrôle d'un tableau se compose de parties, et sa valeur p est celle de toutes, après correction de Holm ; la statistique et les degrés de liberté à côté sont ceux de sa partie khi-deux, dont seule découlerait une autre valeur p.",
        ),
        (
            "Blocks of tickets are sold without replacement: a block sold out must have given exactly its lots, which is a certainty and not a test.",
            "Les blocs de tickets se vendent sans remise : un bloc épuisé doit avoir donné exactement ses lots, ce qui est une certitude et non un test.",
        ),
    ];
    let mut methods: Vec<Method> = Vec::new();
    for check in model.runs.iter().flat_map(|run| &run.checks) {
        if !methods.contains(&check.method) {
            methods.push(check.method);
        }
    }
    let nulls = nulls(model.runs.iter().flat_map(|run| &run.checks));
    vec![
        heading("method", lang.pick("Method", "Méthode")),
        Block::List(
            steps
                .iter()
                .map(|(english, french)| lang.pick(*english, *french).to_owned())
                .collect(),
        ),
        kinds(
            lang.pick(
                "The kinds of checks in this report",
                "Les sortes de contrôles de ce rapport",
            ),
            words([
                lang.pick("check", "contrôle"),
                lang.pick("what it means", "ce qu'il signifie"),
            ]),
            methods.iter().map(|one| (one.title(), one.explanation())),
            lang,
        ),
        kinds(
            lang.pick(
                "What they hold the counts against",
                "Ce à quoi ils comparent les nombres",
            ),
            words([
                lang.pick("held against", "comparé à"),
                lang.pick("what it means", "ce que cela signifie"),
            ]),
            nulls.iter().map(|one| (one.title(), one.explanation())),
            lang,
        ),
    ]
}

/// A table of titles and what they mean.
fn kinds(
    caption: &str,
    columns: Vec<Column>,
    kinds: impl Iterator<Item = (&'static str, &'static str)>,
    lang: Lang,
) -> Block {
    let row = |(title, explanation)| {
        vec![
            super::translate(title, lang).into(),
            super::translate(explanation, lang).into(),
        ]
    };
    Block::Table(Table {
        caption: caption.to_owned(),
        columns,
        rows: kinds.map(row).collect(),
    })
}
