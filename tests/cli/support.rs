//! Running the program.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// What a run of the program left.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// What was written, its lines joined: sentences are broken at the edge of a terminal.
    pub(crate) fn said(&self) -> String {
        self.out.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Runs `tirage` with arguments separated by blanks.
pub(crate) fn tirage(arguments: &str) -> Ran {
    tirage_with(&arguments.split_whitespace().collect::<Vec<_>>())
}

/// Runs `tirage`.
pub(crate) fn tirage_with(arguments: &[&str]) -> Ran {
    let output = Command::cargo_bin("tirage")
        .expect("the program")
        .args(arguments)
        .output()
        .expect("the program runs");
    Ran {
        status: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// A report without what may differ between two runs of the same rounds.
pub(crate) fn timeless(json: &str) -> Value {
    let mut report: Value = serde_json::from_str(json).expect("one JSON document");
    report["provenance"]["started_at"] = Value::Null;
    for run in report["runs"].as_array_mut().expect("runs") {
        run["elapsed_seconds"] = Value::Null;
        run["rounds_per_second"] = Value::Null;
    }
    report
}

pub(crate) fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a temporary file");
    path.to_string_lossy().into_owned()
}
