//! The report as text for a terminal: the verdict first, then the runs, then what stands out.

use crate::audit::{Check, Method, Verdict};
use crate::error::Result;
use crate::report::document::{bluntest_rtp, is_weak, translate};
use crate::report::ended;
use crate::report::exporter::File;
use crate::report::failure::Style;
use crate::report::harmless::{harmless, plain};
use crate::report::lang::Lang;
use crate::report::model::{ReportModel, RunReport};
use crate::report::wrap::wrapped;
use crate::report::{text_checks, text_rows, text_runs};

/// `report.txt`. A report of one run shows every row of its tables; one of several runs shows the
/// checks that stand out.
///
/// # Errors
/// None.
#[expect(clippy::unnecessary_wraps, reason = "an exporter may fail")]
pub(super) fn export(model: &ReportModel) -> Result<Vec<File>> {
    let mut text = String::new();
    text += &heading(model);
    text += &sentence(model);
    text += &text_runs::runs(model);
    text += &match &model.runs[..] {
        [run] => text_rows::all(run, model.lang),
        _ => text_runs::standing_out(model),
    };
    text += &failures(model);
    text += &text_checks::all(model);
    text += &footer(model);
    // Labels of a game, in notes and headings.
    let shown = |c: char| if c == '\n' { c } else { harmless(c) };
    let text: String = text.chars().map(shown).collect();
    Ok(vec![File {
        name: "report.txt".into(),
        bytes: text.into_bytes(),
    }])
}

fn heading(model: &ReportModel) -> String {
    let lang = model.lang;
    let titles: Vec<String> = model.titles.iter().map(|title| plain(title)).collect();
    let rounds = model
        .runs
        .iter()
        .fold(0_u64, |n, run| n.saturating_add(run.rounds));
    let seconds: f64 = model.runs.iter().map(|run| run.elapsed_seconds).sum();
    let mut text = format!("tirage {}", model.provenance.version);
    if !titles.is_empty() {
        text += &format!(" · {}", titles.join(" + "));
    }
    let runs = match (lang, model.runs.len()) {
        (Lang::En, 1) => "run",
        (Lang::En, _) => "runs",
        (Lang::Fr, 0 | 1) => "série",
        (Lang::Fr, _) => "séries",
    };
    text.push('\n');
    text += &wrapped(
        &format!(
            "{} {runs}, {} {} {} s · {} {} · {} · {} {}",
            model.runs.len(),
            lang.grouped(rounds),
            lang.pick("rounds in", "parties en"),
            lang.point(format!("{seconds:.1}")),
            lang.pick("seed", "graine"),
            model.seed,
            model.provenance.rng,
            lang.pick("kernel", "noyau"),
            model.provenance.kernel,
        ),
        2,
    );
    text + "\n"
}

/// The verdict in a sentence, and what it does not cover.
fn sentence(model: &ReportModel) -> String {
    let lang = model.lang;
    let tried = model.tried();
    let (all, failed) = (tried.made, tried.failed);
    let alpha = lang.point(format!("{:?}", model.alpha));
    let mut text = match (lang, model.verdict) {
        (Lang::En, _) if all == 0 => "NOT TESTED  Too few rounds for a single check.\n".to_owned(),
        (Lang::Fr, _) if all == 0 => {
            "NON TESTÉ  Trop peu de parties pour un seul contrôle.\n".to_owned()
        }
        (Lang::En, Verdict::Fail) => format!(
            "FAIL  {failed} of {all} checks against the model weights rejected (family-wise level {alpha}).\n"
        ),
        (Lang::Fr, Verdict::Fail) => {
            let (check, rejected) = if failed == 1 {
                ("contrôle", "rejeté")
            } else {
                ("contrôles", "rejetés")
            };
            format!(
                "NON CONFORME  {failed} {check} sur {all} contre les poids du modèle {rejected} (seuil global {alpha}).\n"
            )
        }
        (Lang::En, verdict) => format!(
            "{}  None of {all} checks against the model weights rejected (family-wise level {alpha}).\n",
            if verdict == Verdict::Pass {
                "PASS"
            } else {
                "INCONCLUSIVE"
            }
        ),
        (Lang::Fr, verdict) => format!(
            "{}  Aucun des {all} contrôles contre les poids du modèle rejeté (seuil global {alpha}).\n",
            if verdict == Verdict::Pass {
                "CONFORME"
            } else {
                "INDÉCIS"
            }
        ),
    };
    text = wrapped(text.trim_end(), 2);
    text += &found(model);
    text += &few_rounds(model);
    text += &ended::lines(model);
    text += &exactness(model);
    text
}

/// How the text report writes numbers and notes.
const TERMINAL: Style = Style {
    count: Lang::grouped,
    note: translate,
};

/// What failed, the least likely first; of many the first.
fn found(model: &ReportModel) -> String {
    const SHOWN: usize = 4;
    let lang = model.lang;
    let failures = model.failures();
    let mut text = String::new();
    for failure in failures.iter().take(SHOWN) {
        text += &wrapped(&format!("  {}", failure.sentence(lang, TERMINAL)), 4);
    }
    let more = failures.len().saturating_sub(SHOWN);
    if more > 0 {
        text += &lang.pick(
            format!("  And {more} more, see below.\n"),
            format!("  Et {more} de plus, voir ci-dessous.\n"),
        );
    }
    text
}

/// That a pass says little, where so few rounds were played.
fn few_rounds(model: &ReportModel) -> String {
    let Some(size) = bluntest_rtp(model).filter(|_| is_weak(model)) else {
        return String::new();
    };
    let size = model.lang.deviation(size);
    let said = match model.lang {
        Lang::En => format!(
            "TOO FEW ROUNDS  to find even a large deviation: a return to player off by less than {size} of its value \
             could have gone unseen in some run."
        ),
        Lang::Fr => format!(
            "TROP PEU DE PARTIES  pour trouver même un grand écart : dans une série au moins, un taux de retour faussé \
             de moins de {size} de sa valeur aurait pu passer inaperçu."
        ),
    };
    wrapped(&said, 2)
}

/// What the payouts, the RTP and the blocks are held against, and in how many of the runs.
fn exactness(model: &ReportModel) -> String {
    let lang = model.lang;
    let has = |run: &&RunReport, kind: &str| {
        let made = |check: &&Check| check.method != Method::Untested && check.id.starts_with(kind);
        run.checks.iter().any(|check| made(&check))
    };
    let runs = |kind: &str| model.runs.iter().filter(|run| has(run, kind)).count();
    let all = model.runs.len();
    let mut parts = Vec::new();
    for (kind, english, french) in [
        (
            "payouts:",
            "payouts against their exact law, solved from the articles",
            "gains contre leur loi exacte, calculée d'après les articles",
        ),
        (
            "rtp:",
            "RTP against the exact one",
            "TRJ contre le TRJ exact",
        ),
        (
            "whole:",
            "whole blocks against their lots",
            "blocs entiers contre leurs lots",
        ),
    ] {
        let what = lang.pick(english, french);
        match (runs(kind), lang) {
            (0, _) => {}
            (n, _) if n == all => parts.push(what.to_owned()),
            (n, Lang::En) => parts.push(format!("{what} (in {n} of {all} runs)")),
            (1, Lang::Fr) => parts.push(format!("{what} (dans 1 série sur {all})")),
            (n, Lang::Fr) => parts.push(format!("{what} (dans {n} séries sur {all})")),
        }
    }
    let mut text = match (parts.is_empty(), lang) {
        (true, Lang::En) => "RTP and hit frequency are estimates, not tested here.".to_owned(),
        (true, Lang::Fr) => "TRJ et fréquence de gain sont estimés, non testés ici.".to_owned(),
        (false, Lang::En) => format!("Also tested: {}.", parts.join("; ")),
        (false, Lang::Fr) => format!("Testés aussi : {}.", parts.join(" ; ")),
    };
    let untested = model.untested().count();
    if untested > 0 {
        text += &match lang {
            Lang::En => {
                format!(" Not tested, for lack of draws or of chance: {untested} (listed below).")
            }
            Lang::Fr => format!(
                " Non testés, faute de tirages ou de hasard : {untested} (liste ci-dessous)."
            ),
        };
    }
    wrapped(&text, 2) + "\n"
}

/// The rows of every table that failed, where they are not shown anyway.
fn failures(model: &ReportModel) -> String {
    if model.runs.len() == 1 {
        return String::new();
    }
    let lang = model.lang;
    let mut text = String::new();
    for run in &model.runs {
        let failed = run
            .checks
            .iter()
            .filter(|check| check.verdict == Verdict::Fail);
        for check in failed {
            let stake = lang.amount_in_euros(run.stake_cents);
            let name = run.name().replace(';', "; ");
            let said = match lang {
                Lang::En => format!("{} {} at {stake}:", run.game, name),
                Lang::Fr => format!("{} {} à {stake} :", run.game, name),
            };
            text += &format!("\n{}", wrapped(&said, 2));
            text += &text_rows::one(run, check, lang);
        }
    }
    text
}

fn footer(model: &ReportModel) -> String {
    let lang = model.lang;
    let commit = model
        .provenance
        .commit
        .unwrap_or(lang.pick("unknown", "inconnu"));
    let rules = model.provenance.rules_sha256.get(..16);
    let more = lang.pick(
        "Every row, payout and counter: --out DIR; one run in full: --game GAME --strategy STRATEGY.",
        "Chaque ligne, gain et compteur : --out DOSSIER ; une série en entier : --game JEU --strategy STRATÉGIE.",
    );
    format!(
        "\ncommit {commit} · {} {}\n{}",
        lang.pick("rules", "règles"),
        rules.unwrap_or_default(),
        wrapped(more, 2)
    )
}
