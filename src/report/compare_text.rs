//! The answer of `tirage compare` as text and as CSV.

use crate::error::Result;
use crate::report::compare::{CompareReport, StrategyReport};
use crate::report::csv_lines::{finished, lines, refused};
use crate::report::exact::Quantity;
use crate::report::model::Estimate;
use crate::report::number::{grouped, round12};
use crate::report::text_table::table;
use crate::report::wrap::wrapped;
use crate::units::Cents;

/// Columns of the CSV form; their order never changes.
const COLUMNS: [&str; 25] = [
    "game",
    "strategy",
    "stake_cents",
    "seed",
    "rounds",
    "rtp_exact",
    "rtp_exact_low",
    "rtp_exact_high",
    "rtp",
    "rtp_standard_error",
    "rtp_ci_low",
    "rtp_ci_high",
    "z",
    "hit_frequency_exact",
    "hit_frequency",
    "hit_frequency_standard_error",
    "standard_deviation_exact",
    "standard_deviation",
    "profit_exact",
    "profit",
    "profit_standard_error",
    "max_payout_cents_exact",
    "max_payout_probability_exact",
    "max_payout_cents",
    "refused",
];

impl CompareReport {
    /// The report for a person at a terminal of 80 columns.
    pub fn text(&self) -> String {
        let number = self.strategies.len();
        let title = format!(
            "{} · {} EUR · {number} {}, {} rounds each · seed {}",
            self.title,
            Cents(self.stake_cents),
            if number == 1 {
                "strategy"
            } else {
                "strategies"
            },
            grouped(self.rounds),
            self.seed,
        );
        let mut text = wrapped(&title, 2);
        if !self.readings.is_empty() {
            let readings = self.readings.iter().map(|(q, a)| format!("{q}={a}"));
            let readings: Vec<String> = readings.collect();
            text += &wrapped(&format!("Readings in force: {}", readings.join(", ")), 2);
        }
        if self.partial {
            text += "INTERRUPTED  Only the rounds played until then are counted.\n";
        }
        text += "\nReturn to player, the best first\n";
        let header = [
            "\nstrategy",
            "RTP %\nexact",
            "RTP %\nplayed",
            "\n± s.e.",
            "99 % interval\nof what was played",
            "\nz",
        ];
        text += &table(header, 1, self.strategies.iter().map(returns).collect());
        text += "\nWhat a round is like\n";
        let header = [
            "\nstrategy",
            "hits %\nexact",
            "hits %\nplayed",
            "s.d.\nexact",
            "s.d.\nplayed",
        ];
        text += &table(header, 1, self.strategies.iter().map(round).collect());
        text += "\nWhat players win\n";
        let header = [
            "\nstrategy",
            "profit %\nexact",
            "profit %\nplayed",
            "max. EUR\nexact",
            "max. EUR\nplayed",
        ];
        text += &table(header, 1, self.strategies.iter().map(won).collect());
        if !self.refused.is_empty() {
            text += "\nNot compared\n";
            for refused in &self.refused {
                let line = format!("  {}: {}", refused.strategy, refused.reason);
                text += &wrapped(&line, 4);
            }
        }
        text + "\n" + &self.legend()
    }

    /// What the columns mean.
    fn legend(&self) -> String {
        let mut lines = Vec::new();
        if self.strategies.iter().any(|s| s.exact.is_some()) {
            lines.push("exact     solved from the articles, under the model weights".to_owned());
        } else {
            lines.push(
                "exact     -: this game has no solver; the order is that of the rounds played"
                    .to_owned(),
            );
        }
        lines.push(
            "played    simulated; a prize rarer than one in as many rounds hardly shows here, nor \
             in ± s.e."
                .to_owned(),
        );
        if self.strategies.iter().any(|s| s.independent == Some(false)) {
            lines.push(
                "z         -: rounds depend on each other, while ± s.e. takes them as independent"
                    .to_owned(),
            );
        } else if self.strategies.iter().any(|s| s.z.is_some()) {
            lines.push(
                "z         played less exact RTP, in exact standard errors; far from 0 where a prize \
                 came up that is much rarer than one in as many rounds"
                    .to_owned(),
            );
        }
        lines.push("hits      rounds that pay".to_owned());
        lines.push("s.d.      standard deviation of the payout, in stakes".to_owned());
        lines.push("profit    rounds that pay more than the stake".to_owned());
        for strategy in &self.strategies {
            let exact = strategy.exact.as_ref();
            if let Some(error) = exact.and_then(|exact| exact.rtp.standard_error) {
                lines.push(format!(
                    "~         {}: an average over a sample; the standard error of its RTP is {} points",
                    strategy.strategy,
                    percent(Some(error))
                ));
            }
            if let Some(note) = &strategy.note {
                lines.push(format!(
                    "-         {} is not solved: {note}",
                    strategy.strategy
                ));
            }
        }
        let wrap = |line: &String| wrapped(&format!("  {line}"), 12);
        lines.iter().map(wrap).collect()
    }

    /// One line per strategy, those that are not compared last (RFC 4180, UTF-8, one header line).
    ///
    /// # Errors
    /// None that a report can cause.
    pub fn csv(&self) -> Result<Vec<u8>> {
        let mut writer = lines();
        let records = self.strategies.iter().map(|s| self.record(s));
        let not_compared = self.refused.iter().map(|refused| {
            let mut record = self.head(&refused.strategy);
            record.resize(COLUMNS.len() - 1, String::new());
            record.push(refused.reason.clone());
            record
        });
        let header = COLUMNS.map(str::to_owned).to_vec();
        for record in [header].into_iter().chain(records).chain(not_compared) {
            let written = writer.write_record(record);
            written.map_err(|error| refused(&error))?;
        }
        finished(writer)
    }

    /// The first four fields of a line.
    fn head(&self, strategy: &str) -> Vec<String> {
        let (stake, seed) = (self.stake_cents.to_string(), self.seed.to_string());
        vec![self.game.clone(), strategy.to_owned(), stake, seed]
    }

    fn record(&self, row: &StrategyReport) -> Vec<String> {
        let number = |value: f64| value.is_finite().then(|| round12(value).to_string());
        let some = |value: Option<f64>| value.and_then(number).unwrap_or_default();
        let (exact, played) = (row.exact.as_ref(), &row.simulated);
        let whole = |value: Option<i64>| value.map(|v| v.to_string()).unwrap_or_default();
        let of = |get: fn(&Estimate) -> f64, estimate: &Estimate| some(Some(get(estimate)));
        let value = |estimate: &Estimate| of(|e| e.estimate, estimate);
        let error = |estimate: &Estimate| of(|e| e.standard_error, estimate);
        let mut record = self.head(&row.strategy);
        record.extend([
            played.rounds.to_string(),
            some(exact.map(|e| e.rtp.value)),
            some(exact.and_then(|e| e.rtp.low)),
            some(exact.and_then(|e| e.rtp.high)),
            value(&played.rtp),
            error(&played.rtp),
            of(|e| e.ci_low, &played.rtp),
            of(|e| e.ci_high, &played.rtp),
            some(row.z),
            some(exact.map(|e| e.hit_frequency.value)),
            value(&played.hit_frequency),
            error(&played.hit_frequency),
            some(exact.map(|e| e.standard_deviation)),
            some(Some(played.standard_deviation)),
            some(exact.map(|e| e.profit.value)),
            value(&played.profit),
            error(&played.profit),
            whole(exact.map(|e| e.max_payout_cents)),
            some(exact.map(|e| e.max_payout_probability)),
            whole(played.max_payout_cents),
            String::new(),
        ]);
        record
    }
}

fn returns(row: &StrategyReport) -> [String; 6] {
    let rtp = &row.simulated.rtp;
    let interval = if rtp.ci_low.is_finite() {
        format!("{:.4} to {:.4}", 100.0 * rtp.ci_low, 100.0 * rtp.ci_high)
    } else {
        "-".to_owned()
    };
    [
        row.strategy.clone(),
        quantity(row.exact.as_ref().map(|exact| &exact.rtp), 4),
        percent(Some(rtp.estimate)),
        percent(Some(rtp.standard_error)),
        interval,
        row.z.map_or("-".to_owned(), |z| format!("{z:+.2}")),
    ]
}

fn round(row: &StrategyReport) -> [String; 5] {
    let (exact, played) = (row.exact.as_ref(), &row.simulated);
    [
        row.strategy.clone(),
        quantity(exact.map(|e| &e.hit_frequency), 3),
        digits(Some(100.0 * played.hit_frequency.estimate), 3),
        digits(exact.map(|e| e.standard_deviation), 3),
        digits(Some(played.standard_deviation), 3),
    ]
}

fn won(row: &StrategyReport) -> [String; 5] {
    let (exact, played) = (row.exact.as_ref(), &row.simulated);
    let euros = |cents: Option<i64>| cents.map_or("-".to_owned(), |c| Cents(c).to_string());
    [
        row.strategy.clone(),
        quantity(exact.map(|e| &e.profit), 3),
        digits(Some(100.0 * played.profit.estimate), 3),
        euros(exact.map(|e| e.max_payout_cents)),
        euros(played.max_payout_cents),
    ]
}

/// A solver's figure in per cent, marked where it is an estimate.
fn quantity(quantity: Option<&Quantity>, decimals: usize) -> String {
    let mark = quantity.map_or("", |q| if q.exact == Some(false) { "~" } else { "" });
    mark.to_owned() + &digits(quantity.map(|q| 100.0 * q.value), decimals)
}

/// Per cent with four decimals.
fn percent(value: Option<f64>) -> String {
    digits(value.map(|value| 100.0 * value), 4)
}

fn digits(value: Option<f64>, decimals: usize) -> String {
    let known = value.filter(|value| value.is_finite());
    known.map_or("-".to_owned(), |value| format!("{value:.decimals$}"))
}
