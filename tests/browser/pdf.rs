//! What a tagged PDF tells of its pages: the parts of the document and the pages they are on.

use std::collections::{BTreeMap, BTreeSet};

/// The tree of a PDF that Chromium wrote: its objects are plain text beside the streams.
pub(crate) struct Pdf {
    elements: BTreeMap<u32, Element>,
    /// The size of every page in points.
    pub(crate) pages: Vec<String>,
}

/// A table.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Table {
    /// The pages its header is on.
    pub(crate) header: BTreeSet<u32>,
    /// The pages of every other row.
    pub(crate) rows: Vec<BTreeSet<u32>>,
}

/// A part of the document.
struct Element {
    /// `Table`, `TR`, `Figure`...
    kind: String,
    /// Pages of its own content.
    own: BTreeSet<u32>,
    /// Its parts.
    parts: Vec<u32>,
}

impl Pdf {
    /// Reads a file.
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let mut pdf = Self {
            elements: BTreeMap::new(),
            pages: Vec::new(),
        };
        for (id, body) in objects(bytes) {
            if body.starts_with("<</Type /StructElem\n") {
                pdf.elements.insert(id, Element::read(&body));
            } else if body.contains("/Type /Page\n") {
                let size = between(&body, "/MediaBox [", "]");
                pdf.pages.push(size.expect("a size").to_owned());
            }
        }
        pdf
    }

    /// The pages of every part of a kind.
    pub(crate) fn pages_of(&self, kind: &str) -> Vec<BTreeSet<u32>> {
        let found = self.elements.iter().filter(|(_, e)| e.kind == kind);
        found.map(|(id, _)| self.pages_under(*id)).collect()
    }

    /// Every table.
    pub(crate) fn tables(&self) -> Vec<Table> {
        let is_header = |row: &Element| {
            row.parts
                .iter()
                .any(|cell| self.elements[cell].kind == "TH")
        };
        let mut tables = Vec::new();
        for element in self.elements.values().filter(|e| e.kind == "Table") {
            let mut table = Table::default();
            for id in &element.parts {
                let row = &self.elements[id];
                if row.kind == "TR" && is_header(row) {
                    table.header = self.pages_under(*id);
                } else if row.kind == "TR" {
                    table.rows.push(self.pages_under(*id));
                }
            }
            tables.push(table);
        }
        tables
    }

    fn pages_under(&self, id: u32) -> BTreeSet<u32> {
        let element = &self.elements[&id];
        let parts = element
            .parts
            .iter()
            .flat_map(|part| self.pages_under(*part));
        parts.chain(element.own.iter().copied()).collect()
    }
}

impl Element {
    fn read(body: &str) -> Self {
        let kind = between(body, "/S /", "\n").expect("a kind").to_owned();
        let content = match body.split_once("/K ") {
            None => "",
            Some((_, rest)) if rest.starts_with('[') => between(rest, "[", "]").expect("parts"),
            Some((_, rest)) => rest.split(['\n', '>']).next().unwrap_or_default(),
        };
        // Content on another page stands in a dictionary of its own.
        let mut own = BTreeSet::new();
        let mut plain = String::new();
        for piece in content.split("<<") {
            match piece.split_once(">>") {
                Some((dictionary, rest)) => {
                    own.extend(reference(dictionary, "/Pg "));
                    plain += rest;
                }
                None => plain += piece,
            }
        }
        let words: Vec<&str> = plain.split_whitespace().collect();
        let mut parts = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let number: u32 = words[at].parse().expect("a number");
            if words.get(at + 2) == Some(&"R") {
                parts.push(number);
                at += 3;
            } else {
                own.extend(reference(body, "/Pg "));
                at += 1;
            }
        }
        Self { kind, own, parts }
    }
}

/// The objects without streams, by number.
fn objects(bytes: &[u8]) -> Vec<(u32, String)> {
    const END: &[u8] = b"\nendobj\n";
    let mut found = Vec::new();
    let mut start = 0;
    for at in 0..bytes.len().saturating_sub(END.len()) {
        if bytes[at] != b'\n' || !bytes[at..].starts_with(END) {
            continue;
        }
        let object = &bytes[start..at];
        start = at + END.len();
        if object.windows(8).any(|word| word == b"\nstream\n") {
            continue;
        }
        let object = String::from_utf8_lossy(object);
        if let Some((head, body)) = object.split_once(" 0 obj\n") {
            let number = head.rsplit(|c: char| !c.is_ascii_digit()).next();
            let number = number.and_then(|digits| digits.parse().ok());
            found.push((number.expect("a number"), body.to_owned()));
        }
    }
    found
}

fn between<'a>(text: &'a str, from: &str, to: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(from)?;
    rest.split_once(to).map(|(inside, _)| inside)
}

fn reference(text: &str, key: &str) -> Option<u32> {
    between(text, key, " ").and_then(|digits| digits.parse().ok())
}

#[test]
fn the_pages_of_a_row_are_those_of_its_cells() {
    let file = "%PDF-1.4\n1 0 obj\n<</Type /Page\n/MediaBox [0 0 10 20]>>\nendobj\n\
                2 0 obj\n<</Type /StructElem\n/S /Table\n/P 9 0 R\n/K [3 0 R]>>\nendobj\n\
                3 0 obj\n<</Type /StructElem\n/S /TR\n/P 2 0 R\n/K [4 0 R 5 0 R]>>\nendobj\n\
                4 0 obj\n<</Type /StructElem\n/S /TD\n/P 3 0 R\n/Pg 1 0 R\n/K 7>>\nendobj\n\
                5 0 obj\n<</Type /StructElem\n/S /TD\n/P 3 0 R\n/Pg 1 0 R\n/K [2 <</Type /MCR\n/Pg 8 0 R\n/MCID 0>>]>>\nendobj\n\
                6 0 obj\n<</Length 1>>\nstream\nx\nendstream\nendobj\n";
    let pdf = Pdf::read(file.as_bytes());
    assert_eq!(pdf.pages, ["0 0 10 20"]);
    let table = Table {
        header: BTreeSet::new(),
        rows: vec![BTreeSet::from([1, 8])],
    };
    assert_eq!(pdf.tables(), [table]);
    assert_eq!(pdf.pages_of("TR"), [BTreeSet::from([1, 8])]);
    assert_eq!(
        pdf.pages_of("TD"),
        [BTreeSet::from([1]), BTreeSet::from([1, 8])]
    );
}
