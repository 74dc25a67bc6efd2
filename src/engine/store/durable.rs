//! Files that are there complete or not at all, whatever happens.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::Path;

use crate::error::{Error, Result};

/// A text that no other attempt has, on this host or another: 64 random bits of the operating system and
/// the number of the process. A lost node may still be writing while its replacement runs.
pub fn attempt() -> String {
    let random = RandomState::new().hash_one(std::process::id());
    format!("{random:016x}-{}", std::process::id())
}

/// Writes a file under a temporary name in the same folder, sees to it that it is on the disk, and
/// renames it.
///
/// # Errors
/// The disk refuses; then what stood there before still does, and nothing else is left.
pub fn write_durably(path: &Path, bytes: &[u8]) -> Result<()> {
    let refused = |error: io::Error| Error::io(format!("cannot write: {error}")).in_file(path);
    let name = path
        .file_name()
        .ok_or_else(|| Error::internal("a file without a name").in_file(path))?;
    let temporary = format!(".{}-{}.tmp", name.to_string_lossy(), attempt());
    let temporary = path.with_file_name(temporary);
    let written = write_new(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&temporary);
        refused(error)
    })?;
    // The new name, too, must be on the disk. Not every system can do that for a folder.
    let folder = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
