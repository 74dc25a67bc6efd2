//! `tirage cluster`: a run spread over machines. The program knows no cluster; it cuts plans into shards
//! and writes job files.

use std::fmt::Write;
use std::ops::Range;

use serde::Serialize;

use crate::cli::args::ListFormat;
use crate::cli::exit::Status;
use crate::cli::long_args::{ClusterCommand, Divided, PlanArguments};
use crate::cli::{output, slurm};
use crate::engine::store::Identity;
use crate::engine::{Chunks, Plan, PlannedRun, Shard};
use crate::error::Result;
use crate::games;
use crate::report::SCHEMA;
use crate::scenario::{Job, Overrides, Scenario, standard};

/// All shards as a document.
#[derive(Serialize)]
struct ShardPlan {
    schema: &'static str,
    scenario_sha256: String,
    seed: u64,
    runs: Vec<RunPlan>,
    shards: Vec<ShardLine>,
}

/// A run to be cut.
#[derive(Serialize)]
struct RunPlan {
    game: String,
    strategy: String,
    stake_cents: i64,
    rounds: u64,
    chunk_rounds: u64,
    chunks: u64,
}

/// One shard; chunks `from` (included) `to` (excluded) of every run.
#[derive(Serialize)]
struct ShardLine {
    shard: u64,
    file: String,
    rounds: u64,
    chunks: Vec<Span>,
}

#[derive(Serialize)]
struct Span {
    from: u64,
    to: u64,
}

/// A plan to be cut, with its hash.
pub(super) struct Whole {
    /// The plan.
    pub(super) plan: Plan,
    /// Its identity.
    pub(super) identity: Identity,
}

/// Does what the command asks for.
pub(super) fn cluster(command: &ClusterCommand) -> Result<Status> {
    match command {
        ClusterCommand::Plan(arguments) => plan(arguments)?,
        ClusterCommand::Slurm(arguments) => slurm::write(arguments)?,
    }
    Ok(Status::Passed)
}

/// What is to be cut; says how many of its shards would have nothing to play, if any.
///
/// # Errors
/// No such scenario, or a wrong one.
pub(super) fn whole(divided: &Divided) -> Result<Whole> {
    let registry = games::registry()?;
    let scenario = match &divided.scenario {
        Some(file) => Scenario::read(file)?,
        None => standard()?,
    };
    let overrides = Overrides {
        seed: divided.seed,
        rounds: divided.rounds,
        ..Overrides::default()
    };
    let plan = Job::new(&registry, &[scenario], overrides)?.plan;
    tell_idle(&plan, divided.shards)?;
    Ok(Whole {
        identity: Identity::of(&registry, &plan)?,
        plan,
    })
}

fn tell_idle(plan: &Plan, of: u64) -> Result<()> {
    let mut idle = 0_u64;
    for index in 1..=of {
        let ranges = Shard::new(index, of)?.ranges(plan);
        idle += u64::from(ranges.iter().all(Range::is_empty));
    }
    if idle > 0 {
        let chunks: u64 = plan.runs.iter().map(PlannedRun::chunks).sum();
        output::note(&format!(
            "{idle} of {of} shards have nothing to play: the smallest piece is a chunk, and all runs together \
             have {chunks}; no more than --shards {} can work at a time",
            of - idle
        ));
    }
    Ok(())
}

/// Prints the shards.
fn plan(arguments: &PlanArguments) -> Result<()> {
    let Whole { plan, identity } = whole(&arguments.divided)?;
    let of = arguments.divided.shards;
    let mut shards = Vec::new();
    for index in 1..=of {
        let shard = Shard::new(index, of)?;
        let ranges = shard.ranges(&plan);
        let rounds = plan.runs.iter().zip(&ranges).map(|(run, range)| {
            let chunks = Chunks::new(run.rounds, run.prepared.chunk_rounds());
            chunks.rounds_before(range.end) - chunks.rounds_before(range.start)
        });
        shards.push(ShardLine {
            shard: index,
            file: identity.part_name(Some(shard))?,
            rounds: rounds.sum(),
            chunks: ranges
                .into_iter()
                .map(|range| Span {
                    from: range.start,
                    to: range.end,
                })
                .collect(),
        });
    }
    let runs = plan.runs.iter().map(|run| RunPlan {
        game: run.prepared.spec().game.clone(),
        strategy: run.prepared.spec().strategy.clone(),
        stake_cents: run.prepared.spec().stake.cents(),
        rounds: run.rounds,
        chunk_rounds: run.prepared.chunk_rounds(),
        chunks: run.chunks(),
    });
    let document = ShardPlan {
        schema: SCHEMA,
        scenario_sha256: identity.sha256()?,
        seed: plan.seed,
        runs: runs.collect(),
        shards,
    };
    output::show(&match arguments.format {
        ListFormat::Json => super::games::json(&document)?,
        ListFormat::Text => text(&document).into_bytes(),
    })
}

fn text(document: &ShardPlan) -> String {
    let mut text = format!(
        "Scenario {}, seed {}\n\nRuns\n",
        document.scenario_sha256, document.seed
    );
    for (number, run) in document.runs.iter().enumerate() {
        let _ = writeln!(
            text,
            "  {}  {} {}  {} rounds in {} chunks of {}",
            number + 1,
            run.game,
            run.strategy,
            run.rounds,
            run.chunks,
            run.chunk_rounds
        );
    }
    text += "\nShards: file, rounds, first and last chunk of every run\n";
    for shard in &document.shards {
        let spans = shard.chunks.iter().map(|span| match span.to - span.from {
            0 => "-".to_owned(),
            _ => format!("{}..{}", span.from, span.to - 1),
        });
        let spans: Vec<String> = spans.collect();
        let _ = writeln!(
            text,
            "  {}  {}  {}",
            shard.file,
            shard.rounds,
            spans.join(" ")
        );
    }
    text
}
