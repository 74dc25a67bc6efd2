//! Les Clefs du Trésor, many players at once.
//!
//! 256 players, each a stretch of their own that begins with the long-run law of the keys held, play in
//! turn: round `i` of a chunk is the next play of player `i mod 256`. One word decides a play as one
//! number does in the readable kernel: losing plays are the lowest, and those that bring a key the lowest of
//! these. The prizes above the two that come up most, one play in seventy, and the contents of the chests
//! are asked for by number: which play asked does not change the law of what is counted.

use std::num::NonZeroU64;

use crate::error::Result;
use crate::game::{Lanes, Start};
use crate::games::clefs_du_tresor::card::counter;
use crate::games::clefs_du_tresor::kernel;
use crate::games::clefs_du_tresor::tables::{
    CONTENTS, FOUND, GAME_1, KEY, LOST, NOT_FOUND, OUTCOMES, PADLOCKS, TREASURE,
};
use crate::games::clefs_du_tresor::{ClefsDuTresor, KeyDraw, Keys, Rules};
use crate::rng::{BATCH, Column, Cuts, Demand, Generator, Script, Stream, Work, fastest};
use crate::tally::Tally;

/// Players of a chunk.
const PLAYERS: usize = 256;
/// Bounds of a play: keys with two, one and no key held; losing; losing or the smallest prize; these or the
/// second smallest.
const BOUNDS: usize = 6;
/// Prizes above those.
const UPPER: usize = OUTCOMES - 3;

/// The laws of the draws as words.
#[derive(Clone, Copy)]
pub(super) struct Fast {
    play: Cuts<BOUNDS>,
    upper: Cuts<{ UPPER - 1 }>,
    chest: Cuts<{ CONTENTS - 1 }>,
}

impl Fast {
    /// The kernel for runs without sessions where a winning play brings no key.
    pub(super) fn new(rules: &Rules, session: Option<NonZeroU64>) -> Option<Self> {
        if session.is_some() || rules.reading == KeyDraw::Independent {
            return None;
        }
        Self::laws(rules).ok()
    }

    fn laws(rules: &Rules) -> Result<Self> {
        let [none, one, two, _] = rules.keys;
        let [lost, smallest, second, rest @ ..] = rules.outcomes;
        let upper = rest.map(|sum| sum - second);
        Ok(Self {
            play: Cuts::new([two, one, none, lost, smallest, second], rules.numbers)?,
            upper: Cuts::new(upper, rules.numbers - second)?,
            chest: Cuts::new(rules.treasure, rules.contents)?,
        })
    }

    /// Everything before the first play.
    fn table(&self, rules: &Rules, mut generator: Generator) -> Table {
        let mut stream = Stream::split(&mut generator);
        let upper = Demand::new(Stream::split(&mut generator), self.upper);
        let chest = Demand::new(Stream::split(&mut generator), self.chest);
        let keys = self.keys();
        let begin = |_| keys[kernel::begin(rules, Start::Stretch, stream.single())];
        Table {
            bounds: std::array::from_fn(begin),
            stream,
            upper,
            chest,
            words: [0; BATCH],
            counts: Counts::default(),
        }
    }

    /// The bound below which a play brings a key, by the keys held.
    fn keys(&self) -> [i32; PADLOCKS] {
        let [two, one, none, ..] = self.play.at();
        [none, one, two]
    }
}

/// The players at work.
struct Table {
    /// For every player the bound below which a play brings a key: what there is to know of the keys held.
    bounds: [i32; PLAYERS],
    stream: Stream,
    upper: Demand<{ UPPER - 1 }>,
    chest: Demand<{ CONTENTS - 1 }>,
    words: Column,
    counts: Counts,
}

/// What has been counted of some plays.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    plays: u64,
    /// Plays, lost plays and keys found, by the keys held.
    held: [u64; PADLOCKS],
    lost: [u64; PADLOCKS],
    found: [u64; PADLOCKS],
    /// Plays that lost or won the smallest prize; these or the second smallest.
    below: [u64; 2],
}

/// Adds a pair of counts of at most 16 bits each.
fn add(first: &mut u64, second: &mut u64, pair: u32) {
    *first += u64::from(pair & 0xFFFF);
    *second += u64::from(pair >> 16);
}

impl Counts {
    /// One play of each of some players.
    #[inline(always)]
    fn play(&mut self, fast: &Fast, words: &[u32], bounds: &mut [i32]) {
        let [two, one, none, lost, smallest, second] = fast.play.at();
        let (mut with_one, mut with_two) = (0_u32, 0_u32);
        let (mut below_smallest, mut below_second) = (0_u32, 0_u32);
        // Lost plays in the lower half, keys found in the upper: over all, with one key, with two.
        let (mut all, mut of_one, mut of_two) = (0_u32, 0_u32, 0_u32);
        for (&word, bound) in words.iter().zip(bounds.iter_mut()) {
            let (number, held) = (word.cast_signed(), *bound);
            let (has_one, has_two) = (held == one, held == two);
            // 3.1.3 and 3.1.4: one number decides the prize and the key.
            let is_found = number < held;
            let pair = u32::from(number < lost) + if is_found { 1 << 16 } else { 0 };
            below_smallest += u32::from(number < smallest);
            below_second += u32::from(number < second);
            with_one += u32::from(has_one);
            with_two += u32::from(has_two);
            all += pair;
            of_one += if has_one { pair } else { 0 };
            of_two += if has_two { pair } else { 0 };
            // The third key opens the chest, and the counter goes back to zero.
            let next = if has_two { none } else { one };
            let next = if has_one { two } else { next };
            *bound = if is_found { next } else { held };
        }
        let plays = words.len() as u32;
        self.plays += u64::from(plays);
        self.below[0] += u64::from(below_smallest);
        self.below[1] += u64::from(below_second);
        let held = [plays - with_one - with_two, with_one, with_two];
        // No half is less in the whole than in a part: nothing is borrowed.
        for (keys, pair) in [all - of_one - of_two, of_one, of_two].into_iter().enumerate() {
            self.held[keys] += u64::from(held[keys]);
            add(&mut self.lost[keys], &mut self.found[keys], pair);
        }
    }

    fn upper(&self) -> u64 {
        self.plays - self.below[1]
    }
}

const _: () = assert!(PLAYERS < 1 << 16 && BATCH.is_multiple_of(PLAYERS));

impl Table {
    #[inline(always)]
    fn refill(&mut self, fast: &Fast) {
        self.stream.fill(&mut self.words);
        fast.play.resolve(&mut self.words, self.stream.single());
    }

    /// The first `rounds` plays.
    #[inline(always)]
    fn play(&mut self, fast: &Fast, rounds: u64) {
        let mut left = rounds;
        while left > 0 {
            self.refill(fast);
            let plays = left.min(BATCH as u64) as usize;
            for words in self.words[..plays].chunks(PLAYERS) {
                self.counts.play(fast, words, &mut self.bounds[..words.len()]);
            }
            left -= plays as u64;
            let (upper, chests) = (self.counts.upper(), self.counts.found[PADLOCKS - 1]);
            self.upper.ask_up_to(upper);
            self.chest.ask_up_to(chests);
        }
    }
}

/// A chunk, or its beginning, to be played.
struct Chunk<'a> {
    fast: &'a Fast,
    table: Table,
    rounds: u64,
}

/// What came out of it.
struct Played {
    counts: Counts,
    /// Plays by prize above the second smallest, ascending, and chests by content, ascending.
    upper: Vec<u64>,
    chests: Vec<u64>,
}

impl Work for Chunk<'_> {
    type Output = Played;

    #[inline(always)]
    fn run(mut self) -> Played {
        self.table.play(self.fast, self.rounds);
        Played {
            counts: self.table.counts,
            upper: self.table.upper.rows(),
            chests: self.table.chest.rows(),
        }
    }
}

impl Lanes<ClefsDuTresor> for Fast {
    fn play(&self, rules: &Rules, generator: Generator, rounds: u64, tally: &mut Tally) {
        let table = self.table(rules, generator);
        let fast = self;
        let chunk = Chunk { fast, table, rounds };
        fastest(chunk).unfold(rules, tally);
    }

    fn stretches(&self) -> u64 {
        PLAYERS as u64
    }

    fn draws(&self, rules: &Rules, generator: Generator, index: u64) -> (Keys, Script) {
        let mut table = self.table(rules, generator);
        table.play(self, index);
        let place = (index % BATCH as u64) as usize;
        if place == 0 {
            table.refill(self);
        }
        let (word, bound) = (table.words[place], table.bounds[place % PLAYERS]);
        let held = self.keys().iter().position(|&key| key == bound).unwrap_or(0);
        let number = if self.play.row(word) == BOUNDS {
            rules.outcomes[2] + table.upper.next()
        } else {
            self.play.number(word)
        };
        let mut draws = vec![(number, rules.numbers)];
        if held + 1 == PADLOCKS && word.cast_signed() < bound {
            draws.push((table.chest.next(), rules.contents));
        }
        let mut script = Script::default();
        script.word(&draws);
        (held, script)
    }
}

impl Played {
    /// Adds the counts to `tally`; what is counted when is told in the readable kernel's sheet.
    fn unfold(&self, rules: &Rules, tally: &mut Tally) {
        let counts = &self.counts;
        let lost: u64 = counts.lost.iter().sum();
        let [below_smallest, below_second] = counts.below;
        let mut outcomes = vec![lost, below_smallest - lost, below_second - below_smallest];
        outcomes.extend(&self.upper);
        for (place, &count) in outcomes.iter().enumerate() {
            tally.tables[GAME_1][LOST - place] += count;
        }
        for (place, &count) in self.chests.iter().enumerate() {
            let content = CONTENTS - 1 - place;
            tally.tables[TREASURE][content] += count;
            tally.counters[counter::CHESTS] += count;
            // The play of a third key has lost: it is paid the content alone.
            tally.pay(rules.treasures[content], count);
            outcomes[0] -= count;
        }
        for (place, &count) in outcomes.iter().enumerate() {
            tally.pay(rules.prizes[LOST - place], count);
        }
        tally.counters[counter::PLAYS] += counts.plays;
        for keys in 0..PADLOCKS {
            // Of winning plays a key is drawn, never found, under one of the two readings.
            let drawn = if rules.draws_key(0) { counts.held[keys] } else { counts.lost[keys] };
            tally.tables[KEY + keys][FOUND] += counts.found[keys];
            tally.tables[KEY + keys][NOT_FOUND] += drawn - counts.found[keys];
            tally.counters[counter::KEYS] += counts.found[keys];
            tally.counters[counter::HELD + keys] += counts.held[keys];
        }
    }
}
