//! What a player may hold: gains, or, for a strategy that does not look at them, chests.

use std::collections::BTreeMap;

use crate::error::{Error, Result};
use crate::exact::{BigUint, Law, to_f64};
use crate::games::tresors_ensables::exact::odds::{Contents, Odds};
use crate::games::tresors_ensables::exact::way::{CELLS, SERIES, place};
use crate::units::Cents;

/// One thing to hold.
pub(super) struct Purse {
    /// Chests opened.
    pub(super) chests: usize,
    /// The gains it stands for with their weights.
    pub(super) gains: Vec<(Cents, BigUint)>,
    /// The mean gain in cents, least and greatest over all odds that round to the printed ones.
    pub(super) worth: [f64; 2],
}

/// All purses; the first is empty.
pub(super) struct Purses {
    pub(super) list: Vec<Purse>,
    /// How many can be held when each series is entered: those are the first.
    pub(super) reach: Vec<usize>,
    /// What each purse becomes when a bronze chest is opened, and a silver one: row by row, with its
    /// weight.
    opened: [Vec<Vec<(usize, u64)>>; 2],
}

/// What tells purses apart: gain and chests, or chests of bronze and of silver.
type Key = (i64, i64);

impl Purses {
    /// Purses by gain and number of chests.
    ///
    /// # Errors
    /// Never for the tables of the card.
    pub(super) fn by_gain(odds: &Odds) -> Result<Self> {
        let common = odds.common();
        let rows = |contents: &Contents| -> Vec<(Key, u64)> {
            let rows = contents.rows.iter();
            rows.map(|(amount, weight)| ((amount.0, 1), weight * (common / contents.total)))
                .collect()
        };
        Self::closed(
            &[rows(&odds.bronze), rows(&odds.silver)],
            |(gain, chests)| {
                Ok(Purse {
                    chests: chests as usize,
                    gains: vec![(Cents(gain), BigUint::from(1_u64))],
                    worth: [gain as f64; 2],
                })
            },
        )
    }

    /// Purses by number of bronze and of silver chests.
    ///
    /// # Errors
    /// Never for the tables of the card.
    pub(super) fn by_chests(odds: &Odds) -> Result<Self> {
        let common = odds.common();
        let law = |contents: &Contents| {
            let scaled = |&(amount, weight): &(Cents, u64)| {
                (amount, (weight * (common / contents.total)).into())
            };
            Law::of(contents.rows.iter().map(scaled))
        };
        let laws = [law(&odds.bronze)?, law(&odds.silver)?];
        Self::closed(
            &[vec![((1, 0), 1)], vec![((0, 1), 1)]],
            |(bronze, silver)| {
                let mut gains = Law::certain(Cents::ZERO);
                for (law, count) in laws.iter().zip([bronze, silver]) {
                    for _ in 0..count {
                        gains = gains.plus(law)?;
                    }
                }
                let mean = |end: fn(&crate::exact::Bounds) -> &crate::exact::Ratio| {
                    bronze as f64 * to_f64(end(&odds.bronze.mean))
                        + silver as f64 * to_f64(end(&odds.silver.mean))
                };
                Ok(Purse {
                    chests: (bronze + silver) as usize,
                    gains: gains
                        .weights()
                        .map(|(gain, weight)| (gain, weight.clone()))
                        .collect(),
                    worth: [mean(|mean| &mean.low), mean(|mean| &mean.high)],
                })
            },
        )
    }

    /// Everything that can be held after passing the nine chests before the gold one.
    fn closed(rows: &[Vec<(Key, u64)>; 2], purse: impl Fn(Key) -> Result<Purse>) -> Result<Self> {
        let mut numbers = BTreeMap::<Key, usize>::from([((0, 0), 0)]);
        let mut keys = vec![(0, 0)];
        let mut opened = [Vec::new(), Vec::new()];
        let mut reach = vec![keys.len()];
        for series in 0..SERIES - 1 {
            let kind = series % 2;
            for at in 0..keys.len() {
                let held: Key = keys[at];
                let into = rows[kind].iter().map(|&(more, weight)| {
                    let key = (held.0 + more.0, held.1 + more.1);
                    let number = *numbers.entry(key).or_insert_with(|| {
                        keys.push(key);
                        keys.len() - 1
                    });
                    (number, weight)
                });
                let into: Vec<(usize, u64)> = into.collect();
                opened[kind].resize(keys.len(), Vec::new());
                opened[kind][at] = into;
            }
            reach.push(keys.len());
        }
        opened
            .iter_mut()
            .for_each(|kind| kind.resize(keys.len(), Vec::new()));
        Ok(Self {
            reach,
            list: keys.into_iter().map(purse).collect::<Result<_>>()?,
            opened,
        })
    }

    /// How many can be held when `cell` is left: those are the first.
    pub(super) fn standing(&self, cell: usize) -> usize {
        let (series, offset) = place(cell);
        self.reach[series + usize::from(offset == CELLS)]
    }

    /// What purse `held` becomes on the chest that ends `series`.
    ///
    /// # Errors
    /// The purse cannot be held there.
    pub(super) fn open(&self, series: usize, held: usize) -> Result<&[(usize, u64)]> {
        let rows = &self.opened[series % 2][held];
        if rows.is_empty() {
            return Err(Error::internal("more chests were opened than there are"));
        }
        Ok(rows)
    }
}
