//! The sections of a report, in their order.

use super::blocks::{Block, Document};
use super::{checks, french, game, method, provenance, runs, verdict};
use crate::report::lang::Lang;
use crate::report::model::ReportModel;

/// The report as a document.
pub fn document(model: &ReportModel, lang: Lang) -> Document {
    let mut blocks = vec![verdict::banner(model, lang)];
    blocks.extend(runs::section(model, lang));
    for sheet in &model.games {
        blocks.extend(game::section(model, sheet, lang));
    }
    blocks.extend(checks::section(model, lang));
    blocks.extend(method::section(model, lang));
    blocks.extend(provenance::section(model, lang));
    if lang == Lang::Fr {
        blocks
            .iter_mut()
            .for_each(|block| block.each_text(&french::set));
    }
    Document {
        lang,
        title: lang
            .pick(
                "Compliance and return to player",
                "Conformité et taux de retour au joueur",
            )
            .to_owned(),
        subtitle: model
            .titles
            .iter()
            .map(|title| french::title(title, lang))
            .collect::<Vec<_>>()
            .join(" + "),
        blocks,
    }
}

/// A heading that begins a section.
pub(super) fn section(id: impl Into<String>, text: impl Into<String>) -> Block {
    Block::Heading {
        level: 2,
        id: id.into(),
        text: text.into(),
    }
}

/// A heading inside a section.
pub(super) fn part(id: impl Into<String>, text: impl Into<String>) -> Block {
    Block::Heading {
        level: 3,
        id: id.into(),
        text: text.into(),
    }
}
