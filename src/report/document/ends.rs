//! Where the rounds of a run end, in a game played along a board.

use crate::report::lang::Lang;
use crate::report::model::{GameSheet, RunReport};
use crate::report::plot::{Ending, Figure, ends};

/// A figure for each run whose solver tells.
pub(super) fn figures(sheet: &GameSheet, runs: &[&RunReport], lang: Lang) -> Vec<Figure> {
    runs.iter()
        .filter_map(|run| figure(sheet, run, lang))
        .collect()
}

fn figure(sheet: &GameSheet, run: &RunReport, lang: Lang) -> Option<Figure> {
    let found = run.exact.as_ref()?.ends.as_ref()?;
    let ways: Vec<Ending> = found
        .ways
        .iter()
        .map(|way| {
            let exact: f64 = way.chances.iter().sum();
            let counter = run.counters.iter().find(|counter| counter.id == way.id);
            let name = match (way.id.as_str(), counter) {
                ("stopped", _) => lang.pick("player stops", "le joueur s'arrête").to_owned(),
                ("deaths", _) => lang.pick("no life left", "plus de vie").to_owned(),
                ("gold-reached", _) => lang.pick("gold chest", "coffre d'or").to_owned(),
                (_, Some(counter)) => super::translate(counter.about, lang),
                (id, None) => id.to_owned(),
            };
            let seen = counter.map_or(f64::NAN, |counter| {
                counter.count as f64 / run.rounds.max(1) as f64
            });
            let share = lang.percent(exact, 2);
            Ending {
                label: format!("{name} {share} ({})", lang.percent(seen, 2)),
                chances: way.chances.clone(),
            }
        })
        .collect();
    let title = format!(
        "{} · {} · {}",
        sheet.title,
        run.name(),
        lang.pick("where plays end", "où finissent les parties")
    );
    let key = super::par::slug(&run.name());
    let id = format!("ends-{}-{key}-{}", sheet.id, run.stake_cents);
    Some(ends(lang, &id, &title, &found.places, &ways))
}
