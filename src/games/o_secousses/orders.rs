//! Contents of six trees whatever their order, and all their orders.

use crate::games::o_secousses::tree::SHAKEN;

/// Calls `visit` with every way to fill six trees with so many `kinds`, order set aside: how many trees
/// have each kind. It goes on until `visit` returns false; returns whether it never did.
pub(super) fn contents(kinds: usize, visit: &mut impl FnMut(&[usize]) -> bool) -> bool {
    fn fill(
        counts: &mut [usize],
        at: usize,
        left: usize,
        visit: &mut impl FnMut(&[usize]) -> bool,
    ) -> bool {
        if at + 1 == counts.len() {
            counts[at] = left;
            return visit(counts);
        }
        (0..=left).all(|count| {
            counts[at] = count;
            fill(counts, at + 1, left - count, visit)
        })
    }
    fill(&mut vec![0; kinds], 0, SHAKEN, visit)
}

/// Calls `visit` with every distinct order of six trees, `counts` of each kind, until it returns
/// false; returns whether it never did.
pub(super) fn orders(counts: &[usize], visit: &mut impl FnMut([u8; SHAKEN]) -> bool) -> bool {
    fn place(
        counts: &mut [usize],
        trees: &mut [u8; SHAKEN],
        at: usize,
        visit: &mut impl FnMut([u8; SHAKEN]) -> bool,
    ) -> bool {
        if at == SHAKEN {
            return visit(*trees);
        }
        for kind in 0..counts.len() {
            if counts[kind] > 0 {
                counts[kind] -= 1;
                trees[at] = kind as u8;
                let goes_on = place(counts, trees, at + 1, visit);
                counts[kind] += 1;
                if !goes_on {
                    return false;
                }
            }
        }
        true
    }
    place(&mut counts.to_vec(), &mut [0; SHAKEN], 0, visit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_reveal_comes_once() {
        let (mut sets, mut seen, mut visits) = (0, BTreeSet::new(), 0);
        contents(6, &mut |counts| {
            sets += 1;
            orders(counts, &mut |trees| {
                visits += 1;
                seen.insert(trees)
            })
        });
        assert_eq!((sets, visits, seen.len()), (462, 46_656, 46_656));
        let mut sets = 0;
        let goes_on = contents(6, &mut |_| {
            sets += 1;
            sets < 7
        });
        assert_eq!((sets, goes_on), (7, false));
    }
}
