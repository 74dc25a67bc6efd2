//! The `tirage` program: parse, dispatch, exit status.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;
use tirage::cli::{Arguments, Status, dispatch};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(answer) => return told(&answer),
    };
    match dispatch(arguments) {
        Ok(status) => status.into(),
        Err(error) => {
            // Nobody may be listening; the exit status still tells.
            let _ = writeln!(io::stderr(), "tirage: {error}");
            Status::from(&error).into()
        }
    }
}

/// Shows what the parser answers: help, the version, or what is wrong with the arguments.
fn told(answer: &clap::Error) -> ExitCode {
    let shown = answer.print().and_then(|()| io::stdout().flush());
    match shown {
        _ if answer.use_stderr() => Status::Invalid.into(),
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let _ = writeln!(
                io::stderr(),
                "tirage: cannot write to standard output: {error}"
            );
            Status::Failed.into()
        }
        _ => Status::Passed.into(),
    }
}
