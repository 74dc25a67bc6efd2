//! Where the figures come from.

use super::blocks::{Block, Table, words};
use super::build::section as heading;
use crate::report::lang::Lang;
use crate::report::model::ReportModel;

pub(super) fn section(model: &ReportModel, lang: Lang) -> Vec<Block> {
    let from = &model.provenance;
    let rounds = model
        .runs
        .iter()
        .fold(0_u64, |n, run| n.saturating_add(run.rounds));
    let rows: [(&str, String); 9] = [
        (
            lang.pick("program", "programme"),
            format!("tirage {}", from.version),
        ),
        ("commit", from.commit.unwrap_or(lang.missing()).to_owned()),
        (
            lang.pick("rules (SHA-256)", "règles (SHA-256)"),
            from.rules_sha256.clone(),
        ),
        (lang.pick("seed", "graine"), model.seed.to_string()),
        (lang.pick("generator", "générateur"), from.rng.clone()),
        (
            lang.pick("sampler version", "version des tirages"),
            from.sampler_version.to_string(),
        ),
        (lang.pick("kernel", "noyau"), from.kernel.clone()),
        (lang.pick("rounds", "parties"), lang.count(rounds)),
        (
            lang.pick("started (UTC)", "début (UTC)"),
            lang.moment(&from.started_at),
        ),
    ];
    let row = |(name, value): (&str, String)| vec![name.into(), value.into()];
    let table = Table {
        caption: String::new(),
        columns: words([lang.pick("what", "quoi"), lang.pick("value", "valeur")]),
        rows: rows.into_iter().map(row).collect(),
    };
    let mut blocks = vec![
        heading("provenance", lang.pick("Provenance", "Provenance")),
        Block::Paragraph(
            lang.pick(
                "The same scenario, seed and sampler version give the same counts on any machine and with any number of threads.",
                "Le même scénario, la même graine et la même version des tirages donnent les mêmes comptes sur toute machine, quel que soit le nombre de fils.",
            )
            .to_owned(),
        ),
        Block::Table(table),
    ];
    let sources = model.games.iter().map(|sheet| {
        format!(
            "{}{} {}",
            sheet.title,
            lang.pick(":", " :"),
            super::translate(&sheet.source, lang)
        )
    });
    blocks.push(Block::List(sources.collect()));
    blocks
}
