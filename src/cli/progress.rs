//! Progress on standard error, on a terminal only.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::engine::{Observer, Plan, PlannedRun};

/// Shows rounds played, rounds per second and the time left.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar over all rounds of `plan`; hidden where there is no terminal.
    pub(super) fn new(plan: &Plan) -> Self {
        Self::from(plan.rounds(), 0)
    }

    /// A bar over `rounds` rounds of which `done` were played before.
    pub(super) fn from(rounds: u64, done: u64) -> Self {
        let bar = ProgressBar::new(rounds).with_position(done);
        bar.reset_eta();
        bar.set_draw_target(target());
        let style = ProgressStyle::with_template(
            "{bar:24.cyan} {percent:>3} %  {per_sec:.dim} rounds  {eta} left  {wide_msg}",
        )
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key(
            "per_sec",
            |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = write!(out, "{:.0} M/s", state.per_sec() / 1e6);
            },
        );
        bar.set_style(style);
        Self { bar }
    }

    /// Takes the bar off the screen.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Progress {
    fn starts(&self, run: &PlannedRun) {
        let spec = run.prepared.spec();
        self.bar.set_message(format!(
            "{} {} {} EUR",
            spec.game, spec.strategy, spec.stake
        ));
    }

    fn played(&self, rounds: u64) {
        self.bar.inc(rounds);
    }
}

/// Names the step under way, where steps take the solver seconds.
pub(super) struct Steps {
    bar: ProgressBar,
}

impl Steps {
    /// A line that says that `work` on `subject` is under way; hidden where there is no terminal.
    pub(super) fn new(work: &str, subject: &str) -> Self {
        let bar = ProgressBar::with_draw_target(None, target());
        let template = format!("{work} {subject}: step {{pos}}, {{msg}} ({{elapsed}})");
        let style = ProgressStyle::with_template(&template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(250));
        Self { bar }
    }

    /// The next step begins.
    pub(super) fn next(&self, step: &str) {
        self.bar.set_message(step.to_owned());
        self.bar.inc(1);
    }

    /// Takes the line off the screen.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Standard error, if anybody watches it.
fn target() -> ProgressDrawTarget {
    if stderr().is_terminal() {
        ProgressDrawTarget::stderr_with_hz(8)
    } else {
        ProgressDrawTarget::hidden()
    }
}
