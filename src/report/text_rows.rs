//! The tables of one run, row by row, as text.

use crate::audit::{Check, DISPLAY_LEVEL, Method, Verdict, clopper_pearson};
use crate::report::lang::Lang;
use crate::report::model::{PayoutCount, RowReport, RunReport, TableReport};
use crate::report::terminal::NONE;
use crate::report::text_checks::would_have_found;
use crate::report::text_table::table;
use crate::report::wrap::wrapped;

/// Readings, payouts, counters and every table drawn from.
pub(super) fn all(run: &RunReport, lang: Lang) -> String {
    let said = lang.pick("Readings in force: ", "Lectures retenues : ");
    let readings: Vec<String> = run
        .readings
        .iter()
        .map(|(q, a)| format!("{q}={a}"))
        .collect();
    let readings = if readings.is_empty() {
        lang.pick("none", "aucune").to_owned()
    } else {
        readings.join(", ")
    };
    let mut text = format!("\n{}", wrapped(&format!("{said}{readings}"), 2));
    for (number, checked) in run.checks.iter().enumerate() {
        let above = number.checked_sub(1).map(|above| &run.checks[above].table);
        if checked.table.is_some() && above == Some(&checked.table) {
            text += &outcome(checked, lang);
        } else {
            text.push('\n');
            text += &one(run, checked, lang);
        }
    }
    text += lang.pick("\nPayouts\n", "\nGains\n");
    text += &payouts(run, lang);
    if !run.counters.is_empty() {
        text += lang.pick("\nCounters\n", "\nCompteurs\n");
        let rows = run.counters.iter();
        let rows = rows.map(|c| {
            [
                lang.say(c.about),
                lang.grouped(c.count),
                per_round(c.count, run, lang),
            ]
        });
        text += &table(
            lang.pick(
                ["what", "count", "per round"],
                ["quoi", "nombre", "par partie"],
            ),
            1,
            rows.collect(),
        );
    }
    text
}

/// The table that `check` is about, with its test; the test alone where it is about none.
pub(super) fn one(run: &RunReport, check: &Check, lang: Lang) -> String {
    let found = run
        .tables
        .iter()
        .find(|table| Some(&table.id) == check.table.as_ref());
    let Some(tested) = found else {
        return format!("{}\n{}", check.id, outcome(check, lang));
    };
    let title = format!(
        "{} (article {}){} {}, {} {}",
        tested.id,
        tested.article,
        lang.pick(":", " :"),
        lang.say(&tested.title),
        lang.grouped(tested.trials),
        lang.pick("draws", "tirages")
    );
    let mut text = wrapped(&title, 2);
    let rows = tested
        .rows
        .iter()
        .map(|row| row_line(tested, row, check, lang))
        .collect();
    let printed = if tested.block {
        "lots"
    } else {
        lang.pick("1 in", "1 sur")
    };
    let printed = format!("\n{printed}");
    let header = lang.pick(
        [
            "\nrow",
            &printed,
            "expected\n%",
            "observed\n%",
            "\ncount",
            "\nz",
            "\np",
            "would\nfind",
        ],
        [
            "\nligne",
            &printed,
            "attendu\n%",
            "observé\n%",
            "\nnombre",
            "\nz",
            "\np",
            "aurait\nvu",
        ],
    );
    text += &table(header, 1, rows);
    text + &unseen(tested, lang) + &outcome(check, lang)
}

/// What a check found, in a line.
fn outcome(check: &Check, lang: Lang) -> String {
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
        parts.push(lang.pick("a certainty", "une certitude").to_owned());
    } else if check.method != Method::Untested {
        let df = check
            .df
            .map(|df| format!(", {} = {df}", lang.pick("df", "ddl")));
        let of_all = if check.parts.is_empty() {
            ""
        } else {
            lang.pick(" of all parts", " de toutes les parties du test")
        };
        parts.push(format!(
            "{statistic} = {}{}, p{of_all} = {}, {} {}",
            lang.point(format!("{:.3}", check.statistic)),
            df.unwrap_or_default(),
            lang.p(check.log10_p),
            lang.pick("adjusted", "ajustée"),
            lang.adjusted(check)
        ));
    }
    if check.verdict == Verdict::Fail {
        parts.insert(0, lang.verdict(Verdict::Fail).to_owned());
    }
    if let Some(p) = check.conservative_log10_p {
        parts.push(format!(
            "{} = {}",
            lang.pick("conservative p", "p prudente"),
            lang.p(p)
        ));
    }
    if let Some((g, p)) = check.g.zip(check.g_log10_p) {
        parts.push(format!(
            "G = {}, p = {}",
            lang.point(format!("{g:.3}")),
            lang.p(p)
        ));
    }
    parts.extend(check.note.as_deref().map(|note| lang.say(note)));
    parts.extend(would_have_found(check, lang));
    let parts = parts.join(lang.pick("; ", " ; "));
    wrapped(&format!("  {parts}"), 4)
}

/// Rows that never came up: no evidence of anything but how rare they may be.
fn unseen(table: &TableReport, lang: Lang) -> String {
    const FEW: f64 = 10.0;
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
    let never = never.join(", ");
    let most = (1.0 / ends.high).floor();
    // Of few draws a reciprocal would say nothing: "at most 1 in 1".
    let most = if most < FEW {
        lang.point(format!("{:.1}", 100.0 * ends.high)) + "\u{a0}%"
    } else {
        lang.pick(
            format!("1 in {most:.0}"),
            format!("1 sur {}", lang.count(most as u64)),
        )
    };
    let sentence = match lang {
        Lang::En => format!(
            "  never seen: {never}; no evidence that it cannot happen, only that its chance is at most {most} \
             (level {DISPLAY_LEVEL})"
        ),
        Lang::Fr => format!(
            "  jamais vu : {never} ; cela ne prouve pas que ce soit impossible, seulement que la chance est d'au plus \
             {most} (niveau {})",
            lang.point(DISPLAY_LEVEL.to_string())
        ),
    };
    wrapped(&sentence, 4)
}

fn row_line(table: &TableReport, row: &RowReport, check: &Check, lang: Lang) -> [String; 8] {
    let found = check.rows.iter().find(|tested| tested.label == row.label);
    let p = row.weight as f64 / table.denominator as f64;
    let n = table.trials as f64;
    let (expected, observed) = (n * p, row.count as f64);
    let spread = (n * p * (1.0 - p)).sqrt();
    [
        row.label.clone(),
        row.printed.clone().unwrap_or_default(),
        lang.point(format!("{:.5}", 100.0 * p)),
        lang.point(format!("{:.5}", 100.0 * observed / n)),
        lang.grouped(row.count),
        // Tickets of a block vary less than independent draws: their test has its own deviation.
        if spread > 0.0 && !table.block {
            lang.point(format!("{:+.2}", (observed - expected) / spread))
        } else {
            NONE.to_owned()
        },
        found.map_or_else(|| NONE.to_owned(), |row| lang.p(row.log10_p)),
        found
            .and_then(|row| row.smallest_detectable)
            .map_or_else(|| NONE.to_owned(), |found| lang.deviation(found)),
    ]
}

/// The payouts; of a long list the smallest and the largest, and what lies between summed up.
fn payouts(run: &RunReport, lang: Lang) -> String {
    const SMALLEST: usize = 30;
    const LARGEST: usize = 12;
    let line = |what: String, count: u64| [what, lang.grouped(count), per_round(count, run, lang)];
    let one = |payout: &PayoutCount| line(lang.amount_in_euros(payout.cents), payout.count);
    let all = &run.payouts;
    let mut rows: Vec<_>;
    if all.len() <= SMALLEST + LARGEST + 1 {
        rows = all.iter().map(one).collect();
    } else {
        let (smallest, rest) = all.split_at(SMALLEST);
        let (between, largest) = rest.split_at(rest.len() - LARGEST);
        let count = between.iter().map(|payout| payout.count).sum();
        rows = smallest.iter().map(one).collect();
        let what = match lang {
            Lang::En => format!("({} amounts between)", between.len()),
            Lang::Fr => format!("({} montants entre les deux)", between.len()),
        };
        rows.push(line(what, count));
        rows.extend(largest.iter().map(one));
    }
    let header = lang.pick(
        ["payout", "rounds", "per round"],
        ["gain", "parties", "par partie"],
    );
    table(header, 1, rows)
}

fn per_round(count: u64, run: &RunReport, lang: Lang) -> String {
    lang.point(format!("{:.8}", count as f64 / run.rounds as f64))
}
