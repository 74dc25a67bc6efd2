//! How the RTP of a run settled, as a part of its PAR sheet.

use super::blocks::Block;
use crate::report::convergence::{
    ConvergencePoint, LAST_IN_PART, NO_SUMS, ONE_IN_PART, WHOLE_BLOCKS,
};
use crate::report::lang::Lang;
use crate::report::model::RunReport;
use crate::report::plot::{Mean, Target, convergence};

/// How the RTP settled, or why that is not shown.
pub(super) fn settling(run: &RunReport, key: &str, title: &str, lang: Lang) -> Block {
    let found = &run.convergence;
    let mean = |point: &ConvergencePoint| Mean {
        rounds: point.rounds as f64,
        rtp: point.rtp,
    };
    let means: Vec<Mean> = found.points.iter().map(mean).collect();
    let level = found.level;
    let target = found.band.map(|band| Target { band, level });
    let id = format!("convergence-{key}");
    let title = format!(
        "{title} · {}",
        lang.pick("convergence of the RTP", "convergence du TRJ")
    );
    let shown = match (means.len(), found.note) {
        (2.., _) => Block::Figure(convergence(lang, &id, &title, &means, target)),
        (0, Some(note)) => Block::Paragraph(why(note, lang).to_owned()),
        _ => Block::Paragraph(
            lang.pick(
                "The run is too short for a figure: it has a single chunk of rounds.",
                "La série est trop courte pour une figure : elle n'a qu'une tranche de parties.",
            )
            .to_owned(),
        ),
    };
    Block::Folded {
        title: lang
            .pick("Convergence of the RTP", "Convergence du TRJ")
            .to_owned(),
        blocks: vec![shown],
    }
}

/// Why there are no points.
fn why(note: &'static str, lang: Lang) -> &'static str {
    let french = match note {
        WHOLE_BLOCKS => "Un bloc entier rend exactement la valeur de ses lots : rien ne converge.",
        LAST_IN_PART => {
            "Un bloc entier rend exactement la valeur de ses lots, et seul le dernier n'a été vendu qu'en partie : rien ne converge."
        }
        ONE_IN_PART => {
            "Un seul bloc, vendu en partie : son retour se rapproche de la valeur de tous ses lots et l'égale exactement quand il est épuisé."
        }
        NO_SUMS => "Les sommes par tranche de parties ne couvrent pas les parties comptées.",
        _ => note,
    };
    lang.pick(note, french)
}
