//! From arguments to the exit status.

use std::process::ExitCode;

use crate::cli::args::{Arguments, Command};
use crate::cli::{
    audit, cluster, compare, completions, exact, games, merge, policy, power, readings, run,
    schema, selftest, trace,
};
use crate::error::{Error, ErrorKind, Result};
use crate::rng::check_instructions;

/// How the program ends; the numbers are public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No check failed.
    Passed = 0,
    /// The program could not do its work.
    Failed = 1,
    /// Wrong usage or invalid input.
    Invalid = 2,
    /// A check found non-compliance.
    NonCompliant = 3,
    /// No check failed, but one was inconclusive, and that was not to pass.
    Inconclusive = 4,
}

impl From<&Error> for Status {
    fn from(error: &Error) -> Self {
        match error.kind() {
            ErrorKind::Input => Self::Invalid,
            ErrorKind::Io | ErrorKind::Internal => Self::Failed,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// Does what the arguments ask for.
///
/// # Errors
/// Whatever kept it from being done; [`Status`] has the exit status.
pub fn dispatch(arguments: Arguments) -> Result<Status> {
    check_instructions()?;
    match arguments.command {
        None => run::run(&[], &arguments.run),
        Some(Command::Run(run)) => run::run(&run.scenarios, &run.options),
        Some(Command::Exact(arguments)) => exact::exact(&arguments),
        Some(Command::Games(list)) => games::list(&list),
        Some(Command::Policy(arguments)) => policy::policy(&arguments),
        Some(Command::Power(arguments)) => power::power(&arguments),
        Some(Command::Compare(arguments)) => compare::compare(&arguments),
        Some(Command::Readings(arguments)) => readings::readings(&arguments),
        Some(Command::Audit(arguments)) => audit::audit(&arguments),
        Some(Command::Selftest(arguments)) => selftest::selftest(&arguments),
        Some(Command::Trace(arguments)) => trace::trace(&arguments),
        Some(Command::Merge(arguments)) => merge::merge(&arguments),
        Some(Command::Cluster(command)) => cluster::cluster(&command),
        Some(Command::Schema { document }) => schema::schema(document),
        Some(Command::Completions { shell }) => completions::print(shell),
    }
}
