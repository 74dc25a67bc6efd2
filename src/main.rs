//! The `tirage` program: parse, dispatch, exit status.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use tirage::cli::{Arguments, Status, dispatch};

fn main() -> ExitCode {
    match dispatch(Arguments::parse()) {
        Ok(status) => status.into(),
        Err(error) => {
            // Nobody may be listening; the exit status still tells.
            let _ = writeln!(io::stderr(), "tirage: {error}");
            Status::from(&error).into()
        }
    }
}
