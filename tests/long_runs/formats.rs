//! Files of every released version of the format can be read.

use std::fs;
use std::path::Path;

use serde_json::Value;
use sha2::{Digest, Sha256};
use tirage::engine::store::{FORMAT_VERSION, decode};

/// The samples of a version.
fn samples(version: u32) -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/long_runs/formats");
    let prefix = format!("v{version}-");
    let entries = fs::read_dir(folder).expect("the samples").flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| {
            path.file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with(&prefix))
        })
        .collect()
}

/// The samples are read as another reader reads them: three lines, SHA-256 of the first and the third, JSON.
#[test]
fn samples_of_every_version_are_read() {
    for version in 1..=FORMAT_VERSION {
        let samples = samples(version);
        assert!(!samples.is_empty(), "no sample of version {version}");
        for path in samples {
            let bytes = fs::read(&path).expect("a sample");
            let text = std::str::from_utf8(&bytes).expect("UTF-8");
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            assert_eq!(lines.len(), 3, "{}", path.display());
            assert_eq!(lines[0], format!("tirage-tally {version}\n"));
            let hash = Sha256::new()
                .chain_update(lines[0])
                .chain_update(lines[2])
                .finalize();
            let hash = hash
                .iter()
                .fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
            assert_eq!(lines[1], format!("sha256 {hash}\n"));
            let other: Value = serde_json::from_str(lines[2]).expect("JSON");
            let document = decode(&bytes).expect("a readable sample");
            assert_eq!(
                Some(document.identity.seed),
                other["identity"]["seed"].as_u64()
            );
            assert_eq!(
                document.runs.len(),
                other["runs"].as_array().expect("runs").len()
            );
            for (run, other) in document
                .runs
                .iter()
                .zip(other["runs"].as_array().expect("runs"))
            {
                let parts = other["parts"].as_array().expect("parts");
                assert_eq!(run.parts.len(), parts.len());
                for (part, other) in run.parts.iter().zip(parts) {
                    assert_eq!(Some(part.from), other["from"].as_u64());
                    assert_eq!(Some(part.to), other["to"].as_u64());
                    assert_eq!(Some(part.tally.rounds()), other["tally"]["rounds"].as_u64());
                    assert_eq!(
                        serde_json::to_value(&part.tally).expect("JSON"),
                        other["tally"]
                    );
                }
            }
            // Written again, it is the same to the byte.
            let again = serde_json::to_string(&document).expect("JSON");
            assert_eq!(format!("{again}\n"), lines[2]);
        }
    }
}

/// What the samples of version 1 were written with.
#[test]
fn the_samples_of_version_1_say_what_was_written() {
    let read = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/long_runs/formats");
        decode(&fs::read(folder.join(name)).expect("a sample")).expect("a document")
    };
    let shard = read("v1-shard.tally");
    assert_eq!(shard.identity.seed, 7);
    assert_eq!(shard.shard.as_ref().map(|s| (s.index, s.of)), Some((2, 2)));
    assert_eq!(shard.identity.runs[0].game, "tresors-ensables");
    // 1.5e6 rounds in two chunks: the second shard has the second, shorter one.
    let part = &shard.runs[0].parts[0];
    assert_eq!(
        (part.from, part.to, part.tally.rounds()),
        (1, 2, 1_500_000 - (1 << 20))
    );
    let state = read("v1-checkpoint.tally");
    assert_eq!(state.shard, None);
    let runs: Vec<u64> = state.identity.runs.iter().map(|run| run.rounds).collect();
    assert_eq!(runs, [1_100_000, 100_000, 20_000]);
    let parts: Vec<Vec<u64>> = state
        .runs
        .iter()
        .map(|run| run.parts.iter().map(|part| part.tally.rounds()).collect())
        .collect();
    assert_eq!(
        parts,
        [
            vec![1 << 20, 1_100_000 - (1 << 20)],
            vec![100_000],
            vec![20_000]
        ]
    );
}
