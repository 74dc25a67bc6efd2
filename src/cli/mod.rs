//! The command line: arguments, one file per subcommand, output, exit status.

mod args;
mod cluster;
mod compare;
mod completions;
mod exact;
mod exit;
mod games;
mod long;
mod long_args;
mod lookup;
mod merge;
mod output;
mod policy;
mod progress;
mod readings;
mod run;
mod signals;
mod task;
mod trace;

pub use args::Arguments;
pub use exit::{Status, dispatch};
