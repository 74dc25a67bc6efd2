//! Why a run ended, in documents.

use crate::engine::{Ended, Outcome};
use crate::report::model::{PrecisionReport, ReportModel};
use crate::report::number::grouped;

/// What stopped a run before its end.
const MAX_TIME: &str = "max-time";

/// See [`ReportModel::stopped`].
pub(super) fn stopped(outcomes: &[Outcome]) -> Option<&'static str> {
    let cut = outcomes.iter().find(|outcome| !outcome.is_complete())?;
    Some(reason(cut))
}

/// See [`crate::report::RunReport::ended`].
pub(super) fn reason(outcome: &Outcome) -> &'static str {
    match (outcome.ended, outcome.precision) {
        (Ended::Rounds, Some(precision)) if precision.rounds_needed == outcome.planned => {
            "rtp-half-width"
        }
        (Ended::Rounds, _) => "rounds",
        (Ended::MaxTime, _) => MAX_TIME,
        (Ended::Interrupted, _) => "interrupted",
    }
}

/// See [`crate::report::RunReport::precision`].
pub(super) fn precision(outcome: &Outcome) -> Option<PrecisionReport> {
    outcome.precision.map(|precision| PrecisionReport {
        rtp_half_width: precision.half_width,
        rounds_needed: precision.rounds_needed,
    })
}

/// Lines for people: what stopped the run, and what the precision asked for took.
pub(super) fn lines(model: &ReportModel) -> String {
    let mut text = String::new();
    if let Some(stopped) = model.stopped {
        let planned = model.runs.iter();
        let planned = planned.fold(0_u64, |n, run| n.saturating_add(run.planned_rounds));
        let how = if stopped == MAX_TIME {
            "STOPPED  The time allowed was over"
        } else {
            "INTERRUPTED  The run was stopped"
        };
        text += &format!(
            "{how}: only the rounds played until then are counted, of {} planned.\n",
            grouped(planned)
        );
    }
    let asked = model
        .runs
        .iter()
        .filter_map(|run| Some((run, run.precision?)));
    let short: Vec<_> = asked
        .clone()
        .filter(|(run, p)| run.rounds < p.rounds_needed)
        .collect();
    if let Some((_, precision)) = asked.clone().next() {
        let all = asked.count();
        text += &format!(
            "PRECISION  An RTP interval of +/-{} takes, by the exact variance, the rounds that {} of {all} \
             runs played.\n",
            precision.rtp_half_width,
            all - short.len(),
        );
        for (run, precision) in short {
            text += &format!(
                "  {} {} takes {} rounds and played {}\n",
                run.game,
                run.name(),
                grouped(precision.rounds_needed),
                grouped(run.rounds)
            );
        }
    }
    text
}
