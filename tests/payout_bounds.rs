//! Bounds of the probabilities of payouts: around the exact law, wherever the odds lie in their boxes.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use proptest::prelude::*;
use tirage::exact::{Bounds, Law, Ratio, ratio, to_f64};
use tirage::game::{GameEntry, Sessions};
use tirage::games::clefs_du_tresor::ClefsDuTresor;
use tirage::games::happy_des::HappyDes;
use tirage::games::tresors_ensables::TresorsEnsables;
use tirage::published::{Printed, Published, load};
use tirage::units::{Cents, RoundingInterval, Stake};

type Outer = BTreeMap<Cents, Bounds>;

fn readings(answers: &[(&str, &str)]) -> BTreeMap<String, String> {
    let owned = |&(q, a): &(&str, &str)| (q.to_owned(), a.to_owned());
    answers.iter().map(owned).collect()
}

fn bounds(game: &dyn GameEntry, strategy: &str, stake: i64, answers: &[(&str, &str)]) -> Outer {
    let stake = Stake::from_cents(stake);
    let found = game.payout_bounds(strategy, stake, &readings(answers), None);
    found.expect("a lawful run").expect("bounds")
}

fn law(game: &dyn GameEntry, strategy: &str, stake: i64, answers: &[(&str, &str)]) -> Law {
    let stake = Stake::from_cents(stake);
    let solved = game.solve(strategy, stake, &readings(answers), None);
    solved.expect("a lawful run").1.expect("a solver").law
}

/// Every amount is listed and its probability inside; amounts of the bounds beyond the law must
/// be possible with probability 0.
fn assert_inside(law: &Law, bounds: &Outer) {
    for (amount, p) in law.probabilities() {
        let bounds = bounds
            .get(&amount)
            .unwrap_or_else(|| panic!("{amount} is missing"));
        assert!(
            bounds.low <= p && p <= bounds.high,
            "{amount}: {} is not in {} to {}",
            to_f64(&p),
            to_f64(&bounds.low),
            to_f64(&bounds.high)
        );
    }
    for (amount, bounds) in bounds {
        let listed = law.probability(*amount) > ratio(0, 1);
        assert!(listed || bounds.low == ratio(0, 1), "{amount} is not paid");
    }
}

/// The relative half-width of the bounds of the most likely payouts that are not 0.
fn width(law: &Law, bounds: &Outer) -> f64 {
    let paid = law
        .probabilities()
        .filter(|(amount, p)| *amount > Cents::ZERO && to_f64(p) > 1e-3);
    paid.map(|(amount, p)| {
        let bounds = &bounds[&amount];
        to_f64(&((&bounds.high - &bounds.low) / (ratio(2, 1) * p)))
    })
    .fold(0.0, f64::max)
}

/// What the README says of the room that rounding leaves.
fn assert_narrow(game: &dyn GameEntry, law: &Law, bounds: &Outer) {
    let most = match game.card().id.as_str() {
        "tresors-ensables" => 0.007,
        "happy-des" => 0.0025,
        "clefs-du-tresor" => 0.0003,
        _ => 0.0,
    };
    let width = width(law, bounds);
    assert!(width <= most, "{}: {width}", game.card().id);
}

const TRESORS: &[&str] = &[
    "first-chest",
    "gold",
    "chests:3",
    "gain:2.00",
    "lives:1",
    "optimal",
    "worst",
];
const HAPPY: &[&str] = &[
    "stop",
    "cumul",
    "figures",
    "identiques",
    "threshold:2.00:figures",
    "optimal",
    "worst",
];

#[test]
fn every_law_lies_in_its_bounds() {
    let registry = tirage::games::registry().expect("the games");
    for game in &registry {
        let strategies: &[&str] = match game.card().id.as_str() {
            "tresors-ensables" => TRESORS,
            "happy-des" => HAPPY,
            "clefs-du-tresor" => &["play"],
            _ => &["buy"],
        };
        for stake in &game.card().stakes {
            for strategy in strategies {
                let bounds = bounds(&**game, strategy, stake.cents(), &[]);
                let law = law(&**game, strategy, stake.cents(), &[]);
                assert_inside(&law, &bounds);
                let payable = game
                    .payable(*stake, &BTreeMap::new())
                    .expect("lawful")
                    .expect("listed");
                assert!(bounds.keys().all(|amount| payable.contains(amount)));
                assert_narrow(game.as_ref(), &law, &bounds);
            }
        }
    }
}

#[test]
fn every_reading_has_bounds_around_its_law() {
    let registry = tirage::games::registry().expect("the games");
    for game in registry
        .iter()
        .filter(|game| game.card().sessions.is_none() || game.card().id == "clefs-du-tresor")
    {
        let (strategy, stake) = match game.card().id.as_str() {
            "tresors-ensables" => ("chests:2", 100),
            "happy-des" => ("figures", 200),
            _ => ("play", 50),
        };
        for question in &game.card().questions {
            for answer in question.answers {
                let answers = [(question.id, answer.id)];
                let bounds = bounds(&**game, strategy, stake, &answers);
                let law = law(&**game, strategy, stake, &answers);
                assert_inside(&law, &bounds);
                assert_narrow(game.as_ref(), &law, &bounds);
            }
        }
    }
}

const SOURCES: [(&str, &str); 3] = [
    (
        include_str!("../src/games/happy_des/published.toml"),
        include_str!("../src/games/happy_des/model.toml"),
    ),
    (
        include_str!("../src/games/clefs_du_tresor/published.toml"),
        include_str!("../src/games/clefs_du_tresor/model.toml"),
    ),
    (
        include_str!("../src/games/tresors_ensables/published.toml"),
        include_str!("../src/games/tresors_ensables/model.toml"),
    ),
];

fn published(number: usize) -> Published {
    load(SOURCES[number].0, SOURCES[number].1).expect("tables")
}

fn game(number: usize, published: Published) -> Box<dyn GameEntry> {
    match number {
        0 => Box::new(HappyDes::with(published).expect("the same shape")),
        1 => Box::new(ClefsDuTresor::with(published).expect("the same shape")),
        _ => Box::new(TresorsEnsables::with(published).expect("the same shape")),
    }
}

/// The same tables with boxes that hold the weights alone.
fn sharpened(mut published: Published) -> Published {
    for table in &mut published.tables {
        let whole = i128::from(table.weights.denominator);
        for (row, weight) in table.rows.iter_mut().zip(&table.weights.values) {
            let p = num_rational::Ratio::new(i128::from(*weight), whole);
            row.printed = Printed::Nothing(RoundingInterval::point(p));
        }
    }
    published
}

/// The same tables with weights over `whole` somewhere in their boxes, drawn by `picks` from 0 to 1;
/// tables that print exact odds stay as they are.
fn moved(mut published: Published, picks: &[f64], whole: u64) -> Published {
    let mut picks = picks.iter().cycle();
    for table in &mut published.tables {
        let boxes: Vec<RoundingInterval> = table
            .rows
            .iter()
            .map(|row| row.printed.interval(table.weights.denominator))
            .collect();
        if table.weights.possible == 1 && !whole.is_multiple_of(table.weights.denominator) {
            continue;
        }
        let ends: Vec<(u64, u64)> = boxes.iter().map(|ends| ends.numerators(whole)).collect();
        let mut left = whole;
        let mut values = Vec::new();
        for row in 0..ends.len() {
            let (least, most) = ends[row + 1..]
                .iter()
                .fold((0, 0), |sum, end| (sum.0 + end.0, sum.1 + end.1));
            let low = ends[row].0.max(left.saturating_sub(most));
            let high = ends[row].1.min(left - least);
            assert!(low <= high, "{} has no law over {whole}", table.id);
            // A third of the rows go to each end.
            let pick = (picks.next().expect("picks") * 3.0 - 1.0).clamp(0.0, 1.0);
            let value = low + (pick * (high - low) as f64) as u64;
            values.push(value);
            left -= value;
        }
        table.weights.values = values;
        table.weights.denominator = whole;
    }
    published
}

/// How closely bounds agree with a law.
fn assert_points(law: &Law, bounds: &Outer, slack: f64) {
    assert_inside(law, bounds);
    for (amount, bounds) in bounds {
        let p = to_f64(&law.probability(*amount));
        for end in [&bounds.low, &bounds.high] {
            assert!(
                (to_f64(end) - p).abs() <= slack * p.max(1e-3),
                "{amount}: {p}"
            );
        }
    }
}

#[test]
fn boxes_of_one_point_leave_the_law() {
    for (number, strategies) in [
        (0, HAPPY),
        (1, &["play"][..]),
        (2, &["gold", "gain:1.50", "lives:1"][..]),
    ] {
        let game = game(number, sharpened(published(number)));
        for strategy in strategies {
            let stake = game.card().stakes[0].cents();
            let (bounds, law) = (
                bounds(&*game, strategy, stake, &[]),
                law(&*game, strategy, stake, &[]),
            );
            if number < 2 {
                let points: Outer = law.bounds();
                assert_eq!(bounds, points, "{strategy}");
            } else {
                assert_points(&law, &bounds, 1e-9);
            }
        }
    }
}

/// The same with one layout for all series, held against the integers that the solver counts there, under answers to
/// the other questions.
#[test]
fn boxes_of_one_point_leave_the_law_of_one_layout() {
    let (point, plain) = (game(2, sharpened(published(2))), game(2, published(2)));
    for (strategy, others) in [
        ("gold", &[][..]),
        (
            "gold",
            &[("overshoot", "lost-roll"), ("starting-lives", "1")],
        ),
        ("gain:1.50", &[("life-cap", "refused")]),
        ("lives:1", &[]),
        (
            "lives:1",
            &[("decisions", "chest-cell"), ("starting-lives", "2")],
        ),
        (
            "first-chest",
            &[("life-cap", "refused"), ("starting-lives", "2")],
        ),
        ("chests:9", &[("overshoot", "lost-roll")]),
    ] {
        let answers = [&[("layout", "one-draw")][..], others].concat();
        let law = law(&*plain, strategy, 100, &answers);
        assert_points(&law, &bounds(&*point, strategy, 100, &answers), 1e-9);
        assert_inside(&law, &bounds(&*plain, strategy, 100, &answers));
    }
}

/// Two tables by hand: the top prize of Clefs is the treasure's, found by a losing play with two keys.
#[test]
fn a_treasure_by_hand() {
    let game = ClefsDuTresor::new().expect("tables");
    let found = bounds(&game, "play", 50, &[]);
    let top = &found[&Cents(1_000_000)];
    // Of nine plays two, three and four begin with no, one and two keys; of the last a quarter of the lost
    // ones open the chest. A play is lost with 1 - 1/N, N from 3,925 to 3,935, unless the odds of the wins
    // say more: their sum is between these ends too.
    let win = |tenths: [(i64, i64); 6]| -> Ratio { tenths.iter().map(|&(n, d)| ratio(d, n)).sum() };
    // 1/(N + h) and 1/(N - h) with h = 0,0005, as fractions over 20 000 or 2 000.
    let printed = [
        4_000_000_000,
        1_503_759_398,
        800_000,
        172_414,
        28_422,
        11_764,
    ];
    let least = win(printed.map(|twice_thousand| (twice_thousand + 1, 2000)));
    let most = win(printed.map(|twice_thousand| (twice_thousand - 1, 2000)));
    let (overall_low, overall_high) = (ratio(1000, 3935), ratio(1000, 3925));
    let lost_low = ratio(1, 1) - most.min(overall_high);
    let lost_high = ratio(1, 1) - least.max(overall_low);
    assert_eq!(top.low, lost_low / ratio(9, 1) * ratio(2000, 500_000_001));
    assert_eq!(top.high, lost_high / ratio(9, 1) * ratio(2000, 499_999_999));
}

fn any(game: &dyn GameEntry, stake: i64, answers: &[(&str, &str)]) -> Outer {
    let found = game.any_payout_bounds(Stake::from_cents(stake), &readings(answers));
    found.expect("lawful").expect("bounds")
}

fn players(plays: u64) -> Sessions {
    Sessions {
        option: "plays".to_owned(),
        rounds: NonZeroU64::new(plays).expect("plays"),
    }
}

/// Whoever plays Clefs, and however long: the law of a player of few plays is far from that of the long run.
#[test]
fn players_of_any_past_lie_in_the_bounds() {
    let here = game(1, published(1));
    let picks: Vec<f64> = (0..97).map(|number| f64::from(number % 7) / 6.0).collect();
    let there = game(1, moved(published(1), &picks, 1_000_000_000_000));
    for reading in ["on-losing-play", "per-play", "independent"] {
        let answers = [("key-draw", reading)];
        let outer = any(&*here, 50, &answers);
        for game in [&here, &there] {
            assert_inside(&law(&**game, "play", 50, &answers), &outer);
            for plays in [1, 2, 3, 5, 20, 100, 1500] {
                let (stake, sessions) = (Stake::from_cents(50), players(plays));
                let names = readings(&answers);
                let solved = game.solve("play", stake, &names, Some(&sessions));
                let law = solved.expect("lawful").1.expect("a solver").law;
                assert_inside(&law, &outer);
                let of_players = here.payout_bounds("play", stake, &names, Some(&sessions));
                assert_inside(&law, &of_players.expect("lawful").expect("bounds"));
            }
        }
    }
}

/// A player with two keys opens the treasure on a quarter of the lost plays, and one without keys never.
#[test]
fn any_treasure_by_hand() {
    let clefs = ClefsDuTresor::new().expect("tables");
    let (long, any) = (bounds(&clefs, "play", 50, &[]), any(&clefs, 50, &[]));
    let top = &any[&Cents(1_000_000)];
    assert_eq!(top.low, ratio(0, 1));
    assert_eq!(top.high, &long[&Cents(1_000_000)].high * ratio(9, 4));
}

/// Whatever is decided in Happy Dés, and if it is decided anew in every play.
#[test]
fn any_decision_lies_in_the_bounds() {
    let happy = HappyDes::new().expect("tables");
    for (stake, answers) in [(100, &[][..]), (200, &[("figures", "cumulated")][..])] {
        let outer = any(&happy, stake, answers);
        for strategy in HAPPY {
            assert_inside(&law(&happy, strategy, stake, answers), &outer);
            for (amount, bounds) in bounds(&happy, strategy, stake, answers) {
                let widest = &outer[&amount];
                assert!(
                    widest.low <= bounds.low && bounds.high <= widest.high,
                    "{amount}"
                );
            }
        }
        // A die in three loses; a player who stops is paid otherwise.
        assert_eq!(outer[&Cents::ZERO].low, ratio(1, 3));
        assert!(outer[&Cents::ZERO].high < ratio(1, 1));
    }
}

/// What every play of Trésors Ensablés obeys, whoever decides and whatever he sees, under each answer to each question.
#[test]
fn any_decision_in_tresors_lies_in_the_bounds() {
    let tresors = TresorsEnsables::new().expect("tables");
    let questions = tresors_questions(&tresors);
    for answers in std::iter::once(vec![]).chain(questions.into_iter().map(|one| vec![one])) {
        let outer = any(&tresors, 100, &answers);
        let is_searched = answers
            .iter()
            .all(|(_, answer)| !["visible", "one-draw"].contains(answer));
        let rtp = tresors
            .any_rtp_bounds(Stake::from_cents(100), &readings(&answers))
            .expect("lawful");
        assert_eq!(rtp.is_none(), is_searched, "{answers:?}");
        for strategy in TRESORS {
            if !is_searched && ["optimal", "worst"].contains(strategy) {
                continue;
            }
            let law = law(&tresors, strategy, 100, &answers);
            assert_inside(&law, &outer);
            let earned = law.mean() / ratio(100, 1);
            assert!(
                rtp.iter().all(|rtp| rtp.low < earned && earned < rtp.high),
                "{answers:?}"
            );
        }
        // Who stops on the first chest loses only where everybody does, and is paid the least content of bronze only
        // where nobody can have been paid it otherwise: there is no room between these and the bounds.
        let first = bounds(&tresors, "first-chest", 100, &answers);
        let near = |one: &Ratio, other: &Ratio| (to_f64(one) / to_f64(other) - 1.0).abs() < 1e-6;
        assert!(
            near(&outer[&Cents(10)].high, &first[&Cents(10)].high),
            "{answers:?}"
        );
        let gold = bounds(&tresors, "gold", 100, &answers);
        // Every chest opened and full: nobody who stops has it.
        let most = Cents(1_001_050);
        assert!(near(&outer[&most].high, &gold[&most].high), "{answers:?}");
        // The bounds of one strategy are drawn closer by those of all that it is paid.
        let lost =
            |outer: &Outer| [&outer[&Cents::ZERO].low, &outer[&Cents::ZERO].high].map(to_f64);
        let ([low, high], least, most) = (lost(&outer), lost(&first)[0], lost(&gold)[1]);
        assert!(
            low <= least && least < low + 0.01,
            "{answers:?}: {low} {least}"
        );
        assert!(
            most <= high && high < most + 0.01,
            "{answers:?}: {high} {most}"
        );
    }
}

/// Each answer that is not in force by default, with its question.
fn tresors_questions(game: &dyn GameEntry) -> Vec<(&'static str, &'static str)> {
    let questions = game.card().questions.iter();
    questions
        .flat_map(|question| {
            question.answers[1..]
                .iter()
                .map(|answer| (question.id, answer.id))
        })
        .collect()
}

/// One table by hand: Happy Dés stopped pays the amount of stage 1 to two in three.
#[test]
fn a_stopped_round_by_hand() {
    let game = HappyDes::new().expect("tables");
    let found = bounds(&game, "stop", 100, &[]);
    let printed = published(0);
    let stage1 = printed
        .tables
        .iter()
        .find(|table| table.id == "happy-des/stage-1")
        .expect("a table");
    assert_eq!(found[&Cents::ZERO], Bounds::point(ratio(1, 3)));
    for row in &stage1.rows {
        let ends = row.printed.interval(stage1.weights.denominator);
        let bounds = &found[&row.amount.expect("money")];
        let end = |p: num_rational::Ratio<i128>| ratio(*p.numer(), *p.denom()) * ratio(2, 3);
        assert!(
            end(ends.low) <= bounds.low && bounds.high <= end(ends.high),
            "{}",
            row.label
        );
        assert!(bounds.low < bounds.high);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_law_is_inside_wherever_the_odds_lie(picks in prop::collection::vec(0.0..1.0_f64, 97)) {
        for (number, runs) in [
            (0, &[("cumul", 100), ("figures", 200), ("identiques", 100), ("threshold:2.00:identiques", 100)][..]),
            (1, &[("play", 50)][..]),
        ] {
            let here = game(number, published(number));
            let there = game(number, moved(published(number), &picks, 1_000_000_000_000));
            for &(strategy, stake) in runs {
                let answers: &[(&str, &str)] = if strategy == "figures" { &[("figures", "cumulated")] } else { &[] };
                let moved = law(&*there, strategy, stake, answers);
                assert_inside(&moved, &bounds(&*here, strategy, stake, answers));
                assert!(!moved.agrees_with(&law(&*here, strategy, stake, answers)), "the odds did not move");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    /// With one layout for all series the exact solver takes odds of as many digits; otherwise its
    /// integers are too narrow, and the pass with boxes of one point, checked above, takes its place.
    #[test]
    fn the_law_of_tresors_is_inside_wherever_the_odds_lie(picks in prop::collection::vec(0.0..1.0_f64, 31)) {
        let here = game(2, published(2));
        let there = moved(published(2), &picks, 100_000);
        let once = [("layout", "one-draw")];
        let bounded = bounds(&*here, "chests:2", 100, &once);
        assert_inside(&law(&*game(2, there.clone()), "chests:2", 100, &once), &bounded);
        let point = game(2, sharpened(there));
        for strategy in ["gold", "gain:1.50"] {
            let (outer, inner) = (bounds(&*here, strategy, 100, &[]), bounds(&*point, strategy, 100, &[]));
            prop_assert_eq!(outer.len(), inner.len());
            for (amount, outer) in &outer {
                let slack = |p: &Ratio| p * ratio(1, 1_000_000_000);
                let inner = &inner[amount];
                prop_assert!(outer.low <= &inner.low + slack(&inner.low), "{amount}");
                prop_assert!(inner.high <= &outer.high + slack(&outer.high), "{amount}");
            }
        }
    }
}
