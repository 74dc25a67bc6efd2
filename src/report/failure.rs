//! What a failed check found, in words: where, what is printed there, how often it came up and how often it should.

use crate::audit::{CheckRow, Method};
use crate::report::document::translate;
use crate::report::lang::Lang;
use crate::report::model::TableReport;
use crate::report::outcome::Failure;

/// How a document writes what a sentence is made of.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// A whole number.
    pub(super) count: fn(Lang, u64) -> String,
    /// The note of a check.
    pub(super) note: fn(&str, Lang) -> String,
}

impl Failure<'_> {
    /// The run, what was tested there and what came out; the name of the check last.
    pub(super) fn sentence(&self, lang: Lang, style: Style) -> String {
        let (run, check) = (self.run, self.check);
        let mut text = format!(
            "{} · {} · {}{} {}",
            run.title,
            run.name(),
            lang.euros(run.stake_cents),
            lang.pick(":", "\u{a0}:"),
            self.subject(lang)
        );
        if let Some(found) = self.found(lang, style) {
            text += lang.pick("; ", "\u{a0}; ");
            text += &found;
        }
        let others = match (self.others, lang) {
            (0, _) => String::new(),
            (1, Lang::En) => ", which failed in 1 other run too".to_owned(),
            (n, Lang::En) => format!(", which failed in {n} other runs too"),
            (1, Lang::Fr) => ", non conforme dans 1 autre série aussi".to_owned(),
            (n, Lang::Fr) => format!(", non conforme dans {n} autres séries aussi"),
        };
        text + &lang.pick(
            format!(" (check {}{others}).", check.id),
            format!(" (contrôle {}{others}).", check.id),
        )
    }

    /// What was tested: a published table with its article, what is counted, or the kind of check.
    fn subject(&self, lang: Lang) -> String {
        let kind = translate(self.check.method.title(), lang);
        if let Some(table) = self.table() {
            let title = translate(&table.title, lang);
            return format!("{title} (article {})", table.article);
        }
        if self.check.method == Method::PearsonChi2 {
            return lang.pick("payouts", "gains").to_owned();
        }
        let counted = self.check.id.rsplit_once('/').map(|(_, counter)| counter);
        let mut counters = self.run.counters.iter();
        let counter = counters.find(|counter| self.is_count() && Some(counter.id) == counted);
        counter.map_or(kind, |counter| translate(counter.about, lang))
    }

    fn is_count(&self) -> bool {
        self.check.id.starts_with("count:")
    }

    fn table(&self) -> Option<&TableReport> {
        let mut tables = self.run.tables.iter();
        tables.find(|table| Some(&table.id) == self.check.table.as_ref())
    }

    /// What came out against what was expected; the note of the check where it is about no row.
    fn found(&self, lang: Lang, style: Style) -> Option<String> {
        if self.check.method == Method::StratifiedTail
            && let Some(exact) = self.run.rtp.exact
        {
            let (seen, due) = (self.run.rtp.estimate, exact);
            let (seen, due) = (lang.percent(seen, 4), lang.percent(due, 4));
            return Some(lang.pick(
                format!("{seen} of the stakes was paid back, {due} expected"),
                format!("{seen} des mises ont été rendus, {due} attendus"),
            ));
        }
        let row = self.table().and_then(|table| self.row(table, lang, style));
        row.or_else(|| Some((style.note)(self.check.note.as_deref()?, lang)))
    }

    /// The row that stands out most, by its exact p-value.
    fn row(&self, table: &TableReport, lang: Lang, style: Style) -> Option<String> {
        if self.check.method.is_certain() {
            return None;
        }
        let tested = self.check.rows.iter();
        let draws: u64 = tested.clone().map(|row| row.observed).sum();
        let least = |a: &&CheckRow, b: &&CheckRow| a.log10_p.total_cmp(&b.log10_p);
        let worst = tested.min_by(least)?;
        let row = table.rows.iter().find(|row| row.label == worst.label)?;
        let expected = draws as f64 * row.weight as f64 / table.denominator as f64;
        // A deviation that fails a check is far larger than what rounding hides.
        let expected = if expected >= 1000.0 {
            (style.count)(lang, expected.round() as u64)
        } else {
            lang.significant(expected, 3)
        };
        let (label, seen) = (&worst.label, (style.count)(lang, worst.observed));
        Some(lang.pick(
            format!("row \"{label}\" stands out most, drawn {seen} times, {expected} expected"),
            format!(
                "la ligne «\u{a0}{label}\u{a0}» ressort le plus, {seen} tirages pour {expected} attendus"
            ),
        ))
    }
}
