//! The program, run in pieces.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_tirage");

/// What a run of the program left.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// Runs the program in `folder`, arguments separated by blanks.
pub(crate) fn tirage(folder: &Path, arguments: &str) -> Ran {
    let mut command = Command::new(PROGRAM);
    command
        .current_dir(folder)
        .args(arguments.split_whitespace());
    command.output().expect("the program").into()
}

/// Starts the program in `folder`.
pub(crate) fn start(folder: &Path, arguments: &str) -> Child {
    let mut command = Command::new(PROGRAM);
    command
        .current_dir(folder)
        .args(arguments.split_whitespace());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program")
}

/// Starts the program in `folder`, its output to a file there: nobody need read it for the program to end.
pub(crate) fn start_into(folder: &Path, arguments: &str, file: &str) -> Child {
    let mut command = Command::new(PROGRAM);
    command
        .current_dir(folder)
        .args(arguments.split_whitespace());
    let file = std::fs::File::create(folder.join(file)).expect("a file");
    command.stdout(file).stderr(Stdio::piped());
    command.spawn().expect("the program")
}

/// Runs a shell script in `folder`, the program as `$0`.
pub(crate) fn shell(folder: &Path, script: &str) -> Ran {
    let mut command = Command::new("sh");
    command.current_dir(folder).args(["-c", script, PROGRAM]);
    command.output().expect("a shell").into()
}

/// Asserts the exit status, and that the messages hold all of `said`.
pub(crate) fn ended(ran: &Ran, status: i32, said: &[&str]) {
    assert_eq!(ran.status, status, "{}", ran.err);
    for part in said {
        assert!(ran.err.contains(part), "`{part}` is not in: {}", ran.err);
    }
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
}

/// The lines of a JSON report, without those that may differ between two runs of the same rounds.
pub(crate) fn timeless(json: &str) -> String {
    let differ = ["elapsed_seconds", "rounds_per_second", "started_at"];
    let kept = json.lines().filter(|line| {
        let key = line.trim_start().strip_prefix('"').unwrap_or_default();
        !differ.iter().any(|name| key.starts_with(name))
    });
    let kept: Vec<&str> = kept.collect();
    assert!(kept.len() > 50, "a report: {json}");
    kept.join("\n")
}

/// The checkpoints in a folder, oldest first.
pub(crate) fn checkpoints(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "tally"))
        .collect();
    paths.sort();
    paths
}

/// Replaces the content of a partial result and its hash, in the given version of the format.
pub(crate) fn rewrite(path: &Path, version: u32, change: impl Fn(&mut serde_json::Value)) {
    use sha2::{Digest, Sha256};
    let text = std::fs::read_to_string(path).expect("a partial result");
    let body = text.lines().nth(2).expect("three lines");
    let mut value = serde_json::from_str(body).expect("JSON");
    change(&mut value);
    let first = format!("tirage-tally {version}\n");
    let body = format!("{value}\n");
    let hash = Sha256::new()
        .chain_update(&first)
        .chain_update(&body)
        .finalize();
    let hash = hash
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    std::fs::write(path, format!("{first}sha256 {hash}\n{body}")).expect("a file");
}
