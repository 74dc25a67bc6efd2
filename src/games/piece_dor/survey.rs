//! Every reveal under every reading, and readings that agree taken together.

use crate::error::Result;
use crate::game::{GameCard, Reading};
use crate::games::piece_dor::combinations::{ROWS, STAKES, gains};
use crate::games::piece_dor::readings::{Clover, Combining, Listed, Reads, named};
use crate::games::piece_dor::symbol::{Reveal, Reveals};
use crate::games::piece_dor::tables::{LOTS, amounts};
use crate::games::piece_dor::worth::Worth;
use crate::units::Cents;

/// The stake of the amounts: 1 EUR.
pub(super) const STAKE: usize = 1;

/// What every reveal pays under every reading.
pub(super) struct Survey {
    pub(super) reveals: Reveals,
    pub(super) gains: [Cents; ROWS],
    pub(super) prizes: [Cents; LOTS],
    /// By reading, then by the number of the reveal; none where it cannot appear.
    pub(super) paid: Vec<(Reads, Vec<Option<Cents>>)>,
    /// By the number of the reveal: what it pays where no reading disagrees.
    pub(super) undisputed: Vec<Option<Cents>>,
}

impl Survey {
    pub(super) fn new(card: &GameCard) -> Result<Self> {
        let reveals = Reveals::new();
        let gains = gains(STAKES[STAKE])?;
        let prizes = amounts(&card.tables[STAKE])?;
        let mut worth = Worth::new(gains);
        let mut paid = Vec::new();
        for reads in Reads::all() {
            let of = |reveal| worth.of(reveal, reads);
            paid.push((reads, reveals.list().iter().copied().map(of).collect()));
        }
        Ok(Self {
            undisputed: (0..reveals.list().len()).map(|at| agreed(&paid, at)).collect(),
            reveals,
            gains,
            prizes,
            paid,
        })
    }

    /// The reveals that pay `prize`, with the number of their orders.
    pub(super) fn showing(&self, paid: &[Option<Cents>], prize: Cents) -> (Vec<Reveal>, u64) {
        let list = self.reveals.list().iter().zip(paid);
        let list: Vec<Reveal> = list
            .filter(|(_, paid)| **paid == Some(prize))
            .map(|(shown, _)| *shown)
            .collect();
        let orders = list.iter().map(|shown| shown.orderings()).sum();
        (list, orders)
    }
}


/// What reveal number `number` pays where no reading disagrees.
fn agreed(paid: &[(Reads, Vec<Option<Cents>>)], number: usize) -> Option<Cents> {
    let mut all = paid.iter().map(|(_, paid)| paid[number]);
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)?
}

/// Values that differ with the readings, one for each of [`Reads::all`]: every distinct value with
/// the readings that lead to it.
pub(super) fn grouped(values: &[String]) -> Vec<(String, &str)> {
    let all = Reads::all();
    let mut groups: Vec<(String, &str)> = Vec::new();
    for value in values {
        if groups.iter().all(|(_, known)| known != value) {
            let has = |reads: &Reads| {
                let at = all.iter().position(|other| other == reads);
                at.is_some_and(|at| values[at] == *value)
            };
            groups.push((readings(&all, has), value));
        }
    }
    groups
}

/// The readings that `wanted` holds for, in a few terms: `clover=none-or-one symbols=listed-only`
/// stands for whatever the third question is answered.
fn readings(all: &[Reads], wanted: impl Fn(&Reads) -> bool) -> String {
    let mut terms = Vec::new();
    for combining in choices() {
        for clover in choices() {
            for listed in choices() {
                terms.push(Term {
                    combining,
                    clover,
                    listed,
                });
            }
        }
    }
    // Those that say least come first.
    terms.sort_by_key(Term::answers);
    let mut left: Vec<&Reads> = all.iter().filter(|reads| wanted(reads)).collect();
    let mut said = Vec::new();
    for term in terms {
        let holds = |reads: &&Reads| term.holds(**reads);
        if left.iter().any(holds) && all.iter().filter(holds).all(&wanted) {
            left.retain(|reads| !term.holds(**reads));
            said.push(term.to_string());
        }
    }
    said.join("; ")
}

/// Any answer, or one of them.
fn choices<R: Reading>() -> impl Iterator<Item = Option<R>> {
    std::iter::once(None).chain(R::ALL.iter().copied().map(Some))
}

/// Answers to some of the questions.
struct Term {
    combining: Option<Combining>,
    clover: Option<Clover>,
    listed: Option<Listed>,
}

impl Term {
    fn answers(&self) -> usize {
        usize::from(self.combining.is_some())
            + usize::from(self.clover.is_some())
            + usize::from(self.listed.is_some())
    }

    fn holds(&self, reads: Reads) -> bool {
        self.combining.is_none_or(|answer| answer == reads.combining)
            && self.clover.is_none_or(|answer| answer == reads.clover)
            && self.listed.is_none_or(|answer| answer == reads.listed)
    }
}

impl std::fmt::Display for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let answers = [
            self.combining.map(named),
            self.clover.map(named),
            self.listed.map(named),
        ];
        let answers: Vec<String> = answers.into_iter().flatten().collect();
        if answers.is_empty() {
            f.write_str("all readings")
        } else {
            f.write_str(&answers.join(" "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_that_agree_are_named_together() {
        let values = |of: fn(&Reads) -> bool| -> Vec<String> {
            let values = Reads::all();
            values.iter().map(|reads| of(reads).to_string()).collect()
        };
        let one = values(|_| true);
        assert_eq!(grouped(&one), [("all readings".to_owned(), "true")]);
        let listed = values(|reads| reads.listed == Listed::ListedOnly);
        assert_eq!(
            grouped(&listed),
            [
                ("symbols=listed-only".to_owned(), "true"),
                ("symbols=with-blanks".to_owned(), "false"),
            ]
        );
        let either = values(|reads| {
            reads.clover == Clover::NoneOrOne || reads.combining == Combining::Reuse
        });
        assert_eq!(
            grouped(&either)[0].0,
            "clover=none-or-one; combination=reuse"
        );
    }
}
