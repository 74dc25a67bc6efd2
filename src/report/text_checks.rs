//! What the checks of a report saw, did not see and were not made for, as text.

use crate::audit::{Check, Method, Verdict};
use crate::report::lang::Lang;
use crate::report::legend::legend;
use crate::report::model::{ReportModel, RunReport, by_reason};
use crate::report::text_table::{below, table};
use crate::report::wrap::wrapped;

/// Rows of the list of what is worth looking at.
const WORTH_SHOWING: usize = 10;

/// What is worth looking at, what was not tested, what each passed check would have found, and what the
/// checks mean.
pub(super) fn all(model: &ReportModel) -> String {
    let checks = || model.runs.iter().flat_map(|run| &run.checks);
    worth_looking_at(model)
        + &too_even(model)
        + &untested(model)
        + &seen(model)
        + &legend(checks, model.lang)
}

/// The smallest deviation a passed check would have found, in a few words.
pub(super) fn would_have_found(check: &Check, lang: Lang) -> Option<String> {
    if check.verdict == Verdict::Fail || check.method == Method::Untested {
        return None;
    }
    Some(match check.smallest_detectable {
        Some(0.0) => lang
            .pick(
                "any deviation would have been found",
                "tout écart aurait été vu",
            )
            .to_owned(),
        Some(found) => match lang {
            Lang::En => format!("would have found {} or more", lang.deviation(found)),
            Lang::Fr => format!("aurait vu {} ou plus", lang.deviation(found)),
        },
        None => lang
            .pick(
                "too few draws to find a deviation of every row",
                "trop peu de tirages pour voir un écart de chaque ligne",
            )
            .to_owned(),
    })
}

/// The run of a check, in a few words.
fn name(run: &RunReport, lang: Lang) -> String {
    let stake = lang.amount_in_euros(run.stake_cents);
    // Blanks, for lines to be broken at.
    format!("{} {} {stake}", run.game, run.name().replace(';', "; "))
}

fn worth_looking_at(model: &ReportModel) -> String {
    let lang = model.lang;
    if model.worth_looking_at.is_empty() {
        return String::new();
    }
    let rows = model
        .worth_looking_at
        .iter()
        .take(WORTH_SHOWING)
        .flat_map(|one| {
            let stake = lang.amount_in_euros(one.stake_cents);
            [
                [
                    one.check.clone(),
                    one.label.clone(),
                    lang.p(one.log10_p),
                    lang.p(one.log10_adjusted_p),
                ],
                below(&format!("{} · {stake}", one.strategy)),
            ]
        });
    let header = lang.pick(
        ["check", "row", "p", "adjusted"],
        ["contrôle", "ligne", "p", "ajustée"],
    );
    let more = model.worth_looking_at.len().saturating_sub(WORTH_SHOWING);
    let more = if more > 0 {
        match lang {
            Lang::En => format!("  and {more} more\n"),
            Lang::Fr => format!("  et {more} de plus\n"),
        }
    } else {
        String::new()
    };
    let title = lang.pick(
        "Rows worth a look, no verdict (Benjamini-Hochberg at 5 % over all rows)",
        "Lignes à regarder, sans verdict (Benjamini-Hochberg à 5 % sur toutes les lignes)",
    );
    format!(
        "\n{}{}{more}",
        wrapped(title, 2),
        table(header, 2, rows.collect())
    )
}

fn too_even(model: &ReportModel) -> String {
    let mut text = String::new();
    for run in &model.runs {
        for check in run.checks.iter().filter(|check| check.too_even) {
            let (id, run) = (&check.id, name(run, model.lang));
            let sentence = match model.lang {
                Lang::En => format!(
                    "\nToo good to be true: {id} of {run} is closer to its expected counts than chance allows \
                     in one of 10 000 tables. It looks like a block or a repeated seed."
                ),
                Lang::Fr => format!(
                    "\nTrop beau pour être vrai : {id} de {run} est plus proche des nombres attendus que le hasard \
                     ne le permet dans un tableau sur 10\u{202f}000. Cela évoque un bloc ou une graine répétée."
                ),
            };
            text += &wrapped(&sentence, 2);
        }
    }
    text
}

/// What was not tested, by run and reason.
fn untested(model: &ReportModel) -> String {
    let lang = model.lang;
    let mut lines = String::new();
    for (run, reason, ids) in by_reason(model.untested()) {
        let (run, ids) = (name(run, lang), ids.join(", "));
        let colon = lang.pick(":", " :");
        let reason = why(reason, lang);
        lines += &wrapped(&format!("  {run}{colon} {ids} ({reason})"), 4);
    }
    if lines.is_empty() {
        return String::new();
    }
    let title = lang.pick(
        "Not tested, and no pass",
        "Non testé, ce qui n'est pas une réussite",
    );
    format!("\n{title}\n{lines}")
}

/// Why a check was not made; the catalogue has most reasons with what they explain before them.
pub(super) fn why(reason: &str, lang: Lang) -> String {
    let whole = lang.say(&format!("not tested: {reason}"));
    match whole.strip_prefix("non testé : ") {
        Some(said) => said.to_owned(),
        None => lang.say(reason),
    }
}

/// One paragraph per run; of a single run the checks say it themselves.
fn seen(model: &ReportModel) -> String {
    let [_, _, ..] = &model.runs[..] else {
        return String::new();
    };
    let lang = model.lang;
    let alpha = lang.point(format!("{:?}", model.alpha));
    let text = match lang {
        Lang::En => format!(
            "What each passed check would have found, with a probability of 90 % at its share of {alpha} \
             (of a table: a change of any single row by so much)"
        ),
        Lang::Fr => format!(
            "Ce que chaque contrôle réussi aurait vu, avec une probabilité de 90 % à sa part de {alpha} \
             (d'un tableau : une variation d'autant de n'importe quelle ligne)"
        ),
    };
    let mut text = format!("\n{}", wrapped(&text, 0));
    for run in &model.runs {
        let passed = run
            .checks
            .iter()
            .filter(|check| would_have_found(check, lang).is_some());
        let parts: Vec<String> = passed
            .map(|check| match check.smallest_detectable {
                Some(0.0) => format!("{} {}", check.id, lang.pick("anything", "tout")),
                Some(found) => format!("{} {}", check.id, lang.deviation(found)),
                None => {
                    let nothing = lang.pick("not every row", "pas toutes les lignes");
                    format!("{} {nothing}", check.id)
                }
            })
            .collect();
        if !parts.is_empty() {
            text += &wrapped(
                &format!(
                    "  {}{} {}",
                    name(run, lang),
                    lang.pick(":", " :"),
                    parts.join(" · ")
                ),
                4,
            );
        }
    }
    text
}
