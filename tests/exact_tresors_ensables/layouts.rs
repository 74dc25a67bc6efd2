//! A second algorithm, in floats: every one of the 60 x 27 layouts of a series is walked cell by cell.
//!
//! It knows the layout while the player does not, which strategies that look at lives, gain and chests
//! alone cannot tell. The numbers of the tables are written here anew.

use std::collections::BTreeMap;

use crate::{Readings, fact, rtp, solve};
use tirage::exact::to_f64;
use tirage::game::{self, Game, Player, Strategy};
use tirage::games::tresors_ensables::TresorsEnsables;
use tirage::games::tresors_ensables::strategy::{Action, View};
use tirage::units::Stake;

/// The rules of a play as the test reads them.
#[derive(Clone, Copy)]
struct Terms {
    lives: usize,
    anywhere: bool,
    lost_roll: bool,
    refused: bool,
}

impl Terms {
    fn new(readings: &Readings) -> Self {
        let is = |question, answer| readings.contains(&(question, answer));
        Self {
            lives: if is("starting-lives", "1") {
                1
            } else if is("starting-lives", "2") {
                2
            } else {
                3
            },
            anywhere: !is("decisions", "chest-cell"),
            lost_roll: is("overshoot", "lost-roll"),
            refused: is("life-cap", "refused"),
        }
    }

    fn gauge(self, lives: usize, effect: i32) -> usize {
        let sum = i32::try_from(lives).expect("few") + effect;
        match sum {
            4.. if self.refused => lives,
            4.. => 3,
            _ => sum.max(0) as usize,
        }
    }
}

/// Whether a player stops, by lives, gain in cents and chests.
type Stop = fn(usize, i64, usize) -> bool;

const STRATEGIES: [(&str, Stop); 6] = [
    ("first-chest", |_, _, _| true),
    ("gold", |_, _, _| false),
    ("chests:3", |_, _, chests| chests >= 3),
    ("gain:2.00", |_, gain, _| gain >= 200),
    ("lives:1", |lives, _, _| lives <= 1),
    ("lives:2", |lives, _, _| lives <= 2),
];

const BRONZE: [(i64, f64); 3] = [(10, 0.60), (20, 0.23), (50, 0.17)];
const SILVER: [(i64, f64); 3] = [(50, 0.60), (100, 0.23), (200, 0.17)];
/// 70 % of 1, 15 % of 2, 10 % of 5, 4.899 % of 10, 0.1 % of 100 and 0.001 % of 10 000 EUR.
const GOLD_MEAN: f64 = 218.99;

/// Every layout with its probability.
fn layouts() -> Vec<([i32; 5], f64)> {
    let third = [0.3, 0.4, 0.3];
    let mut layouts = Vec::new();
    for a in 0..5 {
        for b in (0..5).filter(|b| *b != a) {
            for c in (0..5).filter(|c| *c != a && *c != b) {
                for outcome in 0..27 {
                    let (i, j, k) = (outcome / 9, outcome / 3 % 3, outcome % 3);
                    let mut cells = [0; 5];
                    cells[a] = [0, 1, 2][i];
                    cells[b] = [-1, -2, -3][j];
                    cells[c] = [-1, 0, 1][k];
                    layouts.push((cells, third[i] * third[j] * third[k] / 60.0));
                }
            }
        }
    }
    assert_eq!(layouts.len(), 60 * 27);
    layouts
}

/// How a walk through a series ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Dead,
    Stopped,
    /// On the chest, with lives.
    Chest(usize),
    /// Beyond it, on a cell of the next series, with lives as they were before that cell acts.
    Beyond(usize, usize),
}

/// Walks on from cell `at` (0 to 4, before it acts) of a series, and adds the ends to `ends`.
#[expect(clippy::too_many_arguments, reason = "a recursion spelt out")]
fn walk(
    terms: Terms,
    stop: [bool; 4],
    last: bool,
    cells: &[i32; 5],
    at: usize,
    lives: usize,
    p: f64,
    ends: &mut BTreeMap<End, f64>,
) {
    let lives = terms.gauge(lives, cells[at]);
    let ended = match lives {
        0 => Some(End::Dead),
        _ if stop[lives] => Some(End::Stopped),
        _ => None,
    };
    if let Some(end) = ended {
        *ends.entry(end).or_default() += p;
        return;
    }
    let left = 5 - at;
    let rolls = if last && terms.lost_roll {
        left.min(6)
    } else {
        6
    };
    for roll in 1..=rolls {
        let p = p / rolls as f64;
        match at + roll {
            to @ 0..5 => walk(terms, stop, last, cells, to, lives, p, ends),
            to if last || to == 5 => *ends.entry(End::Chest(lives)).or_default() += p,
            to => *ends.entry(End::Beyond(to - 6, lives)).or_default() += p,
        }
    }
}

/// P(paid), P(gold), RTP in EUR, P(dead).
fn forward(terms: Terms, stop: Stop) -> [f64; 4] {
    let layouts = layouts();
    let mut known = BTreeMap::<([bool; 4], bool, usize, usize), BTreeMap<End, f64>>::new();
    // Plays by the cell of the series they come to (5 is its chest), lives, gain and chests.
    let mut plays = BTreeMap::<(usize, usize, i64, usize), f64>::new();
    for roll in 1..=6 {
        *plays.entry((roll - 1, terms.lives, 0, 0)).or_default() += 1.0 / 6.0;
    }
    let [mut paid, mut gold, mut mean, mut dead] = [0.0; 4];
    for series in 0..10 {
        let last = series == 9;
        let mut next = BTreeMap::new();
        let mut chest = BTreeMap::<(usize, i64, usize), f64>::new();
        for ((at, lives, gain, chests), p) in plays {
            if at == 5 {
                *chest.entry((lives, gain, chests)).or_default() += p;
                continue;
            }
            let stops =
                [0, 1, 2, 3].map(|lives| terms.anywhere && chests > 0 && stop(lives, gain, chests));
            let ends = known.entry((stops, last, at, lives)).or_insert_with(|| {
                let mut ends = BTreeMap::new();
                for (cells, q) in &layouts {
                    walk(terms, stops, last, cells, at, lives, *q, &mut ends);
                }
                ends
            });
            for (end, q) in ends {
                match *end {
                    End::Dead => dead += p * *q,
                    End::Stopped => {
                        paid += p * *q;
                        mean += p * *q * gain as f64;
                    }
                    End::Chest(lives) => *chest.entry((lives, gain, chests)).or_default() += p * *q,
                    End::Beyond(at, lives) => {
                        *next.entry((at, lives, gain, chests)).or_default() += p * *q;
                    }
                }
            }
        }
        for ((lives, gain, chests), p) in chest {
            if last {
                gold += p;
                paid += p;
                mean += p * (gain as f64 + GOLD_MEAN);
                continue;
            }
            let rows = if series % 2 == 0 { BRONZE } else { SILVER };
            for (more, q) in rows {
                let (gain, chests, p) = (gain + more, chests + 1, p * q);
                if stop(lives, gain, chests) {
                    paid += p;
                    mean += p * gain as f64;
                    continue;
                }
                for roll in 1..=6 {
                    *next.entry((roll - 1, lives, gain, chests)).or_default() += p / 6.0;
                }
            }
        }
        plays = next;
    }
    assert!((paid + dead - 1.0).abs() < 1e-9);
    [paid, gold, mean / 100.0, dead]
}

#[test]
fn every_layout_walked_gives_the_same_law() {
    for readings in crate::READINGS {
        for (name, stop) in STRATEGIES {
            let solution = solve(name, readings);
            let wanted = forward(Terms::new(readings), stop);
            let found = [
                to_f64(&solution.law.hit_frequency()),
                fact(&solution, "gold-reached"),
                rtp(&solution),
                fact(&solution, "deaths"),
            ];
            for (found, wanted) in found.into_iter().zip(wanted) {
                assert!(
                    (found - wanted).abs() < 1e-10,
                    "{name} {readings:?}: {found} {wanted}"
                );
            }
        }
    }
}

/// Whether a player stops, by cell, lives and gain in cents.
type StopOn = fn(usize, usize, i64) -> bool;

/// Gains before the gold chest, in 0.10 EUR, and none.
const GAINS: usize = 106;
/// What stands for the gold chest in the laws of [`one_draw`]: more than can be held before it.
const GOLD: i64 = 2100;

/// One layout for all series: the law of the gain in cents that a player stops with, or, plus [`GOLD`],
/// reaches the gold chest with.
fn one_draw(terms: Terms, stop: StopOn) -> BTreeMap<i64, f64> {
    let mut weights = BTreeMap::<[i32; 5], f64>::new();
    for (cells, weight) in layouts() {
        *weights.entry(cells).or_default() += weight;
    }
    let mut law = BTreeMap::<i64, f64>::new();
    for (cells, weight) in weights {
        // Probability by cell, lives and gain in 0.10 EUR.
        let mut here = vec![[[0.0; GAINS]; 4]; 61];
        here[0][terms.lives][0] = weight;
        for cell in 0..60_usize {
            for lives in 1..4 {
                for gain in 0..GAINS {
                    let p = here[cell][lives][gain];
                    if p == 0.0 {
                        continue;
                    }
                    let cents = 10 * i64::try_from(gain).expect("few");
                    let due = gain > 0 && (terms.anywhere || cell % 6 == 0);
                    if due && stop(cell, lives, cents) {
                        *law.entry(cents).or_default() += p;
                        continue;
                    }
                    let rolls = if terms.lost_roll {
                        (60 - cell).min(6)
                    } else {
                        6
                    };
                    for roll in 1..=rolls {
                        let (to, p) = ((cell + roll).min(60), p / rolls as f64);
                        match to % 6 {
                            0 if to == 60 => *law.entry(GOLD + cents).or_default() += p,
                            0 => {
                                for (more, q) in [BRONZE, SILVER][(to / 6 + 1) % 2] {
                                    here[to][lives][gain + more as usize / 10] += p * q;
                                }
                            }
                            offset => {
                                let after = terms.gauge(lives, cells[offset - 1]);
                                here[to][after][gain] += p;
                            }
                        }
                    }
                }
            }
        }
    }
    law
}

/// A strategy made of a function.
struct Of(StopOn);

impl Strategy<TresorsEnsables> for Of {
    fn decide(&self, view: &View<'_>) -> Action {
        if (self.0)(view.cell(), view.lives(), view.gain().0) {
            Action::Stop
        } else {
            Action::Roll
        }
    }
}

/// Strategies of every kind that the solver tells apart: blind to the gain, with a limit (on the gain
/// alone, or beside something else, or that is not kept to everywhere), and with no limit.
const KINDS: [StopOn; 7] = [
    |_, _, _| false,
    |_, lives, _| lives <= 1,
    |_, _, gain| gain >= 200,
    |_, lives, gain| gain >= 90 || lives == 1,
    |cell, _, gain| gain >= 70 && cell > 20,
    |cell, _, gain| (30..=80).contains(&gain) || cell == 53 && gain > 300,
    |_, lives, gain| gain / 100 >= i64::try_from(lives).unwrap_or(0),
];

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn one_layout_for_all_series() {
    let (game, stake) = (crate::game(), Stake::from_cents(100));
    for (number, stop) in KINDS.into_iter().enumerate() {
        // Every strategy under two of the readings, every reading under at least two strategies.
        for readings in [
            crate::READINGS[number % 6],
            crate::READINGS[(number + 2) % 6],
        ] {
            let mut all = crate::names(readings);
            all.insert("layout".to_owned(), "one-draw".to_owned());
            let resolved = game::Readings::resolve(&Game::card(&game).questions, &all);
            let solved = Player::solve(&Of(stop), &game, stake, &resolved.expect("answers"), None);
            let solution = solved.expect("solved").expect("a solver");
            let wanted = one_draw(Terms::new(readings), stop);
            let law: BTreeMap<i64, f64> = solution
                .floats()
                .into_iter()
                .map(|(v, p)| (v.0, p))
                .collect();
            // Below 1 EUR the gold chest pays nothing, and 10 000 EUR only where it is reached.
            for gain in (10..100).step_by(10) {
                let [found, wanted] =
                    [&law, &wanted].map(|law| law.get(&gain).copied().unwrap_or(0.0));
                assert!(
                    (found - wanted).abs() < 1e-11,
                    "{number} {readings:?} {gain}: {found} {wanted}"
                );
            }
            let mut top = BTreeMap::new();
            for (gain, p) in wanted.range(GOLD..) {
                *top.entry(1_000_000 + gain - GOLD).or_insert(0.0) += p * 1e-5;
            }
            for (payout, wanted) in &top {
                assert!(
                    (law[payout] - wanted).abs() < 1e-15,
                    "{number} {readings:?} {payout}"
                );
            }
            let mean: f64 = wanted
                .iter()
                .map(|(gain, p)| match gain {
                    GOLD.. => p * ((gain - GOLD) as f64 + GOLD_MEAN),
                    _ => p * *gain as f64,
                })
                .sum();
            let found = [to_f64(&solution.law.hit_frequency()), rtp(&solution)];
            for (found, wanted) in found.into_iter().zip([wanted.values().sum(), mean / 100.0]) {
                assert!(
                    (found - wanted).abs() < 1e-10,
                    "{number} {readings:?}: {found} {wanted}"
                );
            }
        }
    }
}

/// What was seen of earlier series tells all of later ones: a strategy that looks at it is refused.
#[test]
fn one_layout_for_all_series_is_not_solved_for_those_who_remember_it() {
    struct Looks;
    impl Strategy<TresorsEnsables> for Looks {
        fn decide(&self, view: &View<'_>) -> Action {
            if view.effect(2) == Some(-1) {
                Action::Stop
            } else {
                Action::Roll
            }
        }
    }
    let (game, all) = (crate::game(), crate::names(&[("layout", "one-draw")]));
    let readings = game::Readings::resolve(&Game::card(&game).questions, &all).expect("answers");
    let refused = Player::solve(&Looks, &game, Stake::from_cents(100), &readings, None);
    assert!(
        refused
            .expect_err("refused")
            .to_string()
            .contains("layout=one-draw")
    );
}
