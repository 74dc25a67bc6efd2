//! The questions that the text of Happy Dés leaves open.

use crate::game::{Answer, Question, Reading};

/// What the stage-1 amount multiplies stage-2 prizes by when the stake is 2 EUR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coefficient {
    /// The doubled amount: 8, 4, 2 or 1.
    StakeScaled,
    /// The amount of the table: 4, 2, 1 or 0.5 at either stake.
    Table,
}

impl Reading for Coefficient {
    const QUESTION: &'static Question = &Question {
        id: "coefficient",
        article: "2.3.2, 2.3.5",
        about: "the multiplier of stage-2 prizes at a stake of 2 EUR",
        answers: &[
            Answer {
                id: "stake-scaled",
                about: "the amount in play, doubled at 2 EUR: 8, 4, 2 or 1",
            },
            Answer {
                id: "table",
                about: "the printed amount at either stake: 4, 2, 1 or 0.5; stopping still pays double",
            },
        ],
    };
    const ALL: &'static [Self] = &[Self::StakeScaled, Self::Table];
}

/// How often a score of 27 has the seven dice thrown again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reroll {
    /// Every time.
    Unlimited,
    /// The first time; a second 27 loses.
    Once,
    /// Not at all: 27 loses.
    Never,
}

impl Reading for Reroll {
    const QUESTION: &'static Question = &Question {
        id: "reroll-27",
        article: "2.4.1.3",
        about: "how often a score of 27 is thrown again",
        answers: &[
            Answer {
                id: "unlimited",
                about: "every time",
            },
            Answer {
                id: "once",
                about: "the first time; a second 27 loses",
            },
            Answer {
                id: "never",
                about: "not at all: 27 loses",
            },
        ],
    };
    const ALL: &'static [Self] = &[Self::Unlimited, Self::Once, Self::Never];
}

/// What three dice of one value beside a pair of another win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FullHouse {
    /// The prize of a brelan.
    PaysAsBrelan,
    /// Nothing.
    Loses,
}

impl Reading for FullHouse {
    const QUESTION: &'static Question = &Question {
        id: "full-house",
        article: "2.4.2.1, 2.4.2.3",
        about: "whether three equal dice beside a pair are a brelan",
        answers: &[
            Answer {
                id: "pays-as-brelan",
                about: "they are: three dice are equal",
            },
            Answer {
                id: "loses",
                about: "they are not: a full house is no figure of the table",
            },
        ],
    };
    const ALL: &'static [Self] = &[Self::PaysAsBrelan, Self::Loses];
}

/// Whether the dice of a suite must follow each other as thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// 1 to 5 or 2 to 6 in any order.
    AnyOrder,
    /// 1 to 5 or 2 to 6, ascending in the order of the throws.
    ThrowOrder,
}

impl Reading for Suite {
    const QUESTION: &'static Question = &Question {
        id: "suite",
        article: "2.4.2.1",
        about: "whether the values of a suite must come in order",
        answers: &[
            Answer {
                id: "any-order",
                about: "1 to 5 or 2 to 6 in any order",
            },
            Answer {
                id: "throw-order",
                about: "1 to 5 or 2 to 6, ascending as thrown",
            },
        ],
    };
    const ALL: &'static [Self] = &[Self::AnyOrder, Self::ThrowOrder];
}

/// Whether one throw may win more than one figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figures {
    /// Only the best figure is paid.
    BestOnly,
    /// Five equal dice also pay as four and as three, four equal dice also as three.
    Cumulated,
}

impl Reading for Figures {
    const QUESTION: &'static Question = &Question {
        id: "figures",
        article: "2.4.2.3",
        about: "whether five or four equal dice also pay the figures they contain",
        answers: &[
            Answer {
                id: "best-only",
                about: "one figure at most is paid, the best",
            },
            Answer {
                id: "cumulated",
                about: "five equal also pay the carré and the brelan, four equal also the brelan",
            },
        ],
    };
    const ALL: &'static [Self] = &[Self::BestOnly, Self::Cumulated];
}
