//! What a document costs beside the run: counted in solutions, which do not depend on the machine.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use tirage::audit::Rules;
use tirage::engine::Pool;
use tirage::report::{Finished, build, sheets};
use tirage::scenario::{Job, Overrides, standard};

use crate::small;

/// A run is solved once, for the checks. The documents then take the law alone of every strategy under every
/// other answer that can be played, and one map of best play per game: no range, no run, no solution again.
#[test]
fn documents_solve_no_more_than_they_show() {
    let (registry, calls) = small::counted();
    let overrides = Overrides {
        rounds: Some(small::CHUNK),
        ..Overrides::default()
    };
    let scenario = standard().expect("the standard scenario");
    let job = Job::new(&registry, &[scenario], overrides).expect("a job");
    let runs = job.plan.runs.len() as u64;
    assert_eq!(calls.take(), [runs, 0, 0, 0]);
    let pool = Pool::new(None).expect("threads");
    let outcomes = pool.play(&job.plan, &AtomicBool::new(false), &());
    let model = build(
        &registry,
        &Finished {
            titles: &[],
            plan: &job.plan,
            outcomes: &outcomes,
            rules: Rules::default(),
            started_at: SystemTime::now(),
        },
    )
    .expect("a report");
    assert_eq!(calls.take(), [0, runs, 0, 0]);

    let mut laws = 0;
    for entry in &registry {
        let card = entry.card();
        let of_game = model.runs.iter().filter(|run| run.game == card.id);
        let strategies: BTreeSet<&str> = of_game.map(|run| run.strategy.as_str()).collect();
        for question in &card.questions {
            for answer in &question.answers[1..] {
                let chosen = BTreeMap::from([(question.id.to_owned(), answer.id.to_owned())]);
                let can_be = entry.check(card.stakes[0], &chosen).is_ok();
                laws += u64::from(can_be) * strategies.len() as u64;
            }
        }
    }
    let sheets = sheets(&registry, &model.runs).expect("sheets");
    assert_eq!(calls.take(), [0, 0, laws, sheets.len() as u64]);
    // Answers beside the default ones, of tresors-ensables under five strategies, of happy-des under four, of the
    // others under one; each can be played.
    assert_eq!(laws, 7 * 5 + 6 * 4 + 2 + 13 + 6);
    let effects = sheets.iter().flat_map(|sheet| &sheet.effects);
    let effects: Vec<_> = effects.flat_map(|report| &report.effects).collect();
    let shown = effects.iter().filter(|e| !e.default && !e.refused).count();
    assert_eq!(shown as u64, laws);
}
