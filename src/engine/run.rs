//! Plays one run on all threads.
//!
//! Threads take the next chunk number from one counter, so the chunks taken are always the first
//! ones: whenever a run is stopped, those under way are finished and what has been played is a
//! contiguous prefix. Each thread fills its own tally; nothing else is shared.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::engine::chunks::Chunks;
use crate::engine::plan::{Plan, PlannedRun};
use crate::error::{Error, Result};
use crate::tally::Tally;

/// Told how a run gets on, from any thread.
pub trait Observer: Sync {
    /// A run is about to start.
    fn starts(&self, run: &PlannedRun);
    /// A chunk of so many rounds is done.
    fn played(&self, rounds: u64);
}

impl Observer for () {
    fn starts(&self, _: &PlannedRun) {}
    fn played(&self, _: u64) {}
}

/// What came out of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The counts of all finished chunks.
    pub tally: Tally,
    /// Rounds that were planned; the tally has fewer if the run was stopped.
    pub planned: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

impl Outcome {
    /// Whether every planned round was played.
    pub fn is_complete(&self) -> bool {
        self.tally.rounds == self.planned
    }
}

/// A fixed set of threads.
pub struct Pool {
    threads: ThreadPool,
}

impl Pool {
    /// The most threads that can be asked for.
    pub const MAX_THREADS: usize = 1024;

    /// A pool of `threads` threads, by default one per core, whatever the environment says.
    ///
    /// # Errors
    /// More than [`Pool::MAX_THREADS`], or the system refuses.
    pub fn new(threads: Option<NonZeroUsize>) -> Result<Self> {
        let count = threads.unwrap_or_else(Self::cores).get();
        if count > Self::MAX_THREADS {
            return Err(Error::input(format!(
                "{count} threads are too many: 1 to {}",
                Self::MAX_THREADS
            )));
        }
        ThreadPoolBuilder::new()
            .num_threads(count)
            .build()
            .map(|threads| Self { threads })
            .map_err(|error| Error::io(format!("cannot start {count} threads: {error}")))
    }

    /// The number of cores the program may use.
    pub fn cores() -> NonZeroUsize {
        std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
    }

    /// Plays all runs of `plan` in order, until done or until `stop` is set.
    pub fn play(&self, plan: &Plan, stop: &AtomicBool, observer: &dyn Observer) -> Vec<Outcome> {
        let play = |run| self.play_run(plan, run, stop, observer);
        plan.runs.iter().map(play).collect()
    }

    fn play_run(
        &self,
        plan: &Plan,
        run: &PlannedRun,
        stop: &AtomicBool,
        observer: &dyn Observer,
    ) -> Outcome {
        let prepared = &*run.prepared;
        let chunks = Chunks::new(run.rounds, prepared.chunk_rounds());
        let key = prepared.spec().stream_key(plan.seed, prepared.kernel());
        let next = AtomicU64::new(0);
        let start = Instant::now();
        observer.starts(run);
        let parts = self.threads.broadcast(|_| {
            let mut tally = prepared.empty_tally();
            while !stop.load(Ordering::Relaxed) {
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                let rounds = chunks.rounds_in(chunk);
                if rounds == 0 {
                    break;
                }
                let generator = key.generator(plan.generator, chunk);
                prepared.play(generator, rounds, &mut tally);
                observer.played(rounds);
            }
            tally
        });
        let mut tally = prepared.empty_tally();
        parts.iter().for_each(|part| tally.merge(part));
        Outcome {
            tally,
            planned: run.rounds,
            elapsed: start.elapsed(),
        }
    }
}
