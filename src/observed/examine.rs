//! The tests that a log is put to under given readings.

use std::collections::BTreeSet;

use crate::audit::{Effect, Method, Null, RawTest, composite_fit, composite_fit_bounds};
use crate::error::Result;
use crate::exact::Bounds;
use crate::game::GameEntry;
use crate::observed::block::Sold;
use crate::observed::knowledge::{Answers, Knowledge, Known};
use crate::observed::log::{Group, Log, Payouts, Plays};
use crate::observed::rtp;
use crate::units::{Cents, Stake};

/// Amounts named in a note.
const NAMED: usize = 10;

/// What a log's plays are put to under one set of answers.
pub(super) struct Examination {
    /// The tests but that of the RTP.
    pub(super) tests: Vec<RawTest>,
    /// The groups whose RTP can be tested.
    pub(super) open: Vec<Group>,
    /// Whether every group with a known strategy had its payouts tested.
    pub(super) is_complete: bool,
}

/// A log with the game it is of.
pub(super) struct Examiner<'a> {
    pub(super) game: &'a dyn GameEntry,
    pub(super) log: &'a Log,
    pub(super) knowledge: &'a Knowledge<'a>,
}

impl Examiner<'_> {
    /// The tests of draw tables, which no reading changes.
    ///
    /// # Errors
    /// Counts too large for exact arithmetic.
    pub(super) fn draws(&self) -> Result<Vec<RawTest>> {
        let stakes: BTreeSet<Stake> = self.log.draws.keys().map(|(stake, _)| *stake).collect();
        let mut tests = Vec::new();
        for ((stake, number), draws) in &self.log.draws {
            let table = &self.game.card().tables[*number];
            let suffix = if stakes.len() > 1 {
                format!("@{stake}")
            } else {
                String::new()
            };
            if table.is_block {
                tests.extend(Sold::of_draws(table, draws).tests(&suffix)?);
                continue;
            }
            let whole = table.weights.denominator;
            let boxes: Vec<_> = table
                .rows
                .iter()
                .map(|row| row.printed.interval(whole))
                .collect();
            let labels: Vec<&str> = table.rows.iter().map(|row| row.label.as_str()).collect();
            let outcome = composite_fit(&draws.rows, &boxes)?;
            let id = format!("fit:{}{suffix}", table.id);
            tests.push(RawTest::of_table(
                id,
                &*table.id,
                Null::Composite,
                &outcome,
                &labels,
            ));
        }
        Ok(tests)
    }

    /// The tests of payouts under `answers`, but those of the RTP; or why the game refuses these answers.
    ///
    /// # Errors
    /// The solver's own.
    pub(super) fn payouts(&self, answers: &Answers) -> Result<Known<Examination>> {
        let mut found = Examination {
            tests: Vec::new(),
            open: Vec::new(),
            is_complete: true,
        };
        for (group, plays) in &self.log.plays {
            let bounds = match self.knowledge.bounds(group, answers)? {
                Ok(bounds) => bounds,
                Err(why) => return Ok(Err(why)),
            };
            let support = match self.support(group, answers)? {
                Ok(support) => support,
                Err(why) => return Ok(Err(why)),
            };
            let suffix = self.suffix(group);
            let (known, strange) = split(&plays.payouts, &support);
            found.tests.push(self.impossible(&suffix, &strange));
            if let Some(number) = self.game.block_table(group.stake)? {
                let table = &self.game.card().tables[number];
                found
                    .tests
                    .extend(Sold::of_plays(table, plays).tests(&suffix)?);
                if plays.blockless == 0 {
                    continue;
                }
            } else if let Some(bounds) = &*bounds {
                found.tests.push(self.fit(&suffix, bounds.iter(), &known)?);
            } else {
                found.is_complete &= group.strategy.is_none();
                found.tests.push(self.untested(&suffix, group));
            }
            if known.values().any(|count| *count > 0) {
                found.open.push(group.clone());
            }
        }
        Ok(Ok(found))
    }

    /// The amounts that a group can be paid.
    ///
    /// # Errors
    /// The solver's own.
    pub(super) fn support(
        &self,
        group: &Group,
        answers: &Answers,
    ) -> Result<Known<BTreeSet<Cents>>> {
        let bounds = match self.knowledge.bounds(group, answers)? {
            Ok(bounds) => bounds,
            Err(why) => return Ok(Err(why)),
        };
        if let Some(bounds) = &*bounds {
            return Ok(Ok(bounds.keys().copied().collect()));
        }
        let payable = self.knowledge.payable(group.stake, answers)?;
        Ok(payable.map(|payable| (*payable).clone().unwrap_or_default()))
    }

    /// The test of the RTP of `group`, whose payouts that cannot be are left out.
    ///
    /// # Errors
    /// The solver's own.
    pub(super) fn rtp(&self, group: &Group, answers: &Answers) -> Result<Option<RawTest>> {
        let (Ok(Some(allowed)), Ok(support)) = (
            self.knowledge.rtp(group, answers)?,
            self.support(group, answers)?,
        ) else {
            return Ok(None);
        };
        let Some(Plays { payouts, .. }) = self.log.plays.get(group) else {
            return Ok(None);
        };
        let (known, _) = split(payouts, &support);
        let id = format!("rtp:{}{}", self.game.card().id, self.suffix(group));
        let note = match group.strategy {
            Some(_) => "",
            None => " (from worst play to best, since the strategy is not known)",
        };
        rtp::test(id, &support, &known, group.stake, &allowed, note).map(Some)
    }

    /// What tells a group from others of the log.
    pub(super) fn suffix(&self, group: &Group) -> String {
        if self.log.plays.len() == 1 {
            return String::new();
        }
        let strategy = group
            .strategy
            .as_ref()
            .map(|strategy| format!("/{strategy}"));
        format!("@{}{}", group.stake, strategy.unwrap_or_default())
    }

    /// Payouts that no rule can produce.
    fn impossible(&self, suffix: &str, strange: &Payouts) -> RawTest {
        let plays: u64 = strange.values().sum();
        let mut note = format!("plays paid an amount that no rule can produce: {plays}");
        if plays > 0 {
            let amounts = strange.iter().take(NAMED);
            let amounts: Vec<String> = amounts
                .map(|(amount, count)| format!("{amount} EUR ({count} times)"))
                .collect();
            note += &format!(": {}", amounts.join(", "));
            if strange.len() > NAMED {
                note += &format!(" and {} other amounts", strange.len() - NAMED);
            }
        }
        let id = format!("impossible-outcome:{}{suffix}", self.game.card().id);
        RawTest::certainty(id, Method::ImpossibleOutcome, plays, note)
    }

    /// Payouts against the outer box of their law.
    fn fit<'b>(
        &self,
        suffix: &str,
        bounds: impl Iterator<Item = (&'b Cents, &'b Bounds)>,
        payouts: &Payouts,
    ) -> Result<RawTest> {
        let (amounts, boxes): (Vec<Cents>, Vec<Bounds>) = bounds
            .map(|(amount, bounds)| (*amount, bounds.clone()))
            .unzip();
        let counts: Vec<u64> = amounts
            .iter()
            .map(|amount| payouts.get(amount).copied().unwrap_or(0))
            .collect();
        let labels: Vec<String> = amounts
            .iter()
            .map(|amount| format!("{amount} EUR"))
            .collect();
        let outcome = composite_fit_bounds(&counts, &boxes)?;
        let game = &self.game.card().id;
        let mut test = RawTest::of_table(
            format!("payouts:{game}{suffix}"),
            "",
            Null::Composite,
            &outcome,
            &labels,
        );
        test.table = None;
        let said = "held against the smallest and the largest chance of each payout over all odds that round to \
                    the printed ones: conservative";
        test.note = Some(
            test.note
                .map_or_else(|| said.to_owned(), |note| format!("{note}; {said}")),
        );
        Ok(test)
    }

    fn untested(&self, suffix: &str, group: &Group) -> RawTest {
        let note = match group.strategy {
            None => {
                "not tested: the payouts follow no one law while the strategy is not known (column `strategy` or \
                 --strategy, if it was assigned before the plays)"
            }
            Some(_) => "not tested: the law of the payouts is not computed under this reading",
        };
        RawTest {
            effect: Effect::Unknown,
            method: Method::Untested,
            null: Null::Composite,
            ..RawTest::certainty(
                format!("payouts:{}{suffix}", self.game.card().id),
                Method::Untested,
                0,
                note,
            )
        }
    }
}

/// The payouts in `support`, and the others.
fn split(payouts: &Payouts, support: &BTreeSet<Cents>) -> (Payouts, Payouts) {
    let paid = payouts
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(amount, count)| (*amount, *count));
    paid.partition(|(amount, _)| support.contains(amount))
}
