//! Plays one run on all threads.
//!
//! Threads take the next chunk number from one counter, so the chunks taken are always the first
//! ones: whenever a run is stopped, those under way are finished and what has been played is a
//! contiguous prefix. Each thread fills its own tally; nothing else is shared.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::engine::chunks::Chunks;
use crate::engine::outcome::{Ended, Outcome};
use crate::engine::plan::{Plan, PlannedRun};
use crate::engine::played::Played;
use crate::error::{Error, Result};

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

/// When to take no further chunk.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Until<'a> {
    /// Raised to stop.
    pub(in crate::engine) stop: &'a AtomicBool,
    /// The moment to stop at.
    pub(in crate::engine) deadline: Option<Instant>,
}

impl Until<'_> {
    /// A thread that has played nothing yet minds `stop` alone: every leg gets on.
    fn is_over(&self, has_played: bool) -> bool {
        let is_late = |deadline| Instant::now() >= deadline;
        self.stop.load(Ordering::Relaxed) || has_played && self.deadline.is_some_and(is_late)
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
        let mut played = Played::nothing(plan, None);
        let until = Until {
            stop,
            deadline: None,
        };
        for (number, run) in plan.runs.iter().enumerate() {
            observer.starts(run);
            self.play_on(plan, number, &mut played, until, observer);
        }
        played.outcomes(plan, Ended::Interrupted)
    }

    /// Plays on with run `number` from where `played` stands.
    pub(in crate::engine) fn play_on(
        &self,
        plan: &Plan,
        number: usize,
        played: &mut Played,
        until: Until<'_>,
        observer: &dyn Observer,
    ) {
        let run = &plan.runs[number];
        let played = &mut played.runs[number];
        let prepared = &*run.prepared;
        let size = prepared.chunk_rounds();
        let chunks = Chunks::new(run.rounds, size);
        let key = prepared.spec().stream_key(plan.seed, prepared.kernel());
        let (next, end) = (AtomicU64::new(played.next), played.goal.end);
        let start = Instant::now();
        let parts = self.threads.broadcast(|_| {
            let (mut body, mut tail) = (prepared.empty_tally(), None);
            let mut has_played = false;
            while !until.is_over(has_played) {
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                if chunk >= end {
                    break;
                }
                let rounds = chunks.rounds_in(chunk);
                let tally = if rounds < size {
                    tail.insert(prepared.empty_tally())
                } else {
                    &mut body
                };
                let before = (tally.rounds, tally.paid());
                prepared.play(key.generator(plan.generator, chunk), rounds, tally);
                tally.close(chunk, before);
                observer.played(rounds);
                has_played = true;
            }
            (body, tail)
        });
        for (body, tail) in parts {
            played.body.merge(&body);
            played.tail = tail.or(played.tail.take());
        }
        played.next = next.into_inner().min(end);
        played.elapsed += start.elapsed();
    }
}
