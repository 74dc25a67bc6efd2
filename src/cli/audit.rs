//! `tirage audit`: observed plays against the published odds.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::audit::{Rules, Verdict};
use crate::cli::audit_args::AuditArguments;
use crate::cli::audit_documents::AuditDocuments;
use crate::cli::exit::Status;
use crate::cli::output;
use crate::cli::trace::answers;
use crate::error::{Error, Result};
use crate::exact::{Bounds, to_f64};
use crate::game::{GameEntry, Sessions, named};
use crate::games;
use crate::observed::{
    Alternative, Auditor, Form, Group, GroupFigures, Judgement, Log, Players, SHOWN_LEVEL, read_log,
};
use crate::report::{
    AmountReport, AuditProvenance, AuditReport, DrawnReport, Estimate, FileReport, GroupReport,
    ReadingReport, RowReport,
};
use crate::units::Stake;

/// Reads the file, judges it and prints what came out.
pub(super) fn audit(arguments: &AuditArguments) -> Result<Status> {
    let started_at = SystemTime::now();
    let documents = AuditDocuments::new(arguments)?;
    let registry = games::registry()?;
    let entry = named(&registry, &arguments.game)?;
    let given = answers(&arguments.readings)?;
    let strategy = arguments
        .strategy
        .as_ref()
        .map(|name| entry.strategy_name(name))
        .transpose()?;
    if let Some(stake) = arguments.stake {
        entry.card().check_stake(stake)?;
    }
    let mut log = read_log(&arguments.file, entry)?;
    check(&log, arguments)?;
    log = assigned(log, entry, strategy.as_deref(), arguments.stake)?;
    let default = Rules::default();
    let rules = Rules {
        alpha: arguments.alpha.unwrap_or(default.alpha),
        cell_tolerance: arguments.cell_tolerance,
        rtp_tolerance: arguments.rtp_tolerance,
        ..default
    };
    let players = players(arguments, entry)?;
    players
        .check(&log)
        .map_err(|error| error.in_file(&arguments.file))?;
    let judgement = patiently(|| Auditor::of(entry, players).judge(&log, &given, &rules))?;
    let verdict = judgement.verdict;
    documents.write(&report(
        arguments,
        entry,
        &log,
        judgement,
        rules.alpha,
        started_at,
    ))?;
    Ok(match verdict {
        Verdict::Fail => Status::NonCompliant,
        Verdict::Inconclusive if arguments.strict => Status::Inconclusive,
        Verdict::Inconclusive | Verdict::Pass => Status::Passed,
    })
}

/// Does `work`, and says after some seconds that it takes long.
fn patiently<T>(work: impl FnOnce() -> T) -> T {
    const PATIENCE: Duration = Duration::from_secs(5);
    let (done, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                output::note(
                    "working out what the published odds allow; under many readings this can take minutes",
                );
            }
        });
        let found = work();
        drop(done);
        found
    })
}

/// What the options say of the players, which must matter in the game.
fn players(arguments: &AuditArguments, entry: &dyn GameEntry) -> Result<Players> {
    let card = entry.card();
    if let Some(plays) = arguments.plays {
        let sessions = Sessions {
            option: "plays".to_owned(),
            rounds: plays,
        };
        card.check_sessions(&sessions)?;
        return Ok(Players::Each(sessions));
    }
    if !arguments.long_run {
        return Ok(Players::Any);
    }
    if card.sessions.is_none_or(|offer| !offer.carries) {
        return Err(Error::input(format!(
            "--long-run: nothing is carried from play to play in {}; leave it out",
            card.id
        )));
    }
    Ok(Players::LongRun)
}

/// Tells every line that cannot be read; such a file is not judged.
fn check(log: &Log, arguments: &AuditArguments) -> Result<()> {
    for fault in &log.faults {
        let error = Error::input(format!("line {}: {}", fault.line, fault.message));
        output::note(&error.in_file(&arguments.file).to_string());
    }
    if log.bad > 0 {
        let told = log.faults.len() as u64;
        let others = if log.bad > told {
            format!(", the first {told} of them above")
        } else {
            String::new()
        };
        return Err(Error::input(format!(
            "{} of {} lines cannot be read{others}: nothing was judged",
            log.bad, log.lines
        ))
        .in_file(&arguments.file));
    }
    if log.total == 0 {
        return Err(
            Error::input("the file holds no plays: nothing to judge").in_file(&arguments.file)
        );
    }
    Ok(())
}

/// The log, its plays of unknown strategy under the one given; in a game with a single way to play,
/// under that.
fn assigned(
    mut log: Log,
    entry: &dyn GameEntry,
    given: Option<&str>,
    stake: Option<Stake>,
) -> Result<Log> {
    let families = entry.families();
    let only = match &families[..] {
        [family] => Some(family.pattern),
        _ => None,
    };
    let stakes = log
        .plays
        .keys()
        .map(|group| group.stake)
        .chain(log.draws.keys().map(|(stake, _)| *stake));
    if let (Some(wanted), Some(other)) = (
        stake,
        stakes.into_iter().find(|other| Some(*other) != stake),
    ) {
        return Err(Error::input(format!(
            "the file has plays at a stake of {other} EUR, and --stake says {wanted}"
        )));
    }
    if log.form == Form::Draws && given.is_some() {
        return Err(Error::input(
            "--strategy says nothing about draws of tables: leave it out",
        ));
    }
    let mut plays = BTreeMap::new();
    for (group, found) in std::mem::take(&mut log.plays) {
        if let (Some(given), Some(written)) = (given, &group.strategy)
            && given != written
        {
            return Err(Error::input(format!(
                "the file has plays with strategy {written}, and --strategy says {given}"
            )));
        }
        let strategy = group.strategy.or(given.or(only).map(str::to_owned));
        let sum: &mut crate::observed::Plays =
            plays.entry(Group { strategy, ..group }).or_default();
        sum.merge(found);
    }
    log.plays = plays;
    Ok(log)
}

fn report(
    arguments: &AuditArguments,
    entry: &dyn GameEntry,
    log: &Log,
    judgement: Judgement,
    alpha: f64,
    started_at: SystemTime,
) -> AuditReport {
    let provenance = AuditProvenance::new(entry, started_at);
    let card = entry.card();
    let name = arguments.file.file_name().unwrap_or_default();
    let (from, to) = log.period.clone().unzip();
    let first = judgement
        .alternatives
        .first()
        .map(|one| one.answers.clone())
        .unwrap_or_default();
    let shown = judgement.alternatives.get(judgement.shown);
    AuditReport {
        schema: AuditReport::SCHEMA,
        verdict: judgement.verdict,
        game: card.id.clone(),
        title: card.title.clone(),
        alpha,
        file: FileReport {
            name: name.to_string_lossy().into_owned(),
            sha256: log.sha256.clone(),
            bytes: log.bytes,
            lines: log.lines,
            blank_lines: log.blank,
            rows: log.rows,
            form: if log.form == Form::Draws {
                "draws"
            } else {
                "payouts"
            },
            total: log.total,
            from,
            to,
            unused_columns: log.unused.iter().map(|&name| name.to_owned()).collect(),
        },
        answers: shown.map(|shown| shown.answers.clone()).unwrap_or_default(),
        worth_looking_at: Vec::new(),
        says_little: false,
        sight: None,
        checks: shown.map(|shown| shown.checks.clone()).unwrap_or_default(),
        readings: judgement
            .alternatives
            .iter()
            .map(|one| reading(one, &first))
            .collect(),
        groups: judgement.groups.iter().map(group).collect(),
        tables: tables(entry, log),
        findings: judgement.notes,
        version: provenance.version,
        rules_sha256: provenance.rules_sha256.clone(),
        provenance,
    }
    .finished()
}

fn reading(one: &Alternative, first: &BTreeMap<String, String>) -> ReadingReport {
    let worst = one.worst();
    let differs = one
        .answers
        .iter()
        .filter(|(question, answer)| first.get(*question) != Some(*answer));
    ReadingReport {
        differs: differs
            .map(|(question, answer)| format!("{question}={answer}"))
            .collect(),
        answers: one.answers.clone(),
        verdict: one.verdict,
        worst_check: worst.map(|check| check.id.clone()),
        adjusted_p: worst.map(|check| check.adjusted_p),
        adjusted_log10_p: worst.map(|check| check.adjusted_log10_p),
        note: worst.and_then(|check| check.note.clone()),
        untested: one.untested.clone(),
    }
}

fn group(figures: &GroupFigures) -> GroupReport {
    let low = |bounds: &Bounds| to_f64(&bounds.low);
    let high = |bounds: &Bounds| to_f64(&bounds.high);
    let paid: i128 = figures
        .rows
        .iter()
        .map(|(amount, count, _)| i128::from(amount.0) * i128::from(*count))
        .sum();
    GroupReport {
        stake_cents: figures.group.stake.cents(),
        strategy: figures.group.strategy.clone(),
        plays: figures.rows.iter().map(|(_, count, _)| count).sum(),
        paid_cents: paid.to_string(),
        rtp: figures.rtp.map(|rtp| Estimate {
            estimate: rtp.estimate,
            standard_error: f64::NAN,
            ci_low: rtp.interval.low,
            ci_high: rtp.interval.high,
            level: SHOWN_LEVEL,
            exact: None,
        }),
        rtp_guaranteed_low: figures.rtp.map(|rtp| rtp.guaranteed.low),
        rtp_guaranteed_high: figures.rtp.map(|rtp| rtp.guaranteed.high),
        rtp_low: figures.allowed.as_ref().map(low),
        rtp_high: figures.allowed.as_ref().map(high),
        payouts: figures
            .rows
            .iter()
            .map(|(amount, count, bounds)| AmountReport {
                cents: amount.0,
                count: *count,
                low: bounds.as_ref().map(low),
                high: bounds.as_ref().map(high),
            })
            .collect(),
    }
}

fn tables(entry: &dyn GameEntry, log: &Log) -> Vec<DrawnReport> {
    let drawn = |((stake, number), draws): (&(Stake, usize), &crate::observed::Draws)| {
        let table = &entry.card().tables[*number];
        let rows = table
            .rows
            .iter()
            .zip(&table.weights.values)
            .zip(&draws.rows);
        DrawnReport {
            id: table.id.clone(),
            article: table.article.clone(),
            stake_cents: stake.cents(),
            rows: rows
                .map(|((row, &weight), &count)| {
                    RowReport::new(row, (weight, table.weights.denominator), count)
                })
                .collect(),
            trials: draws.rows.iter().sum(),
        }
    };
    log.draws.iter().map(drawn).collect()
}
