//! Emitter and replay against the evaluator, over all reveals.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use tirage::game::{GameEntry, Reading};
use tirage::games::piece_dor::{PieceDor, Reads, Replay, Reveal, STAKES, Symbol, Tampering};
use tirage::units::Cents;

use crate::evaluator::{PRIZES, pays, reveals};

#[test]
fn the_replay_agrees_under_every_reading_at_every_stake() {
    for reads in Reads::all() {
        let expected: Vec<Option<i64>> = reveals().iter().map(|&r| pays(r, reads)).collect();
        for stake in STAKES {
            let replay = Replay::at(stake, reads).expect("a stake");
            for (shown, &expected) in reveals().iter().zip(&expected) {
                let paid = replay.pay(*shown).map(|claim| claim.pays.0);
                let expected = expected.map(|cents| cents * stake.cents() / 100);
                assert_eq!(paid, expected, "{shown} under {reads} at {stake}");
            }
        }
    }
}

/// The claims of the replay add up, and ask for no more than there is.
#[test]
fn a_claim_is_what_it_says() {
    use tirage::games::piece_dor::COMBINATIONS;
    let reads = Reads::all()[0];
    let replay = Replay::at(STAKES[1], reads).expect("a stake");
    for shown in reveals() {
        let Some(claim) = replay.pay(shown) else {
            continue;
        };
        let rows = COMBINATIONS.iter().zip(claim.formed);
        let needs: u8 = rows
            .clone()
            .map(|(row, times)| row.needs.iter().sum::<u8>() * times)
            .sum();
        let gain = |text: &str| Cents::parse(text).expect("a printed amount").0;
        let sum: i64 = rows
            .map(|(row, times)| gain(row.printed[1]) * i64::from(times))
            .sum();
        assert_eq!(sum, claim.pays.0);
        assert!(needs <= 9 && claim.clovers <= shown.count(Symbol::Trefle));
    }
}

thread_local! {
    static LISTS: RefCell<BTreeMap<i64, BTreeSet<Reveal>>> = const { RefCell::new(BTreeMap::new()) };
}

/// The reveals that a run at 1 EUR under these readings shows, by prize.
fn emitted(reads: Reads, emitter: &str) -> BTreeMap<i64, BTreeSet<Reveal>> {
    let game = PieceDor::new()
        .expect("the built-in tables")
        .tampered(Tampering {
            reveals: |prize, list| {
                let set: BTreeSet<Reveal> = list.iter().copied().collect();
                assert_eq!(set.len(), list.len(), "a reveal twice in a list");
                LISTS.with_borrow_mut(|lists| lists.insert(prize.0, set));
            },
            ..Tampering::NONE
        });
    let answers = reads.to_string();
    let answers = answers
        .split(' ')
        .filter_map(|answer| answer.split_once('='));
    let mut readings: BTreeMap<String, String> =
        answers.map(|(q, a)| (q.to_owned(), a.to_owned())).collect();
    readings.insert("emitter".to_owned(), emitter.to_owned());
    LISTS.with_borrow_mut(BTreeMap::clear);
    game.prepare("buy", STAKES[1], &readings, None)
        .expect("every prize can be shown");
    LISTS.with_borrow(Clone::clone)
}

/// Every prize can be shown under every reading, by exactly the reveals that pay it: no total that
/// is no prize is ever shown.
#[test]
fn any_shows_all_reveals_that_pay_the_prize() {
    for reads in Reads::all() {
        let mut expected: BTreeMap<i64, BTreeSet<Reveal>> = BTreeMap::new();
        for shown in reveals() {
            if let Some(paid) = pays(shown, reads).filter(|paid| PRIZES.contains(paid)) {
                expected.entry(paid).or_default().insert(shown);
            }
        }
        assert_eq!(expected.len(), PRIZES.len());
        assert_eq!(emitted(reads, "any"), expected, "{reads}");
    }
}

#[test]
fn proof_shows_the_reveals_that_every_reading_pays_alike() {
    let mut expected: BTreeMap<i64, BTreeSet<Reveal>> = BTreeMap::new();
    for shown in reveals() {
        let paid: BTreeSet<Option<i64>> = Reads::all()
            .into_iter()
            .map(|reads| pays(shown, reads))
            .collect();
        if let (1, Some(Some(paid))) = (paid.len(), paid.first())
            && PRIZES.contains(paid)
        {
            expected.entry(*paid).or_default().insert(shown);
        }
    }
    let sizes = PRIZES.map(|prize| expected[&prize].len());
    assert_eq!(sizes, [30, 2, 13, 10, 2, 26, 35, 35, 1]);
    for reads in [Reads::all()[0], Reads::all()[17]] {
        assert_eq!(emitted(reads, "proof"), expected);
    }
}

/// By hand: without clovers at most two of each symbol, and of croix with two étoiles or two or only one,
/// so nine symbols are 2 + 2 + 2 + 2 + 1. A clover makes a third of one of them.
#[test]
fn exactly_one_reveal_without_blanks_loses() {
    let only = Reveal::of([2, 2, 1, 2, 2, 0, 0]);
    for reads in Reads::all() {
        let losing: Vec<Reveal> = reveals()
            .into_iter()
            .filter(|shown| pays(*shown, reads) == Some(0))
            .filter(|shown| shown.count(Symbol::Blank) == 0 && shown.count(Symbol::Trefle) <= 1)
            .collect();
        assert_eq!(losing, [only], "{reads}");
    }
}

/// Article 3: one combination never pays 15 stakes, two may.
#[test]
fn the_lots_of_fifteen_stakes_need_several_combinations() {
    for reads in Reads::all() {
        let replay = Replay::at(STAKES[1], reads).expect("a stake");
        let claims = reveals().into_iter().filter_map(|shown| replay.pay(shown));
        let several: BTreeSet<bool> = claims
            .filter(|claim| claim.pays == Cents(1_500))
            .map(|claim| claim.combinations() > 1)
            .collect();
        assert_eq!(several, BTreeSet::from([true]), "{reads}");
    }
}

#[test]
fn the_findings_say_what_was_counted_here() {
    let game = PieceDor::new().expect("the built-in tables");
    let findings = game.findings().expect("findings");
    let value = |id: &str, label: &str| {
        let finding = findings.iter().find(|finding| finding.id == id).expect(id);
        let fact = finding.facts.iter().find(|fact| fact.label == label);
        fact.unwrap_or_else(|| panic!("{id}: {:?}", finding.facts))
            .value
            .clone()
    };
    let default = Reads::all()[0];
    let all: Vec<(Reveal, i64)> = reveals()
        .into_iter()
        .filter_map(|shown| Some((shown, pays(shown, default)?)))
        .collect();
    let totals: BTreeSet<i64> = all.iter().map(|(_, paid)| *paid).collect();
    let never: Vec<u64> = all
        .iter()
        .filter(|(_, paid)| !PRIZES.contains(paid))
        .map(|(shown, _)| shown.orderings())
        .collect();
    assert_eq!(
        value("totals", &default.to_string()),
        format!(
            "{} totals; {} of {} reveals ({} of {} orders) pay none of the lots",
            totals.len(),
            never.len(),
            all.len(),
            never.iter().sum::<u64>(),
            // Five kinds in nine places, or a clover in one of them and five kinds in the others.
            5_u64.pow(9) + 9 * 5_u64.pow(8),
        )
    );
    let strict = "every symbol used once, 2 being at least 2";
    assert_eq!(value("exactly-three", strict), "0 reveals pay 15.00 EUR");
    assert_eq!(
        value("prizes", "prizes that cannot be shown under all readings"),
        "none"
    );
    assert_eq!(
        value("cumulation", "15.00 EUR, all readings"),
        "by several combinations only"
    );
    let lone =
        "clover=none-or-one symbols=listed-only; clover=several-each-usable symbols=listed-only";
    assert!(value("losing", lone).starts_with("one reveal only: 2 or, 2 couronne, 1 croix"));
    assert_eq!(tirage::games::piece_dor::Emitting::ALL.len(), 2);
}
