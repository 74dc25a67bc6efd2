//! Best and worst play, and the range of the RTP over all odds that round to the printed ones.

use num_rational::Ratio as Fraction;
use tirage::exact::{Ratio, ratio, to_f64};
use tirage::game::{Game, GameEntry, Readings};
use tirage::games::happy_des::{Action, HappyDes, Policy, Universe};
use tirage::units::{Cents, Stake};

use crate::enumerated::{table, ways};
use crate::{Answers, STRATEGIES, all_answers, game, rtp, solve, stakes};

const ACTIONS: [Action; 4] = [
    Action::Stop,
    Action::Play(Universe::Cumul),
    Action::Play(Universe::Figures),
    Action::Play(Universe::Identiques),
];

/// What each of the 4^4 policies is worth.
fn all_policies(game: &HappyDes, stake: Stake, answers: &Answers) -> Vec<Ratio> {
    let questions = &GameEntry::card(game).questions;
    let readings = Readings::resolve(questions, answers).expect("valid");
    let worth = |number: usize| {
        let amounts = [400, 200, 100, 50].map(Cents);
        let action = |place: usize| ACTIONS[number / 4_usize.pow(place as u32) % 4];
        let rows = amounts.into_iter().enumerate();
        let policy = Policy::new(
            rows.map(|(place, amount)| (amount, action(place)))
                .collect(),
        );
        let solution = Game::exact(game, stake, &readings, None, &policy).expect("solved");
        solution.expect("a solver").rtp(stake)
    };
    (0..256).map(worth).collect()
}

#[test]
fn no_policy_beats_the_best_or_loses_to_the_worst() {
    let game = game();
    for answers in [
        crate::answers(&[]),
        crate::answers(&[("reroll-27", "never"), ("full-house", "loses")]),
        crate::answers(&[("coefficient", "table"), ("figures", "cumulated")]),
    ] {
        for stake in stakes() {
            let all = all_policies(&game, stake, &answers);
            assert_eq!(
                all.iter().max(),
                Some(&rtp(&game, "optimal", stake, &answers))
            );
            assert_eq!(
                all.iter().min(),
                Some(&rtp(&game, "worst", stake, &answers))
            );
        }
    }
}

#[test]
fn every_strategy_lies_between_worst_and_best() {
    let game = game();
    for stake in stakes() {
        for answers in all_answers(&game) {
            let (worst, best) = (
                rtp(&game, "worst", stake, &answers),
                rtp(&game, "optimal", stake, &answers),
            );
            for strategy in STRATEGIES {
                let between = rtp(&game, strategy, stake, &answers);
                assert!(
                    worst <= between && between <= best,
                    "{strategy} {answers:?}"
                );
            }
        }
    }
}

/// With the default readings all four actions are worth the amount, give or take what the rounding
/// hides; where full houses lose, Happy Figures is worst whatever hides there.
#[test]
fn the_answer_says_whether_the_odds_determine_the_best_play() {
    let game = game();
    let findings = |answers: &[(&str, &str)]| {
        solve(&game, "optimal", stakes()[0], &crate::answers(answers)).findings
    };
    let open = findings(&[]);
    assert!(
        open[0].starts_with("The best play under the model weights is identiques at every amount")
    );
    assert!(open[0].contains("do not determine") && open[0].contains("stop, cumul, figures"));
    assert!(open[1].contains("do not determine"), "{}", open[1]);
    let settled = findings(&[("full-house", "loses")]);
    assert!(
        settled[1]
            .contains("worst play is figures at every amount, and the published odds determine")
    );
    let cumulated = findings(&[("figures", "cumulated")]);
    assert!(
        cumulated[0]
            .contains("best play is figures at every amount, and the published odds determine")
    );
}

/// Least and greatest mean of a table in cents: the best vertex of the polytope, all of which have every
/// row but one at an end of its interval.
fn vertex_means(game: &HappyDes, id: &str, values: &[f64]) -> (f64, f64) {
    let table = table(game, id);
    let boxes: Vec<_> = table
        .rows
        .iter()
        .map(|row| row.printed.interval(table.weights.denominator))
        .collect();
    let float = |p: &Fraction<i128>| *p.numer() as f64 / *p.denom() as f64;
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for free in 0..boxes.len() {
        for ends in 0..1_u32 << boxes.len() {
            let end = |row: usize| {
                if ends >> row & 1 == 1 {
                    boxes[row].high
                } else {
                    boxes[row].low
                }
            };
            let others = (0..boxes.len()).filter(|&row| row != free);
            // Sums of three or four such fractions leave 128 bits: floats, with a little slack.
            let fixed: f64 = others.clone().map(|row| float(&end(row))).sum();
            let rest = 1.0 - fixed;
            let slack = 1e-15;
            if rest < float(&boxes[free].low) - slack || rest > float(&boxes[free].high) + slack {
                continue;
            }
            let mean = others
                .map(|row| float(&end(row)) * values[row])
                .sum::<f64>()
                + rest * values[free];
            low = low.min(mean);
            high = high.max(mean);
        }
    }
    (low, high)
}

fn prizes(game: &HappyDes, id: &str) -> Vec<f64> {
    let rows = table(game, id).rows.iter();
    rows.map(|row| row.amount.expect("money").0 as f64)
        .collect()
}

#[test]
fn the_range_is_attained_at_vertices_of_the_tables() {
    let game = game();
    let stake = stakes()[0];
    for answers in all_answers(&game) {
        for universe in ["cumul", "figures", "identiques"] {
            let (mut low, mut high) = (0.0, 0.0);
            for (p, tables) in ways(universe, &answers) {
                for id in tables {
                    let (least, most) = vertex_means(&game, id, &prizes(&game, id));
                    low += p * least;
                    high += p * most;
                }
            }
            let amounts = prizes(&game, "stage-1");
            let worth = |mean: f64| amounts.iter().map(|a| a * mean / 100.0).collect::<Vec<_>>();
            let low = vertex_means(&game, "stage-1", &worth(low)).0 * 2.0 / 3.0 / 100.0;
            let high = vertex_means(&game, "stage-1", &worth(high)).1 * 2.0 / 3.0 / 100.0;
            let bounds = solve(&game, universe, stake, &answers).rtp_bounds;
            assert!(
                (to_f64(&bounds.low) - low).abs() < 1e-12,
                "{universe} {answers:?}"
            );
            assert!(
                (to_f64(&bounds.high) - high).abs() < 1e-12,
                "{universe} {answers:?}"
            );
        }
    }
    // Stopping: only the table of stage 1, whatever is printed for stage 2.
    let (low, high) = vertex_means(&game, "stage-1", &prizes(&game, "stage-1"));
    let stop = solve(&game, "stop", stake, &crate::answers(&[])).rtp_bounds;
    assert!((to_f64(&stop.low) - low / 150.0).abs() < 1e-12);
    assert!((to_f64(&stop.high) - high / 150.0).abs() < 1e-12);
    assert!(stop.low < ratio(7, 10) && ratio(7, 10) < stop.high);
}
