//! What a tree can let fall (article 4.3), and six of them.

use std::fmt;

/// What a tree lets fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tree {
    /// Coconuts, 0 to 3.
    pub coconuts: u8,
    /// What is there beside them.
    pub beside: Beside,
}

/// What a tree lets fall beside coconuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Nothing.
    Nothing,
    /// A golden coconut.
    Golden,
    /// A monkey.
    Monkey,
}

const fn tree(coconuts: u8, beside: Beside) -> Tree {
    Tree { coconuts, beside }
}

/// Every tree there can be, by its code: those of one kind, then the mixed ones.
pub const TREES: [Tree; 12] = [
    tree(0, Beside::Nothing),
    tree(1, Beside::Nothing),
    tree(2, Beside::Nothing),
    tree(3, Beside::Nothing),
    tree(0, Beside::Golden),
    tree(0, Beside::Monkey),
    tree(1, Beside::Golden),
    tree(2, Beside::Golden),
    tree(3, Beside::Golden),
    tree(1, Beside::Monkey),
    tree(2, Beside::Monkey),
    tree(3, Beside::Monkey),
];

/// How many of [`TREES`] hold elements of one kind, or none.
pub const ONE_KIND: usize = 6;

/// Trees on the screen (article 4.2).
pub(super) const SHAKEN: usize = 6;

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coconuts = ["", "1 coconut", "2 coconuts", "3 coconuts"][usize::from(self.coconuts % 4)];
        let beside = match self.beside {
            Beside::Nothing if self.coconuts == 0 => "empty",
            Beside::Nothing => "",
            Beside::Golden => "a golden coconut",
            Beside::Monkey => "a monkey",
        };
        let and = if coconuts.is_empty() || beside.is_empty() {
            ""
        } else {
            " and "
        };
        write!(f, "{coconuts}{and}{beside}")
    }
}

/// The codes of six trees in the order they are shaken, packed as two numbers of three digits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reveal {
    halves: [u16; 2],
}

impl Reveal {
    /// Six trees by their codes, each below `kinds`.
    pub fn new(trees: [u8; SHAKEN], kinds: usize) -> Self {
        let digits = |half: &[u8]| {
            half.iter()
                .fold(0, |code, &tree| code * kinds + usize::from(tree)) as u16
        };
        let (first, last) = trees.split_at(SHAKEN / 2);
        Self {
            halves: [digits(first), digits(last)],
        }
    }

    /// The first three trees and the last three, each as a number with digits below `kinds`.
    #[inline(always)]
    pub(super) fn halves(self) -> [usize; 2] {
        self.halves.map(usize::from)
    }

    /// The codes of the trees; `kinds` as in [`Reveal::new`].
    pub fn trees(self, kinds: usize) -> [u8; SHAKEN] {
        let mut trees = [0; SHAKEN];
        let (first, last) = trees.split_at_mut(SHAKEN / 2);
        for (half, trees) in self.halves().into_iter().zip([first, last]) {
            let mut code = half;
            for tree in trees.iter_mut().rev() {
                *tree = (code % kinds) as u8;
                code /= kinds;
            }
        }
        trees
    }
}

/// The trees of `reveal` in words.
pub(super) fn describe(reveal: Reveal, kinds: usize) -> String {
    let trees = reveal.trees(kinds).map(|code| TREES[usize::from(code)].to_string());
    trees.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_the_trees() {
        for trees in [[0; 6], [5, 4, 3, 2, 1, 0], [5; 6], [0, 0, 1, 2, 0, 0]] {
            for kinds in [ONE_KIND, TREES.len()] {
                assert_eq!(Reveal::new(trees, kinds).trees(kinds), trees);
            }
        }
        assert_eq!(Reveal::new([11; 6], 12).halves(), [1727, 1727]);
    }

    #[test]
    fn trees_in_words() {
        let words = TREES.map(|tree| tree.to_string());
        assert_eq!(words[0], "empty");
        assert_eq!(words[3], "3 coconuts");
        assert_eq!(words[4], "a golden coconut");
        assert_eq!(words[9], "1 coconut and a monkey");
    }
}
