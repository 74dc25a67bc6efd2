//! The report as CSV files (RFC 4180, UTF-8, comma, one header line); columns never change order.

use serde::Serialize;

use crate::error::Result;
use crate::report::csv_checks::{CHECK, fields, number};
use crate::report::csv_lines::{Lines, finished, lines, refused};
use crate::report::exporter::File;
use crate::report::model::{ReportModel, RunReport};

/// `tables.csv` (the rows of all published tables), `payouts.csv`, `counters.csv`, `checks.csv`,
/// `runs.csv` and `convergence.csv`. Every line begins with the run: game, strategy, stake, and what
/// else tells it from others ([`RunReport::variant`]). In `checks.csv` `p` of a table is that of all its parts after
/// Holm's correction, `statistic` and `df` those of chi-square alone.
///
/// # Errors
/// Never for a model that [`crate::report::build()`] made.
pub(super) fn export(model: &ReportModel) -> Result<Vec<File>> {
    Ok(vec![
        file("tables.csv", TABLES, model, tables)?,
        file("payouts.csv", PAYOUTS, model, payouts)?,
        file("counters.csv", COUNTERS, model, counters)?,
        file("checks.csv", &[&CHECK[..], &BESIDE].concat(), model, checks)?,
        file("runs.csv", RUNS, model, runs)?,
        file("convergence.csv", CONVERGENCE, model, convergence)?,
    ])
}

const TABLES: &[&str] = &[
    "table",
    "article",
    "label",
    "printed",
    "weight",
    "denominator",
    "count",
    "trials",
];
const PAYOUTS: &[&str] = &["payout_cents", "count"];
const COUNTERS: &[&str] = &["counter", "count"];
/// Of checks, beside [`CHECK`].
const BESIDE: [&str; 3] = ["conservative_log10_p", "g", "g_log10_p"];
const RUNS: &[&str] = &[
    "plays",
    "tickets",
    "players",
    "with_a_win",
    "in_profit",
    "with_top_prize",
    "rounds",
    "planned_rounds",
    "rtp",
    "rtp_standard_error",
    "rtp_ci_low",
    "rtp_ci_high",
    "hit_frequency",
    "hit_frequency_standard_error",
    "standard_deviation",
    "verdict",
];

const CONVERGENCE: &[&str] = &["rounds", "rtp", "band_low", "band_high"];

type Writer = Lines;
type Written = std::result::Result<(), csv::Error>;

fn file(
    name: &'static str,
    columns: &[&str],
    model: &ReportModel,
    fill: fn(&RunReport, &mut Writer) -> Written,
) -> Result<File> {
    let mut writer = lines();
    let header = ["game", "strategy", "stake_cents", "variant"]
        .iter()
        .chain(columns);
    writer
        .write_record(header)
        .map_err(|error| refused(&error))?;
    for run in &model.runs {
        fill(run, &mut writer).map_err(|error| refused(&error))?;
    }
    let bytes = finished(writer)?;
    Ok(File {
        name: name.into(),
        bytes,
    })
}

/// Writes one line: the run, then `fields`.
fn line<T: Serialize>(run: &RunReport, writer: &mut Writer, fields: T) -> Written {
    let run = (&run.game, &run.strategy, run.stake_cents, &run.variant);
    writer.serialize((run, fields))
}

fn tables(run: &RunReport, writer: &mut Writer) -> Written {
    for table in &run.tables {
        for row in &table.rows {
            let head = (&table.id, &table.article, &row.label, &row.printed);
            let counts = (row.weight, table.denominator, row.count, table.trials);
            line(run, writer, (head, counts))?;
        }
    }
    Ok(())
}

fn payouts(run: &RunReport, writer: &mut Writer) -> Written {
    run.payouts
        .iter()
        .try_for_each(|p| line(run, writer, (p.cents, p.count)))
}

fn counters(run: &RunReport, writer: &mut Writer) -> Written {
    run.counters
        .iter()
        .try_for_each(|c| line(run, writer, (c.id, c.count)))
}

fn checks(run: &RunReport, writer: &mut Writer) -> Written {
    for check in &run.checks {
        let beside = [check.conservative_log10_p, check.g, check.g_log10_p];
        let beside = beside.map(|value| value.and_then(number));
        line(run, writer, (fields(check), beside))?;
    }
    Ok(())
}

fn runs(run: &RunReport, writer: &mut Writer) -> Written {
    let (rtp, hits) = (run.rtp, run.hit_frequency);
    let rtp = [rtp.estimate, rtp.standard_error, rtp.ci_low, rtp.ci_high].map(number);
    let hits = [hits.estimate, hits.standard_error].map(number);
    let spread = number(run.standard_deviation);
    let player = run
        .player
        .map(|p| [p.players, p.at_least_one_win, p.net_profit, p.top_prize]);
    let player = match player {
        Some(counts) => counts.map(Some),
        None => [None; 4],
    };
    let rounds = (
        run.plays,
        run.tickets,
        player,
        run.rounds,
        run.planned_rounds,
    );
    line(run, writer, (rounds, rtp, hits, spread, run.verdict))
}

fn convergence(run: &RunReport, writer: &mut Writer) -> Written {
    run.convergence.points.iter().try_for_each(|point| {
        let band = [point.band_low, point.band_high].map(|end| end.and_then(number));
        line(run, writer, (point.rounds, number(point.rtp), band))
    })
}
