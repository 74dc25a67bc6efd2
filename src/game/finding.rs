//! What enumeration of a game's rules shows.

/// Something established about the published rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Identifier, unique in the game; never changes once released.
    pub id: &'static str,
    /// The articles concerned.
    pub article: &'static str,
    /// What was found, in a sentence or two.
    pub about: String,
    /// The figures, in the order they are shown.
    pub facts: Vec<FindingLine>,
}

/// One figure of a [`Finding`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingLine {
    /// What it is about, e.g. a reading `gauge=end` or a prize.
    pub label: String,
    /// The figure, or a list of them.
    pub value: String,
}
