//! What the checks of a report would have seen, in a sentence.

use crate::audit::{Check, Method, Verdict};
use crate::report::lang::Lang;
use crate::report::model::{ReportModel, RunReport};

/// From this relative change on, percentages tell nobody anything.
const MANY_TIMES: f64 = 3.0;

/// The deviations that would have been found: in a return to player, and in the odds of a row by the sharpest check
/// of a table and by the bluntest. None where no check that passed knows.
pub(super) fn sight(model: &ReportModel, lang: Lang) -> Option<String> {
    let mut parts = Vec::new();
    if let Some([(low, _), (high, _)]) = ends(model, "rtp:") {
        let (low, high) = (percent(low, lang), percent(high, lang));
        let range = if low == high {
            low
        } else {
            lang.pick(
                format!("{low} (the best-seen run) to {high} (the worst-seen)"),
                format!("{low} (série la mieux vue) à {high} (la moins bien vue)"),
            )
        };
        parts.push(lang.pick(
            format!("a return to player off by {range} of its value"),
            format!("un taux de retour faussé de {range} de sa valeur"),
        ));
    }
    if let Some([sharp, blunt]) = ends(model, "fit:") {
        parts.push(rows(sharp, blunt, lang));
    }
    let blind = made(model, "fit:").filter(|check| check.smallest_detectable.is_none());
    match (blind.count(), lang) {
        _ if parts.is_empty() => return None,
        (0, _) => {}
        (1, Lang::En) => parts.push("in 1 table too few draws for every row".to_owned()),
        (n, Lang::En) => parts.push(format!("in {n} tables too few draws for every row")),
        (1, Lang::Fr) => {
            parts.push("dans 1 tableau trop peu de tirages pour chaque ligne".to_owned());
        }
        (n, Lang::Fr) => {
            parts.push(format!(
                "dans {n} tableaux trop peu de tirages pour chaque ligne"
            ));
        }
    }
    Some(parts.join(lang.pick("; ", " ; ")) + ".")
}

/// Whether so few rounds passed the checks that some run could have paid back half as much again, or half, unseen.
pub(crate) fn is_weak(model: &ReportModel) -> bool {
    const MUCH: f64 = 0.5;
    model.verdict == Verdict::Pass && bluntest_rtp(model).is_some_and(|size| size >= MUCH)
}

/// The deviation of a return to player, relative to it, that the bluntest check of one would have found.
pub(crate) fn bluntest_rtp(model: &ReportModel) -> Option<f64> {
    ends(model, "rtp:").map(|[_, (high, _)]| high)
}

/// The checks of a kind that were made and passed. The part of a block that a run ends in is left out where whole
/// blocks were compared with their lots one by one, which no deviation escapes.
fn made<'a>(model: &'a ReportModel, kind: &'a str) -> impl Iterator<Item = &'a Check> {
    let of_run = move |run: &'a RunReport| {
        let is_whole = |check: &&Check| check.method == Method::BlockEquality;
        let whole = move |check: &Check| {
            let mut blocks = run.checks.iter().filter(is_whole);
            blocks.any(|block| block.table.is_some() && block.table == check.table)
        };
        let checks = run.checks.iter();
        checks.filter(move |check| {
            let is_made = check.method != Method::Untested && check.verdict != Verdict::Fail;
            check.id.starts_with(kind) && is_made && !whole(check)
        })
    };
    model.runs.iter().flat_map(of_run)
}

/// The sharpest and the bluntest check of a kind, each with the deviation it would have found.
fn ends<'a>(model: &'a ReportModel, kind: &'a str) -> Option<[(f64, &'a str); 2]> {
    let name = |check: &'a Check| check.id.split_once(':').map_or("", |(_, name)| name);
    let mut sizes: Vec<(f64, &str)> = made(model, kind)
        .filter_map(|check| Some((check.smallest_detectable?, name(check))))
        .filter(|(size, _)| *size > 0.0)
        .collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    Some([*sizes.first()?, *sizes.last()?])
}

fn rows((low, sharp): (f64, &str), (high, blunt): (f64, &str), lang: Lang) -> String {
    let best = percent(low, lang);
    if low >= high {
        return lang.pick(
            format!("the chance of any row off by {best} ({sharp})"),
            format!("la chance d'une ligne quelconque faussée de {best} ({sharp})"),
        );
    }
    let worst = if high < MANY_TIMES {
        let high = percent(high, lang);
        lang.pick(format!("by {high}"), format!("de {high}"))
    } else {
        let times = lang.count((1.0 + high).round() as u64);
        lang.pick(
            format!("only if {times} times too large"),
            format!("seulement si {times} fois trop grande"),
        )
    };
    lang.pick(
        format!("the chance of any row off by {best} in the best-seen table ({sharp}), {worst} in the worst-seen ({blunt})"),
        format!("la chance d'une ligne quelconque faussée de {best} dans le tableau le mieux vu ({sharp}), {worst} dans le moins bien vu ({blunt})"),
    )
}

fn percent(share: f64, lang: Lang) -> String {
    let number = lang.significant(100.0 * share, 2);
    lang.pick(format!("{number}%"), format!("{number}\u{a0}%"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blunt_tables_are_told_in_times() {
        let english = rows((0.0064, "a/b"), (417.9, "a/c"), Lang::En);
        assert_eq!(
            english,
            "the chance of any row off by 0.64% in the best-seen table (a/b), only if 419 times too large in the worst-seen (a/c)"
        );
        let french = rows((0.01, "a"), (0.5, "b"), Lang::Fr);
        assert!(french.contains("faussée de 1,0\u{a0}%") && french.contains("de 50\u{a0}%"));
    }
}
