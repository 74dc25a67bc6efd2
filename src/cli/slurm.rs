//! `tirage cluster slurm`: job files, filled in from templates.

use std::fs;
use std::io;
use std::path::Path;

use crate::cli::cluster::whole;
use crate::cli::long_args::SlurmArguments;
use crate::cli::output::{self, Folder};
use crate::engine::store::write_durably;
use crate::error::{Error, Result};

/// The job files, with `@NAME@` in the place of what differs.
const TEMPLATES: [(&str, &str); 3] = [
    ("shards.sbatch", include_str!("slurm/shards.sbatch")),
    ("merge.sbatch", include_str!("slurm/merge.sbatch")),
    ("submit.sh", include_str!("slurm/submit.sh")),
];

/// How the line begins by which the job files of a run are known again.
const MARK: &str = "# Run ";

/// The copy of the scenario beside the job files.
const SCENARIO: &str = "scenario.toml";

/// Writes the job files into a folder that holds none, or those of the same shards of the same run.
///
/// # Errors
/// A wrong scenario, job files of another run, or a disk that refuses.
pub(super) fn write(arguments: &SlurmArguments) -> Result<()> {
    let divided = &arguments.divided;
    let hash = whole(divided)?.identity.short_hash()?;
    // A copy: what is changed later in the original changes nothing here.
    let scenario = divided.scenario.as_deref().map(bytes_of).transpose()?;
    let folder = Folder::open(&arguments.out)?;
    check_vacant(folder.path(), &hash, divided.shards, scenario.as_deref())?;
    let mut run = Vec::new();
    if let Some(bytes) = scenario {
        write_durably(&folder.path().join(SCENARIO), &bytes)?;
        run.push(SCENARIO.to_owned());
    }
    run.extend(divided.rounds.map(|rounds| format!("--rounds {rounds}")));
    run.extend(divided.seed.map(|seed| format!("--seed {seed}")));
    let program = std::env::current_exe()
        .map_err(|error| Error::io(format!("cannot find this program: {error}")))?;
    let values = [
        ("@SHARDS@", divided.shards.to_string()),
        ("@ARRAY@", arguments.array.to_string()),
        ("@CORES@", arguments.cores.to_string()),
        ("@ARGUMENTS@", run.join(" ")),
        ("@HASH@", hash),
        ("@PROGRAM@", quoted(&program.to_string_lossy())),
    ];
    for (name, template) in TEMPLATES {
        let filled = values
            .iter()
            .fold(template.to_owned(), |text, (key, value)| {
                text.replace(key, value)
            });
        let path = folder.path().join(name);
        write_durably(&path, filled.as_bytes())?;
        make_executable(&path)?;
    }
    output::note(&format!(
        "wrote {} to {}; submit with {}",
        TEMPLATES.map(|(name, _)| name).join(", "),
        folder.path().display(),
        folder.path().join("submit.sh").display()
    ));
    Ok(())
}

/// Makes sure that no other run lives in `folder`: its tasks may still be queued, and would find another scenario.
fn check_vacant(folder: &Path, hash: &str, shards: u64, scenario: Option<&[u8]>) -> Result<()> {
    let remedy = "give another --out, or remove that folder once its jobs are done";
    let jobs = folder.join(TEMPLATES[0].0);
    if jobs.exists() {
        let bytes = bytes_of(&jobs)?;
        let text = String::from_utf8_lossy(&bytes);
        let held = text.lines().find_map(|line| line.strip_prefix(MARK));
        let wanted = format!("{hash} in {shards} shards");
        if held != Some(&wanted) {
            let held = held.unwrap_or("something else");
            let message = format!("job files of {held} are there, not of {wanted}: {remedy}");
            return Err(Error::input(message).in_file(folder));
        }
    }
    let path = folder.join(SCENARIO);
    if let Some(bytes) = scenario
        && path.exists()
        && bytes_of(&path)? != bytes
    {
        let message = format!("another scenario is there: {remedy}");
        return Err(Error::input(message).in_file(&path));
    }
    Ok(())
}

/// The bytes of a small file that is there. A pipe would be empty the second time it is read.
fn bytes_of(path: &Path) -> Result<Vec<u8>> {
    let refused = |error: io::Error| Error::path("cannot read", &error).in_file(path);
    if fs::metadata(path).map_err(refused)?.is_file() {
        fs::read(path).map_err(refused)
    } else {
        Err(Error::input("is no file that can be copied").in_file(path))
    }
}

/// A text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(unix)]
fn make_executable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
        .map_err(|error| Error::io(format!("cannot make executable: {error}")).in_file(path))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it may fail elsewhere")]
fn make_executable(_: &Path) -> Result<()> {
    Ok(())
}
