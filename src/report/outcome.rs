//! What a report comes to, before any document puts it into words.

use crate::audit::{Check, Method, Verdict};
use crate::report::model::{ReportModel, RunReport};

/// How many checks were made, how many of them failed, and what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tried {
    /// Checks made.
    pub(super) made: usize,
    /// Those of them that failed.
    pub(super) failed: usize,
    /// The worst verdict.
    pub(super) verdict: Verdict,
}

impl Tried {
    fn of<'a>(runs: impl Iterator<Item = &'a RunReport>) -> Self {
        let nothing = Self {
            made: 0,
            failed: 0,
            verdict: Verdict::Pass,
        };
        runs.fold(nothing, |sum, run| Self {
            made: sum.made + run.checks_made().count(),
            failed: sum.failed + run.checks_failed().count(),
            verdict: sum.verdict.worst(run.verdict),
        })
    }
}

/// A check that failed.
#[derive(Clone, Copy)]
pub(super) struct Failure<'a> {
    /// The run in which it is least likely.
    pub(super) run: &'a RunReport,
    /// What it found there.
    pub(super) check: &'a Check,
    /// Further runs in which a check of the same name failed.
    pub(super) others: usize,
}

impl RunReport {
    /// The checks that were made.
    pub(super) fn checks_made(&self) -> impl Iterator<Item = &Check> {
        let checks = self.checks.iter();
        checks.filter(|check| check.method != Method::Untested)
    }

    /// Those of them that failed.
    fn checks_failed(&self) -> impl Iterator<Item = &Check> {
        let made = self.checks_made();
        made.filter(|check| check.verdict == Verdict::Fail)
    }

    /// Whether blocks were sold out: what those paid is a count and no estimate.
    pub(super) fn has_whole_blocks(&self) -> bool {
        let mut checks = self.checks.iter();
        checks.any(|check| check.method == Method::BlockEquality)
    }
}

impl ReportModel {
    /// Of all runs.
    pub(super) fn tried(&self) -> Tried {
        Tried {
            verdict: self.verdict,
            ..Tried::of(self.runs.iter())
        }
    }

    /// Of the runs of each game, under its title, in the order played.
    pub(super) fn tried_by_game(&self) -> Vec<(&str, Tried)> {
        let mut games: Vec<(&str, &str)> = Vec::new();
        for run in &self.runs {
            let game = (run.game.as_str(), run.title.as_str());
            if !games.contains(&game) {
                games.push(game);
            }
        }
        let tried = |(id, title)| {
            let runs = self.runs.iter();
            (title, Tried::of(runs.filter(|run| run.game == id)))
        };
        games.into_iter().map(tried).collect()
    }

    /// The checks that failed, the least likely first, each name once.
    pub(super) fn failures(&self) -> Vec<Failure<'_>> {
        let of_run = |run| {
            let failed = RunReport::checks_failed(run);
            failed.map(move |check| Failure {
                run,
                check,
                others: 0,
            })
        };
        let mut all: Vec<Failure<'_>> = self.runs.iter().flat_map(of_run).collect();
        all.sort_by(|a, b| a.check.log10_p.total_cmp(&b.check.log10_p));
        let mut found: Vec<Failure<'_>> = Vec::new();
        for failure in all {
            let same = |known: &&mut Failure<'_>| known.check.id == failure.check.id;
            match found.iter_mut().find(same) {
                Some(known) => known.others += 1,
                None => found.push(failure),
            }
        }
        found
    }
}
