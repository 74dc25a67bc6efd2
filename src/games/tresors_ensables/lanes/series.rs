//! A series of five cells and its chest at a step.
//!
//! A step of many plays is cut into loops: those of arithmetic and look-ups are compiled to vector instructions,
//! as far as a processor has them, those that count are not. Nothing that luck decides is a branch: what
//! happens to few plays is made of bits set in a mask.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "a lazy operator is a branch, which vector instructions do without"
)]

use crate::error::{Error, Result};
use crate::games::tresors_ensables::board::{PLACEMENTS, SERIES, SERIES_CELLS};
use crate::games::tresors_ensables::lanes::counts::{
    ByStep, DEAD, ENDS_AT, GOLD, LATER, PAID_AT, ROWS_AT, SECOND_AT,
};
use crate::games::tresors_ensables::lanes::laws::{Contents, Cut, DEAL_DRAWS, Deals, Gauge, Refused};
use crate::games::tresors_ensables::lanes::passage::{
    DICE, ENTERS, LANDS, SHORT, THROWS, TO, Rests, USED, faces, passage,
};
use crate::games::tresors_ensables::lanes::pool::{Ended, Pace};
use crate::games::tresors_ensables::lanes::slots::{
    BLOCK, Bits, LIVES, NONE, PLACE, Plays, Seen, Slots, Words, bits, each, mask, part, part_mut,
};
use crate::games::tresors_ensables::lanes::stops::Stops;
use crate::games::tresors_ensables::lanes::told::{Cast, DIGITS, Told};
use crate::games::tresors_ensables::tables::{CASES, Purse, Rules};
use crate::rng::{BATCH, Below, Generator, Stream};
use crate::tally::Tally;

/// The bit of the series before the gold chest, and those of the series before bronze chests.
const LAST_SERIES: u16 = 1 << (SERIES - 1);
const BRONZE: u16 = 0x155;
/// Nobody: a place that leads nowhere, and no lives.
const IDLE: u16 = 15;

/// Flags of a step: a round ended, and it did so at the gold chest.
const ENDED: u16 = 1;
const REACHED: u16 = 2;

/// The kernel.
pub(super) struct BySeries<S> {
    stops: S,
    deal: Below,
    dice: Below,
    rests: Rests,
    deals: Deals,
    /// Lives beyond the most are lost: [`Cut`], else [`Refused`].
    is_cut: bool,
    start: u16,
    /// The laws of silver and bronze chests.
    contents: [Contents; 2],
    /// Row of the gold chest plus 1 by case and digits.
    rows: Box<[u8]>,
}

impl<S: Stops> BySeries<S> {
    /// The kernel for a player who stops so.
    ///
    /// # Errors
    /// Rules with laws of another form.
    pub(super) fn new(rules: &Rules, stops: S) -> Result<Self> {
        let [_, bronze, silver, _] = &rules.contents;
        let content = |of: &[Purse]| Contents::new(&of[..CASES as usize]);
        let is_cut = Cut::is_of(rules);
        if !is_cut && !Refused::is_of(rules) {
            return Err(Error::internal("a gauge that goes by another rule"));
        }
        Ok(Self {
            stops,
            deal: Below::new(u64::from(DEAL_DRAWS * DIGITS))?,
            dice: Below::new(u64::from(THROWS * THROWS) * CASES)?,
            rests: Rests::new(),
            deals: Deals::new(rules)?,
            is_cut,
            start: (rules.lives as u16) << LIVES.at,
            contents: [content(silver)?, content(bronze)?],
            rows: rules.gold_rows(),
        })
    }

    /// Reads the words of a block: the draw of the series (3.2.2), the dice that lead through it
    /// (3.2.4), and the case of its chest.
    #[inline(always)]
    fn read(&self, words: [&[u32; BLOCK]; 2], seen: &mut Seen) -> Bits {
        let [deals, dice] = words;
        for slot in 0..BLOCK {
            seen.deal[slot] = read_deal(deals[slot]).0;
            (seen.throw[slot], seen.case[slot], _) = read_dice(dice[slot]);
        }
        for slot in 0..BLOCK {
            let faces = faces(seen.throw[slot]);
            let passage = passage(PLACE.of(seen.at[slot]), faces);
            for (column, face) in seen.faces.iter_mut().zip(faces) {
                column[slot] = face;
            }
            seen.passage[slot] = passage;
        }
        let short = bits(&seen.passage, SHORT);
        each(&short, |slot| {
            let second = read_dice(dice[slot]).2;
            seen.passage[slot] = self.rests.joined(seen.passage[slot], second);
        });
        short
    }

    /// Lays out the series (3.2.2).
    #[inline(always)]
    fn deal(&self, seen: &mut Seen) {
        let laws = self.deals;
        for slot in 0..BLOCK {
            let read = laws.read(seen.deal[slot]);
            let is_dealt = seen.passage[slot] & ENTERS > 0;
            let row = |row: u16| if is_dealt { row } else { NONE };
            for rule in 0..3 {
                seen.rules[rule][slot] = row(read.rules[rule]);
                seen.placements[rule][slot] = row(read.placements[rule]);
            }
            for cell in 0..SERIES_CELLS {
                seen.effects[cell][slot] = read.effects[cell];
            }
        }
    }

    /// Moves the plays of a block up to the decision on the chest.
    #[inline(always)]
    fn go(&self, seen: &mut Seen) {
        if self.is_cut {
            self.stops.walk::<Cut>(seen);
        } else {
            self.stops.walk::<Refused>(seen);
        }
        let [silver, bronze] = self.contents;
        for slot in 0..BLOCK {
            let (passage, landing) = (seen.passage[slot], seen.landing[slot]);
            let series = seen.series[slot];
            let goes = (landing == 0) & (seen.lives[slot] > 0);
            // Dice after the last landing are not thrown.
            let before = u16::from(passage & LANDS > 0);
            let used = if goes { passage >> USED } else { landing.wrapping_sub(before) };
            seen.used[slot] = used;
            for die in 0..DICE {
                seen.faces[die][slot] |= if used > die as u16 { 0 } else { NONE };
            }
            // 3.2.5: the content of a bronze or silver chest.
            let is_chest = goes & (passage & 15 << TO == 0) & (series < LAST_SERIES);
            let (steps, row) = silver.of(bronze, series & BRONZE > 0, seen.case[slot]);
            seen.chest[slot] = u16::from(is_chest);
            seen.gain[slot] = seen.purse[slot] + if is_chest { steps } else { 0 };
            seen.rows[slot] += if is_chest { row } else { 0 };
        }
        self.stops.on_chests(seen);
    }

    /// Finds who ends, and where that is counted: 3.2.7 (what lies beyond the last series is the gold chest), and
    /// 3.2.8.
    #[inline(always)]
    fn end(seen: &mut Seen) {
        for slot in 0..BLOCK {
            let lives = seen.lives[slot];
            let series = seen.series[slot];
            let goes = (seen.landing[slot] == 0) & (lives > 0);
            let is_gold = goes & (series == LAST_SERIES);
            let is_chest = seen.chest[slot] > 0;
            let is_end = !goes | is_gold | is_chest & (seen.stop[slot] > 0);
            let is_round = is_end & (PLACE.of(seen.at[slot]) != IDLE);
            let open = seen.open[slot] | mask(is_chest) & series;
            let is_dead = mask(lives == 0);
            let gold = mask(is_gold);
            seen.open[slot] = open;
            seen.end[slot] = ENDS_AT as u16 + (open | gold & GOLD as u16 | is_dead & DEAD as u16);
            seen.found[slot] = ROWS_AT as u16 + seen.rows[slot];
            let steps = seen.gain[slot] & 255 & !is_dead;
            seen.paid[slot] = PAID_AT as u16 + (steps << 3 | gold & LATER as u16);
            seen.stop[slot] = mask(is_end);
            seen.event[slot] = mask(is_round) & ENDED | gold & REACHED;
        }
    }

    /// Moves the plays of a block, or begins others.
    #[inline(always)]
    fn go_on(&self, seen: &mut Seen) {
        let start = self.start;
        for slot in 0..BLOCK {
            let ends = seen.stop[slot];
            let next = seen.passage[slot] >> TO & 15 | seen.lives[slot] << LIVES.at;
            seen.at[slot] = ends & start | !ends & next;
            seen.series[slot] = ends & 1 | !ends & seen.series[slot] << 1;
            seen.open[slot] &= !ends;
            seen.purse[slot] = seen.gain[slot] & !ends;
            seen.rows[slot] &= !ends;
        }
    }

    /// A step of a block.
    #[inline(always)]
    fn step_of(&self, block: usize, words: &Words, slots: &mut Slots, counts: &mut ByStep) {
        let words = [part(&words.deals, block), part(&words.dice, block)];
        let Slots { plays, ended, seen } = slots;
        let Plays { at, series, open, purse, rows } = plays;
        let plays = [at, series, open, purse, rows].map(|column| part_mut(column, block));
        let [at, series, open, purse, rows] = plays;
        // Copies, so that nothing that is written in a loop can be taken for what another one reads.
        (seen.at, seen.series, seen.open, seen.purse, seen.rows) = (*at, *series, *open, *purse, *rows);
        let short = self.read(words, seen);
        self.deal(seen);
        self.go(seen);
        Self::end(seen);
        self.go_on(seen);
        (*at, *series, *open, *purse, *rows) = (seen.at, seen.series, seen.open, seen.purse, seen.rows);
        counts.step(seen);
        ended[block] = bits(&seen.event, ENDED);
        self.count(words, seen, [&short, &ended[block]], counts);
    }

    /// Counts the second throws of a block, and the rounds that ended.
    #[inline(always)]
    fn count(&self, words: [&[u32; BLOCK]; 2], seen: &Seen, of: [&Bits; 2], counts: &mut ByStep) {
        let ([deals, dice], [short, ended]) = (words, of);
        let cells = counts.cells();
        each(short, |slot| {
            let used = seen.used[slot].saturating_sub(DICE as u16);
            cells[usize::from(SECOND_AT as u16 + (used << 8 | read_dice(dice[slot]).2))] += 1;
        });
        each(ended, |slot| {
            cells[usize::from(seen.end[slot])] += 1;
            cells[usize::from(seen.found[slot])] += 1;
            cells[usize::from(seen.paid[slot])] += 1;
        });
        each(&bits(&seen.event, REACHED), |slot| {
            let row = self.rows[gold(deals[slot], dice[slot]) as usize];
            cells[usize::from(seen.paid[slot] - LATER as u16 + u16::from(row))] += 1;
        });
    }
}

/// The draw of the series and the digits of a word.
#[inline(always)]
fn read_deal(word: u32) -> (u16, u32) {
    let (deal, rest) = Below::take(word, DEAL_DRAWS);
    (deal as u16, Below::take(rest, DIGITS).0)
}

/// The first throw, the case of the chest and the second throw of a word.
#[inline(always)]
fn read_dice(word: u32) -> (u16, u16, u16) {
    let (first, rest) = Below::take(word, THROWS);
    let (case, rest) = Below::take(rest, CASES as u32);
    (first as u16, case as u16, Below::take(rest, THROWS).0 as u16)
}

/// The draw of a gold chest.
fn gold(deal: u32, dice: u32) -> u32 {
    u32::from(read_dice(dice).1) * DIGITS + read_deal(deal).1
}

impl<S: Stops> Pace for BySeries<S> {
    type Streams = [Stream; 2];
    type Words = Words;
    type Drawn = [u32; 2];
    type Slots = Slots;
    type Counts = ByStep;

    fn streams(&self, chunk: &mut Generator) -> [Stream; 2] {
        [Stream::split(chunk), Stream::split(chunk)]
    }

    fn words(&self) -> Words {
        Words {
            deals: [0; BATCH],
            dice: [0; BATCH],
        }
    }

    fn slots(&self) -> Slots {
        Slots {
            plays: Plays {
                at: [self.start; BATCH],
                series: [1; BATCH],
                open: [0; BATCH],
                purse: [0; BATCH],
                rows: [0; BATCH],
            },
            ended: [[0; BLOCK / 64]; BATCH / BLOCK],
            seen: Seen::NOTHING,
        }
    }

    fn counts(&self) -> ByStep {
        ByStep::new()
    }

    #[inline(always)]
    fn draw(&self, [deals, dice]: &mut [Stream; 2], words: &mut Words) {
        deals.fill(&mut words.deals);
        self.deal.accept(&mut words.deals, deals.single());
        dice.fill(&mut words.dice);
        self.dice.accept(&mut words.dice, dice.single());
    }

    #[inline(always)]
    fn drawn(words: &Words, slot: usize) -> [u32; 2] {
        [words.deals[slot], words.dice[slot]]
    }

    #[inline(always)]
    fn step(&self, words: &Words, slots: &mut Slots, counts: &mut ByStep) {
        counts.begin();
        for block in 0..BATCH / BLOCK {
            self.step_of(block, words, slots, counts);
        }
    }

    #[inline(always)]
    fn ended(slots: &Slots) -> &Ended {
        &slots.ended
    }

    fn idle(slots: &mut Slots, slot: usize) {
        let plays = &mut slots.plays;
        plays.at[slot] = IDLE;
    }

    fn unfold(&self, rules: &Rules, counts: &mut ByStep, tally: &mut Tally) {
        counts.unfold(rules, tally);
    }

    fn tell(&self, steps: &[[u32; 2]]) -> Told {
        let mut told = Told::default();
        let (mut words, mut slots, mut counts) = (self.words(), self.slots(), ByStep::new());
        (1..BATCH).for_each(|slot| Self::idle(&mut slots, slot));
        for &[deal, dice] in steps {
            (words.deals[0], words.dice[0]) = (deal, dice);
            let series = slots.plays.series[0];
            self.step_of(0, &words, &mut slots, &mut counts);
            let seen = &slots.seen;
            let (passage, landing) = (seen.passage[0], seen.landing[0]);
            let drawn = read_deal(deal).0;
            let (throw, content, second) = read_dice(dice);
            let thrown = [faces(throw), faces(second)].concat();
            // The roll that enters the series: the last of the step before, or the first of this one.
            let entering = told.casts.len() - usize::from(passage & LANDS > 0);
            told.casts.extend(thrown[..seen.used[0] as usize].iter().map(|&face| Cast::of(face.into())));
            if passage & ENTERS > 0 {
                told.casts[entering].case = u64::from(drawn / PLACEMENTS as u16);
                told.casts[entering].placement = u64::from(drawn % PLACEMENTS as u16);
            }
            if landing == 0 && series == LAST_SERIES {
                told.gold = Some(u64::from(gold(deal, dice)));
            } else if landing == 0 && passage & 15 << TO == 0 {
                told.casts.last_mut().into_iter().for_each(|cast| cast.case = u64::from(content));
            }
        }
        told
    }
}
