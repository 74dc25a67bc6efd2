//! When best play stops, as a map of the board.

use super::font;
use super::frame::{Figure, TEXT};
use super::scene::{Anchor, Ink, Scene};
use crate::report::lang::Lang;

/// When to stop on one square with so many lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Never comes up.
    Unseen,
    /// Whatever the gain.
    Always,
    /// From a gain of so many cents.
    From(i64),
    /// Never.
    Never,
}

/// The map: a row for each number of lives, a column for each place.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// Names of the columns, from the start.
    pub places: Vec<String>,
    /// Names of the rows.
    pub rows: Vec<(String, Vec<Stop>)>,
}

const WIDTH: f64 = 760.0;

/// The gain in whole steps of an area that darkens with it; the amount is written in it as well.
pub fn stopping(lang: Lang, id: &str, title: &str, map: &Map) -> Figure {
    let head = lang.pick("cell", "case");
    let names = map.rows.iter().map(|(name, _)| name.as_str());
    let left = 16.0
        + names
            .chain([head])
            .map(|name| font::width(name, TEXT, false))
            .fold(0.0, f64::max);
    let per_line = 15;
    let lines: Vec<(usize, usize)> = (0..map.places.len())
        .step_by(per_line)
        .map(|from| (from, (from + per_line).min(map.places.len())))
        .collect();
    let cell = (WIDTH - left - 16.0) / per_line as f64;
    let height = 26.0;
    let block = height * (map.rows.len() as f64 + 1.0) + 16.0;
    let top = 44.0;
    let total = top + block * lines.len() as f64 + 34.0;
    let mut scene = Scene::new(WIDTH as u32, total as u32);
    let source = lang.pick(
        "In EUR: stop from this gain. 0: always stop. >: never stop. Empty: never comes up. Source: solved from the articles.",
        "En EUR : s'arrêter à partir de ce gain. 0 : toujours. > : jamais. Vide : n'arrive pas. Source : calculé d'après les articles.",
    );
    scene.heading(title, source);
    for (line, &(from, to)) in lines.iter().enumerate() {
        let y = top + block * line as f64;
        scene.write(
            (8.0, y + height / 2.0),
            head,
            TEXT,
            Anchor::Start,
            Ink::Grey,
        );
        for place in from..to {
            let x = left + cell * ((place - from) as f64 + 0.5);
            scene.write(
                (x, y + height / 2.0),
                &*map.places[place],
                11.0,
                Anchor::Middle,
                Ink::Grey,
            );
        }
        for (number, (name, stops)) in map.rows.iter().enumerate() {
            let y = y + height * (number as f64 + 1.0);
            scene.text((8.0, y + height / 2.0), &**name, TEXT, Anchor::Start);
            for (place, stop) in stops.iter().enumerate().take(to).skip(from) {
                let x = left + cell * (place - from) as f64;
                let (ink, text) = match stop {
                    Stop::Unseen => (Ink::White, String::new()),
                    Stop::Always => (Ink::Sand, "0".to_owned()),
                    Stop::From(cents) => (Ink::Sand, short(lang, *cents)),
                    Stop::Never => (Ink::Sky, ">".to_owned()),
                };
                scene.rectangle((x + 1.0, y + 1.0), (x + cell - 1.0, y + height - 1.0), ink);
                scene.text(
                    (x + cell / 2.0, y + height / 2.0),
                    text,
                    11.0,
                    Anchor::Middle,
                );
            }
        }
    }
    Figure {
        id: id.to_owned(),
        title: title.to_owned(),
        caption: lang
            .pick(
                "Columns are the cells in the order of play, rows the lives left; on a sand-coloured cell a gain of at least the amount is taken.",
                "Les colonnes sont les cases dans l'ordre du parcours, les lignes les vies restantes ; sur une case couleur sable, on encaisse un gain au moins égal au montant.",
            )
            .to_owned(),
        scene,
    }
}

/// An amount without its unit, as short as it can be.
fn short(lang: Lang, cents: i64) -> String {
    if cents % 100 == 0 {
        lang.count(cents.unsigned_abs() / 100)
    } else {
        lang.decimal(cents as f64 / 100.0, 2)
    }
}
