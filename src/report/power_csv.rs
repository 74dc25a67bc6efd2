//! The answer of `tirage power` as CSV.

use crate::error::Result;
use crate::report::csv_lines::{finished, lines, refused};
use crate::report::number::round12;
use crate::report::power::PowerReport;

/// Columns; their order never changes.
const COLUMNS: [&str; 18] = [
    "game",
    "strategy",
    "stake_cents",
    "alpha",
    "power",
    "rounds",
    "deviation",
    "what",
    "table",
    "row",
    "probability",
    "draws_per_round",
    "expected",
    "certain",
    "smallest_excess",
    "smallest_shortfall",
    "rounds_needed",
    "absence_seen_after",
];

impl PowerReport {
    /// One line for the RTP (`what` is `rtp`), one per thing that players live through (`player`), one per table (`table`: deviations are root-mean-square ones)
    /// and one per row (`row`); deviations are relative (RFC 4180, UTF-8, one header line).
    ///
    /// # Errors
    /// None that a report can cause.
    pub fn csv(&self) -> Result<Vec<u8>> {
        let mut writer = lines();
        let mut records = vec![COLUMNS.map(str::to_owned).to_vec()];
        if let Some(rtp) = &self.rtp {
            let seen = number(rtp.smallest_relative);
            records.push(self.record(
                "rtp",
                [
                    String::new(),
                    String::new(),
                    String::new(),
                    String::new(),
                    String::new(),
                    rtp.certain.to_string(),
                    seen.clone(),
                    seen,
                    number(rtp.rounds_needed),
                    String::new(),
                ],
            ));
        }
        records.extend(self.players.iter().map(|row| {
            self.record(
                "player",
                [
                    String::new(),
                    row.label.clone(),
                    number(Some(row.probability)),
                    String::new(),
                    number(row.expected),
                    false.to_string(),
                    number(row.smallest_excess),
                    number(row.smallest_shortfall),
                    number(row.rounds_needed),
                    number(Some(row.absence_seen_after)),
                ],
            )
        }));
        for table in &self.tables {
            let rate = number(Some(table.draws_per_round));
            let certain = table.certain.to_string();
            records.push(
                self.record(
                    "table",
                    [
                        table.id.clone(),
                        String::new(),
                        String::new(),
                        rate.clone(),
                        table
                            .draws
                            .map(|draws| draws.to_string())
                            .unwrap_or_default(),
                        certain.clone(),
                        number(table.smallest_shift),
                        String::new(),
                        number(table.rounds_needed),
                        String::new(),
                    ],
                ),
            );
            records.extend(table.rows.iter().map(|row| {
                self.record(
                    "row",
                    [
                        table.id.clone(),
                        row.label.clone(),
                        number(Some(row.probability)),
                        rate.clone(),
                        number(row.expected),
                        certain.clone(),
                        number(row.smallest_excess),
                        number(row.smallest_shortfall),
                        number(row.rounds_needed),
                        number(Some(row.absence_seen_after)),
                    ],
                )
            }));
        }
        for record in records {
            let written = writer.write_record(record);
            written.map_err(|error| refused(&error))?;
        }
        finished(writer)
    }

    fn record(&self, what: &str, fields: [String; 10]) -> Vec<String> {
        let mut record = vec![
            self.game.clone(),
            self.strategy.clone(),
            self.stake_cents.to_string(),
            number(Some(self.alpha)),
            number(Some(self.power)),
            self.rounds.map(|n| n.to_string()).unwrap_or_default(),
            number(self.deviation),
            what.to_owned(),
        ];
        record.extend(fields);
        record
    }
}

fn number(value: Option<f64>) -> String {
    let finite = value.filter(|value| value.is_finite());
    finite
        .map(|value| round12(value).to_string())
        .unwrap_or_default()
}
