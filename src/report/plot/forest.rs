//! The rows of a published table: what came out over what is printed.

use super::axis::{Axis, Spread};
use super::font;
use super::frame::{Figure, Key, Labelled, TEXT, Unit};
use super::scene::{Anchor, Ink, Mark, Scene};
use crate::report::lang::Lang;

/// One row. All shares are relative deviations from the row's probability: -0.01 is 1 % below.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What comes up.
    pub label: String,
    /// The odds as printed.
    pub printed: String,
    /// The share seen; none where the row never came up.
    pub seen: Option<f64>,
    /// The confidence interval of what was seen.
    pub interval: (f64, f64),
    /// What rounds to the printed odds; none where nothing is printed.
    pub rounding: Option<(f64, f64)>,
}

/// Height of a row, in pixels.
const STEP: f64 = 22.0;

/// Where things stand: names and printed odds in two columns, then the plot.
struct Layout {
    /// Width of the names.
    names: f64,
    /// Right edge of the printed odds.
    printed: f64,
    top: f64,
    bottom: f64,
    axis: Axis,
}

const WIDTH: f64 = 760.0;

impl Layout {
    fn of(rows: &[Row], head: &str) -> Self {
        let widest = |text: &dyn Fn(&Row) -> &str| {
            let widths = rows.iter().map(|row| font::width(text(row), TEXT, false));
            widths.fold(0.0, f64::max)
        };
        let names = widest(&|row| &row.label).min(220.0);
        let printed = widest(&|row| &row.printed).max(font::width(head, TEXT, false));
        let printed = 10.0 + names + 16.0 + printed;
        let (least, most) = sizes(rows);
        let top = 78.0;
        Self {
            names,
            printed,
            top,
            bottom: top + STEP * rows.len() as f64 + 6.0,
            axis: Axis {
                // Nothing comes up less often than never.
                range: (-(most * 1.3).min(1.0), most * 1.3),
                pixels: (printed + 14.0, WIDTH - 24.0),
                spread: Spread::SymLog {
                    threshold: (least / 2.0).max(1e-9),
                },
            },
        }
    }

    /// The middle of row number `number`.
    fn line(&self, number: usize) -> f64 {
        self.top + STEP * (number as f64 + 0.5)
    }
}

/// The smallest and the largest deviation that an interval reaches to.
fn sizes(rows: &[Row]) -> (f64, f64) {
    let ends = rows.iter().flat_map(|row| [row.interval.0, row.interval.1]);
    let sizes = ends
        .map(f64::abs)
        .filter(|size| size.is_finite() && *size > 0.0);
    let (least, most) = sizes.fold((f64::INFINITY, 0.0_f64), |(least, most), size| {
        (least.min(size), most.max(size))
    });
    if most > 0.0 {
        (least, most)
    } else {
        (1e-3, 1e-2)
    }
}

/// A forest plot: each row with its confidence interval against all that rounds to the printed odds.
///
/// The axis is linear near 0 and logarithmic beyond, because the jackpot of a table may be known to a
/// tenth while its common rows are known to a hundred-thousandth.
pub fn forest(lang: Lang, id: &str, title: &str, level: f64, rows: &[Row]) -> Figure {
    let head = lang.pick("1 chance in", "1 chance sur");
    let layout = Layout::of(rows, head);
    let (top, bottom, axis) = (layout.top, layout.bottom, layout.axis);
    let mut scene = Scene::new(WIDTH as u32, (bottom + 64.0) as u32);
    let source = lang.pick(
        "Axis: linear near 0, logarithmic beyond. Source: this run; odds as published.",
        "Axe : linéaire près de 0, logarithmique au-delà. Source : cette simulation ; chances telles que publiées.",
    );
    scene.heading(title, source);
    legend(&mut scene, lang, level);
    let at = (layout.printed, top - 12.0);
    scene.write(at, head, TEXT, Anchor::End, Ink::Grey);
    for (number, row) in rows.iter().enumerate() {
        rounding(&mut scene, &layout, number, row);
    }
    let x = Labelled {
        axis,
        title: lang.pick("observed / expected − 1", "observé / attendu − 1"),
        unit: Unit::Percent,
    };
    scene.bottom(lang, &x, top, bottom);
    let zero = axis.at(0.0);
    scene.line(vec![(zero, top), (zero, bottom)], Ink::Grey, 1);
    for (number, row) in rows.iter().enumerate() {
        seen(&mut scene, &layout, number, row);
    }
    Figure {
        id: id.to_owned(),
        title: title.to_owned(),
        caption: lang
            .pick(
                "A row agrees with the text where its interval touches the shaded box; a red diamond marks one that does not.",
                "Une ligne s'accorde avec le texte quand son intervalle touche la zone ombrée ; un losange rouge marque celle qui n'y touche pas.",
            )
            .to_owned(),
        scene,
    }
}

fn legend(scene: &mut Scene, lang: Lang, level: f64) {
    let share = lang.percent(level, 0);
    let interval = match lang {
        Lang::En => format!("seen, {share} interval"),
        Lang::Fr => format!("observé, intervalle à {share}"),
    };
    let rounding = lang.pick(
        "rounds to the printed odds",
        "s'arrondit aux chances publiées",
    );
    scene.legend(
        (10.0, 42.0),
        &[
            (Key::Mark(Mark::Disc, Ink::Blue), &interval),
            (Key::Area(Ink::Sand), rounding),
        ],
    );
}

/// The box of all that rounds to the printed odds of a row.
fn rounding(scene: &mut Scene, layout: &Layout, number: usize, row: &Row) {
    if let Some((low, high)) = row.rounding {
        let (from, to) = (layout.axis.at(low), layout.axis.at(high));
        // A box narrower than a pixel is still shown.
        let grow = (1.5 - (to - from) / 2.0).max(0.0);
        let y = layout.line(number);
        let (from, to) = (from - grow, to + grow);
        scene.rectangle((from, y - 8.0), (to, y + 8.0), Ink::Sand);
        // Its ends show where paper or a copy loses the shade.
        for (end, value) in [(from, low), (to, high)] {
            if layout.axis.holds(value) {
                scene.line(vec![(end, y - 8.0), (end, y + 8.0)], Ink::Orange, 1);
            }
        }
    }
}

/// The name of a row, its printed odds, its interval and what was seen.
fn seen(scene: &mut Scene, layout: &Layout, number: usize, row: &Row) {
    let (y, axis) = (layout.line(number), layout.axis);
    let name = cut(&row.label, layout.names);
    scene.text((10.0, y), name, TEXT, Anchor::Start);
    scene.text((layout.printed, y), &*row.printed, TEXT, Anchor::End);
    let (low, high) = (axis.at(row.interval.0), axis.at(row.interval.1));
    scene.line(vec![(low, y), (high, y)], Ink::Blue, 2);
    for (end, value) in [(low, row.interval.0), (high, row.interval.1)] {
        if axis.holds(value) {
            scene.line(vec![(end, y - 4.0), (end, y + 4.0)], Ink::Blue, 2);
        }
    }
    if let Some(seen) = row.seen {
        let is_inside = row
            .rounding
            .is_none_or(|(low, high)| row.interval.1 >= low && row.interval.0 <= high);
        let (mark, ink) = if is_inside {
            (Mark::Disc, Ink::Blue)
        } else {
            (Mark::Diamond, Ink::Red)
        };
        scene.mark((axis.at(seen), y), mark, ink, 4.0);
    }
}

/// A label cut to a width.
pub(super) fn cut(text: &str, width: f64) -> String {
    if font::width(text, TEXT, false) <= width + 0.5 {
        return text.to_owned();
    }
    let mut kept: String = text.to_owned();
    while !kept.is_empty() && font::width(&kept, TEXT, false) > width - 10.0 {
        kept.pop();
    }
    kept.push('…');
    kept
}
