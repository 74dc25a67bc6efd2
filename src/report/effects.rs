//! The answer of `tirage readings`: what each answer to each question is worth.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use crate::error::{Error, ErrorKind, Result};
use crate::exact::{Law, Ratio, to_f64};
use crate::game::{Answer, GameEntry, PayoutLaw, Question, Readings, Solution};
use crate::report::model::SCHEMA;
use crate::report::number::sig12_some;
use crate::units::Stake;

/// What each answer is worth, one question at a time with the others at their defaults. Its JSON form is
/// public: fields are added, never renamed.
#[derive(Clone, Debug, Serialize)]
pub struct ReadingsReport {
    /// Always [`SCHEMA`].
    pub schema: &'static str,
    /// Game identifier.
    pub game: String,
    /// Game name as published.
    pub title: String,
    /// Stake.
    pub stake_cents: i64,
    /// Question to its default answer.
    pub base: BTreeMap<String, String>,
    /// The strategies with their RTP under the defaults.
    pub strategies: Vec<BaseReport>,
    /// The questions with their answers, the default first.
    pub questions: Vec<QuestionReport>,
    /// Every answer under every strategy.
    pub effects: Vec<EffectReport>,
    /// What else there is to say.
    pub notes: Vec<String>,
}

/// A strategy under the default answers.
#[derive(Clone, Debug, Serialize)]
pub struct BaseReport {
    /// Canonical name.
    pub strategy: String,
    /// Return to player.
    #[serde(flatten)]
    pub value: ValueReport,
}

/// A question.
#[derive(Clone, Debug, Serialize)]
pub struct QuestionReport {
    /// The name users type.
    pub id: &'static str,
    /// The articles that leave it open.
    pub article: &'static str,
    /// The question in a few words.
    pub about: &'static str,
    /// The answers, the default first.
    pub answers: Vec<AnswerReport>,
}

/// An answer.
#[derive(Clone, Debug, Serialize)]
pub struct AnswerReport {
    /// The name users type.
    pub id: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// One answer under one strategy.
#[derive(Clone, Debug, Serialize)]
pub struct EffectReport {
    /// The question.
    pub question: &'static str,
    /// The answer.
    pub answer: &'static str,
    /// Whether it is the default answer.
    pub default: bool,
    /// Whether the answer cannot be played at all.
    pub refused: bool,
    /// Canonical name of the strategy.
    pub strategy: String,
    /// Return to player under the answer.
    #[serde(flatten)]
    pub value: ValueReport,
    /// RTP less that under the default answers (0.01 is one point); null where either is unknown.
    #[serde(serialize_with = "sig12_some")]
    pub difference: Option<f64>,
    /// The same as a reduced fraction, where both are exact.
    pub difference_fraction: Option<String>,
    /// Whether every payout keeps its probability; null where that is not known.
    pub same_law: Option<bool>,
}

/// An RTP, or why there is none.
#[derive(Clone, Debug, Serialize)]
pub struct ValueReport {
    /// The RTP; null where it is not known.
    #[serde(serialize_with = "sig12_some")]
    pub rtp: Option<f64>,
    /// The same as a reduced fraction, where it is exact.
    pub fraction: Option<String>,
    /// Standard error, where it is an estimate.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "sig12_some")]
    pub standard_error: Option<f64>,
    /// Why there is no RTP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// How the work is to be done.
pub struct Survey<'a> {
    /// The game; it has a solver.
    pub entry: &'a dyn GameEntry,
    /// The stake.
    pub stake: Stake,
    /// The strategies.
    pub strategies: &'a [String],
    /// Solutions of strategies under the default answers that are known already.
    pub known: &'a [(&'a str, &'a Solution)],
    /// Told of every step before it is done, in no fixed order.
    pub step: &'a (dyn Fn(&str) + Sync),
}

/// A strategy solved under some readings.
enum Solved {
    Known {
        law: Law,
        rtp: Ratio,
        error: Option<f64>,
    },
    Unknown(String),
}

impl Survey<'_> {
    /// Finds the law of every strategy under every answer, and nothing that is not told of it; on all threads.
    ///
    /// # Errors
    /// A stake or strategy that the game does not have, defaults that cannot be played, or a fault of
    /// the solver; an answer that is refused is reported with the reason.
    pub fn report(&self) -> Result<ReadingsReport> {
        let card = self.entry.card();
        let defaults = BTreeMap::new();
        card.check_stake(self.stake)?;
        let base = self.strategies.par_iter().map(|strategy| {
            let known = self.known.iter().find(|(name, _)| name == strategy);
            if let Some((_, solution)) = known {
                return Ok(self.solved(PayoutLaw::from(*solution)));
            }
            (self.step)(strategy);
            match self.solve(strategy, &defaults)? {
                Solved::Unknown(reason) => Err(Error::input(reason)),
                known @ Solved::Known { .. } => Ok(known),
            }
        });
        let base: Vec<Solved> = in_order(base)?;
        let answers = card.questions.iter().flat_map(|&question| {
            let answers = question.answers.iter().enumerate();
            answers.map(move |(number, answer)| (question, number, answer))
        });
        let answers: Vec<_> = answers.collect();
        let effects = answers
            .par_iter()
            .map(|&(question, number, answer)| self.answer(question, number, answer, &base));
        let effects: Vec<EffectReport> = in_order(effects)?.into_iter().flatten().collect();
        let strategies = self.strategies.iter().zip(&base);
        Ok(ReadingsReport {
            schema: SCHEMA,
            game: card.id.clone(),
            title: card.title.clone(),
            stake_cents: self.stake.cents(),
            base: Readings::resolve(&card.questions, &defaults)?
                .names()
                .clone(),
            strategies: strategies
                .map(|(strategy, solved)| BaseReport {
                    strategy: strategy.clone(),
                    value: value(solved),
                })
                .collect(),
            questions: card.questions.iter().map(|q| described(q)).collect(),
            notes: notes(self.entry, &effects),
            effects,
        })
    }

    /// The effects of one answer under all strategies.
    fn answer(
        &self,
        question: &'static Question,
        number: usize,
        answer: &'static Answer,
        base: &[Solved],
    ) -> Result<Vec<EffectReport>> {
        let chosen = BTreeMap::from([(question.id.to_owned(), answer.id.to_owned())]);
        // The defaults have been solved, and games can be played under them.
        let refused = match number {
            0 => None,
            _ => self.refused(&chosen)?,
        };
        let effect = |(strategy, base): (&String, &Solved)| {
            let fresh;
            let solved = if number == 0 {
                base
            } else if let Some(reason) = refused.clone() {
                fresh = Solved::Unknown(reason);
                &fresh
            } else {
                (self.step)(&format!("{}={} {strategy}", question.id, answer.id));
                fresh = self.solve(strategy, &chosen)?;
                &fresh
            };
            let is_default = number == 0;
            Ok(EffectReport {
                refused: refused.is_some(),
                ..compared(question, answer, is_default, strategy, base, solved)
            })
        };
        in_order(self.strategies.par_iter().zip(base).map(effect))
    }

    /// Why the readings cannot be played, if they cannot.
    fn refused(&self, chosen: &BTreeMap<String, String>) -> Result<Option<String>> {
        let checked = self.entry.check(self.stake, chosen);
        checked.map_or_else(reason, |()| Ok(None))
    }

    fn solve(&self, strategy: &str, chosen: &BTreeMap<String, String>) -> Result<Solved> {
        match self.entry.payout_law(strategy, self.stake, chosen, None) {
            Ok(Some(law)) => Ok(self.solved(law)),
            Ok(None) => Ok(Solved::Unknown("not solved in this version".to_owned())),
            Err(error) => Ok(Solved::Unknown(reason(error)?.unwrap_or_default())),
        }
    }

    fn solved(&self, law: PayoutLaw) -> Solved {
        Solved::Known {
            rtp: law.rtp(self.stake),
            error: law.sampled.map(|errors| errors.rtp),
            law: law.law,
        }
    }
}

/// The results in their order, or the error of the first that failed, whichever thread was the first.
pub(super) fn in_order<T: Send>(
    results: impl IndexedParallelIterator<Item = Result<T>>,
) -> Result<Vec<T>> {
    let results: Vec<Result<T>> = results.collect();
    results.into_iter().collect()
}

/// The message of an error of the input; other errors go on.
fn reason(error: Error) -> Result<Option<String>> {
    match error.kind() {
        ErrorKind::Input => Ok(Some(error.message().to_owned())),
        ErrorKind::Io | ErrorKind::Internal => Err(error),
    }
}

fn compared(
    question: &'static Question,
    answer: &'static Answer,
    default: bool,
    strategy: &str,
    base: &Solved,
    solved: &Solved,
) -> EffectReport {
    let mut effect = EffectReport {
        question: question.id,
        answer: answer.id,
        default,
        refused: false,
        strategy: strategy.to_owned(),
        value: value(solved),
        difference: None,
        difference_fraction: None,
        same_law: None,
    };
    if let (
        Solved::Known { law, rtp, error },
        Solved::Known {
            law: law0,
            rtp: rtp0,
            error: error0,
        },
    ) = (solved, base)
    {
        let difference = rtp - rtp0;
        effect.difference = Some(to_f64(&difference));
        if error.is_none() && error0.is_none() {
            effect.difference_fraction = Some(difference.to_string());
            effect.same_law = Some(law.agrees_with(law0));
        }
    }
    effect
}

fn value(solved: &Solved) -> ValueReport {
    match solved {
        Solved::Known { rtp, error, .. } => ValueReport {
            rtp: Some(to_f64(rtp)),
            fraction: error.is_none().then(|| rtp.to_string()),
            standard_error: *error,
            reason: None,
        },
        Solved::Unknown(reason) => ValueReport {
            rtp: None,
            fraction: None,
            standard_error: None,
            reason: Some(reason.clone()),
        },
    }
}

fn described(question: &'static Question) -> QuestionReport {
    let answers = question.answers.iter().map(|answer| AnswerReport {
        id: answer.id,
        about: answer.about,
    });
    QuestionReport {
        id: question.id,
        article: question.article,
        about: question.about,
        answers: answers.collect(),
    }
}

/// Which questions leave the law of payouts as it is.
fn notes(entry: &dyn GameEntry, effects: &[EffectReport]) -> Vec<String> {
    let card = entry.card();
    let same = |question: &&&Question| {
        let mut of = effects.iter().filter(|e| e.question == question.id);
        of.all(|e| e.same_law == Some(true) || e.refused)
    };
    let idle: Vec<&str> = card.questions.iter().filter(same).map(|q| q.id).collect();
    let is_block = card.tables.iter().any(|table| table.is_block);
    let mut notes = Vec::new();
    if is_block && !idle.is_empty() {
        notes.push(format!(
            "The prizes come from a finite block: {} change what is shown for a prize and not which prize it \
             is. The law of payouts does not depend on them.",
            idle.join(", ")
        ));
    } else if !idle.is_empty() {
        notes.push(format!(
            "No effect on the law of payouts of these strategies at this stake: {}.",
            idle.join(", ")
        ));
    }
    let moved = |e: &&EffectReport| {
        e.same_law == Some(false) && e.difference_fraction.as_deref() == Some("0")
    };
    notes.extend(effects.iter().filter(moved).map(|effect| {
        format!(
            "{}={} changes the law of payouts of {} and not its mean.",
            effect.question, effect.answer, effect.strategy
        )
    }));
    notes
}
