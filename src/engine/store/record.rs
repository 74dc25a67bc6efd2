//! What stands in a file of partial results.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::engine::plan::Plan;
use crate::engine::shard::Shard;
use crate::engine::store::hash::{hex, sha256_of};
use crate::engine::store::tally::TallyRecord;
use crate::error::Result;
use crate::game::{GameEntry, Sessions, registered};
use crate::rng::SAMPLER_VERSION;
use crate::units::Stake;

/// A file of partial results; see [the format](crate::engine::store#format).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The program that wrote it.
    pub written_by: WrittenBy,
    /// All that decides a draw.
    pub identity: Identity,
    /// What only the report needs.
    pub ask: Ask,
    /// The part of the plan it is about; none: all of it.
    pub shard: Option<ShardRecord>,
    /// When the work began, RFC 3339, UTC.
    pub started_at: String,
    /// What was played, one per run.
    pub runs: Vec<RunRecord>,
}

/// The program that wrote a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenBy {
    /// Its version.
    pub version: String,
    /// The commit it was built from.
    pub commit: Option<String>,
}

impl WrittenBy {
    /// This program.
    pub fn this() -> Self {
        let commit = env!("TIRAGE_COMMIT");
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: (!commit.is_empty()).then(|| commit.to_owned()),
        }
    }
}

/// All that decides a draw: two plans with the same identity have the same counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// See [`SAMPLER_VERSION`].
    pub sampler_version: u32,
    /// Generator family.
    pub generator: String,
    /// Root seed.
    pub seed: u64,
    /// Game to the SHA-256 of its tables and weights.
    pub rules: BTreeMap<String, String>,
    /// The runs.
    pub runs: Vec<RunIdentity>,
}

/// One run of an [`Identity`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunIdentity {
    /// Game identifier.
    pub game: String,
    /// Canonical strategy name.
    pub strategy: String,
    /// Stake.
    pub stake_cents: i64,
    /// Every question with the answer in force.
    pub readings: BTreeMap<String, String>,
    /// Players of a fixed number of rounds.
    pub sessions: Option<SessionsRecord>,
    /// Rounds planned.
    pub rounds: u64,
    /// Rounds in every chunk but perhaps the last.
    pub chunk_rounds: u64,
    /// The kernel's name.
    pub kernel: String,
}

/// Players of a fixed number of rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionsRecord {
    /// `plays` or `tickets`.
    pub option: String,
    /// Rounds of each player.
    pub rounds: NonZeroU64,
}

/// What only the report needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// Titles of the scenarios.
    pub titles: Vec<String>,
    /// How the tests are judged.
    pub judged: Judged,
    /// The precision asked for.
    pub precision: Option<AskedPrecision>,
}

/// How the tests are judged: numbers as their shortest decimals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// Family-wise error rate.
    pub alpha: String,
    /// Largest relative deviation of an RTP that may go unseen.
    pub rtp_tolerance: Option<String>,
    /// Largest relative change of a row that may go unseen.
    pub cell_tolerance: Option<String>,
}

/// A precision asked for, and what it takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedPrecision {
    /// Half the width of the interval for the RTP, in stakes.
    pub half_width: String,
    /// Rounds, one per run; none where the variance is not known.
    pub rounds_needed: Vec<Option<u64>>,
}

impl Ask {
    /// The first thing in which `other` differs, with its value in both, `other`'s last.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let titles = |ask: &Self| match &ask.titles[..] {
            [] => "none".to_owned(),
            titles => format!("`{}`", titles.join("`, `")),
        };
        let some = |text: &Option<String>| text.as_deref().unwrap_or("none").to_owned();
        let width = |ask: &Self| some(&ask.precision.as_ref().map(|p| p.half_width.clone()));
        let needed = |ask: &Self| {
            let needed = ask.precision.as_ref().map(|p| &p.rounds_needed[..]);
            let text = |rounds: &Option<u64>| rounds.map_or("none".to_owned(), |n| n.to_string());
            let needed: Vec<String> = needed.unwrap_or_default().iter().map(text).collect();
            needed.join(" ")
        };
        let (mine, theirs) = (&self.judged, &other.judged);
        let rtp = [mine, theirs].map(|judged| some(&judged.rtp_tolerance));
        let cell = [mine, theirs].map(|judged| some(&judged.cell_tolerance));
        differ("title", &titles(self), &titles(other))
            .or_else(|| differ("alpha", &mine.alpha, &theirs.alpha))
            .or_else(|| differ("rtp-tolerance", &rtp[0], &rtp[1]))
            .or_else(|| differ("cell-tolerance", &cell[0], &cell[1]))
            .or_else(|| differ("rtp-half-width", &width(self), &width(other)))
            .or_else(|| differ("rounds needed", &needed(self), &needed(other)))
    }
}

/// A [`Shard`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardRecord {
    /// From 1.
    pub index: u64,
    /// Number of parts.
    pub of: u64,
}

impl From<Shard> for ShardRecord {
    fn from(shard: Shard) -> Self {
        Self {
            index: shard.index(),
            of: shard.of(),
        }
    }
}

/// What was played of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunRecord {
    /// Wall-clock time, in milliseconds.
    pub elapsed_ms: u64,
    /// Ranges of chunks, ascending.
    pub parts: Vec<PartRecord>,
}

/// The counts of a range of chunks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartRecord {
    /// The first chunk.
    pub from: u64,
    /// The first chunk that is not in it.
    pub to: u64,
    /// The counts.
    pub tally: TallyRecord,
}

impl Identity {
    /// The identity of `plan`.
    ///
    /// # Errors
    /// (Internal) a game that `registry` does not list.
    pub fn of(registry: &[Box<dyn GameEntry>], plan: &Plan) -> Result<Self> {
        let mut rules = BTreeMap::new();
        let mut runs = Vec::new();
        for run in &plan.runs {
            let spec = run.prepared.spec();
            let entry = registered(registry, &spec.game)?;
            rules.entry(spec.game.clone()).or_insert_with(|| {
                let mut hash = Sha256::new();
                entry.card().digest_into(&mut hash);
                hex(&hash.finalize())
            });
            let sessions = |s: &Sessions| SessionsRecord {
                option: s.option.clone(),
                rounds: s.rounds,
            };
            runs.push(RunIdentity {
                game: spec.game.clone(),
                strategy: spec.strategy.clone(),
                stake_cents: spec.stake.cents(),
                readings: spec.readings.clone(),
                sessions: spec.sessions.as_ref().map(sessions),
                rounds: run.rounds,
                chunk_rounds: run.prepared.chunk_rounds(),
                kernel: run.prepared.kernel().to_owned(),
            });
        }
        Ok(Self {
            sampler_version: SAMPLER_VERSION,
            generator: plan.generator.to_string(),
            seed: plan.seed,
            rules,
            runs,
        })
    }

    /// The scenario hash.
    ///
    /// # Errors
    /// (Internal) it cannot be written.
    pub fn sha256(&self) -> Result<String> {
        sha256_of(self)
    }

    /// The first 12 digits of the scenario hash.
    ///
    /// # Errors
    /// (Internal) it cannot be written.
    pub fn short_hash(&self) -> Result<String> {
        self.sha256().map(|hash| hash[..12].to_owned())
    }

    /// The name of the file of a shard, or of the whole: the same for all attempts at the same part of the
    /// same scenario.
    ///
    /// # Errors
    /// (Internal) it cannot be written.
    pub fn part_name(&self, shard: Option<Shard>) -> Result<String> {
        let hash = self.short_hash()?;
        let (index, of) = shard.map_or((1, 1), |shard| (shard.index(), shard.of()));
        let width = of.to_string().len();
        Ok(format!("tirage-{hash}-{index:0width$}-of-{of}.tally"))
    }

    /// The same but for the numbers of rounds, which are those of `other` where there is such a run.
    #[must_use]
    pub fn with_rounds_of(mut self, other: &Self) -> Self {
        for (mine, theirs) in self.runs.iter_mut().zip(&other.runs) {
            mine.rounds = theirs.rounds;
        }
        self
    }

    /// The first thing in which `other` differs, with its value in both, `other`'s last.
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self == other {
            return None;
        }
        let versions = (self.sampler_version, other.sampler_version);
        let counts = (self.runs.len(), other.runs.len());
        let runs = self.runs.iter().zip(&other.runs).enumerate();
        differ("sampler version", &versions.0, &versions.1)
            .or_else(|| differ("seed", &self.seed, &other.seed))
            .or_else(|| differ("generator", &self.generator, &other.generator))
            .or_else(|| {
                let runs = if counts.0 == 1 { "run" } else { "runs" };
                (counts.0 != counts.1).then(|| format!("{} {runs}, not {}", counts.0, counts.1))
            })
            .or_else(|| {
                let mut found = runs.filter_map(|(at, (mine, theirs))| {
                    let difference = mine.difference(theirs)?;
                    Some(format!("in run {} {difference}", at + 1))
                });
                found.next()
            })
            .or_else(|| {
                let changed =
                    |(game, hash): &(&String, &String)| self.rules.get(*game) != Some(*hash);
                let game = other.rules.iter().find(changed);
                game.map(|(game, _)| format!("other tables or weights of {game}"))
            })
            .or_else(|| Some("another identity".to_owned()))
    }
}

/// `what` with both values, if they differ.
fn differ<T: PartialEq + Display>(what: &str, mine: &T, theirs: &T) -> Option<String> {
    (mine != theirs).then(|| format!("{what} {mine}, not {theirs}"))
}

impl RunIdentity {
    fn difference(&self, other: &Self) -> Option<String> {
        let sizes = (self.chunk_rounds, other.chunk_rounds);
        differ("the game", &self.name(), &other.name())
            .or_else(|| differ("rounds", &self.rounds, &other.rounds))
            .or_else(|| differ("the kernel", &self.kernel, &other.kernel))
            .or_else(|| differ("chunks of", &sizes.0, &sizes.1))
    }

    /// What is played, in words.
    pub fn name(&self) -> String {
        let stake = Stake::from_cents(self.stake_cents);
        let sessions = self.sessions.iter();
        let sessions = sessions.map(|s| format!("{}={}", s.option, s.rounds));
        let readings = self.readings.iter().map(|(q, a)| format!("{q}={a}"));
        let more: Vec<String> = readings.chain(sessions).collect();
        let name = format!("{} {} {stake} EUR", self.game, self.strategy);
        if more.is_empty() {
            name
        } else {
            format!("{name} ({})", more.join(" "))
        }
    }
}
