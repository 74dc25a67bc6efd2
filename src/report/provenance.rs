//! What the figures of a report depend on.

use std::time::SystemTime;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::engine::store::hex;
use crate::game::GameEntry;
use crate::rng::SAMPLER_VERSION;

/// Enough to play the same rounds again. Nothing here depends on threads or host, and only
/// `started_at` on the moment.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Provenance {
    /// Program version.
    pub version: &'static str,
    /// Commit the program was built from; null outside a checkout.
    pub commit: Option<&'static str>,
    /// Generators drawn from.
    pub rng: String,
    /// Version of the way draws are made.
    pub sampler_version: u32,
    /// Kernels used.
    pub kernel: String,
    /// SHA-256 over the tables and weights of all games of the run.
    pub rules_sha256: String,
    /// When the run began, UTC.
    pub started_at: String,
}

impl Provenance {
    /// The provenance of a run of `games` (without repetition) with `kernels` drawing
    /// from `generators`.
    pub fn new<'a>(
        games: impl IntoIterator<Item = &'a dyn GameEntry>,
        kernels: &[&str],
        generators: &[&str],
        started_at: SystemTime,
    ) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            commit: commit(),
            rng: generators.join(","),
            sampler_version: SAMPLER_VERSION,
            kernel: kernels.join(","),
            rules_sha256: rules_sha256(games),
            started_at: instant(started_at),
        }
    }
}

/// What the figures of an audit depend on beside the file: nothing was drawn for it.
#[derive(Clone, Debug, Serialize)]
pub struct AuditProvenance {
    /// Program version.
    pub version: &'static str,
    /// Commit the program was built from; null outside a checkout.
    pub commit: Option<&'static str>,
    /// SHA-256 over the tables and weights of the game.
    pub rules_sha256: String,
    /// When the audit began, UTC: the one field that is another one in every audit of the same file.
    pub started_at: String,
}

impl AuditProvenance {
    /// The provenance of an audit of plays of `game`.
    pub fn new(game: &dyn GameEntry, started_at: SystemTime) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            commit: commit(),
            rules_sha256: rules_sha256([game]),
            started_at: instant(started_at),
        }
    }
}

fn commit() -> Option<&'static str> {
    Some(env!("TIRAGE_COMMIT")).filter(|commit| !commit.is_empty())
}

fn instant(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

/// SHA-256 over the tables and weights of `games`, in hexadecimal.
pub fn rules_sha256<'a>(games: impl IntoIterator<Item = &'a dyn GameEntry>) -> String {
    let mut hash = Sha256::new();
    for game in games {
        game.card().digest_into(&mut hash);
    }
    hex(&hash.finalize())
}
