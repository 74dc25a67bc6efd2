//! The printed tables as a kernel needs them: laws ready to draw from, prizes in cents at the stake.

use crate::error::{Error, Result};
use crate::game::{GameCard, Readings};
use crate::games::happy_des::law::Law;
use crate::games::happy_des::{Coefficient, cumul, figures, identiques, stage1};
use crate::published::Table;
use crate::units::{Cents, Stake};

/// Number of the table of stage-1 amounts; tables are numbered as on the card.
pub(super) const STAGE_1: usize = 0;
/// Number of the table of the stage-1 die.
pub(super) const STAGE_1_DIE: usize = 1;
/// Number of the table of the seven dice.
pub(super) const CUMUL_DICE: usize = 2;
/// Number of the first of the eleven tables of scores.
pub(super) const CUMUL: usize = 3;
/// Number of the table of the five dice.
pub(super) const FIGURES_DICE: usize = 14;
/// Number of the first of the four tables of figures.
pub(super) const FIGURES: usize = 15;
/// Number of the table of the three dice.
pub(super) const IDENTIQUES_DICE: usize = 19;
/// Number of the first of the fifteen tables of throws.
pub(super) const IDENTIQUES: usize = 20;

/// Rows of the table of stage-1 amounts.
pub(super) const AMOUNTS: usize = 4;

/// Ids and numbers of rows of the tables this code was written for.
pub(super) const SHAPE: &[(&str, usize)] = &[
    ("stage-1", AMOUNTS),
    ("stage-1-die", 6),
    ("cumul-dice", 6),
    ("cumul-42", 3),
    ("cumul-40-41", 2),
    ("cumul-38-39", 2),
    ("cumul-36-37", 1),
    ("cumul-34-35", 1),
    ("cumul-30-33", 1),
    ("cumul-20-22", 1),
    ("cumul-16-19", 1),
    ("cumul-13-15", 1),
    ("cumul-11-12", 1),
    ("cumul-7-10", 2),
    ("figures-dice", 6),
    ("figures-five", 4),
    ("figures-carre", 3),
    ("figures-suite", 4),
    ("figures-brelan", 4),
    ("identiques-dice", 6),
    ("identiques-1", 7),
    ("identiques-2", 4),
    ("identiques-3", 4),
    ("identiques-4", 4),
    ("identiques-5", 3),
    ("identiques-6", 3),
    ("identiques-7", 2),
    ("identiques-8", 2),
    ("identiques-9", 2),
    ("identiques-10", 1),
    ("identiques-11", 2),
    ("identiques-12", 2),
    ("identiques-13", 1),
    ("identiques-14", 2),
    ("identiques-15", 1),
];

/// The tables with the stake and the readings that scale their amounts.
#[derive(Clone, Copy)]
pub(super) struct Printed<'a> {
    tables: &'a [Table],
    stake: Stake,
    coefficient: Coefficient,
}

impl Printed<'_> {
    /// The law of table number `table`.
    pub(super) fn law<const BOUNDS: usize>(&self, table: usize) -> Result<Law<BOUNDS>> {
        Law::new(self.weights(table))
    }

    /// The weights of table number `table`.
    pub(super) fn weights(&self, table: usize) -> &[u64] {
        &self.tables[table].weights.values
    }

    /// The stake.
    pub(super) fn stake(&self) -> Stake {
        self.stake
    }

    /// The stage-1 amounts as printed, for a stake of 1 EUR.
    pub(super) fn amounts(&self) -> Result<[Cents; AMOUNTS]> {
        let amounts = self.money(STAGE_1)?;
        listed(amounts)
    }

    /// The stage-1 amounts at the stake (article 2.3.2).
    pub(super) fn amounts_at_stake(&self) -> Result<[Cents; AMOUNTS]> {
        let mut amounts = self.amounts()?;
        for amount in &mut amounts {
            *amount = divide(amount.0 * self.stake.cents(), 100)?;
        }
        Ok(amounts)
    }

    /// The prizes of stage-2 table number `table` (articles 2.3.5 and 2.4.4).
    pub(super) fn prizes<const BOUNDS: usize>(&self, table: usize) -> Result<Prizes<BOUNDS>> {
        // What a prize of 1 EUR becomes: the amount in play as a plain number, in cents.
        let coefficients = match self.coefficient {
            Coefficient::StakeScaled => self.amounts_at_stake()?,
            Coefficient::Table => self.amounts()?,
        };
        let prizes = self.money(table)?;
        let mut pay = [[Cents::ZERO; PRIZES]; AMOUNTS];
        for (pay, coefficient) in pay.iter_mut().zip(coefficients) {
            for (pay, prize) in pay.iter_mut().zip(&prizes) {
                *pay = divide(prize.0 * coefficient.0, 100)?;
            }
        }
        Ok(Prizes {
            table,
            rows: prizes.len(),
            law: self.law(table)?,
            pay,
        })
    }

    /// The largest prize: of all tables, with the largest coefficient.
    fn top_prize(&self) -> Result<Cents> {
        let mut top = Cents::ZERO;
        for amount in self.amounts_at_stake()? {
            top = top.max(amount);
        }
        let universes = (CUMUL..FIGURES_DICE).chain(FIGURES..IDENTIQUES_DICE);
        for table in universes.chain(IDENTIQUES..SHAPE.len()) {
            let prizes = self.prizes::<6>(table)?;
            for pay in prizes.pay.iter().flatten() {
                top = top.max(*pay);
            }
        }
        Ok(top)
    }

    fn money(&self, table: usize) -> Result<Vec<Cents>> {
        let table = &self.tables[table];
        let amount = |row: &crate::published::Row| {
            row.amount.ok_or_else(|| {
                Error::internal(format!("row {} of {} has no amount", row.label, table.id))
            })
        };
        table.rows.iter().map(amount).collect()
    }
}

/// The items of a list of known length.
pub(super) fn listed<T, const N: usize>(items: Vec<T>) -> Result<[T; N]> {
    items
        .try_into()
        .map_err(|_| Error::internal(format!("a list that is not of length {N}")))
}

/// `amount / divisor` where nothing is lost.
fn divide(amount: i64, divisor: i64) -> Result<Cents> {
    if amount % divisor == 0 {
        Ok(Cents(amount / divisor))
    } else {
        Err(Error::internal(format!(
            "a prize of {amount}/{divisor} cents is no whole number of cents"
        )))
    }
}

/// No table has more prizes.
const PRIZES: usize = 8;

/// A stage-2 table ready to draw from.
#[derive(Clone, Debug)]
pub(super) struct Prizes<const BOUNDS: usize> {
    /// Number of the table.
    pub(super) table: usize,
    /// Number of its rows.
    pub(super) rows: usize,
    /// The law of its rows.
    pub(super) law: Law<BOUNDS>,
    pub(super) pay: [[Cents; PRIZES]; AMOUNTS],
}

impl<const BOUNDS: usize> Prizes<BOUNDS> {
    /// What row `prize` pays when stage 1 drew amount number `amount`.
    #[inline(always)]
    pub(super) fn pay(&self, amount: usize, prize: usize) -> Cents {
        // The masks change nothing; they let a run, which drops the payout, drop the look-up too.
        self.pay[amount % AMOUNTS][prize % PRIZES]
    }
}

/// Everything a round needs at one stake under one set of readings.
pub struct Rules {
    /// The product of the bounds of all draws taken from the first word of a round.
    pub(super) opening: u64,
    pub(super) stake: Stake,
    pub(super) top_prize: Cents,
    pub(super) stage1: stage1::Rules,
    pub(super) cumul: cumul::Rules,
    pub(super) figures: figures::Rules,
    pub(super) identiques: identiques::Rules,
}

impl Rules {
    /// The rules of the tables of `card`.
    ///
    /// # Errors
    /// A table that cannot be drawn from, or a prize that is no whole number of cents.
    pub(super) fn new(card: &GameCard, stake: Stake, readings: &Readings) -> Result<Self> {
        card.check_shape(SHAPE)?;
        let printed = Printed {
            tables: &card.tables,
            stake,
            coefficient: readings.choice(),
        };
        let stage1 = stage1::Rules::new(&printed)?;
        let figures = figures::Rules::new(&printed, readings)?;
        Ok(Self {
            stake,
            top_prize: printed.top_prize()?,
            opening: word(&[stage1.bounds(), cumul::BOUNDS, figures.prize_bound()])?,
            cumul: cumul::Rules::new(&printed, readings)?,
            identiques: identiques::Rules::new(&printed)?,
            stage1,
            figures,
        })
    }
}

/// The product of `bounds`, checked to fit a word with few words rejected.
pub(super) fn word(bounds: &[u64]) -> Result<u64> {
    bounds
        .iter()
        .try_fold(1_u64, |product, &bound| product.checked_mul(bound))
        .filter(|&product| product <= LARGEST_PRODUCT)
        .ok_or_else(|| Error::internal("weights too fine to draw from one word"))
}

/// Words of larger products would be rejected too often.
pub(super) const LARGEST_PRODUCT: u64 = 1 << 58;
