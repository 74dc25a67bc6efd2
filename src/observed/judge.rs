//! The verdict on a log: a failure only where no reading of the text explains it.

use crate::audit::{Check, Method, RawTest, Rules, Verdict, judge};
use crate::error::{Error, Result};
use crate::exact::{Bounds, Ratio};
use crate::game::{GameEntry, Readings};
use crate::observed::answers::{Choice, base, free, product, singles};
use crate::observed::columns::Form;
use crate::observed::examine::{Examination, Examiner};
use crate::observed::knowledge::{Answers, Knowledge, Players};
use crate::observed::log::{Group, Log};
use crate::observed::rtp::{self, ObservedRtp};

/// Level of the intervals shown.
pub const SHOWN_LEVEL: f64 = 0.99;

/// The outcome under one set of answers.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// Every question with its answer.
    pub answers: Answers,
    /// The verdict under them; none where the game refuses them.
    pub verdict: Option<Verdict>,
    /// The checks; without those of the RTP where others reject already.
    pub checks: Vec<Check>,
    /// Why plays could be tested by neither their payouts nor their RTP under these answers, or why the game
    /// refuses them.
    pub untested: Option<String>,
}

impl Alternative {
    /// The check that speaks most clearly against these answers.
    pub fn worst(&self) -> Option<&Check> {
        let made = self
            .checks
            .iter()
            .filter(|check| check.method != Method::Untested);
        made.min_by(|a, b| {
            (a.verdict != Verdict::Fail, a.log10_p)
                .partial_cmp(&(b.verdict != Verdict::Fail, b.log10_p))
                .unwrap_or(std::cmp::Ordering::Equal)
        })
    }
}

/// The figures of a group of plays.
#[derive(Clone, Debug)]
pub struct GroupFigures {
    /// The group.
    pub group: Group,
    /// Its RTP with intervals at [`SHOWN_LEVEL`]; none where amounts are impossible.
    pub rtp: Option<ObservedRtp>,
    /// The RTP that the rules allow, where it is known.
    pub allowed: Option<Bounds>,
    /// Every amount that can be paid or was, with the count and the chances allowed, where known.
    pub rows: Vec<(crate::units::Cents, u64, Option<Bounds>)>,
}

/// The verdict on a log.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// All answers that were tried, those in force by default first.
    pub alternatives: Vec<Alternative>,
    /// Which of them the figures and checks shown are about: the first that the log is compatible with.
    pub shown: usize,
    /// Figures under the answers shown.
    pub groups: Vec<GroupFigures>,
    /// What else is to be said.
    pub notes: Vec<String>,
}

/// Judges logs of one game; what its solver said about one log is kept for the next.
pub struct Auditor<'a> {
    game: &'a dyn GameEntry,
    knowledge: Knowledge<'a>,
}

impl<'a> Auditor<'a> {
    /// An auditor of `game`, who knows nothing of the players.
    pub fn new(game: &'a dyn GameEntry) -> Self {
        Self::of(game, Players::Any)
    }

    /// An auditor of `game` who knows something of the players.
    pub fn of(game: &'a dyn GameEntry, players: Players) -> Self {
        Self {
            game,
            knowledge: Knowledge::new(game, players),
        }
    }

    /// Judges `log` under `given` answers and every answer to the other questions that changes the law.
    ///
    /// Answers are alternatives, not tests of one hypothesis: the operator fails only if the log is
    /// rejected under each of them, at `rules.alpha` each. So a compliant operator is accused with a
    /// probability of at most alpha, whichever reading is the right one.
    ///
    /// # Errors
    /// Unknown questions or answers, players other than was said ([`Players::check`]), rules out of range, or the
    /// solver's own.
    pub fn judge(&self, log: &Log, given: &Answers, rules: &Rules) -> Result<Judgement> {
        let card = self.game.card();
        Readings::resolve(&card.questions, given)?;
        self.knowledge.players().check(log)?;
        let examiner = Examiner {
            game: self.game,
            log,
            knowledge: &self.knowledge,
        };
        let judge = Judge {
            draws: examiner.draws()?,
            examiner,
            rules,
        };
        let base = base(&card.questions, given);
        let choices = free(&card.questions, given);
        judge.decide(&base, &choices)
    }
}

/// Whether everything that was tried is rejected.
fn all_rejected(found: &[Alternative]) -> bool {
    found
        .iter()
        .all(|one| one.verdict.is_none_or(|verdict| verdict == Verdict::Fail))
}

/// A log with what is the same under all answers.
struct Judge<'a> {
    examiner: Examiner<'a>,
    draws: Vec<RawTest>,
    rules: &'a Rules,
}

impl Judge<'_> {
    /// The verdict, from the outcomes under `base` and what is tried beside it.
    fn decide(&self, base: &Answers, choices: &[Choice]) -> Result<Judgement> {
        let mut notes: Vec<String> = self.examiner.knowledge.assumed().into_iter().collect();
        let mut found = self.outcomes(base, choices, &mut notes)?;
        let has_verdict = |one: &Alternative| one.verdict.is_some();
        let Some(first) = found.iter().position(has_verdict) else {
            let why = found.iter().find_map(|one| one.untested.clone());
            return Err(Error::input(why.unwrap_or_default()));
        };
        let accepted =
            |one: &Alternative| one.verdict.is_some_and(|verdict| verdict != Verdict::Fail);
        let is_tested = |one: &Alternative| one.untested.is_none();
        let shown = found.iter().position(|one| accepted(one) && is_tested(one));
        let shown = shown.unwrap_or(first);
        let tested = found.iter().filter(|one| is_tested(one));
        let mut verdict = tested.filter_map(|one| one.verdict).min();
        if verdict != Some(Verdict::Pass)
            && found
                .iter()
                .any(|one| !is_tested(one) && one.verdict != Some(Verdict::Fail))
        {
            notes.push(
                "Under some readings neither the payouts nor the RTP could be tested, and such a reading might \
                 explain the log: choose others with --reading to leave them out."
                    .to_owned(),
            );
            verdict = Some(Verdict::Inconclusive);
        }
        let answers = found[shown].answers.clone();
        if found[shown].verdict == Some(Verdict::Fail) {
            // The others are not asked for more than it takes to reject them.
            found[shown].checks = self.all(&answers)?;
        }
        Ok(Judgement {
            verdict: verdict.unwrap_or_default(),
            groups: self.figures(&answers)?,
            alternatives: found,
            shown,
            notes,
        })
    }

    /// The outcomes under `base`, then under what else may explain the log.
    ///
    /// Questions that change no law while the others are as in `base` are left alone, until everything is
    /// rejected: then all combinations are tried.
    fn outcomes(
        &self,
        base: &Answers,
        choices: &[Choice],
        notes: &mut Vec<String>,
    ) -> Result<Vec<Alternative>> {
        let log = self.examiner.log;
        let in_blocks = self
            .examiner
            .game
            .card()
            .tables
            .iter()
            .all(|table| table.is_block);
        let mut found = vec![self.under(base)?];
        if choices.is_empty() {
            return Ok(found);
        }
        if log.form == Form::Draws || in_blocks {
            let why = if in_blocks {
                "A ticket's lot comes from its block, and the reveal only shows it: no reading changes the payouts."
            } else {
                "Draws are held against the printed tables themselves, which no reading changes."
            };
            notes.push(why.to_owned());
        } else if log.plays.keys().any(|group| group.strategy.is_some()) {
            let active = self.examiner.active(base, choices)?;
            self.add(&mut found, product(base, &active))?;
            let is_idle = |question: &str| active.iter().all(|(other, _)| *other != question);
            let idle: Vec<&str> = choices
                .iter()
                .map(|(question, _)| *question)
                .filter(|question| is_idle(question))
                .collect();
            if all_rejected(&found) {
                let all = product(base, choices);
                let combinations = all.len();
                self.add_other_laws(&mut found, all)?;
                notes.push(format!(
                    "All {combinations} combinations of answers were looked at; those that lead to the same law \
                     are judged once."
                ));
            } else if !idle.is_empty() {
                notes.push(format!(
                    "Questions that change nothing here: {}.",
                    idle.join(", ")
                ));
            }
        } else if all_rejected(&found) {
            self.add(&mut found, singles(base, choices))?;
            if all_rejected(&found) {
                self.add(&mut found, product(base, choices))?;
            }
        } else {
            notes.push(
                "Nothing is rejected under the readings shown, so no other was tried.".to_owned(),
            );
        }
        Ok(found)
    }

    /// Judges under each of `answers` that was not tried yet.
    fn add(&self, found: &mut Vec<Alternative>, answers: Vec<Answers>) -> Result<()> {
        for answers in answers {
            if found.iter().all(|other| other.answers != answers) {
                found.push(self.under(&answers)?);
            }
        }
        Ok(())
    }

    /// Judges under each of `answers` whose laws are not those of answers that were tried.
    fn add_other_laws(&self, found: &mut Vec<Alternative>, answers: Vec<Answers>) -> Result<()> {
        for answers in answers {
            let mut is_new = true;
            for other in &*found {
                is_new &= !self.examiner.same_laws(&other.answers, &answers)?;
            }
            if is_new {
                found.push(self.under(&answers)?);
            }
        }
        Ok(())
    }

    /// The outcome under `answers`. The RTP is looked at only where nothing else rejects, since it takes
    /// the solver longest; it has its share of the level in any case.
    fn under(&self, answers: &Answers) -> Result<Alternative> {
        let examination = match self.examiner.payouts(answers)? {
            Ok(examination) => examination,
            Err(why) => {
                return Ok(Alternative {
                    answers: answers.clone(),
                    verdict: None,
                    checks: Vec::new(),
                    untested: Some(why),
                });
            }
        };
        let mut tests = self.tests(&examination);
        let number = tests.len();
        let placeholder = |group: &Group| {
            let id = format!("rtp{}", self.examiner.suffix(group));
            RawTest::certainty(id, Method::MeanInterval, 0, "")
        };
        tests.extend(examination.open.iter().map(placeholder));
        let mut checks = judge(tests, self.rules)?;
        checks.truncate(number);
        if Verdict::of(&checks) != Verdict::Fail {
            checks = self.with_rtp(&examination, answers)?;
        }
        let verdict = Verdict::of(&checks);
        // What could be tested is enough to reject.
        let untested = match verdict {
            Verdict::Fail => None,
            _ => self.examiner.out_of_reach(&examination, answers)?,
        };
        Ok(Alternative {
            answers: answers.clone(),
            verdict: Some(verdict),
            checks,
            untested,
        })
    }

    /// All checks under `answers`.
    fn all(&self, answers: &Answers) -> Result<Vec<Check>> {
        match self.examiner.payouts(answers)? {
            Ok(examination) => self.with_rtp(&examination, answers),
            Err(_) => Ok(Vec::new()),
        }
    }

    fn tests(&self, examination: &Examination) -> Vec<RawTest> {
        self.draws
            .iter()
            .chain(&examination.tests)
            .cloned()
            .collect()
    }

    fn with_rtp(&self, examination: &Examination, answers: &Answers) -> Result<Vec<Check>> {
        let mut tests = self.tests(examination);
        for group in &examination.open {
            tests.extend(self.examiner.rtp(group, answers)?);
        }
        judge(tests, self.rules)
    }

    /// The figures of every group under `answers`.
    fn figures(&self, answers: &Answers) -> Result<Vec<GroupFigures>> {
        let mut figures = Vec::new();
        for (group, plays) in &self.examiner.log.plays {
            let bounds = self.examiner.knowledge.bounds(group, answers)?.ok();
            let bounds = bounds.as_deref().and_then(Option::as_ref);
            let support = self
                .examiner
                .support(group, answers)?
                .ok()
                .flatten()
                .unwrap_or_default();
            let possible = plays
                .payouts
                .iter()
                .all(|(amount, count)| *count == 0 || support.contains(amount));
            let has_plays = plays.payouts.values().any(|count| *count > 0);
            let rtp = if possible && has_plays {
                rtp::estimate(&support, &plays.payouts, group.stake, 1.0 - SHOWN_LEVEL)?
            } else {
                None
            };
            let allowed = self.examiner.knowledge.rtp(group, answers)?.ok().flatten();
            let amounts = plays
                .payouts
                .keys()
                .chain(bounds.into_iter().flat_map(|bounds| bounds.keys()));
            let amounts: std::collections::BTreeSet<_> = amounts.copied().collect();
            let zero = || Bounds::point(Ratio::default());
            let row = |amount| {
                let count = plays.payouts.get(&amount).copied().unwrap_or(0);
                let bounds = bounds.map(|bounds| bounds.get(&amount).cloned().unwrap_or_else(zero));
                (amount, count, bounds)
            };
            figures.push(GroupFigures {
                group: group.clone(),
                rtp,
                allowed: allowed.map(|allowed| allowed.bounds),
                rows: amounts.into_iter().map(row).collect(),
            });
        }
        Ok(figures)
    }
}
