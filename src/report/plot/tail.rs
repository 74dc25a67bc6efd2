//! The tail of a payout's law.

use super::axis::{Axis, Spread};
use super::frame::{Figure, Key, Labelled, Unit};
use super::scene::{Ink, Mark, Scene};
use crate::report::lang::Lang;

/// A law of payouts: amounts in cents, ascending, each with its probability or share.
pub type Payouts = [(i64, f64)];

/// The chance that a round pays at least so much, on logarithmic axes: exact as a line, simulated as
/// rings.
pub fn tail(lang: Lang, id: &str, title: &str, exact: &Payouts, seen: &Payouts) -> Figure {
    let (exact, seen) = (above(exact), above(seen));
    let all = || exact.iter().chain(&seen);
    let largest = all().map(|(v, _)| *v).fold(1.0, f64::max);
    let least = all().map(|(v, _)| *v).fold(largest, f64::min);
    let rarest = all().map(|(_, p)| *p).fold(1.0, f64::min);
    let x = Axis {
        range: (least * 0.8, largest * 1.25),
        pixels: (78.0, 744.0),
        spread: Spread::Log,
    };
    let y = Axis {
        range: (rarest * 0.5, 1.0),
        pixels: (372.0, 66.0),
        spread: Spread::Log,
    };
    let mut scene = Scene::new(760, 430);
    let source = lang.pick(
        "Source: exact law solved from the articles; this run.",
        "Source : loi exacte calculée d'après les articles ; cette simulation.",
    );
    scene.heading(title, source);
    let entries = [
        (Key::Line(Ink::Orange), lang.pick("exact", "exact")),
        (
            Key::Mark(Mark::Ring, Ink::Blue),
            lang.pick("simulated", "simulé"),
        ),
    ];
    scene.legend((78.0, 42.0), &entries);
    scene.axes(
        lang,
        &Labelled {
            axis: x,
            title: lang.pick("payout in EUR", "gain en EUR"),
            unit: Unit::Decade,
        },
        &Labelled {
            axis: y,
            title: lang.pick("chance of at least as much", "chance d'au moins autant"),
            unit: Unit::Decade,
        },
    );
    // Stairs: the chance holds from above the amount before to the amount.
    let mut points = Vec::new();
    let mut before = x.pixels.0;
    for &(amount, chance) in &exact {
        let (to, height) = (x.at(amount), y.at(chance));
        points.extend([(before, height), (to, height)]);
        before = to;
    }
    if let Some(&(last, _)) = points.last() {
        points.push((last, y.pixels.0));
    }
    scene.line(points, Ink::Orange, 2);
    let mut last = (f64::NAN, f64::NAN);
    for &(amount, share) in &seen {
        let at = (x.at(amount), y.at(share));
        // Rings that would cover each other are drawn once.
        let is_apart = libm::hypot(at.0 - last.0, at.1 - last.1) >= 4.0;
        if is_apart || last.0.is_nan() {
            scene.mark(at, Mark::Ring, Ink::Blue, 3.5);
            last = at;
        }
    }
    Figure {
        id: id.to_owned(),
        title: title.to_owned(),
        caption: lang
            .pick(
                "Rings on the line: what came out follows the exact law. The last rings are single events, so they may stray.",
                "Des cercles sur la ligne : le résultat suit la loi exacte. Les derniers cercles sont des événements isolés et peuvent s'en écarter.",
            )
            .to_owned(),
        scene,
    }
}

/// Positive amounts in EUR, each with the chance of at least as much.
fn above(payouts: &Payouts) -> Vec<(f64, f64)> {
    let mut chance = 0.0;
    let mut tail: Vec<(f64, f64)> = payouts
        .iter()
        .rev()
        .filter(|(cents, p)| *cents > 0 && *p > 0.0)
        .map(|&(cents, p)| {
            chance += p;
            (cents as f64 / 100.0, chance)
        })
        .collect();
    tail.reverse();
    tail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_from_the_top() {
        let tail = above(&[(0, 0.5), (100, 0.25), (200, 0.25)]);
        assert_eq!(tail, [(1.0, 0.5), (2.0, 0.25)]);
    }
}
