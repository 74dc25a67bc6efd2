//! What the checks of a report would have seen, in a sentence.

use crate::audit::Check;
use crate::report::lang::Lang;
use crate::report::model::ReportModel;

/// From this relative change on, percentages tell nobody anything.
const MANY_TIMES: f64 = 3.0;

/// The deviations that would have been found: in the odds of a row, by the sharpest check of a table and by the
/// bluntest, and in a return to player. None where no check that passed knows.
pub(super) fn sight(model: &ReportModel, lang: Lang) -> Option<String> {
    let mut parts = Vec::new();
    if let Some([sharp, blunt]) = ends(model, "fit:") {
        parts.push(rows(sharp, blunt, lang));
    }
    if let Some([(low, _), (high, _)]) = ends(model, "rtp:") {
        let range = if low < high {
            let (low, high) = (percent(low, lang), percent(high, lang));
            lang.pick(format!("{low} to {high}"), format!("{low} à {high}"))
        } else {
            percent(low, lang)
        };
        parts.push(lang.pick(
            format!("a return to player off by {range} of it"),
            format!("un taux de retour faussé de {range} de sa valeur"),
        ));
    }
    let joined = parts.join(lang.pick("; ", " ; "));
    (!parts.is_empty()).then(|| joined + ".")
}

/// The sharpest and the bluntest check of a kind, each with the deviation it would have found.
fn ends<'a>(model: &'a ReportModel, kind: &str) -> Option<[(f64, &'a str); 2]> {
    let name = |check: &'a Check| check.id.split_once(':').map_or("", |(_, name)| name);
    let checks = model.runs.iter().flat_map(|run| &run.checks);
    let mut sizes: Vec<(f64, &str)> = checks
        .filter(|check| check.id.starts_with(kind))
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
            format!("odds of a row off by {best} ({sharp})"),
            format!("les chances d'une ligne faussées de {best} ({sharp})"),
        );
    }
    let worst = if high < MANY_TIMES {
        let high = percent(high, lang);
        lang.pick(
            format!("only by {high} or more"),
            format!("seulement de {high} ou plus"),
        )
    } else {
        let times = lang.significant(1.0 + high, 2);
        lang.pick(
            format!("only {times} times too high"),
            format!("seulement {times} fois trop grandes"),
        )
    };
    lang.pick(
        format!("odds of a row off by {best} in the sharpest table ({sharp}), {worst} in the bluntest ({blunt})"),
        format!("les chances d'une ligne faussées de {best} dans le tableau le mieux vu ({sharp}), {worst} dans le moins bien vu ({blunt})"),
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
            "odds of a row off by 0.64% in the sharpest table (a/b), only 419 times too high in the bluntest (a/c)"
        );
        let french = rows((0.01, "a"), (0.5, "b"), Lang::Fr);
        assert!(french.contains("faussées de 1,0\u{a0}%") && french.contains("50\u{a0}%"));
    }
}
