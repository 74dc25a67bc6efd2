//! A series of five cells and its chest at a step, for players who decide by what they hold.
//!
//! A step of many plays is cut into loops. Those without look-ups are compiled to vector instructions;
//! those with look-ups have little else to do. Nothing that luck decides is a branch, but for the two rarest.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "a lazy operator is a branch, which vector instructions do without"
)]

use crate::error::Result;
use crate::games::tresors_ensables::board::{PLACEMENTS, SERIES};
use crate::games::tresors_ensables::lanes::counts::{
    ByThrow, DEAD, DEALS_AT, ENDS_AT, LATER, PAID_AT, ROWS_AT, SPARE, SPARE_AT,
};
use crate::games::tresors_ensables::lanes::laws::{Contents, Limits, Rows, outcome_of};
use crate::games::tresors_ensables::lanes::passage::{
    CELLS, DICE, ENTERS, FATAL, Fates, LIVES, Passages, SHORT, THROWS, TO, faces, lands_first, used,
};
use crate::games::tresors_ensables::lanes::pool::Pace;
use crate::games::tresors_ensables::lanes::slots::{
    BLOCK, Part, Seen, Slots, Words, part, part_mut,
};
use crate::games::tresors_ensables::lanes::told::{Cast, DIGITS, Told};
use crate::games::tresors_ensables::tables::{CASES, Purse, Rules};
use crate::rng::{BATCH, Below, Column, Generator, Stream};
use crate::tally::Tally;

/// A play stands at a place in a series (4 bits, see [`Passages`]), in a series (4), with so many lives (2);
/// these bronze and silver chests are open (9), and the gold one (1).
const PLACE: u32 = 8;
const SERIES_AT: u32 = 12;
const LIVES_AT: u32 = 16;
pub(super) const OPEN: u32 = 18;
pub(super) const GOLD: u32 = 1 << (OPEN + SERIES as u32 - 1);
/// What a step keeps.
const KEPT: u32 = 15 << SERIES_AT | (GOLD - (1 << OPEN));
/// Nobody: a place without passages, and no lives.
const IDLE: u32 = 15 << PLACE;
/// In the number of a fate: a gain is held.
const HELD: u32 = 1 << (LIVES_AT + 2);
/// The kernel.
pub(super) struct BySeries {
    limits: Limits,
    deal: Below,
    dice: Below,
    passages: Passages,
    fates: Fates,
    start: u32,
    /// The laws of the three rules, and of silver and bronze chests.
    laws: [Rows; 3],
    contents: [Contents; 2],
    /// Row of the gold chest plus 1 by case and digits.
    rows: Box<[u8]>,
}

impl BySeries {
    /// The kernel for a player with such limits.
    ///
    /// # Errors
    /// Rules with laws of another form.
    pub(super) fn new(rules: &Rules, limits: Limits) -> Result<Self> {
        let [_, bronze, silver, _] = &rules.contents;
        let content = |of: &[Purse]| Contents::new(&of[..CASES as usize]);
        Ok(Self {
            limits,
            deal: Below::new(CASES * PLACEMENTS as u64 * u64::from(DIGITS))?,
            dice: Below::new(u64::from(THROWS * THROWS) * CASES)?,
            passages: Passages::new(),
            fates: Fates::new(rules, if rules.anywhere { limits.lives } else { 0 })?,
            start: (rules.lives as u32) << LIVES_AT,
            laws: Rows::of_rules(rules)?,
            contents: [content(silver)?, content(bronze)?],
            rows: rules.gold_rows(),
        })
    }

    /// The number of the deal from a word.
    #[inline(always)]
    fn read(&self, word: u32) -> u32 {
        let (cases, placement, _) = read_deal(word);
        outcome_of(&self.laws, cases) | placement
    }

    /// The rest of a passage that the first throw leaves short.
    #[cold]
    #[inline(never)]
    fn go_on(&self, fate: u32, short: u16, word: u32, place: usize, counts: &mut ByThrow) -> u16 {
        let throw = read_dice(word).2;
        let rest = self.passages.at(rest_index(short, throw));
        let passage = joined(short, rest);
        let fate = self.fates.at(fate | u32::from(passage & CELLS));
        let used = match usize::from(fate >> FATAL) {
            0 => used(rest),
            landing => (landing - usize::from(lands_first(place))).saturating_sub(DICE),
        };
        for &face in &faces(throw)[..used] {
            counts.faces[face] += 1;
        }
        passage
    }

    /// Reads the words of a block: the layout of the series (3.2.2), the dice that lead through it
    /// (3.2.4), and the case of its chest.
    #[inline(always)]
    fn read_all(&self, words: [&Part; 2], at: &Part, purse: &Part, seen: &mut Seen) {
        let [deals, dice] = words;
        for slot in 0..BLOCK {
            let deal = self.read(deals[slot]);
            let has_gain = if purse[slot] > 0 { HELD } else { 0 };
            seen.deal[slot] = deal;
            seen.start[slot] = (at[slot] & 3 << LIVES_AT) | has_gain | deal << 5;
        }
        for slot in 0..BLOCK {
            let (first, rest) = Below::take(dice[slot], THROWS);
            seen.throw[slot] = ((at[slot] & 15 << PLACE) | first) as u16;
            seen.case[slot] = Below::take(rest, CASES as u32).0;
        }
    }

    /// Looks up where the dice lead, and what the cells on the way do to the gauge (3.1.3).
    #[inline(always)]
    fn look_up(&self, dice: &Part, at: &Part, seen: &mut Seen, counts: &mut ByThrow) {
        for slot in 0..BLOCK {
            let start = seen.start[slot];
            let mut passage = self.passages.at(seen.throw[slot]);
            if passage & SHORT > 0 {
                let place = (at[slot] >> PLACE & 15) as usize;
                passage = self.go_on(start, passage, dice[slot], place, counts);
            }
            seen.passage[slot] = passage;
            seen.fate[slot] = self.fates.at(start | u32::from(passage & CELLS));
        }
    }

    /// Moves the plays of a block.
    #[inline(always)]
    fn go(&self, at: &mut Part, purse: &mut Part, ended: &mut Part, seen: &mut Seen) {
        for slot in 0..BLOCK {
            let (passage, fate) = (u32::from(seen.passage[slot]), u32::from(seen.fate[slot]));
            let (lives, landing) = (fate & u32::from(LIVES), fate >> FATAL);
            let to = passage & 15 << TO;
            let series = (at[slot] >> SERIES_AT & 15) + 1;
            // 3.2.8 and stops on the way; 3.2.7: what lies beyond the last series is the gold chest.
            let is_through = (landing == 0) & (lives > 0);
            let is_last = series >= SERIES as u32;
            let is_gold = is_through & is_last;
            let is_chest = is_through & (to == 0) & !is_last;
            // 3.2.5: the content of a bronze or silver chest.
            let [silver, bronze] = self.contents;
            let content = silver.of(bronze, series & 1 > 0, seen.case[slot]);
            let gain = purse[slot] + if is_chest { content } else { 0 };
            let open = if is_chest { 1 << (OPEN - 1) << series } else { 0 };
            let open = if is_gold { GOLD } else { open };
            // 3.2.6: the decision.
            let stops = is_chest & self.limits.stop(gain, lives);
            let is_end = !is_through | is_gold | stops;
            let next = ((at[slot] & KEPT) + (to | 1 << SERIES_AT)) | lives << LIVES_AT | open;

            let is_made = passage & u32::from(ENTERS) > 0;
            let spare = SPARE_AT + slot as u32 % SPARE;
            let deal = if is_made { DEALS_AT + seen.deal[slot] } else { spare };
            seen.thrown[slot] = (landing << 12) as u16 | seen.throw[slot];
            seen.dealt[slot] = deal as u16;
            seen.next[slot] = next;
            seen.gain[slot] = gain;
            seen.round[slot] = u8::from(is_end & (at[slot] & 15 << PLACE != IDLE));
            at[slot] = if is_end { self.start } else { next };
            purse[slot] = if is_end { 0 } else { gain };
            ended[slot] = u32::from(is_end);
        }
    }

    /// Counts the step of a block, and the rounds that it ended.
    #[inline(always)]
    fn count(&self, words: [&Part; 2], seen: &Seen, counts: &mut ByThrow) {
        let (mut list, mut length) = ([0_u8; BLOCK], 0);
        for slot in 0..BLOCK {
            counts.add(seen.thrown[slot]);
            counts.add(seen.dealt[slot]);
            // No branch: whatever has not ended is written over.
            list[length % BLOCK] = slot as u8;
            length += usize::from(seen.round[slot]);
        }
        let (mut golds, mut reached) = ([0_u8; BLOCK], 0);
        for &slot in &list[..length] {
            let (next, gain) = (seen.next[usize::from(slot)], seen.gain[usize::from(slot)]);
            let is_dead = next & 3 << LIVES_AT == 0;
            let dead = if is_dead { DEAD } else { 0 };
            let steps = if is_dead { 0 } else { gain & 255 };
            let later = if next & GOLD > 0 { LATER } else { 0 };
            counts.add((ENDS_AT + (next >> OPEN & (DEAD - 1) | dead)) as u16);
            counts.add((ROWS_AT + (gain >> 12)) as u16);
            counts.add((PAID_AT + steps * 8 + later) as u16);
            golds[reached % BLOCK] = slot;
            reached += usize::from(next & GOLD > 0);
        }
        let [deals, dice] = words;
        for &slot in &golds[..reached] {
            let slot = usize::from(slot);
            let row = self.rows[gold(deals[slot], dice[slot]) as usize];
            let steps = seen.gain[slot] & 255;
            counts.add((PAID_AT + steps * 8) as u16 + u16::from(row));
        }
    }
}

/// Where [`Passages`] has the rest of one that is short.
fn rest_index(short: u16, throw: u32) -> u16 {
    short & 15 << TO | throw as u16
}

/// A passage that the first throw leaves short, with its rest.
fn joined(short: u16, rest: u16) -> u16 {
    (short & !(15 << TO)) | (rest & (CELLS | 15 << TO))
}

/// The cases of the three rules, the placement and the digits of a word.
#[inline(always)]
fn read_deal(word: u32) -> ([u32; 3], u32, u32) {
    let (first, rest) = Below::take(word, 10);
    let (second, rest) = Below::take(rest, 10);
    let (third, rest) = Below::take(rest, 10);
    let (placement, rest) = Below::take(rest, PLACEMENTS as u32);
    ([first, second, third], placement, Below::take(rest, DIGITS).0)
}

/// The first throw, the case of the chest and the second throw of a word.
fn read_dice(word: u32) -> (u32, u32, u32) {
    let (first, rest) = Below::take(word, THROWS);
    let (case, rest) = Below::take(rest, CASES as u32);
    (first, case, Below::take(rest, THROWS).0)
}

/// The draw of a gold chest.
fn gold(deal: u32, dice: u32) -> u32 {
    read_dice(dice).1 * DIGITS + read_deal(deal).2
}

impl Pace for BySeries {
    type Streams = [Stream; 2];
    type Words = Words;
    type Drawn = [u32; 2];
    type Slots = Slots;
    type Counts = ByThrow;

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
            at: [self.start; BATCH],
            purse: [0; BATCH],
            ended: [0; BATCH],
            seen: Seen::NOTHING,
        }
    }

    fn counts(&self) -> ByThrow {
        ByThrow::new()
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
    fn step(&self, words: &Words, slots: &mut Slots, counts: &mut ByThrow) {
        for block in 0..BATCH / BLOCK {
            let words = [part(&words.deals, block), part(&words.dice, block)];
            let Slots { at, purse, ended, seen } = slots;
            let [at, purse, ended] = [at, purse, ended].map(|column| part_mut(column, block));
            self.read_all(words, at, purse, seen);
            self.look_up(words[1], at, seen, counts);
            self.go(at, purse, ended, seen);
            self.count(words, seen, counts);
        }
    }

    #[inline(always)]
    fn ended(slots: &Slots) -> &Column {
        &slots.ended
    }

    fn idle(slots: &mut Slots, slot: usize) {
        (slots.at[slot], slots.purse[slot]) = (IDLE, 0);
    }

    fn unfold(&self, rules: &Rules, counts: &ByThrow, tally: &mut Tally) {
        counts.unfold(&self.passages, rules, tally);
    }

    fn tell(&self, steps: &[[u32; 2]]) -> Told {
        let mut told = Told::default();
        let (mut words, mut slots, mut counts) = (self.words(), self.slots(), ByThrow::new());
        (1..BATCH).for_each(|slot| Self::idle(&mut slots, slot));
        for &[deal, dice] in steps {
            (words.deals[0], words.dice[0]) = (deal, dice);
            let (at, has_gain) = (slots.at[0], slots.purse[0] > 0);
            let place = (at >> PLACE & 15) as usize;
            let ([a, b, c], placement, _) = read_deal(deal);
            let (throw, case, second) = read_dice(dice);
            let mut thrown = faces(throw).to_vec();
            let mut passage = self.passages.at((place << PLACE) as u16 | throw as u16);
            let mut dice_used = used(passage);
            if passage & SHORT > 0 {
                let rest = self.passages.at(rest_index(passage, second));
                thrown.extend(faces(second));
                dice_used += used(rest);
                passage = joined(passage, rest);
            }
            let held = if has_gain { HELD } else { 0 };
            let index = (at & 3 << LIVES_AT) | held | self.read(deal) << 5;
            let landing = self.fates.at(index | u32::from(passage & CELLS)) >> FATAL;
            if landing > 0 {
                dice_used = usize::from(landing) - usize::from(lands_first(place));
            }
            // The roll that enters the series: the last of the step before, or the first of this one.
            let entering = told.casts.len() - usize::from(lands_first(place));
            told.casts.extend(thrown[..dice_used].iter().map(|&face| Cast::of(face)));
            if passage & ENTERS > 0 {
                told.casts[entering].case = u64::from(100 * a + 10 * b + c);
                told.casts[entering].placement = u64::from(placement);
            }
            let is_through = landing == 0;
            let series = (at >> SERIES_AT & 15) as usize + 1;
            if is_through && series == SERIES {
                told.gold = Some(u64::from(gold(deal, dice)));
            } else if is_through && passage & 15 << TO == 0 {
                told.casts.last_mut().into_iter().for_each(|cast| cast.case = u64::from(case));
            }
            self.step(&words, &mut slots, &mut counts);
        }
        told
    }
}
