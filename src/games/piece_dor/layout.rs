//! Whether six bags filled beforehand could keep the promise of article 4.3, that the choice of
//! three of them changes nothing: an exhaustive search.
//!
//! All twenty choices must pay alike. Bags are taken in ascending order; what may follow is what
//! completes every pair already taken to a good three, found by intersecting bit sets.

use crate::games::piece_dor::symbol::{IN_BAG, Reveal, Reveals, Symbol};

/// Bags on a ticket (article 4.1).
pub(super) const BAGS: usize = 6;
/// Bags that a player opens (article 4.3).
pub(super) const OPENED: usize = 3;

/// Searches layouts for whatever property of reveals.
pub(super) struct Layouts {
    bags: Vec<Reveal>,
    /// Three bags, in ascending order, and the number of what they show.
    threes: Vec<([u8; OPENED], u16)>,
}

/// A set of bags.
type Set = u128;

impl Layouts {
    /// For bags of listed symbols, or of those and blanks.
    pub(super) fn new(reveals: &Reveals, with_blanks: bool) -> Self {
        let mut bags = Reveal::all(IN_BAG);
        bags.retain(|bag| with_blanks || bag.count(Symbol::Blank) == 0);
        let mut threes = Vec::new();
        for first in 0..bags.len() {
            for second in first..bags.len() {
                let two = bags[first].plus(bags[second]);
                for (third, &bag) in bags.iter().enumerate().skip(second) {
                    if let Some(number) = reveals.number(two.plus(bag)) {
                        let three = [first, second, third].map(|bag| bag as u8);
                        threes.push((three, number as u16));
                    }
                }
            }
        }
        Self { bags, threes }
    }

    /// The first six bags of which any three show a `good` reveal, by its number; none if there
    /// are no such six.
    pub(super) fn find(&self, good: impl Fn(u16) -> bool) -> Option<[Reveal; BAGS]> {
        let size = self.bags.len();
        let mut thirds: Vec<Set> = vec![0; size * size];
        for (three, number) in &self.threes {
            if good(*number) {
                let [a, b, c] = three.map(usize::from);
                // Only pairs in ascending order are asked for.
                thirds[a * size + b] |= 1 << c;
                thirds[a * size + c] |= 1 << b;
                thirds[b * size + c] |= 1 << a;
            }
        }
        let mut taken = Vec::with_capacity(BAGS);
        let all = Set::MAX >> (Set::BITS as usize - size);
        self.extend(&thirds, &mut taken, all).then(|| {
            let mut layout = [self.bags[0]; BAGS];
            for (bag, &number) in layout.iter_mut().zip(&taken) {
                *bag = self.bags[number];
            }
            layout
        })
    }

    /// Completes `taken` from `left`, the bags that are good with every pair taken.
    fn extend(&self, thirds: &[Set], taken: &mut Vec<usize>, left: Set) -> bool {
        if taken.len() == BAGS {
            return true;
        }
        // The same bag may come again.
        let mut next = left & (Set::MAX << taken.last().copied().unwrap_or(0));
        while next != 0 {
            let bag = next.trailing_zeros() as usize;
            next &= next - 1;
            let with_pairs = |set, &other: &usize| set & thirds[other * self.bags.len() + bag];
            let still = taken.iter().fold(left, with_pairs);
            taken.push(bag);
            if self.extend(thirds, taken, still) {
                return true;
            }
            taken.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_of_equal_bags_are_found_and_impossible_ones_are_not() {
        let reveals = Reveals::new();
        let layouts = Layouts::new(&reveals, false);
        assert_eq!(layouts.bags.len(), 56);
        let number = |counts| reveals.number(Reveal::of(counts)).map(|at| at as u16);
        // Three bags of an or, a croix and a clover each.
        let threes = number([3, 0, 3, 0, 0, 3, 0]);
        let found = layouts.find(|shown| Some(shown) == threes).expect("six bags");
        assert_eq!(found, [Reveal::of([1, 0, 1, 0, 0, 1, 0]); BAGS]);
        // Six bags of which any three show the same must be equal, so all numbers are threes.
        let others = number([2, 2, 1, 2, 2, 0, 0]);
        assert_eq!(layouts.find(|shown| Some(shown) == others), None);
    }
}
