//! Plays side by side, a step of each at a time.

use crate::games::tresors_ensables::lanes::slots::{Bits, SLOTS};
use crate::games::tresors_ensables::lanes::told::Told;
use crate::games::tresors_ensables::tables::Rules;
use crate::rng::{BATCH, Generator, Work};
use crate::tally::Tally;

/// A way to play: what a step of a play is.
pub(super) trait Pace: Send + Sync {
    /// Where the words come from.
    type Streams;
    /// The words for some steps of every slot.
    type Words;
    /// The words of one slot for a step.
    type Drawn: Copy;
    /// Where the plays of all [`SLOTS`] stand.
    type Slots;
    /// What is counted.
    type Counts;

    /// The streams of a chunk.
    fn streams(&self, chunk: &mut Generator) -> Self::Streams;

    /// No words drawn yet.
    fn words(&self) -> Self::Words;

    /// A play that starts in every slot.
    fn slots(&self) -> Self::Slots;

    /// Nothing counted yet.
    fn counts(&self) -> Self::Counts;

    /// Draws [`BATCH`] words, a few for every slot.
    fn draw(&self, streams: &mut Self::Streams, words: &mut Self::Words);

    /// The words drawn at `at`.
    fn drawn(words: &Self::Words, at: usize) -> Self::Drawn;

    /// Makes and counts a step of every slot with a part of the words, and the rounds that end with it, whose slots
    /// it returns; a new play starts where one has ended. Nothing of an idle slot is counted; it must be left idle again.
    fn step(&self, words: &Self::Words, part: usize, slots: &mut Self::Slots, counts: &mut Self::Counts) -> Bits;

    /// Leaves a slot idle.
    fn idle(slots: &mut Self::Slots, slot: usize);

    /// Adds the counts to `tally`.
    fn unfold(&self, rules: &Rules, counts: &mut Self::Counts, tally: &mut Tally);

    /// What a play drew whose steps had these words.
    fn tell(&self, steps: &[Self::Drawn]) -> Told;
}

/// So many plays at a time, each in its slot; when it ends the next one begins there. Which slot and which
/// words a play gets depends on those begun before it alone: the first n rounds are the same however many
/// follow.
pub(super) struct Pool<'a, P: Pace> {
    pace: &'a P,
    rounds: u64,
    begun: u64,
    ended: u64,
    streams: P::Streams,
    words: Box<P::Words>,
    slots: Box<P::Slots>,
    counts: Box<P::Counts>,
    /// Slots whose play has ended and to which no other came.
    idle: Box<[bool; SLOTS]>,
    /// The slot of the play that began last.
    last: usize,
    /// Its words, once it is the last of all.
    record: Vec<P::Drawn>,
}

impl<'a, P: Pace> Pool<'a, P> {
    /// The first `rounds` rounds of the chunk of `generator`.
    pub(super) fn new(pace: &'a P, mut generator: Generator, rounds: u64) -> Self {
        let begun = rounds.min(SLOTS as u64);
        let mut slots = Box::new(pace.slots());
        (begun as usize..SLOTS).for_each(|slot| P::idle(&mut slots, slot));
        Self {
            pace,
            rounds,
            begun,
            ended: 0,
            streams: pace.streams(&mut generator),
            words: Box::new(pace.words()),
            slots,
            counts: Box::new(pace.counts()),
            idle: Box::new(std::array::from_fn(|slot| slot as u64 >= begun)),
            last: (begun as usize).saturating_sub(1),
            record: Vec::new(),
        }
    }

    /// After a step where a new play has begun wherever one has ended.
    #[inline(always)]
    fn begin_all(&mut self, ended: &Bits) {
        let ended: u32 = ended.iter().map(|slots| slots.count_ones()).sum();
        self.ended += u64::from(ended);
        self.begun += u64::from(ended);
    }

    /// After a step where too few plays are left to begin, or none.
    #[inline(never)]
    fn begin_few(&mut self, ended: &Bits) {
        for slot in 0..SLOTS {
            if ended[slot / 64] >> (slot % 64) & 1 > 0 {
                self.ended += 1;
                self.idle[slot] = self.begun == self.rounds;
                if !self.idle[slot] {
                    self.begun += 1;
                    self.last = slot;
                }
            }
            if self.idle[slot] {
                P::idle(&mut self.slots, slot);
            }
        }
    }
}

/// What came of some rounds.
pub(super) struct Played<P: Pace> {
    pub(super) counts: Box<P::Counts>,
    /// The words of the steps of the last round.
    pub(super) last: Vec<P::Drawn>,
}

impl<P: Pace> Work for Pool<'_, P> {
    type Output = Played<P>;

    #[inline(always)]
    fn run(mut self) -> Self::Output {
        while self.ended < self.rounds {
            self.pace.draw(&mut self.streams, &mut self.words);
            for part in 0..BATCH / SLOTS {
                if self.begun == self.rounds && !self.idle[self.last] {
                    let drawn = P::drawn(&self.words, part * SLOTS + self.last);
                    self.record.push(drawn);
                }
                let ended = self.pace.step(&self.words, part, &mut self.slots, &mut self.counts);
                if self.rounds - self.begun >= SLOTS as u64 {
                    self.begin_all(&ended);
                } else {
                    self.begin_few(&ended);
                }
            }
        }
        Played {
            counts: self.counts,
            last: self.record,
        }
    }
}
