//! Stage 1 (article 2.3) of many rounds: the amount and four rolls of the die from one word; the rounds
//! they leave undecided roll four times more, by amount.

use crate::error::{Error, Result};
use crate::games::happy_des::card::counter;
use crate::games::happy_des::dice::{Faces, add_faces, dice, faces, outcomes};
use crate::games::happy_des::lanes::stage::{Scratch, Stage};
use crate::games::happy_des::stage1::{self, Rolls, decide};
use crate::games::happy_des::tables::{AMOUNTS, STAGE_1, STAGE_1_DIE};
use crate::rng::{Below, Generator};
use crate::tally::Tally;

/// Rolls in a set.
const ROLLS: usize = 4;
const OUTCOMES: u32 = outcomes(ROLLS as u32) as u32;
/// A power of two above the outcomes.
const SLOTS: usize = 2048;
const SIGN: u32 = 1 << 31;

/// The laws of stage 1 as words.
pub(super) struct Laws {
    /// Draws of an amount and of a set of rolls, and of a set alone.
    opening: Below,
    again: Below,
    amounts: u32,
    /// The words at which the second amount begins, the third and the fourth; see [`ordered`].
    at: [i32; AMOUNTS - 1],
    /// The sets of rolls, those that lose first, then those that win, then those that leave the round
    /// undecided: any numbering throws fair dice.
    sets: Vec<[usize; ROLLS]>,
    /// The faces of the rolls that are made of each set.
    made: Vec<Faces>,
    won_from: u32,
    undecided_from: u32,
}

/// Words as signed integers in the same order, which are compared in one step.
fn ordered(word: u32) -> i32 {
    (word ^ SIGN).cast_signed()
}

impl Laws {
    pub(super) fn new(rules: &stage1::Rules) -> Result<Self> {
        let amounts = rules.amounts.total();
        let mut at = [0; AMOUNTS - 1];
        for (row, at) in (1..).zip(&mut at) {
            let word = (rules.amounts.start(row) << 32).div_ceil(amounts);
            let word = u32::try_from(word);
            *at = ordered(word.map_err(|_| Error::internal("an amount that is never drawn"))?);
        }
        let mut sets: Vec<[usize; ROLLS]> = (0..OUTCOMES as usize).map(dice).collect();
        sets.sort_by_key(|set| decide(set).1);
        let from = |kind| sets.partition_point(|set| decide(set).1 < kind) as u32;
        Ok(Self {
            opening: Below::new(amounts * u64::from(OUTCOMES))?,
            again: Below::new(u64::from(OUTCOMES))?,
            amounts: amounts as u32,
            at,
            made: sets.iter().map(|set| faces(decide(set).0)).collect(),
            won_from: from(Rolls::Won),
            undecided_from: from(Rolls::Undecided),
            sets,
        })
    }

    /// The set of rolls of a word of the stage of undecided rounds.
    #[inline(always)]
    fn set(word: u32) -> u32 {
        Below::take(word, OUTCOMES).0
    }

    /// The amount drawn, as a number below all of them, and the set of rolls, of the word of an opening.
    pub(super) fn read(&self, word: u32) -> (u64, u32) {
        let (amount, rest) = Below::take(word, self.amounts);
        (u64::from(amount), Self::set(rest))
    }

    /// Whether a set decides the round.
    pub(super) fn is_decided(&self, set: u32) -> bool {
        set < self.undecided_from
    }

    /// What a set comes to.
    fn kind(&self, set: u32) -> Rolls {
        decide(&self.sets[set as usize]).1
    }
}

/// Counts of sets of rolls.
pub(super) struct Sheet([u32; SLOTS]);

impl Sheet {
    pub(super) fn new() -> Self {
        Self([0; SLOTS])
    }

    #[inline(always)]
    fn count(&mut self, sets: &[u32]) {
        for &set in sets {
            self.0[set as usize % SLOTS] += 1;
        }
    }

    /// Adds the rolls to `tally`.
    pub(super) fn unfold(&self, laws: &Laws, tally: &mut Tally) {
        let mut rolls = [0; 6];
        for (&made, &count) in laws.made.iter().zip(&self.0) {
            add_faces(&mut rolls, made, count);
        }
        for (row, rolls) in tally.tables[STAGE_1_DIE].iter_mut().zip(rolls) {
            *row += rolls;
            tally.counters[counter::STAGE_1_ROLLS] += rolls;
        }
    }
}

/// Rounds by amount: all, and those that the first set of rolls won or left undecided.
#[derive(Clone, Copy, Default)]
pub(super) struct Opened {
    pub(super) rounds: [u64; AMOUNTS],
    pub(super) won: [u64; AMOUNTS],
    pub(super) undecided: [u64; AMOUNTS],
}

/// Adds counts of ten bits each.
#[inline(always)]
fn add(opened: &mut Opened, amount: usize, counts: u32) {
    opened.rounds[amount] += u64::from(counts & 0x3FF);
    opened.won[amount] += u64::from(counts >> 10 & 0x3FF);
    opened.undecided[amount] += u64::from(counts >> 20);
}

/// The first word of every round.
pub(super) struct Opening {
    stage: Stage,
    pub(super) opened: Opened,
}

impl Opening {
    pub(super) fn new(chunk: &mut Generator, laws: &Laws, watched: bool) -> Self {
        Self {
            stage: Stage::new(chunk, laws.opening, watched),
            opened: Opened::default(),
        }
    }

    /// Opens so many rounds, a column at most.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        laws: &Laws,
        rounds: usize,
        scratch: &mut Scratch,
        sheet: &mut Sheet,
    ) {
        self.stage.fill(&mut scratch.words);
        let words = &scratch.words[..rounds];
        let sets = &mut scratch.first[..rounds];
        let [second, third, fourth] = laws.at;
        let (won_from, undecided_from) = (laws.won_from, laws.undecided_from);
        // Blocks whose counts fit ten bits.
        for (words, sets) in words.chunks(512).zip(sets.chunks_mut(512)) {
            let (mut from_first, mut from_second) = (0_u32, 0_u32);
            let (mut from_third, mut from_fourth) = (0_u32, 0_u32);
            for (&word, set) in words.iter().zip(sets) {
                let (_, rest) = Below::take(word, laws.amounts);
                *set = Laws::set(rest);
                let is_decided_won = if *set >= won_from { 1 << 10 } else { 0 };
                // Undecided instead of won.
                let is_undecided = if *set >= undecided_from { (1 << 20) - (1 << 10) } else { 0 };
                let counts = 1_u32 + is_decided_won + is_undecided;
                let amount = ordered(word);
                from_first += counts;
                from_second += if amount >= second { counts } else { 0 };
                from_third += if amount >= third { counts } else { 0 };
                from_fourth += if amount >= fourth { counts } else { 0 };
            }
            let from = [from_first, from_second, from_third, from_fourth, 0];
            for amount in 0..AMOUNTS {
                // Parts of each other, field by field: nothing is borrowed.
                add(&mut self.opened, amount, from[amount] - from[amount + 1]);
            }
        }
        sheet.count(&scratch.first[..rounds]);
        self.stage.ask_up_to(self.stage.done() + rounds as u64);
        self.stage.pass(words, rounds as u64, |_| true);
    }

    /// The word of the last round.
    pub(super) fn last(&self) -> u32 {
        self.stage.last().first().copied().unwrap_or_default()
    }
}

/// Rounds of one amount that their first set of rolls left undecided (article 2.3.3.3).
pub(super) struct Again {
    stage: Stage,
    pub(super) won: u64,
}

impl Again {
    pub(super) fn new(chunk: &mut Generator, laws: &Laws, watched: bool) -> Self {
        Self {
            stage: Stage::new(chunk, laws.again, watched),
            won: 0,
        }
    }

    /// Rolls for as many rounds as have asked, by the column or `to_end`.
    #[inline(always)]
    pub(super) fn work(
        &mut self,
        laws: &Laws,
        asked: u64,
        to_end: bool,
        scratch: &mut Scratch,
        sheet: &mut Sheet,
    ) {
        self.stage.ask_up_to(asked);
        let (won_from, undecided_from) = (laws.won_from, laws.undecided_from);
        while self.stage.is_due(to_end) {
            self.stage.fill(&mut scratch.words);
            let ends = |word| Laws::set(word) < undecided_from;
            let drawn = self.stage.drawn(&scratch.words, ends);
            let words = &scratch.words[..drawn];
            let (mut decided, mut lost) = (0_u32, 0_u32);
            for (&word, set) in words.iter().zip(&mut scratch.first) {
                *set = Laws::set(word);
                decided += u32::from(*set < undecided_from);
                lost += u32::from(*set < won_from);
            }
            sheet.count(&scratch.first[..drawn]);
            self.won += u64::from(decided - lost);
            self.stage.pass(words, u64::from(decided), ends);
        }
    }

    /// The words of the last round.
    pub(super) fn last(&self) -> &[u32] {
        self.stage.last()
    }
}

/// Every roll of a round whose opening gave the set `first`, and whether it won; `again` are the words of
/// its other sets.
pub(super) fn rolls(laws: &Laws, first: u32, again: &[u32]) -> (Vec<usize>, bool) {
    let mut made = Vec::new();
    let others = again.iter().map(|&word| Laws::set(word));
    for set in std::iter::once(first).chain(others) {
        made.extend_from_slice(decide(&laws.sets[set as usize]).0);
        match laws.kind(set) {
            Rolls::Lost => return (made, false),
            Rolls::Won => return (made, true),
            Rolls::Undecided => {}
        }
    }
    (made, false)
}

/// Adds the rounds to `tally`; `again` are those won after their first set.
pub(super) fn unfold(
    rules: &stage1::Rules,
    opened: &Opened,
    again: [u64; AMOUNTS],
    stops: [bool; AMOUNTS],
    tally: &mut Tally,
) {
    for amount in 0..AMOUNTS {
        let won = opened.won[amount] + again[amount];
        let lost = opened.rounds[amount] - won;
        tally.tables[STAGE_1][amount] += opened.rounds[amount];
        tally.counters[counter::STAGE_1_LOST] += lost;
        tally.pay(crate::units::Cents::ZERO, lost);
        if stops[amount] {
            tally.counters[counter::STOPPED] += won;
            tally.pay(rules.pay[amount], won);
        }
    }
}
