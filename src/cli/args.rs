//! Arguments as typed: parsed here, looked up elsewhere.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::cli::audit_args::{self, AuditArguments};
pub(super) use crate::cli::choices::{
    AuditFormat, Document, Generator, KernelChoice, ListFormat, TableFormat,
};
use crate::cli::document_args::DocumentOptions;
use crate::cli::long_args::{ClusterCommand, LongOptions, MergeArguments};
use crate::cli::power_args::PowerArguments;
use crate::cli::selftest::SelftestArguments;
use crate::engine::Pool;
use crate::error::Error;
use crate::game::Sessions;
use crate::report::glossary;
use crate::scenario::{parse_alpha, parse_seed, parse_session, parse_tolerance};
use crate::units::{Cents, MAX_ROUNDS, Stake, parse_rounds};

/// Plays lottery games whose odds are published, and tests what came out against what was printed.
#[derive(Debug, Parser)]
#[command(
    name = "tirage",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Without a command: `tirage run`, the standard scenario.\n\
                  Exit status: 0 every check passed; 1 the program could not do its work; \
                  2 wrong usage or invalid input; 3 a check found non-compliance; 4 none did, but one \
                  was inconclusive and --strict was given."
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The options of `tirage run`, for `tirage` alone.
    #[command(flatten)]
    pub run: RunOptions,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play and test: the standard scenario, scenario files, or one chosen game
    #[command(after_long_help = glossary())]
    Run(Box<RunArguments>),
    /// List games, strategies, stakes, readings, published tables and model weights
    Games(GamesArguments),
    /// Print the exact law of a game's payouts, without playing
    Exact(ExactArguments),
    /// Print best play for the player, or the worst, as a table
    Policy(PolicyArguments),
    /// Put all strategies of a game side by side, exact beside simulated
    Compare(CompareArguments),
    /// Say what a run can see: the smallest deviations, or the rounds that a deviation takes
    Power(PowerArguments),
    /// Say what each answer to each question of interpretation is worth
    Readings(ReadingsArguments),
    /// Hold an operator's observed plays against the published odds
    #[command(after_help = audit_args::HELP, after_long_help = audit_args::long_help())]
    Audit(AuditArguments),
    /// Tell one simulated round draw by draw, with the governing articles
    Trace(TraceArguments),
    /// Test the alarm: games with seeded faults must fail, games without must not
    Selftest(SelftestArguments),
    /// Join partial results into the report of the whole
    Merge(MergeArguments),
    /// Spread a run over machines
    #[command(subcommand)]
    Cluster(ClusterCommand),
    /// Print the JSON Schema (draft 2020-12) of a document that `--format json` writes
    Schema {
        /// The document
        #[arg(value_enum, default_value_t = Document::Run)]
        document: Document,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// `tirage run`.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// Scenario files (TOML); without any, the standard scenario
    #[arg(value_name = "SCENARIO.toml", conflicts_with = "game")]
    pub scenarios: Vec<PathBuf>,
    /// Everything else.
    #[command(flatten)]
    pub options: RunOptions,
}

/// The options of `tirage run`.
#[derive(Debug, Args)]
pub struct RunOptions {
    /// Play this game instead of a scenario
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// The strategy [default: those of the game in the standard scenario]
    #[arg(long, value_name = "STRATEGY", requires = "game")]
    pub strategy: Option<String>,
    /// The stake in EUR [default: the smallest; without --strategy: those of the standard scenario]
    #[arg(long, value_name = "EUR", requires = "game", value_parser = stake, allow_hyphen_values = true)]
    pub stake: Option<Stake>,
    /// Answer a question of interpretation; see `tirage games`
    #[arg(long = "reading", value_name = "QUESTION=ANSWER", requires = "game", value_parser = reading)]
    pub readings: Vec<(String, String)>,
    /// Rounds of every run: 1000000, `1_000_000`, 1e6, 1.5e6 [default: the scenario's, or 1e8]
    #[arg(long, value_name = "N", value_parser = parse_rounds_arg, allow_hyphen_values = true)]
    pub rounds: Option<u64>,
    /// Players of exactly N plays each, from zero keys (clefs-du-tresor) [default: the long run]
    #[arg(long, value_name = "N", requires = "game", value_parser = session, allow_hyphen_values = true)]
    pub plays: Option<NonZeroU64>,
    /// Players who buy K tickets each of a fresh block (o-secousses, piece-dor) [default: whole blocks]
    #[arg(long, value_name = "K", requires = "game", conflicts_with = "plays", value_parser = session, allow_hyphen_values = true)]
    pub tickets: Option<NonZeroU64>,
    /// Root seed, 0 to 2^53-1 [default: the scenario's, or 20180709]
    #[arg(long, value_name = "N", value_parser = parse_seed_arg, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Family-wise error rate of the verdict [default: the scenario's, or 0.001]
    #[arg(long, value_name = "P", value_parser = parse_alpha_arg, allow_hyphen_values = true)]
    pub alpha: Option<f64>,
    /// Call a passed RTP check inconclusive if a deviation by this share of the RTP might have gone
    /// unseen: 0.01 is 1 % [default: the scenario's, or none]
    #[arg(long, value_name = "SHARE", value_parser = parse_tolerance_arg, allow_hyphen_values = true)]
    pub rtp_tolerance: Option<f64>,
    /// Call a passed check of a table inconclusive if a change of one of its rows by this share of the
    /// row's chance might have gone unseen: 0.05 is 5 % [default: the scenario's, or none]
    #[arg(long, value_name = "SHARE", value_parser = parse_tolerance_arg, allow_hyphen_values = true)]
    pub cell_tolerance: Option<f64>,
    /// Generator family; the second is a second opinion. Under the first, kernels of many rounds draw from
    /// generators xoshiro256++ that it seeds: the report names what was drawn from [default: pcg64dxsm]
    #[arg(long, value_enum)]
    pub generator: Option<Generator>,
    /// Kernel: the fastest there is for a run, or the readable one [default: fast]
    #[arg(long, value_enum)]
    pub kernel: Option<KernelChoice>,
    /// Threads, 1 to 1024 [default: one per core]
    #[arg(long, value_name = "T", value_parser = threads, allow_hyphen_values = true)]
    pub threads: Option<NonZeroUsize>,
    /// The reports.
    #[command(flatten)]
    pub documents: DocumentOptions,
    /// The options for long runs.
    #[command(flatten)]
    pub long: LongOptions,
}

/// `tirage games`.
#[derive(Debug, Args)]
pub struct GamesArguments {
    /// Only this game
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Form of the list
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub format: ListFormat,
}

/// `tirage exact`.
#[derive(Debug, Args)]
pub struct ExactArguments {
    /// The game
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// The strategy
    #[arg(long, value_name = "STRATEGY")]
    pub strategy: String,
    /// The stake in EUR [default: the smallest]
    #[arg(long, value_name = "EUR", value_parser = stake, allow_hyphen_values = true)]
    pub stake: Option<Stake>,
    /// Answer a question of interpretation; see `tirage games`
    #[arg(long = "reading", value_name = "QUESTION=ANSWER", value_parser = reading)]
    pub readings: Vec<(String, String)>,
    /// A player of exactly N plays, from zero keys (clefs-du-tresor)
    #[arg(long, value_name = "N", value_parser = session, allow_hyphen_values = true)]
    pub plays: Option<NonZeroU64>,
    /// A player who buys K tickets of a fresh block (o-secousses, piece-dor)
    #[arg(long, value_name = "K", conflicts_with = "plays", value_parser = session, allow_hyphen_values = true)]
    pub tickets: Option<NonZeroU64>,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub format: ListFormat,
}

/// `tirage compare`.
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// The game
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// The stake in EUR [default: the smallest]
    #[arg(long, value_name = "EUR", value_parser = stake, allow_hyphen_values = true)]
    pub stake: Option<Stake>,
    /// Answer a question of interpretation; see `tirage games`
    #[arg(long = "reading", value_name = "QUESTION=ANSWER", value_parser = reading)]
    pub readings: Vec<(String, String)>,
    /// Rounds of every strategy [default: 1e6]
    #[arg(long, value_name = "N", value_parser = parse_rounds_arg, allow_hyphen_values = true)]
    pub rounds: Option<u64>,
    /// Root seed, 0 to 2^53-1 [default: 20180709]
    #[arg(long, value_name = "N", value_parser = parse_seed_arg, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Threads, 1 to 1024 [default: one per core]
    #[arg(long, value_name = "T", value_parser = threads, allow_hyphen_values = true)]
    pub threads: Option<NonZeroUsize>,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
}

/// `tirage readings`.
#[derive(Debug, Args)]
pub struct ReadingsArguments {
    /// The game
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// The stake in EUR [default: the smallest]
    #[arg(long, value_name = "EUR", value_parser = stake, allow_hyphen_values = true)]
    pub stake: Option<Stake>,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub format: ListFormat,
}

/// `tirage policy`.
#[derive(Debug, Args)]
pub struct PolicyArguments {
    /// The game
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// The stake in EUR [default: the smallest]
    #[arg(long, value_name = "EUR", value_parser = stake, allow_hyphen_values = true)]
    pub stake: Option<Stake>,
    /// Answer a question of interpretation; see `tirage games`
    #[arg(long = "reading", value_name = "QUESTION=ANSWER", value_parser = reading)]
    pub readings: Vec<(String, String)>,
    /// The worst play for the player, not the best
    #[arg(long)]
    pub worst: bool,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
}

/// `tirage trace`.
#[derive(Debug, Args)]
pub struct TraceArguments {
    /// The game
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// The strategy
    #[arg(long, value_name = "STRATEGY")]
    pub strategy: String,
    /// The stake in EUR [default: the smallest]
    #[arg(long, value_name = "EUR", value_parser = stake, allow_hyphen_values = true)]
    pub stake: Option<Stake>,
    /// Answer a question of interpretation; see `tirage games`
    #[arg(long = "reading", value_name = "QUESTION=ANSWER", value_parser = reading)]
    pub readings: Vec<(String, String)>,
    /// The run is of players of exactly N plays each
    #[arg(long, value_name = "N", value_parser = session, allow_hyphen_values = true)]
    pub plays: Option<NonZeroU64>,
    /// The run is of players who buy K tickets each
    #[arg(long, value_name = "K", conflicts_with = "plays", value_parser = session, allow_hyphen_values = true)]
    pub tickets: Option<NonZeroU64>,
    /// Root seed of the run [default: 20180709]
    #[arg(long, value_name = "N", value_parser = parse_seed_arg, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Number of the round in the run, from 0
    #[arg(long, value_name = "R", default_value_t = 0, value_parser = round, allow_hyphen_values = true)]
    pub round: u64,
    /// Generator family of the run
    #[arg(long, value_enum, default_value_t = Generator::Pcg64dxsm)]
    pub generator: Generator,
    /// Kernel of the run
    #[arg(long, value_enum, default_value_t = KernelChoice::Fast)]
    pub kernel: KernelChoice,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub format: ListFormat,
}

fn message(error: &Error) -> String {
    error.message().to_owned()
}

pub(super) fn parse_rounds_arg(text: &str) -> Result<u64, String> {
    parse_rounds(text).map_err(|error| message(&error))
}

pub(super) fn session(text: &str) -> Result<NonZeroU64, String> {
    parse_session(text).map_err(|error| message(&error))
}

/// Players of a fixed number of rounds, from the two options that ask for them.
pub(super) fn sessions(plays: Option<NonZeroU64>, tickets: Option<NonZeroU64>) -> Option<Sessions> {
    let of = |option: &str, rounds: Option<NonZeroU64>| {
        let option = option.to_owned();
        rounds.map(|rounds| Sessions { option, rounds })
    };
    of("plays", plays).or(of("tickets", tickets))
}

pub(super) fn parse_seed_arg(text: &str) -> Result<u64, String> {
    parse_seed(text).map_err(|error| message(&error))
}

pub(super) fn parse_alpha_arg(text: &str) -> Result<f64, String> {
    parse_alpha(text).map_err(|error| message(&error))
}

pub(super) fn parse_tolerance_arg(text: &str) -> Result<f64, String> {
    parse_tolerance(text).map_err(|error| message(&error))
}

pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let most = Pool::MAX_THREADS;
    let threads = text
        .parse()
        .ok()
        .filter(|threads: &NonZeroUsize| threads.get() <= most);
    threads.ok_or_else(|| format!("`{text}` is no number of threads: write 1 to {most}"))
}

pub(super) fn stake(text: &str) -> Result<Stake, String> {
    Cents::parse(text)
        .map(Stake)
        .map_err(|error| message(&error))
}

/// A round number: like a number of rounds, but counted from 0.
fn round(text: &str) -> Result<u64, String> {
    if text.trim().trim_start_matches('0').is_empty() && !text.trim().is_empty() {
        return Ok(0);
    }
    match parse_rounds(text) {
        Ok(round) if round < MAX_ROUNDS => Ok(round),
        _ => Err(format!(
            "`{text}` is no round: rounds are counted from 0 and stay below 1e15"
        )),
    }
}

pub(super) fn reading(text: &str) -> Result<(String, String), String> {
    let (question, answer) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}` is no reading: write QUESTION=ANSWER"))?;
    Ok((question.to_owned(), answer.to_owned()))
}
