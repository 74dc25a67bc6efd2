//! Happy Identiques (article 2.4.3): up to fifteen throws of three dice for three equal ones.

use crate::error::Result;
use crate::game::Witness;
use crate::games::happy_des::card::counter;
use crate::games::happy_des::dice::{Groups, add_faces, dice, faces, outcomes, shown};
use crate::games::happy_des::law::Law;
use crate::games::happy_des::stage1::Start;
use crate::games::happy_des::tables::{
    AMOUNTS, IDENTIQUES, IDENTIQUES_DICE, LARGEST_PRODUCT, Printed, Prizes, listed, word,
};
use crate::rng::{Draw, Mixed};
use crate::tally::Tally;
use crate::units::Cents;

pub(super) const OUTCOMES: u64 = outcomes(3);
/// Throws a player has (article 2.4.3.1).
pub(super) const THROWS: usize = 15;

/// Bounds of the laws of the first throw, which has seven prizes, and of the others.
pub(super) const FIRST: usize = 6;
const OTHER: usize = 3;

/// What Happy Identiques needs that does not change between rounds.
pub(super) struct Rules {
    /// Groups of three equal dice (`false`) come first.
    hands: Groups<bool, { OUTCOMES as usize }>,
    plain_from: usize,
    first: Throw<FIRST>,
    /// The second throw and those after it: as many as the player has (2.4.3.1).
    pub(super) others: Vec<Throw<OTHER>>,
    pub(super) prizes: [Prizes<FIRST>; THROWS],
}

/// One of the fifteen throws, ready to be made.
#[derive(Clone, Copy)]
pub(super) struct Throw<const BOUNDS: usize> {
    /// The law of its prizes.
    pub(super) law: Law<BOUNDS>,
    /// The number of its first prize when the prizes of all throws are counted through.
    start: usize,
    /// The product of the bounds of all draws from the word that begins with this throw; 0 when the
    /// throw goes on with the word of the one before.
    pub(super) word: u64,
}

impl Rules {
    pub(super) fn new(printed: &Printed<'_>) -> Result<Self> {
        let hands = Groups::new::<3>(|dice| (!brelan(dice), faces(dice)))?;
        let prizes = (0..THROWS).map(|number| printed.prizes(IDENTIQUES + number));
        let prizes: [Prizes<FIRST>; THROWS] = listed(prizes.collect::<Result<_>>()?)?;
        let words = words(&prizes)?;
        let mut others = Vec::new();
        let mut start = prizes[0].rows;
        for number in 1..THROWS {
            others.push(Throw {
                law: printed.law(IDENTIQUES + number)?,
                start,
                word: words[number],
            });
            start += prizes[number].rows;
        }
        Ok(Self {
            plain_from: hands.start(true),
            hands,
            first: Throw {
                law: prizes[0].law,
                start: 0,
                word: words[0],
            },
            others,
            prizes,
        })
    }
}

impl Rules {
    /// Whether the draws of a throw begin a word.
    pub(super) fn begins_word(&self, number: usize) -> bool {
        number == 0 || self.others[number - 1].word > 0
    }
}

/// For every throw the product of the word that begins with it, or 0; a word holds as many throws as fit.
fn words(prizes: &[Prizes<FIRST>; THROWS]) -> Result<[u64; THROWS]> {
    let mut words = [0; THROWS];
    let (mut opener, mut product) = (0, 1_u64);
    for (number, prizes) in prizes.iter().enumerate() {
        let own = word(&[prizes.law.total(), OUTCOMES])?;
        product = product.saturating_mul(own);
        if product > LARGEST_PRODUCT {
            (opener, product) = (number, own);
        }
        words[opener] = product;
    }
    Ok(words)
}

/// Whether three dice show one value (article 2.4.3.2).
pub(super) fn brelan(dice: &[usize; 3]) -> bool {
    dice[0] == dice[1] && dice[1] == dice[2]
}

/// Powers of two above the number of groups of dice and above the number of prizes of all throws.
const GROUPS: usize = 64;
pub(super) const PRIZES: usize = 64;
/// Where fifteen throws without a brelan are counted.
pub(super) const LOST: usize = PRIZES - 1;

/// Counts of throws, by prize drawn and group of dice, and of rounds, by amount and prize won.
pub(super) struct Sheet {
    throws: [u32; PRIZES * GROUPS],
    results: [u32; AMOUNTS * PRIZES],
}

impl Sheet {
    pub(super) fn new() -> Self {
        Self {
            throws: [0; PRIZES * GROUPS],
            results: [0; AMOUNTS * PRIZES],
        }
    }
}

/// Plays Happy Identiques.
#[inline(always)]
pub(super) fn play<D: Draw, W: Witness>(
    rules: &Rules,
    start: Start,
    draw: &mut D,
    sheet: &mut Sheet,
    witness: &mut W,
) -> Cents {
    if !start.won {
        return Cents::ZERO;
    }
    let amount = start.amount;
    let mut word = draw.mixed(rules.first.word);
    let mut made = make(rules, &rules.first, &mut word, sheet);
    watch_throw(rules, 0, amount, &made, witness);
    let mut number = 0;
    let mut others = rules.others.iter();
    while !made.won {
        number += 1;
        let Some(throw) = others.next() else {
            sheet.results[(amount * PRIZES + LOST) % (AMOUNTS * PRIZES)] += 1;
            witness.note("2.4.3.2", || "fifteen throws without a brelan: lost".to_owned());
            return Cents::ZERO;
        };
        if throw.word > 0 {
            word = draw.mixed(throw.word);
        }
        made = make(rules, throw, &mut word, sheet);
        watch_throw(rules, number, amount, &made, witness);
    }
    // 2.4.3.2: three equal dice win the prize of their throw and end the round.
    sheet.results[(amount * PRIZES + made.drawn) % (AMOUNTS * PRIZES)] += 1;
    let pay = rules.prizes[number % THROWS].pay(amount, made.prize);
    witness.counted(counter::IDENTIQUES_WON);
    witness.note("2.4.4", || format!("three equal dice: wins {pay} EUR"));
    pay
}

/// A throw that was made.
struct Made {
    /// The prize drawn for it, among its own and counted through all throws.
    prize: usize,
    drawn: usize,
    /// The outcome of the dice.
    index: u64,
    /// Whether it is a brelan.
    won: bool,
}

#[inline(always)]
fn make<const BOUNDS: usize>(
    rules: &Rules,
    throw: &Throw<BOUNDS>,
    word: &mut Mixed,
    sheet: &mut Sheet,
) -> Made {
    // 2.4.3.3: the prize of the throw is drawn before it is made.
    let prize = throw.law.row(word.take(throw.law.total()));
    // 2.4.3.1: three dice are thrown.
    let index = word.take(OUTCOMES);
    let hand = rules.hands.of(index);
    let drawn = throw.start + prize;
    sheet.throws[(drawn * GROUPS + hand) % (PRIZES * GROUPS)] += 1;
    Made {
        prize,
        drawn,
        index,
        won: hand < rules.plain_from,
    }
}

fn watch_throw<W: Witness>(
    rules: &Rules,
    number: usize,
    amount: usize,
    made: &Made,
    witness: &mut W,
) {
    if W::WATCHES {
        let prizes = &rules.prizes[number % THROWS];
        witness.counted(counter::IDENTIQUES_THROWS);
        witness.drew("2.4.3.3", prizes.table, made.prize, || {
            let pay = prizes.pay(amount, made.prize);
            format!("prize of throw {}: {pay} EUR with the coefficient", number + 1)
        });
        let thrown = dice::<3>(made.index as usize);
        for face in thrown {
            witness.drew("2.4.3.1", IDENTIQUES_DICE, face, || format!("die: {}", face + 1));
        }
        witness.note("2.4.3.1", || format!("throw {}: {}", number + 1, shown(&thrown)));
    }
}

/// Adds the counts of Happy Identiques to `tally`; returns the rounds played, by amount.
pub(super) fn unfold(rules: &Rules, sheet: &Sheet, tally: &mut Tally) -> [u64; AMOUNTS] {
    let mut played = [0; AMOUNTS];
    let mut start = 0;
    for prizes in &rules.prizes {
        for prize in 0..prizes.rows {
            let drawn = start + prize;
            let counts = &sheet.throws[drawn * GROUPS..(drawn + 1) * GROUPS];
            for (&count, &(_, faces)) in counts.iter().zip(rules.hands.kinds()) {
                add_faces(&mut tally.tables[IDENTIQUES_DICE], faces, count);
                tally.tables[prizes.table][prize] += u64::from(count);
                tally.counters[counter::IDENTIQUES_THROWS] += u64::from(count);
            }
            for (amount, played) in played.iter_mut().enumerate() {
                let won = u64::from(sheet.results[amount * PRIZES + drawn]);
                *played += won;
                tally.counters[counter::IDENTIQUES_WON] += won;
                tally.pay(prizes.pay(amount, prize), won);
            }
        }
        start += prizes.rows;
    }
    for (amount, played) in played.iter_mut().enumerate() {
        let lost = u64::from(sheet.results[amount * PRIZES + LOST]);
        *played += lost;
        tally.pay(Cents::ZERO, lost);
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_throws_in_216_are_brelans() {
        let brelans = (0..OUTCOMES as usize).filter(|&index| brelan(&dice(index)));
        assert_eq!(brelans.count(), 6);
    }
}
