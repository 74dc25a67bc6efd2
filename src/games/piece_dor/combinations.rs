//! The table of winning combinations as article 4.4 prints it.

use crate::error::{Error, Result};
use crate::games::piece_dor::symbol::FORMING;
use crate::units::{Cents, Stake};

/// The stakes of article 4.2, in the order of the columns of the table.
pub const STAKES: [Stake; 3] = [
    Stake::from_cents(50),
    Stake::from_cents(100),
    Stake::from_cents(200),
];

/// A row of the table: symbols to be found, and the gain for each stake.
#[derive(Clone, Copy, Debug)]
pub struct Combination {
    /// What is found, as a reader would say it.
    pub name: &'static str,
    /// Symbols needed: or, couronnes, croix, étoiles, pièces trouées.
    pub needs: [u8; FORMING],
    /// The gain in euros at each of [`STAKES`], as printed.
    pub printed: [&'static str; STAKES.len()],
}

/// Rows of the table.
pub(super) const ROWS: usize = 7;

/// The table of article 4.4, "to the exclusion of any other combination".
pub const COMBINATIONS: [Combination; ROWS] = [
    row("3 or", [3, 0, 0, 0, 0], ["5 000", "10 000", "20 000"]),
    row("2 croix and 2 or", [2, 0, 2, 0, 0], ["250", "500", "1 000"]),
    row("3 croix", [0, 0, 3, 0, 0], ["25", "50", "100"]),
    row("2 croix and 2 étoiles", [0, 0, 2, 2, 0], ["5", "10", "20"]),
    row("3 étoiles", [0, 0, 0, 3, 0], ["2,5", "5", "10"]),
    row("3 couronnes", [0, 3, 0, 0, 0], ["1", "2", "4"]),
    row("3 pièces trouées", [0, 0, 0, 0, 3], ["0,5", "1", "2"]),
];

const fn row(
    name: &'static str,
    needs: [u8; FORMING],
    printed: [&'static str; STAKES.len()],
) -> Combination {
    Combination {
        name,
        needs,
        printed,
    }
}

/// What each row pays at `stake`.
///
/// # Errors
/// (Internal) the stake has no column, or a number cannot be read.
pub(super) fn gains(stake: Stake) -> Result<[Cents; ROWS]> {
    let column = STAKES.iter().position(|&offered| offered == stake);
    let column = column.ok_or_else(|| Error::internal("a stake without a column in article 4.4"))?;
    let mut gains = [Cents::ZERO; ROWS];
    for (gain, row) in gains.iter_mut().zip(&COMBINATIONS) {
        *gain = Cents::parse(row.printed[column])?;
    }
    Ok(gains)
}
