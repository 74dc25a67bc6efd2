//! The solver of games sold in blocks: a ticket is any of its block, and its lot all that matters.

use crate::error::{Error, Result};
use crate::exact::{Block, Bounds, Ratio, ratio};
use crate::game::card::Sessions;
use crate::game::solution::{Fact, Solution};
use crate::published::Table;
use crate::units::Stake;

impl Solution {
    /// What a ticket of the block of `table` pays, and what players live through who buy several of a
    /// fresh block.
    ///
    /// A block prints numbers of lots, which are exact: so is the RTP.
    ///
    /// # Errors
    /// `table` is no block, or has fewer tickets than a player buys.
    pub fn of_block(table: &Table, stake: Stake, sessions: Option<&Sessions>) -> Result<Self> {
        if !table.is_block {
            return Err(Error::internal(format!("table {} is no block", table.id)));
        }
        // The row without an amount is that of the tickets without a lot.
        let lots = table.rows.iter().zip(&table.weights.values);
        let lots = lots.map(|(row, &number)| (row.amount.unwrap_or_default(), number));
        let block = Block::new(lots)?;
        let bought = sessions.map(|sessions| sessions.rounds.get());
        let player = bought
            .map(|bought| block.player(bought, stake))
            .transpose()?;
        let mut findings = Vec::new();
        if player.is_some_and(|player| player.net_profit.is_none()) {
            let said = "The chance of a net profit with so many tickets would take more than a second, and is not computed.";
            findings.push(said.to_owned());
        }
        let rtp = block.law().mean() / ratio(stake.cents(), 1);
        Ok(Self {
            law: block.law().clone(),
            sampled: None,
            error_bound: None,
            // Without replacement.
            independent: false,
            chain: None,
            rtp_bounds: Bounds::point(rtp),
            player,
            ends: None,
            decisions: Vec::new(),
            facts: facts(&block, bought),
            findings,
        })
    }
}

fn facts(block: &Block, bought: Option<u64>) -> Vec<Fact> {
    let fact = |id: &str, about: &str, value: Ratio| Fact {
        id: id.to_owned(),
        about: about.to_owned(),
        value,
        bounds: None,
        spread: None,
    };
    let tickets = ratio(block.tickets(), 1);
    let paid = block.law().mean() * &tickets / ratio(100, 1);
    let mut facts = vec![
        fact("block-tickets", "tickets of a block", tickets),
        fact(
            "block-lots",
            "tickets of a block that pay",
            ratio(block.winners(), 1),
        ),
        fact("block-payout", "what a block pays, in EUR", paid),
    ];
    if let Some(bought) = bought {
        let variance = block.mean_variance(bought) / ratio(10_000, 1);
        facts.push(fact(
            "player-mean-variance",
            "variance of the mean payout of a player's tickets, in EUR squared",
            variance,
        ));
        facts.push(fact(
            "finite-population-factor",
            "that variance over the one with replacement",
            block.finite_factor(bought),
        ));
    }
    facts
}
