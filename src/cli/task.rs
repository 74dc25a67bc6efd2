//! What a `tirage run` has before it: a new plan, or one that was begun.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::audit::Rules;
use crate::cli::args::RunOptions;
use crate::cli::output;
use crate::cli::rules::{decimal, judged, rules_of};
use crate::cli::run::scenarios;
use crate::engine::store::{Ask, AskedPrecision, Checkpoints, Found, Identity, Stored, Written};
use crate::engine::{Ended, Outcome, Plan, PlannedRun, Played, Precision, Shard};
use crate::error::{Error, Result};
use crate::game::{GameEntry, Kernel, registered};
use crate::scenario::{Job, Overrides, half_width_rounds, whole_sessions};

/// A plan with what has been played of it.
pub(super) struct Task {
    /// What to play.
    pub(super) plan: Plan,
    /// How to judge it.
    pub(super) rules: Rules,
    /// What was played already.
    pub(super) played: Played,
    /// What every file of the run says.
    pub(super) written: Written,
    /// Where the state is kept.
    pub(super) checkpoints: Option<Checkpoints>,
}

impl Task {
    /// The task that `files` and `options` ask for.
    ///
    /// # Errors
    /// Invalid input, a state that is not of the run asked for, or a disk that refuses.
    pub(super) fn new(
        files: &[PathBuf],
        options: &RunOptions,
        registry: &[Box<dyn GameEntry>],
    ) -> Result<Self> {
        let overrides = Overrides {
            seed: options.seed,
            rounds: options.rounds,
            alpha: options.alpha,
            rtp_tolerance: options.rtp_tolerance,
            cell_tolerance: options.cell_tolerance,
            generator: options.generator.map(Into::into).unwrap_or_default(),
            kernel: options.kernel.map(Into::into).unwrap_or_default(),
        };
        if let Some(folder) = &options.long.resume {
            return resume(folder, files, options, overrides, registry);
        }
        if options.long.checkpoint_every.is_some() && options.long.checkpoint.is_none() {
            return Err(Error::input(
                "--checkpoint-every needs --checkpoint DIR or --resume DIR",
            ));
        }
        let mut job = Job::new(registry, &scenarios(files, options, registry)?, overrides)?;
        let asked = options.long.rtp_half_width;
        let precision = asked
            .map(|width| limit(&mut job, width, registry))
            .transpose()?;
        let shard = options.long.shard;
        let mut task = fresh(job, precision, shard, registry)?;
        if let Some(folder) = &options.long.checkpoint {
            let mut checkpoints = Checkpoints::create(folder)?;
            if let Some(found) = checkpoints.newest()? {
                task.adopt(found, registry)?;
            }
            task.checkpoints = Some(checkpoints);
        }
        Ok(task)
    }

    /// Goes on from `found`, which must be of the same run but for the number of rounds.
    fn adopt(&mut self, found: Found, registry: &[Box<dyn GameEntry>]) -> Result<()> {
        tell_damage(&found);
        let refused = |error: Error| error.in_file(&found.path);
        let stored = Stored::new(registry, found.document).map_err(refused)?;
        same_run(&stored, &self.written.identity).map_err(refused)?;
        if stored.shard != self.written.shard {
            let name =
                |shard: Option<Shard>| shard.map_or("no shard".to_owned(), |s| s.to_string());
            return Err(refused(Error::input(format!(
                "holds another part of the run: {}, not {}",
                name(stored.shard),
                name(self.written.shard)
            ))));
        }
        self.played = stored.played(&self.plan).map_err(refused)?;
        self.written.started_at = stored.started_at;
        tell_state(&found.path, &self.played);
        Ok(())
    }

    /// What came out, each run with the precision asked for.
    pub(super) fn outcomes(&self, ended: Ended) -> Vec<Outcome> {
        with_precision(self.played.outcomes(&self.plan, ended), &self.written.ask)
    }
}

/// `outcomes` with the precision that `ask` has.
pub(super) fn with_precision(mut outcomes: Vec<Outcome>, ask: &Ask) -> Vec<Outcome> {
    if let Some(asked) = &ask.precision
        && let Ok(half_width) = asked.half_width.parse()
    {
        for (outcome, needed) in outcomes.iter_mut().zip(&asked.rounds_needed) {
            outcome.precision = needed.map(|rounds_needed| Precision {
                half_width,
                rounds_needed,
            });
        }
    }
    outcomes
}

/// Nothing played yet of `job`.
fn fresh(
    job: Job,
    precision: Option<AskedPrecision>,
    shard: Option<Shard>,
    registry: &[Box<dyn GameEntry>],
) -> Result<Task> {
    let written = Written {
        identity: Identity::of(registry, &job.plan)?,
        ask: Ask {
            titles: job.titles,
            judged: judged(&job.rules),
            precision,
        },
        shard,
        started_at: SystemTime::now(),
    };
    Ok(Task {
        played: Played::nothing(&job.plan, shard),
        plan: job.plan,
        rules: job.rules,
        written,
        checkpoints: None,
    })
}

/// Sets the rounds of every run to what `width` takes, or to what was asked for if that is fewer, and says
/// so.
fn limit(job: &mut Job, width: f64, registry: &[Box<dyn GameEntry>]) -> Result<AskedPrecision> {
    let mut rounds_needed = Vec::new();
    for (run, has_rounds) in job.plan.runs.iter_mut().zip(&job.has_rounds) {
        let spec = run.prepared.spec();
        let game = registered(registry, &spec.game)?;
        let needed = half_width_rounds(game, spec, width)?;
        let name = format!("{} {} at {} EUR", spec.game, spec.strategy, spec.stake);
        match needed {
            None => output::note(&format!(
                "{name}: its exact variance is not known; {} rounds are played",
                run.rounds
            )),
            Some(needed) if *has_rounds && needed > run.rounds => output::note(&format!(
                "{name}: a half width of {} takes {needed} rounds; {} were asked for and are played",
                decimal(width),
                run.rounds
            )),
            Some(needed) => {
                run.rounds = needed;
                output::note(&format!(
                    "{name}: a half width of {} takes {needed} rounds",
                    decimal(width)
                ));
            }
        }
        rounds_needed.push(needed);
    }
    Ok(AskedPrecision {
        half_width: decimal(width),
        rounds_needed,
    })
}

/// Goes on from the state in `folder`.
fn resume(
    folder: &Path,
    files: &[PathBuf],
    options: &RunOptions,
    mut overrides: Overrides,
    registry: &[Box<dyn GameEntry>],
) -> Result<Task> {
    let mut checkpoints = Checkpoints::open(folder)?;
    let found = checkpoints.newest()?.ok_or_else(|| {
        Error::input("there is no checkpoint in this folder, expected one that --checkpoint filled")
            .in_file(folder)
    })?;
    tell_damage(&found);
    let refused = |error: Error| error.in_file(&found.path);
    let stored = Stored::new(registry, found.document).map_err(refused)?;
    let mut plan = stored.plan.clone();
    let mut ask = stored.document.ask.clone();
    if options.game.is_some() || !files.is_empty() {
        let wanted = scenarios(files, options, registry)?;
        if wanted.iter().all(|scenario| scenario.seed.is_none()) {
            overrides.seed = overrides.seed.or(Some(plan.seed));
        }
        if options.generator.is_none() {
            overrides.generator = plan.generator;
        }
        if options.kernel.is_none() {
            overrides.kernel = kernel_of(&plan);
        }
        let job = Job::new(registry, &wanted, overrides)?;
        same_run(&stored, &Identity::of(registry, &job.plan)?).map_err(refused)?;
        for (run, wanted) in plan.runs.iter_mut().zip(&job.plan.runs) {
            run.rounds = run.rounds.max(wanted.rounds);
        }
        ask.titles = job.titles;
        ask.judged = judged(&job.rules);
    }
    plan.seed = options.seed.unwrap_or(plan.seed);
    plan.generator = options.generator.map_or(plan.generator, Into::into);
    if let Some(kernel) = options.kernel {
        let mut runs = plan.runs.iter_mut();
        runs.try_for_each(|run| reseat(registry, run, kernel.into()))?;
    }
    if let Some(rounds) = options.rounds {
        for run in &mut plan.runs {
            let sessions = run.prepared.spec().sessions.clone();
            run.rounds = whole_sessions(Some(rounds), sessions.as_ref())?;
        }
    }
    let identity = Identity::of(registry, &plan)?;
    same_run(&stored, &identity).map_err(refused)?;
    if let Some(asked) = options.long.shard
        && stored.shard != Some(asked)
    {
        let held = stored
            .shard
            .map_or("the whole run".to_owned(), |shard| format!("shard {shard}"));
        return Err(refused(Error::input(format!(
            "holds {held}, not shard {asked}"
        ))));
    }
    let held = rules_of(&ask).map_err(refused)?;
    let rules = Rules {
        alpha: options.alpha.unwrap_or(held.alpha),
        rtp_tolerance: options.rtp_tolerance.or(held.rtp_tolerance),
        cell_tolerance: options.cell_tolerance.or(held.cell_tolerance),
        ..held
    };
    ask.judged = judged(&rules);
    let played = stored.played(&plan).map_err(refused)?;
    tell_state(&found.path, &played);
    Ok(Task {
        rules,
        written: Written {
            identity,
            ask,
            shard: stored.shard,
            started_at: stored.started_at,
        },
        plan,
        played,
        checkpoints: Some(checkpoints),
    })
}

/// Whether `stored` is of the run `wanted`, whatever the number of rounds.
fn same_run(stored: &Stored, wanted: &Identity) -> Result<()> {
    let held = stored.document.identity.clone().with_rounds_of(wanted);
    held.difference(wanted).map_or(Ok(()), |difference| {
        Err(Error::input(format!(
            "is the state of another run than asked for: it has {difference}; ask for that run, or name \
             another folder"
        )))
    })
}

fn tell_damage(found: &Found) {
    for (path, why) in &found.damaged {
        output::note(&format!(
            "{}: {why}; the checkpoint before it is used, {}",
            path.display(),
            found.path.display()
        ));
    }
}

fn tell_state(path: &Path, played: &Played) {
    output::note(&format!(
        "going on from {}: {} rounds were played",
        path.display(),
        played.rounds()
    ));
}

/// The choice under which the runs of `plan` are played by the kernels they are played by.
fn kernel_of(plan: &Plan) -> Kernel {
    let mut runs = plan.runs.iter();
    if runs.any(|run| run.prepared.kernel() != Kernel::REFERENCE) {
        Kernel::Fast
    } else {
        Kernel::Reference
    }
}

/// Has `kernel` play `run`.
fn reseat(registry: &[Box<dyn GameEntry>], run: &mut PlannedRun, kernel: Kernel) -> Result<()> {
    let spec = run.prepared.spec();
    let game = registered(registry, &spec.game)?;
    let sessions = spec.sessions.as_ref();
    run.prepared =
        game.prepare_with(kernel, &spec.strategy, spec.stake, &spec.readings, sessions)?;
    Ok(())
}
