//! The question that the text of Les Clefs du Trésor leaves open.

use crate::game::{Answer, Question, Reading};

/// What the printed odds of a key are the odds of.
///
/// Article 3.1.4 gives them per number of keys held and sends the reader to a sub-article 3.3, which
/// does not exist; 3.1.2.3 has the key drawn once the play has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyDraw {
    /// Of a key, given that the play lost.
    OnLosingPlay,
    /// Of a play that brings a key, which a winning play never does.
    PerPlay,
    /// Of a key, drawn on every play, winning or not.
    Independent,
}

impl Reading for KeyDraw {
    const QUESTION: &'static Question = &Question {
        id: "key-draw",
        article: "3.1.2.3, 3.1.4",
        about: "which plays the printed odds of a key are counted in",
        answers: &[
            Answer {
                id: "on-losing-play",
                about: "losing plays: a key is drawn when the play has lost",
            },
            Answer {
                id: "per-play",
                about: "all plays, though a winning one never brings a key",
            },
            Answer {
                id: "independent",
                about: "all plays: a key is drawn whether the play wins or not",
            },
        ],
    };
    const ALL: &'static [Self] = &[Self::OnLosingPlay, Self::PerPlay, Self::Independent];
}
