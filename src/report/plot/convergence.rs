//! How the RTP settled.

use super::axis::{Axis, Spread};
use super::frame::{Figure, Key, Labelled, Unit};
use super::scene::{Ink, Mark, Scene};
use crate::report::lang::Lang;

/// The RTP of all rounds until then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// Rounds played.
    pub rounds: f64,
    /// Payout over stake of those rounds.
    pub rtp: f64,
}

/// The law the RTP is held against.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The exact RTP.
    pub rtp: f64,
    /// Standard deviation of a round's payout in stakes, in the long run.
    pub deviation: f64,
}

/// Quantile of the normal law that leaves half a per cent on each side.
const Z: f64 = 2.575_829_303_548_901;

/// The RTP as rounds add up, with the exact band of 99 % around the exact value.
pub fn convergence(lang: Lang, id: &str, title: &str, means: &[Mean], target: Target) -> Figure {
    let first = means.first().map_or(1.0, |mean| mean.rounds);
    let last = means.last().map_or(10.0, |mean| mean.rounds);
    let half = |n: f64| Z * target.deviation / n.sqrt();
    let farthest = means
        .iter()
        .map(|mean| (mean.rtp - target.rtp).abs())
        .fold(half(first), f64::max);
    let x = Axis {
        range: (first, last.max(first * 1.01)),
        pixels: (78.0, 740.0),
        spread: Spread::Log,
    };
    let y = Axis {
        range: (target.rtp - farthest * 1.1, target.rtp + farthest * 1.1),
        pixels: (372.0, 66.0),
        spread: Spread::Linear,
    };
    let mut scene = Scene::new(760, 430);
    let source = lang.pick(
        "Source: this run; band from the exact standard deviation.",
        "Source : cette simulation ; bande d'après l'écart type exact.",
    );
    scene.heading(title, source);
    let steps = 60;
    let at = |k: i32| first * libm::pow(last / first, f64::from(k) / f64::from(steps));
    let edge = |sign: f64| {
        let point = move |k| (x.at(at(k)), y.at(target.rtp + sign * half(at(k))));
        (0..=steps).map(point)
    };
    scene.area(edge(1.0).chain(edge(-1.0).rev()).collect(), Ink::Sand);
    let entries = [
        (
            Key::Mark(Mark::Disc, Ink::Blue),
            lang.pick("simulated", "simulé"),
        ),
        (Key::Dashes(Ink::Orange), lang.pick("exact", "exact")),
        (
            Key::Area(Ink::Sand),
            lang.pick(
                "99 of 100 faultless runs, at each point",
                "99 simulations sans défaut sur 100, en chaque point",
            ),
        ),
    ];
    scene.legend((78.0, 42.0), &entries);
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
    let level = y.at(target.rtp);
    scene.dashes(
        vec![(x.pixels.0, level), (x.pixels.1, level)],
        Ink::Orange,
        2,
    );
    let points: Vec<_> = means
        .iter()
        .map(|mean| (x.at(mean.rounds), y.at(mean.rtp)))
        .collect();
    scene.line(points.clone(), Ink::Blue, 1);
    for at in points {
        scene.mark(at, Mark::Disc, Ink::Blue, 3.0);
    }
    Figure {
        id: id.to_owned(),
        title: title.to_owned(),
        caption: lang
            .pick(
                "The points share their rounds, so a stray one drags the next along; the last one counts.",
                "Les points partagent leurs parties : un écart se prolonge au point suivant ; seul le dernier compte.",
            )
            .to_owned(),
        scene,
    }
}
