//! The questions this regulation leaves open, and the typed answers the kernel reads.

use crate::game::{Answer, Question, Reading};

/// Declares an enum of answers with its question, answer by answer.
macro_rules! reading {
    (
        $(#[$doc:meta])* $name:ident = $id:literal, $article:literal, $about:literal;
        $($(#[$answer_doc:meta])* $answer:ident = $answer_id:literal, $answer_about:literal;)+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$answer_doc])* $answer,)+
        }

        impl Reading for $name {
            const QUESTION: &'static Question = &Question {
                id: $id,
                article: $article,
                about: $about,
                answers: &[$(Answer { id: $answer_id, about: $answer_about },)+],
            };
            const ALL: &'static [Self] = &[$(Self::$answer,)+];
        }
    };
}

reading! {
    /// How many life points a play starts with.
    StartingLives = "starting-lives", "3.1.3, 3.2.6", "life points at the start, which no article states";
    /// A full gauge: the three points that 3.2.6 speaks of losing.
    Three = "3", "the gauge is full";
    /// Two.
    Two = "2", "the gauge lacks one point";
    /// One.
    One = "1", "the first trap ends the play";
}

impl StartingLives {
    /// The number of lives.
    pub fn lives(self) -> usize {
        match self {
            Self::Three => 3,
            Self::Two => 2,
            Self::One => 1,
        }
    }
}

reading! {
    /// Whether the player sees what the cells hold before landing on them.
    Board = "board", "3.2.1, 3.2.2", "whether the player sees the cells of the board before the first roll";
    /// Cells show their kind on landing.
    Hidden = "hidden", "a cell shows its kind when it is landed on";
    /// All cells are shown from the start.
    Visible = "visible", "the whole board is shown from the start";
}

reading! {
    /// Where the player may stop.
    Decisions = "decisions", "3.2.6, 3.2.6 b", "where the player may stop once a gain is held";
    /// Before every roll.
    AnyCell = "any-cell", "before every roll";
    /// Only before a roll that leaves a chest.
    ChestCell = "chest-cell", "only while standing on a chest";
}

reading! {
    /// What a roll larger than the way left does.
    Overshoot = "overshoot", "3.2.7", "what a roll larger than the way left to the gold chest does";
    /// It ends on the gold chest.
    ReachesGold = "reaches-gold", "it reaches the gold chest";
    /// It moves nothing.
    LostRoll = "lost-roll", "it does not move, and the cell does not act again";
}

reading! {
    /// What a gain of lives over the cap of three does.
    LifeCap = "life-cap", "3.1.3", "what a life cell does that would lift the gauge over 3 points";
    /// The gauge is filled.
    Cut = "cut", "it fills the gauge to 3";
    /// Nothing is gained.
    Refused = "refused", "it gives nothing";
}

reading! {
    /// How often the layout of a series is drawn.
    Layout = "layout", "3.2.2", "whether the ten series are drawn one by one";
    /// Once per series.
    TenDraws = "ten-draws", "each series has its own draw";
    /// Once per play.
    OneDraw = "one-draw", "one draw gives the same layout to all ten series";
}

/// All questions, in the order they are listed.
pub(super) const QUESTIONS: [&Question; 6] = [
    StartingLives::QUESTION,
    Board::QUESTION,
    Decisions::QUESTION,
    Overshoot::QUESTION,
    LifeCap::QUESTION,
    Layout::QUESTION,
];
