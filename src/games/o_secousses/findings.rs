//! What the enumeration of all reveals shows, for the list of games.

use crate::error::Result;
use crate::game::{FindingLine, Finding, Question, Reading, Readings};
use crate::games::o_secousses::emitter::{Reveals, unanimous};
use crate::games::o_secousses::orders::contents;
use crate::games::o_secousses::readings::{Emitter, QUESTIONS, Rulebook};
use crate::games::o_secousses::survey::{Survey, Way};
use crate::games::o_secousses::tree::ONE_KIND;
use crate::units::Cents;

/// The readings in force where no other is named.
const DEFAULTS: &str = "defaults";

/// All findings; `prizes` are those of the rows of the block.
pub(super) fn all(prizes: &[Cents]) -> Result<Vec<Finding>> {
    let surveys: Vec<(String, Survey)> = readings()?
        .into_iter()
        .map(|(label, rules)| (label, Survey::of(&rules, prizes)))
        .collect();
    let facts = |value: &dyn Fn(&Survey) -> String| -> Vec<FindingLine> {
        let fact = |(label, survey): &(String, Survey)| FindingLine {
            label: label.clone(),
            value: value(survey),
        };
        surveys.iter().map(fact).collect()
    };
    let of_all = |count: u64, survey: &Survey| format!("{count} of {}", survey.reveals);
    Ok(vec![
        Finding {
            id: "attainable-amounts",
            article: "3, 4.5-4.8",
            about: "amounts in EUR that some reveal of six trees pays, under each reading with the \
                    others at their defaults"
                .to_owned(),
            facts: facts(&|survey| list(survey.amounts.iter())),
        },
        Finding {
            id: "never-emitted",
            article: "3, 4.4-4.8",
            about: "ordered reveals that must never be emitted: no lot equals what they pay or, with \
                    contents fixed to the trees, another order of shaking pays something else"
                .to_owned(),
            facts: facts(&|survey| of_all(survey.never, survey)),
        },
        Finding {
            id: "order-dependent",
            article: "4.4, 4.6",
            about: "ordered reveals whose trees pay something else in another order".to_owned(),
            facts: facts(&|survey| of_all(survey.order_dependent, survey)),
        },
        Finding {
            id: "cumulation",
            article: "3, 4.7, 4.8",
            about: "prizes in EUR that reveals show as one amount only, as a sum of several amounts \
                    only, or both ways"
                .to_owned(),
            facts: facts(&|survey| ways(survey, prizes)),
        },
        Finding {
            id: "losing",
            article: "4.10",
            about: "ordered reveals that pay nothing, and contents of six trees that pay nothing in \
                    any order"
                .to_owned(),
            facts: facts(&|survey| {
                format!(
                    "{}; {} contents",
                    of_all(survey.losing, survey),
                    survey.losing_contents
                )
            }),
        },
        shown(prizes)?,
        without_reveal(prizes),
    ])
}

/// The defaults, then every other answer with the rest at their defaults, then all that add amounts up.
fn readings() -> Result<Vec<(String, Rulebook)>> {
    let resolve = |chosen: &[(&str, &str)]| -> Result<Rulebook> {
        let chosen = chosen.iter().map(|(q, a)| ((*q).to_owned(), (*a).to_owned()));
        Ok(Rulebook::of(&Readings::resolve(&QUESTIONS, &chosen.collect())?))
    };
    let mut readings = vec![(DEFAULTS.to_owned(), resolve(&[])?)];
    let emitter: &Question = Emitter::QUESTION;
    for question in QUESTIONS.iter().filter(|question| question.id != emitter.id) {
        for answer in &question.answers[1..] {
            let rules = resolve(&[(question.id, answer.id)])?;
            readings.push((format!("{}={}", question.id, answer.id), rules));
        }
    }
    let sums = [("golden-with-gauge", "sum"), ("several-golden", "each")];
    let label = sums.map(|(question, answer)| format!("{question}={answer}"));
    readings.push((label.join(" "), resolve(&sums)?));
    Ok(readings)
}

/// Amounts in euros.
fn list<'a>(amounts: impl Iterator<Item = &'a Cents>) -> String {
    let euros = |amount: &Cents| match amount.0 % 100 {
        0 => (amount.0 / 100).to_string(),
        _ => amount.to_string(),
    };
    let amounts: Vec<String> = amounts.map(euros).collect();
    if amounts.is_empty() {
        return "none".to_owned();
    }
    amounts.join(", ")
}

fn ways(survey: &Survey, prizes: &[Cents]) -> String {
    let of = |way| {
        let shown = prizes
            .iter()
            .filter(|prize| **prize > Cents::ZERO && survey.way(**prize) == way);
        list(shown)
    };
    format!(
        "singly only: {}; as a sum only: {}; either way: {}",
        of(Way::Singly),
        of(Way::Summed),
        of(Way::Either)
    )
}

/// How many reveals show each lot, for both emitters under the default readings.
fn shown(prizes: &[Cents]) -> Result<Finding> {
    let default = Rulebook::every()[0];
    let lists = |emitter| Reveals::new(prizes, &Rulebook { emitter, ..default });
    let (proof, any) = (lists(Emitter::Proof)?.lists, lists(Emitter::Any)?.lists);
    let fact = |(prize, (proof, any)): (&Cents, (&Vec<_>, &Vec<_>))| FindingLine {
        label: format!("{prize} EUR"),
        value: format!("proof {}, any {}", proof.len(), any.len()),
    };
    let both = proof.iter().zip(&any);
    Ok(Finding {
        id: "reveals",
        article: "3, 4.3",
        about: "ordered reveals that may show each lot: those that pay it under every reading and in \
                every order, and all that pay it under the default readings"
            .to_owned(),
        facts: prizes.iter().zip(both).map(fact).collect(),
    })
}

/// Prizes that some combination of readings leaves without a reveal. One that a reveal shows in every
/// order under all of them is never such a prize.
fn without_reveal(prizes: &[Cents]) -> Finding {
    let every = Rulebook::every();
    let mut proven = Vec::new();
    contents(ONE_KIND, &mut |counts| {
        proven.extend(unanimous(counts, &every));
        true
    });
    let missing = prizes.iter().filter(|prize| !proven.contains(prize));
    Finding {
        id: "prizes-without-reveal",
        article: "3, 4.3-4.10",
        about: format!(
            "prizes in EUR that no reveal shows under all {} combinations of readings of what trees \
             pay, in every order: such a combination could not be played",
            every.len()
        ),
        facts: vec![FindingLine {
            label: "prizes".to_owned(),
            value: list(missing),
        }],
    }
}
