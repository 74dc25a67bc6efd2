//! The answer of `tirage audit` for a person at a terminal.

use crate::audit::{Check, DISPLAY_LEVEL, Method, Verdict, clopper_pearson};
use crate::report::audit::{AmountReport, AuditReport, FileReport, GroupReport, ReadingReport};
use crate::report::harmless::plain;
use crate::report::lang::Lang;
use crate::report::legend::legend;
use crate::report::number::{fixed, grouped, p_value};
use crate::report::text_table::{named_table, table};
use crate::report::wrap::wrapped;
use crate::units::Cents;

/// Sets of answers told one by one.
const TOLD: usize = 12;
/// So many amounts that were not paid, nor to be expected, are told with the others.
const FEW: usize = 20;

impl AuditReport {
    /// The report for a terminal.
    pub fn text(&self) -> String {
        let mut text = format!("tirage {} · audit of {}\n", self.version, self.title);
        text += &file(&self.file);
        text.push('\n');
        text += &wrapped(&self.sentence(), 2);
        if let Some(sight) = &self.sight {
            text += &wrapped(&format!("  {sight}"), 2);
        }
        text += &self.under();
        text += "\nChecks under these readings\n";
        let header = [
            "\ncheck",
            "\nstatistic",
            "\ndf",
            "\np",
            "\nadjusted",
            "would have\nfound",
            "\nverdict",
        ];
        text += &named_table(header, 1, self.checks.iter().map(row).collect());
        text += &self.failed();
        text += &self.worth_looking_at();
        for group in &self.groups {
            text += &figures(group);
        }
        for drawn in &self.tables {
            text += &format!(
                "\n{} (article {}), {} draws at {} EUR\n",
                drawn.id,
                drawn.article,
                grouped(drawn.trials),
                Cents(drawn.stake_cents)
            );
            let row = |row: &crate::report::RowReport| {
                [
                    row.label.clone(),
                    row.printed.clone().unwrap_or_default(),
                    grouped(row.count),
                ]
            };
            text += &table(
                ["row", "printed", "drawn"],
                1,
                drawn.rows.iter().map(row).collect(),
            );
        }
        text += &self.tried();
        for finding in &self.findings {
            text.push('\n');
            text += &wrapped(finding, 0);
        }
        text += &legend(|| self.checks.iter(), Lang::En);
        let origin = &self.provenance;
        let footer = format!(
            "commit {} · rules {} · audited at {}",
            origin.commit.unwrap_or("unknown"),
            origin.rules_sha256.get(..16).unwrap_or_default(),
            origin.started_at
        );
        text + "\n" + &wrapped(&footer, 2)
    }

    /// The verdict in a sentence.
    pub(super) fn sentence(&self) -> String {
        let made = self
            .checks
            .iter()
            .filter(|check| check.method != Method::Untested)
            .count();
        let several = self.readings.len() > 1;
        let judged = self.readings.iter().filter(|one| one.untested.is_none());
        let judged: Vec<Verdict> = judged.filter_map(|one| one.verdict).collect();
        let rejected = judged
            .iter()
            .filter(|&&verdict| verdict == Verdict::Fail)
            .count();
        match self.verdict {
            _ if made == 0 => "NOT TESTED  Not a single check could be made.".to_owned(),
            Verdict::Fail if several => format!(
                "NON-COMPLIANT  Rejected under each of the {rejected} readings of the text that were tried (family-wise \
                 level {:?} under each).",
                self.alpha
            ),
            Verdict::Fail => format!(
                "NON-COMPLIANT  Rejected (family-wise level {:?}).",
                self.alpha
            ),
            Verdict::Pass if self.is_default() => format!(
                "COMPATIBLE with the published odds: none of {made} checks rejected (family-wise level {:?}).",
                self.alpha
            ),
            Verdict::Pass => format!(
                "COMPATIBLE with the published odds under a reading of the text, not under the default one: none of \
                 {made} checks rejected (family-wise level {:?}).",
                self.alpha
            ),
            Verdict::Inconclusive if rejected > 0 && rejected == judged.len() => format!(
                "INCONCLUSIVE  Rejected under each of the {rejected} readings of the text that could be judged, but \
                 {} more could not be (family-wise level {:?}).",
                self.readings.len() - rejected,
                self.alpha
            ),
            Verdict::Inconclusive => format!(
                "INCONCLUSIVE  Not all could be tested, or not as closely as asked (family-wise level {:?}).",
                self.alpha
            ),
        }
    }

    /// The readings the figures are about.
    fn under(&self) -> String {
        if self.answers.is_empty() {
            return String::new();
        }
        let answers: Vec<String> = self
            .answers
            .iter()
            .map(|(q, a)| format!("{q}={a}"))
            .collect();
        wrapped(&format!("Readings: {}", answers.join(", ")), 2)
    }

    /// What the checks that failed found, and the notes of those that could not be made.
    fn failed(&self) -> String {
        let told = self.checks.iter().filter(|check| {
            check.verdict == Verdict::Fail || check.method == Method::Untested || check.too_even
        });
        let mut text = String::new();
        for check in told {
            let note = check.note.as_deref().unwrap_or_default();
            text += &wrapped(&format!("  {}: {note}", check.id), 4);
            let rejected = check.rows.iter().filter(|row| {
                check.verdict == Verdict::Fail
                    && row.log10_p + libm::log10(check.rows.len() as f64) <= libm::log10(self.alpha)
            });
            let rows: Vec<String> = rejected
                .map(|row| format!("{} ({} times)", row.label, row.observed))
                .collect();
            if !rows.is_empty() {
                text += &wrapped(
                    &format!("    rejected on their own: {}", rows.join(", ")),
                    6,
                );
            }
        }
        text
    }

    /// The rows that stand out, whatever the verdict.
    fn worth_looking_at(&self) -> String {
        const SHOWN: usize = 10;
        let rows = self.worth_looking_at.iter().take(SHOWN);
        let rows: Vec<[String; 4]> = rows
            .map(|row| {
                [
                    row.check.clone(),
                    row.label.clone(),
                    p_value(row.log10_p),
                    p_value(row.log10_adjusted_p),
                ]
            })
            .collect();
        if rows.is_empty() {
            return String::new();
        }
        format!(
            "\nRows worth looking at (false discovery rate 5 %), and no verdict: {}\n{}",
            self.worth_looking_at.len(),
            named_table(["check", "row", "p", "adjusted"], 2, rows)
        )
    }

    /// The other readings.
    fn tried(&self) -> String {
        if self.readings.len() < 2 {
            return String::new();
        }
        let fitting = self.compatible().count();
        let mut text = format!(
            "\nReadings tried: {}, compatible with {fitting}\n",
            self.readings.len()
        );
        let mut readings: Vec<&ReadingReport> = self.readings.iter().collect();
        // Those the log is compatible with first.
        readings.sort_by_key(|one| (one.verdict.is_none(), one.verdict));
        for reading in readings.iter().take(TOLD) {
            let differs = if reading.differs.is_empty() {
                "as by default".to_owned()
            } else {
                reading.differs.join(", ")
            };
            let said = match (&reading.untested, reading.verdict) {
                (Some(why), _) => format!("not judged: {why}"),
                (None, Some(Verdict::Fail)) => format!(
                    "rejected by {} (adjusted p {})",
                    reading.worst_check.as_deref().unwrap_or("a check"),
                    p_value(reading.adjusted_log10_p.unwrap_or(f64::NAN))
                ),
                (None, Some(Verdict::Inconclusive)) => "inconclusive".to_owned(),
                (None, _) => "compatible".to_owned(),
            };
            text += &wrapped(&format!("  {differs}: {said}"), 4);
        }
        if readings.len() > TOLD {
            text += &format!("  and {} others: --format json\n", readings.len() - TOLD);
        }
        text
    }
}

fn file(file: &FileReport) -> String {
    let title = format!(
        "{} · {} rows, {} {} · SHA-256 {}",
        plain(&file.name),
        grouped(file.rows),
        grouped(file.total),
        if file.form == "draws" {
            "draws"
        } else {
            "plays"
        },
        file.sha256
    );
    let mut text = wrapped(&title, 2);
    if let (Some(from), Some(to)) = (&file.from, &file.to) {
        text += &format!("played from {} to {}\n", plain(from), plain(to));
    }
    if !file.unused_columns.is_empty() {
        let unused = file.unused_columns.join(", ");
        text += &wrapped(&format!("columns that enter no test: {unused}"), 2);
    }
    text
}

fn row(check: &Check) -> [String; 7] {
    let made = check.method != Method::Untested;
    let certain = check.method.is_certain();
    let shown = |text: String| {
        if made && !certain {
            text
        } else {
            "-".to_owned()
        }
    };
    [
        check.id.clone(),
        if made {
            fixed(check.statistic, 4)
        } else {
            "-".to_owned()
        },
        check.df.map_or("-".to_owned(), |df| df.to_string()),
        shown(p_value(check.log10_p)),
        shown(Lang::En.adjusted(check)),
        check
            .smallest_detectable
            .filter(|_| made)
            .map_or("-".to_owned(), deviation),
        if made {
            Lang::En.verdict(check.verdict).to_owned()
        } else {
            "not tested".to_owned()
        },
    ]
}

/// A relative deviation; digits of one beyond ten times the chance mean nothing.
fn deviation(size: f64) -> String {
    if size > 10.0 {
        "> 1 000 %".to_owned()
    } else {
        format!("{} %", fixed(100.0 * size, 3))
    }
}

/// Amounts that were never paid, where that is no evidence against the printed odds.
fn unseen(group: &GroupReport) -> String {
    // 1 - (α/2)^(1/n), of guaranteed level.
    let Some(ends) = clopper_pearson(0, group.plays, 1.0 - DISPLAY_LEVEL) else {
        return String::new();
    };
    let never = group.payouts.iter().filter(|amount| {
        amount.count == 0 && amount.low.is_some_and(|low| low > 0.0 && low <= ends.high)
    });
    let never: Vec<String> = never
        .map(|amount| Cents(amount.cents).to_string())
        .collect();
    let named = match &never[..] {
        [] => return String::new(),
        [first, _, _, _, .., last] => format!("{} amounts of {first} to {last} EUR", never.len()),
        few => format!("{} EUR", few.join(", ")),
    };
    wrapped(
        &format!(
            "  never paid: {named}; no evidence that it cannot happen, only that the chance of each is at most 1 in \
             {:.0} (level {DISPLAY_LEVEL})",
            (1.0 / ends.high).floor()
        ),
        4,
    )
}

/// A group's payouts.
fn figures(group: &GroupReport) -> String {
    let mut text = format!(
        "\n{} plays at {} EUR, {}\n",
        grouped(group.plays),
        Cents(group.stake_cents),
        group
            .strategy
            .as_ref()
            .map_or("strategy not known".to_owned(), |name| format!(
                "strategy {name}"
            ))
    );
    if let Some(rtp) = group.rtp {
        let percent = |share: f64| fixed(100.0 * share, 4);
        let mut said = format!(
            "  RTP {} %, {:.0} % interval {} to {} %",
            percent(rtp.estimate),
            100.0 * rtp.level,
            percent(rtp.ci_low),
            percent(rtp.ci_high)
        );
        if let (Some(low), Some(high)) = (group.rtp_low, group.rtp_high) {
            said += &format!("; the rules allow {} to {} %", percent(low), percent(high));
        }
        text += &wrapped(&said, 4);
        if let (Some(low), Some(high)) = (group.rtp_guaranteed_low, group.rtp_guaranteed_high) {
            let ends = format!("{} to {} %", percent(low), percent(high));
            text += &wrapped(
                &format!("  guaranteed, even if looked at while it grew: {ends}"),
                4,
            );
        }
    }
    text += &unseen(group);
    let plays = group.plays as f64;
    let expected =
        |chance: Option<f64>| chance.map_or("-".to_owned(), |p| format!("{:.1}", plays * p));
    let row = |amount: &AmountReport| {
        [
            Cents(amount.cents).to_string(),
            grouped(amount.count),
            expected(amount.low),
            expected(amount.high),
        ]
    };
    // Of hundreds of amounts most are not to be seen in any log.
    let is_told = |amount: &&AmountReport| {
        amount.count > 0 || amount.high.is_none_or(|high| plays * high >= 1.0)
    };
    let others = group
        .payouts
        .iter()
        .filter(|amount| !is_told(amount))
        .count();
    let told = group
        .payouts
        .iter()
        .filter(|amount| others <= FEW || is_told(amount));
    let rows = told.map(row).collect();
    text += &table(["EUR", "plays", "expected from", "to"], 0, rows);
    if others > FEW {
        let said = format!(
            "  and {others} amounts that were never paid, each expected less than once: --format csv,json"
        );
        text += &wrapped(&said, 4);
    }
    text
}
