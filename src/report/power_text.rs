//! The answer of `tirage power` as text.

use crate::report::number::grouped;
use crate::report::power::{MeanPower, PowerReport, RowPower, TablePower};
use crate::report::text_table::table;
use crate::report::wrap::wrapped;
use crate::units::Cents;

impl PowerReport {
    /// The report for a person at a terminal of 80 columns or more.
    pub fn text(&self) -> String {
        let stake = Cents(self.stake_cents);
        let mut text = format!("{} · {} · {stake} EUR · ", self.title, self.strategy);
        for (rounds, what) in [(self.plays, "plays"), (self.tickets, "tickets")] {
            if let Some(rounds) = rounds {
                text += &format!("players of {} {what} · ", grouped(rounds));
            }
        }
        text += &match (self.rounds, self.deviation) {
            (Some(rounds), _) => format!("what {} rounds can see\n", grouped(rounds)),
            (_, deviation) => {
                let percent = signed_percent(deviation.unwrap_or(f64::NAN));
                format!("rounds to see {percent} %\n")
            }
        };
        text += &format!(
            "Each test at level {}, a deviation being seen with probability {} %\n",
            self.alpha,
            round(100.0 * self.power)
        );
        if !self.readings.is_empty() {
            let readings: Vec<String> = self
                .readings
                .iter()
                .map(|(q, a)| format!("{q}={a}"))
                .collect();
            text += &paragraph(&format!("Readings in force: {}", readings.join(", ")), 2);
        }
        if let Some(rtp) = &self.rtp {
            text += "\nReturn to player\n";
            text += &paragraph(&Self::mean(rtp), 2);
        }
        if !self.players.is_empty() {
            text += "\nWhat players live through, in players; rounds are rounds\n";
            text += &self.rows(&self.players);
        }
        for found in &self.tables {
            text.push('\n');
            text += &self.one(found);
        }
        if !self.not_drawn.is_empty() {
            let line = format!(
                "\nNever drawn from by this strategy in the pilot: {}",
                self.not_drawn.join(", ")
            );
            text += &paragraph(&line, 2);
        }
        text + "\n" + &self.legend()
    }

    fn mean(rtp: &MeanPower) -> String {
        let euros = |cents: f64| format!("{} EUR", significant(cents / 100.0));
        let source = match rtp.source {
            "solver" => "exact",
            _ => "from the pilot, which may lack a jackpot",
        };
        let mut text = format!(
            "  Mean payout {} a round, standard deviation {} ({source}). ",
            euros(rtp.mean_cents),
            euros(rtp.standard_deviation_cents),
        );
        text += &if rtp.certain {
            "Of whole blocks the mean is certain: any difference is found.".to_owned()
        } else if let (Some(cents), Some(relative), Some(points)) =
            (rtp.smallest_cents, rtp.smallest_relative, rtp.smallest_rtp)
        {
            format!(
                "Seen: a shift of {} a round or more, {} % of the mean, {} points of RTP.",
                euros(cents),
                significant(100.0 * relative),
                significant(100.0 * points)
            )
        } else {
            format!("Seen after {} rounds.", rounds(rtp.rounds_needed))
        };
        text
    }

    fn one(&self, found: &TablePower) -> String {
        let mut line = format!("{} (article {}): {}", found.id, found.article, found.title);
        line += &match (found.block, found.draws) {
            (true, Some(draws)) => format!(", {} tickets", grouped(draws)),
            (true, None) => ", one ticket a round".to_owned(),
            (false, Some(draws)) => {
                format!(", {} draws a round, {} in all", rate(found), grouped(draws))
            }
            (false, None) => format!(", {} draws a round", rate(found)),
        };
        let mut text = paragraph(&line, 2);
        text += &paragraph(&Self::whole(found), 2);
        text + &self.rows(&found.rows)
    }

    /// What is seen of rows.
    fn rows(&self, rows: &[RowPower]) -> String {
        let rows = rows.iter();
        if self.rounds.is_some() {
            let header = [
                "\nrow",
                "probability\n1 in",
                "\nexpected",
                "excess\nseen, %",
                "shortfall\nseen, %",
                "absence seen\nafter rounds",
            ];
            table(header, 1, rows.map(seen).collect())
        } else {
            let header = [
                "\nrow",
                "probability\n1 in",
                "rounds\nneeded",
                "absence seen\nafter rounds",
            ];
            table(header, 1, rows.map(needed).collect())
        }
    }

    /// The sentence about the table as a whole.
    fn whole(found: &TablePower) -> String {
        if found.certain {
            return "  Whole blocks: a single ticket too many or too few is found, no chance involved."
                .to_owned();
        }
        match (found.df, found.smallest_shift, found.rounds_needed) {
            (_, Some(shift), _) => format!(
                "  The table as a whole: rows that are off by {} % (root mean square) are seen.",
                significant(100.0 * shift)
            ),
            (Some(_), None, _) => {
                "  The table as a whole: too few draws for a test of more than its rows.".to_owned()
            }
            (_, _, Some(_)) => format!(
                "  The table as a whole, its rows off by that much (root mean square): {} rounds.",
                rounds(found.rounds_needed)
            ),
            _ => "  One row only: nothing can deviate.".to_owned(),
        }
    }

    fn legend(&self) -> String {
        let mut lines = vec![
            "The level is that of one test by itself. A run corrects for all its tests together, so that \
             it sees a little less: give --alpha 0.001 divided by their number to be on the safe side."
                .to_owned(),
            "Rows: two-sided binomial test, exact up to 2 000 expected. RTP: normal, and \
             optimistic while fewer than some ten jackpots are expected."
                .to_owned(),
        ];
        if self.tables.iter().any(|found| !found.block) {
            lines.push(format!(
                "Draws a round: from a pilot run of {} rounds, seed {}; ~ marks fewer than 1 000 draws in it.",
                grouped(self.pilot.rounds),
                self.pilot.seed
            ));
        }
        if self.tables.iter().any(|found| found.block) {
            lines.push(
                "Tickets of a block sold in part count for more than draws with replacement, the more the fewer \
                 are left; its rows go by as many draws with replacement as its tickets are worth, which tells a row \
                 of a few lots roughly."
                    .to_owned(),
            );
        }
        lines.iter().map(|line| paragraph(line, 0)).collect()
    }
}

/// Lines for a terminal of 80 columns.
fn paragraph(text: &str, indent: usize) -> String {
    wrapped(text, indent)
}

fn rate(found: &TablePower) -> String {
    let mark = if found.pilot_draws < 1_000 { "~" } else { "" };
    format!("{mark}{}", significant(found.draws_per_round))
}

fn seen(row: &RowPower) -> [String; 6] {
    let percent =
        |value: Option<f64>| value.map_or("none".to_owned(), |value| significant(100.0 * value));
    [
        row.label.clone(),
        one_in(row.probability),
        row.expected.map_or("-".to_owned(), significant),
        percent(row.smallest_excess),
        percent(row.smallest_shortfall),
        rounds(Some(row.absence_seen_after)),
    ]
}

fn needed(row: &RowPower) -> [String; 4] {
    let needed = row.rounds_needed;
    [
        row.label.clone(),
        one_in(row.probability),
        needed.map_or("impossible".to_owned(), |needed| rounds(Some(needed))),
        rounds(Some(row.absence_seen_after)),
    ]
}

fn one_in(probability: f64) -> String {
    format!("{:.2}", 1.0 / probability)
}

/// A number of rounds: in full up to seven digits.
fn rounds(value: Option<f64>) -> String {
    match value {
        Some(value) if value < 1e7 => grouped(value as u64),
        Some(value) if value.is_finite() => format!("{value:.2e}"),
        _ => "never".to_owned(),
    }
}

/// Three significant digits, in full up to 1e7.
fn significant(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 || !size.is_finite() {
        return round(value);
    }
    if size >= 1e7 {
        return format!("{value:.2e}");
    }
    if size >= 1000.0 {
        return grouped(value.round() as u64);
    }
    let decimals = (2.0 - libm::log10(size).floor()).clamp(0.0, 8.0) as usize;
    if size < 1e-6 {
        format!("{value:.2e}")
    } else {
        format!("{value:.decimals$}")
    }
}

fn round(value: f64) -> String {
    crate::report::number::round12(value).to_string()
}

fn signed_percent(value: f64) -> String {
    let percent = round(100.0 * value);
    if value > 0.0 {
        format!("+{percent}")
    } else {
        percent
    }
}
