//! What went wrong, where, and what to do about it.
//!
//! A message is one lower-case sentence that names the thing, what was expected and, where there is
//! one, the valid choice nearest to what was written. [`ErrorKind`] decides the exit status.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A result with the crate's [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

/// The class of an [`Error`]; the exit status depends on nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Wrong usage or invalid input, the user's to mend: exit status 2.
    Input,
    /// The outside world refused (disk, pipe, threads): exit status 1.
    Io,
    /// A broken invariant of this program: exit status 1.
    Internal,
}

/// A place in a text: 1-based line and column, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Position {
    /// The position of byte `offset` in `text`; an offset past the end is the end.
    pub fn of(text: &str, offset: usize) -> Self {
        let mut end = offset.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &text[..end];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

/// An error with its kind, its message and, where known, the file and position it is about.
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    file: Option<PathBuf>,
    position: Option<Position>,
}

impl Error {
    /// Invalid input: names the thing and says what was expected.
    pub fn input(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Input, message)
    }

    /// A failure of the outside world.
    pub fn io(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Io, message)
    }

    /// A path that the user gave and the system refuses, `what` being what was tried. Where the same attempt
    /// would be refused for ever (nothing there, no permission, a file for a folder) that is invalid input;
    /// anything else, such as a full disk or a failing one, is of the outside world.
    pub fn path(what: &str, error: &io::Error) -> Self {
        use io::ErrorKind::{
            AlreadyExists, InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound,
            PermissionDenied,
        };
        let message = format!("{what}: {error}");
        match error.kind() {
            NotFound | PermissionDenied | NotADirectory | IsADirectory | AlreadyExists
            | InvalidInput | InvalidFilename => Self::input(message),
            _ => Self::io(message),
        }
    }

    /// A broken invariant of the program itself.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            file: None,
            position: None,
        }
    }

    /// The same error, said to be about `file`.
    #[must_use]
    pub fn in_file(mut self, file: &Path) -> Self {
        self.file.get_or_insert_with(|| file.to_owned());
        self
    }

    /// The same error, said to be at `position`, unless an inner one is known already.
    #[must_use]
    pub fn at(mut self, position: Position) -> Self {
        self.position.get_or_insert(position);
        self
    }

    /// The class of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message without file and position.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where in the file, if known.
    pub fn position(&self) -> Option<Position> {
        self.position
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.position) {
            (Some(file), Some(at)) => {
                let file = harmless(&file.to_string_lossy());
                write!(f, "{file}:{}:{}: ", at.line, at.column)?;
            }
            (Some(file), None) => write!(f, "{}: ", harmless(&file.to_string_lossy()))?,
            (None, Some(at)) => write!(f, "line {}, column {}: ", at.line, at.column)?,
            (None, None) => {}
        }
        f.write_str(&harmless(&self.message))
    }
}

/// A message that may quote what a user wrote, made fit for a terminal: control and invisible
/// characters are escaped, and a very long quotation is cut in its middle.
fn harmless(message: &str) -> String {
    const LONGEST: usize = 2000;
    let invisible = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let mut text = String::with_capacity(message.len());
    for c in message.chars() {
        if invisible(c) {
            text.extend(c.escape_unicode());
        } else {
            text.push(c);
        }
    }
    let count = text.chars().count();
    if count <= LONGEST {
        return text;
    }
    let start: String = text.chars().take(LONGEST / 2).collect();
    let end: String = text.chars().skip(count - LONGEST / 2).collect();
    format!("{start} […] {end}")
}

impl std::error::Error for Error {}

/// Says that `got` is not one of `valid`, names them all and the nearest one.
///
/// `what` is the kind of thing, e.g. "strategy of happy-des".
pub fn unknown<'a>(what: &str, got: &str, valid: impl IntoIterator<Item = &'a str>) -> Error {
    let valid: Vec<&str> = valid.into_iter().collect();
    let mut message = format!("unknown {what} `{got}`");
    if let Some(near) = nearest(got, valid.iter().copied()) {
        message += &format!("; did you mean `{near}`?");
    }
    if valid.is_empty() {
        message += "; there are none";
    } else {
        message += &format!(" (valid: {})", valid.join(", "));
    }
    Error::input(message)
}

/// The name most like `got`, if any is like it at all (Jaro-Winkler similarity at least 0.75).
pub fn nearest<'a>(got: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let got = got.to_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&got, name), name))
        .filter(|(likeness, _)| *likeness >= 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_lines_from_one() {
        let text = "é = 1\nclé = 2\n";
        let at = |offset| {
            let p = Position::of(text, offset);
            (p.line, p.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(2), (1, 2), "after the two-byte é");
        assert_eq!(at(7), (2, 1));
        assert_eq!(at(999), (3, 1));
    }

    #[test]
    fn messages_cannot_drive_a_terminal_or_flood_it() {
        let hostile = Error::input("a \u{1b}[2J b \u{202e} c").to_string();
        assert_eq!(hostile, "a \\u{1b}[2J b \\u{202e} c");
        let long = Error::input("x".repeat(900_000)).to_string();
        assert!(long.chars().count() < 2010 && long.contains("[…]"));
    }

    #[test]
    fn unknown_names_the_nearest_and_all_valid() {
        let error = unknown("game", "hapy-des", ["tresors-ensables", "happy-des"]);
        assert_eq!(
            error.to_string(),
            "unknown game `hapy-des`; did you mean `happy-des`? (valid: tresors-ensables, happy-des)"
        );
        assert_eq!(error.kind(), ErrorKind::Input);
        assert_eq!(nearest("zzz", ["happy-des"]), None);
    }
}
