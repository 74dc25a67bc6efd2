//! The command line: arguments, one file per subcommand, output, exit status.

mod args;
mod audit;
mod audit_args;
mod audit_documents;
mod choices;
mod cluster;
mod compare;
mod completions;
mod document_args;
mod documents;
mod exact;
mod exit;
mod games;
mod long;
mod long_args;
mod lookup;
mod merge;
mod output;
mod policy;
mod power;
mod power_args;
mod progress;
mod readings;
mod rules;
mod run;
mod schema;
mod selftest;
mod signals;
mod slurm;
mod task;
mod trace;

pub use args::Arguments;
pub use exit::{Status, dispatch};
