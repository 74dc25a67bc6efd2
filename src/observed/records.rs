//! Records of a CSV file, one at a time, each with the number of the line it begins on.

use std::io::{BufRead, BufReader, Read};
use std::ops::Range;

use sha2::{Digest, Sha256};

use crate::error::{Error, Result};

/// A record may not be longer, in bytes.
const LONGEST: usize = 1 << 16;

/// A record: its fields, and where it begins.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// Number of the file's line that it begins on, from 1.
    pub(super) line: u64,
    text: String,
    fields: Vec<Range<usize>>,
}

impl Record {
    /// The fields in order, without blanks around them.
    pub(super) fn fields(&self) -> impl ExactSizeIterator<Item = &str> {
        self.fields
            .iter()
            .map(|range| self.text[range.clone()].trim())
    }

    /// Field number `at`, or nothing.
    pub(super) fn get(&self, at: usize) -> &str {
        let range = self.fields.get(at).cloned();
        range.map_or("", |range| self.text[range].trim())
    }
}

/// What came next.
#[derive(Debug)]
pub(super) enum Next {
    /// A record, now in the buffer.
    Record,
    /// Lines that hold no record, the first of them, and why.
    Bad(u64, String),
    /// The end of the file, or of what can be read of it.
    End,
}

/// Reads records, and hashes every byte of the file on the way.
///
/// Lines end with LF or CRLF; a field in quotes may hold delimiters, line ends and doubled quotes (RFC
/// 4180). Memory does not grow with the file.
pub(super) struct Records<R: Read> {
    source: BufReader<Hashed<R>>,
    buffer: Vec<u8>,
    delimiter: u8,
    /// Lines read so far.
    pub(super) lines: u64,
    /// Lines without any character, passed over.
    pub(super) blank: u64,
    ended: bool,
}

/// Bytes that are hashed as they pass.
struct Hashed<R> {
    inner: R,
    hash: Sha256,
    bytes: u64,
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(into)?;
        self.hash.update(&into[..count]);
        self.bytes += count as u64;
        Ok(count)
    }
}

impl<R: Read> Records<R> {
    pub(super) fn new(source: R) -> Self {
        let hashed = Hashed {
            inner: source,
            hash: Sha256::new(),
            bytes: 0,
        };
        Self {
            source: BufReader::with_capacity(1 << 16, hashed),
            buffer: Vec::new(),
            delimiter: b',',
            lines: 0,
            blank: 0,
            ended: false,
        }
    }

    /// Sets the delimiter of the records to come.
    pub(super) fn delimit(&mut self, delimiter: char) {
        self.delimiter = delimiter as u8;
    }

    /// Reads the first line as a header: drops a byte order mark, and takes for the delimiter the one of
    /// comma and semicolon that it has more of. Gives that delimiter.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(super) fn header(&mut self, record: &mut Record) -> Result<Option<(char, Next)>> {
        loop {
            if !self.line()? {
                return Ok(None);
            }
            if self.lines == 1 && self.buffer.starts_with(b"\xef\xbb\xbf") {
                self.buffer.drain(..3);
            }
            if !self.buffer.is_empty() {
                break;
            }
            self.blank += 1;
        }
        let count = |wanted: u8| self.buffer.split(|byte| *byte == wanted).count();
        let delimiter = if count(b';') > count(b',') { ';' } else { ',' };
        self.delimit(delimiter);
        Ok(Some((delimiter, self.finish(record)?)))
    }

    /// Reads the next record into `record`.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(super) fn next(&mut self, record: &mut Record) -> Result<Next> {
        loop {
            if self.ended || !self.line()? {
                return Ok(Next::End);
            }
            if !self.buffer.is_empty() {
                return self.finish(record);
            }
            self.blank += 1;
        }
    }

    /// Reads a line into the buffer, without its end; whether there was one.
    fn line(&mut self) -> Result<bool> {
        self.buffer.clear();
        self.more()
    }

    /// Adds a line to the buffer.
    fn more(&mut self) -> Result<bool> {
        let before = self.buffer.len();
        let limit = (LONGEST + 2) as u64;
        let read = (&mut self.source)
            .take(limit)
            .read_until(b'\n', &mut self.buffer);
        let read = read.map_err(|error| Error::input(format!("cannot read: {error}")))?;
        if read == 0 {
            return Ok(false);
        }
        self.lines += 1;
        if self.buffer.last() == Some(&b'\n') {
            self.buffer.pop();
            if self.buffer.len() > before && self.buffer.last() == Some(&b'\r') {
                self.buffer.pop();
            }
        }
        Ok(true)
    }

    /// Splits what is in the buffer, and further lines while a quote is open.
    fn finish(&mut self, record: &mut Record) -> Result<Next> {
        record.line = self.lines;
        let bad = |why: String| Ok(Next::Bad(record.line, why));
        loop {
            if self.buffer.len() > LONGEST {
                self.ended = true;
                return bad(format!(
                    "a record of more than {LONGEST} bytes (a quote that is not closed?); nothing after it was read"
                ));
            }
            let text = std::mem::take(&mut record.text);
            match split(&self.buffer, self.delimiter, text, &mut record.fields) {
                Ok(text) => {
                    record.text = text;
                    return Ok(Next::Record);
                }
                Err(Flaw::Open) => {
                    self.buffer.push(b'\n');
                    if !self.more()? {
                        self.ended = true;
                        return bad("a quote is opened and never closed".to_owned());
                    }
                }
                Err(Flaw::Bad(why)) => return bad(why),
            }
        }
    }

    /// The SHA-256 of the whole file in hexadecimal, and its length in bytes; reads what is left.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(super) fn digest(mut self) -> Result<(String, u64)> {
        std::io::copy(&mut self.source, &mut std::io::sink())
            .map_err(|error| Error::input(format!("cannot read: {error}")))?;
        let hashed = self.source.into_inner();
        let digest = hashed.hash.finalize();
        let hex = digest.iter().fold(String::new(), |mut text, byte| {
            text += &format!("{byte:02x}");
            text
        });
        Ok((hex, hashed.bytes))
    }
}

/// Why a line is no record.
enum Flaw {
    /// A quote is still open at its end.
    Open,
    /// What is wrong.
    Bad(String),
}

/// Writes the fields of `line` one after another into `text`, and where each is into `fields`.
fn split(
    line: &[u8],
    delimiter: u8,
    mut text: String,
    fields: &mut Vec<Range<usize>>,
) -> std::result::Result<String, Flaw> {
    let bad = |why: String| Err(Flaw::Bad(why));
    let line = match std::str::from_utf8(line) {
        Ok(line) => line,
        Err(error) => {
            let at = error.valid_up_to() + 1;
            return bad(format!("byte {at} of the record is not UTF-8"));
        }
    };
    if let Some(strange) = line
        .chars()
        .find(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r'))
    {
        return bad(format!(
            "the control character {} is no text",
            strange.escape_unicode()
        ));
    }
    text.clear();
    fields.clear();
    let delimiter = char::from(delimiter);
    let mut rest = line;
    loop {
        let start = text.len();
        if let Some(quoted) = rest.strip_prefix('"') {
            rest = quoted;
            loop {
                let Some(end) = rest.find('"') else {
                    return Err(Flaw::Open);
                };
                text.push_str(&rest[..end]);
                rest = &rest[end + 1..];
                let Some(more) = rest.strip_prefix('"') else {
                    break;
                };
                text.push('"');
                rest = more;
            }
            if !rest.is_empty() && !rest.starts_with(delimiter) {
                return bad("text follows a closing quote".to_owned());
            }
        } else {
            let end = rest.find(delimiter).unwrap_or(rest.len());
            let field = &rest[..end];
            if field.contains('"') {
                return bad("a quote stands inside a field that does not begin with one".to_owned());
            }
            if field.contains('\r') {
                return bad("a carriage return without a line feed".to_owned());
            }
            text.push_str(field);
            rest = &rest[end..];
        }
        fields.push(start..text.len());
        match rest.strip_prefix(delimiter) {
            Some(more) => rest = more,
            None => return Ok(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Line numbers with fields, or with what is wrong.
    fn read(bytes: &[u8]) -> Vec<(u64, Vec<String>)> {
        let mut records = Records::new(bytes);
        let mut record = Record::default();
        let mut found = Vec::new();
        let mut next = records
            .header(&mut record)
            .expect("readable")
            .map(|(_, next)| next);
        loop {
            match next {
                Some(Next::Record) => {
                    found.push((record.line, record.fields().map(str::to_owned).collect()));
                }
                Some(Next::Bad(line, why)) => found.push((line, vec![format!("! {why}")])),
                Some(Next::End) | None => return found,
            }
            next = Some(records.next(&mut record).expect("readable"));
        }
    }

    fn fields(rows: &[(u64, &[&str])]) -> Vec<(u64, Vec<String>)> {
        rows.iter()
            .map(|(line, fields)| (*line, fields.iter().map(|&f| f.to_owned()).collect()))
            .collect()
    }

    #[test]
    fn lines_are_counted_in_the_file() {
        let text = b"\xef\xbb\xbfa,b\r\n\"x\ny\",2\r\n\r\n3,\"say \"\"4\"\"\"\n5,6";
        let found = read(text);
        assert_eq!(
            found,
            fields(&[
                (1, &["a", "b"]),
                (2, &["x\ny", "2"]),
                (5, &["3", "say \"4\""]),
                (6, &["5", "6"])
            ])
        );
    }

    #[test]
    fn semicolons_delimit_where_the_header_has_them() {
        assert_eq!(
            read(b"a;b\n1,5;2\n"),
            fields(&[(1, &["a", "b"]), (2, &["1,5", "2"])])
        );
        assert_eq!(read(b"a\n1;2\n"), fields(&[(1, &["a"]), (2, &["1;2"])]));
        assert_eq!(read(b""), fields(&[]));
        assert_eq!(read(b"\n\na,\n"), fields(&[(3, &["a", ""])]));
    }

    #[test]
    fn flaws_are_named_and_reading_goes_on() {
        let found = read(b"a,b\nx\"y,1\n\"x\"y,1\n\xff,1\n1\0,1\n1\r2,3\n4,5\n\"open,6\n7,8\n");
        let bad: Vec<(u64, &str)> = found
            .iter()
            .map(|(line, fields)| (*line, fields[0].as_str()))
            .collect();
        assert_eq!(
            bad[1],
            (
                2,
                "! a quote stands inside a field that does not begin with one"
            )
        );
        assert_eq!(bad[2], (3, "! text follows a closing quote"));
        assert_eq!(bad[3], (4, "! byte 1 of the record is not UTF-8"));
        assert_eq!(bad[4], (5, "! the control character \\u{0} is no text"));
        assert_eq!(bad[5], (6, "! a carriage return without a line feed"));
        assert_eq!(bad[6], (7, "4"));
        assert_eq!(bad[7], (8, "! a quote is opened and never closed"));
        assert_eq!(bad.len(), 8);
    }

    #[test]
    fn an_open_quote_does_not_fill_the_memory() {
        let mut text = b"a,b\n\"".to_vec();
        text.extend(std::iter::repeat_n(b"line of a log\n", 100_000).flatten());
        let found = read(&text);
        assert_eq!(found.len(), 2);
        assert_eq!(found[1].0, 2);
        assert!(
            found[1].1[0].contains("nothing after it was read"),
            "{found:?}"
        );
    }

    #[test]
    fn the_hash_is_of_every_byte() {
        let mut records = Records::new(&b"a,b\n1,2\n"[..]);
        let mut record = Record::default();
        records.header(&mut record).expect("readable");
        let (digest, bytes) = records.digest().expect("readable");
        // printf 'a,b\n1,2\n' | sha256sum
        assert_eq!(
            digest,
            "492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470"
        );
        assert_eq!(bytes, 8);
    }
}
