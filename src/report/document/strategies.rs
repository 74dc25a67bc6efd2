//! The strategies of a game: what such players do, and what they come to.

use super::blocks::{Block, Cell, Table, numbers, words};
use super::build::part;
use crate::game::FamilyInfo;
use crate::report::exact::ExactReport;
use crate::report::lang::Lang;
use crate::report::model::{GameSheet, RunReport};
use crate::report::plot::{Point, risk};

/// What the players of the runs do.
pub(super) fn players(sheet: &GameSheet, runs: &[&RunReport], lang: Lang) -> Option<Block> {
    let begins = |name: &str| name.split(':').next().unwrap_or_default().to_owned();
    let is_played = |pattern: &str| {
        runs.iter()
            .any(|run| begins(&run.strategy) == begins(pattern))
    };
    let played = sheet.strategies.iter();
    let played = played.filter(|family| is_played(family.pattern));
    let line = |family: &FamilyInfo| {
        let about = super::translate(family.about, lang);
        format!("{}{} {about}", family.pattern, lang.pick(":", " :"))
    };
    let lines: Vec<String> = played.map(line).collect();
    (!lines.is_empty()).then_some(Block::List(lines))
}

/// The strategies side by side, where there are several with an exact law.
pub(super) fn strategies(sheet: &GameSheet, runs: &[&RunReport], lang: Lang) -> Vec<Block> {
    let solved: Vec<_> = runs
        .iter()
        .filter_map(|run| Some((run, run.exact.as_ref()?)))
        .collect();
    if solved.len() < 2 {
        return Vec::new();
    }
    let columns = [
        words([lang.pick("strategy", "stratégie")]),
        numbers([
            lang.pick("stake", "mise"),
            "RTP",
            lang.pick("RTP, rounding of the odds", "TRJ, arrondi des chances"),
            lang.pick("hit frequency", "fréquence de gain"),
            lang.pick("volatility", "volatilité"),
            lang.pick("chance of a profit", "chance de bénéfice"),
            lang.pick("maximum", "maximum"),
        ]),
    ];
    let mut columns = columns.concat();
    if lang == Lang::Fr {
        "TRJ".clone_into(&mut columns[2].title);
    }
    let rows = solved.iter().map(|(run, exact)| {
        let profit: f64 = exact
            .payouts
            .iter()
            .filter(|payout| payout.cents > run.stake_cents)
            .map(|payout| payout.probability)
            .sum();
        let rtp = exact.rtp.value;
        let range = match (exact.rtp.low, exact.rtp.high) {
            (Some(low), Some(high)) => super::runs::interval(low, high, lang),
            _ => lang.missing().into(),
        };
        let hits = exact.hit_frequency.value;
        vec![
            run.name().into(),
            Cell::number(lang.euros(run.stake_cents), run.stake_cents as f64),
            Cell::number(lang.percent(rtp, 4), rtp),
            range,
            Cell::number(lang.percent(hits, 3), hits),
            Cell::number(
                lang.decimal(exact.standard_deviation, 3),
                exact.standard_deviation,
            ),
            Cell::number(lang.percent(profit, 3), profit),
            Cell::number(
                lang.euros(exact.max_payout_cents),
                exact.max_payout_cents as f64,
            ),
        ]
    });
    let table = Table {
        caption: String::new(),
        columns,
        rows: rows.collect(),
    };
    let points = points(&solved, lang);
    let title = format!(
        "{} · {}",
        sheet.title,
        lang.pick("return against risk", "retour et risque")
    );
    vec![
        part(
            format!("strategies-{}", sheet.id),
            lang.pick(
                "Strategies side by side (exact)",
                "Stratégies comparées (exact)",
            ),
        ),
        Block::Table(table),
        Block::Figure(risk(lang, &format!("risk-{}", sheet.id), &title, &points)),
    ]
}

/// A point for each strategy, and for each of its stakes where they differ.
fn points(solved: &[(&&RunReport, &ExactReport)], lang: Lang) -> Vec<Point> {
    let at = |exact: &ExactReport| (exact.standard_deviation, exact.rtp.value);
    let is_near = |a: f64, b: f64| (a - b).abs() <= 1e-6 * b.abs();
    let mut points: Vec<Point> = Vec::new();
    let mut told: Vec<String> = Vec::new();
    for (run, exact) in solved {
        let of_name = || {
            solved
                .iter()
                .filter(|(other, _)| other.name() == run.name())
        };
        let (deviation, rtp) = at(exact);
        let is_same = of_name()
            .all(|(_, other)| is_near(at(other).0, deviation) && is_near(at(other).1, rtp));
        if is_same && told.contains(&run.name()) {
            continue;
        }
        told.push(run.name());
        points.push(Point {
            label: if is_same {
                run.name()
            } else {
                format!("{} {}", run.name(), lang.euros(run.stake_cents))
            },
            volatility: deviation,
            rtp,
            range: exact.rtp.low.zip(exact.rtp.high),
        });
    }
    points
}
