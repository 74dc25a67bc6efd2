//! Mistakes in Pièce d'or.

use crate::error::Result;
use crate::games::piece_dor::{Buy, PieceDor, Reveal, Tampering, tampering};
use crate::selftest::draws::{Draws, Source, remainder_of_15_bits};
use crate::selftest::fault::Fault;
use crate::selftest::seam::{Dealing, Rules, Seam};
use crate::units::{Cents, Stake};

const GAME: fn() -> Result<PieceDor> = PieceDor::new;
const NONE: Tampering = Tampering::NONE;

/// Takes a ticket of one row for another row.
fn move_lot(lots: &mut [u64], from: usize, to: usize) {
    lots[from] -= 1;
    lots[to] += 1;
}

const fn fault(
    id: &'static str,
    article: &'static str,
    about: &'static str,
    limit: u64,
    seam: &'static dyn Seam,
) -> Fault {
    Fault {
        id,
        game: "piece-dor",
        article,
        about,
        strategy: "buy",
        stake: Stake::from_cents(50),
        sessions: None,
        limit,
        seam,
    }
}

/// Rows of the block: 5 000, 250, 25, 7.50, 5, 2.50, 1, 0.50 EUR and the losing tickets. Symbols of a reveal:
/// or, couronnes, croix, étoiles, pièces trouées, trèfles, others.
pub(super) const FAULTS: &[Fault] = &[
    fault(
        "piece-lot-too-many",
        "3.1",
        "the block holds one lot of 5 000 EUR too many",
        1_000_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    lots: |lots| move_lot(lots, 8, 0),
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
    fault(
        "piece-lot-too-few",
        "3.1",
        "the block holds one lot of 0.50 EUR too few",
        1_000_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    lots: |lots| move_lot(lots, 7, 8),
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
    fault(
        "piece-lots-swapped",
        "3.1",
        "the numbers of lots of 5 and 2.50 EUR are exchanged",
        1_000_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    lots: |lots| lots.swap(4, 5),
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
    fault(
        "piece-with-replacement",
        "3.1",
        "tickets are drawn with replacement: from 1 000 blocks thrown together",
        1_000_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    lots: |lots| lots.iter_mut().for_each(|lots| *lots *= 1_000),
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
    fault(
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
    fault(
        "piece-half-paid",
        "4.4",
        "tickets are paid half, as by a column for half the stake",
        100_000,
        &Rules {
            game: GAME,
            change: tampering::half_paid,
        },
    ),
    fault(
        "piece-symbol-twice",
        "4.4",
        "a lot of 7.50 EUR may be shown by combinations that share a symbol",
        10_000_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    reveals: |prize, list| {
                        if prize == Cents(750) {
                            list.push(Reveal::of([1, 1, 2, 3, 2, 0, 0]));
                        }
                    },
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
    fault(
        "piece-clover-twice",
        "4.5",
        "a lot of 7.50 EUR may be shown by combinations that share the clover",
        10_000_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    reveals: |prize, list| {
                        if prize == Cents(750) {
                            list.push(Reveal::of([2, 1, 1, 4, 0, 1, 0]));
                        }
                    },
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
    fault(
        "piece-clover-forgotten",
        "4.5",
        "a losing ticket may show two equal symbols and a clover",
        10_000_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    reveals: |prize, list| {
                        if prize == Cents(0) {
                            list.push(Reveal::of([1, 2, 1, 2, 2, 1, 0]));
                        }
                    },
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
    fault(
        "piece-losing-shows-a-win",
        "4.7",
        "a losing ticket may show three pièces trouées",
        10_000_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    reveals: |prize, list| {
                        if prize == Cents(0) {
                            list.push(Reveal::of([1, 1, 1, 2, 4, 0, 0]));
                        }
                    },
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
];
