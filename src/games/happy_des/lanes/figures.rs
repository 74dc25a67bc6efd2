//! Happy Figures (article 2.4.2) of many rounds with one amount.

use crate::error::{Error, Result};
use crate::games::happy_des::dice::add_faces;
use crate::games::happy_des::card::counter;
use crate::games::happy_des::figures::{GROUPS, NONE, OUTCOMES, PRIZES, Rules, counted};
use crate::games::happy_des::lanes::stage::{Scratch, Stage};
use crate::games::happy_des::tables::FIGURES_DICE;
use crate::rng::{Below, Generator};
use crate::tally::Tally;
use crate::units::Cents;

/// A power of two not below the common denominator of all prizes.
const BALLS: usize = 1024;

/// The laws as look-ups: a throw and a ball, drawn below the common denominator of all prizes.
pub(super) struct Laws {
    below: Below,
    balls: u32,
    /// Where the urn of a group of dice begins.
    urns: [u16; GROUPS],
    /// The prize of every ball, urn by urn: one for each figure and an empty one.
    prizes: [u8; (NONE + 1) * BALLS],
}

impl Laws {
    pub(super) fn new(rules: &Rules) -> Result<Self> {
        let balls = rules.prize_bound();
        if rules.cumulated || balls > BALLS as u64 {
            return Err(Error::internal("one draw does not decide all prizes"));
        }
        let mut prizes = [0; (NONE + 1) * BALLS];
        for (figure, urn) in prizes.chunks_exact_mut(BALLS).enumerate() {
            let law = &rules.laws[figure];
            for (ball, prize) in (0..balls).zip(urn) {
                *prize = law.row(ball / (balls / law.total())) as u8;
            }
        }
        Ok(Self {
            below: Below::new(OUTCOMES * balls)?,
            balls: balls as u32,
            urns: rules.figures.map(|figure| u16::from(figure) * BALLS as u16),
            prizes,
        })
    }

    #[inline(always)]
    fn read(&self, word: u32) -> (u32, u32) {
        let (dice, rest) = Below::take(word, OUTCOMES as u32);
        (dice, Below::take(rest, self.balls).0)
    }
}

/// The rounds of one amount.
pub(super) struct Figures {
    stage: Stage,
    /// By group of dice and prize.
    throws: [u32; GROUPS * PRIZES],
}

impl Figures {
    pub(super) fn new(chunk: &mut Generator, laws: &Laws, watched: bool) -> Self {
        Self {
            stage: Stage::new(chunk, laws.below, watched),
            throws: [0; GROUPS * PRIZES],
        }
    }

    /// Throws for as many rounds as have asked, by the column or `to_end`.
    #[inline(always)]
    pub(super) fn work(
        &mut self,
        rules: &Rules,
        laws: &Laws,
        asked: u64,
        to_end: bool,
        scratch: &mut Scratch,
    ) {
        self.stage.ask_up_to(asked);
        while self.stage.is_due(to_end) {
            self.stage.fill(&mut scratch.words);
            let drawn = self.stage.drawn(&scratch.words, |_| true);
            let words = &scratch.words[..drawn];
            let draws = scratch.first.iter_mut().zip(&mut scratch.second);
            for (&word, (dice, ball)) in words.iter().zip(draws) {
                (*dice, *ball) = laws.read(word);
            }
            let draws = scratch.first[..drawn].iter().zip(&scratch.second);
            for (&dice, &ball) in draws {
                let group = rules.hands.of(u64::from(dice));
                let ball = usize::from(laws.urns[group]) + ball as usize;
                let prize = usize::from(laws.prizes[ball]);
                self.throws[(group * PRIZES + prize) % (GROUPS * PRIZES)] += 1;
            }
            self.stage.pass(words, drawn as u64, |_| true);
        }
    }

    /// Adds the throws and their prizes to `tally`.
    pub(super) fn unfold(&self, rules: &Rules, amount: usize, tally: &mut Tally) {
        for (slot, &count) in self.throws.iter().enumerate().filter(|slot| *slot.1 > 0) {
            let (group, prize) = (slot / PRIZES, slot % PRIZES);
            let (hand, faces) = rules.hands.kinds()[group];
            add_faces(&mut tally.tables[FIGURES_DICE], faces, count);
            let count = u64::from(count);
            tally.counters[counter::FIGURES_THROWS] += count;
            if let Some(counter) = counted(hand) {
                tally.counters[counter] += count;
            }
            if let Some(prizes) = rules.prizes.get(usize::from(rules.figures[group])) {
                tally.tables[prizes.table][prize] += count;
                tally.pay(prizes.pay(amount, prize), count);
            } else {
                tally.pay(Cents::ZERO, count);
            }
        }
    }

    /// The dice of the last round and the draw of its prize, each with its bound.
    pub(super) fn last(&self, rules: &Rules, laws: &Laws) -> [(u64, u64); 2] {
        let word = self.stage.last().first().copied().unwrap_or_default();
        let (dice, ball) = laws.read(word);
        let figure = rules.figures[rules.hands.of(u64::from(dice))];
        let total = rules.laws[usize::from(figure)].total();
        let prize = u64::from(ball) / (u64::from(laws.balls) / total);
        [(u64::from(dice), OUTCOMES), (prize, total)]
    }
}
