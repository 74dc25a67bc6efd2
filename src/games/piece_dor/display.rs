//! What a player sees of a ticket: bags, symbols in their order, combinations, payment.
//!
//! The bags opened and the order of the nine symbols come from a generator of the ticket's own, seeded by
//! a word drawn when the block is opened and the ticket's place in it. So every choice of bags
//! and every order is equally likely, exactly, and watching a ticket does not change the next one.

use crate::game::Witness;
use crate::games::piece_dor::combinations::COMBINATIONS;
use crate::games::piece_dor::layout::{BAGS, OPENED};
use crate::games::piece_dor::symbol::{IN_BAG, Reveal, SHOWN, Symbol};
use crate::games::piece_dor::tables::Rules;
use crate::rng::{Draw, Family, Generator, StreamKey};
use crate::units::Cents;

/// Tells what reveal number `number` looks like on the ticket that `place` (the block's word and the
/// tickets left) names, and what it pays.
pub(super) fn tell<W: Witness>(rules: &Rules, number: u16, place: (u64, u64), witness: &mut W) {
    let reveal = rules.reveal(number);
    let (bags, symbols) = match generator(place) {
        Generator::Pcg64Dxsm(mut rng) => arrange(reveal, &mut rng),
        Generator::ChaCha8(mut rng) => arrange(reveal, &mut *rng),
    };
    witness.note("4.3", || {
        let [first, second, third] = bags.map(|bag| bag + 1);
        format!("opens bags {first}, {second} and {third} of {BAGS}")
    });
    for (bag, symbols) in bags.iter().zip(symbols.chunks(IN_BAG)) {
        witness.note("4.3", || {
            let names: Vec<&str> = symbols.iter().map(|symbol| symbol.name()).collect();
            format!("bag {} holds {}", bag + 1, names.join(", "))
        });
    }
    pay(rules, reveal, witness);
}

/// The combinations found and the payment.
fn pay<W: Witness>(rules: &Rules, reveal: Reveal, witness: &mut W) {
    let Some(claim) = rules.replay.pay(reveal) else {
        return witness.note("4.7", || "such a ticket cannot be".to_owned());
    };
    if claim.clovers > 0 {
        witness.note("4.5", || {
            let stand = if claim.clovers == 1 { "stands" } else { "stand" };
            format!("{} trèfle {stand} for another symbol", claim.clovers)
        });
    }
    let rows = COMBINATIONS.iter().zip(&rules.gains).zip(&claim.formed);
    for ((row, gain), &formed) in rows {
        for _ in 0..formed {
            witness.note("4.4", || format!("{}: {gain} EUR", row.name));
        }
    }
    if claim.pays > Cents::ZERO {
        witness.note("4.6", || format!("pays {} EUR", claim.pays));
    } else {
        witness.note("4.7", || "loses".to_owned());
    }
}

fn generator((salt, left): (u64, u64)) -> Generator {
    let key = StreamKey {
        seed: salt,
        game: "piece-dor/display".to_owned(),
        stake_cents: 0,
        strategy: String::new(),
        readings: std::collections::BTreeMap::new(),
        kernel: String::new(),
    };
    key.generator(Family::Pcg64Dxsm, left)
}

/// Three bags of six, ascending, and the symbols in order: each of both as likely as any other.
fn arrange<D: Draw>(reveal: Reveal, draw: &mut D) -> ([usize; OPENED], Vec<Symbol>) {
    let mut bags: Vec<usize> = (0..BAGS).collect();
    shuffle(&mut bags, draw);
    let mut opened = [bags[0], bags[1], bags[2]];
    opened.sort_unstable();
    let mut symbols = reveal.symbols();
    shuffle(&mut symbols, draw);
    debug_assert_eq!(symbols.len(), SHOWN);
    (opened, symbols)
}

/// Fisher and Yates: every order equally likely.
fn shuffle<T, D: Draw>(items: &mut [T], draw: &mut D) {
    for last in (1..items.len()).rev() {
        items.swap(last, draw.below(last as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// 40 000 tickets, seed fixed beforehand: 20 choices of bags and 9 orders of eight blanks and an or.
    /// Bounds at six standard deviations.
    #[test]
    fn bags_and_orders_are_evenly_spread() {
        let reveal = Reveal::of([1, 0, 0, 0, 0, 0, 8]);
        let mut seen: BTreeMap<([usize; 3], usize), u32> = BTreeMap::new();
        for left in 0..40_000 {
            let (bags, symbols) = match generator((7, left)) {
                Generator::Pcg64Dxsm(mut rng) => arrange(reveal, &mut rng),
                Generator::ChaCha8(mut rng) => arrange(reveal, &mut *rng),
            };
            let at = symbols.iter().position(|&symbol| symbol == Symbol::Or);
            *seen.entry((bags, at.expect("an or"))).or_default() += 1;
        }
        assert_eq!(seen.len(), 180);
        // 40 000 / 180 = 222, standard deviation 15.
        assert!(seen.values().all(|count| (132..=312).contains(count)));
    }
}
