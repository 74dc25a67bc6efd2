//! Mistakes in cutting a run into chunks, seeding them and adding them up.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::Result;
use crate::game::{Game, Kernel, Prepared, RunSpec, Transcript, prepare_changed};
use crate::games::clefs_du_tresor::{ClefsDuTresor, tampering};
use crate::rng::{Family, Generator};
use crate::selftest::fault::Fault;
use crate::selftest::seam::{At, Seam};
use crate::tally::Tally;
use crate::units::Stake;

/// How a chunk is played: of (the run, the chunk's generator, its rounds, the tally so far).
type Play = fn(&dyn Prepared, Generator, u64, &mut Tally);

const PLAIN: Play = |run, generator, rounds, tally| {
    let mut own = run.empty_tally();
    run.play(generator, rounds, &mut own);
    tally.merge(&own);
};

/// The way chunks are played and added up.
struct Chunks(Play);

impl Seam for Chunks {
    fn name(&self) -> &'static str {
        "chunks"
    }

    fn seat(&self, at: &At<'_>, faulty: bool) -> Result<Arc<dyn Prepared>> {
        let sessions = at.sessions.as_ref();
        let run = at
            .entry
            .prepare(at.strategy, at.stake, &BTreeMap::new(), sessions)?;
        Ok(Arc::new(Recut {
            chunk_rounds: run.chunk_rounds(),
            play: if faulty { self.0 } else { PLAIN },
            run,
        }))
    }
}

/// The rules of a game whose carry outlives a chunk, in chunks of so many rounds.
struct Stretches<G: Game> {
    game: fn() -> Result<G>,
    change: fn(&mut G::Rules),
    chunk_rounds: u64,
}

impl<G: Game> Seam for Stretches<G> {
    fn name(&self) -> &'static str {
        "chunks"
    }

    fn seat(&self, at: &At<'_>, faulty: bool) -> Result<Arc<dyn Prepared>> {
        let change = if faulty {
            self.change
        } else {
            |_: &mut G::Rules| ()
        };
        let (readings, sessions) = (BTreeMap::new(), at.sessions.as_ref());
        let game = (self.game)()?;
        let run = prepare_changed(
            &game,
            Kernel::Reference,
            at.strategy,
            at.stake,
            &readings,
            sessions,
            change,
        )?;
        Ok(Arc::new(Recut {
            chunk_rounds: if faulty {
                self.chunk_rounds
            } else {
                run.chunk_rounds()
            },
            play: PLAIN,
            run,
        }))
    }
}

/// A run whose chunks are cut or played another way.
struct Recut {
    run: Arc<dyn Prepared>,
    chunk_rounds: u64,
    play: Play,
}

impl Prepared for Recut {
    fn spec(&self) -> &RunSpec {
        self.run.spec()
    }

    fn kernel(&self) -> &'static str {
        self.run.kernel()
    }

    fn generators(&self, family: Family) -> &'static str {
        self.run.generators(family)
    }

    fn chunk_rounds(&self) -> u64 {
        self.chunk_rounds
    }

    fn stretches(&self) -> u64 {
        self.run.stretches()
    }

    fn empty_tally(&self) -> Tally {
        self.run.empty_tally()
    }

    fn play(&self, generator: Generator, rounds: u64, tally: &mut Tally) {
        (self.play)(&*self.run, generator, rounds, tally);
    }

    fn tell(&self, generator: Generator, index: u64) -> Transcript {
        self.run.tell(generator, index)
    }
}

/// The generator of chunk `chunk` of a run under some root seed.
fn other(run: &dyn Prepared, chunk: u64) -> Generator {
    run.spec()
        .stream_key(1, run.kernel())
        .generator(Family::default(), chunk)
}

const fn fault(
    id: &'static str,
    about: &'static str,
    limit: u64,
    seam: &'static dyn Seam,
) -> Fault {
    Fault {
        id,
        game: "happy-des",
        article: "",
        about,
        strategy: "stop",
        stake: Stake::from_cents(100),
        sessions: None,
        limit,
        seam,
    }
}

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "chunks-one-seed",
        "the number of the chunk is left out of its seed",
        10_000_000,
        &Chunks(|run, _, rounds, tally| PLAIN(run, other(run, 0), rounds, tally)),
    ),
    fault(
        "chunks-8-bit-seeds",
        "chunk seeds are cut to 8 bits, so that some chunks repeat others",
        200_000_000,
        &Chunks(|run, generator, rounds, tally| {
            PLAIN(run, other(run, generator.print() >> 56), rounds, tally);
        }),
    ),
    fault(
        "chunks-merged-twice",
        "the tally of one chunk in four is added twice",
        100_000_000,
        &Chunks(|run, generator, rounds, tally| {
            let mut own = run.empty_tally();
            let twice = generator.print().is_multiple_of(4);
            run.play(generator, rounds, &mut own);
            tally.merge(&own);
            if twice {
                tally.merge(&own);
            }
        }),
    ),
    fault(
        "chunks-lost",
        "the tally of one chunk in four is not added, that of another is added twice",
        100_000_000,
        &Chunks(|run, generator, rounds, tally| {
            let mut own = run.empty_tally();
            let times = [0, 2, 1, 1][(generator.print() % 4) as usize];
            run.play(generator, rounds, &mut own);
            (0..times).for_each(|_| tally.merge(&own));
        }),
    ),
    fault(
        "chunks-last-lost",
        "the last chunk, which is not a full one, is not played",
        3_000_000,
        &Chunks(|run, generator, rounds, tally| {
            if rounds == run.chunk_rounds() {
                PLAIN(run, generator, rounds, tally);
            }
        }),
    ),
    fault(
        "chunks-last-in-full",
        "the last chunk is played in full where only part of it is due",
        3_000_000,
        &Chunks(|run, generator, _, tally| PLAIN(run, generator, run.chunk_rounds(), tally)),
    ),
    fault(
        "chunks-rounds-miscounted",
        "the rounds of a chunk are counted from 0 to their number, both included",
        3_000_000,
        &Chunks(|run, generator, rounds, tally| {
            PLAIN(run, generator, rounds, tally);
            tally.rounds += 1;
        }),
    ),
    fault(
        "chunks-previous-once-more",
        "a tally is not emptied between chunks, so that the first chunks of a thread are added again and again",
        10_000_000,
        &Chunks(|run, generator, rounds, tally| {
            let before = tally.clone();
            run.play(generator, rounds, tally);
            tally.merge(&before);
        }),
    ),
    Fault {
        id: "chunks-without-keys",
        game: "clefs-du-tresor",
        article: "3.1.4",
        about: "work is cut into stretches of 64 plays that begin without keys instead of in the long-run law",
        strategy: "play",
        stake: Stake::from_cents(50),
        sessions: None,
        limit: 3_000_000,
        seam: &Stretches {
            game: ClefsDuTresor::new,
            change: tampering::stretches_without_keys,
            chunk_rounds: 64,
        },
    },
];
