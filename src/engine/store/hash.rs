//! SHA-256 of documents.

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::error::{Error, Result};

/// Bytes in lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        text += &format!("{byte:02x}");
        text
    })
}

/// The SHA-256 of `parts`, one after the other.
pub(super) fn sha256(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hex(&hash.finalize())
}

/// The SHA-256 of `value` as it is written.
///
/// # Errors
/// (Internal) it cannot be written as JSON.
pub(super) fn sha256_of(value: &impl Serialize) -> Result<String> {
    Ok(sha256(&[&json(value)?]))
}

/// `value` as JSON on one line.
///
/// # Errors
/// (Internal) it cannot be written as JSON.
pub(super) fn json(value: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(value)
        .map_err(|error| Error::internal(format!("cannot write a partial result: {error}")))
}
