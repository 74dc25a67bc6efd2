//! Where rounds end along a board.

use super::axis::{Axis, Spread};
use super::frame::{Figure, Key, Labelled, TEXT, Unit, labels};
use super::scene::{Anchor, Ink, Scene};
use crate::report::lang::Lang;

/// A way to end.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// What it is, with its share over the whole board.
    pub label: String,
    /// Its chance at each place.
    pub chances: Vec<f64>,
}

/// Inks of the ways: dark, light and between, so that they stay apart in grey.
const INKS: [Ink; 3] = [Ink::Blue, Ink::Sky, Ink::Orange];

/// The chance that a round ends at each place, stacked by the way it ends. A way keeps its ink whether others
/// occur or not.
pub fn ends(lang: Lang, id: &str, title: &str, places: &[String], ways: &[Ending]) -> Figure {
    let at = |way: &Ending, place: usize| way.chances.get(place).copied().unwrap_or(0.0);
    let total = |place: usize| ways.iter().map(|way| at(way, place)).sum::<f64>();
    let most = (0..places.len()).map(total).fold(0.0, f64::max).max(1e-6);
    let mut scene = Scene::new(760, 430);
    let source = lang.pick(
        "Source: exact law solved from the articles; shares in brackets: this run.",
        "Source : loi exacte calculée d'après les articles ; parts entre parenthèses : cette simulation.",
    );
    scene.heading(title, source);
    let inks = || INKS.into_iter().cycle();
    let entries: Vec<(Key, &str)> = inks()
        .zip(ways)
        .filter(|(_, way)| way.chances.iter().any(|&chance| chance > 0.0))
        .map(|(ink, way)| (Key::Area(ink), way.label.as_str()))
        .collect();
    let top = 48.0 + scene.legend((78.0, 42.0), &entries);
    let x = Axis {
        range: (0.5, places.len() as f64 + 0.5),
        pixels: (78.0, 744.0),
        spread: Spread::Linear,
    };
    let y = Axis {
        range: (0.0, most * 1.05),
        pixels: (372.0, top),
        spread: Spread::Linear,
    };
    heights(&mut scene, lang, &x, &y);
    for place in 0..places.len() {
        let (from, to) = (x.at(place as f64 + 0.6), x.at(place as f64 + 1.4));
        let mut below = 0.0;
        for (ink, way) in inks().zip(ways) {
            let above = below + at(way, place);
            if above > below {
                scene.rectangle((from, y.at(above)), (to, y.at(below)), ink);
            }
            below = above;
        }
    }
    names(&mut scene, lang, places, &x, y.pixels.0);
    Figure {
        id: id.to_owned(),
        title: title.to_owned(),
        caption: lang
            .pick(
                "The height of a bar is the chance that a round ends there; all bars together make 100%.",
                "La hauteur d'une barre est la probabilité qu'une partie finisse là ; toutes ensemble font 100 %.",
            )
            .to_owned(),
        scene,
    }
}

/// Grid, ticks and title of the chances.
fn heights(scene: &mut Scene, lang: Lang, x: &Axis, y: &Axis) {
    let (left, right) = x.pixels;
    for (tick, label) in labels(lang, y, Unit::Percent, 6) {
        let at = y.at(tick);
        scene.line(vec![(left, at), (right, at)], Ink::Pale, 1);
        scene.text((left - 6.0, at), label, TEXT, Anchor::End);
    }
    let axis = Labelled {
        axis: *y,
        title: lang.pick("probability", "probabilité"),
        unit: Unit::Percent,
    };
    scene.upright((16.0, f64::midpoint(y.pixels.0, y.pixels.1)), axis.title);
    scene.line(vec![(left, y.pixels.1), (left, y.pixels.0)], Ink::Grey, 1);
}

/// Names of some ten places and the axis they stand on.
fn names(scene: &mut Scene, lang: Lang, places: &[String], x: &Axis, bottom: f64) {
    let step = places.len().div_ceil(10).max(1);
    for (number, name) in places.iter().enumerate() {
        if (number + 1) % step == 0 {
            let at = x.at(number as f64 + 1.0);
            scene.line(vec![(at, bottom), (at, bottom + 4.0)], Ink::Grey, 1);
            scene.text((at, bottom + 14.0), name.as_str(), TEXT, Anchor::Middle);
        }
    }
    let (left, right) = x.pixels;
    scene.line(vec![(left, bottom), (right, bottom)], Ink::Grey, 1);
    let title = lang.pick("cell of the board", "case du parcours");
    let at = (f64::midpoint(left, right), bottom + 34.0);
    scene.text(at, title, TEXT, Anchor::Middle);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plot::scene::Shape;

    /// Heights of the bars are as the chances, and stacked bars begin where the ones below end.
    #[test]
    fn bars_are_stacked_and_to_scale() {
        let ending = |chances: &[f64]| Ending {
            label: "way".to_owned(),
            chances: chances.to_vec(),
        };
        let places: Vec<String> = (1..=2).map(|k| k.to_string()).collect();
        let ways = [ending(&[0.1, 0.0]), ending(&[0.3, 0.6])];
        let figure = ends(Lang::En, "e", "t", &places, &ways);
        let bars: Vec<(f64, f64)> = figure
            .scene
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Area { points, .. } => Some((points[0].1, points[2].1)),
                _ => None,
            })
            .skip(ways.len())
            .collect();
        assert_eq!(bars.len(), 3);
        let height = |(top, bottom): (f64, f64)| bottom - top;
        assert!((height(bars[1]) / height(bars[0]) - 3.0).abs() < 1e-9);
        assert!((height(bars[2]) / height(bars[0]) - 6.0).abs() < 1e-9);
        assert!((bars[1].1 - bars[0].0).abs() < 1e-9);
    }
}
