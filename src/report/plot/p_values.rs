//! The p-values of a report against those of faultless runs.

use super::axis::{Axis, Spread};
use super::frame::{Figure, Key, Labelled, Unit};
use super::scene::{Ink, Mark, Scene};
use crate::audit::clopper_pearson;
use crate::report::lang::Lang;

/// The smallest p-value drawn in its place, as a power of ten.
const DEEPEST: f64 = -12.0;

/// Ordered p-values (as decimal logarithms) against where those of as many faultless independent tests
/// lie, with the band that holds each of those in 99 of 100 cases.
pub fn p_values(lang: Lang, id: &str, title: &str, log10_p: &[f64]) -> Figure {
    let mut sorted: Vec<f64> = log10_p.iter().map(|p| p.clamp(DEEPEST, 0.0)).collect();
    sorted.sort_by(f64::total_cmp);
    let m = sorted.len() as u64;
    let band: Vec<(f64, f64)> = (1..=m).map(|rank| band(rank, m)).collect();
    let least = sorted.first().copied().unwrap_or(-1.0);
    let first = band.first().map_or(0.1, |(low, _)| *low);
    let lowest = libm::log10(first).min(least) - 0.2;
    let expected = |rank: usize| rank as f64 / (m as f64 + 1.0);
    let x = Axis {
        range: (expected(1) / 1.5, 1.0),
        pixels: (78.0, 744.0),
        spread: Spread::Log,
    };
    let y = Axis {
        range: (libm::exp10(lowest), 1.0),
        pixels: (372.0, 66.0),
        spread: Spread::Log,
    };
    let mut scene = Scene::new(760, 430);
    let source = lang.pick(
        "Source: all tests made in this report; certainties are left out.",
        "Source : tous les tests de ce rapport, hors certitudes.",
    );
    scene.heading(title, source);
    let mut upper = Vec::new();
    let mut lower = Vec::new();
    for (number, (low, high)) in band.iter().enumerate() {
        let at = x.at(expected(number + 1));
        upper.push((at, y.at(*high)));
        lower.push((at, y.at(*low)));
    }
    lower.reverse();
    let outline: Vec<_> = upper.iter().chain(&lower).copied().collect();
    if outline.len() > 2 {
        scene.area(outline, Ink::Sand);
        // Its edges show where paper or a copy loses the shade.
        scene.line(upper, Ink::Orange, 1);
        scene.line(lower, Ink::Orange, 1);
    }
    let entries = [
        (
            Key::Mark(Mark::Disc, Ink::Blue),
            lang.pick("a test", "un test"),
        ),
        (
            Key::Area(Ink::Sand),
            lang.pick("99 of 100 faultless tests", "99 tests sans défaut sur 100"),
        ),
    ];
    scene.legend((78.0, 42.0), &entries);
    scene.axes(
        lang,
        &Labelled {
            axis: x,
            title: lang.pick(
                "expected p-value of this rank",
                "valeur p attendue à ce rang",
            ),
            unit: Unit::Decade,
        },
        &Labelled {
            axis: y,
            title: lang.pick("p-value found", "valeur p trouvée"),
            unit: Unit::Decade,
        },
    );
    let diagonal = [x.range.0.max(y.range.0), 1.0];
    scene.dashes(diagonal.map(|p| (x.at(p), y.at(p))).to_vec(), Ink::Grey, 1);
    for (number, p) in sorted.iter().enumerate() {
        let at = (x.at(expected(number + 1)), y.at(libm::exp10(*p)));
        scene.mark(at, Mark::Disc, Ink::Blue, 3.0);
    }
    Figure {
        id: id.to_owned(),
        title: title.to_owned(),
        caption: lang
            .pick(
                "Faultless tests follow the dashed line; points far below the band are deviations, points far above it agree too well.",
                "Des tests sans défaut suivent la ligne tiretée ; des points bien en dessous de la bande sont des écarts, des points bien au-dessus un accord trop bon.",
            )
            .to_owned(),
        scene,
    }
}

/// Where the `rank`-th least of `m` uniform numbers lies in 99 of 100 cases. It is Beta(rank, m + 1 -
/// rank), whose quantiles are the ends of Clopper and Pearson's intervals.
fn band(rank: u64, m: u64) -> (f64, f64) {
    let low = clopper_pearson(rank, m, 0.01).map_or(0.0, |interval| interval.low);
    let high = clopper_pearson(rank - 1, m, 0.01).map_or(1.0, |interval| interval.high);
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least of m uniform numbers exceeds t with chance (1 - t)^m.
    #[test]
    fn the_band_of_the_least() {
        let (low, high) = band(1, 150);
        assert!(((1.0 - low).powi(150) - 0.995).abs() < 1e-9);
        assert!(((1.0 - high).powi(150) - 0.005).abs() < 1e-9);
    }
}
