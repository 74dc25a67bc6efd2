//! A tally as it is written.
//!
//! Both ways name every field, so that a count added to [`Tally`] does not compile until it is
//! written and read, which needs a new version of the format once this one is released.

use serde::{Deserialize, Serialize};

use crate::tally::{Blocks, Faults, Players, Streams, Stretch, Stretches, Tally};
use crate::units::Cents;

/// The most draws of one row, or counts of one kind, per round: far beyond any game, and low enough that
/// counts of any number of rounds add up within 64 bits.
const MOST_PER_ROUND: u64 = 10_000;

/// A [`Tally`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TallyRecord {
    rounds: u64,
    tables: Vec<Vec<u64>>,
    counters: Vec<u64>,
    payouts: Vec<(i64, u64)>,
    blocks: BlocksRecord,
    players: PlayersRecord,
    faults: FaultsRecord,
    streams: StreamsRecord,
    /// [`Stretches`]: number of the range, chunks, rounds, cents.
    stretches: Vec<(u32, u64, u64, String)>,
}

/// [`Streams`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StreamsRecord {
    chunks: u64,
    prints: Vec<(u64, u64)>,
}

/// [`Blocks`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BlocksRecord {
    whole: u64,
    broken: u64,
    surplus: Vec<u64>,
    missing: Vec<u64>,
    partial: u64,
    sold: Vec<u64>,
    spread: String,
}

/// [`Players`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayersRecord {
    count: u64,
    winners: u64,
    in_profit: u64,
    with_top_prize: u64,
}

/// [`Faults`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FaultsRecord {
    count: u64,
    examples: Vec<String>,
}

impl From<&Tally> for TallyRecord {
    fn from(tally: &Tally) -> Self {
        let Tally {
            rounds,
            tables,
            counters,
            payouts,
            blocks,
            players,
            faults,
            streams,
            stretches: Stretches { sums },
        } = tally;
        let Streams { chunks, prints } = streams;
        let Blocks {
            whole,
            broken,
            surplus,
            missing,
            partial,
            sold,
            spread,
        } = blocks;
        let Players {
            count,
            winners,
            in_profit,
            with_top_prize,
        } = players;
        let Faults {
            count: faulty,
            examples,
        } = faults;
        Self {
            rounds: *rounds,
            tables: tables.clone(),
            counters: counters.clone(),
            payouts: payouts.iter().map(|(cents, &n)| (cents.0, n)).collect(),
            blocks: BlocksRecord {
                whole: *whole,
                broken: *broken,
                surplus: surplus.clone(),
                missing: missing.clone(),
                partial: *partial,
                sold: sold.clone(),
                spread: spread.to_string(),
            },
            players: PlayersRecord {
                count: *count,
                winners: *winners,
                in_profit: *in_profit,
                with_top_prize: *with_top_prize,
            },
            faults: FaultsRecord {
                count: *faulty,
                examples: examples.iter().cloned().collect(),
            },
            streams: StreamsRecord {
                chunks: *chunks,
                prints: prints
                    .iter()
                    .map(|(&print, &times)| (print, times))
                    .collect(),
            },
            stretches: sums.iter().map(stretch_record).collect(),
        }
    }
}

fn stretch_record((number, stretch): (&u32, &Stretch)) -> (u32, u64, u64, String) {
    let Stretch {
        chunks,
        rounds,
        cents,
    } = stretch;
    (*number, *chunks, *rounds, cents.to_string())
}

impl TallyRecord {
    /// Rounds counted.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The tally, if it has the shape of `empty` and its counts go together; otherwise what is wrong.
    ///
    /// # Errors
    /// See above.
    pub fn tally(&self, empty: &Tally) -> Result<Tally, String> {
        let Self {
            rounds,
            tables,
            counters,
            payouts,
            blocks,
            players,
            faults,
            streams,
            stretches,
        } = self;
        let shape = |tables: &[Vec<u64>]| tables.iter().map(Vec::len).collect::<Vec<_>>();
        if shape(tables) != shape(&empty.tables) || counters.len() != empty.counters.len() {
            return Err("its tables or counters are not those of the game".to_owned());
        }
        let paid = payouts.iter().map(|&(_, n)| n);
        if paid.fold(0, u64::saturating_add) != *rounds || !payouts.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(format!("its payouts are not those of {rounds} rounds"));
        }
        let per_row = [&blocks.surplus, &blocks.missing, &blocks.sold];
        let is_row = |rows: &Vec<u64>| rows.is_empty() || shape(tables).contains(&rows.len());
        if !per_row.into_iter().all(is_row) {
            return Err("its blocks have not the rows of the game's".to_owned());
        }
        let counts = tables.iter().flatten().chain(counters);
        let counts = counts.chain(per_row.into_iter().flatten());
        let others = [
            blocks.whole,
            blocks.broken,
            blocks.partial,
            players.count,
            faults.count,
            streams.chunks,
        ];
        let most = rounds.saturating_mul(MOST_PER_ROUND);
        if counts.copied().chain(others).any(|count| count > most) {
            return Err(format!("it counts more than {rounds} rounds can give"));
        }
        let prints = &streams.prints;
        let all = prints
            .iter()
            .fold(0_u64, |sum, &(_, times)| sum.saturating_add(times));
        if prints.len() > Streams::KEPT
            || all > streams.chunks
            || !prints.is_sorted_by(|a, b| a.0 < b.0)
            || prints.iter().any(|&(_, times)| times == 0)
        {
            return Err("the prints of its streams do not go together".to_owned());
        }
        let stretches = self.stretches(stretches)?;
        let spread = blocks.spread.parse();
        Ok(Tally {
            rounds: *rounds,
            tables: tables.clone(),
            counters: counters.clone(),
            payouts: payouts
                .iter()
                .map(|&(cents, n)| (Cents(cents), n))
                .collect(),
            blocks: Blocks {
                whole: blocks.whole,
                broken: blocks.broken,
                surplus: blocks.surplus.clone(),
                missing: blocks.missing.clone(),
                partial: blocks.partial,
                sold: blocks.sold.clone(),
                spread: spread.map_err(|_| "the spread of its blocks is no number".to_owned())?,
            },
            players: Players {
                count: players.count,
                winners: players.winners,
                in_profit: players.in_profit,
                with_top_prize: players.with_top_prize,
            },
            faults: Faults {
                count: faults.count,
                examples: faults
                    .examples
                    .iter()
                    .take(Faults::EXAMPLES)
                    .cloned()
                    .collect(),
            },
            streams: Streams {
                chunks: streams.chunks,
                prints: streams.prints.iter().copied().collect(),
            },
            stretches,
        })
    }

    /// The sums over chunks, if they are those of the payouts.
    fn stretches(&self, records: &[(u32, u64, u64, String)]) -> Result<Stretches, String> {
        let mut sums = std::collections::BTreeMap::new();
        for (number, chunks, rounds, cents) in records {
            let cents = cents
                .parse()
                .map_err(|_| "the sum of a range of its chunks is no number".to_owned())?;
            let stretch = Stretch {
                chunks: *chunks,
                rounds: *rounds,
                cents,
            };
            sums.insert(*number, stretch);
        }
        let stretches = Stretches { sums };
        let total = stretches.total();
        let paid = self.payouts.iter().try_fold(0_i128, |sum, &(cents, n)| {
            sum.checked_add(i128::from(cents).checked_mul(i128::from(n))?)
        });
        let is_sorted = records.is_sorted_by(|a, b| a.0 < b.0);
        if !is_sorted || total.rounds != self.rounds || paid != Some(total.cents) {
            return Err("the sums of its chunks are not those of its payouts".to_owned());
        }
        Ok(stretches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Tally {
        let mut tally = Tally::new([3, 2], 1);
        tally.tables = vec![vec![5, 6, 7], vec![1, 0]];
        tally.counters[0] = 9;
        tally.pay(Cents(0), 12);
        tally.pay(Cents(100_000_000), 3);
        tally.blocks.add(&[1, 3, 6], &[2, 3, 5], 1, 10);
        tally.blocks.add(&[1, 3, 6], &[1, 1, 2], 1, 4);
        tally.blocks.spread += u128::MAX / 2;
        tally.players = Players {
            count: 4,
            winners: 3,
            in_profit: 2,
            with_top_prize: 1,
        };
        tally.faults.add("a \"reveal\"".to_owned());
        tally.stretches.add(3, 12, 0);
        tally.stretches.add(9, 3, 300_000_000);
        tally
    }

    #[test]
    fn what_is_written_is_read() {
        let record = TallyRecord::from(&full());
        let text = serde_json::to_string(&record).expect("JSON");
        let back: TallyRecord = serde_json::from_str(&text).expect("a record");
        assert_eq!(back, record);
        assert_eq!(back.tally(&Tally::new([3, 2], 1)).as_ref(), Ok(&full()));
    }

    #[test]
    fn counts_that_do_not_go_together_are_refused() {
        let empty = Tally::new([3, 2], 1);
        let wrong = |change: fn(&mut TallyRecord)| {
            let mut record = TallyRecord::from(&full());
            change(&mut record);
            record.tally(&empty).expect_err("wrong")
        };
        assert!(wrong(|r| r.rounds += 1).contains("payouts"));
        assert!(wrong(|r| r.payouts.reverse()).contains("payouts"));
        assert!(wrong(|r| r.tables[1].push(0)).contains("tables"));
        assert!(wrong(|r| r.counters.clear()).contains("counters"));
        assert!(wrong(|r| r.counters[0] = u64::MAX / 2).contains("more than 15 rounds"));
        assert!(wrong(|r| r.blocks.sold.push(1)).contains("blocks"));
        assert!(wrong(|r| r.blocks.spread = "x".into()).contains("spread"));
        assert!(wrong(|r| r.stretches.reverse()).contains("chunks"));
        assert!(wrong(|r| r.stretches[0].2 += 1).contains("chunks"));
        assert!(wrong(|r| r.stretches[1].3 = "299999999".into()).contains("chunks"));
        assert!(wrong(|r| r.stretches[1].3 = "3e8".into()).contains("no number"));
    }
}
