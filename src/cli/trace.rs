//! `tirage trace`: one round of a run, told draw by draw.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use crate::cli::args::{ListFormat, TraceArguments, sessions};
use crate::cli::exit::Status;
use crate::cli::{lookup, output};
use crate::engine::Chunks;
use crate::error::{Error, Result};
use crate::game::{GameCard, RunSpec, Transcript, named};
use crate::games;
use crate::report::SCHEMA;
use crate::scenario::DEFAULT_SEED;
use crate::units::{Cents, MAX_ROUNDS};

/// A told round as a document.
#[derive(Serialize)]
struct Trace<'a> {
    schema: &'static str,
    game: &'a str,
    strategy: &'a str,
    stake_cents: i64,
    readings: &'a BTreeMap<String, String>,
    seed: u64,
    rng: &'static str,
    kernel: &'static str,
    round: u64,
    payout_cents: i64,
    steps: Vec<TraceStep<'a>>,
}

/// One step; `draw` is the label of the row that came up.
#[derive(Serialize)]
struct TraceStep<'a> {
    article: &'a str,
    what: &'a str,
    table: Option<&'a str>,
    draw: Option<&'a str>,
}

/// Tells the round.
pub(super) fn trace(arguments: &TraceArguments) -> Result<Status> {
    let registry = games::registry()?;
    let entry = named(&registry, &arguments.game)?;
    let card = entry.card();
    let stake = lookup::stake(card, arguments.stake)?;
    let readings = answers(&arguments.readings)?;
    let sessions = sessions(arguments.plays, arguments.tickets);
    let run = entry.prepare_with(
        arguments.kernel.into(),
        &arguments.strategy,
        stake,
        &readings,
        sessions.as_ref(),
    )?;
    let seed = arguments.seed.unwrap_or(DEFAULT_SEED);
    let (chunk, index) = Chunks::new(MAX_ROUNDS, run.chunk_rounds()).locate(arguments.round);
    let key = run.spec().stream_key(seed, run.kernel());
    let transcript = run.tell(key.generator(arguments.generator.into(), chunk), index);
    let drawn = (run.generators(arguments.generator.into()), run.kernel());
    let document = document(card, run.spec(), seed, drawn, arguments.round, &transcript);
    let bytes = match arguments.format {
        ListFormat::Json => super::games::json(&document)?,
        ListFormat::Text => text(card, &document).into_bytes(),
    };
    output::show(&bytes)?;
    Ok(Status::Passed)
}

/// Questions to answers, each question once.
pub(super) fn answers(readings: &[(String, String)]) -> Result<BTreeMap<String, String>> {
    let mut answers = BTreeMap::new();
    for (question, answer) in readings {
        if answers.insert(question.clone(), answer.clone()).is_some() {
            return Err(Error::input(format!("reading `{question}` is given twice")));
        }
    }
    Ok(answers)
}

fn document<'a>(
    card: &'a GameCard,
    spec: &'a RunSpec,
    seed: u64,
    (rng, kernel): (&'static str, &'static str),
    round: u64,
    transcript: &'a Transcript,
) -> Trace<'a> {
    let steps = transcript.steps.iter().map(|step| {
        let drawn = step.draw.map(|draw| {
            let table = &card.tables[draw.table];
            (&*table.id, &*table.rows[draw.row].label)
        });
        TraceStep {
            article: step.article,
            what: &step.what,
            table: drawn.map(|(table, _)| table),
            draw: drawn.map(|(_, label)| label),
        }
    });
    Trace {
        schema: SCHEMA,
        game: &spec.game,
        strategy: &spec.strategy,
        stake_cents: spec.stake.cents(),
        readings: &spec.readings,
        seed,
        rng,
        kernel,
        round,
        payout_cents: transcript.payout.0,
        steps: steps.collect(),
    }
}

fn text(card: &GameCard, trace: &Trace<'_>) -> String {
    let mut text = format!(
        "{} · {} · {} EUR · seed {} · {} · kernel {} · round {}\n",
        card.title,
        trace.strategy,
        Cents(trace.stake_cents),
        trace.seed,
        trace.rng,
        trace.kernel,
        trace.round
    );
    let readings = trace
        .readings
        .iter()
        .map(|(question, answer)| format!("{question}={answer}"));
    text += &format!("readings: {}\n\n", readings.collect::<Vec<_>>().join(", "));
    let width = trace
        .steps
        .iter()
        .map(|step| step.article.len())
        .max()
        .unwrap_or(0);
    for step in &trace.steps {
        let _ = write!(text, "  {:<width$}  {}", step.article, step.what);
        if let (Some(table), Some(draw)) = (step.table, step.draw) {
            let _ = write!(text, "  [{table}: {draw}]");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "\npays {} EUR", Cents(trace.payout_cents));
    text
}
