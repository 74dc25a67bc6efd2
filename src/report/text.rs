//! The report as text for a terminal: the verdict first, then the runs, then what stands out.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Row, Table};

use crate::audit::{Check, Method, Verdict};
use crate::error::Result;
use crate::report::ended;
use crate::report::exporter::File;
use crate::report::model::{Estimate, ReportModel, RunReport};
use crate::report::number::{grouped, p_value, plain};
use crate::report::{text_checks, text_rows};
use crate::units::Cents;

/// `report.txt`. A report of one run shows every row of its tables; one of several runs shows the
/// checks that stand out.
///
/// # Errors
/// None.
#[expect(clippy::unnecessary_wraps, reason = "an exporter may fail")]
pub(super) fn export(model: &ReportModel) -> Result<Vec<File>> {
    let mut text = String::new();
    text += &heading(model);
    text += &sentence(model);
    text += &runs(model);
    text += &match &model.runs[..] {
        [run] => text_rows::all(run),
        _ => standing_out(model),
    };
    text += &failures(model);
    text += &text_checks::all(model);
    text += &footer(model);
    Ok(vec![File {
        name: "report.txt".into(),
        bytes: text.into_bytes(),
    }])
}

/// A table without lines, its first `left` columns flush left, the others flush right.
pub(super) fn table<R: AsRef<[String]>>(
    header: impl Into<Row>,
    left: usize,
    rows: Vec<R>,
) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).set_header(header);
    for row in rows {
        table.add_row(row.as_ref());
    }
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if number >= left {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = String::new();
    for line in table.to_string().lines() {
        text += "  ";
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn heading(model: &ReportModel) -> String {
    let titles: Vec<String> = model.titles.iter().map(|title| plain(title)).collect();
    let rounds = model
        .runs
        .iter()
        .fold(0_u64, |n, run| n.saturating_add(run.rounds));
    let seconds: f64 = model.runs.iter().map(|run| run.elapsed_seconds).sum();
    let mut text = format!("tirage {}", model.provenance.version);
    if !titles.is_empty() {
        text += &format!(" · {}", titles.join(" + "));
    }
    text += &format!(
        "\n{} {}, {} rounds in {seconds:.1} s · seed {} · {} · kernel {}\n\n",
        model.runs.len(),
        if model.runs.len() == 1 { "run" } else { "runs" },
        grouped(rounds),
        model.seed,
        model.provenance.rng,
        model.provenance.kernel,
    );
    text
}

/// The verdict in a sentence, and what it does not cover.
fn sentence(model: &ReportModel) -> String {
    let made: Vec<&Check> = model
        .runs
        .iter()
        .flat_map(|run| &run.checks)
        .filter(|check| check.method != Method::Untested)
        .collect();
    let failed = made.iter().filter(|c| c.verdict == Verdict::Fail).count();
    let mut text = match model.verdict {
        _ if made.is_empty() => "NOT TESTED  Too few rounds for a single check.\n".to_owned(),
        Verdict::Fail => format!(
            "FAIL  {failed} of {} checks against the model weights rejected \
             (family-wise level {}).\n",
            made.len(),
            model.alpha
        ),
        Verdict::Pass | Verdict::Inconclusive => format!(
            "{}  None of {} checks against the model weights rejected \
             (family-wise level {}).\n",
            if model.verdict == Verdict::Pass {
                "PASS"
            } else {
                "INCONCLUSIVE"
            },
            made.len(),
            model.alpha
        ),
    };
    text += &ended::lines(model);
    text += &exactness(model);
    text
}

/// What the payouts, the RTP and the blocks are held against, and in how many of the runs.
fn exactness(model: &ReportModel) -> String {
    let has = |run: &&RunReport, kind: &str| {
        let made = |check: &&Check| check.method != Method::Untested && check.id.starts_with(kind);
        run.checks.iter().any(|check| made(&check))
    };
    let runs = |kind: &str| model.runs.iter().filter(|run| has(run, kind)).count();
    let all = model.runs.len();
    let mut parts = Vec::new();
    for (kind, what) in [
        (
            "payouts:",
            "payouts against their exact law, solved from the articles",
        ),
        ("rtp:", "RTP against the exact one"),
        ("whole:", "whole blocks against their lots"),
    ] {
        match runs(kind) {
            0 => {}
            n if n == all => parts.push(what.to_owned()),
            n => parts.push(format!("{what} (in {n} of {all} runs)")),
        }
    }
    let mut text = if parts.is_empty() {
        "RTP and hit frequency are estimates, not tested here.".to_owned()
    } else {
        format!("Also tested: {}.", parts.join("; "))
    };
    let checks = model.runs.iter().flat_map(|run| &run.checks);
    let untested = checks
        .filter(|check| check.method == Method::Untested)
        .count();
    if untested > 0 {
        text += &format!(" Not tested, for lack of draws or of chance: {untested} (listed below).");
    }
    text + "\n\n"
}

fn runs(model: &ReportModel) -> String {
    let header = [
        "game", "strategy", "EUR", "rounds", "RTP %", "± s.e.", "exact", "hits %", "± s.e.",
        "exact", "checks", "least p", "adjusted", "verdict",
    ];
    let row = |run: &RunReport| {
        let made = run
            .checks
            .iter()
            .filter(|check| check.method != Method::Untested);
        let least = made.clone().min_by(|a, b| a.log10_p.total_cmp(&b.log10_p));
        let [rtp, rtp_error] = percent(&run.rtp);
        let [hits, hits_error] = percent(&run.hit_frequency);
        [
            run.game.clone(),
            run.name(),
            Cents(run.stake_cents).to_string(),
            grouped(run.rounds),
            rtp,
            rtp_error,
            exact(&run.rtp),
            hits,
            hits_error,
            exact(&run.hit_frequency),
            made.clone().count().to_string(),
            least.map_or("-".into(), |check| p_value(check.log10_p)),
            least.map_or("-".into(), adjusted),
            if made.clone().next().is_some() {
                verdict(Verdict::of(&run.checks)).to_owned()
            } else {
                "not tested".to_owned()
            },
        ]
    };
    table(header, 2, model.runs.iter().map(row).collect())
}

/// An estimate and its standard error in per cent.
fn percent(estimate: &Estimate) -> [String; 2] {
    [estimate.estimate, estimate.standard_error].map(|value| {
        if value.is_finite() {
            format!("{:.4}", 100.0 * value)
        } else {
            "-".to_owned()
        }
    })
}

/// The exact value in per cent, where it is known.
fn exact(estimate: &Estimate) -> String {
    let exact = estimate.exact;
    exact.map_or("-".to_owned(), |value| format!("{:.4}", 100.0 * value))
}

/// The adjusted p-value, readable however small.
pub(super) fn adjusted(check: &Check) -> String {
    p_value(libm::log10(check.adjusted_p))
}

pub(super) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "pass",
        Verdict::Inconclusive => "inconclusive",
        Verdict::Fail => "FAIL",
    }
}

/// The five least likely checks over all runs.
fn standing_out(model: &ReportModel) -> String {
    let mut checks: Vec<(&RunReport, &Check)> = model
        .runs
        .iter()
        .flat_map(|run| run.checks.iter().map(move |check| (run, check)))
        .filter(|(_, check)| check.method != Method::Untested)
        .collect();
    checks.sort_by(|a, b| a.1.log10_p.total_cmp(&b.1.log10_p));
    let row = |&(run, check): &(&RunReport, &Check)| {
        [
            check.id.clone(),
            run.name(),
            Cents(run.stake_cents).to_string(),
            format!("{:.2}", check.statistic),
            check.df.map_or("-".into(), |df| df.to_string()),
            p_value(check.log10_p),
            adjusted(check),
            verdict(check.verdict).to_owned(),
        ]
    };
    let rows: Vec<_> = checks.iter().take(5).map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let header = [
        "check", "strategy", "EUR", "X² or z", "df", "p", "adjusted", "verdict",
    ];
    format!(
        "\nThe least likely checks of all\n{}",
        table(header, 2, rows)
    )
}

/// The rows of every table that failed, where they are not shown anyway.
fn failures(model: &ReportModel) -> String {
    if model.runs.len() == 1 {
        return String::new();
    }
    let mut text = String::new();
    for run in &model.runs {
        let failed = run
            .checks
            .iter()
            .filter(|check| check.verdict == Verdict::Fail);
        for check in failed {
            let stake = Cents(run.stake_cents);
            text += &format!("\n{} {} at {stake} EUR: ", run.game, run.name());
            text += &text_rows::one(run, check);
        }
    }
    text
}

fn footer(model: &ReportModel) -> String {
    let commit = model.provenance.commit.unwrap_or("unknown");
    format!(
        "\ncommit {commit} · rules {}\nEvery row, payout and counter: --out DIR; one run in full: \
         --game GAME --strategy STRATEGY.\n",
        &model.provenance.rules_sha256[..16]
    )
}
