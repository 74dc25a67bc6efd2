//! What every figure has: a title, a source, axes with their units, a legend.

use super::axis::{Axis, Spread, decade, decimals_of};
use super::font;
use super::scene::{Anchor, Ink, Mark, Scene};
use crate::report::lang::Lang;

/// Height of text, in pixels.
pub(super) const TEXT: f64 = 12.0;

/// A figure, ready to be painted.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Identifier, unique in a report: letters, digits and hyphens; the name of its file.
    pub id: String,
    /// What it shows, in a line.
    pub title: String,
    /// How to read it, in a sentence or two.
    pub caption: String,
    /// The drawing.
    pub scene: Scene,
}

/// How the values of an axis are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Plain numbers.
    Plain,
    /// Shares, written in per cent.
    Percent,
    /// Powers of ten.
    Decade,
}

/// An axis with its title.
pub(super) struct Labelled<'a> {
    pub(super) axis: Axis,
    pub(super) title: &'a str,
    pub(super) unit: Unit,
}

/// An entry of a legend.
pub(super) enum Key {
    Mark(Mark, Ink),
    Line(Ink),
    Dashes(Ink),
    Area(Ink),
}

/// Ticks with their labels.
pub(super) fn labels(lang: Lang, axis: &Axis, unit: Unit, number: usize) -> Vec<(f64, String)> {
    let ticks = axis.ticks(number);
    let decimals = match unit {
        Unit::Percent => {
            let hundredfold: Vec<f64> = ticks.iter().map(|tick| 100.0 * tick).collect();
            decimals_of(&hundredfold)
        }
        _ => decimals_of(&ticks),
    };
    let label = |tick: f64| match unit {
        Unit::Plain if axis.spread == Spread::Log => decade(lang, tick),
        Unit::Plain => lang.decimal(tick, decimals),
        Unit::Percent if axis.spread != Spread::Linear => signed_percent(lang, tick),
        Unit::Percent => lang.percent(tick, decimals),
        Unit::Decade => decade(lang, tick),
    };
    ticks.into_iter().map(|tick| (tick, label(tick))).collect()
}

/// A deviation in per cent with its sign and as many decimals as it needs.
fn signed_percent(lang: Lang, share: f64) -> String {
    if share == 0.0 {
        return "0".to_owned();
    }
    let percent = share.abs() * 100.0;
    // As many decimals as a round number has, up to two digits.
    let decimals = (0..12).find(|&decimals| {
        let scaled = percent * libm::exp10(f64::from(decimals));
        scaled > 0.5 && (scaled - scaled.round()).abs() < 1e-6 * scaled
    });
    let decimals = decimals.unwrap_or(2) as usize;
    let sign = if share > 0.0 { "+" } else { "" };
    format!("{sign}{}", lang.percent(share, decimals))
}

impl Scene {
    /// Grid lines, ticks and titles of two axes.
    pub(super) fn axes(&mut self, lang: Lang, x: &Labelled<'_>, y: &Labelled<'_>) {
        let (left, right) = x.axis.pixels;
        let (bottom, top) = y.axis.pixels;
        for (tick, label) in labels(lang, &y.axis, y.unit, 6) {
            let at = y.axis.at(tick);
            self.line(vec![(left, at), (right, at)], Ink::Pale, 1);
            self.text((left - 6.0, at), label, TEXT, Anchor::End);
        }
        self.bottom(lang, x, top, bottom);
        self.line(vec![(left, top), (left, bottom)], Ink::Grey, 1);
        self.upright((16.0, f64::midpoint(top, bottom)), y.title);
    }

    /// Grid lines, ticks and title of the axis at the bottom.
    pub(super) fn bottom(&mut self, lang: Lang, x: &Labelled<'_>, top: f64, bottom: f64) {
        let (left, right) = x.axis.pixels;
        let mut ticks = labels(lang, &x.axis, x.unit, 8);
        for (tick, _) in &ticks {
            let at = x.axis.at(*tick);
            self.line(vec![(at, top), (at, bottom)], Ink::Pale, 1);
        }
        // Labels that would touch another are left out, zero last of all; their lines stay. Of an axis with two
        // signs the outer ones are kept, on both sides alike.
        if x.axis.holds(0.0) && x.axis.spread != Spread::Linear {
            ticks.sort_by(|(a, _), (b, _)| {
                let rank = |tick: f64| {
                    if tick == 0.0 {
                        f64::INFINITY
                    } else {
                        tick.abs()
                    }
                };
                rank(*b).total_cmp(&rank(*a))
            });
        }
        let mut taken: Vec<(f64, f64)> = Vec::new();
        for (tick, label) in ticks {
            let at = x.axis.at(tick);
            let half = font::width(&label, TEXT, false) / 2.0;
            let (from, to) = (at - half - 6.0, at + half + 6.0);
            if taken
                .iter()
                .all(|&(left, right)| to <= left || from >= right)
            {
                self.text((at, bottom + 14.0), label, TEXT, Anchor::Middle);
                taken.push((at - half, at + half));
            }
        }
        self.line(vec![(left, bottom), (right, bottom)], Ink::Grey, 1);
        let middle = f64::midpoint(left, right);
        self.text((middle, bottom + 34.0), x.title, TEXT, Anchor::Middle);
    }

    /// A text written upwards, its middle at the point.
    pub(super) fn upright(&mut self, at: (f64, f64), text: &str) {
        self.shapes.push(super::scene::Shape::Text {
            at,
            text: text.to_owned(),
            size: TEXT,
            anchor: Anchor::Middle,
            ink: Ink::Black,
            is_bold: false,
            is_upright: true,
        });
    }

    /// The title at the top and the source at the bottom.
    pub(super) fn heading(&mut self, title: &str, source: &str) {
        self.shapes.push(super::scene::Shape::Text {
            at: (10.0, 16.0),
            text: title.to_owned(),
            size: 15.0,
            anchor: Anchor::Start,
            ink: Ink::Black,
            is_bold: true,
            is_upright: false,
        });
        let at = (10.0, f64::from(self.height) - 10.0);
        self.write(at, source, 10.0, Anchor::Start, Ink::Grey);
    }

    /// A legend in one line from `from`, wrapped at the right edge; returns the height it took.
    pub(super) fn legend(&mut self, from: (f64, f64), entries: &[(Key, &str)]) -> f64 {
        let (mut x, mut y) = from;
        for (key, label) in entries {
            let width = 30.0 + font::width(label, TEXT, false) + 18.0;
            if x + width > f64::from(self.width) && x > from.0 {
                (x, y) = (from.0, y + 18.0);
            }
            let middle = (x + 11.0, y);
            let line = vec![(x, y), (x + 22.0, y)];
            match *key {
                Key::Mark(mark, ink) => self.mark(middle, mark, ink, 4.0),
                Key::Line(ink) => self.line(line, ink, 2),
                Key::Dashes(ink) => self.dashes(line, ink, 2),
                Key::Area(ink) => self.rectangle((x, y - 6.0), (x + 22.0, y + 6.0), ink),
            }
            self.text((x + 28.0, y), *label, TEXT, Anchor::Start);
            x += width;
        }
        y - from.1 + 18.0
    }
}
