//! How many rounds an interval of a given width takes, known before the first is played.

use super::special::normal_isf;

/// How the payouts of many rounds vary together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// The variance of the mean of n rounds is this over n, in stakes squared.
    PerRound(f64),
    /// Rounds are tickets of finite blocks, sold one block after the other: whole blocks are certain.
    Block {
        /// Of one ticket's payout, in stakes squared.
        variance: f64,
        /// In a block.
        tickets: u64,
    },
}

/// The fewest rounds after which the normal interval of `level` for the RTP reaches `half_width` to both
/// sides, in stakes, by the exact variance; as a float, for it may be more than can be played. At least 1.
///
/// Of a block of N tickets with variance σ², the mean of n has variance σ² (N - n) / (N - 1) / n, so that
/// with c = (w / z)² / σ² it takes n >= N / (1 + (N - 1) c), and never more than one block.
pub fn rounds_for_half_width(spread: Spread, half_width: f64, level: f64) -> f64 {
    let reach = half_width / normal_isf(0.5 * (1.0 - level));
    let needed = match spread {
        Spread::PerRound(variance) => variance / (reach * reach),
        Spread::Block { variance, tickets } => {
            let (all, allowed) = (tickets as f64, reach * reach / variance);
            all / (1.0 + (all - 1.0) * allowed)
        }
    };
    libm::ceil(needed).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// z of 99 % is 2.5758293035489; a coin that pays 2 or nothing has variance 1.
    #[test]
    fn a_coin_by_hand() {
        let coin = Spread::PerRound(1.0);
        // (2.5758293035489 / 0.01)² = 66348.96601
        assert!((rounds_for_half_width(coin, 0.01, 0.99) - 66_349.0).abs() < 1e-9);
        assert!((rounds_for_half_width(Spread::PerRound(0.0), 0.01, 0.99) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_block_takes_fewer_and_one_block_is_enough() {
        let block = |tickets| Spread::Block {
            variance: 1.0,
            tickets,
        };
        // Of 1000 tickets: 1000 / (1 + 999 / 66348.96601) = 985.166…
        assert!((rounds_for_half_width(block(1000), 0.01, 0.99) - 986.0).abs() < 1e-9);
        assert!((rounds_for_half_width(block(1000), 1e-9, 0.99) - 1000.0).abs() < 1e-9);
        let endless = rounds_for_half_width(block(1 << 60), 0.01, 0.99);
        assert!((endless - 66_349.0).abs() < 1e-9);
    }
}
