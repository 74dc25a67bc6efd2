//! Tables squeezed onto one row: what follows is then known by other means.
//!
//! With every rule certain, a series is the five cells {a, b, c, blank, blank} in a random order, so that
//! landings draw without replacement from that multiset. A walk over the multiset, which knows nothing
//! of layouts, nodes or views, gives the law of what the player opens.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tirage::exact::{Ratio, ratio, to_f64};
use tirage::game::{GameEntry, Solution};
use tirage::games::tresors_ensables::TresorsEnsables;
use tirage::published::{Printed, Published, load};
use tirage::units::{Cents, Odds, Probability, RoundingInterval, Stake};

use crate::{Readings, fact, names, rtp};

const PUBLISHED: &str = include_str!("../../src/games/tresors_ensables/published.toml");
const MODEL: &str = include_str!("../../src/games/tresors_ensables/model.toml");
const RULES: [&str; 3] = ["rule-1", "rule-2", "rule-3"];
const CHESTS: [&str; 3] = ["bronze", "silver", "gold"];
const EFFECTS: [[i32; 3]; 3] = [[0, 1, 2], [-1, -2, -3], [-1, 0, 1]];
const AMOUNTS: [&[i64]; 3] = [
    &[10, 20, 50],
    &[50, 100, 200],
    &[100, 200, 500, 1000, 10_000, 1_000_000],
];

/// The built-in tables with each of `picks`, a table and a row, made certain, in weights and in print.
fn squeezed(picks: &[(&str, usize)]) -> TresorsEnsables {
    let mut published: Published = load(PUBLISHED, MODEL).expect("tables");
    let certain = Odds::rounded("1,00").expect("a number");
    // What is left of a probability of at least 1 / 1.005.
    let left = RoundingInterval {
        low: Probability::new(0, 1),
        high: Probability::new(1, 201),
    };
    for (id, row) in picks {
        let id = format!("tresors-ensables/{id}");
        let table = published.tables.iter_mut().find(|table| table.id == id);
        let table = table.expect("a table");
        table.weights.values.fill(0);
        table.weights.values[*row] = table.weights.denominator;
        for (number, line) in table.rows.iter_mut().enumerate() {
            line.printed = if number == *row {
                Printed::Odds(certain.clone())
            } else {
                Printed::Nothing(left)
            };
        }
    }
    TresorsEnsables::with(published).expect("the same shape")
}

fn solve(game: &TresorsEnsables, strategy: &str, readings: &Readings) -> Solution {
    let solved = game.solve(strategy, Stake::from_cents(100), &names(readings), None);
    solved.expect(strategy).1.expect("a game with a solver")
}

/// What must hold of every solution.
fn sound(solution: &Solution, name: &str) -> Result<(), TestCaseError> {
    let sum: Ratio = solution.law.probabilities().map(|(_, p)| p).sum();
    prop_assert_eq!(sum, ratio(1, 1), "{}", name);
    let (bounds, value) = (&solution.rtp_bounds, rtp(solution));
    let (low, high) = (to_f64(&bounds.low), to_f64(&bounds.high));
    prop_assert!(
        low <= value && value <= high,
        "{}: {} {} {}",
        name,
        low,
        value,
        high
    );
    Ok(())
}

/// Whether a player stops, by lives, gain and chests.
type Stop = fn(usize, i64, usize) -> bool;

const STRATEGIES: [(&str, Stop); 5] = [
    ("first-chest", |_, _, _| true),
    ("gold", |_, _, _| false),
    ("chests:3", |_, _, chests| chests >= 3),
    ("gain:1.20", |_, gain, _| gain >= 120),
    ("lives:1", |lives, _, _| lives <= 1),
];

/// The law of the payout in cents, in floats. A play stands on a cell with lives, the multiset left of the
/// series (how many of a, b and c, and blanks), gain and chests.
fn walk(
    effects: [i32; 3],
    amounts: [i64; 3],
    lives: usize,
    refused: bool,
    stop: Stop,
) -> BTreeMap<i64, f64> {
    type Bag = [usize; 4];
    const FULL: Bag = [1, 1, 1, 2];
    let effects = [effects[0], effects[1], effects[2], 0];
    let mut law = BTreeMap::<i64, f64>::new();
    let mut plays = vec![BTreeMap::<(usize, Bag, i64, usize), f64>::new(); 61];
    plays[0].insert((lives, FULL, 0, 0), 1.0);
    for cell in 0..60 {
        for ((lives, bag, gain, chests), p) in std::mem::take(&mut plays[cell]) {
            if chests > 0 && stop(lives, gain, chests) {
                *law.entry(gain).or_default() += p;
                continue;
            }
            for roll in 1..=6 {
                let (to, p) = ((cell + roll).min(60), p / 6.0);
                // Cells 1 to 6 are the first series, 6 being its chest.
                let bag = if cell == 0 || (to - 1) / 6 == (cell - 1) / 6 {
                    bag
                } else {
                    FULL
                };
                if to == 60 {
                    *law.entry(gain + amounts[2]).or_default() += p;
                    continue;
                }
                if to % 6 == 0 {
                    let gain = gain + amounts[(to / 6 + 1) % 2];
                    *plays[to].entry((lives, bag, gain, chests + 1)).or_default() += p;
                    continue;
                }
                let left: usize = bag.iter().sum();
                for kind in (0..4).filter(|kind| bag[*kind] > 0) {
                    let p = p * bag[kind] as f64 / left as f64;
                    let after = i32::try_from(lives).expect("few") + effects[kind];
                    let after = match after {
                        ..=0 => {
                            *law.entry(0).or_default() += p;
                            continue;
                        }
                        4.. if refused => lives,
                        after => after.min(3) as usize,
                    };
                    let mut bag = bag;
                    bag[kind] -= 1;
                    *plays[to].entry((after, bag, gain, chests)).or_default() += p;
                }
            }
        }
    }
    law
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 1 } else { 12 }))]

    /// Every rule certain: the series is a known multiset in a random order.
    #[test]
    fn series_of_known_cells(
        rows in prop::array::uniform3(0_usize..3),
        contents in (0_usize..3, 0_usize..3, 0_usize..6),
        lives in 1_usize..=3,
        refused in any::<bool>(),
        which in 0_usize..STRATEGIES.len(),
    ) {
        let contents = [contents.0, contents.1, contents.2];
        let all = RULES.iter().zip(rows).chain(CHESTS.iter().zip(contents));
        let picks: Vec<(&str, usize)> = all.map(|(id, row)| (*id, row)).collect();
        let game = squeezed(&picks);
        let (name, stop) = STRATEGIES[which];
        let start = ["1", "2", "3"][lives - 1];
        let cap = if refused { "refused" } else { "cut" };
        let solution = solve(&game, name, &[("starting-lives", start), ("life-cap", cap)]);
        sound(&solution, name)?;
        let effects = [0, 1, 2].map(|rule| EFFECTS[rule][rows[rule]]);
        let amounts = [0, 1, 2].map(|chest| AMOUNTS[chest][contents[chest]]);
        let wanted = walk(effects, amounts, lives, refused, stop);
        let found: BTreeMap<i64, f64> = solution.floats().into_iter().map(|(v, p)| (v.0, p)).collect();
        for amount in wanted.keys().chain(found.keys()) {
            let [found, wanted] = [&found, &wanted].map(|law| law.get(amount).copied().unwrap_or(0.0));
            prop_assert!((found - wanted).abs() < 1e-12, "{} {}: {} {}", name, amount, found, wanted);
        }
    }

    /// Every chest holds 0.50 EUR: the payout is that times the chests, with the chances of the built-in
    /// game, which do not depend on what chests hold.
    #[test]
    fn one_prize_in_bronze_and_silver(gold in 0_usize..6, chests in 1_i64..=9, one_draw in any::<bool>()) {
        let game = squeezed(&[("bronze", 2), ("silver", 0), ("gold", gold)]);
        let layout: &Readings = &[("layout", if one_draw { "one-draw" } else { "ten-draws" })];
        let name = format!("chests:{chests}");
        let (solution, usual) = (solve(&game, &name, layout), crate::solve(&name, layout));
        sound(&solution, &name)?;
        let law = &solution.law;
        prop_assert_eq!(law.hit_frequency(), usual.law.hit_frequency());
        let find = |id: &str| usual.facts.iter().find(|fact| fact.id == id).map(|fact| fact.value.clone());
        let large = AMOUNTS[2][gold];
        // Whoever reaches gold has opened fewer chests before it, and one that holds much more or some multiple.
        let apart = law.probability(Cents(50 * chests));
        let mixed = (0..chests).any(|n| 50 * n + large == 50 * chests);
        if !mixed {
            prop_assert_eq!(Some(apart), find("stopped"));
        }
        prop_assert!(law.probabilities().all(|(v, _)| v.0 % 50 == 0));
        for fact in &usual.facts {
            let same = solution.facts.iter().find(|other| other.id == fact.id);
            prop_assert_eq!(same.map(|other| &other.value), Some(&fact.value), "{}", &fact.id);
        }
    }

    /// Twice the contents are worth twice as much under every strategy that does not name an amount,
    /// best play among them.
    #[test]
    fn the_return_scales_with_the_contents(strategy in 0_usize..4) {
        let factor = 2;
        let name = ["gold", "lives:1", "optimal", "worst"][strategy];
        let mut published = load(PUBLISHED, MODEL).expect("tables");
        for amount in published.tables.iter_mut().flat_map(|table| &mut table.rows) {
            amount.amount = amount.amount.map(|amount| Cents(factor * amount.0));
        }
        let game = TresorsEnsables::with(published).expect("the same shape");
        let (larger, usual) = (solve(&game, name, &[]), crate::solve(name, &[]));
        sound(&larger, name)?;
        prop_assert_eq!(larger.law.mean(), usual.law.mean() * ratio(factor, 1));
        prop_assert_eq!(larger.law.hit_frequency(), usual.law.hit_frequency());
    }
}

/// A trap of one life in each series and three lives: nobody dies in the first two, so that the first chest
/// is reached by all whose rolls add up to six.
#[test]
fn the_first_series_are_safe_where_traps_are_small() {
    let game = squeezed(&[("rule-1", 0), ("rule-2", 0), ("rule-3", 1), ("bronze", 0)]);
    let solution = solve(&game, "first-chest", &[]);
    // Compositions of 6 in k parts number C(5, k-1): Σ C(5, k-1) / 6^k.
    let six = ratio(7_i64.pow(5), 6_i64.pow(6));
    let tenth = solution.law.probability(Cents(10));
    assert!(fact(&solution, "deaths") > 0.0 && tenth > six);
    assert_eq!(
        solution
            .facts
            .iter()
            .find(|fact| fact.id == "landed-6")
            .map(|fact| fact.value.clone()),
        Some(six)
    );
}

/// Best play on a visible board where all boards are the same but for their order, and rows that never come.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimisation")]
fn a_visible_board_of_few_layouts() {
    let game = squeezed(&[
        ("rule-1", 2),
        ("rule-2", 2),
        ("rule-3", 2),
        ("bronze", 2),
        ("silver", 2),
        ("gold", 5),
    ]);
    let [best, gold] = ["optimal", "gold"].map(|name| solve(&game, name, &[("board", "visible")]));
    let error = best.sampled.expect("an estimate").rtp;
    // The one strategy that matters is a control: with 10 000 EUR in sight nobody stops.
    assert!(
        (rtp(&best) - rtp(&gold)).abs() < 1e-6 + 5.0 * error,
        "{} {}",
        rtp(&best),
        rtp(&gold)
    );
    assert!(best.rtp_bounds.low <= best.rtp(Stake::from_cents(100)));
    assert!(best.rtp(Stake::from_cents(100)) <= best.rtp_bounds.high);
}
