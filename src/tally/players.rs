//! What players lived through who play a fixed number of rounds.

use std::num::NonZeroU64;

use crate::units::{Cents, Stake};

/// The rounds of one player so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Session {
    paid: i64,
    won: bool,
    top: bool,
}

impl Session {
    /// All rounds of a player at once: what they paid together, how many paid, how many paid the top
    /// prize.
    #[inline(always)]
    pub fn of(paid: Cents, won: i64, top: i64) -> Self {
        Self {
            paid: paid.0,
            won: won > 0,
            top: top > 0,
        }
    }

    /// One more round, which paid `payout`; the top prize is `top`.
    #[inline(always)]
    pub fn add(&mut self, payout: Cents, top: Cents) {
        self.paid += payout.0;
        self.won |= payout > Cents::ZERO;
        self.top |= payout >= top;
    }
}

/// How many players there were, and how many of them had what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Players {
    /// Players.
    pub count: u64,
    /// Players with at least one paying round.
    pub winners: u64,
    /// Players who were paid more than they staked.
    pub in_profit: u64,
    /// Players with at least one top prize.
    pub with_top_prize: u64,
}

impl Players {
    /// One more player, after `rounds` rounds at `stake`.
    #[inline(always)]
    pub fn add(&mut self, session: Session, stake: Stake, rounds: NonZeroU64) {
        // In 128 bits: nobody's stakes overflow.
        let staked = i128::from(stake.cents()) * i128::from(rounds.get());
        self.count += 1;
        self.winners += u64::from(session.won);
        self.in_profit += u64::from(i128::from(session.paid) > staked);
        self.with_top_prize += u64::from(session.top);
    }

    /// Adds other players.
    pub fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.winners += other.winners;
        self.in_profit += other.in_profit;
        self.with_top_prize += other.with_top_prize;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_by_hand() {
        let play = |payouts: &[i64]| {
            let mut session = Session::default();
            payouts
                .iter()
                .for_each(|&cents| session.add(Cents(cents), Cents(1000)));
            session
        };
        let mut players = Players::default();
        let two = NonZeroU64::new(2).expect("two");
        for payouts in [[0, 0], [100, 0], [200, 0], [201, 0], [0, 1000]] {
            players.add(play(&payouts), Stake::from_cents(100), two);
        }
        let expected = Players {
            count: 5,
            winners: 4,
            in_profit: 2,
            with_top_prize: 1,
        };
        assert_eq!(players, expected);
        players.merge(expected);
        assert_eq!(players.count, 10);
    }
}
