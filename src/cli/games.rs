//! `tirage games`.

use crate::cli::args::{GamesArguments, ListFormat};
use crate::cli::exit::Status;
use crate::cli::output;
use crate::error::{Error, Result, unknown};
use crate::games;
use crate::report::Catalogue;

/// Lists the games, or the one asked for.
pub(super) fn list(arguments: &GamesArguments) -> Result<Status> {
    let registry = games::registry()?;
    let ids = || registry.iter().map(|entry| entry.card().id.as_str());
    if let Some(game) = &arguments.game
        && !ids().any(|id| id == game)
    {
        return Err(unknown("game", game, ids()));
    }
    let wanted = registry.iter().map(AsRef::as_ref).filter(|entry| {
        arguments
            .game
            .as_ref()
            .is_none_or(|game| entry.card().id == *game)
    });
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
