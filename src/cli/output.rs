//! Where bytes go: standard output or a folder.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::engine::store::{attempt, write_durably};
use crate::error::{Error, Result};
use crate::report::File;

/// Writes to standard output. A reader that has closed the pipe has seen enough: no error.
///
/// # Errors
/// Any other failure to write.
pub(super) fn show(bytes: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::io(format!(
            "cannot write to standard output: {error}"
        ))),
        _ => Ok(()),
    }
}

/// A note for the person at the terminal, on standard error; lost without harm if nobody reads it.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// A folder that was found writable.
pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Makes the folder if need be and tries to write in it, before hours of work depend on it.
    ///
    /// # Errors
    /// It cannot be made or written to.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let what = "cannot write reports there";
        let refused = |error: io::Error| Error::path(what, &error).in_file(path);
        if path.exists() && !path.is_dir() {
            let message = format!("{what}: it is a file, expected a folder");
            return Err(Error::input(message).in_file(path));
        }
        fs::create_dir_all(path).map_err(refused)?;
        let probe = path.join(format!(".tirage-{}", attempt()));
        let written = fs::write(&probe, b"probe");
        let removed = fs::remove_file(&probe);
        written.and(removed).map_err(refused)?;
        Ok(Self {
            path: path.to_owned(),
        })
    }

    /// Checks that files of these names can be put there.
    ///
    /// # Errors
    /// One of them is a folder.
    pub(super) fn check_names(&self, names: &[String]) -> Result<()> {
        let blocked = names
            .iter()
            .map(|name| self.path.join(name))
            .find(|path| path.is_dir());
        blocked.map_or(Ok(()), |path| {
            let message = "cannot write a report there: it is a folder; remove it";
            Err(Error::input(message).in_file(&path))
        })
    }

    /// Writes a file, complete or not at all: under a temporary name first, then renamed.
    ///
    /// # Errors
    /// The disk refuses.
    pub(super) fn write(&self, file: &File) -> Result<()> {
        write_durably(&self.path.join(&*file.name), &file.bytes)
    }

    /// The folder's path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}
