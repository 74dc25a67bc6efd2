//! A scenario as written: typed and located, not yet compared with the games.

use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use toml::de::DeTable;

use crate::error::{Error, Position, Result};
use crate::game::Sessions;
use crate::scenario::section::Section;
use crate::units::{Cents, Stake, parse_rounds};

/// A scenario file larger than this is refused, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// A value with the place it was read from; none when it came from the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub at: Option<Position>,
}

impl<T> From<T> for Located<T> {
    fn from(value: T) -> Self {
        Self { value, at: None }
    }
}

/// One `[[run]]`.
#[derive(Clone, Debug)]
pub struct RunEntry {
    /// Where the run stands in its file.
    pub at: Option<Position>,
    /// Game identifier.
    pub game: Located<String>,
    /// Strategy name.
    pub strategy: Located<String>,
    /// The stake; absent: the smallest on offer.
    pub stake: Option<Located<Stake>>,
    /// Rounds; absent: the scenario's.
    pub rounds: Option<u64>,
    /// Players of a fixed number of rounds.
    pub sessions: Option<Sessions>,
    /// Question and answer.
    pub readings: Vec<(String, Located<String>)>,
}

/// A scenario as written.
#[derive(Clone, Debug, Default)]
pub struct Scenario {
    /// The file it came from; none for the command line and the embedded one.
    pub file: Option<PathBuf>,
    /// Free text.
    pub title: Option<String>,
    /// Root seed.
    pub seed: Option<Located<u64>>,
    /// Rounds of runs that do not say.
    pub rounds: Option<u64>,
    /// Family-wise error rate of the verdict.
    pub alpha: Option<Located<f64>>,
    /// Largest relative deviation of an RTP that may go unseen.
    pub rtp_tolerance: Option<Located<f64>>,
    /// Largest relative change of a row or a chance that may go unseen.
    pub cell_tolerance: Option<Located<f64>>,
    /// Readings for all runs whose game has the question.
    pub readings: Vec<(String, Located<String>)>,
    /// The runs.
    pub runs: Vec<RunEntry>,
}

impl Scenario {
    /// Reads the scenario in `path`.
    ///
    /// # Errors
    /// It is missing, unreadable, a directory, not UTF-8, too large, or not a scenario; every
    /// message names the file, those about its text also line and column.
    pub fn read(path: &Path) -> Result<Self> {
        let refuse = |why: String| Error::input(why).in_file(path);
        let unread = |error: io::Error| Error::path("cannot read", &error).in_file(path);
        let file = File::open(path).map_err(unread)?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            return Err(refuse("is a directory, expected a scenario file".into()));
        }
        let mut bytes = Vec::new();
        file.take(MAX_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(unread)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(refuse(format!(
                "is larger than {MAX_BYTES} bytes: no scenario is"
            )));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            refuse(format!("is not UTF-8: byte {} is no character", at + 1))
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let mut scenario = Self::parse(text).map_err(|error| error.in_file(path))?;
        scenario.file = Some(path.to_owned());
        Ok(scenario)
    }

    /// Reads a scenario from its text.
    ///
    /// # Errors
    /// Wrong TOML, an unknown key, a value of the wrong type or out of range, or no run at all.
    pub fn parse(text: &str) -> Result<Self> {
        if text.trim().is_empty() {
            return Err(Error::input(
                "is empty, expected a scenario with at least one [[run]]",
            ));
        }
        let table = DeTable::parse(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let message = error.message().replace('\n', "; ");
            Error::input(format!("wrong TOML: {message}")).at(Position::of(text, start))
        })?;
        let keys = ["title", "seed", "rounds", "verdict", "readings", "run"];
        let top = Section::new(text, "the scenario", table.get_ref(), &keys)?;
        let readings = match top.table("readings")? {
            Some(table) => Section::strings(text, "[readings]", table)?,
            None => Vec::new(),
        };
        let verdict = match top.table("verdict")? {
            Some(table) => {
                let keys = ["alpha", "rtp_tolerance", "cell_tolerance"];
                Some(Section::new(text, "[verdict]", table, &keys)?)
            }
            None => None,
        };
        let judged = |key: &str, parse: fn(&str) -> Result<f64>| {
            let value = verdict.as_ref().map(|verdict| verdict.number(key));
            let value = value.transpose()?.flatten();
            value.map(|n| parsed(&n, parse)).transpose()
        };
        let alpha = judged("alpha", parse_alpha)?;
        let rtp_tolerance = judged("rtp_tolerance", parse_tolerance)?;
        let cell_tolerance = judged("cell_tolerance", parse_tolerance)?;
        let runs = top.tables("run")?;
        if runs.is_empty() {
            return Err(Error::input("has no [[run]]: there is nothing to play"));
        }
        Ok(Self {
            file: None,
            title: top.string("title")?.map(|title| title.value),
            seed: top
                .number("seed")?
                .map(|n| parsed(&n, parse_seed))
                .transpose()?,
            rounds: rounds(&top)?,
            alpha,
            rtp_tolerance,
            cell_tolerance,
            readings,
            runs: runs
                .into_iter()
                .map(|(at, table)| run(text, at, table))
                .collect::<Result<_>>()?,
        })
    }
}

fn run<'a>(text: &'a str, at: Position, table: &'a DeTable<'a>) -> Result<RunEntry> {
    let keys = [
        "game", "strategy", "stake", "rounds", "plays", "tickets", "readings",
    ];
    let section = Section::new(text, "[[run]]", table, &keys)?;
    let need = |key: &str| {
        section
            .string(key)?
            .ok_or_else(|| Error::input(format!("this [[run]] lacks `{key}`")).at(at))
    };
    let stake = |text: &str| Cents::parse(text).map(Stake);
    Ok(RunEntry {
        at: Some(at),
        game: need("game")?,
        strategy: need("strategy")?,
        stake: section
            .string("stake")?
            .map(|s| parsed(&s, stake))
            .transpose()?,
        rounds: rounds(&section)?,
        sessions: sessions(&section)?,
        readings: match section.table("readings")? {
            Some(table) => Section::strings(text, "[run.readings]", table)?,
            None => Vec::new(),
        },
    })
}

fn rounds(section: &Section<'_>) -> Result<Option<u64>> {
    let rounds = section.number("rounds")?;
    Ok(rounds
        .map(|n| parsed(&n, parse_rounds))
        .transpose()?
        .map(|n| n.value))
}

/// `plays` or `tickets`, of which a run has one at most.
fn sessions(section: &Section<'_>) -> Result<Option<Sessions>> {
    let read = |option: &str| {
        let length = section.number(option)?;
        let length = length.map(|n| parsed(&n, parse_session)).transpose()?;
        Ok(length.map(|length| {
            (
                length.at,
                Sessions {
                    option: option.to_owned(),
                    rounds: length.value,
                },
            )
        }))
    };
    match (read("plays")?, read("tickets")?) {
        (Some(_), Some((at, _))) => {
            let error = Error::input("a run has `plays` or `tickets`, not both");
            Err(at.into_iter().fold(error, Error::at))
        }
        (plays, tickets) => Ok(plays.or(tickets).map(|(_, sessions)| sessions)),
    }
}

/// Parses located text; an error is said to be where the text stands.
fn parsed<T>(text: &Located<String>, parse: impl Fn(&str) -> Result<T>) -> Result<Located<T>> {
    let value = parse(&text.value).map_err(|error| match text.at {
        Some(at) => error.at(at),
        None => error,
    })?;
    Ok(Located { value, at: text.at })
}

/// Reads a root seed: a whole number from 0 to 2^53 - 1.
///
/// # Errors
/// It is none.
pub fn parse_seed(text: &str) -> Result<u64> {
    use crate::engine::Plan;
    let digits = text.replace('_', "");
    match digits.parse::<u64>() {
        Ok(seed) if seed <= Plan::MAX_SEED && !digits.starts_with('+') => Ok(seed),
        _ => Err(Error::input(format!(
            "`{text}` is no seed: write a whole number from 0 to {} (2^53 - 1)",
            Plan::MAX_SEED
        ))),
    }
}

/// Reads the number of plays or tickets of a player: written like a number of rounds.
///
/// # Errors
/// It is none.
pub fn parse_session(text: &str) -> Result<NonZeroU64> {
    let number = parse_rounds(text).ok().and_then(NonZeroU64::new);
    number.ok_or_else(|| {
        Error::input(format!(
            "`{text}` is no number of plays or tickets of a player: write a whole number from 1 to 1e15, such as 10"
        ))
    })
}

/// Reads a family-wise error rate: above 0 and at most 0.5.
///
/// # Errors
/// It is none.
pub fn parse_alpha(text: &str) -> Result<f64> {
    match text.replace('_', "").parse::<f64>() {
        Ok(alpha) if alpha > 0.0 && alpha <= 0.5 => Ok(alpha),
        _ => Err(Error::input(format!(
            "`{text}` is no error rate: write a number above 0 and at most 0.5, such as 0.001"
        ))),
    }
}

/// Reads a tolerance: a relative deviation above 0 and at most 100.
///
/// # Errors
/// It is none.
pub fn parse_tolerance(text: &str) -> Result<f64> {
    match text.replace('_', "").parse::<f64>() {
        Ok(tolerance) if tolerance > 0.0 && tolerance <= 100.0 => Ok(tolerance),
        _ => Err(Error::input(format!(
            "`{text}` is no tolerance: write a relative deviation above 0 and at most 100, such as 0.01 \
             for 1 %"
        ))),
    }
}
