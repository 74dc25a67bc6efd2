//! The command line: arguments, one file per subcommand, output, exit status.

mod args;
mod choices;
mod compare;
mod completions;
mod exact;
mod exit;
mod games;
mod lookup;
mod output;
mod policy;
mod progress;
mod readings;
mod run;
mod signals;
mod trace;

pub use args::Arguments;
pub use exit::{Status, dispatch};
