//! Logs of Trésors Ensablés that do not say how it was played.
//!
//! Lawful ones are those of players who see more than any search has looked at. At a level of 1e-5 per audit the
//! chance of a false alarm in all sixty is at most 6e-4; the seeds are 0 to 4.

use std::collections::BTreeMap;

use tirage::audit::{Rules, Verdict};
use tirage::game::{Game, GameEntry, Player, Readings, Strategy};
use tirage::games::tresors_ensables::TresorsEnsables;
use tirage::games::tresors_ensables::strategy::{Action, View};
use tirage::observed::{Auditor, Judgement};
use tirage::rng::Family;
use tirage::units::{Cents, Stake};

use crate::sample::{Counts, answers, law, log, multinomial};

const STAKE: Stake = Stake::from_cents(100);
const RULES: Rules = Rules {
    alpha: 1e-5,
    power: 0.9,
    cell_tolerance: None,
    rtp_tolerance: None,
};

/// Looks at the six cells ahead on a visible board: stops where so many of them would end the play, or, to lose, where
/// fewer would.
struct Peeks {
    deadly: usize,
    is_bold: bool,
}

impl Strategy<TresorsEnsables> for Peeks {
    fn decide(&self, view: &View<'_>) -> Action {
        let effects = (view.cell() + 1..=view.cell() + 6).filter_map(|cell| view.board(cell));
        let deadly = effects
            .filter(|effect| *effect < 0 && usize::from(effect.unsigned_abs()) >= view.lives())
            .count();
        if (deadly >= self.deadly) == self.is_bold {
            Action::Roll
        } else {
            Action::Stop
        }
    }
}

fn judge(
    game: &TresorsEnsables,
    strategy: Option<&str>,
    counts: &Counts,
    given: &BTreeMap<String, String>,
) -> Judgement {
    let auditor = Auditor::new(game);
    let log = log(game, STAKE, strategy, counts);
    auditor.judge(&log, given, &RULES).expect("an audit")
}

#[test]
fn players_who_see_more_are_not_accused() {
    let game = TresorsEnsables::new().expect("tables");
    for layout in ["ten-draws", "one-draw"] {
        let given = answers(&[("board", "visible"), ("layout", layout)]);
        let readings =
            Readings::resolve(&GameEntry::card(&game).questions, &given).expect("answers");
        let rules = game.rules(STAKE, &readings).expect("rules");
        let run = game.prepare("gold", STAKE, &given, None).expect("a run");
        let mut questions: BTreeMap<String, String> = readings.names().clone();
        questions.extend(given);
        for player in [
            Peeks {
                deadly: 2,
                is_bold: false,
            },
            Peeks {
                deadly: 1,
                is_bold: true,
            },
        ] {
            for seed in 0..5 {
                let key = run.spec().stream_key(seed, run.kernel());
                let mut tally = run.empty_tally();
                Player::play(
                    &player,
                    &rules,
                    None,
                    key.generator(Family::Pcg64Dxsm, 0),
                    200_000,
                    &mut tally,
                );
                // Nobody searches for best play there, so that it may be any.
                for strategy in [None, Some("optimal"), Some("worst")] {
                    let found = judge(&game, strategy, &tally.payouts, &questions);
                    let checks = &found.alternatives[found.shown].checks;
                    let name = format!("{layout}, {strategy:?}, seed {seed}");
                    assert_eq!(found.verdict, Verdict::Pass, "{name}: {checks:#?}");
                    assert_eq!(checks.len(), 3, "{name}");
                }
            }
        }
    }
}

/// What no way to play explains under any reading is accused, and what is wrong is named.
#[test]
fn gross_frauds_need_no_strategy() {
    let game = TresorsEnsables::new().expect("tables");
    let gold = multinomial(&law(&game, "gold", STAKE, &[]), 1_000_000, 1);
    let mut fivefold = gold.clone();
    for (amount, count) in &mut fivefold {
        if (10_000..100_000).contains(&amount.0) {
            *count *= 5;
        }
    }
    let half = |cents: i64| BTreeMap::from([(Cents(0), 50_000), (Cents(cents), 50_000)]);
    // With the range of cents in which the amount named must lie.
    let frauds = [
        (0..1, BTreeMap::from([(Cents(0), 100_000)])),
        (200..201, half(200)),
        (50..51, half(50)),
        (
            1_001_050..1_001_051,
            BTreeMap::from([(Cents(1_001_050), 1)]),
        ),
        (10_000..100_000, fivefold),
    ];
    for (range, counts) in frauds {
        let found = judge(&game, None, &counts, &answers(&[]));
        assert_eq!(found.verdict, Verdict::Fail, "{range:?}");
        assert!(
            found
                .alternatives
                .iter()
                .all(|one| one.verdict == Some(Verdict::Fail)),
            "{range:?}"
        );
        let note = found.alternatives[found.shown].checks[1]
            .note
            .clone()
            .expect("a note");
        let named = note
            .strip_prefix("largest deviation: ")
            .and_then(|rest| rest.split_once(" EUR"));
        let amount: f64 = named.expect("an amount").0.parse().expect("an amount");
        assert!(
            range.contains(&((amount * 100.0).round() as i64)),
            "{range:?}: {note}"
        );
    }
    // The log that one of them was made of is no fraud.
    assert_eq!(
        judge(&game, None, &gold, &answers(&[])).verdict,
        Verdict::Pass
    );
}
