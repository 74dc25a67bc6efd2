//! The header: which form a file has, and which column is which.

use crate::error::{Error, Result, nearest};
use crate::observed::records::Record;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// What plays were paid.
    Payouts,
    /// Rows of published tables that were drawn.
    Draws,
}

/// A column of one of the two forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Game,
    Stake,
    Payout,
    Table,
    Label,
    Count,
    Strategy,
    Block,
    Player,
    PlayId,
    PlayedAt,
}

use Column::{Block, Count, Game, Label, Payout, PlayId, PlayedAt, Player, Stake, Strategy, Table};

impl Column {
    /// Every column, in the order of its number.
    pub(super) const ALL: [Self; 11] = [
        Game, Stake, Payout, Table, Label, Count, Strategy, Block, Player, PlayId, PlayedAt,
    ];

    /// The name in the header.
    pub(super) fn name(self) -> &'static str {
        match self {
            Game => "game",
            Stake => "stake_cents",
            Payout => "payout_cents",
            Table => "table",
            Label => "label",
            Count => "count",
            Strategy => "strategy",
            Block => "block",
            Player => "player",
            PlayId => "play_id",
            PlayedAt => "played_at",
        }
    }
}

impl Form {
    /// The columns a file of this form must have, and those it may have.
    fn columns(self) -> (&'static [Column], &'static [Column]) {
        match self {
            Self::Payouts => (
                &[Game, Stake, Payout],
                &[Count, Strategy, Block, Player, PlayId, PlayedAt],
            ),
            Self::Draws => (&[Game, Stake, Table, Label, Count], &[Block, PlayedAt]),
        }
    }
}

/// Where each column is.
#[derive(Clone, Debug)]
pub(super) struct Header {
    pub(super) form: Form,
    columns: Vec<Column>,
}

impl Header {
    /// Reads a header.
    ///
    /// # Errors
    /// A column that is unknown, there twice, missing, or of the other form.
    pub(super) fn new(record: &Record) -> Result<Self> {
        let mut columns = Vec::new();
        for name in record.fields() {
            let lower = name.to_lowercase();
            let known = Column::ALL
                .into_iter()
                .find(|column| column.name() == lower);
            let column = known.ok_or_else(|| unknown(name))?;
            if columns.contains(&column) {
                return Err(Error::input(format!("the column `{lower}` is there twice")));
            }
            columns.push(column);
        }
        let has = |column: Column| columns.contains(&column);
        let form = match (has(Payout), has(Table) || has(Label)) {
            (true, true) => {
                return Err(Error::input(
                    "a file holds payouts (column `payout_cents`) or draws (columns `table` and `label`), not both: \
                     split it in two",
                ));
            }
            (false, true) => Form::Draws,
            (_, false) => Form::Payouts,
        };
        let (needed, optional) = form.columns();
        let missing: Vec<&str> = needed
            .iter()
            .filter(|&&column| !has(column))
            .map(|column| column.name())
            .collect();
        if !missing.is_empty() {
            return Err(Error::input(format!(
                "the header lacks {}: payouts need game, stake_cents and payout_cents; draws need game, stake_cents, \
                 table, label and count",
                missing.join(", ")
            )));
        }
        if let Some(strange) = columns
            .iter()
            .find(|column| !needed.contains(column) && !optional.contains(column))
        {
            let name = strange.name();
            return Err(Error::input(format!(
                "the column `{name}` has no meaning in a file of draws: leave it out"
            )));
        }
        Ok(Self { form, columns })
    }

    /// How many fields a record has.
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// Where `column` is, if it is there.
    pub(super) fn place(&self, column: Column) -> Option<usize> {
        self.columns.iter().position(|other| *other == column)
    }
}

fn unknown(name: &str) -> Error {
    let names = Column::ALL.map(Column::name);
    if name.is_empty() {
        return Error::input("a column of the header has no name");
    }
    let hint = nearest(name, names).map(|near| format!("; did you mean `{near}`?"));
    Error::input(format!(
        "unknown column `{name}`{} (known: {})",
        hint.unwrap_or_default(),
        names.join(", ")
    ))
}
