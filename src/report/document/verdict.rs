//! The outcome in one sentence, and what it rests on.

use std::collections::BTreeSet;

use super::blocks::{Block, Detail, Tone};
use super::{french, sight};
use crate::audit::Verdict;
use crate::game::Question;
use crate::report::failure::Style;
use crate::report::lang::Lang;
use crate::report::model::{ReportModel, RunReport};
use crate::report::outcome::Tried;

/// How a verdict is to be taken.
pub(super) fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Pass => Tone::Good,
        Verdict::Inconclusive => Tone::Open,
        Verdict::Fail => Tone::Bad,
    }
}

/// A verdict in a word.
pub(super) fn word(verdict: Verdict, lang: Lang) -> &'static str {
    match verdict {
        Verdict::Pass => lang.pick("pass", "conforme"),
        Verdict::Inconclusive => lang.pick("inconclusive", "indécis"),
        Verdict::Fail => lang.pick("fail", "non conforme"),
    }
}

pub(super) fn banner(model: &ReportModel, lang: Lang) -> Block {
    let tried = model.tried();
    Block::Banner {
        tone: if tried.made == 0 || sight::is_weak(model) {
            Tone::Open
        } else {
            tone(model.verdict)
        },
        text: sentence(model, tried, lang),
        details: details(model, tried.made, lang),
    }
}

fn sentence(model: &ReportModel, tried: Tried, lang: Lang) -> String {
    let (made, failed) = (tried.made, tried.failed);
    let (made_, failed_) = (lang.count(made as u64), lang.count(failed as u64));
    // Runs that no check can say anything about, as none of theirs is undecided itself.
    let is_open = |run: &&RunReport| {
        run.verdict == Verdict::Inconclusive && Verdict::of(&run.checks) == Verdict::Pass
    };
    let open = model.runs.iter().filter(is_open).count() as u64;
    match (lang, model.verdict) {
        (Lang::En, _) if made == 0 => "Not tested: too few rounds for a single check.".to_owned(),
        (Lang::Fr, _) if made == 0 => {
            "Non testé : trop peu de parties pour un seul contrôle.".to_owned()
        }
        (Lang::En, Verdict::Pass) if sight::is_weak(model) => format!(
            "Compliant as far as can be seen: none of {made_} checks found a deviation, but too few rounds were \
             played to find even a large one."
        ),
        (Lang::Fr, Verdict::Pass) if sight::is_weak(model) => format!(
            "Conforme pour autant qu'on voie : aucun des {made_} contrôles n'a trouvé d'écart, mais trop peu de \
             parties ont été jouées pour en trouver même un grand."
        ),
        (Lang::En, Verdict::Pass) => {
            format!("Compliant: none of {made_} checks found a deviation from the published odds.")
        }
        (Lang::Fr, Verdict::Pass) => format!(
            "Conforme : aucun des {made_} contrôles n'a trouvé d'écart aux chances publiées."
        ),
        (Lang::En, Verdict::Inconclusive) if open > 0 => format!(
            "Undecided: none of {made_} checks found a deviation, but nothing of {open_} could be tested.",
            open_ = if open == 1 {
                "1 run".to_owned()
            } else {
                format!("{} runs", lang.count(open))
            }
        ),
        (Lang::Fr, Verdict::Inconclusive) if open > 0 => format!(
            "Indécis : aucun des {made_} contrôles n'a trouvé d'écart, mais rien de {open_} n'a pu être testé.",
            open_ = if open == 1 {
                "1 série".to_owned()
            } else {
                format!("{} séries", lang.count(open))
            }
        ),
        (Lang::En, Verdict::Inconclusive) => format!(
            "Undecided: none of {made_} checks found a deviation, but some could have missed one \
             larger than the tolerance."
        ),
        (Lang::Fr, Verdict::Inconclusive) => format!(
            "Indécis : aucun des {made_} contrôles n'a trouvé d'écart, mais certains auraient pu en \
             manquer un plus grand que la tolérance."
        ),
        (Lang::En, Verdict::Fail) => {
            format!(
                "Not compliant: {failed_} of {made_} checks found a deviation from the published odds."
            )
        }
        (Lang::Fr, Verdict::Fail) if failed == 1 => {
            format!("Non conforme : 1 contrôle sur {made_} a trouvé un écart aux chances publiées.")
        }
        (Lang::Fr, Verdict::Fail) => format!(
            "Non conforme : {failed_} contrôles sur {made_} ont trouvé un écart aux chances publiées."
        ),
    }
}

fn details(model: &ReportModel, made: usize, lang: Lang) -> Vec<Detail> {
    let detail = |english: &str, french: &str, text: String| Detail {
        lead: lang.pick(english, french).to_owned(),
        text,
    };
    let mut details = failed(model, lang);
    details.extend(by_game(model, lang));
    details.push(detail("It rests on:", "Fondement :", basis(model, lang)));
    if made > 0 {
        // At most one in so many: rounded down.
        let one_in = lang.count((1.0 / model.alpha + 1e-6).floor() as u64);
        let text = match lang {
            Lang::En => format!(
                "a faultless game would be accused, by bad luck, in at most one report in {one_in}."
            ),
            Lang::Fr => format!(
                "un jeu sans défaut serait accusé, par malchance, dans au plus un rapport sur\u{a0}{one_in}."
            ),
        };
        details.push(detail("How sure:", "Fiabilité :", text));
        if let Some(text) = sight::sight(model, lang) {
            let (english, french) = (
                "Would have been found, in nine cases of ten:",
                "Aurait été trouvé, neuf fois sur dix :",
            );
            details.push(detail(english, french, text));
        }
    }
    if let Some(text) = assumed(model, lang) {
        details.push(detail("Taken for granted:", "Supposé :", text));
    }
    let text = not_tested(model, lang);
    details.push(detail("Not tested:", "Non testé :", text));
    details
}

/// How documents write numbers and notes.
const DOCUMENT: Style = Style {
    count: Lang::count,
    note: french::note,
};

/// The checks that failed, the least likely first, each in a sentence; of many the first.
fn failed(model: &ReportModel, lang: Lang) -> Vec<Detail> {
    const SHOWN: usize = 4;
    let failures = model.failures();
    let mut details: Vec<Detail> = failures
        .iter()
        .take(SHOWN)
        .map(|failure| Detail {
            lead: lang.pick("Failed:", "Non conforme :").to_owned(),
            text: failure.sentence(lang, DOCUMENT),
        })
        .collect();
    let more = failures.len().saturating_sub(SHOWN);
    if more > 0
        && let Some(last) = details.last_mut()
    {
        last.text += &lang.pick(
            format!(" And {more} more, under Checks."),
            format!(" Et {more} de plus, sous Contrôles."),
        );
    }
    details
}

/// The outcome of each game; none where the sentence above says it, of one game or where all passed.
fn by_game(model: &ReportModel, lang: Lang) -> Vec<Detail> {
    let games = model.tried_by_game();
    let is_passed = |(_, tried): &(&str, Tried)| tried.verdict == Verdict::Pass;
    if games.len() < 2 || games.iter().all(is_passed) {
        return Vec::new();
    }
    let game = |(title, tried): (&str, Tried)| Detail {
        lead: format!("{title}{}", lang.pick(":", " :")),
        text: game_outcome(tried, lang),
    };
    games.into_iter().map(game).collect()
}

fn game_outcome(tried: Tried, lang: Lang) -> String {
    let (made, failed) = (lang.count(tried.made as u64), tried.failed);
    if tried.made == 0 {
        return lang.pick("not tested.", "non testé.").to_owned();
    }
    match (tried.verdict, lang) {
        (Verdict::Fail, Lang::En) => format!("not compliant, {failed} of {made} checks failed."),
        (Verdict::Fail, Lang::Fr) => {
            format!("non conforme, contrôles en échec : {failed} sur {made}.")
        }
        (Verdict::Inconclusive, Lang::En) => format!("undecided, none of {made} checks failed."),
        (Verdict::Inconclusive, Lang::Fr) => {
            format!("indécis, aucun des {made} contrôles en échec.")
        }
        (Verdict::Pass, Lang::En) => format!("compliant, none of {made} checks failed."),
        (Verdict::Pass, Lang::Fr) => format!("conforme, aucun des {made} contrôles en échec."),
    }
}

fn basis(model: &ReportModel, lang: Lang) -> String {
    let sum = |rounds: fn(&RunReport) -> u64| {
        let runs = model.runs.iter();
        lang.count(runs.fold(0_u64, |n, run| n.saturating_add(rounds(run))))
    };
    let rounds = sum(|run| run.rounds);
    let titles: BTreeSet<&str> = model.runs.iter().map(|run| run.title.as_str()).collect();
    let (runs, seed) = (model.runs.len(), model.seed);
    let games = match (titles.len(), lang) {
        (..=2, _) => {
            let titles: Vec<&str> = titles.into_iter().collect();
            titles.join(lang.pick(" and ", " et "))
        }
        (n, Lang::En) => format!("{n} games"),
        (n, Lang::Fr) => format!("{n} jeux"),
    };
    let many = if runs == 1 { "" } else { "s" };
    let mut text = match lang {
        Lang::En => {
            format!("{rounds} simulated rounds of {games} in {runs} run{many}, seed {seed}.")
        }
        Lang::Fr => {
            format!("{rounds} parties simulées de {games} en {runs} série{many}, graine {seed}.")
        }
    };
    if model.partial {
        let planned = sum(|run| run.planned_rounds);
        text += &match lang {
            Lang::En => format!(" Stopped before its end: {planned} rounds were planned."),
            Lang::Fr => format!(" Arrêté avant la fin : {planned} parties étaient prévues."),
        };
    }
    text
}

/// The answers to what the text leaves open, on which every figure rests; none where it leaves nothing open.
fn assumed(model: &ReportModel, lang: Lang) -> Option<String> {
    let questions = || model.games.iter().flat_map(|sheet| &sheet.questions);
    let asked = questions().count();
    if asked == 0 {
        return None;
    }
    let mut changed: Vec<String> = Vec::new();
    for run in &model.runs {
        for (question, answer) in &run.readings {
            let is_default = |one: &&&Question| {
                one.id == *question && one.answers.first().is_none_or(|first| first.id == *answer)
            };
            let said = format!("{question}={answer}");
            if !questions().any(|one| is_default(&one)) && !changed.contains(&said) {
                changed.push(said);
            }
        }
    }
    let default = if changed.is_empty() {
        lang.pick("each by default", "toutes par défaut").to_owned()
    } else {
        let changed = changed.join(", ");
        lang.pick(
            format!("by default but for {changed}"),
            format!("par défaut sauf {changed}"),
        )
    };
    Some(match (lang, asked) {
        (Lang::En, 1) => format!("the answer to 1 question that the text leaves open, {default}."),
        (Lang::En, _) => {
            format!("the answers to {asked} questions that the text leaves open, {default}.")
        }
        (Lang::Fr, 1) => {
            format!("la réponse à 1 question que le texte laisse ouverte, {default}.")
        }
        (Lang::Fr, _) => {
            format!("les réponses à {asked} questions que le texte laisse ouvertes, {default}.")
        }
    })
}

/// What the verdict does not cover.
fn not_tested(model: &ReportModel, lang: Lang) -> String {
    let operator = lang.pick(
        "the operator's own draws (this is a simulation of the published rules)",
        "les tirages réels de l'opérateur (ceci est une simulation des règles publiées)",
    );
    match (model.untested().count(), lang) {
        (0, _) => format!("{operator}."),
        (1, Lang::En) => {
            format!("{operator}; 1 check that could not be made (listed below the checks).")
        }
        (n, Lang::En) => {
            format!("{operator}; {n} checks that could not be made (listed below the checks).")
        }
        (1, Lang::Fr) => {
            format!("{operator} ; 1 contrôle qui n'a pu être fait (cité après les contrôles).")
        }
        (n, Lang::Fr) => format!(
            "{operator} ; {n} contrôles qui n'ont pu être faits (liste après les contrôles)."
        ),
    }
}
