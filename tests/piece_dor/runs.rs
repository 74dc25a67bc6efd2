//! Whole runs: partial blocks, players, and operators who cheat.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use tirage::audit::{Rules, Verdict};
use tirage::engine::{Plan, PlannedRun, Pool};
use tirage::game::{GameEntry, Prepared, Sessions};
use tirage::games::piece_dor::{PieceDor, Reveal, STAKES, Symbol, Tampering};
use tirage::report::{self, Finished, ReportModel};
use tirage::rng::Family;
use tirage::units::Cents;

/// Tickets of a block.
pub(crate) const BLOCK: u64 = 1_000_000;

type Registry = [Box<dyn GameEntry>; 1];

/// A run of `buy`, at one of the stakes, by number.
pub(crate) struct Run {
    pub(crate) stake: usize,
    pub(crate) rounds: u64,
    pub(crate) tickets: Option<u64>,
    pub(crate) seed: u64,
    pub(crate) readings: &'static [(&'static str, &'static str)],
}

impl Default for Run {
    fn default() -> Self {
        Self {
            stake: 0,
            rounds: BLOCK,
            tickets: None,
            seed: 20_180_709,
            readings: &[],
        }
    }
}

impl Run {
    pub(crate) fn report(&self) -> ReportModel {
        self.played_by(game())
    }

    pub(crate) fn played_by(&self, game: PieceDor) -> ReportModel {
        let registry: Registry = [Box::new(game)];
        let prepared = self.prepare(&*registry[0]);
        self.play(&registry, prepared, self.seed)
    }

    fn prepare(&self, game: &dyn GameEntry) -> Arc<dyn Prepared> {
        let readings = self.readings.iter();
        let readings = readings.map(|(q, a)| ((*q).to_owned(), (*a).to_owned()));
        let sessions = self.tickets.map(|tickets| Sessions {
            option: "tickets".to_owned(),
            rounds: tickets.try_into().expect("tickets"),
        });
        let stake = STAKES[self.stake];
        let prepared = game.prepare("buy", stake, &readings.collect(), sessions.as_ref());
        prepared.expect("a run")
    }

    fn play(&self, registry: &Registry, prepared: Arc<dyn Prepared>, seed: u64) -> ReportModel {
        let plan = Plan {
            seed,
            generator: Family::Pcg64Dxsm,
            runs: vec![PlannedRun {
                prepared,
                rounds: self.rounds,
            }],
        };
        let pool = Pool::new(2.try_into().ok()).expect("threads");
        let outcomes = pool.play(&plan, &AtomicBool::new(false), &());
        let finished = Finished {
            titles: &[],
            plan: &plan,
            outcomes: &outcomes,
            rules: Rules::default(),
            started_at: SystemTime::UNIX_EPOCH,
        };
        report::build(registry, &finished).expect("a report")
    }
}

fn game() -> PieceDor {
    PieceDor::new().expect("the built-in tables")
}

/// An operator who shows what `reveals` makes of the lists.
fn showing(reveals: fn(Cents, &mut Vec<Reveal>)) -> PieceDor {
    game().tampered(Tampering {
        reveals,
        ..Tampering::NONE
    })
}

/// The raw p-value of the test of partial blocks.
fn partial_p(model: &ReportModel) -> f64 {
    let mut checks = model.runs[0].checks.iter();
    let fit = checks.find(|check| check.id == "fit:piece-dor/block-0.50");
    fit.expect("a partial block").p
}

#[test]
fn two_blocks_and_a_half_pass() {
    let run = Run {
        rounds: 5 * BLOCK / 2,
        ..Run::default()
    };
    let model = run.report();
    let ids: Vec<&str> = model.runs[0]
        .checks
        .iter()
        .map(|check| check.id.as_str())
        .collect();
    assert_eq!(model.verdict, Verdict::Pass, "{:?}", model.runs[0].checks);
    assert_eq!(
        ids,
        [
            "whole:piece-dor/block-0.50",
            "fit:piece-dor/block-0.50",
            "replay:piece-dor",
            "paid:piece-dor",
            "chunks:piece-dor"
        ]
    );
    assert!(partial_p(&model) > 1e-3);
}

/// Of 200 faultless runs about two are rejected at 1 %. More than 12 would be with probability
/// 2e-7: the tail of the binomial law with 200 trials of 0.01.
const MOST: usize = 12;

fn rejections(tickets: Option<u64>, rounds: u64) -> usize {
    let run = Run {
        rounds,
        tickets,
        ..Run::default()
    };
    let registry: Registry = [Box::new(game())];
    let prepared = run.prepare(&*registry[0]);
    let p = |seed| partial_p(&run.play(&registry, Arc::clone(&prepared), seed));
    (0..200).map(p).filter(|&p| p < 0.01).count()
}

#[test]
fn partial_blocks_are_rejected_as_seldom_as_stated() {
    assert!(rejections(None, 300_000) <= MOST);
}

#[test]
fn players_of_fresh_blocks_are_rejected_as_seldom_as_stated() {
    for tickets in [1, 10, 1000] {
        let rejected = rejections(Some(tickets), 100_000);
        assert!(rejected <= MOST, "{rejected} for {tickets} tickets");
    }
}

/// A player who buys a whole block gets it.
#[test]
fn whole_blocks_bought_by_one_player() {
    let run = Run {
        rounds: 2 * BLOCK,
        tickets: Some(BLOCK),
        ..Run::default()
    };
    let model = run.report();
    assert_eq!(model.verdict, Verdict::Pass);
    let player = model.runs[0].player.as_ref().expect("players");
    assert_eq!(
        (player.players, player.net_profit, player.top_prize),
        (2, 0, 2)
    );
}

#[test]
fn every_reading_passes_with_either_emitter() {
    let readings: [&[(&str, &str)]; 8] = [
        &[("emitter", "any")],
        &[("combination", "reuse")],
        &[("combination", "reuse"), ("emitter", "any")],
        &[("combination", "each-line-once"), ("emitter", "any")],
        &[("clover", "several-one-usable"), ("emitter", "any")],
        &[("clover", "several-each-usable"), ("emitter", "any")],
        &[("symbols", "with-blanks"), ("emitter", "any")],
        &[
            ("clover", "several-each-usable"),
            ("symbols", "with-blanks"),
            ("combination", "reuse"),
        ],
    ];
    for readings in readings {
        let run = Run {
            readings,
            ..Run::default()
        };
        let model = run.report();
        assert_eq!(model.verdict, Verdict::Pass, "{readings:?}");
    }
}

/// The one ticket of 5 000 EUR in a million shows a losing reveal.
#[test]
fn one_wrong_reveal_in_a_million_is_found() {
    let game = showing(|prize, list| {
        if prize == Cents(500_000) {
            *list = vec![Reveal::of([2, 2, 1, 2, 2, 0, 0])];
        }
    });
    let model = Run::default().played_by(game);
    assert_eq!(model.verdict, Verdict::Fail);
    let mut checks = model.runs[0].checks.iter();
    let replay = checks
        .find(|check| check.id == "replay:piece-dor")
        .expect("the check");
    assert_eq!(replay.verdict, Verdict::Fail);
    let note = replay.note.as_deref().unwrap_or_default();
    assert!(note.contains("not so in 1 of 1000000 rounds"), "{note}");
    assert!(
        note.contains(
            "a ticket of 5000.00 EUR shows 2 or, 2 couronne, 1 croix, 2 étoile, 2 pièce trouée, \
             which pays 0.00 EUR"
        ),
        "{note}"
    );
    let others = model.runs[0]
        .checks
        .iter()
        .filter(|check| check.id != "replay:piece-dor");
    assert!(others.clone().count() == 3 && others.clone().all(|c| c.verdict == Verdict::Pass));
}

/// A reveal that is right under one reading only is wrong under the others.
#[test]
fn a_reveal_of_another_reading_is_found() {
    let fault: fn(Cents, &mut Vec<Reveal>) = |prize, list| {
        if prize == Cents(750) {
            list.push(Reveal::of([1, 1, 2, 3, 2, 0, 0]));
        }
    };
    let verdict = |readings| {
        let run = Run {
            readings,
            ..Run::default()
        };
        run.played_by(showing(fault)).verdict
    };
    assert_eq!(verdict(&[]), Verdict::Fail);
    assert_eq!(verdict(&[("combination", "reuse")]), Verdict::Pass);
}

/// One more lot of 7.50 EUR than printed, in place of a losing ticket.
#[test]
fn a_lot_too_many_is_found() {
    let game = game().tampered(Tampering {
        lots: |lots| {
            lots[3] += 1;
            lots[8] -= 1;
        },
        ..Tampering::NONE
    });
    let model = Run::default().played_by(game);
    assert_eq!(model.verdict, Verdict::Fail);
    let failed: Vec<&str> = model.runs[0]
        .checks
        .iter()
        .filter(|check| check.verdict == Verdict::Fail)
        .map(|check| check.id.as_str())
        .collect();
    assert_eq!(failed, ["whole:piece-dor/block-0.50"]);
}

/// How often a clover is shown follows from the lists: orders with a clover over all orders of a
/// prize. 20 blocks, six standard deviations.
#[test]
fn clovers_are_shown_as_often_as_the_orders_say() {
    use std::cell::RefCell;
    thread_local! {
        static SHARES: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
    }
    for emitter in ["proof", "any"] {
        SHARES.with_borrow_mut(Vec::clear);
        let game = showing(|_, list| {
            let orders = |some: &dyn Fn(&Reveal) -> bool| -> f64 {
                let list = list.iter().filter(|reveal| some(reveal));
                list.map(|reveal| reveal.orderings()).sum::<u64>() as f64
            };
            let share = orders(&|r| r.count(Symbol::Trefle) > 0) / orders(&|_| true);
            SHARES.with_borrow_mut(|shares| shares.push(share));
        });
        let readings: &[(&str, &str)] = if emitter == "any" {
            &[
                ("emitter", "any"),
                ("symbols", "with-blanks"),
                ("clover", "several-each-usable"),
            ]
        } else {
            &[]
        };
        let run = Run {
            rounds: 20 * BLOCK,
            readings,
            ..Run::default()
        };
        let model = run.played_by(game);
        let shares = SHARES.with_borrow(Clone::clone);
        let rows = &model.runs[0].tables[0].rows;
        // The lists are built for the run, and once more for its solver: the same ones.
        let (played, solved) = shares.split_at(rows.len());
        assert_eq!(played, solved);
        let (mut mean, mut variance) = (0.0, 0.0);
        for (row, share) in rows.iter().zip(played) {
            mean += row.count as f64 * share;
            variance += row.count as f64 * share * (1.0 - share);
        }
        let clovers = &model.runs[0].counters[0];
        assert_eq!(clovers.id, "clover");
        let z = (clovers.count as f64 - mean) / variance.sqrt();
        assert!(
            z.abs() < 6.0,
            "{emitter}: {} for {mean}, z = {z}",
            clovers.count
        );
    }
}

/// The traced rounds say what the text says, and watching changes nothing.
#[test]
fn a_trace_follows_the_articles() {
    let prepared = game()
        .prepare("buy", STAKES[1], &BTreeMap::new(), None)
        .expect("a run");
    for index in 0..400 {
        let generator = prepared
            .spec()
            .stream_key(3, prepared.kernel())
            .generator(Family::Pcg64Dxsm, 0);
        let told = prepared.tell(generator, index);
        let articles: Vec<&str> = told.steps.iter().map(|step| step.article).collect();
        assert_eq!(articles[..5], ["3.2", "4.3", "4.3", "4.3", "4.3"]);
        let last = told.steps.last().expect("steps");
        let paid = if told.payout == Cents::ZERO {
            ("4.7", "loses".to_owned())
        } else {
            ("4.6", format!("pays {} EUR", told.payout))
        };
        assert_eq!((last.article, last.what.clone()), paid);
        assert!(
            told.steps[0]
                .what
                .starts_with(&format!("ticket {} of the block", index + 1))
        );
        let symbols = told.steps[2..5]
            .iter()
            .map(|step| step.what.matches(", ").count() + 1);
        assert_eq!(symbols.sum::<usize>(), 9);
    }
}
