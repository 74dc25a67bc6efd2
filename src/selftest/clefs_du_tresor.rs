//! Mistakes in Les Clefs du Trésor.

use std::num::NonZeroU64;

use crate::error::Result;
use crate::games::clefs_du_tresor::{ClefsDuTresor, Play, tampering};
use crate::published::Published;
use crate::selftest::draws::{Draws, Source, fair, remainder_of_15_bits, remainder_of_32_bits};
use crate::selftest::fault::Fault;
use crate::selftest::seam::{Reading, Rules, Seam, Tables, swap_amounts, weigh};
use crate::units::Stake;

const GAME: fn() -> Result<ClefsDuTresor> = ClefsDuTresor::new;
const PUBLISHED: fn() -> Result<Published> = ClefsDuTresor::published;
const WITH: fn(Published) -> Result<ClefsDuTresor> = ClefsDuTresor::with;

const fn fault(
    id: &'static str,
    article: &'static str,
    about: &'static str,
    limit: u64,
    seam: &'static dyn Seam,
) -> Fault {
    Fault {
        id,
        game: "clefs-du-tresor",
        article,
        about,
        strategy: "play",
        stake: Stake::from_cents(50),
        sessions: None,
        limit,
        seam,
    }
}

/// A word of the kernel holds game 1, the key and the content of the chest.
pub(super) const FAULTS: &[Fault] = &[
    fault(
        "clefs-n-truncated",
        "3.1.3",
        "the odds of game 1 are cut to whole numbers",
        100_000,
        &Tables {
            published: PUBLISHED,
            game: WITH,
            change: |tables| {
                weigh(
                    tables,
                    "jeu-1",
                    &[
                        50, 133, 250_000, 1_162_791, 7_142_857, 20_000_000, 71_444_169,
                    ],
                );
            },
        },
    ),
    fault(
        "clefs-sabre-n-truncated",
        "3.1.3",
        "the odds of three sabres, 86,207, are cut to 86",
        2_000_000_000,
        &Tables {
            published: PUBLISHED,
            game: WITH,
            change: |tables| {
                weigh(
                    tables,
                    "jeu-1",
                    &[
                        50, 133, 250_000, 1_162_791, 7_037_000, 17_000_000, 74_550_026,
                    ],
                );
            },
        },
    ),
    fault(
        "clefs-prize-rows-swapped",
        "3.1.3",
        "the amounts of the last two symbols are exchanged",
        100_000,
        &Tables {
            published: PUBLISHED,
            game: WITH,
            change: |tables| swap_amounts(tables, "jeu-1", 4, 5),
        },
    ),
    fault(
        "clefs-remainder-of-32-bits",
        "3.1.2.2",
        "game 1 is drawn as the remainder of a 32-bit word by 100 000 000",
        300_000_000,
        &Draws {
            game: GAME,
            strategy: || Play,
            source: Source {
                layouts: &[&[
                    (100_000_000, remainder_of_32_bits),
                    (12, fair),
                    (1_000_000, fair),
                ]],
                ..Source::FAIR
            },
        },
    ),
    fault(
        "clefs-key-odds-shifted",
        "3.1.4",
        "the odds of a key are read one row too high",
        100_000,
        &Rules {
            game: GAME,
            change: tampering::key_odds_shifted,
        },
    ),
    fault(
        "clefs-key-odds-reversed",
        "3.1.4",
        "the odds of a key are read from the bottom up",
        100_000,
        &Rules {
            game: GAME,
            change: tampering::key_odds_reversed,
        },
    ),
    fault(
        "clefs-keys-not-reset",
        "3.1.4",
        "the counter of keys stays at two when the chest opens",
        100_000,
        &Rules {
            game: GAME,
            change: tampering::keys_not_reset,
        },
    ),
    fault(
        "clefs-one-key-kept",
        "3.1.4",
        "the key that opens the chest stays in the counter",
        1_000_000,
        &Rules {
            game: GAME,
            change: tampering::one_key_kept,
        },
    ),
    fault(
        "clefs-keys-per-play",
        "3.1.2.3",
        "the odds of a key are taken as those of a play, not of a losing one",
        1_000_000,
        &Reading {
            question: "key-draw",
            answer: "per-play",
        },
    ),
    fault(
        "clefs-keys-on-any-play",
        "3.1.2.3",
        "a winning play may bring a key too",
        1_000_000,
        &Reading {
            question: "key-draw",
            answer: "independent",
        },
    ),
    fault(
        "clefs-treasure-rows-swapped",
        "3.2",
        "the amounts of the silver and the bronze piece are exchanged",
        1_000_000,
        &Tables {
            published: PUBLISHED,
            game: WITH,
            change: |tables| swap_amounts(tables, "tresor", 2, 3),
        },
    ),
    fault(
        "clefs-jackpot-zero-lost",
        "3.2",
        "three gold pieces come up one time in 25 000, a zero being lost",
        100_000_000,
        &Tables {
            published: PUBLISHED,
            game: WITH,
            change: |tables| weigh(tables, "tresor", &[40, 60_000, 521_960, 418_000]),
        },
    ),
    fault(
        "clefs-remainder-of-15-bits",
        "3.2",
        "the content of the chest is drawn as the remainder of a 15-bit word",
        100_000,
        &Draws {
            game: GAME,
            strategy: || Play,
            source: Source {
                layouts: &[&[
                    (100_000_000, fair),
                    (12, fair),
                    (1_000_000, remainder_of_15_bits),
                ]],
                ..Source::FAIR
            },
        },
    ),
    Fault {
        sessions: Some(("plays", NonZeroU64::MIN.saturating_add(9))),
        ..fault(
            "clefs-players-begin-with-a-key",
            "3.1.4",
            "a new player of ten plays holds a key",
            1_000_000,
            &Rules {
                game: GAME,
                change: tampering::one_key_kept,
            },
        )
    },
];
