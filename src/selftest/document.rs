//! The answer of the selftest, as data and as text.

use serde::Serialize;

use crate::report::{SCHEMA, round12, wrapped};
use crate::selftest::control::{ALARM_LEVEL, Control};
use crate::selftest::fault::{Fault, faults};
use crate::selftest::hunt::{Hunt, STAGE_LEVEL};
use crate::selftest::whole::is_complete;

/// What the selftest found.
#[derive(Debug, Serialize)]
pub struct SelftestReport {
    /// Always [`SCHEMA`].
    pub schema: &'static str,
    /// `pass` if every fault was caught and there were no excess alarms, else `fail`.
    pub verdict: &'static str,
    /// Root seed.
    pub seed: u64,
    /// Family-wise level of the checks of one stage of a fault.
    pub stage_level: f64,
    /// The faults played.
    pub faults: Vec<FaultReport>,
    /// The faultless games; null when single faults were asked for.
    pub faultless: Option<FaultlessReport>,
}

/// A fault and what became of it.
#[derive(Debug, Serialize)]
pub struct FaultReport {
    /// Its name.
    pub id: &'static str,
    /// The game.
    pub game: &'static str,
    /// The article it breaks; null for a mistake of the engine.
    pub article: Option<&'static str>,
    /// What is wrong.
    pub about: &'static str,
    /// Where it enters.
    pub seam: &'static str,
    /// The strategy it is played with.
    pub strategy: &'static str,
    /// The stake.
    pub stake_cents: i64,
    /// Rounds within which a check must fail.
    pub limit: u64,
    /// Whether one did; null in a list of faults that were not played.
    pub caught: Option<bool>,
    /// The check that failed first; null if none did.
    pub check: Option<String>,
    /// Rounds of the stage in which it failed.
    pub rounds: Option<u64>,
    /// Its p-value there, as a decimal logarithm; null where there is none.
    pub log10_p: Option<f64>,
}

/// What the faultless games came to.
#[derive(Debug, Serialize)]
pub struct FaultlessReport {
    /// Seeds played.
    pub seeds: u64,
    /// Runs, all under one seed judged as one family; eight of them are played under every tenth seed only.
    pub runs: u64,
    /// Rounds of each run.
    pub rounds: u64,
    /// The level of the family: the rate of alarms that is stated.
    pub alpha: f64,
    /// Alarms that came.
    pub alarms: u64,
    /// The most that are no excess: more have a probability of at most 1e-3 at the stated rate.
    pub most: u64,
    /// The seeds of the alarms, and the check that failed first.
    pub alarmed: Vec<Alarm>,
}

/// One alarm.
#[derive(Debug, Serialize)]
pub struct Alarm {
    /// The root seed.
    pub seed: u64,
    /// The check.
    pub check: String,
}

impl SelftestReport {
    pub(super) fn new(seed: u64, hunts: &[Hunt], control: Option<&Control>) -> Self {
        let is_excessive = control.is_some_and(Control::is_excessive);
        let is_good = is_complete(hunts) && !is_excessive;
        Self {
            schema: SCHEMA,
            verdict: if is_good { "pass" } else { "fail" },
            seed,
            stage_level: STAGE_LEVEL,
            faults: hunts.iter().map(hunted).collect(),
            faultless: control.map(faultless),
        }
    }

    /// Whether every fault was caught and there were no excess alarms.
    pub fn is_good(&self) -> bool {
        self.verdict == "pass"
    }

    /// The report as a table, with a summary below.
    pub fn text(&self) -> String {
        let head = ["fault", "game", "caught by", "rounds", "limit", "log10 p"];
        let mut rows = vec![head.map(str::to_owned)];
        for fault in &self.faults {
            let check = fault
                .check
                .clone()
                .unwrap_or_else(|| "NOT CAUGHT".to_owned());
            rows.push([
                fault.id.to_owned(),
                fault.game.to_owned(),
                check,
                fault.rounds.map_or_else(|| "-".to_owned(), short),
                short(fault.limit),
                match fault.log10_p {
                    None => "-".to_owned(),
                    Some(p) if p < -1e9 => "p = 0".to_owned(),
                    Some(p) => format!("{p:.1}"),
                },
            ]);
        }
        let mut text = columns(&rows, &[3, 4, 5]);
        let missed = self
            .faults
            .iter()
            .filter(|fault| fault.check.is_none())
            .count();
        text += &format!(
            "\n{} of {} faults caught within their limits (checks of a stage at a family-wise level of {:e})\n",
            self.faults.len() - missed,
            self.faults.len(),
            self.stage_level
        );
        if let Some(faultless) = &self.faultless {
            text += &format!(
                "{} alarms under {} seeds without a fault ({} runs of {} rounds each, one family at {}): at \
                 most {} are no excess\n",
                faultless.alarms,
                faultless.seeds,
                faultless.runs,
                short(faultless.rounds),
                faultless.alpha,
                faultless.most
            );
            for alarm in &faultless.alarmed {
                text += &format!("  seed {}: {}\n", alarm.seed, alarm.check);
            }
        }
        text + &format!("seed {}; verdict: {}\n", self.seed, self.verdict)
    }
}

/// The faults there are.
#[derive(Debug, Serialize)]
pub struct FaultList {
    /// Always [`SCHEMA`].
    pub schema: &'static str,
    /// The faults, none of them played.
    pub faults: Vec<FaultReport>,
}

impl FaultList {
    /// The list of all faults.
    pub fn new() -> Self {
        Self {
            schema: SCHEMA,
            faults: faults().map(described).collect(),
        }
    }

    /// The list as a table.
    pub fn text(&self) -> String {
        let mut rows = vec![["fault", "game", "article", "seam"].map(str::to_owned)];
        for fault in &self.faults {
            let article = fault.article.unwrap_or("-");
            rows.push([fault.id, fault.game, article, fault.seam].map(str::to_owned));
        }
        // What is wrong stands below each.
        let mut text = String::new();
        for (number, line) in columns(&rows, &[]).lines().enumerate() {
            text += line;
            text.push('\n');
            if let Some(fault) = number.checked_sub(1).and_then(|at| self.faults.get(at)) {
                text += &wrapped(&format!("    {}", fault.about), 4);
            }
        }
        text
    }
}

impl Default for FaultList {
    fn default() -> Self {
        Self::new()
    }
}

fn described(fault: &'static Fault) -> FaultReport {
    FaultReport {
        id: fault.id,
        game: fault.game,
        article: Some(fault.article).filter(|article| !article.is_empty()),
        about: fault.about,
        seam: fault.seam(),
        strategy: fault.strategy,
        stake_cents: fault.stake.cents(),
        limit: fault.limit,
        caught: None,
        check: None,
        rounds: None,
        log10_p: None,
    }
}

fn hunted(hunt: &Hunt) -> FaultReport {
    let catch = hunt.catch.as_ref();
    FaultReport {
        caught: Some(catch.is_some()),
        check: catch.map(|catch| catch.check.clone()),
        rounds: catch.map(|catch| catch.rounds),
        log10_p: catch.and_then(|catch| catch.log10_p).map(round12),
        ..described(hunt.fault)
    }
}

fn faultless(control: &Control) -> FaultlessReport {
    let alarmed = control.alarms.iter().map(|(seed, check)| Alarm {
        seed: *seed,
        check: check.clone(),
    });
    FaultlessReport {
        seeds: control.seeds,
        runs: control.runs,
        rounds: control.rounds,
        alpha: ALARM_LEVEL,
        alarms: control.alarms.len() as u64,
        most: control.most,
        alarmed: alarmed.collect(),
    }
}

/// `3e6` for 3 000 000, other numbers with their thousands apart.
fn short(number: u64) -> String {
    let zeros = number
        .to_string()
        .bytes()
        .rev()
        .take_while(|digit| *digit == b'0')
        .count();
    let head = number / 10_u64.pow(zeros as u32);
    match (head, zeros) {
        (1..=99, 4..) => format!(
            "{}e{}",
            head as f64 / if head > 9 { 10.0 } else { 1.0 },
            zeros + usize::from(head > 9)
        ),
        _ => number.to_string(),
    }
}

/// Rows of text in columns; those numbered in `right` are set to the right.
fn columns<const N: usize>(rows: &[[String; N]], right: &[usize]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..N).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(column, (cell, &width))| {
                if right.contains(&column) {
                    format!("{cell:>width$}")
                } else {
                    format!("{cell:<width$}")
                }
            });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_too_many_fails_the_selftest() {
        let alarms = |number: u64| {
            let control = Control {
                seeds: 500,
                runs: 3,
                rounds: 100_000,
                alarms: (0..number)
                    .map(|seed| (seed, "fit:a/b".to_owned()))
                    .collect(),
                most: 13,
            };
            SelftestReport::new(1, &[], Some(&control))
        };
        assert!(alarms(13).is_good());
        assert!(!alarms(14).is_good());
        assert!(alarms(14).text().contains("14 alarms under 500 seeds"));
    }

    #[test]
    fn round_numbers_are_short() {
        let shown = [1_000, 10_000, 30_000, 1_500_000, 25_000_000, 2_097_152].map(short);
        assert_eq!(shown, ["1000", "1e4", "3e4", "1.5e6", "2.5e7", "2097152"]);
    }
}
