//! Plays a plan in legs: between two legs nothing is under way, so what has been played can be kept.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::engine::outcome::Ended;
use crate::engine::plan::Plan;
use crate::engine::played::Played;
use crate::engine::run::{Observer, Pool, Until};

/// What has been played is first kept after so long.
const FIRST: Duration = Duration::from_secs(1);

/// When to pause and when to stop.
#[derive(Clone, Copy)]
pub struct Pace<'a> {
    /// Raised to stop.
    pub stop: &'a AtomicBool,
    /// The time allowed. Each run gets an equal share of what is left when it starts, so that the last
    /// runs are played too; what shorter runs leave goes to those that were cut short.
    pub max_time: Option<Duration>,
    /// How often what has been played is to be kept, if at all.
    pub keep_every: Option<Duration>,
}

impl Pool {
    /// Plays on with `plan` from where `played` stands, until done, stopped or out of time, and says
    /// which. Calls `keep` as often as asked for, and once more at the end, with whole chunks and no gap.
    pub fn drive(
        &self,
        plan: &Plan,
        played: &mut Played,
        pace: Pace<'_>,
        keep: &mut dyn FnMut(&Played),
        observer: &dyn Observer,
    ) -> Ended {
        let before = played.rounds();
        let mut keeper = Keeper::new(pace.keep_every, keep, before);
        let ended = self.legs(plan, played, pace, &mut keeper, observer);
        keeper.keep(played);
        ended
    }

    fn legs(
        &self,
        plan: &Plan,
        played: &mut Played,
        pace: Pace<'_>,
        keeper: &mut Keeper<'_>,
        observer: &dyn Observer,
    ) -> Ended {
        let end = pace
            .max_time
            .and_then(|time| Instant::now().checked_add(time));
        loop {
            let runs = played.runs.iter().enumerate();
            let open: Vec<usize> = runs
                .filter(|(_, run)| !run.is_complete())
                .map(|(number, _)| number)
                .collect();
            if open.is_empty() {
                return Ended::Rounds;
            }
            for (done, &number) in open.iter().enumerate() {
                observer.starts(&plan.runs[number]);
                let share = end.map(|end| share(end, open.len() - done));
                while !played.runs[number].is_complete() {
                    let until = Until {
                        stop: pace.stop,
                        deadline: [share, keeper.due].into_iter().flatten().min(),
                    };
                    self.play_on(plan, number, played, until, observer);
                    if pace.stop.load(Ordering::Relaxed) && !played.is_complete() {
                        return Ended::Interrupted;
                    }
                    keeper.keep_if_due(played);
                    if is_past(share) {
                        break;
                    }
                }
                if is_past(end) && !played.is_complete() {
                    return Ended::MaxTime;
                }
            }
        }
    }
}

/// The end of the share of the next of `runs` runs in the time left until `end`.
fn share(end: Instant, runs: usize) -> Instant {
    let now = Instant::now();
    let parts = u32::try_from(runs).unwrap_or(u32::MAX).max(1);
    now + end.saturating_duration_since(now) / parts
}

fn is_past(moment: Option<Instant>) -> bool {
    moment.is_some_and(|moment| Instant::now() >= moment)
}

/// Calls `keep` when it is time to.
struct Keeper<'a> {
    every: Option<Duration>,
    due: Option<Instant>,
    keep: &'a mut dyn FnMut(&Played),
    kept: u64,
}

impl<'a> Keeper<'a> {
    fn new(every: Option<Duration>, keep: &'a mut dyn FnMut(&Played), kept: u64) -> Self {
        let due = every.and_then(|every| Instant::now().checked_add(every.min(FIRST)));
        Self {
            every,
            due,
            keep,
            kept,
        }
    }

    fn keep_if_due(&mut self, played: &Played) {
        if is_past(self.due) {
            self.keep(played);
            self.due = self
                .every
                .and_then(|every| Instant::now().checked_add(every));
        }
    }

    fn keep(&mut self, played: &Played) {
        if self.every.is_some() && played.rounds() > self.kept {
            (self.keep)(played);
            self.kept = played.rounds();
        }
    }
}
