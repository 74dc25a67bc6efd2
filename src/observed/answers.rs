//! The sets of answers under which a log is judged.

use crate::error::Result;
use crate::game::Question;
use crate::observed::examine::Examiner;
use crate::observed::knowledge::Answers;
use crate::observed::log::Group;

/// The answers in force where `given` are, the defaults of the others in their place.
pub(super) fn base(questions: &[&'static Question], given: &Answers) -> Answers {
    let mut answers = given.clone();
    for question in questions {
        if let Some(default) = question.answers.first() {
            answers
                .entry(question.id.to_owned())
                .or_insert_with(|| default.id.to_owned());
        }
    }
    answers
}

/// A question with the answers to be tried, the one in force first.
pub(super) type Choice = (&'static str, Vec<&'static str>);

/// The questions that are not given an answer, with all of theirs.
pub(super) fn free(questions: &[&'static Question], given: &Answers) -> Vec<Choice> {
    let free = questions
        .iter()
        .filter(|question| !given.contains_key(question.id));
    free.map(|question| {
        (
            question.id,
            question.answers.iter().map(|answer| answer.id).collect(),
        )
    })
    .collect()
}

/// All combinations of `choices` on top of `base`, which comes first.
pub(super) fn product(base: &Answers, choices: &[Choice]) -> Vec<Answers> {
    choices
        .iter()
        .fold(vec![base.clone()], |found, (question, answers)| {
            let with = |answers: &Answers, answer: &str| {
                let mut answers = answers.clone();
                answers.insert((*question).to_owned(), answer.to_owned());
                answers
            };
            answers
                .iter()
                .flat_map(|answer| found.iter().map(move |found| with(found, answer)))
                .collect()
        })
}

/// `base` with one answer of `choices` in place of that in force.
pub(super) fn singles(base: &Answers, choices: &[Choice]) -> Vec<Answers> {
    let single = |question: &str, answer: &str| {
        let mut answers = base.clone();
        answers.insert(question.to_owned(), answer.to_owned());
        answers
    };
    let all = choices
        .iter()
        .flat_map(|(question, answers)| answers[1..].iter().map(|answer| single(question, answer)));
    all.collect()
}

impl Examiner<'_> {
    /// Those of `choices` that change the law of some group while the others are as in `base`.
    ///
    /// # Errors
    /// The solver's own.
    pub(super) fn active(&self, base: &Answers, choices: &[Choice]) -> Result<Vec<Choice>> {
        let mut active = Vec::new();
        for (question, answers) in choices {
            let mut kept = vec![answers[0]];
            for answer in &answers[1..] {
                let mut with = base.clone();
                with.insert((*question).to_owned(), (*answer).to_owned());
                if !self.same_known_laws(base, &with)? {
                    kept.push(answer);
                }
            }
            if kept.len() > 1 {
                active.push((*question, kept));
            }
        }
        Ok(active)
    }

    /// Whether the groups whose strategy is known have the same laws under both sets of answers.
    fn same_known_laws(&self, one: &Answers, other: &Answers) -> Result<bool> {
        for group in self
            .log
            .plays
            .keys()
            .filter(|group| group.strategy.is_some())
        {
            if self.knowledge.bounds(group, one)? != self.knowledge.bounds(group, other)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether all groups are known to have the same laws under both sets of answers.
    ///
    /// # Errors
    /// The solver's own.
    pub(super) fn same_laws(&self, one: &Answers, other: &Answers) -> Result<bool> {
        let known = |group: &Group| -> Result<bool> {
            let bounds = self.knowledge.bounds(group, one)?;
            Ok(bounds.is_ok_and(|bounds| bounds.is_some()))
        };
        if one == other {
            return Ok(true);
        }
        for group in self.log.plays.keys() {
            if !known(group)? {
                return Ok(false);
            }
        }
        self.same_known_laws(one, other)
    }
}
