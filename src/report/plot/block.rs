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

/// How the RTP of the tickets left moves as a block sells.
struct Course {
    tickets: f64,
    mean: f64,
    /// Top prizes, and what each pays in stakes.
    top: (f64, f64),
    /// Tickets without a top prize: their number, mean and standard deviation.
    others: (f64, f64, f64),
    /// Above this nothing is drawn.
    highest: f64,
}

/// Up to the last percent, where single tickets decide.
fn steps() -> impl DoubleEndedIterator<Item = f64> + Clone {
    (0..=98).map(|k| f64::from(k) / 100.0)
}

/// Standard deviation of the mean of the tickets left of `size`, once the share `sold` is sold: those of
/// a finite population.
fn spread(sold: f64, deviation: f64, size: f64) -> f64 {
    let left = size * (1.0 - sold);
    deviation * (sold * size / (left * (size - 1.0))).sqrt()
}

impl Course {
    fn of(lots: &Lots) -> Self {
        let (tickets, mean, deviation) = lots.moments(true);
        let others = lots.moments(false);
        let last = lots.payouts.last();
        let prize = last.map_or(0.0, |(v, _)| *v as f64 / lots.stake as f64);
        let mut course = Self {
            tickets,
            mean,
            top: (tickets - others.0, prize),
            others,
            highest: 0.0,
        };
        let usual = mean + Z * spread(0.9, deviation, tickets);
        course.highest = course.with_top(0.9).max(usual) * 1.05;
        course
    }

    /// With every top prize still to be sold.
    fn with_top(&self, sold: f64) -> f64 {
        let left = self.tickets * (1.0 - sold);
        let (top, prize) = self.top;
        (self.others.1 * (left - top).max(0.0) + prize * top) / left
    }

    /// An end of the band of nine blocks in ten whose top prizes are out: the rest is dealt without
    /// replacement from the other tickets.
    fn edge(&self, sign: f64, sold: f64) -> f64 {
        let (tickets, mean, deviation) = self.others;
        (mean + sign * Z * spread(sold, deviation, tickets)).max(0.0)
    }
}

/// The RTP of the tickets not yet sold: with every top prize still among them, with none, and the band
/// of nine blocks in ten.
pub fn block(lang: Lang, id: &str, title: &str, lots: &Lots) -> Figure {
    let course = Course::of(lots);
    let x = Axis {
        range: (0.0, 1.0),
        pixels: (78.0, 744.0),
        spread: Spread::Linear,
    };
    let y = Axis {
        range: (0.0, course.highest),
        pixels: (372.0, 66.0),
        spread: Spread::Linear,
    };
    let mut scene = Scene::new(760, 430);
    let source = lang.pick(
        "Source: the block's lots as published.",
        "Source : les lots du bloc tels que publiés.",
    );
    scene.heading(title, source);
    let point =
        |sign: f64| move |sold: f64, course: &Course| (x.at(sold), y.at(course.edge(sign, sold)));
    let (upper, lower) = (point(1.0), point(-1.0));
    let outline = steps().map(|sold| upper(sold, &course));
    let outline = outline.chain(steps().rev().map(|sold| lower(sold, &course)));
    scene.area(outline.collect(), Ink::Sky);
    legend(&mut scene, lang);
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
        let inside = steps().filter(|&sold| value(sold) <= course.highest);
        inside
            .map(|sold| (x.at(sold), y.at(value(sold))))
            .collect::<Vec<_>>()
    };
    scene.line(curve(&|sold| course.with_top(sold)), Ink::Orange, 2);
    scene.line(curve(&|_| course.others.1), Ink::Blue, 2);
    let level = y.at(course.mean);
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

fn legend(scene: &mut Scene, lang: Lang) {
    let entries = [
        (
            Key::Line(Ink::Orange),
            lang.pick("every top prize left", "tous les gros lots restent"),
        ),
        (
            Key::Line(Ink::Blue),
            lang.pick("none left", "aucun ne reste"),
        ),
        (
            Key::Area(Ink::Sky),
            lang.pick(
                "none left: nine blocks in ten",
                "aucun ne reste : neuf blocs sur dix",
            ),
        ),
        (
            Key::Dashes(Ink::Grey),
            lang.pick("whole block", "bloc entier"),
        ),
    ];
    scene.legend((78.0, 42.0), &entries);
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
