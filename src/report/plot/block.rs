//! What the tickets left in a block return as it sells.

use super::axis::{Axis, Spread};
use super::frame::{Figure, Key, Labelled, Unit};
use super::scene::{Ink, Scene};
use crate::report::lang::Lang;

/// A block of tickets.
#[derive(Clone, Debug, PartialEq)]
pub struct Lots {
    /// The price of a ticket in cents.
    pub stake: i64,
    /// Payouts in cents with their numbers of tickets, ascending.
    pub payouts: Vec<(i64, u64)>,
}

impl Lots {
    /// Tickets, mean payout and standard deviation in stakes, the top prize's tickets left out or not.
    fn moments(&self, has_top: bool) -> (f64, f64, f64) {
        let rows = if has_top {
            &self.payouts[..]
        } else {
            &self.payouts[..self.payouts.len().saturating_sub(1)]
        };
        let stake = self.stake as f64;
        let tickets: f64 = rows.iter().map(|(_, n)| *n as f64).sum();
        let mean = rows.iter().map(|(v, n)| *v as f64 * *n as f64).sum::<f64>() / tickets;
        let square = |(v, n): &(i64, u64)| (*v as f64 - mean).powi(2) * *n as f64;
        let variance = rows.iter().map(square).sum::<f64>() / tickets;
        (tickets, mean / stake, variance.sqrt() / stake)
    }
}

/// Quantile of the normal law that leaves 5 % on each side.
const Z: f64 = 1.644_853_626_951_472_2;

/// The RTP of the tickets not yet sold: with every top prize still among them, with none, and the band
/// of nine blocks in ten.
///
/// With the top prizes out, the rest is sampled without replacement from the other tickets, so its
/// variance is that of a finite population.
#[expect(clippy::too_many_lines, reason = "a drawing, from top to bottom")]
pub fn block(lang: Lang, id: &str, title: &str, lots: &Lots) -> Figure {
    let (all, mean, deviation) = lots.moments(true);
    let (others, without, rest) = lots.moments(false);
    let top = all - others;
    let prize = lots
        .payouts
        .last()
        .map_or(0.0, |(v, _)| *v as f64 / lots.stake as f64);
    // Up to the last percent, where single tickets decide.
    let steps: Vec<f64> = (0..=98).map(|k| f64::from(k) / 100.0).collect();
    let spread = |sold: f64, sd: f64, size: f64| {
        let left = size * (1.0 - sold);
        sd * (sold * size / (left * (size - 1.0))).sqrt()
    };
    let with_top = |sold: f64| {
        let left = all * (1.0 - sold);
        (without * (left - top).max(0.0) + prize * top) / left
    };
    let highest = with_top(0.9).max(mean + Z * spread(0.9, deviation, all)) * 1.05;
    let x = Axis {
        range: (0.0, 1.0),
        pixels: (78.0, 744.0),
        spread: Spread::Linear,
    };
    let y = Axis {
        range: (0.0, highest),
        pixels: (372.0, 66.0),
        spread: Spread::Linear,
    };
    let mut scene = Scene::new(760, 430);
    let source = lang.pick(
        "Source: the block's lots as published.",
        "Source : les lots du bloc tels que publiés.",
    );
    scene.heading(title, source);
    let edge = |sign: f64| {
        let point = move |&sold: &f64| {
            (
                x.at(sold),
                y.at((without + sign * Z * spread(sold, rest, others)).max(0.0)),
            )
        };
        steps.iter().map(point).collect::<Vec<_>>()
    };
    let mut outline = edge(1.0);
    outline.extend(edge(-1.0).into_iter().rev());
    scene.area(outline, Ink::Sky);
    let entries = [
        (
            Key::Line(Ink::Orange),
            lang.pick("every top prize left", "tous les gros lots restants"),
        ),
        (
            Key::Line(Ink::Blue),
            lang.pick("none left", "aucun restant"),
        ),
        (
            Key::Area(Ink::Sky),
            lang.pick(
                "none left: nine blocks in ten",
                "aucun restant : neuf blocs sur dix",
            ),
        ),
        (
            Key::Dashes(Ink::Grey),
            lang.pick("whole block", "bloc entier"),
        ),
    ];
    scene.legend((78.0, 42.0), &entries);
    scene.axes(
        lang,
        &Labelled {
            axis: x,
            title: lang.pick("share of the block sold", "part du bloc vendue"),
            unit: Unit::Percent,
        },
        &Labelled {
            axis: y,
            title: lang.pick(
                "RTP of the tickets left",
                "taux de retour des tickets restants",
            ),
            unit: Unit::Percent,
        },
    );
    let curve = |value: &dyn Fn(f64) -> f64| {
        let inside = steps.iter().filter(|&&sold| value(sold) <= highest);
        inside
            .map(|&sold| (x.at(sold), y.at(value(sold))))
            .collect::<Vec<_>>()
    };
    scene.line(curve(&with_top), Ink::Orange, 2);
    scene.line(curve(&|_| without), Ink::Blue, 2);
    let level = y.at(mean);
    scene.dashes(vec![(x.pixels.0, level), (x.pixels.1, level)], Ink::Grey, 1);
    Figure {
        id: id.to_owned(),
        title: title.to_owned(),
        caption: lang
            .pick(
                "Whether the top prizes are still in the block decides what its last tickets are worth; nobody who buys can know.",
                "La présence des gros lots décide de la valeur des derniers tickets ; aucun acheteur ne peut la connaître.",
            )
            .to_owned(),
        scene,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_by_hand() {
        let lots = Lots {
            stake: 100,
            payouts: vec![(0, 2), (100, 1), (500, 1)],
        };
        let (tickets, mean, deviation) = lots.moments(true);
        assert_eq!((tickets, mean), (4.0, 1.5));
        assert!((deviation * deviation - 4.25).abs() < 1e-12);
        let (tickets, mean, _) = lots.moments(false);
        assert!((tickets - 3.0).abs() < 1e-12 && (mean - 1.0 / 3.0).abs() < 1e-12);
    }
}
