//! Documents to bytes and back.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use crate::engine::store::hash::{json, sha256};
use crate::engine::store::record::Document;
use crate::error::{Error, ErrorKind, Result};

/// The version of the format that is written.
pub const FORMAT_VERSION: u32 = 1;

/// How the first line begins, in every version.
const MAGIC: &str = "tirage-tally ";

/// How the second line begins, in every version.
const HASH: &str = "sha256 ";

/// The most bytes of a file: a thousand times what a run of ten thousand strategies takes.
const MOST_BYTES: u64 = 1 << 30;

/// Why there is no document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// They are not as they were written: truncated, changed, or something else altogether.
    Damaged(String),
    /// They are as they were written, in a way this program does not read.
    Foreign(String),
    /// There are no bytes: the file is not there, is none, or cannot be read.
    Refused(ErrorKind, String),
}

impl Unread {
    /// As an error: of the input, but where the disk refuses.
    pub fn error(self) -> Error {
        match self {
            Self::Refused(ErrorKind::Io, why) => Error::io(why),
            Self::Damaged(why) | Self::Foreign(why) | Self::Refused(_, why) => Error::input(why),
        }
    }
}

impl Document {
    /// The document in the file at `path`.
    ///
    /// # Errors
    /// There is no regular file (a pipe or a device may have no end), it cannot be read, or see [`decode`].
    pub fn read(path: &Path) -> std::result::Result<Self, Unread> {
        decode(&content(path)?)
    }
}

/// The bytes of a regular file.
fn content(path: &Path) -> std::result::Result<Vec<u8>, Unread> {
    let none = |why: &str| Unread::Refused(ErrorKind::Input, format!("cannot read: {why}"));
    let refused = |error: io::Error| {
        let error = Error::path("cannot read", &error);
        Unread::Refused(error.kind(), error.message().to_owned())
    };
    let too_large = || {
        none(&format!(
            "it is larger than {MOST_BYTES} bytes, as no partial result is"
        ))
    };
    // Asked before it is opened: to open a pipe is to wait for whoever writes to it.
    let data = fs::metadata(path).map_err(refused)?;
    if data.is_dir() {
        return Err(none("it is a folder, expected a file"));
    }
    if !data.is_file() {
        return Err(none("it is a pipe or a device, expected a file"));
    }
    if data.len() > MOST_BYTES {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(refused)?;
    file.take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(refused)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(too_large());
    }
    Ok(bytes)
}

/// The bytes of a file with `document`.
///
/// # Errors
/// More bytes than are read again, or (internal) it cannot be written.
pub fn encode(document: &Document) -> Result<Vec<u8>> {
    let first = format!("{MAGIC}{FORMAT_VERSION}\n");
    let mut body = json(document)?;
    body.push(b'\n');
    let hash = sha256(&[first.as_bytes(), &body]);
    let mut bytes = format!("{first}{HASH}{hash}\n").into_bytes();
    bytes.append(&mut body);
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Error::input(format!(
            "a partial result of so many runs is larger than {MOST_BYTES} bytes: play them in several scenarios"
        )));
    }
    Ok(bytes)
}

/// The document in the bytes of a file.
///
/// # Errors
/// They are damaged, or of another version.
pub fn decode(bytes: &[u8]) -> std::result::Result<Document, Unread> {
    let damaged = |why: String| Unread::Damaged(format!("damaged: {why}"));
    if bytes.is_empty() {
        return Err(damaged("it is empty".to_owned()));
    }
    let (first, rest) = line(bytes);
    let (second, body) = line(rest);
    let begin = &bytes[..bytes.len().min(MAGIC.len())];
    if !MAGIC.as_bytes().starts_with(begin) {
        return Err(Unread::Damaged(format!(
            "not a partial result of tirage: it does not begin with `{}`",
            MAGIC.trim_end()
        )));
    }
    let version =
        text(first, MAGIC).ok_or_else(|| damaged("its first line has no version".to_owned()))?;
    let hash = text(second, HASH)
        .filter(|hash| hash.len() == 64)
        .ok_or_else(|| damaged("its second line is no SHA-256".to_owned()))?;
    if sha256(&[first, body]) != hash {
        let other = if version == FORMAT_VERSION.to_string() {
            String::new()
        } else {
            format!(" (it says format {version}; this program reads {FORMAT_VERSION})")
        };
        return Err(damaged(format!(
            "its content has not the SHA-256 it was written with{other}"
        )));
    }
    if version != FORMAT_VERSION.to_string() {
        return Err(Unread::Foreign(format!(
            "is in format {version} of partial results, and this program reads format \
             {FORMAT_VERSION}: use the version of tirage that wrote it"
        )));
    }
    serde_json::from_slice(body).map_err(|error| {
        Unread::Foreign(format!(
            "does not follow format {FORMAT_VERSION} of partial results: {error}"
        ))
    })
}

/// The first line with its end, and the rest.
fn line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    bytes.split_at(end.map_or(bytes.len(), |end| end + 1))
}

/// What follows `prefix` in a line, if it is printable and short.
fn text<'a>(line: &'a [u8], prefix: &str) -> Option<&'a str> {
    let text = std::str::from_utf8(line).ok()?;
    let text = text.strip_prefix(prefix)?.strip_suffix('\n')?;
    let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_plain && !text.is_empty() && text.len() <= 64).then_some(text)
}
