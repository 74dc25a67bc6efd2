//! Faulty sources of draws, put in the place of the generator.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::Result;
use crate::game::{
    Game, GameEntry, Kernel, Prepared, Readings, RunSpec, Strategy, Transcript, play_chunk,
};
use crate::rng::{Draw, Family, Generator, Mixed};
use crate::selftest::seam::{At, Seam};
use crate::tally::Tally;

/// What a faulty source remembers from one draw to the next; all zero at the start of a chunk.
#[derive(Default)]
pub(super) struct Memory {
    turn: u64,
    last: u64,
}

/// One bounded draw from a fair word: of (memory, word, bound).
pub(super) type Bounded = fn(&mut Memory, u64, u64) -> u64;

/// How draws are made. A kernel takes several draws from one word; a source that is faulty in some of them
/// makes them one by one and puts the word together again.
#[derive(Clone, Copy)]
pub(super) struct Source {
    /// The next word.
    pub(super) word: fn(&mut Memory, &mut Generator) -> u64,
    /// Layouts of words whose draws are made one by one: bounds with how to draw below them. The first
    /// whose bounds' product divides that of the word is taken; what is left of the word is fair.
    pub(super) layouts: &'static [&'static [(u64, Bounded)]],
    /// A single draw, in place of a fair one.
    pub(super) single: Option<Bounded>,
}

impl Source {
    /// Without a fault.
    pub(super) const FAIR: Self = Self {
        word: |_, generator| generator.bits(),
        layouts: &[],
        single: None,
    };
}

/// A draw without a fault.
pub(super) fn fair(_: &mut Memory, word: u64, bound: u64) -> u64 {
    ((u128::from(word) * u128::from(bound)) >> 64) as u64
}

/// The remainder of a 32-bit word, counted from the other end, where the first printed row is drawn.
pub(super) fn remainder_of_32_bits(_: &mut Memory, word: u64, bound: u64) -> u64 {
    bound - 1 - (word >> 32) % bound
}

/// The remainder of a 15-bit word, as of a C library whose largest random number is 32767.
pub(super) fn remainder_of_15_bits(_: &mut Memory, word: u64, bound: u64) -> u64 {
    (word >> 49) % bound
}

/// A draw that never gives the last value: the upper end was taken as excluded twice.
pub(super) fn never_the_last(memory: &mut Memory, word: u64, bound: u64) -> u64 {
    fair(memory, word, bound - 1)
}

/// The remainder of a linear congruential generator modulo 2^32: its low bits have tiny periods.
pub(super) fn low_bits(memory: &mut Memory, word: u64, bound: u64) -> u64 {
    if memory.turn == 0 {
        memory.last = word >> 32;
    }
    memory.turn += 1;
    memory.last = (memory.last * 1_664_525 + 1_013_904_223) & 0xFFFF_FFFF;
    memory.last % bound
}

/// Every word comes twice.
pub(super) fn word_twice(memory: &mut Memory, generator: &mut Generator) -> u64 {
    memory.turn ^= 1;
    if memory.turn == 1 {
        memory.last = generator.bits();
    }
    memory.last
}

/// Every second word is the complement of the one before, as in antithetic sampling.
pub(super) fn antithetic(memory: &mut Memory, generator: &mut Generator) -> u64 {
    memory.last = if memory.turn == 0 {
        generator.bits()
    } else {
        !memory.last
    };
    memory.turn ^= 1;
    memory.last
}

/// A source at work in a chunk.
struct Faulty {
    generator: Generator,
    memory: Memory,
    source: Source,
}

impl Draw for Faulty {
    fn bits(&mut self) -> u64 {
        (self.source.word)(&mut self.memory, &mut self.generator)
    }

    fn below(&mut self, bound: u64) -> u64 {
        match self.source.single {
            Some(single) => single(&mut self.memory, self.generator.bits(), bound),
            None => self.mixed(bound).take(bound),
        }
    }

    fn mixed(&mut self, product: u64) -> Mixed {
        let of = |layout: &[(u64, Bounded)]| layout.iter().map(|(bound, _)| bound).product::<u64>();
        let layouts = self.source.layouts.iter();
        let Some(layout) = layouts
            .copied()
            .find(|layout| product.is_multiple_of(of(layout)))
        else {
            return Words(self).mixed(product);
        };
        let mut value = 0;
        for &(bound, draw) in layout {
            let digit = draw(&mut self.memory, self.generator.bits(), bound);
            value = value * bound + digit;
        }
        let rest = product / of(layout);
        let value = value * rest + self.generator.below(rest);
        Mixed::reading(value, product)
    }
}

/// The words of a source as they come, accepted and read as all kernels do.
struct Words<'a>(&'a mut Faulty);

impl Draw for Words<'_> {
    fn bits(&mut self) -> u64 {
        self.0.bits()
    }
}

/// The source of a run's draws.
pub(super) struct Draws<G: Game, S: Strategy<G>> {
    pub(super) game: fn() -> Result<G>,
    pub(super) strategy: fn() -> S,
    pub(super) source: Source,
}

impl<G: Game, S: Strategy<G>> Seam for Draws<G, S> {
    fn name(&self) -> &'static str {
        "draws"
    }

    fn seat(&self, at: &At<'_>, faulty: bool) -> Result<Arc<dyn Prepared>> {
        let game = (self.game)()?;
        let plain = game.prepare_with(
            Kernel::Reference,
            at.strategy,
            at.stake,
            &BTreeMap::new(),
            at.sessions.as_ref(),
        )?;
        let readings = Readings::resolve(&Game::card(&game).questions, &BTreeMap::new())?;
        Ok(Arc::new(Drawn::<G, S> {
            rules: game.rules(at.stake, &readings)?,
            strategy: (self.strategy)(),
            source: if faulty { self.source } else { Source::FAIR },
            plain,
        }))
    }
}

/// A run whose draws come from elsewhere.
struct Drawn<G: Game, S: Strategy<G>> {
    plain: Arc<dyn Prepared>,
    rules: G::Rules,
    strategy: S,
    source: Source,
}

impl<G: Game, S: Strategy<G>> Prepared for Drawn<G, S> {
    fn spec(&self) -> &RunSpec {
        self.plain.spec()
    }

    fn kernel(&self) -> &'static str {
        self.plain.kernel()
    }

    fn generators(&self, family: Family) -> &'static str {
        self.plain.generators(family)
    }

    fn chunk_rounds(&self) -> u64 {
        self.plain.chunk_rounds()
    }

    fn empty_tally(&self) -> Tally {
        self.plain.empty_tally()
    }

    fn play(&self, generator: Generator, rounds: u64, tally: &mut Tally) {
        tally.streams.add(generator.print());
        let session = self
            .spec()
            .sessions
            .as_ref()
            .map(|sessions| sessions.rounds);
        let mut draw = Faulty {
            generator,
            memory: Memory::default(),
            source: self.source,
        };
        play_chunk(
            &self.strategy,
            &self.rules,
            session,
            &mut draw,
            rounds,
            tally,
        );
    }

    fn tell(&self, generator: Generator, index: u64) -> Transcript {
        self.plain.tell(generator, index)
    }
}
