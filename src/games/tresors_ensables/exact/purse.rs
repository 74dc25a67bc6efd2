//! What a player may hold: gains, or, for a strategy that does not look at them, chests.

use std::collections::BTreeMap;

use crate::error::{Error, Result};
use crate::exact::{BigUint, Bounds, Law, Ratio, to_f64};
use crate::games::tresors_ensables::exact::odds::Odds;
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
    /// Whether the last chest brought the gain to the limit of [`Purses::below`].
    pub(super) is_over: bool,
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
/// Chests of bronze and of silver, and the kind of the last one if it brought the gain to a limit.
type Limited = (usize, usize, Option<usize>);

impl Purses {
    /// Purses by gain and number of chests.
    ///
    /// # Errors
    /// Never for the tables of the card.
    pub(super) fn by_gain(odds: &Odds) -> Result<Self> {
        let common = odds.common();
        let rows = |(gain, chests): Key, kind: usize| {
            let contents = odds.kind(kind);
            let row = |&(amount, weight): &(Cents, u64)| {
                let weight = weight * (common / contents.total);
                ((gain + amount.0, chests + 1), weight)
            };
            contents.rows.iter().map(row).collect()
        };
        Self::closed((0, 0), rows, |(gain, chests)| {
            Ok(Purse {
                chests: chests as usize,
                gains: vec![(Cents(gain), BigUint::from(1_u64))],
                worth: [gain as f64; 2],
                is_over: false,
            })
        })
    }

    /// Purses by number of bronze and of silver chests.
    ///
    /// # Errors
    /// Never for the tables of the card.
    pub(super) fn by_chests(odds: &Odds) -> Result<Self> {
        let rows = |(bronze, silver): Key, kind: usize| {
            let more = [(bronze + 1, silver), (bronze, silver + 1)];
            vec![(more[kind], 1)]
        };
        Self::closed((0, 0), rows, |(bronze, silver)| {
            Ok(Purse {
                chests: (bronze + silver) as usize,
                gains: gains(odds, bronze as usize, silver as usize)?,
                worth: worth(odds, bronze as f64, silver as f64),
                is_over: false,
            })
        })
    }

    /// Purses by number of bronze and of silver chests, and by whether the gain has come to `limit`: for
    /// a strategy that stops on the chest that brings it there. Such a purse is never opened again.
    ///
    /// # Errors
    /// Never for the tables of the card.
    pub(super) fn below(odds: &Odds, limit: Cents) -> Result<Self> {
        let list = |(bronze, silver, last): Limited| -> Result<Vec<(Cents, BigUint)>> {
            let Some(kind) = last else {
                let mut list = gains(odds, bronze, silver)?;
                list.retain(|(gain, _)| *gain < limit);
                return Ok(list);
            };
            let before = gains(odds, bronze - (1 - kind), silver - kind)?;
            let mut over = BTreeMap::<Cents, BigUint>::new();
            for (gain, weight) in before.iter().filter(|(gain, _)| *gain < limit) {
                for (more, share) in scaled(odds, kind) {
                    if *gain + more >= limit {
                        *over.entry(*gain + more).or_default() += weight * share;
                    }
                }
            }
            Ok(over.into_iter().collect())
        };
        let rows = |(bronze, silver, last): Limited, kind: usize| {
            let opened = (bronze + 1 - kind, silver + kind);
            let into = [None, Some(kind)].map(|over| (opened.0, opened.1, over));
            let can_be = |key: &Limited| last.is_none() && list(*key).is_ok_and(|l| !l.is_empty());
            into.into_iter().filter(can_be).map(|key| (key, 1)).collect()
        };
        Self::closed((0, 0, None), rows, |key| {
            Ok(Purse {
                chests: key.0 + key.1,
                gains: list(key)?,
                worth: worth(odds, key.0 as f64, key.1 as f64),
                is_over: key.2.is_some(),
            })
        })
    }

    /// Everything that can be held after passing the nine chests before the gold one; `rows` is what a
    /// purse becomes on a chest of a kind.
    fn closed<K: Copy + Ord>(
        start: K,
        rows: impl Fn(K, usize) -> Vec<(K, u64)>,
        purse: impl Fn(K) -> Result<Purse>,
    ) -> Result<Self> {
        let mut numbers = BTreeMap::from([(start, 0)]);
        let mut keys = vec![start];
        let mut opened = [Vec::new(), Vec::new()];
        let mut reach = vec![keys.len()];
        for series in 0..SERIES - 1 {
            let kind = series % 2;
            for at in 0..keys.len() {
                let into = rows(keys[at], kind).into_iter().map(|(key, weight)| {
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

/// Contents of a bronze chest (kind 0) or a silver one, with weights over [`Odds::common`].
fn scaled(odds: &Odds, kind: usize) -> impl Iterator<Item = (Cents, u64)> + '_ {
    let contents = odds.kind(kind);
    let factor = odds.common() / contents.total;
    let rows = contents.rows.iter();
    rows.map(move |&(amount, weight)| (amount, weight * factor))
}

/// What so many chests of bronze and of silver hold together.
fn gains(odds: &Odds, bronze: usize, silver: usize) -> Result<Vec<(Cents, BigUint)>> {
    let mut gains = Law::certain(Cents::ZERO);
    for (kind, count) in [bronze, silver].into_iter().enumerate() {
        let law = Law::of(scaled(odds, kind).map(|(amount, weight)| (amount, weight.into())))?;
        for _ in 0..count {
            gains = gains.plus(&law)?;
        }
    }
    let weights = gains.weights();
    Ok(weights.map(|(gain, weight)| (gain, weight.clone())).collect())
}

/// The mean of the same in cents, least and greatest over all odds that round to the printed ones.
fn worth(odds: &Odds, bronze: f64, silver: f64) -> [f64; 2] {
    let mean = |end: fn(&Bounds) -> &Ratio| {
        bronze * to_f64(end(&odds.bronze.mean)) + silver * to_f64(end(&odds.silver.mean))
    };
    [mean(|mean| &mean.low), mean(|mean| &mean.high)]
}
