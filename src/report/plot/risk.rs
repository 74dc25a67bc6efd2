//! Strategies by what they return and how much that varies.

use super::axis::{Axis, Spread};
use super::font;
use super::frame::{Figure, Labelled, TEXT, Unit};
use super::scene::{Anchor, Ink, Mark, Scene};
use crate::report::lang::Lang;

/// A strategy at a stake.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its name.
    pub label: String,
    /// Standard deviation of a round's payout, in stakes.
    pub volatility: f64,
    /// Return to player.
    pub rtp: f64,
    /// The least and the greatest RTP over all odds that round to the printed ones.
    pub range: Option<(f64, f64)>,
}

/// Return against risk, one mark for each strategy.
pub fn risk(lang: Lang, id: &str, title: &str, points: &[Point]) -> Figure {
    let marks = [
        Mark::Disc,
        Mark::Square,
        Mark::Diamond,
        Mark::Ring,
        Mark::Cross,
    ];
    let inks = [Ink::Blue, Ink::Orange, Ink::Green];
    let ends = |value: fn(&Point) -> f64| {
        let values = points.iter().map(value);
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
            (low.min(v), high.max(v))
        })
    };
    let (low, high) = ends(|point| point.volatility.max(1e-3));
    let (least, most) = ends(|point| point.rtp);
    let room = ((most - least) * 0.12).max(0.02);
    let x = Axis {
        range: (low / 1.4, high * 1.4),
        pixels: (70.0, 560.0),
        spread: Spread::Log,
    };
    let y = Axis {
        range: ((least - room).max(0.0), most + room),
        pixels: (372.0, 46.0),
        spread: Spread::Linear,
    };
    let mut scene = Scene::new(760, 430);
    let source = lang.pick(
        "Source: exact laws solved from the articles.",
        "Source : lois exactes calculées d'après les articles.",
    );
    scene.heading(title, source);
    scene.axes(
        lang,
        &Labelled {
            axis: x,
            title: lang.pick(
                "volatility: standard deviation of a round's payout, in stakes",
                "volatilité : écart type du gain d'une partie, en mises",
            ),
            unit: Unit::Plain,
        },
        &Labelled {
            axis: y,
            title: lang.pick("return to player", "taux de retour au joueur"),
            unit: Unit::Percent,
        },
    );
    for (number, point) in points.iter().enumerate() {
        let at = (x.at(point.volatility.max(1e-3)), y.at(point.rtp));
        let (mark, ink) = (marks[number % marks.len()], inks[number % inks.len()]);
        if let Some((low, high)) = point.range {
            scene.line(vec![(at.0, y.at(low)), (at.0, y.at(high))], ink, 1);
        }
        scene.mark(at, mark, ink, 5.0);
        // A list beside the plot: names never cover marks or each other.
        let line = (580.0, 60.0 + 20.0 * number as f64);
        scene.mark(line, mark, ink, 5.0);
        let label = super::forest::cut(&point.label, 100.0);
        scene.text((592.0, line.1), label, TEXT, Anchor::Start);
        let rtp = lang.percent(point.rtp, 1);
        let right = 752.0;
        debug_assert!(font::width(&rtp, TEXT, false) < 60.0);
        scene.write((right, line.1), rtp, TEXT, Anchor::End, Ink::Grey);
    }
    Figure {
        id: id.to_owned(),
        title: title.to_owned(),
        caption: lang
            .pick(
                "Higher returns more, further right swings more. A vertical line is what the rounding of the printed odds leaves open.",
                "Plus haut, le retour est meilleur ; plus à droite, il varie plus. Un trait vertical montre ce que l'arrondi des chances publiées laisse ouvert.",
            )
            .to_owned(),
        scene,
    }
}
