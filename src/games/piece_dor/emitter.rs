//! Which reveals show which prize: the lists the operator picks from.

use crate::error::{Error, Result};
use crate::games::piece_dor::combinations::ROWS;
use crate::games::piece_dor::readings::{Emitting, Reads};
use crate::games::piece_dor::symbol::{Reveal, Reveals};
use crate::games::piece_dor::worth::Worth;
use crate::units::Cents;

/// The reveals in question for each of some prizes, by their numbers, ascending.
pub(super) struct Lists(pub(super) Vec<Vec<u16>>);

impl Lists {
    /// The lists of `prizes`, no two of them equal, under the readings in force.
    ///
    /// # Errors
    /// A prize that no reveal shows.
    pub(super) fn new(
        reveals: &Reveals,
        prizes: &[Cents],
        gains: [Cents; ROWS],
        emitting: Emitting,
        reads: Reads,
    ) -> Result<Self> {
        let mut worth = Worth::new(gains);
        let mut lists = vec![Vec::new(); prizes.len()];
        for (number, &reveal) in (0..).zip(reveals.list()) {
            let shows = match emitting {
                Emitting::Any => worth.of(reveal, reads),
                Emitting::Proof => undisputed(&mut worth, reveal),
            };
            // A total that is no prize is in no list.
            if let Some(prize) = prizes.iter().position(|&prize| Some(prize) == shows) {
                lists[prize].push(number);
            }
        }
        match lists.iter().position(Vec::is_empty) {
            None => Ok(Self(lists)),
            Some(prize) => Err(Error::input(format!(
                "no ticket of piece-dor can show the prize of {} EUR (article 3) under {}; choose \
                 another reading",
                prizes[prize],
                match emitting {
                    Emitting::Any => reads.to_string(),
                    Emitting::Proof => "all readings at once, as emitter=proof asks".to_owned(),
                }
            ))),
        }
    }
}

/// What a reveal pays where that, and that it can appear, is the same under every reading.
fn undisputed(worth: &mut Worth, reveal: Reveal) -> Option<Cents> {
    let mut all = Reads::all().into_iter();
    let first = worth.of(reveal, all.next()?)?;
    all.all(|reads| worth.of(reveal, reads) == Some(first))
        .then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::piece_dor::combinations::{STAKES, gains};

    #[test]
    fn a_prize_that_cannot_be_shown_is_named() {
        let reveals = Reveals::new();
        let gains = gains(STAKES[0]).expect("a stake");
        let refused = |emitting, cents| {
            let prizes = [Cents::ZERO, Cents(cents)];
            let reads = Reads::all()[0];
            let lists = Lists::new(&reveals, &prizes, gains, emitting, reads);
            lists.err().map(|error| error.to_string())
        };
        assert_eq!(refused(Emitting::Any, 750), None);
        let message = refused(Emitting::Any, 751).expect("no ticket pays 7.51 EUR");
        assert!(message.contains("7.51 EUR (article 3) under combination=best-total"));
        let message = refused(Emitting::Proof, 751).expect("no ticket pays 7.51 EUR");
        assert!(message.contains("emitter=proof"));
    }
}
