//! The two texts of a game as TOML has them, not yet checked against each other.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Position, Result};

/// The published text: what the regulation prints, numbers as strings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PublishedText {
    pub(super) game: String,
    pub(super) title: String,
    pub(super) source: String,
    #[serde(rename = "table")]
    pub(super) tables: Vec<TableText>,
}

/// One printed table; its id is without the game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableText {
    pub(super) id: String,
    pub(super) article: String,
    pub(super) title: String,
    pub(super) rounding: Option<Rounding>,
    pub(super) overall: Option<OverallText>,
    pub(super) block: Option<BlockText>,
    pub(super) rows: Vec<RowText>,
}

/// One printed row.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RowText {
    pub(super) label: String,
    /// Absent where nothing is printed: the row takes what the others leave.
    pub(super) printed: Option<String>,
    pub(super) amount: Option<String>,
    /// In a block: the printed total of the row's lots, in euros.
    pub(super) total: Option<String>,
}

/// Printed odds of all printed rows together, with their own rounding note.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OverallText {
    pub(super) printed: String,
    pub(super) rounding: Rounding,
}

/// The printed size of a block, and the printed sums of its lots.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BlockText {
    /// Tickets.
    pub(super) tickets: String,
    /// Winning tickets.
    pub(super) lots: String,
    /// Total of the lots in euros.
    pub(super) total: String,
}

/// The rounding note under a table; none means that its numbers are exact.
#[derive(Clone, Copy, Deserialize)]
pub(super) enum Rounding {
    #[serde(rename = "centième")]
    Hundredth,
    #[serde(rename = "millième")]
    Thousandth,
}

impl Rounding {
    /// The decimals every number under the note has.
    pub(super) fn decimals(self) -> u32 {
        match self {
            Self::Hundredth => 2,
            Self::Thousandth => 3,
        }
    }
}

/// The model text: the weights played in place of rounded odds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelText {
    #[serde(rename = "table", default)]
    pub(super) tables: Vec<WeightsText>,
}

/// The weights of one table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WeightsText {
    pub(super) id: String,
    pub(super) denominator: u64,
    pub(super) weights: Vec<u64>,
    pub(super) possible: u64,
    pub(super) why: String,
}

/// Reads one of the texts; `what` names it in errors, which carry line and column.
pub(super) fn parse<T: DeserializeOwned>(what: &str, text: &str) -> Result<T> {
    toml::from_str(text).map_err(|error| {
        let message = error.message().trim_end().replace('\n', "; ");
        let refused = Error::input(format!("{what}: {message}"));
        match error.span() {
            Some(span) => refused.at(Position::of(text, span.start)),
            None => refused,
        }
    })
}
