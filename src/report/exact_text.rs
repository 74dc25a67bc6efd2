//! The answer of `tirage exact` as text.

use crate::report::exact::{ExactReport, PlayerFigures, Quantity};
use crate::report::text_table::{below, table};
use crate::report::wrap::wrapped;
use crate::units::Cents;

/// The longest fraction worth reading, and for which a line has room.
const READABLE: usize = 32;

/// The same beside figures, whose names and ranges are longer than payouts.
const READABLE_FIGURE: usize = 26;

impl ExactReport {
    /// The report for a person at a terminal.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{} · {} · {} EUR",
            self.game,
            self.strategy,
            Cents(self.stake_cents)
        );
        for (option, length) in [("plays", self.plays), ("tickets", self.tickets)] {
            if let Some(length) = length {
                text += &format!(" · {option} {length}");
            }
        }
        text += " · model weights\n";
        text += &self.readings();
        text.push('\n');
        text += &table(["per round", "value", "exactly"], 1, self.figures());
        if let Some(player) = &self.player {
            text += "\n";
            text += &table(["of such players", "probability"], 1, player_rows(player));
        }
        if !self.decisions.is_empty() {
            text += "\nDecisions\n";
            let rows = self.decisions.iter();
            let rows = rows.map(|d| [d.view.clone(), d.action.clone(), percent(d.probability)]);
            text += &table(
                ["the player sees", "and does", "rounds %"],
                2,
                rows.collect(),
            );
        }
        text += "\nPayouts\n";
        let rows = self.payouts.iter().map(|payout| {
            [
                format!("{} EUR", Cents(payout.cents)),
                significant(payout.probability),
                one_in(payout.probability),
                readable(payout.fraction.as_ref(), READABLE),
            ]
        });
        let header = ["payout", "probability", "1 in", "exactly"];
        text += &table(header, 1, rows.collect());
        if !self.facts.is_empty() {
            text += "\nFacts\n";
            let rows = self.facts.iter();
            let rows = rows.flat_map(|fact| {
                let figures = [
                    fact.id.clone(),
                    significant(fact.quantity.value),
                    span(&fact.quantity),
                ];
                [figures, below(&fact.about)]
            });
            let header = ["fact,\n  what it is", "\nvalue", "\nas printed, between"];
            text += &table(header, 1, rows.collect());
        }
        for finding in &self.findings {
            text.push('\n');
            text += &wrapped(finding, 2);
        }
        text
    }

    fn readings(&self) -> String {
        if self.readings.is_empty() {
            return String::new();
        }
        let readings = self.readings.iter().map(|(q, a)| format!("{q}={a}"));
        let readings: Vec<String> = readings.collect();
        wrapped(&format!("Readings in force: {}", readings.join(", ")), 2)
    }

    fn figures(&self) -> Vec<[String; 3]> {
        let line = |what: &str, value: String, exactly: String| [what.to_owned(), value, exactly];
        let mut rows = vec![line(
            "RTP %",
            percent(self.rtp.value),
            readable(self.rtp.fraction.as_ref(), READABLE_FIGURE),
        )];
        if let (Some(low), Some(high)) = (self.rtp.low, self.rtp.high) {
            let what = "RTP %, all odds that round to the printed ones";
            let range = format!("{} to {}", percent(low), percent(high));
            rows.push(line(what, range, String::new()));
        }
        if let Some(error) = self.rtp.standard_error {
            let what = "RTP %, standard error of this estimate";
            rows.push(line(what, percent(error), String::new()));
        }
        rows.push(line(
            "hit frequency %",
            percent(self.hit_frequency.value),
            readable(self.hit_frequency.fraction.as_ref(), READABLE_FIGURE),
        ));
        let spread = format!("{:.4}", self.standard_deviation);
        rows.push(line("standard deviation, stakes", spread, String::new()));
        let skewness = if self.skewness.is_finite() {
            format!("{:.4}", self.skewness)
        } else {
            "-".to_owned()
        };
        rows.push(line("skewness", skewness, String::new()));
        let top = Cents(self.max_payout_cents).to_string();
        let chance = format!("1 in {}", one_in(self.max_probability()));
        rows.push(line("largest payout, EUR", top, chance));
        rows
    }
}

fn player_rows(player: &PlayerFigures) -> Vec<[String; 2]> {
    let row = |what: &str, chance: Option<f64>| {
        let chance = chance.map_or_else(|| "not computed".to_owned(), significant);
        [what.to_owned(), chance]
    };
    vec![
        row("with at least one win", Some(player.at_least_one_win)),
        row("paid more than they staked", player.net_profit),
        row("with a top prize", Some(player.top_prize)),
    ]
}

/// Per cent with six decimals.
fn percent(value: f64) -> String {
    format!("{:.6}", 100.0 * value)
}

/// Six significant digits.
fn significant(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 || (1e-3..1e6).contains(&size) {
        format!("{value:.6}")
    } else {
        format!("{value:.5e}")
    }
}

/// The reciprocal of a probability.
fn one_in(probability: f64) -> String {
    format!("{:.2}", 1.0 / probability)
}

/// A fraction, where it has at most `most` digits or so.
fn readable(fraction: Option<&String>, most: usize) -> String {
    let short = fraction.filter(|fraction| fraction.len() <= most);
    short.cloned().unwrap_or_default()
}

/// The range of a quantity that the printed odds leave open.
fn span(quantity: &Quantity) -> String {
    match (quantity.low, quantity.high) {
        (Some(low), Some(high)) => format!("{} and {}", significant(low), significant(high)),
        _ => String::new(),
    }
}
