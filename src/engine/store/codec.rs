//! Documents to bytes and back.

use crate::engine::store::hash::{json, sha256};
use crate::engine::store::record::Document;
use crate::error::{Error, Result};

/// The version of the format that is written.
pub const FORMAT_VERSION: u32 = 1;

/// How the first line begins, in every version.
const MAGIC: &str = "tirage-tally ";

/// How the second line begins, in every version.
const HASH: &str = "sha256 ";

/// Why bytes are no document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// They are not as they were written: truncated, changed, or something else altogether.
    Damaged(String),
    /// They are as they were written, in a way this program does not read.
    Foreign(String),
}

impl Unread {
    /// As an error of the input.
    pub fn error(self) -> Error {
        match self {
            Self::Damaged(why) | Self::Foreign(why) => Error::input(why),
        }
    }
}

/// The bytes of a file with `document`.
///
/// # Errors
/// (Internal) it cannot be written.
pub fn encode(document: &Document) -> Result<Vec<u8>> {
    let first = format!("{MAGIC}{FORMAT_VERSION}\n");
    let mut body = json(document)?;
    body.push(b'\n');
    let hash = sha256(&[first.as_bytes(), &body]);
    let mut bytes = format!("{first}{HASH}{hash}\n").into_bytes();
    bytes.append(&mut body);
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
    let version = text(first, MAGIC).ok_or_else(|| {
        damaged("it does not begin as a partial result of tirage does".to_owned())
    })?;
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
