//! `tirage schema`: the JSON Schemas of the documents.

use crate::cli::choices::Document;
use crate::cli::exit::Status;
use crate::cli::output;
use crate::error::{Error, Result};
use crate::report::SCHEMAS;

/// Prints the schema of a document.
pub(super) fn schema(document: Document) -> Result<Status> {
    let name = document.name();
    let found = SCHEMAS.iter().find(|(known, _)| *known == name);
    let (_, text) = found.ok_or_else(|| Error::internal(format!("no schema of {name}")))?;
    output::show(text.as_bytes())?;
    Ok(Status::Passed)
}
