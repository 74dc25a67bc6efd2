//! Records the commit the binary was built from, so that every report can say so.
//!
//! Reads the repository's own files: no git program is needed, and a source archive builds too.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=src/build.rs");
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let commit = commit(&Path::new(&root).join(".git")).unwrap_or_default();
    println!("cargo:rustc-env=TIRAGE_COMMIT={commit}");
}

/// The full hash that HEAD names; `None` outside a checkout.
fn commit(git: &Path) -> Option<String> {
    // In a work tree beside the first one it is a file that names a folder, which names that of the names.
    let own = match fs::read_to_string(git) {
        Ok(text) => git.parent()?.join(text.trim().strip_prefix("gitdir: ")?),
        Err(_) => git.to_owned(),
    };
    let common = fs::read_to_string(own.join("commondir"));
    let git = common.map_or_else(|_| own.clone(), |path| own.join(path.trim()));
    let head_file = own.join("HEAD");
    let head = fs::read_to_string(&head_file).ok()?;
    println!("cargo:rerun-if-changed={}", head_file.display());
    let Some(name) = head.trim().strip_prefix("ref: ") else {
        return Some(head.trim().to_owned());
    };
    let loose = git.join(name);
    if let Ok(hash) = fs::read_to_string(&loose) {
        println!("cargo:rerun-if-changed={}", loose.display());
        return Some(hash.trim().to_owned());
    }
    let packed = fs::read_to_string(git.join("packed-refs")).ok()?;
    let line = packed.lines().find(|line| line.ends_with(name))?;
    line.split_whitespace().next().map(str::to_owned)
}
