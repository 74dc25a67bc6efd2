//! Happy Cumul (article 2.4.1): the sum of seven dice.

use std::array;

use crate::error::Result;
use crate::game::{Readings, Witness};
use crate::games::happy_des::card::counter;
use crate::games::happy_des::dice::{add_faces, dice, faces, outcomes, shown};
use crate::games::happy_des::readings::Reroll;
use crate::games::happy_des::stage1::Start;
use crate::games::happy_des::tables::{AMOUNTS, CUMUL, CUMUL_DICE, Printed, Prizes, listed};
use crate::rng::{Draw, Mixed};
use crate::tally::Tally;
use crate::units::Cents;

/// The winning scores of article 2.4.1.1, both ends included, in the order of their tables.
const WINNING: [(usize, usize); PLACES] = [
    (42, 42),
    (40, 41),
    (38, 39),
    (36, 37),
    (34, 35),
    (30, 33),
    (20, 22),
    (16, 19),
    (13, 15),
    (11, 12),
    (7, 10),
];
/// Rows of the printed table of scores.
pub(super) const PLACES: usize = 11;
/// The score that is thrown again (article 2.4.1.3).
pub(super) const AGAIN: usize = 27;

pub(super) const FOUR: u64 = outcomes(4);
pub(super) const THREE: u64 = outcomes(3);
/// The product of the bounds of a throw of seven dice: four, then three.
pub(super) const BOUNDS: u64 = FOUR * THREE;

/// A power of two above the largest score.
pub(super) const SCORES: usize = 64;
/// A power of two above the largest number of prizes for a score.
const SLOTS: usize = 4;
/// Where a score of 27 that was thrown again is counted; no score has so many prizes.
const REROLLED: usize = 3;

/// What Happy Cumul needs that does not change between rounds.
pub(super) struct Rules {
    /// Sums of four and of three dice, by outcome.
    pub(super) four: [u8; FOUR as usize],
    pub(super) three: [u8; THREE as usize],
    /// The place of every score in the printed table.
    pub(super) places: [Option<u8>; SCORES],
    /// Scores that call for more than counting, a prize to draw or dice to throw again: none of them
    /// in a round that lost stage 1 (first half), as in one that won it (second half).
    more: [bool; 2 * SCORES],
    pub(super) prizes: [Prizes<2>; PLACES],
    pub(super) reroll: Reroll,
}

impl Rules {
    pub(super) fn new(printed: &Printed<'_>, readings: &Readings) -> Result<Self> {
        let mut prizes = Vec::new();
        for place in 0..WINNING.len() {
            prizes.push(printed.prizes(CUMUL + place)?);
        }
        let prizes: [Prizes<2>; 11] = listed(prizes)?;
        let reroll: Reroll = readings.choice();
        let mut more = [false; 2 * SCORES];
        for (score, more) in more[SCORES..].iter_mut().enumerate() {
            let rerolls = score == AGAIN && reroll != Reroll::Never;
            *more = rerolls || place(score).is_some_and(|place| prizes[place].rows > 1);
        }
        Ok(Self {
            four: array::from_fn(|index| sum(&dice::<4>(index))),
            three: array::from_fn(|index| sum(&dice::<3>(index))),
            places: array::from_fn(|score| place(score).map(|place| place as u8)),
            more,
            prizes,
            reroll,
        })
    }

    #[inline(always)]
    fn pay(&self, amount: usize, score: usize, prize: usize) -> Cents {
        self.places[score % SCORES]
            .and_then(|place| self.prizes.get(usize::from(place)))
            .map_or(Cents::ZERO, |prizes| prizes.pay(amount, prize))
    }
}

/// The score of some dice.
fn sum(dice: &[usize]) -> u8 {
    dice.iter().map(|&face| face as u8 + 1).sum()
}

/// The place of a winning score in the printed table.
pub(super) fn place(score: usize) -> Option<usize> {
    WINNING
        .iter()
        .position(|&(low, high)| (low..=high).contains(&score))
}

/// Counts of throws, by outcome of four and of three dice, and by amount, score and prize.
pub(super) struct Sheet {
    four: [u32; FOUR as usize],
    three: [u32; THREE as usize],
    results: [u32; AMOUNTS * SCORES * SLOTS],
}

impl Sheet {
    pub(super) fn new() -> Self {
        Self {
            four: [0; FOUR as usize],
            three: [0; THREE as usize],
            results: [0; AMOUNTS * SCORES * SLOTS],
        }
    }
}

#[inline(always)]
fn slot(amount: usize, score: usize, prize: usize) -> usize {
    ((amount * SCORES + score) * SLOTS + prize) % (AMOUNTS * SCORES * SLOTS)
}

/// Plays Happy Cumul, the first throw from the first `word` of the round.
///
/// A round that lost stage 1 passes through and counts nothing: that costs less than the branch that
/// would be mispredicted for every third round.
#[inline(always)]
pub(super) fn play<D: Draw, W: Witness>(
    rules: &Rules,
    start: Start,
    mut word: Mixed,
    draw: &mut D,
    sheet: &mut Sheet,
    witness: &mut W,
) -> Cents {
    let played = u32::from(start.won);
    let mut rerolled = false;
    loop {
        // 2.4.1.2: seven dice are thrown and added up.
        let (four, three) = (word.take(FOUR) as usize, word.take(THREE) as usize);
        let score = usize::from(rules.four[four] + rules.three[three]);
        sheet.four[four] += played;
        sheet.three[three] += played;
        watch_throw(start, four, three, score, witness);
        let mut prize = 0;
        if rules.more[(played as usize * SCORES + score) % (2 * SCORES)] {
            // 2.4.1.3: a score of 27 is thrown again, as often as the reading says.
            if score == AGAIN {
                if rules.reroll == Reroll::Unlimited || !rerolled {
                    rerolled = true;
                    sheet.results[slot(start.amount, AGAIN, REROLLED)] += 1;
                    witness.counted(counter::CUMUL_REROLLS_27);
                    witness.note("2.4.1.3", || "27: the dice are thrown again".to_owned());
                    word = draw.mixed(BOUNDS);
                    continue;
                }
            } else if let Some(place) = place(score) {
                // 2.4.1.1: the prize of every score is drawn before the throw; nobody sees but this one.
                let law = &rules.prizes[place].law;
                prize = law.row(draw.below(law.total()));
            }
        }
        sheet.results[slot(start.amount, score, prize)] += played;
        if !start.won {
            return Cents::ZERO;
        }
        let pay = rules.pay(start.amount, score, prize);
        watch_end(rules, score, prize, pay, witness);
        return pay;
    }
}

fn watch_throw<W: Witness>(start: Start, four: usize, three: usize, score: usize, witness: &mut W) {
    if W::WATCHES && start.won {
        witness.counted(counter::CUMUL_THROWS);
        for face in dice::<4>(four).into_iter().chain(dice::<3>(three)) {
            witness.drew("2.4.1.2", CUMUL_DICE, face, || format!("die: {}", face + 1));
        }
        witness.note("2.4.1.2", || {
            let (first, last) = (dice::<4>(four), dice::<3>(three));
            format!("{} {}: a score of {score}", shown(&first), shown(&last))
        });
    }
}

fn watch_end<W: Witness>(
    rules: &Rules,
    score: usize,
    prize: usize,
    pay: Cents,
    witness: &mut W,
) {
    if !W::WATCHES {
        return;
    }
    if let Some(place) = place(score) {
        witness.counted(counter::CUMUL_WON);
        witness.drew("2.4.1.1", rules.prizes[place].table, prize, || {
            format!("prize of a score of {score}: {pay} EUR with the coefficient")
        });
        witness.note("2.4.4", || format!("wins {pay} EUR"));
    } else {
        witness.note("2.4.5", || format!("{score} is no winning score: lost"));
    }
}

/// Adds the counts of Happy Cumul to `tally`; returns the rounds played, by amount.
pub(super) fn unfold(rules: &Rules, sheet: &Sheet, tally: &mut Tally) -> [u64; AMOUNTS] {
    for (index, &count) in sheet.four.iter().enumerate() {
        let faces = faces(&dice::<4>(index));
        add_faces(&mut tally.tables[CUMUL_DICE], faces, count);
        tally.counters[counter::CUMUL_THROWS] += u64::from(count);
    }
    for (index, &count) in sheet.three.iter().enumerate() {
        add_faces(&mut tally.tables[CUMUL_DICE], faces(&dice::<3>(index)), count);
    }
    let mut played = [0; AMOUNTS];
    for (amount, played) in played.iter_mut().enumerate() {
        for score in 0..SCORES {
            for prize in 0..SLOTS {
                let count = u64::from(sheet.results[slot(amount, score, prize)]);
                if (score, prize) == (AGAIN, REROLLED) {
                    tally.counters[counter::CUMUL_REROLLS_27] += count;
                    continue;
                }
                *played += count;
                tally.pay(rules.pay(amount, score, prize), count);
                if let (Some(place), 1..) = (place(score), count) {
                    tally.tables[rules.prizes[place].table][prize] += count;
                    tally.counters[counter::CUMUL_WON] += count;
                }
            }
        }
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_win_as_printed() {
        let losing: Vec<usize> = (7..=42).filter(|&score| place(score).is_none()).collect();
        assert_eq!(losing, [23, 24, 25, 26, 27, 28, 29]);
        assert_eq!((place(42), place(41), place(40)), (Some(0), Some(1), Some(1)));
        assert_eq!((place(7), place(10), place(11)), (Some(10), Some(10), Some(9)));
        assert_eq!(sum(&[0; 4]) + sum(&[5; 3]), 22);
    }

    /// All 279 936 outcomes through the kernel's own numbering, against sums added die by die.
    #[test]
    fn scores_come_up_as_often_as_sums_of_seven_dice() {
        let mut ways = vec![1_u32];
        for _ in 0..7 {
            let mut next = vec![0; ways.len() + 6];
            for (sum, count) in ways.iter().enumerate() {
                next[sum + 1..=sum + 6].iter_mut().for_each(|n| *n += count);
            }
            ways = next;
        }
        let mut places = [0; WINNING.len() + 1];
        let mut scores = vec![0; 43];
        for four in 0..FOUR as usize {
            for three in 0..THREE as usize {
                let score = usize::from(sum(&dice::<4>(four)) + sum(&dice::<3>(three)));
                scores[score] += 1;
                places[place(score).unwrap_or(WINNING.len())] += 1;
            }
        }
        assert_eq!(scores, ways);
        let within = |low: usize, high: usize| ways[low..=high].iter().sum::<u32>();
        let printed = [
            within(42, 42),
            within(40, 41),
            within(38, 39),
            within(36, 37),
            within(34, 35),
            within(30, 33),
            within(20, 22),
            within(16, 19),
            within(13, 15),
            within(11, 12),
            within(7, 10),
            within(23, 29),
        ];
        assert_eq!(places, printed);
        assert_eq!(places.iter().sum::<u32>(), 279_936);
    }
}
