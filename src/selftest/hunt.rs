//! Plays a fault in growing stages until a check fails.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use crate::audit::{Check, Rules, Verdict, judge};
use crate::engine::{Plan, PlannedRun, Pool};
use crate::error::{Error, Result};
use crate::game::{GameEntry, registered};
use crate::report::{Size, all_tests};
use crate::rng::Family;
use crate::selftest::fault::Fault;

/// Family-wise level of the checks of one stage. A faultless game is "caught" in one of its stages, nine
/// at most, with a probability below 1e-5; all faults together, below 1e-3.
pub const STAGE_LEVEL: f64 = 1e-6;

/// The first stage.
const FIRST_STAGE: u64 = 10_000;

/// The check that caught a fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Catch {
    /// Its identifier; `partial` where the run counted fewer rounds than planned, which the program
    /// reports as an interrupted run.
    pub check: String,
    /// Rounds of the first stage in which it failed.
    pub rounds: u64,
    /// Its raw p-value there; none for `partial`.
    pub log10_p: Option<f64>,
}

/// What came of a hunt.
pub struct Hunt {
    /// The fault.
    pub fault: &'static Fault,
    /// How it was caught, if it was.
    pub catch: Option<Catch>,
}

/// Plays `fault` under root seed `seed` in 1e4, 3e4, 1e5, ... rounds, up to its limit, until a check fails
/// at [`STAGE_LEVEL`]. Each stage goes on from the one before: the same seed plays the same rounds first.
///
/// The judge is the game of `registry`: its published tables, its solver, its checks.
///
/// # Errors
/// A fault that does not fit its game, or `stop` was set.
pub fn hunt(
    registry: &[Box<dyn GameEntry>],
    pool: &Pool,
    fault: &'static Fault,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Hunt> {
    let entry = registered(registry, fault.game)?;
    let sessions = fault.sessions();
    let (_, solution) = entry.solve(
        fault.strategy,
        fault.stake,
        &BTreeMap::new(),
        sessions.as_ref(),
    )?;
    let prepared = fault.prepare(entry)?;
    let unit = sessions.map_or(1, |sessions| sessions.rounds.get());
    for rounds in stages(fault.limit, unit) {
        let plan = Plan {
            seed,
            generator: Family::default(),
            runs: vec![PlannedRun {
                prepared: prepared.clone(),
                rounds,
            }],
        };
        for outcome in pool.play(&plan, stop, &()) {
            if stop.load(std::sync::atomic::Ordering::Relaxed) {
                return Err(Error::io("interrupted: not every fault was played"));
            }
            let size = Size::new(&*prepared, rounds);
            let tests = all_tests(entry.card(), &outcome.tally, solution.as_ref(), size)?;
            let rules = Rules {
                alpha: STAGE_LEVEL,
                ..Rules::default()
            };
            let checks = judge(tests, &rules)?;
            if let Some(catch) = caught(&checks, rounds, outcome.tally.rounds < rounds) {
                return Ok(Hunt {
                    fault,
                    catch: Some(catch),
                });
            }
        }
    }
    Ok(Hunt { fault, catch: None })
}

/// The failed check with the least p-value; the first of equals.
fn caught(checks: &[Check], rounds: u64, is_partial: bool) -> Option<Catch> {
    let failed = checks.iter().filter(|check| check.verdict == Verdict::Fail);
    let worst = failed.min_by(|a, b| a.log10_p.total_cmp(&b.log10_p));
    let catch = worst.map(|check| Catch {
        check: check.id.clone(),
        rounds,
        log10_p: Some(check.log10_p),
    });
    catch.or_else(|| {
        is_partial.then(|| Catch {
            check: "partial".to_owned(),
            rounds,
            log10_p: None,
        })
    })
}

/// Rounds of the stages up to `limit`, in multiples of `unit`.
fn stages(limit: u64, unit: u64) -> impl Iterator<Item = u64> {
    let powers = (0..).map(|power| FIRST_STAGE * 10_u64.pow(power));
    let steps = powers.flat_map(|power| [power, 3 * power]);
    let stages = steps
        .take_while(move |&rounds| rounds < limit)
        .chain([limit]);
    stages.map(move |rounds| (rounds / unit).max(1) * unit)
}

/// One thread: faults are hunted side by side.
pub(super) fn lone_pool() -> Result<Pool> {
    Pool::new(NonZeroUsize::new(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::games::happy_des::HappyDes;
    use crate::selftest::document::SelftestReport;
    use crate::selftest::seam::Rules;
    use crate::units::Stake;

    /// A fault that is none: caught with a probability below 3e-6, three stages at 1e-6.
    static NO_FAULT: Fault = Fault {
        id: "none",
        game: "happy-des",
        article: "",
        about: "nothing is wrong",
        strategy: "figures",
        stake: Stake::from_cents(100),
        sessions: None,
        limit: 100_000,
        seam: &Rules {
            game: HappyDes::new,
            change: |_| (),
        },
    };

    #[test]
    fn what_is_not_caught_fails_the_selftest() {
        let registry = games::registry().expect("the built-in games");
        let pool = lone_pool().expect("a thread");
        let hunt = hunt(&registry, &pool, &NO_FAULT, 1, &AtomicBool::new(false)).expect("plays");
        assert_eq!(hunt.catch, None);
        let report = SelftestReport::new(1, &[hunt], None);
        assert!(!report.is_good());
        assert!(report.text().contains("NOT CAUGHT"), "{}", report.text());
        assert!(report.text().contains("0 of 1 faults"), "{}", report.text());
    }

    #[test]
    fn stages_grow_to_the_limit() {
        let of = |limit, unit| stages(limit, unit).collect::<Vec<_>>();
        assert_eq!(of(100_000, 1), [10_000, 30_000, 100_000]);
        assert_eq!(of(150_000, 7), [9_996, 29_995, 99_995, 149_996]);
        assert_eq!(of(5_000, 1), [5_000]);
    }
}
