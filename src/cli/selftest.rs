//! `tirage selftest`: the alarm, tested.

use std::num::NonZeroUsize;

use clap::Args;

use crate::cli::args::{ListFormat, parse_seed_arg, threads};
use crate::cli::exit::Status;
use crate::cli::{output, signals};
use crate::error::Result;
use crate::games;
use crate::scenario::DEFAULT_SEED;
use crate::selftest::{self, Fault, FaultList};

/// `tirage selftest`.
#[derive(Debug, Args)]
#[command(
    after_help = "Every fault is played by the real kernels and judged by the real checks, in 1e4, 3e4, 1e5, \
                        ... rounds up to its limit, until a check fails; then the games without a fault are \
                        played under 500 seeds.\n\
                        Exit status: 0 every fault was caught and there were no excess alarms; 3 a fault was \
                        missed or there were."
)]
pub struct SelftestArguments {
    /// Play only this fault; may be repeated
    #[arg(long = "fault", value_name = "ID")]
    pub faults: Vec<String>,
    /// List the faults and play none
    #[arg(long, conflicts_with = "faults")]
    pub list: bool,
    /// Root seed, 0 to 2^53-1 [default: 20180709]
    #[arg(long, value_name = "N", value_parser = parse_seed_arg, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Threads, 1 to 1024 [default: one per core]
    #[arg(long, value_name = "T", value_parser = threads, allow_hyphen_values = true)]
    pub threads: Option<NonZeroUsize>,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub format: ListFormat,
}

/// Plays the faults, or those asked for, and shows which check caught each.
pub(super) fn selftest(arguments: &SelftestArguments) -> Result<Status> {
    if arguments.list {
        let list = FaultList::new();
        output::show(&match arguments.format {
            ListFormat::Json => super::games::json(&list)?,
            ListFormat::Text => list.text().into_bytes(),
        })?;
        return Ok(Status::Passed);
    }
    let is_whole = arguments.faults.is_empty();
    let faults: Vec<&Fault> = if is_whole {
        selftest::faults().collect()
    } else {
        let asked = arguments.faults.iter().map(|id| selftest::find(id));
        asked.collect::<Result<_>>()?
    };
    let registry = games::registry()?;
    let stop = signals::stop_flag()?;
    let seed = arguments.seed.unwrap_or(DEFAULT_SEED);
    let report = selftest::selftest(&registry, &faults, is_whole, seed, arguments.threads, &stop)?;
    output::show(&match arguments.format {
        ListFormat::Json => super::games::json(&report)?,
        ListFormat::Text => report.text().into_bytes(),
    })?;
    Ok(if report.is_good() {
        Status::Passed
    } else {
        Status::NonCompliant
    })
}
