//! `tirage games`.

use crate::cli::args::{GamesArguments, ListFormat};
use crate::cli::exit::Status;
use crate::cli::output;
use crate::error::{Error, Result};
use crate::game::named;
use crate::games;
use crate::report::Catalogue;

/// Lists the games, or the one asked for.
pub(super) fn list(arguments: &GamesArguments) -> Result<Status> {
    let registry = games::registry()?;
    let wanted = match &arguments.game {
        Some(game) => vec![named(&registry, game)?],
        None => registry.iter().map(AsRef::as_ref).collect(),
    };
    let catalogue = Catalogue::new(wanted)?;
    let bytes = match arguments.format {
        ListFormat::Text => catalogue.text().into_bytes(),
        ListFormat::Json => json(&catalogue)?,
    };
    output::show(&bytes)?;
    Ok(Status::Passed)
}

/// A document with a final newline.
pub(super) fn json(document: &impl serde::Serialize) -> Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(document)
        .map_err(|error| Error::internal(format!("cannot write JSON: {error}")))?;
    bytes.push(b'\n');
    Ok(bytes)
}
