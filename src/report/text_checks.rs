//! What the checks of a report saw, did not see and were not made for, as text.

use crate::audit::{Check, Method, Verdict};
use crate::report::model::{ReportModel, RunReport};
use crate::report::number::p_value;
use crate::report::text::table;
use crate::report::wrap::wrapped;
use crate::units::Cents;

/// Rows of the list of what is worth looking at.
const WORTH_SHOWING: usize = 10;

/// What is worth looking at, what was not tested, what each passed check would have found, and what the
/// checks mean.
pub(super) fn all(model: &ReportModel) -> String {
    worth_looking_at(model) + &too_even(model) + &untested(model) + &seen(model) + &legend(model)
}

/// A relative deviation as a percentage with three digits or so, and a blank that no line is broken at.
pub(super) fn percent(deviation: f64) -> String {
    let value = 100.0 * deviation;
    let text = if value >= 100.0 {
        format!("{value:.0}")
    } else if value >= 10.0 {
        format!("{value:.1}")
    } else if value >= 1.0 {
        format!("{value:.2}")
    } else if value >= 0.001 {
        format!("{value:.4}")
    } else {
        format!("{value:.1e}")
    };
    text + "\u{a0}%"
}

/// The smallest deviation a passed check would have found, in a few words.
pub(super) fn would_have_found(check: &Check) -> Option<String> {
    if check.verdict == Verdict::Fail || check.method == Method::Untested {
        return None;
    }
    Some(match check.smallest_detectable {
        Some(0.0) => "any deviation would have been found".to_owned(),
        Some(found) => format!("would have found {} or more", percent(found)),
        None => "too few draws to find a deviation of every row".to_owned(),
    })
}

/// The run of a check, in a few words.
fn name(run: &RunReport) -> String {
    format!("{} {} {} EUR", run.game, run.name(), Cents(run.stake_cents))
}

fn worth_looking_at(model: &ReportModel) -> String {
    if model.worth_looking_at.is_empty() {
        return String::new();
    }
    let rows = model
        .worth_looking_at
        .iter()
        .take(WORTH_SHOWING)
        .map(|one| {
            [
                one.check.clone(),
                one.label.clone(),
                one.strategy.clone(),
                Cents(one.stake_cents).to_string(),
                p_value(one.log10_p),
                p_value(one.log10_adjusted_p),
            ]
        });
    let header = ["check", "row", "strategy", "EUR", "p", "adjusted"];
    let more = model.worth_looking_at.len().saturating_sub(WORTH_SHOWING);
    let more = if more > 0 {
        format!("  and {more} more\n")
    } else {
        String::new()
    };
    format!(
        "\nRows worth a look, no verdict (Benjamini-Hochberg at 5 % over all rows)\n{}{more}",
        table(header, 3, rows.collect())
    )
}

fn too_even(model: &ReportModel) -> String {
    let mut text = String::new();
    for run in &model.runs {
        for check in run.checks.iter().filter(|check| check.too_even) {
            text += &wrapped(
                &format!(
                    "\nToo good to be true: {} of {} is closer to its expected counts than chance allows \
                     in one of 10 000 tables. It looks like a block or a repeated seed.",
                    check.id,
                    name(run)
                ),
                2,
            );
        }
    }
    text
}

/// What was not tested, by run and reason. A table that one strategy never draws from and another does is
/// not listed where both were played.
fn untested(model: &ReportModel) -> String {
    let made = |run: &RunReport, id: &str| run.checks.iter().any(|check| check.id == id);
    let elsewhere = |run: &RunReport, id: &str| {
        !made(run, id) && model.runs.iter().any(|other| made(other, id))
    };
    let mut lines = String::new();
    for run in &model.runs {
        let mut by_reason: Vec<(&str, Vec<&str>)> = Vec::new();
        for one in run.untested.iter().filter(|one| !elsewhere(run, &one.id)) {
            match by_reason
                .iter_mut()
                .find(|(reason, _)| *reason == one.reason)
            {
                Some((_, ids)) => ids.push(&one.id),
                None => by_reason.push((&one.reason, vec![&one.id])),
            }
        }
        for (reason, ids) in by_reason {
            lines += &wrapped(
                &format!("  {}: {} ({reason})", name(run), ids.join(", ")),
                4,
            );
        }
    }
    if lines.is_empty() {
        return String::new();
    }
    format!("\nNot tested, and no pass\n{lines}")
}

/// One paragraph per run; of a single run the checks say it themselves.
fn seen(model: &ReportModel) -> String {
    let [_, _, ..] = &model.runs[..] else {
        return String::new();
    };
    let mut text = format!(
        "\nWhat each passed check would have found, with a probability of 90 % at its share of {} \
         (of a table: a change of any single row by so much)\n",
        model.alpha
    );
    for run in &model.runs {
        let passed = run
            .checks
            .iter()
            .filter(|check| would_have_found(check).is_some());
        let parts: Vec<String> = passed
            .map(|check| match check.smallest_detectable {
                Some(0.0) => format!("{} anything", check.id),
                Some(found) => format!("{} {}", check.id, percent(found)),
                None => format!("{} no change of every row", check.id),
            })
            .collect();
        if !parts.is_empty() {
            text += &wrapped(&format!("  {}: {}", name(run), parts.join(" · ")), 4);
        }
    }
    text
}

/// The kinds of check that occur, explained.
fn legend(model: &ReportModel) -> String {
    let mut kinds: Vec<Method> = Vec::new();
    for check in model.runs.iter().flat_map(|run| &run.checks) {
        if !kinds.contains(&check.method) {
            kinds.push(check.method);
        }
    }
    let mut text = String::from("\nWhat the checks mean\n");
    for kind in kinds {
        text += &wrapped(&format!("  {}: {}", kind.title(), kind.explanation()), 4);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_read_well() {
        for (value, text) in [
            (1.5, "150\u{a0}%"),
            (0.1234, "12.3\u{a0}%"),
            (0.0456, "4.56\u{a0}%"),
            (0.00123, "0.1230\u{a0}%"),
            (1.2e-7, "1.2e-5\u{a0}%"),
        ] {
            assert_eq!(percent(value), text);
        }
    }
}
