//! The tables of one run, row by row, as text.

use crate::audit::{Check, DISPLAY_LEVEL, Method, Verdict, clopper_pearson};
use crate::report::model::{PayoutCount, RowReport, RunReport, TableReport};
use crate::report::number::{grouped, p_value};
use crate::report::text::{adjusted, table};
use crate::report::text_checks::{percent, would_have_found};
use crate::report::wrap::wrapped;
use crate::units::Cents;

/// Readings, payouts, counters and every table drawn from.
pub(super) fn all(run: &RunReport) -> String {
    let mut text = String::from("\nReadings in force: ");
    let readings: Vec<String> = run
        .readings
        .iter()
        .map(|(q, a)| format!("{q}={a}"))
        .collect();
    text += &if readings.is_empty() {
        "none".to_owned()
    } else {
        readings.join(", ")
    };
    text.push('\n');
    for (number, checked) in run.checks.iter().enumerate() {
        let above = number.checked_sub(1).map(|above| &run.checks[above].table);
        if checked.table.is_some() && above == Some(&checked.table) {
            text += &outcome(checked);
        } else {
            text.push('\n');
            text += &one(run, checked);
        }
    }
    text += "\nPayouts\n";
    text += &payouts(run);
    if !run.counters.is_empty() {
        text += "\nCounters\n";
        let rows = run.counters.iter();
        let rows = rows.map(|c| {
            [
                c.about.to_owned(),
                grouped(c.count),
                per_round(c.count, run),
            ]
        });
        text += &table(["what", "count", "per round"], 1, rows.collect());
    }
    text
}

/// The table that `check` is about, with its test; the test alone where it is about none.
pub(super) fn one(run: &RunReport, check: &Check) -> String {
    let found = run
        .tables
        .iter()
        .find(|table| Some(&table.id) == check.table.as_ref());
    let Some(tested) = found else {
        return format!("{}\n{}", check.id, outcome(check));
    };
    let mut text = format!(
        "{} (article {}): {}, {} draws\n",
        tested.id,
        tested.article,
        tested.title,
        grouped(tested.trials)
    );
    let rows = tested
        .rows
        .iter()
        .map(|row| row_line(tested, row, check))
        .collect();
    let printed = if tested.block { "lots" } else { "1 in" };
    let header = [
        "row",
        printed,
        "expected %",
        "observed %",
        "count",
        "z",
        "p",
        "would find",
    ];
    text += &table(header, 1, rows);
    text + &unseen(tested) + &outcome(check)
}

/// What a check found, in a line.
fn outcome(check: &Check) -> String {
    let statistic = match check.method {
        Method::StratifiedTail
        | Method::Binomial
        | Method::LongRunNormal
        | Method::ExactMultinomial
        | Method::ExactRows => "z",
        _ => "X²",
    };
    let mut parts = Vec::new();
    if check.method.is_certain() {
        parts.push("a certainty".to_owned());
    } else if check.method != Method::Untested {
        let df = check.df.map(|df| format!(", df = {df}"));
        let of_all = if check.parts.is_empty() {
            ""
        } else {
            " of all parts"
        };
        parts.push(format!(
            "{statistic} = {:.3}{}, p{of_all} = {}, adjusted {}",
            check.statistic,
            df.unwrap_or_default(),
            p_value(check.log10_p),
            adjusted(check)
        ));
    }
    if check.verdict == Verdict::Fail {
        parts.insert(0, "FAIL".to_owned());
    }
    if let Some(p) = check.conservative_log10_p {
        parts.push(format!("conservative p = {}", p_value(p)));
    }
    if let Some((g, p)) = check.g.zip(check.g_log10_p) {
        parts.push(format!("G = {g:.3}, p = {}", p_value(p)));
    }
    parts.extend(check.note.clone());
    parts.extend(would_have_found(check));
    wrapped(&format!("  {}", parts.join("; ")), 4)
}

/// Rows that never came up: no evidence of anything but how rare they may be.
fn unseen(table: &TableReport) -> String {
    let never = table
        .rows
        .iter()
        .filter(|row| row.count == 0 && row.weight > 0);
    let never: Vec<&str> = never.map(|row| row.label.as_str()).collect();
    // 1 - (α/2)^(1/n), of guaranteed level.
    let ends = clopper_pearson(0, table.trials, 1.0 - DISPLAY_LEVEL);
    let Some(ends) = ends.filter(|_| !never.is_empty() && !table.block) else {
        return String::new();
    };
    format!(
        "  never seen: {}; no evidence that it cannot happen, only that its chance is at most 1 in {:.0} \
         (level {DISPLAY_LEVEL})\n",
        never.join(", "),
        (1.0 / ends.high).floor()
    )
}

fn row_line(table: &TableReport, row: &RowReport, check: &Check) -> [String; 8] {
    let found = check.rows.iter().find(|tested| tested.label == row.label);
    let p = row.weight as f64 / table.denominator as f64;
    let n = table.trials as f64;
    let (expected, observed) = (n * p, row.count as f64);
    let spread = (n * p * (1.0 - p)).sqrt();
    [
        row.label.clone(),
        row.printed.clone().unwrap_or_default(),
        format!("{:.5}", 100.0 * p),
        format!("{:.5}", 100.0 * observed / n),
        grouped(row.count),
        // Tickets of a block vary less than independent draws: their test has its own deviation.
        if spread > 0.0 && !table.block {
            format!("{:+.2}", (observed - expected) / spread)
        } else {
            "-".to_owned()
        },
        found.map_or_else(|| "-".to_owned(), |row| p_value(row.log10_p)),
        found
            .and_then(|row| row.smallest_detectable)
            .map_or_else(|| "-".to_owned(), percent),
    ]
}

/// The payouts; of a long list the smallest and the largest, and what lies between summed up.
fn payouts(run: &RunReport) -> String {
    const SMALLEST: usize = 30;
    const LARGEST: usize = 12;
    let line = |what: String, count: u64| [what, grouped(count), per_round(count, run)];
    let one = |payout: &PayoutCount| line(format!("{} EUR", Cents(payout.cents)), payout.count);
    let all = &run.payouts;
    let mut rows: Vec<_>;
    if all.len() <= SMALLEST + LARGEST + 1 {
        rows = all.iter().map(one).collect();
    } else {
        let (smallest, rest) = all.split_at(SMALLEST);
        let (between, largest) = rest.split_at(rest.len() - LARGEST);
        let count = between.iter().map(|payout| payout.count).sum();
        rows = smallest.iter().map(one).collect();
        rows.push(line(format!("({} amounts between)", between.len()), count));
        rows.extend(largest.iter().map(one));
    }
    table(["payout", "rounds", "per round"], 1, rows)
}

fn per_round(count: u64, run: &RunReport) -> String {
    format!("{:.8}", count as f64 / run.rounds as f64)
}
