//! What a reveal is worth, as the emitter sees it: a memoised recursion over what is left on the
//! ticket. The kernel never asks it about a round it has played; see `replay`.

use std::collections::HashMap;

use crate::games::piece_dor::combinations::{COMBINATIONS, ROWS};
use crate::games::piece_dor::readings::{Clover, Combining, Listed, Reads};
use crate::games::piece_dor::symbol::{FORMING, Reveal, SHOWN, Symbol};
use crate::units::Cents;

/// Values reveals; keeps what it has worked out.
pub(super) struct Worth {
    gains: [Cents; ROWS],
    known: HashMap<State, Cents>,
}

/// What is left to form combinations from: symbols, clovers, the first row still open, and whether
/// a row is closed once formed.
type State = ([u8; FORMING], u8, usize, bool);

impl Worth {
    pub(super) fn new(gains: [Cents; ROWS]) -> Self {
        Self {
            gains,
            known: HashMap::new(),
        }
    }

    /// What `reveal` pays; nothing where it cannot appear under these readings.
    pub(super) fn of(&mut self, reveal: Reveal, reads: Reads) -> Option<Cents> {
        let clovers = reveal.count(Symbol::Trefle);
        let usable = match reads.clover {
            Clover::NoneOrOne if clovers > 1 => return None,
            Clover::NoneOrOne | Clover::SeveralEachUsable => clovers,
            Clover::SeveralOneUsable => clovers.min(1),
        };
        if reads.listed == Listed::ListedOnly && reveal.count(Symbol::Blank) > 0 {
            return None;
        }
        let stock = reveal.forming();
        Some(match reads.combining {
            Combining::BestTotal => self.disjoint((stock, usable, 0, false)),
            Combining::EachLineOnce => self.disjoint((stock, usable, 0, true)),
            Combining::Reuse => self.shared(stock, usable),
        })
    }

    /// The best sum of combinations that share no symbol (article 4.4).
    fn disjoint(&mut self, state: State) -> Cents {
        let (stock, clovers, row, once) = state;
        if row == ROWS {
            return Cents::ZERO;
        }
        if let Some(&known) = self.known.get(&state) {
            return known;
        }
        let mut best = Cents::ZERO;
        if clovers > 0 {
            // 4.5: the clover stands for a symbol. A symbol more never pays less.
            for kind in 0..FORMING {
                let mut more = stock;
                more[kind] += 1;
                best = best.max(self.disjoint((more, clovers - 1, row, once)));
            }
        } else {
            best = self.disjoint((stock, 0, row + 1, once));
            if let Some(left) = without(stock, COMBINATIONS[row].needs) {
                let next = if once { row + 1 } else { row };
                best = best.max(self.gains[row] + self.disjoint((left, 0, next, once)));
            }
        }
        self.known.insert(state, best);
        best
    }

    /// The best sum where every row of the table may use all symbols, but a clover one row only.
    fn shared(&self, stock: [u8; FORMING], clovers: u8) -> Cents {
        // best[c]: the rows so far, with c clovers given to them.
        let mut best = [Cents::ZERO; SHOWN + 1];
        for (row, gain) in COMBINATIONS.iter().zip(self.gains) {
            for given in (0..=clovers).rev() {
                let with = |own: u8| {
                    let times = times(row.needs, stock, own);
                    best[usize::from(given - own)] + Cents(gain.0 * i64::from(times))
                };
                best[usize::from(given)] = (0..=given).map(with).fold(Cents::ZERO, Cents::max);
            }
        }
        best[usize::from(clovers)]
    }
}

/// What is left of `stock` when `needs` are taken out.
fn without(stock: [u8; FORMING], needs: [u8; FORMING]) -> Option<[u8; FORMING]> {
    let mut left = stock;
    for (left, need) in left.iter_mut().zip(needs) {
        *left = left.checked_sub(need)?;
    }
    Some(left)
}

/// How often one row fits into `stock` with the help of `clovers`.
fn times(needs: [u8; FORMING], stock: [u8; FORMING], clovers: u8) -> u8 {
    let mut kinds = needs.into_iter().zip(stock).filter(|(need, _)| *need > 0);
    match (kinds.next(), kinds.next()) {
        (Some((need, held)), None) => (held + clovers) / need,
        (Some((need, held)), Some((other, also))) => (0..=clovers)
            .map(|own| ((held + own) / need).min((also + clovers - own) / other))
            .fold(0, u8::max),
        _ => 0,
    }
}
