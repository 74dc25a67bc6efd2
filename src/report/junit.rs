//! The report as `JUnit` XML, for build servers: a suite for each run, a case for each check.

use std::fmt::Write;

use crate::audit::{Check, Method, Verdict};
use crate::error::Result;
use crate::report::ended;
use crate::report::escape::escape;
use crate::report::exporter::File;
use crate::report::model::{ReportModel, RunReport, Untested};
use crate::report::number::p_value;
use crate::units::Cents;

/// `junit.xml`. A check that failed is a failure; one that could not be made, or that a tolerance
/// leaves undecided, is skipped: neither is a pass. Tables that were never drawn from are cases as well, and so is a
/// report of fewer rounds than planned: skipped if the time was over, an error if somebody stopped it.
///
/// # Errors
/// None.
#[expect(clippy::unnecessary_wraps, reason = "an exporter may fail")]
pub(super) fn export(model: &ReportModel) -> Result<Vec<File>> {
    let checks = || model.runs.iter().flat_map(|run| &run.checks);
    let missing: Vec<usize> = model
        .runs
        .iter()
        .map(|run| never_drawn(model, run).count())
        .collect();
    let seconds: f64 = model.runs.iter().map(|run| run.elapsed_seconds).sum();
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        xml,
        "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{seconds:.3}\">",
        escape(&title(model)),
        checks().count() + missing.iter().sum::<usize>() + usize::from(model.stopped.is_some()),
        checks().filter(|check| failed(check)).count(),
        u8::from(model.stopped.is_some_and(is_error)),
    );
    for run in &model.runs {
        suite(&mut xml, model, run);
    }
    if let Some(stopped) = model.stopped {
        partial(&mut xml, model, stopped);
    }
    xml += "</testsuites>\n";
    Ok(vec![File {
        name: "junit.xml".into(),
        bytes: xml.into_bytes(),
    }])
}

/// Whether a report of fewer rounds than planned is not what was asked for.
fn is_error(stopped: &str) -> bool {
    stopped == ended::INTERRUPTED
}

/// A suite that says that fewer rounds than planned were played.
fn partial(xml: &mut String, model: &ReportModel, stopped: &str) {
    let sum = |of: fn(&RunReport) -> u64| {
        model
            .runs
            .iter()
            .fold(0_u64, |sum, run| sum.saturating_add(of(run)))
    };
    let played = sum(|run| run.rounds);
    let planned = sum(|run| run.planned_rounds);
    let why = format!("partial: {stopped}, {played} of {planned} rounds were played");
    let errors = u8::from(is_error(stopped));
    let _ = writeln!(
        xml,
        "  <testsuite name=\"rounds\" tests=\"1\" failures=\"0\" errors=\"{errors}\" skipped=\"{}\" time=\"0\" timestamp=\"{}\">",
        1 - errors,
        escape(model.provenance.started_at.trim_end_matches('Z')),
    );
    open_case(xml, "rounds", "all planned");
    if is_error(stopped) {
        let _ = writeln!(
            xml,
            ">\n      <error type=\"partial\" message=\"{}\"/>\n    </testcase>",
            escape(&why)
        );
    } else {
        skip(xml, &why);
    }
    *xml += "  </testsuite>\n";
}

/// What was not tested and is no check.
fn never_drawn<'a>(
    model: &'a ReportModel,
    run: &'a RunReport,
) -> impl Iterator<Item = &'a Untested> {
    let missing = model
        .untested()
        .filter(move |(other, _)| std::ptr::eq(*other, run));
    missing
        .map(|(_, one)| one)
        .filter(|one| run.checks.iter().all(|check| check.id != one.id))
}

fn title(model: &ReportModel) -> String {
    if model.titles.is_empty() {
        "tirage".to_owned()
    } else {
        format!("tirage: {}", model.titles.join(" + "))
    }
}

pub(super) fn failed(check: &Check) -> bool {
    check.verdict == Verdict::Fail
}

pub(super) fn skipped(check: &Check) -> bool {
    !failed(check) && (check.method == Method::Untested || check.verdict == Verdict::Inconclusive)
}

fn suite(xml: &mut String, model: &ReportModel, run: &RunReport) {
    let missing: Vec<&Untested> = never_drawn(model, run).collect();
    let name = format!("{}/{}/{}", run.game, run.name(), Cents(run.stake_cents));
    let count =
        |wanted: fn(&Check) -> bool| run.checks.iter().filter(|check| wanted(check)).count();
    let _ = writeln!(
        xml,
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3}\" timestamp=\"{}\">",
        escape(&name),
        run.checks.len() + missing.len(),
        count(failed),
        count(skipped) + missing.len(),
        run.elapsed_seconds,
        escape(model.provenance.started_at.trim_end_matches('Z')),
    );
    // Build servers take what stands before the last point for the package: the stake is in cents, so that none but a
    // strategy with an amount in its name, as it is typed, has a second point.
    let class = format!("{}.{} {} cents", run.game, run.name(), run.stake_cents);
    for check in &run.checks {
        case(xml, &class, check);
    }
    for one in missing {
        open_case(xml, &class, &one.id);
        skip(xml, &one.reason);
    }
    *xml += "  </testsuite>\n";
}

pub(super) fn open_case(xml: &mut String, class: &str, id: &str) {
    let (class, id) = (escape(class), escape(id));
    let _ = write!(
        xml,
        "    <testcase classname=\"{class}\" name=\"{id}\" time=\"0\""
    );
}

pub(super) fn skip(xml: &mut String, why: &str) {
    let _ = writeln!(
        xml,
        ">\n      <skipped message=\"{}\"/>\n    </testcase>",
        escape(why)
    );
}

pub(super) fn case(xml: &mut String, class: &str, check: &Check) {
    open_case(xml, class, &check.id);
    let note = check.note.as_deref().unwrap_or_default();
    if failed(check) {
        let message = format!(
            "log10 p = {}, adjusted p = {}",
            check.log10_p,
            p_value(check.adjusted_log10_p)
        );
        let _ = writeln!(
            xml,
            ">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>",
            escape(check.method.title()),
            escape(&message),
            escape(note)
        );
    } else if skipped(check) {
        let why = if check.method == Method::Untested {
            note
        } else {
            "inconclusive: a deviation larger than the tolerance may have gone unseen"
        };
        skip(xml, why);
    } else {
        *xml += "/>\n";
    }
}
