//! How many integer vectors in given spans have a given sum.

use super::span::Span;

/// Above so many partial sums nothing is counted: a second of work.
const MAX_SUMS: u128 = 1 << 22;

/// The number of ways to pick one integer from each span so that they sum to `total`.
///
/// Exact, by dynamic programming over the partial sums of all spans but the widest, which then
/// closes the sum. `u64::MAX` stands for "too many to count": at least that many ways, spans whose
/// product leaves 128 bits, or millions of partial sums.
pub(super) fn count(spans: &[Span], total: u64) -> u64 {
    let Some(widest) = (0..spans.len()).max_by_key(|&i| spans[i].width()) else {
        return u64::from(total == 0);
    };
    let lows: u128 = spans.iter().map(|span| u128::from(span.low)).sum();
    let Some(excess) = u128::from(total).checked_sub(lows) else {
        return 0;
    };
    let others: Vec<u128> = (0..spans.len())
        .filter(|&i| i != widest)
        .map(|i| u128::from(spans[i].width()))
        .collect();
    let most: u128 = others.iter().sum();
    let Some(volume) = others.iter().try_fold(1_u128, |v, w| v.checked_mul(w + 1)) else {
        return u64::MAX;
    };
    // The widest closes the sum if the others use up between `first` and `last` of the excess.
    let first = excess.saturating_sub(spans[widest].width().into());
    let last = excess.min(most);
    let ways = if first > most {
        0
    } else if first == 0 && last == most {
        volume
    } else if most > MAX_SUMS {
        return u64::MAX;
    } else {
        let ways = ways_to_sum(&others, most as usize);
        ways[first as usize..=last as usize].iter().sum()
    };
    u64::try_from(ways).unwrap_or(u64::MAX)
}

/// For every sum up to `most`, the ways to write it with one integer of `0..=width` per width.
fn ways_to_sum(widths: &[u128], most: usize) -> Vec<u128> {
    let mut ways = vec![0_u128; most + 1];
    ways[0] = 1;
    for &width in widths {
        let width = width as usize;
        let mut window = 0;
        let before = ways.clone();
        for (sum, slot) in ways.iter_mut().enumerate() {
            window += before[sum];
            if sum > width {
                window -= before[sum - width - 1];
            }
            *slot = window;
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(bounds: &[(u64, u64)]) -> Vec<Span> {
        let span = |&(low, high)| Span { low, high };
        bounds.iter().map(span).collect()
    }

    #[test]
    fn three_dice_as_everyone_knows() {
        let dice = spans(&[(1, 6); 3]);
        assert_eq!(count(&dice, 3), 1);
        assert_eq!(count(&dice, 10), 27);
        assert_eq!(count(&dice, 11), 27);
        assert_eq!(count(&dice, 18), 1);
        assert_eq!((count(&dice, 2), count(&dice, 19)), (0, 0));
        assert_eq!((3..=18).map(|t| count(&dice, t)).sum::<u64>(), 216);
    }

    #[test]
    fn uneven_spans_against_enumeration() {
        let uneven = spans(&[(2, 9), (0, 3), (5, 5), (1, 17)]);
        for total in 0..40 {
            let mut ways = 0;
            for a in 2..=9 {
                for b in 0..=3 {
                    ways += u64::from((1..=17).any(|d| a + b + 5 + d == total));
                }
            }
            assert_eq!(count(&uneven, total), ways, "{total}");
        }
    }

    #[test]
    fn a_span_that_takes_any_rest_leaves_the_others_free() {
        let free = spans(&[(1, 5_000_000), (1, 7_000_000), (0, u64::MAX / 2)]);
        assert_eq!(count(&free, u64::MAX / 2), 35_000_000_000_000);
        assert_eq!(count(&spans(&[(0, u64::MAX); 3]), u64::MAX), u64::MAX);
        assert_eq!(count(&spans(&[(3, 8)]), 8), 1);
        assert_eq!(count(&spans(&[(3, 8)]), 9), 0);
        assert_eq!(count(&[], 0), 1);
    }
}
