//! `tirage cluster`: a run spread over machines. The program knows no cluster; it cuts plans into shards
//! and writes job files.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde::Serialize;

use crate::cli::args::ListFormat;
use crate::cli::exit::Status;
use crate::cli::long_args::{ClusterCommand, Divided, PlanArguments, SlurmArguments};
use crate::cli::output::{self, Folder};
use crate::engine::store::{Identity, write_durably};
use crate::engine::{Chunks, Plan, Shard};
use crate::error::{Error, Result};
use crate::games;
use crate::report::SCHEMA;
use crate::scenario::{Job, Overrides, Scenario, standard};

/// The job files, with `@NAME@` in the place of what differs.
const TEMPLATES: [(&str, &str); 3] = [
    ("shards.sbatch", include_str!("slurm/shards.sbatch")),
    ("merge.sbatch", include_str!("slurm/merge.sbatch")),
    ("submit.sh", include_str!("slurm/submit.sh")),
];

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
struct Whole {
    plan: Plan,
    identity: Identity,
}

/// Does what the command asks for.
pub(super) fn cluster(command: &ClusterCommand) -> Result<Status> {
    match command {
        ClusterCommand::Plan(arguments) => plan(arguments)?,
        ClusterCommand::Slurm(arguments) => slurm(arguments)?,
    }
    Ok(Status::Passed)
}

fn whole(divided: &Divided) -> Result<Whole> {
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
    Ok(Whole {
        identity: Identity::of(&registry, &plan)?,
        plan,
    })
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

/// Writes the job files.
fn slurm(arguments: &SlurmArguments) -> Result<()> {
    let divided = &arguments.divided;
    let Whole { identity, .. } = whole(divided)?;
    let folder = Folder::open(&arguments.out)?;
    let mut run = Vec::new();
    if let Some(file) = &divided.scenario {
        // A copy: what is changed later in the original changes nothing here.
        let bytes = fs::read(file)
            .map_err(|error| Error::io(format!("cannot read: {error}")).in_file(file))?;
        write_durably(&folder.path().join("scenario.toml"), &bytes)?;
        run.push("scenario.toml".to_owned());
    }
    run.extend(divided.rounds.map(|rounds| format!("--rounds {rounds}")));
    run.extend(divided.seed.map(|seed| format!("--seed {seed}")));
    let program = std::env::current_exe()
        .map_err(|error| Error::io(format!("cannot find this program: {error}")))?;
    let values = [
        ("@SHARDS@", divided.shards.to_string()),
        ("@ARRAY@", arguments.array.to_string()),
        ("@CORES@", arguments.cores.to_string()),
        ("@ARGUMENTS@", run.join(" ")),
        ("@HASH@", identity.short_hash()?),
        ("@PROGRAM@", quoted(&program.to_string_lossy())),
    ];
    for (name, template) in TEMPLATES {
        let filled = values
            .iter()
            .fold(template.to_owned(), |text, (key, value)| {
                text.replace(key, value)
            });
        let path = folder.path().join(name);
        write_durably(&path, filled.as_bytes())?;
        make_executable(&path)?;
    }
    output::note(&format!(
        "wrote {} to {}; submit with {}",
        TEMPLATES.map(|(name, _)| name).join(", "),
        folder.path().display(),
        folder.path().join("submit.sh").display()
    ));
    Ok(())
}

/// A text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(unix)]
fn make_executable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
        .map_err(|error| Error::io(format!("cannot make executable: {error}")).in_file(path))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it may fail elsewhere")]
fn make_executable(_: &Path) -> Result<()> {
    Ok(())
}
