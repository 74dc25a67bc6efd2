//! The standard scenario, embedded in the program.

use crate::error::Result;
use crate::scenario::file::Scenario;

/// The text of `scenarios/standard.toml`.
const STANDARD: &str = include_str!("../../scenarios/standard.toml");

/// The standard scenario.
///
/// # Errors
/// The embedded text is wrong: a test reads it, so this does not happen in a released program.
pub fn standard() -> Result<Scenario> {
    Scenario::parse(STANDARD)
}
