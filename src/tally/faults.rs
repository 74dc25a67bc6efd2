//! Rounds that broke a rule that holds with certainty: no odds excuse them.

use std::collections::BTreeSet;

/// A count of broken rounds, with a few of them described.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// How many.
    pub count: u64,
    /// The first few descriptions in alphabetical order, so that the choice does not depend on the order in
    /// which chunks are joined.
    pub examples: BTreeSet<String>,
}

impl Faults {
    /// Descriptions kept.
    pub const EXAMPLES: usize = 3;

    /// One more broken round.
    pub fn add(&mut self, description: String) {
        self.count += 1;
        self.keep(description);
    }

    /// Adds other broken rounds.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        for example in &other.examples {
            self.keep(example.clone());
        }
    }

    fn keep(&mut self, description: String) {
        self.examples.insert(description);
        if self.examples.len() > Self::EXAMPLES {
            self.examples.pop_last();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_keeps_the_count_and_the_same_few_in_any_order() {
        let faults = |names: &[&str]| {
            let mut faults = Faults::default();
            names.iter().for_each(|name| faults.add((*name).to_owned()));
            faults
        };
        let (a, b) = (faults(&["d", "a", "e"]), faults(&["b", "c"]));
        let (mut ab, mut ba) = (a.clone(), b.clone());
        ab.merge(&b);
        ba.merge(&a);
        assert_eq!(ab, ba);
        assert_eq!(ab.count, 5);
        assert!(ab.examples.iter().eq(["a", "b", "c"]));
    }
}
