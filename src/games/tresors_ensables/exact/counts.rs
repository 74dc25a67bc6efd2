//! What a forward pass counts, and what that says.

use num_traits::Zero;

use crate::error::{Error, Result};
use crate::exact::{BigUint, Law, Ratio, ratio};
use crate::game::{CountSpread, Fact, GameCard};
use crate::games::tresors_ensables::exact::forward::Entries;
use crate::games::tresors_ensables::exact::odds::Odds;
use crate::games::tresors_ensables::exact::purse::Purses;
use crate::games::tresors_ensables::exact::way::{CAP, LAST, SERIES, STRETCH, Way, place, scale};
use crate::games::tresors_ensables::exact::wide::Wide;
use crate::units::Cents;

/// Weights by lives, from 1.
pub(super) type Lives = [Wide; CAP];

/// Weights of plays by purse, in integers of `N` words.
pub(super) struct Counts<const N: usize = 7> {
    /// Players who stop, by cell.
    pub(super) stops: Vec<Vec<Wide<N>>>,
    /// Players who leave a cell, by cell, the start being 0.
    pub(super) departures: Vec<Vec<Wide<N>>>,
    /// Plays lost, by cell.
    pub(super) deaths: Vec<Vec<Wide<N>>>,
    /// Chests opened, by series, counted with the purse they make; not the gold one.
    pub(super) landed: Vec<Vec<Wide<N>>>,
    /// Plays that reach the gold chest.
    pub(super) gold: Vec<Wide<N>>,
    /// The ways in which each series is entered with each purse, a bit for each.
    met: Vec<Vec<u32>>,
}

impl<const N: usize> Counts<N> {
    /// Nothing counted.
    pub(super) fn new(purses: usize) -> Self {
        let zeros = |rows: usize| vec![vec![Wide::ZERO; purses]; rows];
        Self {
            stops: zeros(LAST),
            departures: zeros(LAST),
            deaths: zeros(LAST),
            landed: zeros(SERIES - 1),
            gold: vec![Wide::ZERO; purses],
            met: vec![vec![0; purses]; SERIES],
        }
    }

    /// Both together.
    pub(super) fn merge(mut self, other: &Self) -> Self {
        let rows = |mine: &mut [Vec<Wide<N>>], theirs: &[Vec<Wide<N>>]| {
            let pairs = mine.iter_mut().flatten().zip(theirs.iter().flatten());
            pairs.for_each(|(sum, more)| sum.add(more, 1));
        };
        rows(&mut self.stops, &other.stops);
        rows(&mut self.departures, &other.departures);
        rows(&mut self.deaths, &other.deaths);
        rows(&mut self.landed, &other.landed);
        rows(
            std::slice::from_mut(&mut self.gold),
            std::slice::from_ref(&other.gold),
        );
        let met = self
            .met
            .iter_mut()
            .flatten()
            .zip(other.met.iter().flatten());
        met.for_each(|(mine, theirs)| *mine |= theirs);
        self
    }

    /// The same in integers of more words.
    pub(super) fn wider(&self) -> Counts {
        let row = |row: &Vec<Wide<N>>| row.iter().map(Wide::wider).collect();
        let rows = |rows: &[Vec<Wide<N>>]| rows.iter().map(row).collect();
        Counts {
            stops: rows(&self.stops),
            departures: rows(&self.departures),
            deaths: rows(&self.deaths),
            landed: rows(&self.landed),
            gold: row(&self.gold),
            met: self.met.clone(),
        }
    }
}

impl Counts {

    /// Notes the ways in which a series is entered.
    pub(super) fn meet(&mut self, series: usize, held: usize, entries: &Entries) {
        for (number, weight) in entries.as_flattened().iter().enumerate() {
            self.met[series][held] |= u32::from(!weight.is_zero()) << number;
        }
    }

    /// Whether `series` is entered at `offset` with so many lives and this purse.
    pub(super) fn is_met(&self, series: usize, held: usize, offset: usize, lives: usize) -> bool {
        self.met[series][held] >> (CAP * offset + lives - 1) & 1 == 1
    }

    /// The purses that `series` is entered with.
    pub(super) fn held(&self, series: usize) -> impl Iterator<Item = usize> + '_ {
        let met = self.met[series].iter().enumerate();
        met.filter(|(_, ways)| **ways != 0).map(|(held, _)| held)
    }
}

/// The counts over one denominator.
pub(super) struct Summary<'a> {
    pub(super) counts: &'a Counts,
    pub(super) purses: &'a Purses,
    pub(super) odds: &'a Odds,
    pub(super) way: &'a Way,
    /// The total weight of layouts that multiplies what happens after so many series were entered.
    pub(super) totals: Vec<BigUint>,
    /// All weight, at the gold chest.
    denominator: BigUint,
}

/// All weight at the gold chest, on layouts of total weight `layouts`.
pub(super) fn whole(odds: &Odds, layouts: &BigUint) -> BigUint {
    let chests = BigUint::from(odds.common()).pow(SERIES as u32 - 1);
    scale(LAST) * chests * layouts
}

impl<'a> Summary<'a> {
    /// The summary of plays on series drawn one by one from layouts of total weight `total`, or, with
    /// `once`, drawn once for all.
    ///
    /// # Errors
    /// Numbers too large for the pass.
    pub(super) fn new(
        counts: &'a Counts,
        purses: &'a Purses,
        odds: &'a Odds,
        way: &'a Way,
        total: u64,
        once: bool,
    ) -> Result<Self> {
        let factor = BigUint::from(total);
        let power = |entered: usize| {
            if once {
                factor.clone()
            } else {
                factor.pow(entered as u32)
            }
        };
        let totals: Vec<BigUint> = (0..=SERIES).map(power).collect();
        let denominator = whole(odds, &totals[SERIES]);
        if denominator.bits() > <Wide>::BITS {
            return Err(Error::internal("the tables need wider integers"));
        }
        Ok(Self {
            counts,
            purses,
            odds,
            way,
            totals,
            denominator,
        })
    }

    /// What one unit of weight at `cell` is over the denominator, but for the purse; `entered` series
    /// were entered.
    pub(super) fn unit(&self, cell: usize, entered: usize) -> BigUint {
        scale(LAST) / scale(cell) * &self.totals[SERIES] / &self.totals[entered]
    }

    /// What one unit of weight with this purse is over the denominator, gain by gain.
    fn spread(&self, held: usize) -> impl Iterator<Item = (Cents, BigUint)> + '_ {
        let purse = &self.purses.list[held];
        let missing = BigUint::from(self.odds.common()).pow((SERIES - 1 - purse.chests) as u32);
        purse
            .gains
            .iter()
            .map(move |(gain, weight)| (*gain, weight * &missing))
    }

    /// The numerator of all plays in `row`.
    pub(super) fn sum(&self, row: &[Wide], chests: Option<usize>, unit: &BigUint) -> BigUint {
        let mut sum = BigUint::ZERO;
        for (held, weight) in row.iter().enumerate() {
            if !weight.is_zero()
                && chests.is_none_or(|chests| self.purses.list[held].chests == chests)
            {
                let spread: BigUint = self.spread(held).map(|(_, weight)| weight).sum();
                sum += weight.big() * spread;
            }
        }
        sum * unit
    }

    /// The numerator of all plays in `rows`, by cell, with `chests` open or however many.
    fn on_cells(&self, rows: &[Vec<Wide>], chests: Option<usize>) -> BigUint {
        let cells = (1..LAST).map(|cell| (&rows[cell], self.unit(cell, place(cell).0 + 1)));
        cells.map(|(row, unit)| self.sum(row, chests, &unit)).sum()
    }

    /// Players who stop.
    fn stopped(&self, chests: Option<usize>) -> BigUint {
        self.on_cells(&self.counts.stops, chests)
    }

    /// Plays lost.
    fn died(&self, chests: Option<usize>) -> BigUint {
        self.on_cells(&self.counts.deaths, chests)
    }

    fn reached_gold(&self, chests: Option<usize>) -> BigUint {
        self.sum(&self.counts.gold, chests, &self.unit(LAST, SERIES))
    }

    /// The law of the payout.
    ///
    /// # Errors
    /// The weights do not sum to the denominator.
    pub(super) fn law(&self) -> Result<Law> {
        let gold = BigUint::from(self.odds.gold.total);
        let mut rows = vec![(Cents::ZERO, self.died(None) * &gold)];
        for cell in 1..LAST {
            let unit = self.unit(cell, place(cell).0 + 1) * &gold;
            for (held, weight) in self.counts.stops[cell]
                .iter()
                .enumerate()
                .filter(|row| !row.1.is_zero())
            {
                let weight = weight.big() * &unit;
                rows.extend(
                    self.spread(held)
                        .map(|(gain, share)| (gain, share * &weight)),
                );
            }
        }
        let unit = self.unit(LAST, SERIES);
        for (held, weight) in self
            .counts
            .gold
            .iter()
            .enumerate()
            .filter(|row| !row.1.is_zero())
        {
            let weight = weight.big() * &unit;
            for (gain, share) in self.spread(held) {
                let held = share * &weight;
                let contents = self.odds.gold.rows.iter();
                rows.extend(contents.map(|&(amount, weight)| (gain + amount, &held * weight)));
            }
        }
        let law = Law::of(rows)?;
        if *law.denominator() != &self.denominator * gold {
            return Err(Error::internal(
                "the probabilities of the payouts do not sum to 1",
            ));
        }
        Ok(law)
    }

    /// Mean counts per round, under the ids of the card's counters.
    ///
    /// # Errors
    /// The card has no such counter.
    pub(super) fn facts(&self, card: &GameCard) -> Result<Vec<Fact>> {
        let mut counts = vec![
            ("rolls".to_owned(), self.rolls()),
            ("deaths".to_owned(), self.share(self.died(None))),
            ("stopped".to_owned(), self.share(self.stopped(None))),
            (
                "gold-reached".to_owned(),
                self.share(self.reached_gold(None)),
            ),
        ];
        for series in 0..SERIES - 1 {
            let cell = STRETCH * (series + 1);
            let landed = self.sum(
                &self.counts.landed[series],
                None,
                &self.unit(cell, series + 1),
            );
            counts.push((format!("landed-{cell}"), self.share(landed)));
        }
        counts.push((
            format!("landed-{LAST}"),
            self.share(self.reached_gold(None)),
        ));
        for chests in 0..=SERIES {
            let mut ended = self.stopped(Some(chests)) + self.died(Some(chests));
            if chests > 0 {
                // The gold chest is one more than the purse has.
                ended += self.reached_gold(Some(chests - 1));
            }
            counts.push((format!("chests-{chests}"), self.share(ended)));
        }
        let fact = |(id, value): (String, Ratio)| {
            let counter = card.counters.iter().find(|counter| counter.id == id);
            let counter = counter.ok_or_else(|| Error::internal(format!("no counter {id}")))?;
            Ok(Fact {
                about: format!("{}, per round", counter.about),
                // A round ends once (3.2.6, 3.2.8, 3.3.5) and only goes forward (3.1.3), so that it passes
                // each chest once; the die is rolled again and again.
                spread: (id != "rolls").then_some(CountSpread::Bernoulli),
                id,
                value,
                bounds: None,
            })
        };
        let counts = counts.into_iter().filter(|(_, value)| !value.is_zero());
        counts.map(fact).collect()
    }

    /// Rolls of the die per round: one per departure, or as many as it takes to be moved.
    fn rolls(&self) -> Ratio {
        let rolls = |cell: usize| {
            let entered = if cell == 0 { 0 } else { place(cell).0 + 1 };
            let left = self.sum(
                &self.counts.departures[cell],
                None,
                &self.unit(cell, entered),
            );
            self.share(left) * ratio(6, self.way.leaving[cell])
        };
        (0..LAST).map(rolls).sum()
    }

    pub(super) fn share(&self, weight: BigUint) -> Ratio {
        ratio(weight, self.denominator.clone())
    }
}
