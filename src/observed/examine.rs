//! The tests that a log is put to under given readings.

use std::collections::{BTreeMap, BTreeSet};

use crate::audit::{
    Method, Null, RawTest, TableOutcome, composite_fit, composite_fit_bounds, readable, table_test,
};
use crate::error::Result;
use crate::exact::Bounds;
use crate::game::GameEntry;
use crate::observed::block::Sold;
use crate::observed::knowledge::{Answers, Knowledge, Known, Who};
use crate::observed::log::{Group, Log, Payouts, Plays};
use crate::observed::rtp;
use crate::published::Table;
use crate::units::{Cents, Stake};

/// Amounts named in a note.
const NAMED: usize = 10;
/// Why amounts cannot be tested.
const UNLISTED: &str = "not tested: the game does not list the amounts that it can pay";

/// What a log's plays are put to under one set of answers.
pub(super) struct Examination {
    /// The tests but that of the RTP.
    pub(super) tests: Vec<RawTest>,
    /// The groups whose RTP can be tested.
    pub(super) open: Vec<Group>,
    /// The groups whose payouts follow no law that is known.
    pub(super) lawless: Vec<Group>,
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
            let test = RawTest::of_table(id, &*table.id, Null::Composite, &outcome, &labels);
            tests.push(RawTest {
                note: with(test.note, inferred(table, &draws.rows)?),
                ..test
            });
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
            lawless: Vec::new(),
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
            let (known, test) = match &support {
                Some(support) => {
                    let (known, strange) = split(&plays.payouts, support);
                    (known, self.impossible(&suffix, &strange))
                }
                None => (plays.payouts.clone(), self.unlisted(&suffix)),
            };
            found.tests.push(test);
            if let Some(number) = self.game.block_table(group.stake)? {
                let table = &self.game.card().tables[number];
                found
                    .tests
                    .extend(Sold::of_plays(table, plays).tests(&suffix)?);
                if plays.blockless == 0 {
                    continue;
                }
            } else if let Some(bounds) = &*bounds {
                let anyone = self.knowledge.is_of_anyone(group, answers)?;
                let test = self.fit(&suffix, anyone, bounds, &known)?;
                found.tests.push(test);
            } else {
                found.lawless.push(group.clone());
                found.tests.push(self.untested(&suffix, group));
            }
            if known.values().any(|count| *count > 0) {
                found.open.push(group.clone());
            }
        }
        Ok(Ok(found))
    }

    /// The amounts that a group can be paid; none where the game does not list them.
    ///
    /// # Errors
    /// The solver's own.
    pub(super) fn support(
        &self,
        group: &Group,
        answers: &Answers,
    ) -> Result<Known<Option<BTreeSet<Cents>>>> {
        let bounds = match self.knowledge.bounds(group, answers)? {
            Ok(bounds) => bounds,
            Err(why) => return Ok(Err(why)),
        };
        if let Some(bounds) = &*bounds {
            return Ok(Ok(Some(bounds.keys().copied().collect())));
        }
        let payable = self.knowledge.payable(group.stake, answers)?;
        Ok(payable.map(|payable| (*payable).clone()))
    }

    /// The test of the RTP of `group`, whose payouts that cannot be are left out.
    ///
    /// # Errors
    /// The solver's own.
    pub(super) fn rtp(&self, group: &Group, answers: &Answers) -> Result<Option<RawTest>> {
        let (Ok(support), Some(Plays { payouts, .. })) =
            (self.support(group, answers)?, self.log.plays.get(group))
        else {
            return Ok(None);
        };
        let id = format!("rtp:{}{}", self.game.card().id, self.suffix(group));
        let allowed = match self.knowledge.rtp(group, answers)? {
            Ok(Some(allowed)) => allowed,
            Ok(None) if self.knowledge.is_past_unknown() => {
                let why =
                    "not tested: it depends on what the players held before, which is not known";
                return Ok(Some(RawTest::untested(id, Null::Composite, why)));
            }
            Ok(None) => {
                let why = "not tested: it is not computed under this reading";
                return Ok(Some(RawTest::untested(id, Null::Composite, why)));
            }
            Err(why) => {
                let why = format!("not tested: {why}");
                return Ok(Some(RawTest::untested(id, Null::Composite, why)));
            }
        };
        let Some(support) = support else {
            return Ok(Some(RawTest::untested(id, Null::Composite, UNLISTED)));
        };
        let (known, _) = split(payouts, &support);
        let note = match allowed.of {
            Who::Strategy => "",
            Who::Searched => " (from worst play to best, since the strategy is not known)",
            Who::Anyone => {
                " (whoever plays and whatever he sees: best play is not searched for under this reading)"
            }
        };
        rtp::test(id, &support, &known, group.stake, &allowed, note).map(Some)
    }

    /// Why some group has neither its payouts nor its RTP tested under `answers`, so that nothing speaks for
    /// them; none where all groups have one or the other.
    ///
    /// # Errors
    /// The solver's own.
    pub(super) fn out_of_reach(
        &self,
        examination: &Examination,
        answers: &Answers,
    ) -> Result<Option<String>> {
        for group in &examination.lawless {
            match self.knowledge.rtp(group, answers)? {
                Ok(Some(_)) => {}
                Ok(None) => {
                    let why = "neither the law of the payouts nor the RTP is computed under these answers";
                    return Ok(Some(why.to_owned()));
                }
                Err(why) => return Ok(Some(why)),
            }
        }
        Ok(None)
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
        RawTest {
            null: Null::Composite,
            ..RawTest::certainty(id, Method::ImpossibleOutcome, plays, note)
        }
    }

    /// What nobody can win is not known.
    fn unlisted(&self, suffix: &str) -> RawTest {
        let id = format!("impossible-outcome:{}{suffix}", self.game.card().id);
        RawTest::untested(id, Null::Composite, UNLISTED)
    }

    /// Payouts against the outer box of their law, or of all laws that players can bring about.
    fn fit(
        &self,
        suffix: &str,
        anyone: bool,
        bounds: &BTreeMap<Cents, Bounds>,
        payouts: &Payouts,
    ) -> Result<RawTest> {
        let (amounts, boxes): (Vec<Cents>, Vec<Bounds>) = bounds
            .iter()
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
        let mut said = "held against the smallest and the largest chance of each payout over all odds that round \
                        to the printed ones"
            .to_owned();
        if anyone {
            said += " and over all that players may decide";
        }
        if self.knowledge.is_past_unknown() {
            said += " and whatever they held";
        }
        said += ": conservative";
        test.note = with(test.note, Some(said));
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
        let id = format!("payouts:{}{suffix}", self.game.card().id);
        RawTest::untested(id, Null::Composite, note)
    }
}

/// How the draws fit the weights inferred from the printed odds: of interest, and no verdict, since others may
/// print the same.
///
/// # Errors
/// Counts too large for exact arithmetic.
fn inferred(table: &Table, counts: &[u64]) -> Result<Option<String>> {
    let weights = &table.weights;
    let outcome = table_test(counts, &weights.values, weights.denominator)?;
    let TableOutcome::Tested(test) = outcome else {
        return Ok(None);
    };
    let which = match weights.possible {
        1 => "the only ones with so few decimals".to_owned(),
        many => format!("one of {many} sets that print the same"),
    };
    let p = readable(test.ln_p);
    Ok(Some(format!(
        "against the chances inferred from the printed odds ({which}): p {p}, no verdict"
    )))
}

/// A note and what else is to be said.
fn with(note: Option<String>, more: Option<String>) -> Option<String> {
    let parts: Vec<String> = note.into_iter().chain(more).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The payouts in `support`, and the others.
fn split(payouts: &Payouts, support: &BTreeSet<Cents>) -> (Payouts, Payouts) {
    let paid = payouts
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(amount, count)| (*amount, *count));
    paid.partition(|(amount, _)| support.contains(amount))
}
