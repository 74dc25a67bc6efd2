//! How many plays a treasure takes.

use super::axis::{Axis, Spread};
use super::frame::{Figure, Labelled, Unit};
use super::scene::{Anchor, Ink, Scene};
use crate::report::lang::Lang;

/// The law of a cycle's length: `chances[k]` is that of k + 1 plays. Quantiles are marked by lines.
pub fn cycle(
    lang: Lang,
    id: &str,
    title: &str,
    chances: &[f64],
    marks: &[(u64, String)],
) -> Figure {
    let most = chances.iter().copied().fold(0.0, f64::max);
    let x = Axis {
        range: (0.5, chances.len() as f64 + 0.5),
        pixels: (78.0, 744.0),
        spread: Spread::Linear,
    };
    let y = Axis {
        range: (0.0, most * 1.15),
        pixels: (372.0, 46.0),
        spread: Spread::Linear,
    };
    let mut scene = Scene::new(760, 430);
    let source = lang.pick(
        "Source: exact law solved from the articles.",
        "Source : loi exacte calculée d'après les articles.",
    );
    scene.heading(title, source);
    scene.axes(
        lang,
        &Labelled {
            axis: x,
            title: lang.pick(
                "plays from no key to the treasure",
                "parties, de zéro clef au trésor",
            ),
            unit: Unit::Plain,
        },
        &Labelled {
            axis: y,
            title: lang.pick("probability", "probabilité"),
            unit: Unit::Percent,
        },
    );
    for (number, chance) in chances.iter().enumerate() {
        let plays = number as f64 + 1.0;
        let (from, to) = (x.at(plays - 0.4), x.at(plays + 0.4));
        scene.rectangle((from, y.at(*chance)), (to, y.pixels.0), Ink::Blue);
    }
    for (number, (plays, label)) in marks.iter().enumerate() {
        let at = x.at(*plays as f64);
        scene.dashes(vec![(at, y.pixels.1), (at, y.pixels.0)], Ink::Orange, 2);
        let height = y.pixels.1 + 8.0 + 16.0 * number as f64;
        scene.text((at + 6.0, height), &**label, 11.0, Anchor::Start);
    }
    Figure {
        id: id.to_owned(),
        title: title.to_owned(),
        caption: lang
            .pick(
                "Plays between two treasures of a player; the dashed lines are quantiles.",
                "Parties entre deux trésors d'un joueur ; les lignes tiretées sont des quantiles.",
            )
            .to_owned(),
        scene,
    }
}
