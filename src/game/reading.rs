//! Questions a legal text leaves open, and the answers a run assumes.

use std::collections::BTreeMap;

use crate::error::{Error, Result, unknown};

/// A question of interpretation that changes the odds.
#[derive(Debug)]
pub struct Question {
    /// The name users type, e.g. `life-cap`.
    pub id: &'static str,
    /// The articles that leave it open.
    pub article: &'static str,
    /// The question in a few words.
    pub about: &'static str,
    /// Every serious answer; the first is the default.
    pub answers: &'static [Answer],
}

/// One answer to a [`Question`].
#[derive(Debug)]
pub struct Answer {
    /// The name users type.
    pub id: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// A typed answer: a kernel reads enums, never strings.
pub trait Reading: Copy + 'static {
    /// The question answered.
    const QUESTION: &'static Question;
    /// The typed answers, in the order of the question's.
    const ALL: &'static [Self];
}

/// One answer for each question of a game: the readings in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readings {
    /// Question and number of the answer, in the order of the game's questions.
    answers: Vec<(&'static str, usize)>,
    names: BTreeMap<String, String>,
}

impl Readings {
    /// The defaults of `questions` with the `chosen` answers in their place.
    ///
    /// # Errors
    /// An unknown question or answer; the message lists the valid ones.
    pub fn resolve(
        questions: &[&'static Question],
        chosen: &BTreeMap<String, String>,
    ) -> Result<Self> {
        for name in chosen.keys() {
            if !questions.iter().any(|question| question.id == name) {
                return Err(unknown("reading", name, questions.iter().map(|q| q.id)));
            }
        }
        let mut readings = Self {
            answers: Vec::new(),
            names: BTreeMap::new(),
        };
        for question in questions {
            let ids = question.answers.iter().map(|answer| answer.id);
            let number = match chosen.get(question.id) {
                None => 0,
                Some(got) => ids.clone().position(|id| id == got).ok_or_else(|| {
                    unknown(&format!("answer to reading {}", question.id), got, ids)
                })?,
            };
            let answer = question.answers.get(number).ok_or_else(|| {
                Error::internal(format!("reading {} has no answers", question.id))
            })?;
            readings.answers.push((question.id, number));
            readings
                .names
                .insert(question.id.to_owned(), answer.id.to_owned());
        }
        Ok(readings)
    }

    /// The typed answer in force; the default when the game does not list the question.
    pub fn choice<R: Reading>(&self) -> R {
        let number = self
            .answers
            .iter()
            .find(|(question, _)| *question == R::QUESTION.id)
            .map_or(0, |(_, number)| *number);
        R::ALL[number]
    }

    /// Question to answer, as typed: for seeds and reports.
    pub fn names(&self) -> &BTreeMap<String, String> {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Cap {
        Cut,
        Refused,
    }

    impl Reading for Cap {
        const QUESTION: &'static Question = &Question {
            id: "life-cap",
            article: "3.1.3",
            about: "what a gain over the cap does",
            answers: &[
                Answer {
                    id: "cut",
                    about: "up to the cap",
                },
                Answer {
                    id: "refused",
                    about: "nothing",
                },
            ],
        };
        const ALL: &'static [Self] = &[Self::Cut, Self::Refused];
    }

    fn resolve(pairs: &[(&str, &str)]) -> Result<Readings> {
        let chosen = pairs
            .iter()
            .map(|(q, a)| ((*q).to_owned(), (*a).to_owned()));
        Readings::resolve(&[Cap::QUESTION], &chosen.collect())
    }

    #[test]
    fn the_first_answer_is_the_default_and_a_choice_overrides_it() {
        let default = resolve(&[]).expect("defaults");
        assert_eq!(default.choice::<Cap>(), Cap::Cut);
        assert_eq!(default.names()["life-cap"], "cut");
        let chosen = resolve(&[("life-cap", "refused")]).expect("a valid answer");
        assert_eq!(chosen.choice::<Cap>(), Cap::Refused);
    }

    #[test]
    fn unknown_questions_and_answers_list_the_valid_ones() {
        let message = |pairs| resolve(pairs).expect_err("invalid").to_string();
        assert_eq!(
            message(&[("lifecap", "cut")]),
            "unknown reading `lifecap`; did you mean `life-cap`? (valid: life-cap)"
        );
        assert_eq!(
            message(&[("life-cap", "cat")]),
            "unknown answer to reading life-cap `cat`; did you mean `cut`? (valid: cut, refused)"
        );
    }
}
