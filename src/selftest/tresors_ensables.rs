//! Mistakes in Trésors Ensablés.

use crate::error::Result;
use crate::games::tresors_ensables::strategy::Gold;
use crate::games::tresors_ensables::{TresorsEnsables, tampering};
use crate::published::Published;
use crate::selftest::draws::{Draws, Source, antithetic, fair, low_bits, never_the_last};
use crate::selftest::fault::Fault;
use crate::selftest::seam::{Reading, Rules, Seam, Tables, swap_amounts, weigh};
use crate::units::Stake;

const GAME: fn() -> Result<TresorsEnsables> = TresorsEnsables::new;
const PUBLISHED: fn() -> Result<Published> = TresorsEnsables::published;
const WITH: fn(Published) -> Result<TresorsEnsables> = TresorsEnsables::with;

const fn fault(
    id: &'static str,
    article: &'static str,
    about: &'static str,
    strategy: &'static str,
    limit: u64,
    seam: &'static dyn Seam,
) -> Fault {
    Fault {
        id,
        game: "tresors-ensables",
        article,
        about,
        strategy,
        stake: Stake::from_cents(100),
        sessions: None,
        limit,
        seam,
    }
}

/// A word of the kernel holds a case of rules or contents, a placement and a roll.
pub(super) const FAULTS: &[Fault] = &[
    fault(
        "tresors-no-life-cap",
        "3.1.3",
        "the gauge has no upper end",
        "gold",
        1_000_000,
        &Rules {
            game: GAME,
            change: tampering::no_life_cap,
        },
    ),
    fault(
        "tresors-one-life-too-few",
        "3.1.3",
        "the play starts with two lives",
        "gold",
        100_000,
        &Reading {
            question: "starting-lives",
            answer: "2",
        },
    ),
    fault(
        "tresors-one-life-too-many",
        "3.1.3",
        "the play starts with four lives",
        "gold",
        1_000_000,
        &Rules {
            game: GAME,
            change: tampering::one_life_more,
        },
    ),
    fault(
        "tresors-dead-below-zero",
        "3.2.8",
        "the play goes on with no life left and is lost below zero",
        "gold",
        100_000,
        &Rules {
            game: GAME,
            change: tampering::dead_below_zero,
        },
    ),
    fault(
        "tresors-harmless-trap",
        "3.2.2",
        "a trap of one life takes none",
        "gold",
        100_000,
        &Rules {
            game: GAME,
            change: tampering::harmless_trap,
        },
    ),
    fault(
        "tresors-two-lives-count-one",
        "3.2.2",
        "a cell of two lives gives one",
        "gold",
        10_000_000,
        &Rules {
            game: GAME,
            change: tampering::two_lives_count_one,
        },
    ),
    fault(
        "tresors-gain-over-cap-refused",
        "3.1.3",
        "a gain of two lives at two lives is refused instead of cut",
        "gold",
        10_000_000,
        &Reading {
            question: "life-cap",
            answer: "refused",
        },
    ),
    fault(
        "tresors-cells-from-zero",
        "3.2.3",
        "cells are counted from zero, so that chests stand one cell early",
        "gold",
        1_000_000,
        &Rules {
            game: GAME,
            change: tampering::cells_from_zero,
        },
    ),
    fault(
        "tresors-exact-roll-needed",
        "3.2.7",
        "a roll that leads past the gold chest is lost",
        "gold",
        10_000_000,
        &Reading {
            question: "overshoot",
            answer: "lost-roll",
        },
    ),
    fault(
        "tresors-one-layout",
        "3.2.2",
        "the layout of the first series is used for all ten",
        "gold",
        10_000_000,
        &Reading {
            question: "layout",
            answer: "one-draw",
        },
    ),
    fault(
        "tresors-cells-with-replacement",
        "3.2.2",
        "the cells of the three rules are drawn with replacement",
        "gold",
        1_000_000,
        &Rules {
            game: GAME,
            change: tampering::cells_with_replacement,
        },
    ),
    fault(
        "tresors-silver-as-bronze",
        "3.3.2",
        "a silver chest holds what a bronze one does",
        "gold",
        100_000,
        &Rules {
            game: GAME,
            change: tampering::silver_as_bronze,
        },
    ),
    fault(
        "tresors-bronze-rows-swapped",
        "3.3.2",
        "the first two amounts of the bronze chest are exchanged",
        "first-chest",
        100_000,
        &Tables {
            published: PUBLISHED,
            game: WITH,
            change: |tables| swap_amounts(tables, "bronze", 0, 1),
        },
    ),
    fault(
        "tresors-rule-rows-swapped",
        "3.2.2",
        "the odds of a trap of one and of two lives are exchanged",
        "first-chest",
        100_000,
        &Tables {
            published: PUBLISHED,
            game: WITH,
            change: |tables| weigh(tables, "rule-2", &[4, 3, 3]),
        },
    ),
    fault(
        "tresors-gold-n-truncated",
        "3.3.2",
        "the odds of 10 EUR in the gold chest, 20,41, are cut to 20",
        "gold",
        100_000_000,
        &Tables {
            published: PUBLISHED,
            game: WITH,
            change: |tables| weigh(tables, "gold", &[69_899, 15_000, 10_000, 5_000, 100, 1]),
        },
    ),
    fault(
        "tresors-jackpot-zero-lost",
        "3.3.2",
        "10 000 EUR in the gold chest come up one time in 10 000, a zero being lost",
        "gold",
        30_000_000,
        &Tables {
            published: PUBLISHED,
            game: WITH,
            change: |tables| weigh(tables, "gold", &[69_991, 15_000, 10_000, 4_899, 100, 10]),
        },
    ),
    fault(
        "tresors-die-one-to-five",
        "3.2.4",
        "the die never shows a six",
        "gold",
        100_000,
        &Draws {
            game: GAME,
            strategy: || Gold,
            source: Source {
                layouts: &[&[(1000, fair), (60, fair), (6, never_the_last)]],
                ..Source::FAIR
            },
        },
    ),
    fault(
        "tresors-low-bits",
        "3.2.4",
        "the die is the remainder of a linear congruential generator, whose low bits take turns",
        "gold",
        1_000_000,
        &Draws {
            game: GAME,
            strategy: || Gold,
            source: Source {
                layouts: &[&[(1000, fair), (60, fair), (6, low_bits)]],
                ..Source::FAIR
            },
        },
    ),
    fault(
        "tresors-antithetic-words",
        "3.2.4",
        "every second random word is the complement of the one before",
        "gold",
        1_000_000,
        &Draws {
            game: GAME,
            strategy: || Gold,
            source: Source {
                word: antithetic,
                ..Source::FAIR
            },
        },
    ),
];
