//! Rounds one by one: transcripts, sums, pinned values, the largest payout, and what players see.

use std::collections::BTreeMap;

use tirage::game::{Game, GameEntry, Kernel, Prepared, Readings, Strategy, Transcript};
use tirage::games::tresors_ensables::TresorsEnsables;
use tirage::games::tresors_ensables::strategy::{Action, View};
use tirage::rng::{Draw, Family};
use tirage::tally::{Moments, Tally};
use tirage::units::{Cents, Stake};

use crate::{READINGS, SEED, STRATEGIES, by_both, counter, game, landed, play, prepare_with};

/// Telling a round replays those before it.
const TOLD: u64 = if cfg!(debug_assertions) { 100 } else { 2000 };

#[test]
fn transcripts_add_up_to_the_run() {
    for readings in READINGS {
        for strategy in STRATEGIES {
            let run = prepare_with(Kernel::Reference, strategy, readings);
            let key = run.spec().stream_key(SEED, run.kernel());
            let mut told = run.empty_tally();
            for round in 0..TOLD {
                let transcript = run.tell(key.generator(Family::Pcg64Dxsm, 0), round);
                for drawn in transcript.steps.iter().filter_map(|step| step.draw) {
                    told.tables[drawn.table][drawn.row] += 1;
                }
                for &counter in &transcript.counters {
                    told.counters[counter] += 1;
                }
                told.pay(transcript.payout, 1);
            }
            let played = play(&*run, 1, TOLD);
            // Rounds are told without their chunk.
            told.streams = played.streams.clone();
            assert_eq!(told, played, "{strategy} {readings:?}");
        }
    }
}

#[test]
fn sums_hold() {
    for readings in READINGS {
        for strategy in STRATEGIES {
            let [fast, reference] = by_both(strategy, readings);
            assert_sums(strategy, readings, &play(&*fast, 1, 20_000));
            assert_sums(strategy, readings, &play(&*reference, 1, 20_000));
        }
    }
}

fn assert_sums(strategy: &str, readings: &[(&str, &str)], tally: &Tally) {
    let name = format!("{strategy} {readings:?}");
    let count = |id: &str| counter(tally, id);
    let chests: Vec<u64> = (0..=10).map(|k| count(&format!("chests-{k}"))).collect();
    let landed = landed(tally);
    assert_eq!(tally.rounds, 20_000, "{name}");
    assert_eq!(tally.payouts.values().sum::<u64>(), 20_000, "{name}");
    assert_eq!(chests.iter().sum::<u64>(), 20_000, "{name}");
    let ends = [count("deaths"), count("stopped"), count("gold-reached")];
    assert_eq!(ends.iter().sum::<u64>(), 20_000, "{name}");
    assert_eq!(tally.payouts.get(&Cents::ZERO), Some(&ends[0]), "{name}");
    let opened: u64 = (0..=10).zip(&chests).map(|(k, n)| k * n).sum();
    assert_eq!(opened, landed.iter().sum::<u64>(), "{name}");
    assert_eq!(landed[9], ends[2], "{name}");
    assert_eq!(tally.trials(6), count("rolls"), "{name}");
    let bronze: u64 = landed.iter().step_by(2).sum();
    assert_eq!(tally.trials(7), bronze, "{name}");
    assert_eq!(tally.trials(8) + bronze + landed[9], opened, "{name}");
    assert_eq!(tally.trials(9), landed[9], "{name}");
    for table in 1..6 {
        assert_eq!(tally.trials(table), tally.trials(0), "{name}");
    }
}

/// The first thousand rounds of chunk 0: a change here changes published results.
#[test]
fn value_stability() {
    let summary = |run: &dyn Prepared| {
        let tally = play(run, 1, 1000);
        let moments = Moments::of(&tally);
        format!(
            "{} {} {} {} {} {}",
            counter(&tally, "rolls"),
            counter(&tally, "deaths"),
            counter(&tally, "gold-reached"),
            tally.trials(0),
            moments.sum,
            moments.squares
        )
    };
    let found = STRATEGIES.map(|strategy| by_both(strategy, &[]).map(|run| summary(&*run)));
    let pinned = [
        [
            "4093 323 8 2389 28030 2679500",
            "4032 339 7 2373 27510 2659900",
        ],
        [
            "9081 829 171 5250 60130 31805500",
            "8873 850 150 5138 48940 23989200",
        ],
        [
            "7830 725 64 4524 47110 12862100",
            "8009 697 68 4661 54590 15725300",
        ],
        [
            "8196 746 118 4734 65460 23051800",
            "8139 774 112 4728 63170 27789900",
        ],
        [
            "7387 574 84 4337 50180 16095200",
            "7530 543 94 4414 60040 23487600",
        ],
        [
            "6041 423 44 3636 48920 14804400",
            "5903 451 22 3502 38020 7426200",
        ],
        [
            "9032 830 170 5252 55570 26899300",
            "9518 790 210 5479 85420 144745600",
        ],
    ];
    assert_eq!(found, pinned);
}

/// A source whose words are all the largest: sixes, last rows.
struct Top;

impl Draw for Top {
    fn bits(&mut self) -> u64 {
        u64::MAX
    }
}

/// Plays one round of `strategy` under `readings`.
fn one<S: Strategy<TresorsEnsables>>(
    strategy: &S,
    readings: &[(&str, &str)],
    draw: &mut impl Draw,
) -> Transcript {
    let game = game();
    let chosen: BTreeMap<_, _> = readings
        .iter()
        .map(|(q, a)| ((*q).to_owned(), (*a).to_owned()))
        .collect();
    let readings = Readings::resolve(&Game::card(&game).questions, &chosen).expect("readings");
    let rules = game
        .rules(Stake::from_cents(100), &readings)
        .expect("rules");
    let mut sheet = TresorsEnsables::sheet(&rules);
    let mut carry = <TresorsEnsables as Game>::Carry::default();
    let mut told = Transcript::default();
    told.payout = TresorsEnsables::round(&rules, strategy, draw, &mut carry, &mut sheet, &mut told);
    told
}

struct Never;

impl Strategy<TresorsEnsables> for Never {
    fn decide(&self, _: &View<'_>) -> Action {
        Action::Roll
    }
}

/// 3.3.4: the largest payout, from the tables and by ten sixes in a row.
#[test]
fn the_largest_payout_is_10_010_50() {
    let game = game();
    let largest = |table: usize| {
        let rows = &GameEntry::card(&game).tables[table].rows;
        rows.iter()
            .filter_map(|row| row.amount)
            .max()
            .expect("amounts")
            .0
    };
    assert_eq!(5 * largest(7) + 4 * largest(8) + largest(9), 1_001_050);
    let told = one(&Never, &[], &mut Top);
    assert_eq!(told.payout, Cents(1_001_050));
    assert_eq!(
        told.counters
            .iter()
            .filter(|&&counter| counter == 0)
            .count(),
        10
    );
}

/// Checks at every decision that the view shows what it may, and no more.
struct Watcher {
    visible: bool,
}

impl Strategy<TresorsEnsables> for Watcher {
    fn decide(&self, view: &View<'_>) -> Action {
        let (series, offset) = ((view.cell() - 1) / 6, (view.cell() - 1) % 6);
        for cell in 1..=60 {
            assert_eq!(view.board(cell).is_some(), self.visible, "cell {cell}");
        }
        for other in 0..5 {
            let seen = view.seen() >> (3 * other) & 7;
            assert!(seen == 0 || other <= offset, "not landed on yet");
            if offset == 5 {
                assert_eq!(seen, 0, "a chest closes its series");
            } else if other == offset {
                assert_ne!(seen, 0, "the player stands on it");
            }
            if self.visible && offset < 5 {
                assert_eq!(view.effect(other), view.board(6 * series + other + 1));
            } else {
                let effect = (seen != 0).then(|| seen as i8 - 4);
                assert_eq!(view.effect(other), effect);
            }
        }
        assert!((1..=3).contains(&view.lives()) && view.chests() <= 9);
        assert_eq!(view.gain() > Cents::ZERO, view.chests() > 0);
        Action::Roll
    }
}

#[test]
fn a_view_shows_no_unseen_cell() {
    use rand::SeedableRng;
    let mut rng = rand_pcg::Pcg64Dxsm::from_seed([3; 32]);
    for _ in 0..2000 {
        one(&Watcher { visible: false }, &[], &mut rng);
        one(
            &Watcher { visible: true },
            &[("board", "visible")],
            &mut rng,
        );
    }
}

#[test]
fn strategies_are_named_canonically_and_refused_precisely() {
    let named = |strategy: &str| {
        let run = game().prepare(strategy, Stake::from_cents(100), &BTreeMap::new(), None);
        run.map(|run| run.spec().strategy.clone())
            .map_err(|error| error.to_string())
    };
    assert_eq!(named("gain:2").as_deref(), Ok("gain:2.00"));
    assert_eq!(named("gain:10010,5").as_deref(), Ok("gain:10010.50"));
    assert_eq!(named("chests:03").as_deref(), Ok("chests:3"));
    let refused = |strategy: &str| named(strategy).expect_err("refused");
    assert_eq!(
        refused("gain:0"),
        "strategy `gain:0` of tresors-ensables: a gain must be above 0 and at most 10010.50 EUR, \
         the most a play can pay"
    );
    assert_eq!(
        refused("chests:11"),
        "strategy `chests:11` of tresors-ensables: `11` is not a number of chests from 1 to 10"
    );
    for bad in [
        "gain:10010.51",
        "gain:x",
        "chests:0",
        "chests:+3",
        "lives:3",
        "lives:",
        "lives",
    ] {
        refused(bad);
    }
}
