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
            commit: Some(env!("TIRAGE_COMMIT")).filter(|commit| !commit.is_empty()),
            rng: generators.join(","),
            sampler_version: SAMPLER_VERSION,
            kernel: kernels.join(","),
            rules_sha256: rules_sha256(games),
            started_at: humantime::format_rfc3339_seconds(started_at).to_string(),
        }
    }
}

/// SHA-256 over the tables and weights of `games`, in hexadecimal.
pub fn rules_sha256<'a>(games: impl IntoIterator<Item = &'a dyn GameEntry>) -> String {
    let mut hash = Sha256::new();
    for game in games {
        game.card().digest_into(&mut hash);
    }
    hex(&hash.finalize())
}
