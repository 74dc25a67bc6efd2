//! The layout of every format, against files under `expected`: what is where, not what is right.
//!
//! After a wanted change: `UPDATE_SNAPSHOTS=1 cargo test --release --test reports`, then read the difference.

use std::path::Path;

use tirage::report::Lang;

use crate::model::{document, model};
use crate::{file, files};

fn is_as_expected(name: &str, found: &str) {
    let path = Path::new("tests/reports/expected").join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    let mut lines = expected.lines().zip(found.lines()).enumerate();
    if let Some((at, (wanted, line))) = lines.find(|(_, (wanted, line))| wanted != line) {
        panic!(
            "{name}, line {}:\nexpected {wanted}\nfound    {line}",
            at + 1
        );
    }
    assert_eq!(expected.len(), found.len(), "{name} ends elsewhere");
}

#[test]
fn text() {
    is_as_expected("en.txt", &file(&model(Lang::En), "text"));
    is_as_expected("fr.txt", &file(&model(Lang::Fr), "text"));
    let mut one = model(Lang::Fr);
    one.runs.truncate(1);
    is_as_expected("one-run.fr.txt", &file(&one, "text"));
}

#[test]
fn csv() {
    let files = files(&model(Lang::Fr), "csv");
    let mut joined = String::new();
    for (name, text) in &files {
        joined += &format!("== {name}\n{}", text.replace("\r\n", "\n"));
    }
    is_as_expected("csv.txt", &joined);
    assert_eq!(
        files,
        crate::files(&model(Lang::En), "csv"),
        "programs read the same in any language"
    );
}

#[test]
fn junit() {
    let found = file(&model(Lang::Fr), "junit");
    is_as_expected("junit.xml", &found);
    assert_eq!(found, file(&model(Lang::En), "junit"));
}

#[test]
fn markdown() {
    is_as_expected("en.md", &file(&document(Lang::En), "md"));
    is_as_expected("fr.md", &file(&document(Lang::Fr), "md"));
}

#[test]
fn html() {
    is_as_expected("en.html.txt", &outline(&file(&document(Lang::En), "html")));
    is_as_expected("fr.html.txt", &outline(&file(&document(Lang::Fr), "html")));
}

#[test]
fn exporters_are_pure() {
    let model = document(Lang::En);
    for format in tirage::report::EXPORTERS {
        let files = || (format.export)(&model).expect("files");
        let bytes = || {
            files()
                .into_iter()
                .map(|file| file.bytes)
                .collect::<Vec<_>>()
        };
        assert_eq!(bytes(), bytes(), "{}", format.name);
        // Figures are named after what they show.
        if format.name != "png" {
            let names: Vec<_> = files().into_iter().map(|file| file.name).collect();
            assert_eq!(names, format.names);
        }
    }
}

/// Every element of a page on its own line under the one that holds it, with the beginning of its text. Panics where
/// elements do not nest. Style, script and drawings are left out.
fn outline(page: &str) -> String {
    const ALONE: [&str; 4] = ["meta", "link", "!doctype", "wbr"];
    const LEFT_OUT: [&str; 3] = ["style", "script", "svg"];
    let mut lines = String::new();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some((text, after)) = rest.split_once('<') {
        let text = text.trim();
        if !text.is_empty() {
            let start: String = text.chars().take(60).collect();
            lines += &format!("{}\"{start}\"\n", "  ".repeat(open.len()));
        }
        let (tag, after) = after.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "elements nest: {lines}");
            continue;
        }
        let name = tag.split([' ', '\n']).next().unwrap();
        lines += &format!(
            "{}{}\n",
            "  ".repeat(open.len()),
            tag.split(" content=").next().unwrap()
        );
        if LEFT_OUT.contains(&name) {
            let (_, after) = rest.split_once(&format!("</{name}>")).expect("an end");
            rest = after;
        } else if !ALONE.contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
    lines
}
