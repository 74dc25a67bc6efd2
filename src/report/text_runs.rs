//! The runs of a report at a glance, as text.

use crate::audit::{Check, Method};
use crate::report::lang::Lang;
use crate::report::model::{Estimate, ReportModel, RunReport};
use crate::report::terminal::NONE;
use crate::report::text_table::{below, table};
use crate::report::wrap::wrapped;

/// The runs, under their games: first their verdicts, then what they came to.
pub(super) fn runs(model: &ReportModel) -> String {
    let lang = model.lang;
    let header = lang.pick(
        [
            "game,\n  strategy",
            "\nEUR",
            "\nrounds",
            "\nchecks",
            "least\np",
            "\nadjusted",
            "\nverdict",
        ],
        [
            "jeu,\n  stratégie",
            "\nEUR",
            "\nparties",
            "\ncontr.",
            "plus\npetite p",
            "\najustée",
            "\nverdict",
        ],
    );
    let verdict = |run: &RunReport| {
        let made = run
            .checks
            .iter()
            .filter(|check| check.method != Method::Untested);
        let least = made.clone().min_by(|a, b| a.log10_p.total_cmp(&b.log10_p));
        [
            format!("  {}", run.name()),
            lang.amount(run.stake_cents),
            lang.grouped(run.rounds),
            made.clone().count().to_string(),
            least.map_or(NONE.into(), |check| lang.p(check.log10_p)),
            least.map_or(NONE.into(), |check| lang.adjusted(check)),
            if made.clone().next().is_some() {
                lang.verdict(run.verdict).to_owned()
            } else {
                lang.pick("not tested", "non testé").to_owned()
            },
        ]
    };
    let mut text = table(header, 1, by_game(&model.runs, verdict));
    text.push('\n');
    let header = lang.pick(
        [
            "game,\n  strategy",
            "\nEUR",
            "\nRTP %",
            "\n± s.e.",
            "\nexact",
            "\nhits %",
            "\n± s.e.",
            "\nexact",
        ],
        [
            "jeu,\n  stratégie",
            "\nEUR",
            "\nTRJ %",
            "\n± é.t.",
            "\nexact",
            "\ngains %",
            "\n± é.t.",
            "\nexact",
        ],
    );
    let figures = |run: &RunReport| {
        let [rtp, rtp_error] = percent(&run.rtp, lang);
        let [hits, hits_error] = percent(&run.hit_frequency, lang);
        [
            format!("  {}", run.name()),
            lang.amount(run.stake_cents),
            rtp,
            rtp_error,
            exact(&run.rtp, lang),
            hits,
            hits_error,
            exact(&run.hit_frequency, lang),
        ]
    };
    text + &table(header, 1, by_game(&model.runs, figures)) + &counted(model)
}

/// That standard errors say too much of whole blocks, where there are any.
fn counted(model: &ReportModel) -> String {
    let mut games: Vec<&str> = Vec::new();
    for run in model.runs.iter().filter(|run| run.has_whole_blocks()) {
        if !games.contains(&run.game.as_str()) {
            games.push(&run.game);
        }
    }
    if games.is_empty() {
        return String::new();
    }
    let games = games.join(", ");
    let said = model.lang.pick(
        format!(
            "Whole blocks ({games}): what a block that is sold out pays is a count, certain and not estimated. \
             Only the last block, if sold in part, leaves anything open; ± s.e. takes tickets for independent draws."
        ),
        format!(
            "Blocs entiers ({games}) : ce que paie un bloc épuisé est un compte, certain et non estimé. Seul le \
             dernier bloc, s'il n'est vendu qu'en partie, laisse une incertitude ; ± é.t. traite les tickets comme \
             des tirages indépendants."
        ),
    );
    wrapped(&said, 2)
}

/// A name longer than this is broken before its readings.
const LONG_NAME: usize = 18;

/// A row for each run, and one above those of each game that names it.
fn by_game<const N: usize>(
    runs: &[RunReport],
    row: impl Fn(&RunReport) -> [String; N],
) -> Vec<[String; N]> {
    let mut rows = Vec::new();
    for (number, run) in runs.iter().enumerate() {
        if number == 0 || runs[number - 1].game != run.game {
            let mut head = std::array::from_fn(|_| String::new());
            if let Some(first) = head.first_mut() {
                run.game.clone_into(first);
            }
            rows.push(head);
        }
        let mut figures = row(run);
        let readings = figures.first_mut().and_then(|name| {
            let at = name
                .find(" (")
                .filter(|_| name.chars().count() > LONG_NAME)?;
            Some(name.split_off(at))
        });
        rows.push(figures);
        // The readings in brackets stand below a long name.
        rows.extend(readings.map(|readings| below(&format!(" {readings}"))));
    }
    rows
}

/// An estimate and its standard error in per cent.
fn percent(estimate: &Estimate, lang: Lang) -> [String; 2] {
    [estimate.estimate, estimate.standard_error].map(|value| {
        if value.is_finite() {
            lang.point(format!("{:.4}", 100.0 * value))
        } else {
            NONE.to_owned()
        }
    })
}

/// The exact value in per cent, where it is known.
fn exact(estimate: &Estimate, lang: Lang) -> String {
    let exact = estimate.exact;
    exact.map_or(NONE.to_owned(), |value| {
        lang.point(format!("{:.4}", 100.0 * value))
    })
}

/// The five least likely checks over all runs.
pub(super) fn standing_out(model: &ReportModel) -> String {
    let lang = model.lang;
    let mut checks: Vec<(&RunReport, &Check)> = model
        .runs
        .iter()
        .flat_map(|run| run.checks.iter().map(move |check| (run, check)))
        .filter(|(_, check)| check.method != Method::Untested)
        .collect();
    checks.sort_by(|a, b| a.1.log10_p.total_cmp(&b.1.log10_p));
    let row = |&(run, check): &(&RunReport, &Check)| {
        let of = [run.name(), lang.amount_in_euros(run.stake_cents)].join(" · ");
        let figures = [
            check.id.clone(),
            lang.point(format!("{:.2}", check.statistic)),
            lang.p(check.log10_p),
            lang.adjusted(check),
            lang.verdict(check.verdict).to_owned(),
        ];
        [figures, below(&of)]
    };
    let rows: Vec<[String; 5]> = checks.iter().take(5).flat_map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let header = lang.pick(
        ["check", "X² or z", "p", "adjusted", "verdict"],
        ["contrôle", "X² ou z", "p", "ajustée", "verdict"],
    );
    let title = lang.pick(
        "The least likely checks of all; p is that of all parts of a check, after Holm's correction over them",
        "Les contrôles les moins probables de tous ; p est celle de toutes les parties d'un contrôle, après correction de Holm entre elles",
    );
    format!("\n{}{}", wrapped(title, 2), table(header, 1, rows))
}
