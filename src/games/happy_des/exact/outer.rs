//! Bounds of the probabilities of payouts over all odds that round to the printed ones.
//!
//! The dice are exact. A prize table gives each of its amounts a probability between two ends; these
//! are carried to the payout by sums of products of numbers that are at least 0, which keeps them
//! bounds. The last step, over the law of stage 1, is linear and so exact.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::{Error, Result};
use crate::exact::{Bounds, Ratio, range, ratio, shares};
use crate::game::Strategy;
use crate::games::happy_des::exact::solver::{ACTIONS, Amount, Solver};
use crate::games::happy_des::exact::universe::Universe;
use crate::games::happy_des::{Action, HappyDes, View};
use crate::published::Table;
use crate::units::{Cents, RoundingInterval};

/// Amounts with bounds of their probabilities.
pub(super) type Outer = BTreeMap<Cents, Bounds>;

/// The amounts of a prize table.
pub(super) fn prize(table: &Table, amounts: &[Cents], boxes: &[RoundingInterval]) -> Result<Outer> {
    let mut outer = Outer::new();
    for (&amount, bounds) in amounts.iter().zip(shares(boxes)?) {
        if outer.insert(amount, bounds).is_some() {
            let message = format!("{} prints {amount} EUR twice", table.id);
            return Err(Error::internal(message));
        }
    }
    Ok(outer)
}

/// The sums of two prizes drawn on their own.
pub(super) fn plus(one: &Outer, other: &Outer) -> Outer {
    let mut outer = Outer::new();
    for (&mine, p) in one {
        for (&theirs, q) in other {
            let both = Bounds {
                low: &p.low * &q.low,
                high: &p.high * &q.high,
            };
            add(&mut outer, mine + theirs, &both);
        }
    }
    outer
}

fn add(outer: &mut Outer, amount: Cents, bounds: &Bounds) {
    let sum = outer.entry(amount).or_insert_with(none);
    *sum = sum.plus(bounds);
}

fn none() -> Bounds {
    Bounds::point(ratio(0, 1))
}

impl Universe {
    /// What it pays at a coefficient of 1.
    fn outer(&self) -> Outer {
        let lost = ratio(1, 1) - self.law.hit_frequency();
        let mut outer = Outer::from([(Cents::ZERO, Bounds::point(lost))]);
        for win in &self.wins {
            let chance = self.chance(win);
            for (&amount, bounds) in &win.prize.outer {
                add(&mut outer, amount, &bounds.times(&chance));
            }
        }
        outer
    }
}

impl Solver<'_> {
    /// What `action` pays at `amount`.
    fn outer_of(&self, amount: Cents, action: Action) -> Result<Outer> {
        let (outer, factor, divisor) = match action {
            Action::Stop => {
                let certain = Outer::from([(amount, Bounds::point(ratio(1, 1)))]);
                (certain, self.stake.cents(), 100)
            }
            Action::Play(which) => {
                let (factor, divisor) = self.coefficient(amount);
                (self.universe(which).outer(), factor, divisor)
            }
        };
        let mut scaled = Outer::new();
        for (amount, bounds) in outer {
            let product = amount.0.checked_mul(factor);
            let product = product.filter(|product| product % divisor == 0);
            let product = product.ok_or_else(|| {
                Error::internal(format!("{factor}/{divisor} of {amount} EUR is no amount in cents"))
            })?;
            add(&mut scaled, Cents(product / divisor), &bounds);
        }
        Ok(scaled)
    }

    /// Bounds of the probability of every payout under `strategy`.
    ///
    /// # Errors
    /// A payout that is no whole number of cents.
    pub(in crate::games::happy_des) fn payout_bounds<S: Strategy<HappyDes>>(
        &self,
        strategy: &S,
    ) -> Result<Outer> {
        let pays = |amount: &Amount| {
            let view = View {
                amount: amount.printed,
                stake: self.stake,
            };
            self.outer_of(amount.printed, strategy.decide(&view))
        };
        let pays: Vec<Outer> = self.amounts.iter().map(pays).collect::<Result<_>>()?;
        let boxes: Vec<_> = self.amounts.iter().map(|amount| amount.interval).collect();
        let won = self.first_die.chance();
        let lost = Bounds::point(ratio(1, 1) - &won);
        let amounts: BTreeSet<Cents> = pays.iter().flat_map(|outer| outer.keys().copied()).collect();
        let mut outer = Outer::from([(Cents::ZERO, lost)]);
        for amount in amounts {
            let end = |end: fn(&Bounds) -> &Ratio| {
                let value = |outer: &Outer| outer.get(&amount).map_or_else(Ratio::default, |b| end(b).clone());
                let values: Vec<Ratio> = pays.iter().map(value).collect();
                range(&values, &boxes)
            };
            let bounds = Bounds {
                low: end(|bounds| &bounds.low)?.low,
                high: end(|bounds| &bounds.high)?.high,
            };
            add(&mut outer, amount, &bounds.times(&won));
        }
        outer.retain(|_, bounds| bounds.high > Ratio::default());
        Ok(outer)
    }

    /// Every amount that some strategy can be paid.
    ///
    /// # Errors
    /// A payout that is no whole number of cents.
    pub(in crate::games::happy_des) fn payable(&self) -> Result<BTreeSet<Cents>> {
        let mut amounts = BTreeSet::from([Cents::ZERO]);
        for amount in &self.amounts {
            for action in ACTIONS {
                amounts.extend(self.outer_of(amount.printed, action)?.into_keys());
            }
        }
        Ok(amounts)
    }
}
