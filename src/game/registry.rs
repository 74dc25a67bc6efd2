//! Games by their names.

use crate::error::{Error, Result, unknown};
use crate::game::entry::GameEntry;

/// The game called `id` among those of `registry`.
pub fn find<'a>(registry: &'a [Box<dyn GameEntry>], id: &str) -> Option<&'a dyn GameEntry> {
    let found = registry.iter().find(|entry| entry.card().id == id);
    found.map(AsRef::as_ref)
}

/// The game that a user calls `name`.
///
/// # Errors
/// There is none; the message lists those there are.
pub fn named<'a>(registry: &'a [Box<dyn GameEntry>], name: &str) -> Result<&'a dyn GameEntry> {
    find(registry, name).ok_or_else(|| {
        let ids = registry.iter().map(|entry| entry.card().id.as_str());
        unknown("game", name, ids)
    })
}

/// The game `id`, which was looked up before.
///
/// # Errors
/// (Internal) it is not among those of `registry`.
pub fn registered<'a>(registry: &'a [Box<dyn GameEntry>], id: &str) -> Result<&'a dyn GameEntry> {
    find(registry, id).ok_or_else(|| Error::internal(format!("game {id} is not registered")))
}
