//! Mistakes in Ô Secousses.

use crate::error::Result;
use crate::games::o_secousses::{Buy, ONE_KIND, OSecousses, Reveal, Reveals, Tampering, tampering};
use crate::selftest::draws::{Draws, Source, remainder_of_15_bits};
use crate::selftest::fault::Fault;
use crate::selftest::seam::{Dealing, Rules, Seam};
use crate::units::Stake;

const GAME: fn() -> Result<OSecousses> = OSecousses::new;

/// Changes nothing.
const NONE: Tampering = Tampering {
    lots: |_| (),
    reveals: |_| (),
};

/// Codes of trees.
const EMPTY: u8 = 0;
const GOLDEN: u8 = 4;
const MONKEY: u8 = 5;

/// Takes a ticket of one row for another row.
fn move_lot(lots: &mut [u64], from: usize, to: usize) {
    lots[from] -= 1;
    lots[to] += 1;
}

/// Adds to the reveals of every lot those that end with `tree` where the last tree was empty.
fn show_instead(reveals: &mut Reveals, tree: u8) {
    for list in &mut reveals.lists {
        let changed = list.iter().filter_map(|reveal| {
            let mut trees = reveal.trees(ONE_KIND);
            let is_empty = trees[5] == EMPTY && !trees.contains(&tree);
            trees[5] = tree;
            is_empty.then(|| Reveal::new(trees, ONE_KIND))
        });
        let changed: Vec<Reveal> = changed.collect();
        list.extend(changed);
    }
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
        game: "o-secousses",
        article,
        about,
        strategy: "buy",
        stake: Stake::from_cents(100),
        sessions: None,
        limit,
        seam,
    }
}

/// Rows of the block: 15 000, 1 000, 100, 50, 10, 4, 2, 1 EUR and the losing tickets.
pub(super) const FAULTS: &[Fault] = &[
    fault(
        "secousses-lot-too-many",
        "3",
        "the block holds one lot of 15 000 EUR too many",
        1_500_000,
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
        "secousses-lot-too-few",
        "3",
        "the block holds one lot of 1 EUR too few",
        1_500_000,
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
        "secousses-lots-swapped",
        "3",
        "the numbers of lots of 100 and 1 000 EUR are exchanged",
        1_500_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    lots: |lots| lots.swap(1, 2),
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
    fault(
        "secousses-with-replacement",
        "3",
        "tickets are drawn with replacement: from 700 blocks thrown together",
        1_500_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    lots: |lots| lots.iter_mut().for_each(|lots| *lots *= 700),
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
    fault(
        "secousses-remainder-of-15-bits",
        "3",
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
        "secousses-amounts-shifted",
        "3",
        "lots of 10 EUR are paid 4 EUR",
        100_000,
        &Rules {
            game: GAME,
            change: tampering::ten_euros_paid_as_four,
        },
    ),
    fault(
        "secousses-monkey-ignored",
        "4.6",
        "a monkey may be shown as if it took nothing",
        1_500_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    reveals: |reveals| show_instead(reveals, MONKEY),
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
    fault(
        "secousses-golden-ignored",
        "4.7",
        "a golden coconut may be shown as if it paid nothing",
        1_500_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    reveals: |reveals| show_instead(reveals, GOLDEN),
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
    fault(
        "secousses-four-needed",
        "4.8",
        "a losing ticket may show three coconuts, as if four were needed",
        1_500_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    reveals: |reveals| {
                        reveals.lists[8].push(Reveal::new([3, 0, 0, 0, 0, 0], ONE_KIND));
                    },
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
    fault(
        "secousses-reveals-swapped",
        "4.8",
        "lots of 2 EUR are shown as lots of 4 EUR",
        100_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    reveals: |reveals| reveals.lists[6] = reveals.lists[5].clone(),
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
    fault(
        "secousses-monkey-takes-two",
        "4.6",
        "a monkey may be shown as if it took two coconuts",
        1_500_000,
        &Dealing {
            game: GAME,
            faulty: |game| {
                game.tampered(Tampering {
                    reveals: |reveals| {
                        reveals.lists[7].push(Reveal::new([3, 2, MONKEY, 0, 0, 0], ONE_KIND));
                    },
                    ..NONE
                })
            },
            neutral: |game| game.tampered(NONE),
        },
    ),
];
