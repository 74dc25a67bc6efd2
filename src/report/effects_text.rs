//! The answer of `tirage readings` as text.

use crate::report::effects::{EffectReport, ReadingsReport, ValueReport};
use crate::report::text_table::table;
use crate::report::wrap::{WIDTH, wrapped};
use crate::units::Cents;

impl ReadingsReport {
    /// The report for a person at a terminal.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{} · {} EUR · what each answer is worth, in points of RTP\n\
             Exact, under the model weights; one question at a time, the others at their\n\
             defaults; the best play is solved anew under each answer.\n\n",
            self.title,
            Cents(self.stake_cents)
        );
        text += &self.tables();
        text += "  ·  the default answer     0  no effect on the RTP     -  no figure, see below\n";
        text += &self.reasons();
        for note in &self.notes {
            text.push('\n');
            text += &wrapped(note, 0);
        }
        text += "\nQuestions, the default answer first\n";
        for question in &self.questions {
            let (id, article, about) = (question.id, question.article, question.about);
            text += &wrapped(&format!("  {id} (article {article}): {about}"), 4);
            for answer in &question.answers {
                text += &wrapped(&format!("    {}: {}", answer.id, answer.about), 6);
            }
        }
        text
    }

    /// The effects, in as many tables as it takes that none is wider than a terminal.
    fn tables(&self) -> String {
        let mut header = vec!["question".to_owned(), "answer".to_owned()];
        header.extend(self.strategies.iter().map(|base| base.strategy.clone()));
        let rows = self.rows();
        let lengths = |column: usize| {
            let cells = rows.iter().map(|row| &row[column]).chain([&header[column]]);
            cells
                .map(|cell| cell.chars().count() + 2)
                .max()
                .unwrap_or(0)
        };
        let names = 2 + lengths(0) + lengths(1);
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut used = WIDTH;
        for column in 2..header.len() {
            let length = lengths(column);
            if let Some(part) = parts.last_mut().filter(|_| used + length <= WIDTH) {
                part.push(column);
            } else {
                parts.push(vec![column]);
                used = names;
            }
            used += length;
        }
        let part = |columns: &Vec<usize>| {
            let pick = |row: &Vec<String>| -> Vec<String> {
                let columns = [0, 1].iter().chain(columns);
                columns.map(|&column| row[column].clone()).collect()
            };
            table(pick(&header), 2, rows.iter().map(pick).collect())
        };
        parts.iter().map(part).collect::<Vec<_>>().join("\n")
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let mut base = vec!["RTP %".to_owned(), "all defaults".to_owned()];
        base.extend(self.strategies.iter().map(|base| rtp(&base.value)));
        let mut rows = vec![base];
        for question in &self.questions {
            for (number, answer) in question.answers.iter().enumerate() {
                let name = if number == 0 { question.id } else { "" };
                let mut row = vec![name.to_owned(), answer.id.to_owned()];
                let here = |e: &&EffectReport| e.question == question.id && e.answer == answer.id;
                row.extend(self.effects.iter().filter(here).map(cell));
                rows.push(row);
            }
        }
        rows
    }

    /// Why there is no figure where there is none, each reason once.
    fn reasons(&self) -> String {
        let mut told: Vec<(&str, String, Vec<&str>)> = Vec::new();
        for effect in &self.effects {
            let Some(reason) = &effect.value.reason else {
                continue;
            };
            let answer = format!("{}={}", effect.question, effect.answer);
            let known = told
                .iter_mut()
                .find(|(r, a, _)| *r == reason && *a == answer);
            match known {
                Some((_, _, strategies)) => strategies.push(&effect.strategy),
                None => told.push((reason, answer, vec![&effect.strategy])),
            }
        }
        let line = |(reason, answer, strategies): &(&str, String, Vec<&str>)| {
            if strategies.len() == self.strategies.len() {
                wrapped(&format!("  -  {answer}: {reason}"), 5)
            } else {
                wrapped(
                    &format!("  -  {answer}, {}: {reason}", strategies.join(", ")),
                    5,
                )
            }
        };
        told.iter().map(line).collect()
    }
}

/// A difference in points, marked where it is an estimate.
fn cell(effect: &EffectReport) -> String {
    if effect.default {
        return "·".to_owned();
    }
    let Some(difference) = effect.difference else {
        return "-".to_owned();
    };
    let points = 100.0 * difference;
    let is_estimate = effect.difference_fraction.is_none();
    if effect.difference_fraction.as_deref() == Some("0") {
        "0".to_owned()
    } else if is_estimate {
        let error = 100.0 * effect.value.standard_error.unwrap_or(f64::NAN);
        format!("{points:+.3} ± {error:.3}")
    } else if points.abs() < 5e-5 {
        format!("{points:+.1e}")
    } else {
        format!("{points:+.4}")
    }
}

fn rtp(value: &ValueReport) -> String {
    value
        .rtp
        .map_or("-".to_owned(), |rtp| format!("{:.4}", 100.0 * rtp))
}
