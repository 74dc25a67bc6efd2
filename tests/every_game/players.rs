//! Players of a fixed number of rounds, where a game offers them.

use std::num::NonZeroU64;

use tirage::game::{GameEntry, Prepared, Sessions};
use tirage::tally::{Players, Tally};
use tirage::units::Cents;

use crate::suite::describe;

/// Rounds of the players that a game is also run with, where it offers players of a fixed number.
const PLAYERS: [u64; 3] = [1, 3, 10];

/// No players, and those of [`PLAYERS`] where the game offers them.
pub(crate) fn sessions(game: &dyn GameEntry) -> Vec<Option<Sessions>> {
    let players = game.card().sessions.into_iter().flat_map(|offer| {
        PLAYERS.map(|rounds| Sessions {
            option: offer.option.to_owned(),
            rounds: NonZeroU64::new(rounds).expect("above 0"),
        })
    });
    std::iter::once(None).chain(players.map(Some)).collect()
}

/// The players of a tally agree with its rounds, and with each other.
pub(crate) fn check(run: &dyn Prepared, tally: &Tally) {
    let what = describe(run);
    let players = tally.players;
    let Some(sessions) = &run.spec().sessions else {
        assert_eq!(players, Players::default(), "{what}");
        return;
    };
    assert_eq!(
        players.count * sessions.rounds.get(),
        tally.rounds,
        "{what}"
    );
    assert!(players.winners <= players.count, "{what}");
    assert!(players.in_profit <= players.winners, "{what}");
    assert!(players.with_top_prize <= players.winners, "{what}");
    let won = |above: i64| {
        let paid = tally.payouts.iter().filter(|(payout, _)| payout.0 > above);
        paid.map(|(_, rounds)| rounds).sum::<u64>()
    };
    // A winner has at least one paying round, and every paying round is some winner's.
    let paying = won(0);
    assert!(players.winners <= paying, "{what}");
    assert!(paying <= players.winners * sessions.rounds.get(), "{what}");
    if sessions.rounds.get() == 1 {
        assert_eq!(players.winners, paying, "{what}");
        assert_eq!(players.in_profit, won(run.spec().stake.cents()), "{what}");
    }
}

/// The players whose rounds, one player after the other, paid so much; without top prizes.
pub(crate) fn played(run: &dyn Prepared, payouts: &[Cents]) -> Players {
    let mut players = Players::default();
    let Some(sessions) = &run.spec().sessions else {
        return players;
    };
    let length = usize::try_from(sessions.rounds.get()).expect("a short session");
    for rounds in payouts.chunks(length) {
        let paid: i64 = rounds.iter().map(|payout| payout.0).sum();
        let staked: i64 = rounds.iter().map(|_| run.spec().stake.cents()).sum();
        players.count += 1;
        players.winners += u64::from(paid > 0);
        players.in_profit += u64::from(paid > staked);
    }
    players
}
