//! "3 identical symbols" read as exactly three: the reading that article 3 refutes.

use crate::games::piece_dor::combinations::{COMBINATIONS, ROWS};
use crate::games::piece_dor::symbol::{FORMING, Reveal, Symbol};
use crate::units::Cents;

/// How strictly the numbers of symbols in article 4.4 are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strictness {
    /// Whether "2 symbols" also means exactly two; "3 symbols" means exactly three anyway.
    pub(super) pairs: bool,
    /// Whether a symbol may serve several combinations.
    pub(super) shared: bool,
}

/// The best total that `reveal` pays where `clovers` of its clovers may each stand for a symbol.
pub(super) fn pays(
    reveal: Reveal,
    clovers: u8,
    gains: &[Cents; ROWS],
    strict: Strictness,
) -> Cents {
    fn stand(
        held: [u8; FORMING],
        from: usize,
        clovers: u8,
        gains: &[Cents; ROWS],
        strict: Strictness,
    ) -> Cents {
        let mut best = total(held, gains, strict);
        if clovers > 0 {
            for kind in from..FORMING {
                let mut more = held;
                more[kind] += 1;
                best = best.max(stand(more, kind, clovers - 1, gains, strict));
            }
        }
        best
    }
    let clovers = clovers.min(reveal.count(Symbol::Trefle));
    stand(reveal.forming(), 0, clovers, gains, strict)
}

/// The best total of the rows that `held` forms, clovers already being replaced.
fn total(held: [u8; FORMING], gains: &[Cents; ROWS], strict: Strictness) -> Cents {
    let is_formed = |needs: &[u8; FORMING]| {
        needs.iter().zip(held).all(|(&need, held)| match need {
            0 => true,
            2 if !strict.pairs => held >= 2,
            _ => held == need,
        })
    };
    let formed: Vec<usize> = (0..ROWS)
        .filter(|&row| is_formed(&COMBINATIONS[row].needs))
        .collect();
    // Every set of the rows formed.
    (0_u32..1 << formed.len())
        .filter_map(|set| {
            let mut used = [0; FORMING];
            let mut paid = Cents::ZERO;
            for (bit, &row) in formed.iter().enumerate() {
                if set >> bit & 1 == 1 {
                    paid = paid + gains[row];
                    for (used, need) in used.iter_mut().zip(COMBINATIONS[row].needs) {
                        *used += need;
                    }
                }
            }
            let is_borne = used.iter().zip(held).all(|(&used, held)| used <= held);
            (strict.shared || is_borne).then_some(paid)
        })
        .max()
        .unwrap_or(Cents::ZERO)
}
