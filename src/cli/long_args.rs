//! Arguments of long runs, and of the commands that join and spread them.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use crate::cli::args::{ListFormat, parse_rounds_arg, parse_seed_arg, threads};
use crate::cli::document_args::DocumentOptions;
use crate::engine::Shard;
use crate::scenario::parse_half_width;

/// The options of `tirage run` for long runs.
#[derive(Debug, Args)]
#[command(next_help_heading = "Long runs")]
pub struct LongOptions {
    /// Keep resumable state in this folder: at once, then at most every minute, and at Ctrl-C or SIGTERM;
    /// goes on where the folder has the state of the same run. Runs are played one after the other: stopped
    /// without --max-time, only the first have been played
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    pub checkpoint: Option<PathBuf>,
    /// Go on from the state in this folder; no other argument is needed, and --rounds makes the run longer
    #[arg(long, value_name = "DIR")]
    pub resume: Option<PathBuf>,
    /// How often to keep the state [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub checkpoint_every: Option<Duration>,
    /// Play only the K-th of N parts, counted from 1, and write a partial result into --out; see `tirage merge`
    #[arg(long, value_name = "K/N", value_parser = shard, conflicts_with_all = ["max_time", "format"])]
    pub shard: Option<Shard>,
    /// Stop at the end of a chunk after so long, e.g. 90s, 10m, 1h30m, shared fairly among the runs
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub max_time: Option<Duration>,
    /// Play only as many rounds as the interval for the RTP needs to reach W stakes to both sides, by the
    /// exact variance; a number of rounds given remains the most
    #[arg(long, value_name = "W", value_parser = half_width, conflicts_with = "resume", allow_hyphen_values = true)]
    pub rtp_half_width: Option<f64>,
}

/// `tirage merge`.
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// Partial results, the files of `tirage run --shard`, in any order, or folders of them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The reports.
    #[command(flatten)]
    pub documents: DocumentOptions,
}

/// `tirage cluster`.
#[derive(Debug, Subcommand)]
pub enum ClusterCommand {
    /// Print the shards of a scenario: file names and ranges of chunks
    Plan(PlanArguments),
    /// Write job files for Slurm: an array of shards, a merge that waits for it, and a script that submits both
    Slurm(SlurmArguments),
}

/// What is to be cut into shards.
#[derive(Debug, Args)]
pub struct Divided {
    /// Scenario file (TOML); without one, the standard scenario
    #[arg(value_name = "SCENARIO.toml")]
    pub scenario: Option<PathBuf>,
    /// Number of shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub shards: u64,
    /// Rounds of every run [default: the scenario's, or 1e8]
    #[arg(long, value_name = "N", value_parser = parse_rounds_arg)]
    pub rounds: Option<u64>,
    /// Root seed, 0 to 2^53-1 [default: the scenario's, or 20180709]
    #[arg(long, value_name = "N", value_parser = parse_seed_arg)]
    pub seed: Option<u64>,
}

/// `tirage cluster plan`.
#[derive(Debug, Args)]
pub struct PlanArguments {
    /// What is to be cut.
    #[command(flatten)]
    pub divided: Divided,
    /// Form of the list
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub format: ListFormat,
}

/// `tirage cluster slurm`.
#[derive(Debug, Args)]
pub struct SlurmArguments {
    /// What is to be cut.
    #[command(flatten)]
    pub divided: Divided,
    /// Folder for the job files and all results; every node must see it
    #[arg(long, value_name = "DIR", default_value = "tirage-slurm")]
    pub out: PathBuf,
    /// Cores of each shard
    #[arg(long, value_name = "T", value_parser = threads, default_value = "1")]
    pub cores: NonZeroUsize,
    /// The most shards in one job array; clusters cap it, commonly at 1000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000), default_value = "1000")]
    pub array: u64,
}

fn duration(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text.trim()).ok();
    time.filter(|time| *time >= Duration::from_millis(1))
        .ok_or_else(|| {
            format!("`{text}` is no time: write a number and a unit, such as 90s, 10m or 1h30m")
        })
}

fn shard(text: &str) -> Result<Shard, String> {
    Shard::parse(text).map_err(|error| error.message().to_owned())
}

fn half_width(text: &str) -> Result<f64, String> {
    parse_half_width(text).map_err(|error| error.message().to_owned())
}
