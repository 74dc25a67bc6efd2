//! Happy Identiques (article 2.4.3) of many rounds with one amount: fifteen stages, one for each throw.

use crate::error::Result;
use crate::games::happy_des::card::counter;
use crate::games::happy_des::dice::{add_faces, dice, faces, number};
use crate::games::happy_des::identiques::{FIRST, OUTCOMES, PRIZES, Rules, THROWS, brelan};
use crate::games::happy_des::lanes::stage::{Scratch, Stage};
use crate::games::happy_des::tables::{IDENTIQUES_DICE, listed};
use crate::rng::{Below, Generator};
use crate::tally::Tally;
use crate::units::Cents;

const SIGN: u32 = 1 << 31;
/// A power of two above the outcomes of three dice.
const SLOTS: usize = 256;
/// Outcomes that are brelans.
const BRELANS: u32 = 6;

/// The laws of the throws as words.
pub(super) struct Laws {
    throws: [Law; THROWS],
    /// The outcomes of three dice, brelans first: any numbering throws fair dice.
    dice: Vec<[usize; 3]>,
}

/// One throw and the draw of its prize.
struct Law {
    below: Below,
    total: u32,
    /// The words at which the second prize begins, the third and so on, as signed integers in the same
    /// order.
    at: [i32; FIRST],
    /// How many of these there are.
    bounds: usize,
    /// The number of its first prize when the prizes of all throws are counted through.
    start: usize,
}

impl Laws {
    pub(super) fn new(rules: &Rules) -> Result<Self> {
        let mut laws = Vec::with_capacity(THROWS);
        let mut start = 0;
        for prizes in &rules.prizes {
            let total = prizes.law.total();
            let mut at = [0; FIRST];
            let mut bounds = 0;
            for (at, bound) in at.iter_mut().zip(prizes.law.bounds()) {
                // Below 2^32, the bound being below the total, which fits 32 bits by the next check.
                *at = ((bound << 32).div_ceil(total) as u32 ^ SIGN).cast_signed();
                bounds += 1;
            }
            laws.push(Law {
                below: Below::new(total.saturating_mul(OUTCOMES))?,
                total: total as u32,
                at,
                bounds,
                start,
            });
            start += prizes.rows;
        }
        let mut dice: Vec<[usize; 3]> = (0..OUTCOMES as usize).map(dice).collect();
        dice.sort_by_key(|dice| !brelan(dice));
        let throws = listed(laws)?;
        Ok(Self { throws, dice })
    }
}

impl Law {
    /// The draw of the prize and the outcome of the dice.
    #[inline(always)]
    fn read(&self, word: u32) -> (u32, u32) {
        let (prize, rest) = Below::take(word, self.total);
        (prize, Below::take(rest, OUTCOMES as u32).0)
    }
}

/// Counts of throws, by outcome of the dice and by prize drawn.
pub(super) struct Sheet {
    dice: [u32; SLOTS],
    prizes: [u64; PRIZES],
}

impl Sheet {
    pub(super) fn new() -> Self {
        Self {
            dice: [0; SLOTS],
            prizes: [0; PRIZES],
        }
    }

    /// Adds the throws to `tally`.
    pub(super) fn unfold(&self, rules: &Rules, laws: &Laws, tally: &mut Tally) {
        if self.dice == [0; SLOTS] {
            return;
        }
        for (dice, &count) in laws.dice.iter().zip(&self.dice) {
            add_faces(&mut tally.tables[IDENTIQUES_DICE], faces(dice), count);
            tally.counters[counter::IDENTIQUES_THROWS] += u64::from(count);
        }
        for (prizes, law) in rules.prizes.iter().zip(&laws.throws) {
            for prize in 0..prizes.rows {
                tally.tables[prizes.table][prize] += self.prizes[law.start + prize];
            }
        }
    }
}

/// One throw of the rounds of one amount.
struct Throw {
    stage: Stage,
    brelans: u64,
}

/// The rounds of one amount.
pub(super) struct Identiques {
    throws: [Throw; THROWS],
    /// Rounds by prize won, of all throws.
    results: [u64; PRIZES],
}

impl Identiques {
    pub(super) fn new(chunk: &mut Generator, laws: &Laws, watched: bool) -> Self {
        Self {
            throws: std::array::from_fn(|throw| Throw {
                stage: Stage::new(chunk, laws.throws[throw].below, watched),
                brelans: 0,
            }),
            results: [0; PRIZES],
        }
    }

    /// Throws for as many rounds as have asked, by the column or `to_end`.
    #[inline(always)]
    pub(super) fn work(
        &mut self,
        laws: &Laws,
        mut asked: u64,
        to_end: bool,
        scratch: &mut Scratch,
        sheet: &mut Sheet,
    ) {
        for (throw, law) in self.throws.iter_mut().zip(&laws.throws) {
            throw.stage.ask_up_to(asked);
            while throw.stage.is_due(to_end) {
                throw.step(law, scratch, sheet, &mut self.results);
            }
            // 2.4.3.2: those without a brelan throw again.
            asked = throw.stage.done() - throw.brelans;
        }
    }

    /// Adds the rounds to `tally`, the throws apart.
    pub(super) fn unfold(&self, rules: &Rules, laws: &Laws, amount: usize, tally: &mut Tally) {
        for (prizes, law) in rules.prizes.iter().zip(&laws.throws) {
            for prize in 0..prizes.rows {
                let won = self.results[law.start + prize];
                tally.counters[counter::IDENTIQUES_WON] += won;
                tally.pay(prizes.pay(amount, prize), won);
            }
        }
        let last = &self.throws[THROWS - 1];
        tally.pay(Cents::ZERO, last.stage.done() - last.brelans);
    }

    /// The throws of the last round: for each the draw of its prize and the dice, with their
    /// bounds.
    pub(super) fn last(&self, laws: &Laws) -> Vec<[(u64, u64); 2]> {
        let mut made = Vec::new();
        for (throw, law) in self.throws.iter().zip(&laws.throws) {
            let word = throw.stage.last().first().copied().unwrap_or_default();
            let (prize, outcome) = law.read(word);
            let dice = number(&laws.dice[outcome as usize]);
            made.push([(u64::from(prize), u64::from(law.total)), (dice, OUTCOMES)]);
            if outcome < BRELANS {
                break;
            }
        }
        made
    }
}

impl Throw {
    /// One column.
    #[inline(always)]
    fn step(
        &mut self,
        law: &Law,
        scratch: &mut Scratch,
        sheet: &mut Sheet,
        results: &mut [u64; PRIZES],
    ) {
        self.stage.fill(&mut scratch.words);
        let drawn = self.stage.drawn(&scratch.words, |_| true);
        let words = &scratch.words[..drawn];
        let (outcomes, pairs) = (&mut scratch.first[..drawn], &mut scratch.second[..drawn]);
        // Throws in the lower half, brelans in the upper.
        let mut all = 0_u32;
        for ((&word, outcome), pair) in words.iter().zip(&mut *outcomes).zip(&mut *pairs) {
            *outcome = law.read(word).1;
            *pair = 1 + if *outcome < BRELANS { 1 << 16 } else { 0 };
            all += *pair;
        }
        for &outcome in &*outcomes {
            sheet.dice[outcome as usize % SLOTS] += 1;
        }
        let mut add = |prize: usize, counts: u32| {
            sheet.prizes[law.start + prize] += u64::from(counts & 0xFFFF);
            results[law.start + prize] += u64::from(counts >> 16);
        };
        let mut above = all;
        for (prize, &at) in law.at[..law.bounds].iter().enumerate() {
            let mut from = 0_u32;
            for (&word, &pair) in words.iter().zip(&*pairs) {
                from += if (word ^ SIGN).cast_signed() >= at { pair } else { 0 };
            }
            // A part of what is above, half by half: nothing is borrowed.
            add(prize, above - from);
            above = from;
        }
        add(law.bounds, above);
        self.brelans += u64::from(all >> 16);
        self.stage.pass(words, drawn as u64, |_| true);
    }
}
