//! A series of five cells and its chest at a step.
//!
//! A step of many plays is cut into loops of arithmetic, which are compiled to vector instructions, as far as a
//! processor has them. Nothing that luck decides is a branch: what happens to few plays is made of bits set
//! in a mask.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "a lazy operator is a branch, which vector instructions do without"
)]

use crate::error::{Error, Result};
use crate::games::tresors_ensables::board::{PLACEMENTS, SERIES};
use crate::games::tresors_ensables::lanes::counts::{ByStep, CODE_AT, DEAD, HELD_AT, LATER};
use crate::games::tresors_ensables::lanes::laws::{Contents, Cut, DEAL_DRAWS, Deals, Gauge, Refused};
use crate::games::tresors_ensables::lanes::passage::{
    CELLS, CHEST, CHEST_AT, THROWS, faces, of_thrown, passage, thrown,
};
use crate::games::tresors_ensables::lanes::pool::Pace;
use crate::games::tresors_ensables::lanes::slots::{Bits, SLOTS, Slots, Words, bits, each, mask};
use crate::games::tresors_ensables::lanes::stops::Stops;
use crate::games::tresors_ensables::lanes::told::{Cast, DIGITS, Told};
use crate::games::tresors_ensables::tables::{CASES, Purse, Rules};
use crate::rng::{BATCH, Below, Column, Generator, Stream};
use crate::tally::Tally;

/// The bit of the series before the gold chest, and those of the series before bronze chests.
const LAST_SERIES: u16 = 1 << (SERIES - 1);
const BRONZE: u16 = 0x155;
/// The place where a play begins.
const START: u16 = 1;

/// Flags of a step: a round ended, and it did so at the gold chest.
const ENDED: u16 = 1;
const REACHED: u16 = 2;

/// The kernel.
pub(super) struct BySeries<S> {
    stops: S,
    deal: Below,
    dice: Below,
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
        let content = |of: &[Purse], at: u32| Contents::new(&of[..CASES as usize], [1 << at, 2 << at]);
        let is_cut = Cut::is_of(rules);
        if !is_cut && !Refused::is_of(rules) {
            return Err(Error::internal("a gauge that goes by another rule"));
        }
        Ok(Self {
            stops,
            deal: Below::new(u64::from(DEAL_DRAWS * DIGITS))?,
            dice: Below::new(u64::from(THROWS * THROWS) * CASES)?,
            deals: Deals::new(rules)?,
            is_cut,
            start: rules.lives as u16,
            contents: [content(silver, HELD_AT[1])?, content(bronze, HELD_AT[0])?],
            rows: rules.gold_rows(),
        })
    }

    /// Reads the words of a step: the draw of the series (3.2.2), the dice that lead through it
    /// (3.2.4), and the case of its chest; lays out the series.
    #[inline(always)]
    fn read(&self, [deals, dice]: [&[u32; SLOTS]; 2], slots: &mut Slots) {
        for slot in 0..SLOTS {
            slots.deal[slot] = read_deal(deals[slot]).0;
            [slots.throws[0][slot], slots.case[slot], slots.throws[1][slot]] = read_dice(dice[slot]);
        }
        for slot in 0..SLOTS {
            let throws = slots.throws.each_ref().map(|throws| throws[slot]);
            let passage = passage(slots.place[slot], throws);
            slots.visited[slot] = passage.visited;
            slots.arrival[slot] = passage.arrival;
            for (column, faces) in slots.faces.iter_mut().zip(passage.faces) {
                column[slot] = faces;
            }
        }
        let laws = self.deals;
        for slot in 0..SLOTS {
            let dealt = laws.dealt(slots.deal[slot]);
            for (column, key) in slots.keys.iter_mut().zip(dealt.keys) {
                column[slot] = key;
            }
            // Nobody is dealt a series that nobody lands in.
            slots.dealt[slot] = dealt.counted & mask(slots.visited[slot] & CELLS > 0);
        }
    }

    /// Moves the plays up to the decision on the chest.
    #[inline(always)]
    fn go(&self, slots: &mut Slots) {
        if self.is_cut {
            self.stops.walk::<Cut>(slots);
        } else {
            self.stops.walk::<Refused>(slots);
        }
        for slot in 0..SLOTS {
            let thrown = thrown(slots.visited[slot], slots.until[slot]);
            let kept = of_thrown(slots.faces.each_ref().map(|faces| faces[slot]), thrown);
            for (column, faces) in slots.faces.iter_mut().zip(kept) {
                column[slot] = faces;
            }
        }
        let [silver, bronze] = self.contents;
        for slot in 0..SLOTS {
            let series = slots.series[slot];
            let goes = goes(slots, slot);
            // 3.2.5: the content of a bronze or silver chest.
            let is_chest = mask(goes & (slots.arrival[slot] == CHEST) & (series < LAST_SERIES));
            let (steps, held) = silver.of(bronze, series & BRONZE > 0, slots.case[slot]);
            let is_gold = mask(goes & (series == LAST_SERIES));
            slots.chest[slot] = is_chest;
            slots.gain[slot] = slots.purse[slot] + (is_chest & steps);
            slots.opened[slot] = is_chest & (series | held) | is_gold & LAST_SERIES;
        }
        self.stops.ask(slots);
    }

    /// Finds who ends, and where that is counted: 3.2.7 (what lies beyond the last series is the gold chest), and
    /// 3.2.8. Moves the others, or begins plays in their place.
    #[inline(always)]
    fn go_on(&self, slots: &mut Slots) {
        let start = self.start;
        for slot in 0..SLOTS {
            let (lives, series, gain) = (slots.left[slot], slots.series[slot], slots.gain[slot]);
            let goes = goes(slots, slot);
            let is_gold = goes & (series == LAST_SERIES);
            let is_stop = (slots.chest[slot] > 0) & self.stops.stops(slots, slot);
            let is_end = !goes | is_gold | is_stop;
            let is_round = is_end & (slots.place[slot] > 0);
            let code = if is_gold { LATER << CODE_AT } else { 0 };
            let code = if lives == 0 { DEAD << CODE_AT } else { code };
            slots.end[slot] = gain | code;
            slots.event[slot] = mask(is_round) & ENDED | mask(is_gold) & REACHED;
            let ends = mask(is_end);
            slots.place[slot] = ends & START | !ends & slots.arrival[slot] >> CHEST_AT;
            slots.lives[slot] = ends & start | !ends & lives;
            slots.series[slot] = ends & 1 | !ends & series << 1;
            slots.purse[slot] = !ends & gain;
        }
    }
}

/// Whether a play is past the last cell on its way.
#[inline(always)]
fn goes(slots: &Slots, slot: usize) -> bool {
    (slots.until[slot] == CHEST) & (slots.left[slot] > 0)
}

/// A part of a column: a word for every slot.
#[inline(always)]
fn of_part(column: &Column, part: usize) -> &[u32; SLOTS] {
    column.as_chunks().0.get(part).expect("a part of the column")
}

/// The draw of the series and the digits of a word.
#[inline(always)]
fn read_deal(word: u32) -> (u16, u32) {
    let (deal, rest) = Below::take(word, DEAL_DRAWS);
    (deal as u16, Below::take(rest, DIGITS).0)
}

/// The first throw, the case of the chest and the second throw of a word.
#[inline(always)]
fn read_dice(word: u32) -> [u16; 3] {
    let (first, rest) = Below::take(word, THROWS);
    let (case, rest) = Below::take(rest, CASES as u32);
    [first, case, Below::take(rest, THROWS).0].map(|draw| draw as u16)
}

/// The draw of a gold chest.
fn gold(deal: u32, dice: u32) -> u32 {
    u32::from(read_dice(dice)[1]) * DIGITS + read_deal(deal).1
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
            place: [START; SLOTS],
            lives: [self.start; SLOTS],
            series: [1; SLOTS],
            ..Slots::NOTHING
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
    fn drawn(words: &Words, at: usize) -> [u32; 2] {
        [words.deals[at], words.dice[at]]
    }

    #[inline(always)]
    fn step(&self, words: &Words, part: usize, slots: &mut Slots, counts: &mut ByStep) -> Bits {
        let (deals, dice) = (of_part(&words.deals, part), of_part(&words.dice, part));
        self.read([deals, dice], slots);
        self.go(slots);
        self.go_on(slots);
        counts.step(slots);
        let ended = bits(&slots.event, ENDED);
        each(&ended, |slot| counts.ended(slots.end[slot]));
        each(&bits(&slots.event, REACHED), |slot| {
            let row = self.rows[gold(deals[slot], dice[slot]) as usize];
            counts.ended(slots.end[slot] & ((1 << CODE_AT) - 1) | u16::from(row) << CODE_AT);
        });
        ended
    }

    fn idle(slots: &mut Slots, slot: usize) {
        (slots.place[slot], slots.lives[slot]) = (0, 0);
    }

    fn unfold(&self, rules: &Rules, counts: &mut ByStep, tally: &mut Tally) {
        counts.unfold(rules, tally);
    }

    fn tell(&self, steps: &[[u32; 2]]) -> Told {
        let mut told = Told::default();
        let (mut words, mut slots, mut counts) = (self.words(), self.slots(), ByStep::new());
        (1..SLOTS).for_each(|slot| Self::idle(&mut slots, slot));
        for &[deal, dice] in steps {
            (words.deals[0], words.dice[0]) = (deal, dice);
            let (place, series) = (slots.place[0], slots.series[0]);
            self.step(&words, 0, &mut slots, &mut counts);
            let (visited, drawn) = (slots.visited[0], read_deal(deal).0);
            let [first, content, second] = read_dice(dice);
            let thrown = usize::from(thrown(visited, slots.until[0]));
            let fell = [faces(first), faces(second)].concat();
            // The roll that enters the series: the last of the step before, or the first of this one.
            let entering = told.casts.len() - usize::from(place & CELLS > 0);
            told.casts.extend(fell[..thrown].iter().map(|&face| Cast::of(face.into())));
            if visited & CELLS > 0 {
                told.casts[entering].case = u64::from(drawn / PLACEMENTS as u16);
                told.casts[entering].placement = u64::from(drawn % PLACEMENTS as u16);
            }
            if goes(&slots, 0) && series == LAST_SERIES {
                told.gold = Some(u64::from(gold(deal, dice)));
            } else if goes(&slots, 0) && slots.arrival[0] == CHEST {
                told.casts.last_mut().into_iter().for_each(|cast| cast.case = u64::from(content));
            }
        }
        told
    }
}
