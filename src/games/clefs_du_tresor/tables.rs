//! The printed tables as the kernel needs them: laws ready to draw from, prizes in cents.

use crate::error::{Error, Result};
use crate::game::GameCard;
use crate::games::clefs_du_tresor::KeyDraw;
use crate::published::Table;
use crate::units::{Cents, Stake};

/// A number of keys held: 0, 1 or 2.
pub type Keys = usize;

/// Number of the table of game 1; tables are numbered as on the card.
pub(super) const GAME_1: usize = 0;
/// Number of the table of a key for those who hold none; one and two keys follow.
pub(super) const KEY: usize = 1;
/// Number of the table of the chest.
pub(super) const TREASURE: usize = 4;

/// Rows of the table of game 1.
pub(super) const OUTCOMES: usize = 7;
/// Its last row: the play has lost.
pub(super) const LOST: usize = OUTCOMES - 1;
/// Rows of the table of the chest.
pub(super) const CONTENTS: usize = 4;
/// Keys that open the chest (article 3.1.4): as many numbers of keys can be held between plays.
pub(super) const PADLOCKS: usize = 3;
/// Rows of the tables of keys.
pub(super) const FOUND: usize = 0;
/// See [`FOUND`].
pub(super) const NOT_FOUND: usize = 1;

/// Ids and numbers of rows of the tables this code was written for.
pub(super) const SHAPE: &[(&str, usize)] = &[
    ("jeu-1", OUTCOMES),
    ("clef-0", 2),
    ("clef-1", 2),
    ("clef-2", 2),
    ("tresor", CONTENTS),
];

/// Everything a play needs under one reading.
///
/// One number below `numbers`, the denominator of game 1 times `parts`, decides game 1 and the key.
/// Read it as two digits, the second to the base `parts`: the first is the draw of game 1, whose losing
/// outcomes are the lowest, the second is free of it. So the losing plays are the lowest numbers, and a key
/// that only they can bring is a number below a bound; a key that any play can bring looks at the
/// second digit alone.
pub struct Rules {
    pub(super) stake: Stake,
    pub(super) reading: KeyDraw,
    /// The product of the bounds of all draws of a play.
    pub(super) word: u64,
    /// The bound of the number that decides game 1 and the key.
    pub(super) numbers: u64,
    /// Common denominator of the odds of a key.
    parts: u64,
    /// Denominator of the chest.
    pub(super) contents: u64,
    /// Cumulative weights of game 1 from the last row to the first without the last sum, times `parts`.
    pub(super) outcomes: [u64; OUTCOMES - 1],
    /// Bounds below which a key is found, by the keys held; the last is never looked at.
    pub(super) keys: [u64; PADLOCKS + 1],
    /// Cumulative weights of the chest, likewise.
    pub(super) treasure: [u64; CONTENTS - 1],
    /// Amounts of game 1 by row; losing pays nothing.
    pub(super) prizes: [Cents; OUTCOMES],
    /// Amounts of the chest by row.
    pub(super) treasures: [Cents; CONTENTS],
    /// Cumulative weights of the long-run law of the keys held, and their sum.
    pub(super) long_run: [u64; PADLOCKS],
    /// Keys that a new player holds, and one who has just opened the chest.
    pub(super) fresh: Keys,
}

impl Rules {
    /// The rules of the tables of `card`.
    ///
    /// # Errors
    /// Tables of another shape, or weights too fine to draw from one word.
    pub(super) fn new(card: &GameCard, stake: Stake, reading: KeyDraw) -> Result<Self> {
        card.check_shape(SHAPE)?;
        let (game, chest) = (&card.tables[GAME_1], &card.tables[TREASURE]);
        let (plays, contents) = (game.weights.denominator, chest.weights.denominator);
        let keys = &card.tables[KEY..TREASURE];
        let parts = keys.iter().try_fold(1, |parts, table| {
            least_common_multiple(parts, table.weights.denominator)
        })?;
        let share = |held: usize| {
            let weights = &keys[held].weights;
            weights.values[FOUND] * (parts / weights.denominator)
        };
        let shares = [share(0), share(1), share(2)];
        let word = product(&[plays, parts, contents])?;
        let lost = game.weights.values[LOST];
        Ok(Self {
            stake,
            reading,
            word,
            numbers: plays * parts,
            parts,
            contents,
            outcomes: from_last(&game.weights.values).map(|sum| sum * parts),
            keys: bounds(reading, shares, plays, parts, lost)?,
            treasure: from_last(&chest.weights.values),
            prizes: money(game),
            treasures: money(chest),
            long_run: long_run(shares)?,
            fresh: 0,
        })
    }

    /// The row of game 1 of a `number`.
    #[inline(always)]
    pub(super) fn outcome(&self, number: u64) -> usize {
        // Losing and the two prizes that come up most without a branch; the others, one play in seventy,
        // only when they come up.
        let [lost, smallest, second, ..] = self.outcomes;
        if number < second {
            LOST - reached(&[lost, smallest], number)
        } else {
            LOST - reached(&self.outcomes, number)
        }
    }

    /// Whether a `number` brings a key to a player who holds so many.
    #[inline(always)]
    pub(super) fn finds_key(&self, number: u64, held: Keys) -> bool {
        let draw = match self.reading {
            KeyDraw::OnLosingPlay | KeyDraw::PerPlay => number,
            KeyDraw::Independent => number % self.parts,
        };
        // The mask changes nothing; it spares the check that the number is in range.
        draw < self.keys[held % 4]
    }

    /// The row of the chest of a draw below `contents`.
    #[inline(always)]
    pub(super) fn content(&self, draw: u64) -> usize {
        CONTENTS - 1 - reached(&self.treasure, draw)
    }

    /// Whether a key is drawn on a play with this row of game 1.
    #[inline(always)]
    pub(super) fn draws_key(&self, outcome: usize) -> bool {
        match self.reading {
            // 3.1.2.3: if the play has lost, the draw also decides on a key.
            KeyDraw::OnLosingPlay => outcome == LOST,
            KeyDraw::PerPlay | KeyDraw::Independent => true,
        }
    }

    /// The largest prize of the chest (article 3.2), which is larger than any of game 1.
    pub(super) fn top_prize(&self) -> Cents {
        let all = self.treasures.iter().chain(&self.prizes);
        all.copied().max().unwrap_or_default()
    }
}

/// Bounds of the draw of a key: with `lost / plays` the odds of losing,
/// - on a losing play, share / parts of the `parts * lost` numbers that are losing plays;
/// - per play, share / parts of all `parts * plays` numbers, and all of them losing plays;
/// - independently, share of the `parts` second digits.
fn bounds(
    reading: KeyDraw,
    shares: [u64; PADLOCKS],
    plays: u64,
    parts: u64,
    lost: u64,
) -> Result<[u64; PADLOCKS + 1]> {
    let scale = match reading {
        KeyDraw::OnLosingPlay => lost,
        KeyDraw::PerPlay => plays,
        KeyDraw::Independent => 1,
    };
    let bounds = shares.map(|share| share * scale);
    if reading == KeyDraw::PerPlay && bounds.iter().any(|&bound| bound > parts * lost) {
        return Err(Error::input(
            "key-draw=per-play: a key is more likely than a losing play",
        ));
    }
    let [none, one, two] = bounds;
    Ok([none, one, two, 0])
}

/// The long-run law of the keys held when a play begins, by cumulative weights.
///
/// The counter goes round: with `k` keys it stays until a key is found. In the long run each number is
/// entered equally often, so it lasts in proportion to the mean stay, 1 / P(key | k). Under every
/// reading that probability is share / parts times the same factor: the law is as 1 / share.
fn long_run(shares: [u64; PADLOCKS]) -> Result<[u64; PADLOCKS]> {
    let multiple = shares.iter().try_fold(1, |multiple, &share| {
        least_common_multiple(multiple, share)
    })?;
    let mut sum = 0;
    Ok(shares.map(|share| {
        sum += multiple / share;
        sum
    }))
}

/// How many of the ascending `bounds` a draw has reached.
#[inline(always)]
pub(super) fn reached(bounds: &[u64], draw: u64) -> usize {
    bounds.iter().map(|&bound| usize::from(draw >= bound)).sum()
}

/// Sums of the last weight, the last two, and so on, without the sum of all.
fn from_last<const SUMS: usize>(weights: &[u64]) -> [u64; SUMS] {
    let mut sum = 0;
    let mut last = weights.iter().rev();
    [(); SUMS].map(|()| {
        sum += last.next().copied().unwrap_or_default();
        sum
    })
}

/// The amounts of a table's rows; a row without one pays nothing.
fn money<const ROWS: usize>(table: &Table) -> [Cents; ROWS] {
    let mut amounts = table.rows.iter().map(|row| row.amount.unwrap_or_default());
    [(); ROWS].map(|()| amounts.next().unwrap_or_default())
}

fn least_common_multiple(a: u64, b: u64) -> Result<u64> {
    if a == 0 || b == 0 {
        return Err(Error::internal("odds of a key that are zero"));
    }
    let (mut divisor, mut rest) = (a, b);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    product(&[a / divisor, b])
}

/// The product of `bounds`, checked to fit a word with few words rejected.
fn product(bounds: &[u64]) -> Result<u64> {
    bounds
        .iter()
        .try_fold(1_u64, |product, &bound| product.checked_mul(bound))
        .filter(|&product| 0 < product && product <= 1 << 58)
        .ok_or_else(|| Error::internal("weights too fine to draw from one word"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::clefs_du_tresor::ClefsDuTresor;

    const READINGS: [KeyDraw; 3] = [
        KeyDraw::OnLosingPlay,
        KeyDraw::PerPlay,
        KeyDraw::Independent,
    ];
    const SMALL: [u64; OUTCOMES] = [1, 1, 1, 2, 2, 3, 10];

    fn rules(reading: KeyDraw) -> Rules {
        let game = ClefsDuTresor::new().expect("built-in tables");
        Rules::new(&game.card, game.card.stakes[0], reading).expect("rules")
    }

    /// The rules with a game 1 of twenty outcomes, so that all numbers can be counted.
    fn small(reading: KeyDraw) -> Rules {
        let rules = rules(reading);
        Rules {
            numbers: 20 * rules.parts,
            outcomes: from_last(&SMALL).map(|sum| sum * rules.parts),
            keys: bounds(reading, [6, 4, 3], 20, rules.parts, SMALL[LOST]).expect("bounds"),
            ..rules
        }
    }

    /// Numbers by row of game 1 and whether they bring a key.
    fn count(rules: &Rules, held: Keys) -> [[u64; 2]; OUTCOMES] {
        let mut counts = [[0; 2]; OUTCOMES];
        for number in 0..rules.numbers {
            let row = rules.outcome(number);
            counts[row][usize::from(rules.finds_key(number, held))] += 1;
        }
        counts
    }

    #[test]
    fn every_row_and_key_has_exactly_its_share_of_the_numbers() {
        for reading in READINGS {
            let rules = small(reading);
            assert_eq!(rules.parts, 12);
            for (held, one_in) in [(0, 2), (1, 3), (2, 4)] {
                let counts = count(&rules, held);
                for (row, [without, with]) in counts.into_iter().enumerate() {
                    assert_eq!(with + without, 12 * SMALL[row], "{reading:?}");
                    // Of 240 numbers 120 lose.
                    let expected = match reading {
                        KeyDraw::OnLosingPlay if row == LOST => 120 / one_in,
                        KeyDraw::PerPlay if row == LOST => 240 / one_in,
                        KeyDraw::Independent => 12 * SMALL[row] / one_in,
                        _ => 0,
                    };
                    assert_eq!(with, expected, "{reading:?}, {held} held, row {row}");
                }
            }
        }
    }

    #[test]
    fn the_built_in_tables_as_numbers() {
        let rules = rules(KeyDraw::OnLosingPlay);
        assert_eq!(rules.word, 1_200_000_000_000_000);
        assert_eq!(rules.numbers, 1_200_000_000);
        let lost = 12 * 74_552_817;
        assert_eq!((rules.outcome(lost - 1), rules.outcome(lost)), (6, 5));
        assert_eq!(rules.outcome(1_200_000_000 - 12 * 50), 0);
        assert_eq!(rules.outcome(1_200_000_000 - 12 * 50 - 1), 1);
        assert_eq!(rules.keys, [lost / 2, lost / 3, lost / 4, 0]);
        assert_eq!((rules.content(0), rules.content(417_999)), (3, 3));
        assert_eq!((rules.content(418_000), rules.content(999_995)), (2, 1));
        assert_eq!(rules.content(999_996), 0);
        assert_eq!(rules.top_prize(), Cents(1_000_000));
        for reading in READINGS {
            assert_eq!(self::rules(reading).long_run, [2, 5, 9]);
        }
    }

    #[test]
    fn keys_likelier_than_losing_are_refused() {
        let refused = bounds(KeyDraw::PerPlay, [6, 4, 3], 20, 12, 9).expect_err("6 * 20 > 12 * 9");
        assert!(refused.to_string().contains("key-draw=per-play"));
    }
}
