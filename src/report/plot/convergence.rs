//! How the RTP settled.

use super::axis::{Axis, Spread};
use super::frame::{Figure, Key, Labelled, Unit};
use super::scene::{Ink, Mark, Scene};
use crate::audit::PayoutBand;
use crate::report::lang::Lang;

/// The RTP of all rounds until then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// Rounds played.
    pub rounds: f64,
    /// Payout over stake of those rounds.
    pub rtp: f64,
}

/// What the RTP is held against.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Where the mean lies by the exact law.
    pub band: PayoutBand,
    /// With which probability.
    pub level: f64,
}

/// Pieces of the edge of the band.
const STEPS: i32 = 60;

/// The RTP as rounds add up, with the exact band around the exact value where there is one.
pub fn convergence(
    lang: Lang,
    id: &str,
    title: &str,
    means: &[Mean],
    target: Option<Target>,
) -> Figure {
    let first = means.first().map_or(1.0, |mean| mean.rounds);
    let last = means.last().map_or(10.0, |mean| mean.rounds);
    let last = last.max(first * 1.01);
    let edges = target.map_or(Vec::new(), |target| edges(&target, (first, last)));
    let x = Axis {
        range: (first / 1.06, last * 1.06),
        pixels: (84.0, 740.0),
        spread: Spread::Log,
    };
    let y = Axis {
        range: heights(means, &edges, target.map(|target| target.band.mean())),
        pixels: (372.0, 66.0),
        spread: Spread::Linear,
    };
    let mut scene = Scene::new(760, 430);
    let has_band = edges.len() > 1;
    let source = match target {
        Some(_) if has_band => lang.pick(
            "Source: this run; band from the exact variance and skewness.",
            "Source : cette simulation ; bande d'après la variance et l'asymétrie exactes.",
        ),
        Some(_) => lang.pick(
            "Source: this run; exact value solved from the articles.",
            "Source : cette simulation ; valeur exacte calculée d'après les articles.",
        ),
        None => lang.pick("Source: this run.", "Source : cette simulation."),
    };
    scene.heading(title, source);
    let upper = edges.iter().map(|&(n, _, high)| (x.at(n), y.at(high)));
    let lower = edges.iter().rev().map(|&(n, low, _)| (x.at(n), y.at(low)));
    if has_band {
        scene.area(upper.clone().chain(lower.clone()).collect(), Ink::Sand);
        // Its edges show where paper or a copy loses the shade.
        scene.line(upper.collect(), Ink::Orange, 1);
        scene.line(lower.collect(), Ink::Orange, 1);
    }
    legend(&mut scene, lang, target, has_band);
    scene.axes(
        lang,
        &Labelled {
            axis: x,
            title: lang.pick("rounds", "parties"),
            unit: Unit::Decade,
        },
        &Labelled {
            axis: y,
            title: lang.pick("return to player", "taux de retour au joueur"),
            unit: Unit::Percent,
        },
    );
    if let Some(target) = target {
        let level = y.at(target.band.mean());
        let ends = vec![(x.pixels.0, level), (x.pixels.1, level)];
        scene.dashes(ends, Ink::Orange, 2);
    }
    let points = means.iter().map(|mean| (x.at(mean.rounds), y.at(mean.rtp)));
    scene.line(points.clone().collect(), Ink::Blue, 1);
    points.for_each(|at| scene.mark(at, Mark::Disc, Ink::Blue, 3.0));
    Figure {
        id: id.to_owned(),
        title: title.to_owned(),
        caption: caption(lang, target, first),
        scene,
    }
}

/// The band from where it is given to the last point: rounds, lower and upper end.
fn edges(target: &Target, (first, last): (f64, f64)) -> Vec<(f64, f64, f64)> {
    let first = first.max(target.band.from_rounds());
    if first >= last {
        return Vec::new();
    }
    let at = |k: i32| {
        let n = first * libm::pow(last / first, f64::from(k) / f64::from(STEPS));
        let (low, high) = target.band.at(n.max(first), target.level)?;
        Some((n, low, high))
    };
    (0..=STEPS).filter_map(at).collect()
}

/// The range of the axis: all means, the band and the exact value, with some room.
fn heights(means: &[Mean], edges: &[(f64, f64, f64)], exact: Option<f64>) -> (f64, f64) {
    let band = edges.iter().flat_map(|&(_, low, high)| [low, high]);
    let values = means.iter().map(|mean| mean.rtp).chain(band).chain(exact);
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return (0.0, 1.0);
    }
    let room = ((high - low) * 0.06).max(1e-6);
    ((low - room).max(0.0), high + room)
}

fn legend(scene: &mut Scene, lang: Lang, target: Option<Target>, has_band: bool) {
    let seen = lang.pick("simulated", "simulé");
    let mut entries = vec![(Key::Mark(Mark::Disc, Ink::Blue), seen)];
    if target.is_some() {
        entries.push((Key::Dashes(Ink::Orange), lang.pick("exact", "exact")));
    }
    if has_band {
        let band = lang.pick(
            "99 of 100 faultless runs, at each point",
            "99 simulations sans défaut sur 100, en chaque point",
        );
        entries.push((Key::Area(Ink::Sand), band));
    }
    scene.legend((84.0, 42.0), &entries);
}

fn caption(lang: Lang, target: Option<Target>, first: f64) -> String {
    let mut caption = lang
        .pick(
            "The points share their rounds, so a stray one drags the next along; the last one counts.",
            "Les points partagent leurs parties : un écart se prolonge au point suivant ; seul le dernier compte.",
        )
        .to_owned();
    match target {
        None => {
            caption += lang.pick(
                " No exact variance is known, hence no band.",
                " La variance exacte n'est pas connue : pas de bande.",
            );
        }
        Some(target) if target.band.from_rounds() > first => {
            let from = lang.count(target.band.from_rounds() as u64);
            caption += &match lang {
                Lang::En => format!(
                    " The band begins at {from} rounds: with fewer, a handful of rare prizes decides the mean."
                ),
                Lang::Fr => format!(
                    " La bande commence à {from} parties : en deçà, une poignée de gros lots décide de la moyenne."
                ),
            };
        }
        Some(_) => {}
    }
    caption
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plot::scene::Shape;

    fn means() -> Vec<Mean> {
        let mean = |k: u32| Mean {
            rounds: f64::from(1_u32 << k),
            rtp: 0.5,
        };
        (10..20).map(mean).collect()
    }

    fn areas(figure: &Figure) -> Vec<Vec<(f64, f64)>> {
        let shapes = figure.scene.shapes.iter();
        let area = |shape: &Shape| match shape {
            Shape::Area { points, .. } if points.len() > 4 => Some(points.clone()),
            _ => None,
        };
        shapes.filter_map(area).collect()
    }

    #[test]
    fn the_band_begins_where_it_holds_and_narrows() {
        let draw = |skewness| {
            let target = Target {
                band: PayoutBand::new(0.5, 4.0, skewness),
                level: 0.99,
            };
            convergence(Lang::En, "c", "t", &means(), Some(target))
        };
        let whole = areas(&draw(0.0));
        assert_eq!(whole[0].len(), 2 * (STEPS as usize + 1));
        // Upper edge from left to right, then lower edge back: ten octaves narrow it by a factor of 16√2.
        let (left, right) = (whole[0][0], whole[0][STEPS as usize]);
        let (back, start) = (
            whole[0][STEPS as usize + 1],
            whole[0][2 * STEPS as usize + 1],
        );
        let ratio = (start.1 - left.1) / (back.1 - right.1);
        assert!((ratio - 512.0_f64.sqrt()).abs() < 1e-6, "{ratio}");
        // (64 √3 / 3)⁻¹… a skewness of 64 holds from 3 · 64² = 12 288 rounds on.
        let late = draw(64.0);
        let from = areas(&late)[0][0].0;
        let share = (from - 84.0) / (740.0 - 84.0);
        let (low, high) = (1024.0 / 1.06, 524_288.0 * 1.06);
        let expected = libm::log(12_288.0 / low) / libm::log(high / low);
        assert!((share - expected).abs() < 1e-3, "{share} {expected}");
        assert!(late.caption.contains("12 288") || late.caption.contains("12,288"));
        let none = draw(1e6);
        assert!(areas(&none).is_empty());
        assert!(areas(&convergence(Lang::Fr, "c", "t", &means(), None)).is_empty());
    }
}
