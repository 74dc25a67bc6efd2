//! All faults and all seeds, on all threads.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::engine::Pool;
use crate::error::{Error, Result};
use crate::game::GameEntry;
use crate::selftest::control::{Control, Faultless, SEEDS};
use crate::selftest::document::SelftestReport;
use crate::selftest::fault::Fault;
use crate::selftest::hunt::{Hunt, hunt, lone_pool};

/// Hunts `faults` under root seed `seed`, and, with `is_whole`, plays the faultless games under the
/// [`SEEDS`] seeds that follow. The answer does not depend on the number of threads.
///
/// # Errors
/// A fault that does not fit its game, threads that the system refuses, or `stop` was set.
pub fn selftest(
    registry: &[Box<dyn GameEntry>],
    faults: &[&'static Fault],
    is_whole: bool,
    seed: u64,
    threads: Option<NonZeroUsize>,
    stop: &AtomicBool,
) -> Result<SelftestReport> {
    let threads = threads.unwrap_or_else(Pool::cores).get();
    let hunts = spread(threads, faults.len() as u64, |pool, number| {
        hunt(registry, pool, faults[number as usize], seed, stop)
    })?;
    let control = if is_whole {
        Some(alarms(registry, threads, seed, stop)?)
    } else {
        None
    };
    Ok(SelftestReport::new(seed, &hunts, control.as_ref()))
}

fn alarms(
    registry: &[Box<dyn GameEntry>],
    threads: usize,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Control> {
    let faultless = Faultless::new(registry)?;
    let seed_of = |number: u64| (seed + 1 + number) & crate::engine::Plan::MAX_SEED;
    let alarms = spread(threads, SEEDS, |pool, number| {
        faultless.alarm(pool, seed_of(number), stop)
    })?;
    let numbered = (0..).zip(alarms);
    let found = numbered.filter_map(|(number, alarm)| Some((seed_of(number), alarm?)));
    Ok(faultless.account(SEEDS, found.collect()))
}

/// Does `jobs` jobs on `threads` threads; the results are in the order of the jobs.
fn spread<T: Send>(
    threads: usize,
    jobs: u64,
    job: impl Fn(&Pool, u64) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let next = AtomicU64::new(0);
    let done: Mutex<Vec<(u64, Result<T>)>> = Mutex::new(Vec::new());
    let work = || {
        let pool = match lone_pool() {
            Ok(pool) => pool,
            Err(error) => return push(&done, (jobs, Err(error))),
        };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs {
                return;
            }
            let result = job(&pool, number);
            push(&done, (number, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let mut done = done
        .into_inner()
        .map_err(|_| Error::internal("a thread of the selftest failed"))?;
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

fn push<T>(done: &Mutex<Vec<T>>, item: T) {
    if let Ok(mut done) = done.lock() {
        done.push(item);
    }
}

/// Whether every hunt had a catch.
pub(super) fn is_complete(hunts: &[Hunt]) -> bool {
    hunts.iter().all(|hunt| hunt.catch.is_some())
}
