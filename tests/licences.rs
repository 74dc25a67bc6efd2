//! Every dependency may be used under a permissive licence.

use std::process::Command;

/// Licences that ask for no more than a notice.
const PERMISSIVE: [&str; 13] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "0BSD",
    "CC0-1.0",
    "Unlicense",
    "Unicode-3.0",
    "BSL-1.0",
];

/// Whether an SPDX expression can be satisfied with permissive licences alone: one of the
/// alternatives of every OR, all parts of every AND. Old manifests write `/` for OR.
fn is_permissive(expression: &str) -> bool {
    let text = expression.replace('/', " OR ");
    let text = text.trim();
    if let Some(parts) = split(text, " AND ") {
        return parts.iter().all(|part| is_permissive(part));
    }
    if let Some(parts) = split(text, " OR ") {
        return parts.iter().any(|part| is_permissive(part));
    }
    match text
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'))
    {
        Some(inner) => is_permissive(inner),
        None => PERMISSIVE.contains(&text),
    }
}

/// The parts between `operator` outside parentheses, if there are several. AND is looked for
/// first, so `A OR B AND C` is read as (A OR B) AND C: stricter than SPDX, never laxer.
fn split<'a>(text: &'a str, operator: &str) -> Option<Vec<&'a str>> {
    let mut depth = 0;
    let mut start = 0;
    let mut parts = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && text[at..].starts_with(operator) => {
                parts.push(&text[start..at]);
                start = at + operator.len();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    (parts.len() > 1).then_some(parts)
}

#[test]
fn every_dependency_is_permissive() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo metadata");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 20);
    let refused: Vec<String> = packages
        .iter()
        .filter(|package| !is_permissive(package["license"].as_str().unwrap_or_default()))
        .map(|package| format!("{}: {}", package["name"], package["license"]))
        .collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn expressions_are_read_strictly() {
    assert!(is_permissive("MIT OR Apache-2.0"));
    assert!(is_permissive("MIT/Apache-2.0"));
    assert!(is_permissive("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(is_permissive("MIT OR Apache-2.0 OR LGPL-2.1-or-later"));
    assert!(!is_permissive("GPL-3.0"));
    assert!(!is_permissive("MIT AND GPL-3.0"));
    assert!(!is_permissive(""));
}
