//! Mistakes in Pièce d'or.

use crate::error::Result;
use crate::games::piece_dor::{Buy, PieceDor, Reveal, Tampering, tampering};
use crate::selftest::draws::{Draws, Source, remainder_of_15_bits};
use crate::selftest::fault::{Fault, InRun};
use crate::selftest::seam::{Dealing, Dealt, Rules, move_lot};
use crate::units::{Cents, Stake};

const GAME: fn() -> Result<PieceDor> = PieceDor::new;
const NONE: Tampering = Tampering::NONE;

/// The run that all are put into.
const RUN: InRun = InRun {
    game: "piece-dor",
    strategy: "buy",
    stake: Stake::from_cents(50),
};

impl Dealt for PieceDor {
    type Change = Tampering;
    const NOTHING: Tampering = NONE;

    fn fresh() -> Result<Self> {
        GAME()
    }

    fn changed(self, change: Tampering) -> Self {
        self.tampered(change)
    }
}

/// Rows of the block: 5 000, 250, 25, 7.50, 5, 2.50, 1, 0.50 EUR and the losing tickets. Symbols of a reveal:
/// or, couronnes, croix, étoiles, pièces trouées, trèfles, others.
pub(super) const FAULTS: &[Fault] = &[
    RUN.fault(
        "piece-lot-too-many",
        "3.1",
        "the block holds one lot of 5 000 EUR too many",
        1_000_000,
        &Dealing::<PieceDor>(Tampering {
            lots: |lots| move_lot(lots, 8, 0),
            ..NONE
        }),
    ),
    RUN.fault(
        "piece-lot-too-few",
        "3.1",
        "the block holds one lot of 0.50 EUR too few",
        1_000_000,
        &Dealing::<PieceDor>(Tampering {
            lots: |lots| move_lot(lots, 7, 8),
            ..NONE
        }),
    ),
    RUN.fault(
        "piece-lots-swapped",
        "3.1",
        "the numbers of lots of 5 and 2.50 EUR are exchanged",
        1_000_000,
        &Dealing::<PieceDor>(Tampering {
            lots: |lots| lots.swap(4, 5),
            ..NONE
        }),
    ),
    RUN.fault(
        "piece-with-replacement",
        "3.1",
        "tickets are drawn with replacement: from 1 000 blocks thrown together",
        1_000_000,
        &Dealing::<PieceDor>(Tampering {
            lots: |lots| lots.iter_mut().for_each(|lots| *lots *= 1_000),
            ..NONE
        }),
    ),
    RUN.fault(
        "piece-remainder-of-15-bits",
        "3.1",
        "the ticket is the remainder of a 15-bit word by the tickets left",
        100_000,
        &Draws {
            game: GAME,
            strategy: || Buy,
            source: Source {
                single: Some(remainder_of_15_bits),
                ..Source::FAIR
            },
        },
    ),
    RUN.fault(
        "piece-half-paid",
        "4.4",
        "tickets are paid half, as by a column for half the stake",
        100_000,
        &Rules {
            game: GAME,
            change: tampering::half_paid,
        },
    ),
    RUN.fault(
        "piece-symbol-twice",
        "4.4",
        "a lot of 7.50 EUR may be shown by combinations that share a symbol",
        10_000_000,
        &Dealing::<PieceDor>(Tampering {
            reveals: |prize, list| {
                if prize == Cents(750) {
                    list.push(Reveal::of([1, 1, 2, 3, 2, 0, 0]));
                }
            },
            ..NONE
        }),
    ),
    RUN.fault(
        "piece-clover-twice",
        "4.5",
        "a lot of 7.50 EUR may be shown by combinations that share the clover",
        10_000_000,
        &Dealing::<PieceDor>(Tampering {
            reveals: |prize, list| {
                if prize == Cents(750) {
                    list.push(Reveal::of([2, 1, 1, 4, 0, 1, 0]));
                }
            },
            ..NONE
        }),
    ),
    RUN.fault(
        "piece-clover-forgotten",
        "4.5",
        "a losing ticket may show two equal symbols and a clover",
        10_000_000,
        &Dealing::<PieceDor>(Tampering {
            reveals: |prize, list| {
                if prize == Cents(0) {
                    list.push(Reveal::of([1, 2, 1, 2, 2, 1, 0]));
                }
            },
            ..NONE
        }),
    ),
    RUN.fault(
        "piece-losing-shows-a-win",
        "4.7",
        "a losing ticket may show three pièces trouées",
        10_000_000,
        &Dealing::<PieceDor>(Tampering {
            reveals: |prize, list| {
                if prize == Cents(0) {
                    list.push(Reveal::of([1, 1, 1, 2, 4, 0, 0]));
                }
            },
            ..NONE
        }),
    ),
];
