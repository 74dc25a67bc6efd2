//! Why a run ended, in documents.

use crate::engine::{Ended, Outcome};
use crate::report::lang::Lang;
use crate::report::model::{PrecisionReport, ReportModel};
use crate::report::wrap::wrapped;

/// What stopped a run before its end.
const MAX_TIME: &str = "max-time";
pub(super) const INTERRUPTED: &str = "interrupted";

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
        (Ended::Interrupted, _) => INTERRUPTED,
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
    let lang = model.lang;
    let mut text = String::new();
    if let Some(stopped) = model.stopped {
        let planned = model.runs.iter();
        let planned = planned.fold(0_u64, |n, run| n.saturating_add(run.planned_rounds));
        let planned = lang.grouped(planned);
        let how = if stopped == MAX_TIME {
            lang.pick(
                "STOPPED  The time allowed was over",
                "ARRÊTÉ  Le temps accordé était écoulé",
            )
        } else {
            lang.pick(
                "INTERRUPTED  The run was stopped",
                "INTERROMPU  La série a été arrêtée",
            )
        };
        let said = match lang {
            Lang::En => format!(
                "{how}: only the rounds played until then are counted, of {planned} planned."
            ),
            Lang::Fr => format!(
                "{how} : seules les parties jouées jusque-là sont comptées, sur {planned} prévues."
            ),
        };
        text += &wrapped(&said, 2);
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
        let (width, enough) = (precision.rtp_half_width, all - short.len());
        let said = match lang {
            Lang::En => format!(
                "PRECISION  An RTP interval of +/-{width:?} takes, by the exact variance, the rounds that {enough} of {all} \
                 runs played."
            ),
            Lang::Fr => format!(
                "PRÉCISION  Un intervalle du TRJ de ±{} demande, selon la variance exacte, le nombre de parties que \
                 {enough} séries sur {all} ont joué.",
                lang.point(format!("{width:?}"))
            ),
        };
        text += &wrapped(&said, 2);
        for (run, precision) in short {
            let needed = lang.grouped(precision.rounds_needed);
            let played = lang.grouped(run.rounds);
            text += &match lang {
                Lang::En => format!(
                    "  {} {} takes {needed} rounds and played {played}\n",
                    run.game,
                    run.name()
                ),
                Lang::Fr => format!(
                    "  {} {} demande {needed} parties et en a joué {played}\n",
                    run.game,
                    run.name()
                ),
            };
        }
    }
    text
}
