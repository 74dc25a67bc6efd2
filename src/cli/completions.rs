//! `tirage completions`.

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::cli::args::Arguments;
use crate::cli::exit::Status;
use crate::cli::output;
use crate::error::Result;

/// Prints the completion script for `shell`.
pub(super) fn print(shell: Shell) -> Result<Status> {
    let mut script = Vec::new();
    generate(shell, &mut Arguments::command(), "tirage", &mut script);
    output::show(&script)?;
    Ok(Status::Passed)
}
