//! The questions that the text of Pièce d'or leaves open.

use crate::game::{Answer, Question, Reading};

/// How the combinations found on one ticket add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combining {
    /// No symbol serves twice; any row of the table may be formed again and again.
    BestTotal,
    /// A symbol serves each row of the table once, so it may serve several rows.
    Reuse,
    /// No symbol serves twice, and each row of the table counts once.
    EachLineOnce,
}

impl Reading for Combining {
    const QUESTION: &'static Question = &Question {
        id: "combination",
        article: "4.4",
        about: "how the combinations found on one ticket add up",
        answers: &[
            Answer {
                id: "best-total",
                about: "no symbol serves twice; the choice of combinations with the best sum",
            },
            Answer {
                id: "reuse",
                about: "a symbol serves each row of the table once: it may serve several rows",
            },
            Answer {
                id: "each-line-once",
                about: "no symbol serves twice, and each row of the table pays once at most",
            },
        ],
    };
    const ALL: &'static [Self] = &[Self::BestTotal, Self::Reuse, Self::EachLineOnce];
}

/// What several clovers on one ticket do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clover {
    /// There never are several.
    NoneOrOne,
    /// One of them stands for a symbol, once.
    SeveralOneUsable,
    /// Each of them stands for a symbol, once.
    SeveralEachUsable,
}

impl Reading for Clover {
    const QUESTION: &'static Question = &Question {
        id: "clover",
        article: "4.5",
        about: "what several clovers on one ticket do",
        answers: &[
            Answer {
                id: "none-or-one",
                about: "a ticket shows one at most, which stands for any symbol of one combination",
            },
            Answer {
                id: "several-one-usable",
                about: "one of them stands for a symbol; the others form nothing",
            },
            Answer {
                id: "several-each-usable",
                about: "each of them stands for a symbol of its own",
            },
        ],
    };
    const ALL: &'static [Self] = &[
        Self::NoneOrOne,
        Self::SeveralOneUsable,
        Self::SeveralEachUsable,
    ];
}

/// Whether bags hold symbols that the text does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Listed {
    /// Only those of articles 4.4 and 4.5.
    ListedOnly,
    /// Others too, which form nothing.
    WithBlanks,
}

impl Reading for Listed {
    const QUESTION: &'static Question = &Question {
        id: "symbols",
        article: "4.1, 4.4",
        about: "whether bags hold symbols outside the table",
        answers: &[
            Answer {
                id: "listed-only",
                about: "only those of the table and the clover",
            },
            Answer {
                id: "with-blanks",
                about: "others too, of one kind, which form nothing",
            },
        ],
    };
    const ALL: &'static [Self] = &[Self::ListedOnly, Self::WithBlanks];
}

/// Which reveals show a prize.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Emitting {
    /// Those that pay it under every reading.
    Proof,
    /// Those that pay it under the readings in force.
    Any,
}

impl Reading for Emitting {
    const QUESTION: &'static Question = &Question {
        id: "emitter",
        article: "4.3, 4.6",
        about: "which reveals the operator shows for a prize; all in question are equally likely",
        answers: &[
            Answer {
                id: "proof",
                about: "those that pay the prize under every listed reading",
            },
            Answer {
                id: "any",
                about: "all that pay the prize under the readings in force",
            },
        ],
    };
    const ALL: &'static [Self] = &[Self::Proof, Self::Any];
}

/// The readings that say what a reveal pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reads {
    /// See [`Combining`].
    pub combining: Combining,
    /// See [`Clover`].
    pub clover: Clover,
    /// See [`Listed`].
    pub listed: Listed,
}

impl Reads {
    /// All eighteen, the default first.
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for &combining in Combining::ALL {
            for &clover in Clover::ALL {
                for &listed in Listed::ALL {
                    all.push(Self {
                        combining,
                        clover,
                        listed,
                    });
                }
            }
        }
        all
    }
}

impl std::fmt::Display for Reads {
    /// `combination=best-total clover=none-or-one symbols=listed-only`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (combining, clover) = (named(self.combining), named(self.clover));
        write!(f, "{combining} {clover} {}", named(self.listed))
    }
}

/// `question=answer`.
pub(super) fn named<R: Reading + PartialEq>(answer: R) -> String {
    let number = R::ALL.iter().position(|&other| other == answer);
    let id = number.map_or("", |number| R::QUESTION.answers[number].id);
    format!("{}={id}", R::QUESTION.id)
}
