//! Finite blocks of tickets: one ticket, and a player who buys several of a fresh block.

use crate::error::{Error, Result};
use crate::exact::law::Law;
use crate::exact::number::{Ratio, ratio};
use crate::exact::player::PlayerChances;
use crate::units::{Cents, Stake};

/// The tickets of a block by what they pay.
#[derive(Clone, Debug)]
pub struct Block {
    /// Amounts that tickets pay, descending, with the number of tickets.
    pub(super) lots: Vec<(Cents, u64)>,
    pub(super) tickets: u64,
    law: Law,
}

impl Block {
    /// The block with so many tickets of each amount, losing ones under 0.
    ///
    /// # Errors
    /// No tickets, more than 2^63 of them, or an amount below 0.
    pub fn new(lots: impl IntoIterator<Item = (Cents, u64)>) -> Result<Self> {
        let lots: Vec<(Cents, u64)> = lots.into_iter().collect();
        let law = Law::of(lots.iter().map(|&(amount, number)| (amount, number.into())))?;
        let sum = |sum: u64, &(_, number): &(Cents, u64)| sum.checked_add(number);
        let tickets = lots.iter().try_fold(0_u64, sum);
        let tickets = tickets.filter(|&tickets| i64::try_from(tickets).is_ok());
        let tickets =
            tickets.ok_or_else(|| Error::internal("a block of more than 2^63 tickets"))?;
        if lots.iter().any(|(amount, _)| *amount < Cents::ZERO) {
            return Err(Error::internal("a ticket that pays less than nothing"));
        }
        let number = |amount: Cents| {
            let same = lots.iter().filter(|(other, _)| *other == amount);
            same.map(|(_, number)| number).sum()
        };
        let amounts: Vec<Cents> = law.weights().map(|(amount, _)| amount).collect();
        let amounts = amounts.into_iter().rev();
        Ok(Self {
            lots: amounts.map(|amount| (amount, number(amount))).collect(),
            tickets,
            law,
        })
    }

    /// The law of one ticket.
    pub fn law(&self) -> &Law {
        &self.law
    }

    /// Tickets in the block.
    pub fn tickets(&self) -> u64 {
        self.tickets
    }

    /// Tickets that pay.
    pub fn winners(&self) -> u64 {
        let paying = self.lots.iter().filter(|(amount, _)| *amount > Cents::ZERO);
        paying.map(|(_, number)| number).sum()
    }

    /// What is left of a variance with replacement when `bought` tickets of the block are drawn
    /// without: (N - K) / (N - 1).
    pub fn finite_factor(&self, bought: u64) -> Ratio {
        let left = self.tickets.saturating_sub(bought);
        ratio(left, self.tickets.saturating_sub(1).max(1))
    }

    /// The variance of the mean payout of `bought` tickets of the block, at least one, in cents squared.
    pub fn mean_variance(&self, bought: u64) -> Ratio {
        self.law.variance() * self.finite_factor(bought) / ratio(bought.max(1), 1)
    }

    /// The chances of a player who buys `bought` tickets of the block.
    ///
    /// # Errors
    /// The block has fewer tickets.
    pub fn player(&self, bought: u64, stake: Stake) -> Result<PlayerChances> {
        if bought > self.tickets {
            return Err(Error::input(format!(
                "tickets {bought}: a block has {}",
                self.tickets
            )));
        }
        let (top, tops) = self.lots.first().copied().unwrap_or_default();
        let tops = if top > Cents::ZERO { tops } else { 0 };
        Ok(PlayerChances {
            at_least_one_win: self.any_of(self.winners(), bought),
            net_profit: self.profit(bought, stake),
            top_prize: self.any_of(tops, bought),
        })
    }

    /// The chance that `bought` tickets have one of `marked` among them: 1 - C(N-M, K) / C(N, K), the
    /// quotient being the product of 1 - K / (N - j) over j < M, or with M and K exchanged.
    fn any_of(&self, marked: u64, bought: u64) -> f64 {
        let (few, many) = (marked.min(bought), marked.max(bought));
        if marked + bought > self.tickets {
            return if few == 0 { 0.0 } else { 1.0 };
        }
        let factor = |j: u64| libm::log1p(-(many as f64) / (self.tickets - j) as f64);
        -libm::expm1((0..few).map(factor).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_sold_out_is_certain() {
        let lots = [(Cents(1000), 3), (Cents(100), 5), (Cents(0), 92)];
        let block = Block::new(lots).expect("a block");
        let all = block
            .player(100, Stake::from_cents(34))
            .expect("100 tickets");
        assert!((all.at_least_one_win - 1.0).abs() < 1e-12);
        assert_eq!((all.top_prize, block.winners()), (1.0, 8));
        // 35.00 EUR of prizes.
        for (stake, profit) in [(34, 1.0), (35, 0.0)] {
            let found = block
                .player(100, Stake::from_cents(stake))
                .expect("100 tickets");
            assert!((found.net_profit.expect("short") - profit).abs() < 1e-12);
        }
        assert_eq!(block.mean_variance(100), ratio(0, 1));
        assert_eq!(block.mean_variance(1), block.law().variance());
        assert!(block.player(101, Stake::from_cents(34)).is_err());
    }

    #[test]
    fn a_block_without_lots_pays_nothing() {
        let block = Block::new([(Cents(0), 4)]).expect("a block");
        let two = block.player(2, Stake::from_cents(1)).expect("two tickets");
        assert_eq!(
            (two.at_least_one_win, two.net_profit, two.top_prize),
            (0.0, Some(0.0), 0.0)
        );
        assert!(Block::new([]).is_err() && Block::new([(Cents(-1), 1)]).is_err());
    }
}
