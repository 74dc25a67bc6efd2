//! The answer of `tirage policy` as text.

use std::collections::BTreeMap;

use crate::report::policy::{PolicyReport, StateReport};
use crate::report::text_table::table;
use crate::report::wrap::wrapped;
use crate::units::Cents;

/// Stands for a blank that no line is broken at.
const TIED: &str = "\u{a0}";

/// Columns of a table of when to stop: the cell, then lives from three to one.
const GAUGE: [usize; 3] = [3, 2, 1];

impl PolicyReport {
    /// The report for a person at a terminal.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{} · {} · {} EUR · model weights\n",
            self.game,
            self.strategy,
            Cents(self.stake_cents)
        );
        let readings: Vec<String> = self
            .readings
            .iter()
            .map(|(q, a)| format!("{q}={a}"))
            .collect();
        if !readings.is_empty() {
            text += &wrapped(&format!("Readings in force: {}", readings.join(", ")), 2);
        }
        if !self.decisions.is_empty() {
            let rows = self.decisions.iter();
            let rows = rows.map(|d| {
                [
                    d.view.clone(),
                    d.action.clone(),
                    format!("{:.6}", 100.0 * d.probability),
                ]
            });
            text += "\n";
            text += &table(
                ["the player sees", "and does", "rounds %"],
                2,
                rows.collect(),
            );
        }
        if !self.states.is_empty() {
            text += &self.stops();
        }
        text
    }

    fn stops(&self) -> String {
        let bound = if self.is_worst() {
            "at most"
        } else {
            "at least"
        };
        let mut cells = BTreeMap::<usize, BTreeMap<usize, Vec<&StateReport>>>::new();
        for state in &self.states {
            cells
                .entry(state.cell)
                .or_default()
                .entry(state.lives)
                .or_default()
                .push(state);
        }
        let said = format!(
            "Once a gain is held: on this cell, with so many lives, stop with a gain of {bound} so many EUR. \
             `always` and `never` speak of the gains that can be held there; `-` is a number of lives that no play \
             has there. `*`: it depends on what was seen of the current series; the range is shown here, the rule \
             below."
        );
        let mut text = format!("\n{}\n", wrapped(&said, 0));
        let rows = cells.iter().map(|(cell, lives)| {
            let rule = |count: usize| {
                lives
                    .get(&count)
                    .map_or("-".to_owned(), |states| self.range(states))
            };
            let chest = if cell.is_multiple_of(6) { " chest" } else { "" };
            [
                format!("{cell}{chest}"),
                rule(GAUGE[0]),
                rule(GAUGE[1]),
                rule(GAUGE[2]),
            ]
        });
        text += &table(["cell", "3 lives", "2 lives", "1 life"], 1, rows.collect());
        let mut below = String::new();
        for (cell, lives) in &cells {
            for (count, states) in lives.iter().rev() {
                let rules = self.rules(states);
                if rules.len() > 1 {
                    let plural = if *count == 1 { "life" } else { "lives" };
                    below += &format!("\n  cell {cell}, {count} {plural}\n");
                    for (rule, seen) in rules {
                        // A case is never broken.
                        let cases = seen.iter().map(|case| case.replace(' ', TIED));
                        let cases: Vec<String> = cases.collect();
                        let rule = format!("    {rule:<7}").replace(' ', TIED);
                        let line = wrapped(&format!("{rule} {}", cases.join(" | ")), 12);
                        below += &line.replace(TIED, " ");
                    }
                }
            }
        }
        if !below.is_empty() {
            let said = "Where what was seen matters: the gain, and the effects seen in the current series with \
                        which it is the one (in any order, the cell stood on included; `|` parts the cases)";
            text.push('\n');
            text += &wrapped(said, 0);
            text += &below;
        }
        if let (Some(margin), Some(ties)) = (self.margin_eur, self.ties) {
            text += &format!(
                "\nThe closest decision is worth {margin:.3e} EUR; ties, where the player stops: {ties}.\n"
            );
        }
        text
    }

    /// The rules of states that differ in what was seen, with what was seen, by rising gain.
    fn rules(&self, states: &[&StateReport]) -> Vec<(String, Vec<String>)> {
        let mut rules = BTreeMap::<(i64, String), Vec<String>>::new();
        for state in states {
            let end = if self.is_worst() {
                state.stop_to_cents
            } else {
                state.stop_from_cents
            };
            let none = if self.is_worst() { i64::MIN } else { i64::MAX };
            let key = (end.unwrap_or(none), state.rule(self.is_worst()));
            rules.entry(key).or_default().push(state.sight());
        }
        rules
            .into_iter()
            .map(|((_, rule), seen)| (rule, seen))
            .collect()
    }

    /// The rule of states that differ in what was seen, or the range of their rules.
    fn range(&self, states: &[&StateReport]) -> String {
        let rules = self.rules(states);
        match (rules.first(), rules.last()) {
            (Some((first, _)), Some((last, _))) if first != last => format!("{first} to {last} *"),
            (Some((only, _)), _) => only.clone(),
            _ => "-".to_owned(),
        }
    }
}
