//! How every CSV file is written: RFC 4180, UTF-8 without a mark, one header line.
//!
//! A spreadsheet takes a field that begins with `=`, `+`, `-` or `@`, or with a tab or a line end before
//! it, for a formula, and may run it. Fields that are no numbers and begin like that get an apostrophe
//! before them, which a spreadsheet takes for the mark of text.

use std::borrow::Cow;

use crate::error::{Error, Result};

/// A writer of lines into memory.
pub(super) type Lines = csv::Writer<Vec<u8>>;

/// A writer whose first line is its header; [`finished`] gives its file.
pub(super) fn lines() -> Lines {
    csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new())
}

/// The file of the lines written, every field guarded.
///
/// # Errors
/// (Internal) lines of different lengths.
pub(super) fn finished(lines: Lines) -> Result<Vec<u8>> {
    let written = lines.into_inner().map_err(|error| refused(&error))?;
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(&written[..]);
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    for record in reader.records() {
        let record = record.map_err(|error| refused(&error))?;
        let fields = record.iter().map(guarded);
        let fields = fields.map(|field| field.into_owned().into_bytes());
        writer
            .write_record(fields)
            .map_err(|error| refused(&error))?;
    }
    writer.into_inner().map_err(|error| refused(&error))
}

/// The error of a line that cannot be written.
pub(super) fn refused(error: &dyn std::fmt::Display) -> Error {
    Error::internal(format!("cannot write CSV: {error}"))
}

/// `field` as no spreadsheet runs it. Some take the wide forms of these signs for them too.
fn guarded(field: &str) -> Cow<'_, str> {
    const STARTS: &[char] = &['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    if field.starts_with(STARTS) && field.parse::<f64>().is_err() {
        Cow::Owned(format!("'{field}"))
    } else {
        Cow::Borrowed(field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_text_and_numbers_stay() {
        for text in [
            "=1+1",
            "+cmd|' /C calc'!A0",
            "-2+3",
            "@SUM(A1)",
            "\t=1",
            "＝1",
        ] {
            assert_eq!(guarded(text), format!("'{text}"));
        }
        for text in ["+1", "-3", "-1.5e-300", "4,00 EUR", "a=b", "'=1", ""] {
            assert_eq!(guarded(text), text);
        }
    }

    #[test]
    fn lines_end_as_the_standard_says() {
        let mut lines = lines();
        lines.write_record(["a", "b"]).expect("a line");
        lines.write_record(["=\"x\"\n", "-1"]).expect("a line");
        let file = finished(lines).expect("a file");
        assert_eq!(file, b"a,b\r\n\"'=\"\"x\"\"\n\",-1\r\n");
    }
}
