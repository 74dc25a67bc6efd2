//! The emitter's lists and the replay against an evaluation written for the test, over all reveals.

use std::collections::{BTreeMap, BTreeSet};

use tirage::games::o_secousses::{Contents, Emitter, Order, Replay, Reveal, Reveals, Rulebook};
use tirage::units::Cents;

use crate::by_hand::{DEFAULT, pays, readings, reveal, sequences, sorted};

/// The lots in euros, in the order of the block.
const PRIZES: [i64; 9] = [15_000, 1_000, 100, 50, 10, 4, 2, 1, 0];

fn emitted(rules: &Rulebook) -> Vec<BTreeSet<Reveal>> {
    let prizes = PRIZES.map(|euros| Cents(100 * euros));
    let reveals = Reveals::new(&prizes, rules).expect("every prize can be shown");
    let distinct = reveals.lists.into_iter().map(|list| {
        let set: BTreeSet<Reveal> = list.iter().copied().collect();
        assert_eq!(
            set.len(),
            list.len(),
            "a reveal listed twice is likelier than others"
        );
        set
    });
    distinct.collect()
}

/// The reveals of each prize, given what each sequence pays.
fn by_prize(
    kinds: u32,
    rules: &Rulebook,
    pays: impl Fn([u8; 6]) -> Option<i64>,
) -> Vec<BTreeSet<Reveal>> {
    let mut lists = vec![BTreeSet::new(); PRIZES.len()];
    for trees in sequences(kinds) {
        let row = pays(trees).and_then(|pays| PRIZES.iter().position(|prize| *prize == pays));
        if let Some(row) = row {
            lists[row].insert(reveal(trees, rules));
        }
    }
    lists
}

/// What the contents of six trees pay in every order, if that is one amount, by sorted trees.
fn constant(kinds: u32, rules: &[Rulebook]) -> BTreeMap<[u8; 6], Option<i64>> {
    let mut constant = BTreeMap::new();
    for trees in sequences(kinds) {
        let paid = constant
            .entry(sorted(trees))
            .or_insert_with(|| pays(trees, &rules[0]));
        if paid.is_some() && rules.iter().any(|rules| pays(trees, rules) != *paid) {
            *paid = None;
        }
    }
    constant
}

#[test]
fn the_replay_of_every_reveal_agrees() {
    for rules in readings() {
        let replay = Replay::new(rules).expect("a replay");
        for trees in sequences(6) {
            let paid = replay.pays(reveal(trees, &rules)).map(|cents| cents.0);
            assert_eq!(
                paid,
                pays(trees, &rules).map(|euros| 100 * euros),
                "{trees:?} {rules}"
            );
        }
    }
}

#[test]
fn the_replay_of_every_mixed_reveal_agrees() {
    let rules = Rulebook {
        contents: Contents::Mixed,
        ..readings()[12]
    };
    let replay = Replay::new(rules).expect("a replay");
    for trees in sequences(12) {
        let paid = replay.pays(reveal(trees, &rules)).map(|cents| cents.0);
        assert_eq!(
            paid,
            pays(trees, &rules).map(|euros| 100 * euros),
            "{trees:?}"
        );
    }
}

#[test]
fn any_lists_all_reveals_that_pay_the_prize() {
    for rules in readings() {
        let any = Rulebook {
            emitter: Emitter::Any,
            ..rules
        };
        let by_hand = by_prize(6, &any, |trees| pays(trees, &rules));
        assert_eq!(emitted(&any), by_hand, "{any}");
    }
    let mixed = Rulebook {
        emitter: Emitter::Any,
        contents: Contents::Mixed,
        ..DEFAULT
    };
    assert_eq!(
        emitted(&mixed),
        by_prize(12, &mixed, |trees| pays(trees, &mixed))
    );
}

#[test]
fn contents_fixed_to_the_trees_pay_in_every_order() {
    for rules in readings() {
        let fixed = Rulebook {
            emitter: Emitter::Any,
            order: Order::ByTree,
            ..rules
        };
        let constant = constant(6, &[rules]);
        let by_hand = by_prize(6, &fixed, |trees| constant[&sorted(trees)]);
        assert_eq!(emitted(&fixed), by_hand, "{fixed}");
    }
}

/// Under all 432 combinations of readings and in every order, whatever the readings in force.
#[test]
fn proof_lists_what_no_reading_disputes() {
    let every = Rulebook::every();
    let distinct: BTreeSet<String> = every.iter().map(ToString::to_string).collect();
    assert_eq!(distinct.len(), 432);
    let constant = constant(6, &every);
    for rules in [
        DEFAULT,
        readings()[12],
        Rulebook {
            contents: Contents::Mixed,
            order: Order::ByTree,
            ..DEFAULT
        },
    ] {
        let by_hand = by_prize(6, &rules, |trees| constant[&sorted(trees)]);
        assert_eq!(emitted(&rules), by_hand, "{rules}");
        let sizes: Vec<usize> = by_hand.iter().map(BTreeSet::len).collect();
        // Coconuts alone, six terms of 0 to 3, are 336 for six and 546 for ten or for eight; with
        // a golden coconut, 6 places and at most one coconut beside it: 36.
        assert_eq!(sizes, [546, 580, 546, 456, 336 + 36, 216, 120, 56, 688]);
    }
}

/// No combination of readings leaves a prize without a reveal: what `proof` lists is among what `any`
/// lists under each, even with contents fixed to the trees.
#[test]
fn every_prize_can_be_shown_under_every_combination_of_readings() {
    let proof = emitted(&DEFAULT);
    for rules in Rulebook::every() {
        let any = emitted(&Rulebook {
            emitter: Emitter::Any,
            order: Order::ByTree,
            ..rules
        });
        let is_within = proof
            .iter()
            .zip(&any)
            .all(|(proof, any)| proof.is_subset(any));
        assert!(is_within, "{rules}");
    }
}
