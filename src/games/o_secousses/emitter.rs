//! The part that picks a reveal for a lot already drawn.

use crate::error::{Error, Result};
use crate::games::o_secousses::evaluate::{Parts, evaluate};
use crate::games::o_secousses::orders::{contents, orders};
use crate::games::o_secousses::readings::{Emitter, Order, Rulebook};
use crate::games::o_secousses::tables::ROWS;
use crate::games::o_secousses::tree::{ONE_KIND, Reveal, SHAKEN};
use crate::rng::Draw;
use crate::units::Cents;

/// For every row of the block, the reveals that may show it.
#[derive(Clone, Debug)]
pub struct Reveals {
    /// One list per row.
    pub lists: Vec<Vec<Reveal>>,
}

impl Reveals {
    /// The reveals of each of `prizes` under the readings in force.
    ///
    /// - `any`: those that pay exactly the prize; with contents fixed to the trees, in every order of
    ///   shaking, since the player is free to choose it.
    /// - `proof`: those that pay it in every order and under every listed reading; they hold elements of
    ///   one kind per tree and at most one golden coconut, since some readings know no others.
    ///
    /// # Errors
    /// A prize that no reveal shows.
    pub fn new(prizes: &[Cents], rules: &Rulebook) -> Result<Self> {
        let kinds = rules.kinds();
        let mut lists = vec![Vec::new(); prizes.len()];
        each(prizes, rules, &mut |row, trees| {
            lists[row].push(Reveal::new(trees, kinds));
            true
        });
        match lists.iter().position(Vec::is_empty) {
            Some(row) => Err(none_shows(prizes[row], rules)),
            None => Ok(Self { lists }),
        }
    }

    /// Whether each of `prizes` has a reveal; stops looking as soon as it has.
    ///
    /// # Errors
    /// As [`Reveals::new`].
    pub(super) fn check(prizes: &[Cents], rules: &Rulebook) -> Result<()> {
        let mut missing = vec![true; prizes.len()];
        each(prizes, rules, &mut |row, _| {
            missing[row] = false;
            missing.contains(&true)
        });
        match missing.iter().position(|missing| *missing) {
            Some(row) => Err(none_shows(prizes[row], rules)),
            None => Ok(()),
        }
    }
}

fn none_shows(prize: Cents, rules: &Rulebook) -> Error {
    Error::input(format!(
        "no reveal shows the prize of {prize} EUR under these readings: {rules}"
    ))
}

/// Calls `visit` with every reveal that may be emitted under `rules`, and the number of the prize that it
/// shows, until it returns false. A total that no prize equals is never emitted.
fn each(prizes: &[Cents], rules: &Rulebook, visit: &mut impl FnMut(usize, [u8; SHAKEN]) -> bool) {
    let row = |pays: Cents| prizes.iter().position(|prize| *prize == pays);
    let every = Rulebook::every();
    let (shown, agreed): (usize, &[Rulebook]) = match rules.emitter {
        Emitter::Proof => (ONE_KIND, &every),
        Emitter::Any => (rules.kinds(), std::slice::from_ref(rules)),
    };
    let is_fixed = rules.emitter == Emitter::Proof || rules.order == Order::ByTree;
    contents(shown, &mut |counts| {
        if is_fixed {
            let row = unanimous(counts, agreed).and_then(row);
            return row.is_none_or(|row| orders(counts, &mut |trees| visit(row, trees)));
        }
        orders(counts, &mut |trees| {
            let row = evaluate(trees, rules).and_then(|parts| row(parts.total()));
            row.is_none_or(|row| visit(row, trees))
        })
    });
}

/// What trees with these contents pay, if it is the same in every order under each of `rules`.
pub(super) fn unanimous(counts: &[usize], rules: &[Rulebook]) -> Option<Cents> {
    let mut agreed = None;
    let is_unanimous = orders(counts, &mut |trees| {
        rules.iter().all(|rules| {
            let pays = evaluate(trees, rules).map(Parts::total);
            pays.is_some() && *agreed.get_or_insert(pays) == pays
        })
    });
    agreed.flatten().filter(|_| is_unanimous)
}

/// [`Reveals`] in one row, ready to be drawn from.
pub(super) struct Drawer {
    all: Vec<Reveal>,
    /// Start and length of each row's list; rows past the last repeat it.
    lists: [(u32, u32); SLOTS],
}

/// A power of two above the number of rows: an index is masked rather than checked.
const SLOTS: usize = 16;
const _: () = assert!(ROWS <= SLOTS);

impl Drawer {
    /// # Errors
    /// (Internal) an empty list, or more reveals than 32 bits count.
    pub(super) fn new(reveals: &Reveals) -> Result<Self> {
        let mut all = Vec::new();
        let mut lists = [(0, 0); SLOTS];
        for (slot, list) in lists.iter_mut().zip(&reveals.lists) {
            let number = |n: usize| {
                u32::try_from(n).map_err(|_| Error::internal(format!("{n} reveals are too many")))
            };
            if list.is_empty() {
                return Err(Error::internal("a lot without reveals"));
            }
            *slot = (number(all.len())?, number(list.len())?);
            all.extend_from_slice(list);
        }
        Ok(Self { all, lists })
    }

    /// The reveals of row `row`.
    pub(super) fn list(&self, row: usize) -> &[Reveal] {
        let (start, length) = self.lists[row % SLOTS];
        &self.all[start as usize..][..length as usize]
    }

    /// A reveal of row `row`, each as likely as any other.
    #[inline(always)]
    pub(super) fn draw<D: Draw>(&self, row: usize, draw: &mut D) -> Reveal {
        let (start, length) = self.lists[row % SLOTS];
        self.all[start as usize + draw.below(length.into()) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn a_prize_that_nothing_shows_is_refused_by_name() {
        let rules = Rulebook::every()[0];
        let error = Reveals::new(&[Cents(100), Cents(300)], &rules).expect_err("3 EUR");
        assert_eq!(error.kind(), ErrorKind::Input);
        assert!(error.message().contains("the prize of 3.00 EUR"), "{error}");
        let checked = Reveals::check(&[Cents(100), Cents(300)], &rules).expect_err("3 EUR");
        assert_eq!(checked.message(), error.message());
        assert!(Reveals::check(&[Cents(100)], &rules).is_ok());
    }
}
