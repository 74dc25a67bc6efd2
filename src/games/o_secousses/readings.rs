//! The questions that the text of Ô Secousses leaves open.

use std::fmt;

use crate::game::{Answer, Question, Reading, Readings};
use crate::games::o_secousses::tree::{ONE_KIND, TREES};

/// Declares a question, its answers and their names.
macro_rules! question {
    (
        $(#[$about:meta])* $type:ident, $id:literal, $article:literal, $question:literal:
        $($(#[$what:meta])* $answer:ident, $name:literal, $meaning:literal;)*
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $type { $($(#[$what])* $answer),* }

        impl Reading for $type {
            const QUESTION: &'static Question = &Question {
                id: $id,
                article: $article,
                about: $question,
                answers: &[$(Answer { id: $name, about: $meaning }),*],
            };
            const ALL: &'static [Self] = &[$(Self::$answer),*];
        }
    };
}

question! {
    /// Which level of the gauge is paid.
    Gauge, "gauge", "4.8", "which level of the gauge is paid":
    /// When all trees are shaken.
    End, "end", "the level when all trees are shaken";
    /// The highest reached.
    Highest, "highest", "the highest level reached";
    /// The highest reached, if 3 remain at the end.
    HighestIf3, "highest-if-3", "the highest level reached, provided that 3 coconuts remain at the end";
}

question! {
    /// What a monkey does to a gauge at zero.
    MonkeyAtZero, "monkey-at-zero", "4.6", "what a monkey does when the gauge is at zero":
    /// Nothing.
    NoEffect, "no-effect", "the gauge stays at zero";
    /// It falls below zero.
    Negative, "negative", "the gauge falls below zero";
}

question! {
    /// What a golden coconut and a winning gauge pay together.
    GoldenWithGauge, "golden-with-gauge", "4.7, 4.8, 3", "what a golden coconut and a winning gauge pay together":
    /// The golden coconut alone.
    GoldenOnly, "golden-only", "the golden coconut alone: 10 EUR";
    /// The larger.
    Maximum, "maximum", "the larger of the two";
    /// Both.
    Sum, "sum", "both";
}

question! {
    /// What several golden coconuts pay.
    SeveralGolden, "several-golden", "4.7", "what several golden coconuts pay":
    /// There is one at most.
    Impossible, "impossible", "a ticket shows one at most";
    /// 10 EUR in all.
    Once, "once", "10 EUR in all";
    /// 10 EUR each.
    Each, "each", "10 EUR each";
}

question! {
    /// Whether a golden coconut also raises the gauge.
    GoldenOnGauge, "golden-on-gauge", "4.5, 4.7", "whether a golden coconut also raises the gauge":
    /// It does not.
    No, "no", "it does not";
    /// By one level.
    Yes, "yes", "by one level";
}

question! {
    /// What a monkey takes beside a level of the gauge.
    MonkeyTakes, "monkey-takes", "4.6", "what a monkey takes":
    /// Nothing.
    Coconut, "coconut", "an ordinary coconut: the gauge goes down one level";
    /// A golden coconut, if the player holds one.
    GoldenToo, "golden-too", "a golden coconut found before as well, which then pays nothing";
}

question! {
    /// What a level above 10 pays.
    AboveTen, "above-ten", "4.8, 4.10", "what a level above 10 pays":
    /// The prize of level 10.
    Capped, "capped", "as much as level 10: 15 000 EUR";
    /// Nothing.
    Loses, "loses", "nothing: no level of the table";
}

question! {
    /// What one tree can hold.
    Contents, "tree-contents", "4.3", "what one tree can hold":
    /// Elements of one kind, or none.
    OneKind, "one-kind", "elements of one kind, or none";
    /// Also coconuts with a monkey or a golden one.
    Mixed, "mixed", "also coconuts, which fall first, with a monkey or a golden coconut";
}

question! {
    /// What the order of shaking changes.
    Order, "order", "4.4", "what the order of shaking changes":
    /// Nothing: contents come in the order of the clicks.
    ByRank, "by-rank", "nothing: the contents are served in the order of the clicks";
    /// The contents are fixed to the trees.
    ByTree, "by-tree", "the contents are fixed to the trees and come in the order the player chose";
}

question! {
    /// Which reveals may show a lot.
    Emitter, "emitter", "3, 4.3", "which reveals may show a lot":
    /// Those that pay it under every reading, in every order.
    Proof, "proof", "those that pay it under every reading and in every order";
    /// All that pay it under the readings in force.
    Any, "any", "all that pay it under the readings in force";
}

/// All questions, in the order of every list.
pub(super) const QUESTIONS: [&Question; 10] = [
    Gauge::QUESTION,
    MonkeyAtZero::QUESTION,
    GoldenWithGauge::QUESTION,
    SeveralGolden::QUESTION,
    GoldenOnGauge::QUESTION,
    MonkeyTakes::QUESTION,
    AboveTen::QUESTION,
    Contents::QUESTION,
    Order::QUESTION,
    Emitter::QUESTION,
];

/// The answers in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Rulebook {
    pub gauge: Gauge,
    pub monkey_at_zero: MonkeyAtZero,
    pub golden_with_gauge: GoldenWithGauge,
    pub several_golden: SeveralGolden,
    pub golden_on_gauge: GoldenOnGauge,
    pub monkey_takes: MonkeyTakes,
    pub above_ten: AboveTen,
    pub contents: Contents,
    pub order: Order,
    pub emitter: Emitter,
}

impl Rulebook {
    /// The answers that `readings` choose.
    pub fn of(readings: &Readings) -> Self {
        Self {
            gauge: readings.choice(),
            monkey_at_zero: readings.choice(),
            golden_with_gauge: readings.choice(),
            several_golden: readings.choice(),
            golden_on_gauge: readings.choice(),
            monkey_takes: readings.choice(),
            above_ten: readings.choice(),
            contents: readings.choice(),
            order: readings.choice(),
            emitter: readings.choice(),
        }
    }

    /// Every combination of answers on which what six given trees pay may depend, the default first;
    /// the other questions have their default answers.
    pub fn every() -> Vec<Self> {
        let mut every = vec![Self {
            gauge: Gauge::ALL[0],
            monkey_at_zero: MonkeyAtZero::ALL[0],
            golden_with_gauge: GoldenWithGauge::ALL[0],
            several_golden: SeveralGolden::ALL[0],
            golden_on_gauge: GoldenOnGauge::ALL[0],
            monkey_takes: MonkeyTakes::ALL[0],
            above_ten: AboveTen::ALL[0],
            contents: Contents::ALL[0],
            order: Order::ALL[0],
            emitter: Emitter::ALL[0],
        }];
        split(&mut every, |rules, answer| rules.gauge = answer);
        split(&mut every, |rules, answer| rules.monkey_at_zero = answer);
        split(&mut every, |rules, answer| rules.golden_with_gauge = answer);
        split(&mut every, |rules, answer| rules.several_golden = answer);
        split(&mut every, |rules, answer| rules.golden_on_gauge = answer);
        split(&mut every, |rules, answer| rules.monkey_takes = answer);
        split(&mut every, |rules, answer| rules.above_ten = answer);
        every
    }

    /// How many different trees there can be.
    pub fn kinds(&self) -> usize {
        match self.contents {
            Contents::OneKind => ONE_KIND,
            Contents::Mixed => TREES.len(),
        }
    }
}

/// Replaces each rulebook by one for each answer to a question, which `set` sets.
fn split<A: Reading>(every: &mut Vec<Rulebook>, set: impl Fn(&mut Rulebook, A)) {
    let with = |answer: A| {
        let set = &set;
        every.iter().map(move |rules| {
            let mut rules = *rules;
            set(&mut rules, answer);
            rules
        })
    };
    *every = A::ALL.iter().flat_map(|&answer| with(answer)).collect();
}

impl fmt::Display for Rulebook {
    /// The answers as typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn answer<A: Reading + PartialEq>(chosen: A) -> String {
            let number = A::ALL.iter().position(|answer| *answer == chosen);
            let id = number.map_or("", |number| A::QUESTION.answers[number].id);
            format!("{}={id}", A::QUESTION.id)
        }
        let answers = [
            answer(self.gauge),
            answer(self.monkey_at_zero),
            answer(self.golden_with_gauge),
            answer(self.several_golden),
            answer(self.golden_on_gauge),
            answer(self.monkey_takes),
            answer(self.above_ten),
            answer(self.contents),
            answer(self.order),
            answer(self.emitter),
        ];
        f.write_str(&answers.join(" "))
    }
}
