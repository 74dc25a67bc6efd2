//! Symbols, and the nine of them that a ticket shows.

/// What a bag may hold (articles 4.4 and 4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// « or »
    Or,
    /// « couronne »
    Couronne,
    /// « croix »
    Croix,
    /// « étoile »
    Etoile,
    /// « pièce trouée »
    PieceTrouee,
    /// « trèfle », the clover of article 4.5.
    Trefle,
    /// Any symbol outside the table of article 4.4: it forms nothing.
    Blank,
}

impl Symbol {
    /// All symbols; those that form combinations come first, in the order of [`Reveal`] counts.
    pub const ALL: [Self; KINDS] = [
        Self::Or,
        Self::Couronne,
        Self::Croix,
        Self::Etoile,
        Self::PieceTrouee,
        Self::Trefle,
        Self::Blank,
    ];

    /// The name in the text, singular.
    pub fn name(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::Couronne => "couronne",
            Self::Croix => "croix",
            Self::Etoile => "étoile",
            Self::PieceTrouee => "pièce trouée",
            Self::Trefle => "trèfle",
            Self::Blank => "blank",
        }
    }
}

/// Kinds of symbols.
pub(super) const KINDS: usize = 7;
/// The first kinds: those that form combinations.
pub(super) const FORMING: usize = 5;
/// Symbols in a bag (article 4.1).
pub(super) const IN_BAG: usize = 3;
/// Symbols on a ticket: those of three bags (article 4.3).
pub(super) const SHOWN: usize = 9;

/// A number of symbols of each kind: the content of a bag, or what a ticket shows in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reveal {
    counts: [u8; KINDS],
}

impl Reveal {
    /// So many symbols of each kind, in the order of [`Symbol::ALL`].
    pub fn of(counts: [u8; KINDS]) -> Self {
        Self { counts }
    }

    /// Every way to hold `size` symbols, in ascending order: `Reveals` numbers those of nine.
    pub fn all(size: usize) -> Vec<Self> {
        fn fill(counts: &mut [u8; KINDS], kind: usize, left: u8, found: &mut Vec<Reveal>) {
            if kind + 1 == KINDS {
                counts[kind] = left;
                found.push(Reveal { counts: *counts });
                return;
            }
            for count in 0..=left {
                counts[kind] = count;
                fill(counts, kind + 1, left - count, found);
            }
        }
        let mut found = Vec::new();
        fill(&mut [0; KINDS], 0, size as u8, &mut found);
        found
    }

    /// How many symbols of this kind.
    #[inline(always)]
    pub fn count(self, symbol: Symbol) -> u8 {
        self.counts[symbol as usize]
    }

    /// The symbols that form combinations.
    pub(super) fn forming(self) -> [u8; FORMING] {
        let [or, couronne, croix, etoile, piece, _, _] = self.counts;
        [or, couronne, croix, etoile, piece]
    }

    /// Both together.
    pub(super) fn plus(self, other: Self) -> Self {
        let mut counts = self.counts;
        for (count, more) in counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        Self { counts }
    }

    /// In how many orders the symbols can appear: the multinomial coefficient, at most 9!.
    pub fn orderings(self) -> u64 {
        let mut placed = 0_u64;
        let mut orders = 1_u64;
        for count in self.counts {
            // One by one: (placed choose so many), exact at every step.
            for chosen in 1..=u64::from(count) {
                placed += 1;
                orders = orders * placed / chosen;
            }
        }
        orders
    }

    /// The symbols, those of a kind side by side.
    pub fn symbols(self) -> Vec<Symbol> {
        let repeat = |symbol: Symbol| (0..self.count(symbol)).map(move |_| symbol);
        Symbol::ALL.into_iter().flat_map(repeat).collect()
    }
}

impl std::fmt::Display for Reveal {
    /// `3 or, 1 croix, 5 blank`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = Symbol::ALL.iter().filter(|&&symbol| self.count(symbol) > 0);
        let parts: Vec<String> = shown
            .map(|&symbol| format!("{} {}", self.count(symbol), symbol.name()))
            .collect();
        f.write_str(&parts.join(", "))
    }
}

/// All that a ticket can show, numbered.
pub(super) struct Reveals(Vec<Reveal>);

impl Reveals {
    pub(super) fn new() -> Self {
        Self(Reveal::all(SHOWN))
    }

    /// All, in the order of their numbers.
    pub(super) fn list(&self) -> &[Reveal] {
        &self.0
    }

    /// The number of a reveal of nine symbols.
    pub(super) fn number(&self, reveal: Reveal) -> Option<usize> {
        self.0.binary_search(&reveal).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_orderings_of_all_reveals_are_all_rows_of_nine() {
        let all = Reveal::all(SHOWN);
        assert_eq!(all.len(), 5005, "15 choose 6");
        assert!(all.is_sorted());
        assert_eq!(
            all.iter().copied().map(Reveal::orderings).sum::<u64>(),
            7_u64.pow(9)
        );
        let listed = all.iter().filter(|r| r.count(Symbol::Blank) == 0);
        assert_eq!(listed.clone().count(), 2002, "14 choose 5");
        assert_eq!(listed.copied().map(Reveal::orderings).sum::<u64>(), 6_u64.pow(9));
        assert_eq!(Reveal::all(IN_BAG).len(), 84, "9 choose 6");
    }

    #[test]
    fn a_reveal_by_hand() {
        let reveal = Reveal::of([2, 2, 1, 2, 2, 0, 0]);
        assert_eq!(reveal.orderings(), 362_880 / 16);
        assert_eq!(
            reveal.to_string(),
            "2 or, 2 couronne, 1 croix, 2 étoile, 2 pièce trouée"
        );
        assert_eq!(reveal.symbols().len(), SHOWN);
    }
}
