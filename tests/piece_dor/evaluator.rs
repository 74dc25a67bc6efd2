//! The rules of articles 4.4 and 4.5 once more, by brute force: every way to part the symbols into
//! combinations, for every way to let clovers stand for symbols.

use tirage::games::piece_dor::{Clover, Combining, Listed, Reads, Reveal, Symbol};

/// Or, couronnes, croix, étoiles, pièces trouées.
type Held = [u8; 5];

/// The rows of article 4.4 at a stake of 1 EUR, in cents.
const ROWS: [(Held, i64); 7] = [
    ([3, 0, 0, 0, 0], 1_000_000),
    ([2, 0, 2, 0, 0], 50_000),
    ([0, 0, 3, 0, 0], 5_000),
    ([0, 0, 2, 2, 0], 1_000),
    ([0, 0, 0, 3, 0], 500),
    ([0, 3, 0, 0, 0], 200),
    ([0, 0, 0, 0, 3], 100),
];

/// The lots of article 3.2 and the losing ticket, in cents.
pub(crate) const PRIZES: [i64; 9] = [1_000_000, 50_000, 5_000, 1_500, 1_000, 500, 200, 100, 0];

/// What a reveal pays at a stake of 1 EUR in cents; none where it cannot appear.
pub(crate) fn pays(shown: Reveal, reads: Reads) -> Option<i64> {
    let clovers = shown.count(Symbol::Trefle);
    if reads.listed == Listed::ListedOnly && shown.count(Symbol::Blank) > 0
        || reads.clover == Clover::NoneOrOne && clovers > 1
    {
        return None;
    }
    let usable = match reads.clover {
        Clover::SeveralOneUsable if clovers > 1 => 1,
        _ => clovers,
    };
    let held = [
        shown.count(Symbol::Or),
        shown.count(Symbol::Couronne),
        shown.count(Symbol::Croix),
        shown.count(Symbol::Etoile),
        shown.count(Symbol::PieceTrouee),
    ];
    Some(match reads.combining {
        Combining::BestTotal => stand(held, usable, 0, &|held| parted(held, [9; 7])),
        Combining::EachLineOnce => stand(held, usable, 0, &|held| parted(held, [1; 7])),
        Combining::Reuse => row_by_row([held; 7], usable, (0, 0)),
    })
}

/// The best over all symbols from `kind` on that clovers may stand for.
fn stand(held: Held, clovers: u8, kind: usize, best: &dyn Fn(Held) -> i64) -> i64 {
    let mut most = best(held);
    if clovers > 0 {
        for kind in kind..5 {
            let mut more = held;
            more[kind] += 1;
            most = most.max(stand(more, clovers - 1, kind, best));
        }
    }
    most
}

/// The best sum of combinations without a common symbol: the first symbol is left out or belongs to
/// one of the rows, each of which may be formed so often.
fn parted(held: Held, may: [u8; 7]) -> i64 {
    let Some(first) = held.iter().position(|&count| count > 0) else {
        return 0;
    };
    let mut without = held;
    without[first] -= 1;
    let mut best = parted(without, may);
    for (row, (needs, gain)) in ROWS.iter().enumerate() {
        let fits = (0..5).all(|kind| needs[kind] <= held[kind]);
        if needs[first] > 0 && may[row] > 0 && fits {
            let mut left = may;
            left[row] -= 1;
            best = best.max(gain + parted(std::array::from_fn(|k| held[k] - needs[k]), left));
        }
    }
    best
}

/// Every row has all symbols to itself, and a clover belongs to one symbol of one row: those from
/// `from` on are still to be tried.
fn row_by_row(held: [Held; 7], clovers: u8, from: (usize, usize)) -> i64 {
    let rows = ROWS.iter().zip(held);
    let mut most: i64 = rows
        .map(|((needs, gain), held)| {
            let times = (0..5)
                .filter(|&kind| needs[kind] > 0)
                .map(|kind| held[kind] / needs[kind]);
            gain * i64::from(times.min().unwrap_or(0))
        })
        .sum();
    if clovers > 0 {
        for row in 0..7 {
            for kind in 0..5 {
                if (row, kind) >= from && ROWS[row].0[kind] > 0 {
                    let mut more = held;
                    more[row][kind] += 1;
                    most = most.max(row_by_row(more, clovers - 1, (row, kind)));
                }
            }
        }
    }
    most
}

/// All reveals of nine symbols, by nested counting.
pub(crate) fn reveals() -> Vec<Reveal> {
    let mut all = Vec::new();
    // Every number of nine digits below 7 that ascend is one way to hold nine symbols.
    let mut digits = [0_u8; 9];
    loop {
        let mut counts = [0; 7];
        digits
            .iter()
            .for_each(|&digit| counts[usize::from(digit)] += 1);
        all.push(Reveal::of(counts));
        let Some(at) = digits.iter().rposition(|&digit| digit < 6) else {
            return all;
        };
        let next = digits[at] + 1;
        digits[at..].fill(next);
    }
}

#[test]
fn by_hand() {
    let default = Reads::all()[0];
    let reads = |combining| Reads {
        combining,
        ..default
    };
    let pays = |counts, combining| pays(Reveal::of(counts), reads(combining));
    // 2 croix and 5 étoiles: 10 + 5.
    for combining in [
        Combining::BestTotal,
        Combining::Reuse,
        Combining::EachLineOnce,
    ] {
        assert_eq!(pays([0, 1, 2, 5, 1, 0, 0], combining), Some(1_500));
    }
    // 9 étoiles: three times 5, or once.
    assert_eq!(
        pays([0, 0, 0, 9, 0, 0, 0], Combining::BestTotal),
        Some(1_500)
    );
    assert_eq!(
        pays([0, 0, 0, 9, 0, 0, 0], Combining::EachLineOnce),
        Some(500)
    );
    // 2 croix and 3 étoiles: 10 or, where étoiles serve both rows, 15.
    assert_eq!(
        pays([1, 1, 2, 3, 2, 0, 0], Combining::BestTotal),
        Some(1_000)
    );
    assert_eq!(pays([1, 1, 2, 3, 2, 0, 0], Combining::Reuse), Some(1_500));
    // A clover makes a third croix: 50 beats 10.
    assert_eq!(
        pays([0, 2, 2, 2, 2, 1, 0], Combining::BestTotal),
        Some(5_000)
    );
    // Two clovers, or a blank, cannot be.
    assert_eq!(pays([2, 1, 1, 2, 1, 2, 0], Combining::BestTotal), None);
    assert_eq!(pays([2, 1, 1, 2, 1, 1, 1], Combining::BestTotal), None);
    assert_eq!(reveals().len(), 5005);
}
