//! What draws are worth, and the answers about a table, a row and the mean.

use crate::audit::{
    absence_seen_after, absence_seen_in_block, row_draws_needed, smallest_detectable_gof,
    smallest_detectable_mean, smallest_in_row, table_df, table_draws_needed,
};
use crate::error::{Result, unknown};
use crate::exact::{ratio, root_of, to_f64};
use crate::published::Table;
use crate::report::power::{Ask, MeanPower, PowerQuestion, RowPower, TablePower};
use crate::tally::Moments;

/// So many draws from a table, and what they are worth.
#[derive(Clone, Copy)]
struct Draws {
    /// Draws per round, as a quotient.
    per_round: (u64, u64),
    /// Tickets of the block, if it is one.
    block: Option<u64>,
}

impl Draws {
    fn of(self, rounds: u64) -> u64 {
        let (draws, of) = (u128::from(self.per_round.0), u128::from(self.per_round.1));
        (u128::from(rounds) * draws / of).min(u128::from(u64::MAX)) as u64
    }

    /// Whether so many are whole blocks, and else how many draws with replacement are worth as much: n of N
    /// tickets have (N - n) / (N - 1) of the variance.
    fn worth(self, draws: u64) -> Option<f64> {
        let Some(tickets) = self.block else {
            return Some(draws as f64);
        };
        let left = tickets.checked_sub(draws).filter(|&left| left > 0)?;
        Some(draws as f64 * (tickets - 1) as f64 / left as f64)
    }

    /// Rounds for so many draws with replacement: at most one block.
    fn rounds(self, draws: f64) -> f64 {
        match self.block {
            None => (draws * self.per_round.1 as f64 / self.per_round.0 as f64).ceil(),
            Some(tickets) => {
                let all = tickets as f64;
                (draws * all / (all - 1.0 + draws)).ceil().min(all)
            }
        }
    }
}

impl PowerQuestion<'_> {
    pub(super) fn table(&self, table: &Table, pilot_draws: u64) -> Result<TablePower> {
        let weights = &table.weights;
        let block = table.is_block.then_some(weights.denominator);
        let per_round = if table.is_block {
            (1, 1)
        } else {
            (pilot_draws, self.pilot.rounds)
        };
        let draws = Draws { per_round, block };
        let rows = table.rows.iter().zip(&weights.values);
        let rows = rows.filter(|(row, _)| self.row.is_none_or(|asked| asked == row.label));
        let rows: Vec<RowPower> = rows
            .map(|(row, &weight)| {
                let printed = row.printed.text().map(str::to_owned);
                self.row(draws, (weight, weights.denominator), &row.label, printed)
            })
            .collect();
        if let (Some(asked), []) = (self.row, &rows[..]) {
            let labels = table.rows.iter().map(|row| row.label.as_str());
            return Err(unknown(&format!("row of {}", table.id), asked, labels));
        }
        let mut answer = TablePower {
            id: table.id.clone(),
            article: table.article.clone(),
            title: table.title.clone(),
            block: table.is_block,
            draws_per_round: per_round.0 as f64 / per_round.1 as f64,
            pilot_draws,
            draws: None,
            certain: false,
            df: None,
            smallest_shift: None,
            rounds_needed: None,
            rows,
        };
        match self.ask {
            Ask::Rounds(rounds) => {
                let drawn = draws.of(rounds);
                answer.draws = Some(drawn);
                match draws.worth(drawn) {
                    None => answer.certain = true,
                    Some(worth) => {
                        let df = table_df(&weights.values, weights.denominator, drawn as f64);
                        answer.df = Some(df);
                        let shift =
                            smallest_detectable_gof(worth as u64, df, self.alpha, self.power);
                        answer.smallest_shift = Some(shift).filter(|shift| shift.is_finite());
                    }
                }
            }
            Ask::Deviation(w) => {
                let (values, whole) = (&weights.values, weights.denominator);
                let needed = table_draws_needed(values, whole, w.abs(), self.alpha, self.power);
                answer.rounds_needed = needed.map(|needed| draws.rounds(needed));
            }
        }
        Ok(answer)
    }

    fn row(
        &self,
        draws: Draws,
        (weight, whole): (u64, u64),
        label: &str,
        printed: Option<String>,
    ) -> RowPower {
        let p = weight as f64 / whole as f64;
        let absence = match draws.block {
            Some(tickets) => absence_seen_in_block(weight, tickets, self.alpha) as f64,
            None => draws.rounds(absence_seen_after(p, self.alpha)),
        };
        let mut answer = RowPower {
            label: label.to_owned(),
            printed,
            probability: p,
            expected: None,
            smallest_excess: None,
            smallest_shortfall: None,
            rounds_needed: None,
            absence_seen_after: absence,
        };
        match self.ask {
            Ask::Rounds(rounds) => {
                let drawn = draws.of(rounds);
                answer.expected = Some(drawn as f64 * p);
                if let Some(worth) = draws.worth(drawn) {
                    let seen = smallest_in_row(p, worth as u64, self.alpha, self.power);
                    answer.smallest_excess = seen.excess;
                    answer.smallest_shortfall = seen.shortfall;
                } else {
                    let ticket = Some(1.0 / weight as f64);
                    (answer.smallest_excess, answer.smallest_shortfall) = (ticket, ticket);
                }
            }
            Ask::Deviation(deviation) => {
                let needed = row_draws_needed(p, deviation, self.alpha, self.power);
                answer.rounds_needed = needed.map(|needed| draws.rounds(needed));
            }
        }
        answer
    }

    pub(super) fn mean(&self) -> MeanPower {
        let (mean, sd, source) = self.moments();
        let tables = self.card.tables.iter().enumerate();
        let mut drawn = tables.filter(|(number, _)| self.pilot.trials(*number) > 0);
        let block = drawn.find(|(_, table)| table.is_block);
        let draws = Draws {
            per_round: (1, 1),
            block: block.map(|(_, table)| table.weights.denominator),
        };
        let mut answer = MeanPower {
            mean_cents: mean,
            standard_deviation_cents: sd,
            source,
            certain: false,
            smallest_cents: None,
            smallest_relative: None,
            smallest_rtp: None,
            rounds_needed: None,
        };
        let reach = smallest_detectable_mean(sd, 1, self.alpha, self.power);
        match self.ask {
            Ask::Rounds(rounds) => {
                let worth = draws.worth(rounds);
                answer.certain = worth.is_none();
                let shift = worth.map_or(0.0, |worth| reach / worth.sqrt());
                answer.smallest_cents = Some(shift);
                answer.smallest_relative = Some(shift / mean);
                answer.smallest_rtp = Some(shift / self.spec.stake.cents() as f64);
            }
            Ask::Deviation(deviation) => {
                let root = reach / (deviation * mean);
                answer.rounds_needed = Some(draws.rounds(root * root));
            }
        }
        answer
    }

    /// Mean, standard deviation per round, and where they are from.
    fn moments(&self) -> (f64, f64, &'static str) {
        let Some(solution) = self.solution.filter(|solution| solution.sampled.is_none()) else {
            let moments = Moments::of(self.pilot);
            return (moments.mean(), moments.variance().sqrt(), "pilot");
        };
        let law = &solution.law;
        let chain = solution.chain.as_ref();
        let run = chain.and_then(|chain| chain.long_run(|_, _, v| ratio(v.0, 1)).ok());
        let sd = run.map_or_else(|| law.standard_deviation(), |run| root_of(&run.asymptotic));
        (to_f64(&law.mean()), sd, "solver")
    }
}
