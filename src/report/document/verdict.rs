//! The outcome in one sentence, and what it rests on.

use super::blocks::{Block, Tone};
use crate::audit::{Check, Method, Verdict};
use crate::report::lang::Lang;
use crate::report::model::ReportModel;

/// How a verdict is to be taken.
pub(super) fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Pass => Tone::Good,
        Verdict::Inconclusive => Tone::Open,
        Verdict::Fail => Tone::Bad,
    }
}

/// A verdict in a word.
pub(super) fn word(verdict: Verdict, lang: Lang) -> &'static str {
    match verdict {
        Verdict::Pass => lang.pick("pass", "conforme"),
        Verdict::Inconclusive => lang.pick("inconclusive", "indécis"),
        Verdict::Fail => lang.pick("fail", "non conforme"),
    }
}

pub(super) fn banner(model: &ReportModel, lang: Lang) -> Block {
    let checks = || model.runs.iter().flat_map(|run| &run.checks);
    let made = checks()
        .filter(|check| check.method != Method::Untested)
        .count();
    let failed = checks()
        .filter(|check| check.verdict == Verdict::Fail)
        .count();
    Block::Banner {
        tone: if made == 0 {
            Tone::Open
        } else {
            tone(model.verdict)
        },
        text: sentence(model, made, failed, lang),
        details: details(model, made, lang),
    }
}

fn sentence(model: &ReportModel, made: usize, failed: usize, lang: Lang) -> String {
    let (made_, failed_) = (lang.count(made as u64), lang.count(failed as u64));
    match (lang, model.verdict) {
        (Lang::En, _) if made == 0 => "Not tested: too few rounds for a single check.".to_owned(),
        (Lang::Fr, _) if made == 0 => {
            "Non testé : trop peu de parties pour un seul contrôle.".to_owned()
        }
        (Lang::En, Verdict::Pass) => {
            format!("Compliant: none of {made_} checks found a deviation from the published odds.")
        }
        (Lang::Fr, Verdict::Pass) => format!(
            "Conforme : aucun des {made_} contrôles n'a trouvé d'écart aux chances publiées."
        ),
        (Lang::En, Verdict::Inconclusive) => format!(
            "Undecided: none of {made_} checks found a deviation, but some could have missed one \
             larger than the tolerance."
        ),
        (Lang::Fr, Verdict::Inconclusive) => format!(
            "Indécis : aucun des {made_} contrôles n'a trouvé d'écart, mais certains auraient pu en \
             manquer un plus grand que la tolérance."
        ),
        (Lang::En, Verdict::Fail) => {
            format!(
                "Not compliant: {failed_} of {made_} checks found a deviation from the published odds."
            )
        }
        (Lang::Fr, Verdict::Fail) => format!(
            "Non conforme : {failed_} des {made_} contrôles ont trouvé un écart aux chances publiées."
        ),
    }
}

fn details(model: &ReportModel, made: usize, lang: Lang) -> Vec<String> {
    let rounds = model
        .runs
        .iter()
        .fold(0_u64, |n, run| n.saturating_add(run.rounds));
    let games = model.games.len() as u64;
    let mut details = Vec::new();
    details.push(match lang {
        Lang::En => format!(
            "It rests on {} simulated rounds of {} games in {} runs, seed {}.",
            lang.count(rounds),
            lang.count(games),
            model.runs.len(),
            model.seed
        ),
        Lang::Fr => format!(
            "Fondé sur {} parties simulées de {} jeux en {} séries, graine {}.",
            lang.count(rounds),
            lang.count(games),
            model.runs.len(),
            model.seed
        ),
    });
    if model.partial {
        let planned = model
            .runs
            .iter()
            .fold(0_u64, |n, run| n.saturating_add(run.planned_rounds));
        details.push(match lang {
            Lang::En => format!("Interrupted: {} rounds were planned.", lang.count(planned)),
            Lang::Fr => format!(
                "Interrompu : {} parties étaient prévues.",
                lang.count(planned)
            ),
        });
    }
    if made > 0 {
        let one_in = lang.significant(1.0 / model.alpha, 3);
        details.push(match lang {
            Lang::En => format!(
                "How sure: a faultless program would be accused, by bad luck, in at most one report in {one_in}."
            ),
            Lang::Fr => format!(
                "Fiabilité : un programme sans défaut serait accusé, par malchance, dans au plus un rapport sur {one_in}."
            ),
        });
        details.extend(sight(model, lang));
    }
    let untested = untested(model);
    details.push(match (untested.len(), lang) {
        (0, Lang::En) => "Everything that was drawn was tested.".to_owned(),
        (0, Lang::Fr) => "Tout ce qui a été tiré a été testé.".to_owned(),
        (n, Lang::En) => format!("Not tested: {n} checks for lack of draws; see the checks."),
        (n, Lang::Fr) => {
            format!("Non testé : {n} contrôles, faute de tirages ; voir les contrôles.")
        }
    });
    details
}

/// The deviations that would have been found: in an RTP and in a table, from the sharpest check to the
/// bluntest.
fn sight(model: &ReportModel, lang: Lang) -> Vec<String> {
    let found = |kind: &str| {
        let checks = model.runs.iter().flat_map(|run| &run.checks);
        let sizes = checks
            .filter(|check| check.id.starts_with(kind))
            .filter_map(|c| c.smallest_detectable)
            .filter(|size| *size > 0.0);
        sizes.fold(None, |ends: Option<(f64, f64)>, size| {
            Some(ends.map_or((size, size), |(low, high)| (low.min(size), high.max(size))))
        })
    };
    let range = |(low, high): (f64, f64)| {
        let percent = |share: f64| match lang {
            Lang::En => format!("{}%", lang.significant(100.0 * share, 2)),
            Lang::Fr => format!("{}\u{a0}%", lang.significant(100.0 * share, 2)),
        };
        match lang {
            Lang::En => format!("{} to {}", percent(low), percent(high)),
            Lang::Fr => format!("{} à {}", percent(low), percent(high)),
        }
    };
    let mut lines = Vec::new();
    if let Some(ends) = found("fit:") {
        lines.push(match lang {
            Lang::En => format!(
                "A change of a table's odds by {} would have been seen, depending on the table.",
                range(ends)
            ),
            Lang::Fr => format!(
                "Une modification des chances d'un tableau de {} aurait été vue, selon le tableau.",
                range(ends)
            ),
        });
    }
    if let Some(ends) = found("rtp:") {
        lines.push(match lang {
            Lang::En => format!("A change of the return to player by {} of it would have been seen, depending on the strategy.", range(ends)),
            Lang::Fr => format!("Une variation relative du taux de retour de {} aurait été vue, selon la stratégie.", range(ends)),
        });
    }
    lines
}

/// The checks that could not be made.
pub(super) fn untested(model: &ReportModel) -> Vec<&Check> {
    let checks = model.runs.iter().flat_map(|run| &run.checks);
    checks
        .filter(|check| check.method == Method::Untested)
        .collect()
}
