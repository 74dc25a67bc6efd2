//! All runs at a glance.

use super::blocks::{Block, Cell, Table, numbers, words};
use super::build::section as heading;
use super::verdict::{tone, word};
use crate::report::lang::Lang;
use crate::report::model::{ReportModel, RunReport};
use crate::report::plot::p_values;

pub(super) fn section(model: &ReportModel, lang: Lang) -> Vec<Block> {
    let columns = [
        words([lang.pick("game", "jeu"), lang.pick("strategy", "stratégie")]),
        numbers([
            lang.pick("stake", "mise"),
            lang.pick("rounds", "parties"),
            lang.pick("RTP exact", "TRJ exact"),
            lang.pick("RTP simulated", "TRJ simulé"),
            lang.pick("99% interval", "intervalle à 99 %"),
            lang.pick("hit frequency", "fréquence de gain"),
            lang.pick("volatility", "volatilité"),
        ]),
        words([lang.pick("verdict", "verdict")]),
    ];
    let table = Table {
        caption: String::new(),
        columns: columns.concat(),
        rows: model.runs.iter().map(|run| row(run, lang)).collect(),
    };
    let note = lang.pick(
        "RTP: return to player, payout over stake. Hit frequency: share of the simulated rounds that paid. Volatility: standard deviation of a round's payout, in stakes (exact where a solver gives it).",
        "TRJ : taux de retour au joueur, gains rapportés aux mises. Fréquence de gain : part des parties simulées qui ont gagné. Volatilité : écart type du gain d'une partie, en mises (exact quand il est calculé).",
    );
    let mut blocks = vec![
        heading("runs", lang.pick("All runs", "Toutes les séries")),
        Block::Table(table),
        Block::Paragraph(note.to_owned()),
    ];
    if model.runs.iter().any(misses) {
        let why = lang.pick(
            "* The interval, which the run estimates from its own payouts, misses the exact value. One in a hundred does by chance, and more do where a rare jackpot has hardly been seen. It is no verdict: the check of the return to player counts rare prizes by their exact chances.",
            "* L'intervalle, que la série estime d'après ses propres gains, n'atteint pas la valeur exacte. Un sur cent la manque par hasard, davantage quand un gros lot rare n'a guère été vu. Ce n'est pas un verdict : le contrôle du taux de retour compte les gains rares selon leurs chances exactes.",
        );
        blocks.push(Block::Paragraph(why.to_owned()));
    }
    if model.runs.iter().any(RunReport::has_whole_blocks) {
        let why = lang.pick(
            "† Whole blocks were sold. What a block that is sold out pays is a count, certain and not estimated; only the last block, if sold in part, leaves anything open. The interval takes tickets for independent draws and is wider than that.",
            "† Des blocs entiers ont été vendus. Ce que paie un bloc épuisé est un compte, certain et non estimé ; seul le dernier bloc, s'il n'est vendu qu'en partie, laisse une incertitude. L'intervalle traite les tickets comme des tirages indépendants et est plus large.",
        );
        blocks.push(Block::Paragraph(why.to_owned()));
    }
    blocks
}

/// Marks an interval that misses the exact value.
const MISSES: &str = " *";

/// Marks an interval of a run that sold whole blocks.
pub(super) const COUNTED: &str = " †";

/// Whether the interval of the run leaves the exact RTP outside.
fn misses(run: &RunReport) -> bool {
    let rtp = &run.rtp;
    rtp.exact
        .is_some_and(|exact| exact < rtp.ci_low || exact > rtp.ci_high)
}

fn row(run: &RunReport, lang: Lang) -> Vec<Cell> {
    let verdict = run.verdict;
    let rtp = &run.rtp;
    let exact = rtp.exact.unwrap_or(f64::NAN);
    let volatility = run
        .exact
        .as_ref()
        .map_or(run.standard_deviation, |exact| exact.standard_deviation);
    vec![
        run.title.as_str().into(),
        run.name().into(),
        Cell::number(lang.euros(run.stake_cents), run.stake_cents as f64),
        Cell::number(lang.count(run.rounds), run.rounds as f64),
        Cell::number(lang.percent(exact, 4), exact),
        Cell::number(lang.percent(rtp.estimate, 4), rtp.estimate),
        {
            let mut cell = interval(rtp.ci_low, rtp.ci_high, lang);
            if misses(run) {
                cell.text += MISSES;
            }
            if run.has_whole_blocks() {
                cell.text += COUNTED;
            }
            cell
        },
        Cell::number(
            lang.percent(run.hit_frequency.estimate, 3),
            run.hit_frequency.estimate,
        ),
        Cell::number(lang.decimal(volatility, 3), volatility),
        Cell::toned(word(verdict, lang), tone(verdict)),
    ]
}

/// An interval of shares, in per cent; sorted by its width.
pub(super) fn interval(low: f64, high: f64, lang: Lang) -> Cell {
    let text = if low.is_finite() && high.is_finite() {
        span(&lang.percent(low, 3), &lang.percent(high, 3))
    } else {
        lang.missing().to_owned()
    };
    Cell::number(text, high - low)
}

/// Two ends of a range, or the one text that both are written as.
pub(super) fn span(low: &str, high: &str) -> String {
    if low == high {
        low.to_owned()
    } else {
        format!("{low} – {high}")
    }
}

/// The p-values of all tests that chance can fail.
pub(super) fn p_figure(model: &ReportModel, lang: Lang) -> Option<Block> {
    let checks = model.runs.iter().flat_map(|run| &run.checks);
    let made = checks.filter(|check| {
        check.method != crate::audit::Method::Untested && !check.method.is_certain()
    });
    let values: Vec<f64> = made.map(|check| check.log10_p).collect();
    let title = lang.pick(
        "All p-values of this report",
        "Toutes les valeurs p de ce rapport",
    );
    (values.len() >= 3).then(|| Block::Figure(p_values(lang, "p-values", title, &values)))
}
