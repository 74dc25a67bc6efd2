//! Imports go down only, and siblings are blind to each other.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the ground up. A module may use those of lower layers and itself.
const LAYERS: [&[&str]; 9] = [
    &["error"],
    &["units"],
    &["rng", "exact", "published", "tally"],
    &["game"],
    &["games", "engine", "audit"],
    &["scenario", "observed", "report"],
    &["selftest"],
    &["cli"],
    &["main", "lib"],
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|names| names.contains(&module))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the crate") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The path of a file's module, from the crate's root: `audit/special/mod.rs` is audit, special.
fn module_of(file: &Path) -> Vec<String> {
    let mut parts: Vec<String> = file
        .with_extension("")
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    parts
}

/// Top-level modules that `code` in a file `depth` modules deep names, by `crate::` or by `super::`.
fn named(code: &str, depth: usize) -> Vec<String> {
    let word = |text: &str| -> String {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    let mut names = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        names.push(word(&code[at + "crate::".len()..]));
    }
    for (at, _) in code.match_indices("super::super::") {
        let chain = &code[at..];
        let mut rest = chain;
        let mut supers = 0;
        while let Some(next) = rest.strip_prefix("super::") {
            rest = next;
            supers += 1;
        }
        // One more level may be an inline module such as `tests`.
        if supers >= depth && layer(&word(rest)).is_some() {
            names.push(word(rest));
        }
    }
    names
}

fn violations(file: &Path, text: &str) -> Vec<String> {
    let module = module_of(file);
    let Some(own) = layer(&module[0]) else {
        return vec![format!(
            "{}: module {} is in no layer",
            file.display(),
            module[0]
        )];
    };
    let is_solver = module[0] == "games"
        && (file.ends_with("exact.rs") || module.iter().any(|part| part == "exact"));
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        let mut report = |what: String| {
            found.push(format!("{}:{}: {what}", file.display(), number + 1));
        };
        for name in named(code, module.len()) {
            match layer(&name) {
                None => report(format!(
                    "`crate::{name}` names no module; write one path per use"
                )),
                Some(used) if used > own => report(format!("{} uses {name}, above it", module[0])),
                Some(used) if used == own && name != module[0] => {
                    report(format!("{} uses its sibling {name}", module[0]));
                }
                Some(_) => {}
            }
        }
        if is_solver
            && ["kernel", "lanes", "rng"]
                .iter()
                .any(|word| code.contains(word))
        {
            report("a solver names a kernel or the generator".to_owned());
        }
    }
    found
}

#[test]
fn imports_go_down_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 40, "the sources were found");
    let found: Vec<String> = files
        .iter()
        .filter(|file| !file.ends_with("src/build.rs"))
        .flat_map(|file| {
            let text = fs::read_to_string(file).expect("a readable source");
            violations(file.strip_prefix(&root).expect("below src"), &text)
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_check_sees_what_it_should() {
    let count = |file: &str, text: &str| violations(Path::new(file), text).len();
    assert_eq!(count("engine/run.rs", "use crate::game::Prepared;"), 0);
    assert_eq!(count("engine/run.rs", "use crate::games::registry;"), 1);
    assert_eq!(count("rng/draw.rs", "use crate::tally::Tally;"), 1);
    assert_eq!(count("units/cents.rs", "use crate::cli::args::Format;"), 1);
    assert_eq!(
        count("report/text.rs", "use super::super::cli::args::Format;"),
        1
    );
    assert_eq!(count("report/text.rs", "// crate::cli is above"), 0);
    assert_eq!(count("game/card.rs", "use crate::{cli, units};"), 1);
    assert_eq!(
        count("games/happy_des/exact.rs", "use super::kernel::round;"),
        1
    );
    assert_eq!(
        count("games/happy_des/exact/score.rs", "use super::lanes::Lanes;"),
        1
    );
    assert_eq!(count("exact/law.rs", "use crate::units::Cents;"), 0);
    assert_eq!(count("exact/law.rs", "use crate::published::Table;"), 1);
    assert_eq!(count("attic/a.rs", ""), 1);
}

#[test]
fn files_stay_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    for file in &files {
        let text = fs::read_to_string(file).expect("a readable source");
        let lines = text.lines().count();
        assert!(lines <= 400, "{} has {lines} lines", file.display());
    }
}
